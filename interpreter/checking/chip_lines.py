"""Effects on chips and points."""

from __future__ import annotations

import re
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Sought, did_you_mean
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.words import NUMBERS

from .combining import (
    NO,
    YES,
    ZERO,
)
from .core import (
    Address,
    Call,
    Changed,
    Do,
    Expr,
    Items,
    Local,
    Loop,
    Op,
    Set,
    Site,
    Slot,
    Stmt,
)
from .doing import Doing, Place, for_each, indexed
from .scope import BAD, Scope
from .types import (
    HOLDER,
    NUMBER,
    PLAYER,
    PLAYERS,
    TEAM,
    UNKNOWN,
    list_of,
)


def is_best(expr: Expr) -> bool:
    """Whether it picks the best of several players, or all of the best."""
    return (
        isinstance(expr, Loop)
        and expr.how in ("most", "least", "max", "min")
        and isinstance(expr.variable, Local)
        and expr.variable.type == PLAYER
    )


def _is_list_of(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function == "as_list"


class ChipLines(Doing):
    """`pay`, `take`, `split`, `scores`."""

    # ---------------------------------------------------------------- chips and points

    def holder(self, node: syntax.Expr, scope: Scope) -> Slot | None:
        """A chip holder, or the purse of a player; None after a report."""
        found = self.expr(node, scope)
        if found.type == UNKNOWN:
            return None
        fitted = found if found.type == HOLDER else self.coerce(found, HOLDER)
        if found.type.is_list and found.type.item == PLAYER:
            single = self.fit(found, PLAYER, node.span)
            if single is BAD:
                return None
            fitted = self.coerce(single, HOLDER)
        if not isinstance(fitted, Slot):
            self.report(
                "T411", f"a chip holder is needed here, '{node.span.text}' is {found.type}",
                node.span, self._in_teams(found) or did_you_mean(node.span.text, self.symbols.holders),
            )  # fmt: skip
            return None
        return indexed(fitted, node.span)

    def _in_teams(self, found: Expr) -> str | None:
        """What to write for a team that pays or is paid."""
        if found.type != TEAM:
            return None
        own = [h.name for h in self.symbols.holders.values() if h.chips.per == "team"]
        name = own[0] if own else "NAME"
        declared = "" if own else f", with '{name}: 0 per team' under 'chips'"
        return f"a team has no purse: write '{name} of ...'{declared}"

    def amount(self, amount: syntax.Amount, scope: Scope, span: Span) -> tuple[str, Expr]:
        """How an amount is meant (`""`, `_up_to`, `_all`) and how much it is.

        `span` is the place of the whole effect.
        """
        if isinstance(amount, syntax.Name) and self._in_words(amount, scope, span):
            return "", BAD
        if isinstance(amount, syntax.AllOfIt):
            return "_all", ZERO
        if isinstance(amount, syntax.UpTo):
            return "_up_to", self.typed(amount.amount, scope, NUMBER)
        return "", self.typed(amount, scope, NUMBER)

    def _in_words(self, amount: syntax.Name, scope: Scope, span: Span) -> bool:
        """Whether an amount is said in words, `draw a card`, `pay one`, which is reported."""
        name = amount.name
        things = ("card", "chip", "coin", "point")
        chosen = scope.names.get(name)
        if (chosen is not None and chosen.type == NUMBER) or name in self.symbols.all_names():
            return False
        if name not in things and name not in NUMBERS:
            return False
        number = NUMBERS.get(name, 1)
        at = amount.span.start - span.start
        before = re.sub(r"\b(?:an?|the)\s+$", "", span.text[:at])
        after = span.text[at + len(name) :]
        noun = " card" if name == "card" else ""
        after = re.sub(r"\bthe\s+", "", after)
        written = " ".join(f"{before}{number}{noun}{after}".split())
        place = Span(span.file, span.start + len(before.rstrip()) + 1, amount.span.end)
        self.report("T411", "a number is needed here", place, f"write '{written}'")
        return True

    def _transfer(
        self, span: Span, amount: tuple[str, Expr], source: Slot | None, to: Slot | None
    ) -> tuple[tuple[Stmt, ...], frozenset[str]]:
        if source is None or to is None or amount[1] is BAD:
            return (), frozenset()
        how, number = amount
        arguments: tuple[Expr, ...] = (
            Address(HOLDER, False, source),
            Address(HOLDER, False, to),
        )
        if how != "_all":
            arguments += (number,)
        noted = self.noted(source, to)
        statement = Do("pay" + how, arguments + noted, Site(span, "pay"))
        return (statement,), frozenset({source.key, to.key, *(a.slot.key for a in noted)})

    def noted(self, *holders: Slot) -> tuple[Address, ...]:
        """Where it is noted who paid into those of the holders that remember it."""
        names = (h.key.removeprefix("chips ") for h in holders)
        return tuple(
            Address(NUMBER, False, Slot(NUMBER, False, f"paid {name}"))
            for name in names
            if name in self.symbols.contributions.values()
        )

    def _do_pay(self, effect: syntax.Pay, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if effect.source is not None and effect.subject is not None:
            self.report(
                "T411", "chips come from a player or from a holder, not from both", effect.span
            )
            return ()
        if effect.source is not None:
            body, parts = self._transfer(
                effect.span, self.amount(effect.amount, scope, effect.span),
                self.holder(effect.source, scope), self.holder(effect.to, scope),
            )  # fmt: skip
            return (*body, Changed(parts))
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        purse = None if player is BAD else Slot(HOLDER, player.maybe, "chips", player)
        body, parts = self._transfer(
            effect.span,
            self.amount(effect.amount, inner, effect.span),
            purse,
            self.holder(effect.to, inner),
        )
        return (*for_each(members, variable, body), Changed(parts))

    def _do_take(self, effect: syntax.Take, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        purse = None if player is BAD else Slot(HOLDER, player.maybe, "chips", player)
        body, parts = self._transfer(
            effect.span,
            self.amount(effect.amount, inner, effect.span),
            self.holder(effect.source, inner),
            purse,
        )
        return (*for_each(members, variable, body), Changed(parts))

    def _do_split(self, effect: syntax.Split, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        holder = self.holder(effect.holder, scope)
        players = self.typed(effect.among, scope, PLAYERS)
        if holder is None or players is BAD:
            return ()
        address = Address(HOLDER, False, holder)
        site = Site(effect.span, "split")
        noted = self.noted(holder)
        parts = frozenset({holder.key, "chips", *(a.slot.key for a in noted)})
        if not noted:
            return Do("split", (address, players), site), Changed(parts)
        best = self._who_competes(players, effect.among)
        if best is None:
            return ()
        everybody = self.in_turn_order(Call(PLAYERS, False, "everyone", (), True))
        return Do("split_layers", (address, *best, everybody, *noted), site), Changed(parts)

    def _who_competes(
        self, players: Expr, node: syntax.Expr
    ) -> tuple[Expr, Expr, Expr, Expr] | None:
        """The players named, how good each of them is, whether the greatest or the least is best,
        and whether there is only one best; None after a report.

        Each layer of a pot goes to the best of those who paid into it. So a line has to say who
        competes, and by what: from those who are best of all nobody knows who comes after them.
        """
        alone = players.children if isinstance(players, Items) or _is_list_of(players) else ()
        found = alone[0] if len(alone) == 1 else players
        if isinstance(found, Local) and found.name in self.best_of_all:
            self.report(
                "T414",
                f"'{node.span.text}' are those who are best of all; each layer of the chips goes to "
                "the best of those who paid into it",
                node.span,
                "write 'split ... among all players in ... with highest ...'",
            )
            return None
        if isinstance(found, Call) and any(is_best(a) for a in found.arguments):
            self.report(
                "T414", f"'{node.span.text}' says nothing of who is best in each layer", node.span,
                "write 'all players ...' or 'first player ...'",
            )  # fmt: skip
            return None
        if not (isinstance(found, Loop) and is_best(found)):
            return players, Items(list_of(NUMBER), False, ()), YES, NO
        assert found.value is not None
        listed = found.source
        if found.where is not None:
            listed = replace(found, how="all", type=PLAYERS, maybe=False, value=None)
        worth = list_of(found.value.type)
        values = replace(found, how="all", type=worth, maybe=False)
        greatest = YES if found.how in ("most", "max") else NO
        return listed, values, greatest, YES if found.how in ("max", "min") else NO

    def _do_score(self, effect: syntax.Score, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        points = self.symbols.memories.get("points")
        if points is not None and self.is_of_all("points"):
            self.of_each("points", effect.span)
            return ()
        if points is not None and self.symbols.kind_type(points.remember.kind) == UNKNOWN:
            return ()  # told where it is declared
        if points is None or points.remember.kind.name != "number" or points.remember.per is None:
            self.report(
                "T401", "'scores' adds to the memory 'points', and there is none", effect.span,
                "add 'points: number per player' under 'remember'", sought=Sought("points"),
            )  # fmt: skip
            return ()
        self.used.add("points")
        want = (
            TEAM
            if points.remember.per == "team" and self.says_team(effect.subject, scope)
            else PLAYER
        )
        members, variable, player, inner = self.for_subject(
            effect.subject, scope, effect.span, want
        )
        number = self.typed(effect.points, inner, NUMBER)
        if BAD in (player, number):
            return ()
        slot = self._own_property(player, "points", effect.span, inner)
        if not isinstance(slot, Slot):  # of a kind of thing that there is not, which is told
            return ()
        body = (
            Set(slot, Op(NUMBER, number.maybe, "+", (slot, number)), Site(effect.span, "points")),
        )
        return (*for_each(members, variable, body), Changed(frozenset({slot.key})))
