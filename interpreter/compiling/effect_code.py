"""Effects on cards and chips as Python: a call of the procedure that carries them out, or, where there
is little to note, what it does, written out."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cached_property

from ..checking.core import Address, Const, Do, Expr, Items, Local, PileAt, PilesAt, Site
from ..checking.facts import all_statements, never_negative, noted_by
from .cell_code import CellEmitter
from .dealt import dealt
from .expression_code import telling_several
from .python_code import CELLS, PILES, STATE, as_target, call, const, index, is_short, name, store


class EffectEmitter(CellEmitter):
    """Turns effects into Python."""

    def _do(self, statement: Do) -> list[ast.stmt]:
        if statement.procedure == "gather" and self._is_plain_gather(statement):
            source, into = (index(PILES, self.expr(a)) for a in statement.arguments[:2])
            return [
                ast.AugAssign(as_target(into), ast.Add(), source),
                ast.Expr(ast.Call(ast.Attribute(source, "clear", ast.Load()), [], [])),
            ]
        if statement.procedure in ("deal", "deal_each"):
            targets = self._dealt_into(statement)
            if targets is not None:
                slowly = self.procedure(statement)
                if statement.procedure == "deal" and not self.tracks:
                    slowly = call(
                        "deal_unnoted", STATE, *(self.expr(a) for a in statement.arguments[:3]),
                        self.site(statement.site),
                    )  # fmt: skip
                source = self.expr(statement.arguments[0])
                return dealt(source, targets, slowly, self.tracks or self.shows)
        if statement.procedure == "move_card":
            laid = self._laid_open(statement)
            if laid is not None:
                return laid
        noted = noted_by(statement)
        if noted and statement.procedure.startswith("pay"):
            kept = statement.arguments[: -len(noted)]
            statement = replace(statement, procedure=f"{statement.procedure}_noted", arguments=kept)
        if statement.procedure == "pay_all":
            paid = self._paid_whole(statement)
            if paid is not None:
                return paid
        if statement.procedure in ("pay", "pay_up_to") and not statement.arguments[2].maybe:
            return self.payment(statement)
        done: ast.stmt = ast.Expr(self.procedure(statement))
        if statement.procedure == "only_one_row":
            applying, rest = statement.arguments
            assert isinstance(applying, Items)
            count: ast.expr = const(0)
            for i, row in enumerate(applying.items):
                row_ = self.expr(row)
                count = ast.BinOp(count, ast.Add(), row_) if i else row_
            fine = ast.Gt() if rest == Const(rest.type, False, True) else ast.NotEq()
            done = ast.If(ast.Compare(count, [fine], [const(1)]), [done], [])
        return [done]

    def _laid_open(self, statement: Do) -> list[ast.stmt] | None:
        """A card goes from where it is known to lie to a pile that all see: there is little to note.
        None where it may be gone from there, or where more is to be noted."""
        card, to, _, hint = statement.arguments
        lay = self.context.lie_in.get(card)
        if lay is None or not self.context.untouched or not isinstance(hint, Const):
            return None
        if not isinstance(to, PileAt) or lay.type.pile in self.shuffled:
            return None
        declared = self.layout.piles[to.pile]
        if declared.face != "up" or declared.groups or to.pile in self.shuffled:
            return None
        here, there = index(PILES, self.expr(lay)), index(PILES, self._argument(to, statement.site))
        number = self.expr(card)
        body: list[ast.stmt] = []
        if to.maybe:  # whether it is there is asked before anything is moved
            body.append(ast.Assign([store("to")], there))
            there = name("to")

        def done(of: ast.expr, method: str, *arguments: ast.expr) -> ast.stmt:
            return ast.Expr(ast.Call(ast.Attribute(of, method, ast.Load()), [*arguments], []))

        def of_state(part: str) -> ast.expr:
            return ast.Attribute(STATE, part, ast.Load())

        body += [done(here, "remove", number), done(there, "append", number)]
        if self.tracks:
            body.append(done(of_state("known"), "pop", number, const(None)))
        if declared.remembers_who_played:
            mover = index(CELLS, const(self.layout.cell_base["mover"]))
            noted = ast.Subscript(of_state("played_by"), number, ast.Store())
            body.append(ast.Assign([noted], mover))
        if self.shows:
            gone = done(of_state("shown"), "pop", number, const(None))
            body.append(ast.If(of_state("shown"), [gone], []))
        return body

    @cached_property
    def shows(self) -> bool:
        """Whether cards are ever shown to players."""
        return any(
            isinstance(s, Do) and s.procedure == "show" for s in all_statements(self.program)
        )

    def payment(self, statement: Do) -> list[ast.stmt]:
        """Chips change hands; what cannot be is left to the procedure, which says why."""
        source, to, amount = statement.arguments
        assert isinstance(source, Address) and isinstance(to, Address)
        owed, have, payee = name("owed"), name("have"), self.address(to.slot)
        payer: ast.expr = name("payer")
        up_to = statement.procedure == "pay_up_to"
        much, place = self.expr(amount), self.address(source.slot)
        body: list[ast.stmt] = [ast.Assign([store("owed")], much)]
        if isinstance(place, ast.Constant):
            payer = place
        else:
            body.append(ast.Assign([store("payer")], place))
        body.append(ast.Assign([store("have")], index(CELLS, payer)))
        if to.slot.index is not None and not isinstance(to.slot.index, Const | Local):
            # Who is paid is decided before anything changes hands.
            body.append(ast.Assign([store("payee")], payee))
            payee = name("payee")
        wrong: list[ast.expr] = []
        known = isinstance(much, ast.Constant) and isinstance(much.value, int) and much.value >= 0
        if not (known or never_negative(amount)):
            wrong.append(ast.Compare(owed, [ast.Lt()], [const(0)]))
        if not up_to:
            wrong.append(ast.Compare(owed, [ast.Gt()], [have]))
        if wrong:
            test = wrong[0] if len(wrong) == 1 else ast.BoolOp(ast.Or(), wrong)
            body.append(ast.If(test, [ast.Expr(self.procedure(statement))], []))
        if up_to:
            less = ast.Compare(have, [ast.Lt()], [owed])
            body.append(ast.If(less, [ast.Assign([store("owed")], have)], []))
        paid = ast.Subscript(CELLS, payer, ast.Store())
        got = ast.Subscript(CELLS, payee, ast.Store())
        return [
            *body,
            ast.Assign([paid], ast.BinOp(have, ast.Sub(), owed)),
            ast.AugAssign(got, ast.Add(), owed),
        ]

    def _paid_whole(self, statement: Do) -> list[ast.stmt] | None:
        """All chips of a holder go to another one; None where both may be the same."""
        source, to = statement.arguments
        assert isinstance(source, Address) and isinstance(to, Address)
        if source.slot.key == to.slot.key:
            return None
        payer, payee = self.address(source.slot), self.address(to.slot)
        if not (is_short(payer) and is_short(payee)):
            return None
        got = ast.Subscript(CELLS, payee, ast.Store())
        return [
            ast.AugAssign(got, ast.Add(), index(CELLS, payer)),
            ast.Assign([ast.Subscript(CELLS, payer, ast.Store())], const(0)),
        ]

    def _dealt_into(self, statement: Do) -> list[ast.expr] | None:
        """Into which pile each of a known number of cards goes, the next one first, where nothing is to be
        noted of those that nobody has seen; None elsewhere."""
        source, into, count, _ = statement.arguments
        if not (isinstance(count, Const) and isinstance(count.value, int) and count.value >= 0):
            return None
        if not isinstance(source, PileAt) or source.maybe:
            return None
        if statement.procedure == "deal_each":
            numbers = self.expr(into)
            if not isinstance(into, PilesAt) or not isinstance(numbers, ast.Tuple):
                return None
            targets = numbers.elts
        elif isinstance(into, PileAt) and not into.maybe:
            targets = [self.expr(into)]
        else:
            return None
        if self._notes(into) or source.pile == into.pile:
            return None
        declared = self.layout.piles[into.pile]
        if declared.groups or (self.tracks and declared.top_face_up):
            return None
        return targets * count.value

    def _notes(self, pile: Expr) -> bool:
        """Whether anything is to be noted of cards that come to a pile."""
        of = pile.type if pile.type.item is None else pile.type.item
        declared = self.layout.piles[of.pile or ""]
        return declared.face == "either" or declared.remembers_who_played

    def _is_plain_gather(self, statement: Do) -> bool:
        """Whether cards that all have seen go where all see them: nothing is to be noted."""
        source, into, under = statement.arguments
        if self.tracks or source == into or under != Const(under.type, False, False):
            return False
        if not all(isinstance(a, PileAt) and not a.maybe for a in (source, into)):
            return False
        return source.type.pile not in self.shuffled and not self._notes(into)

    def procedure(self, statement: Do) -> ast.expr:
        """The call that carries an effect out."""
        if statement.procedure in ("move_card", "move"):
            card, to, up, hint = statement.arguments
            if isinstance(hint, Const) and card in self.context.lie_in:
                # It is looked for there first.
                kept = (card, to, up, self.context.lie_in[card])
                statement = replace(statement, arguments=kept)
        arguments = [
            self.address(a.slot) if isinstance(a, Address) else self._argument(a, statement.site)
            for a in statement.arguments
        ]
        return call(statement.procedure, STATE, *arguments, self.site(statement.site))

    def _argument(self, argument: Expr, site: Site) -> ast.expr:
        """A pile that a line needs has to be there."""
        if argument.maybe and not isinstance(argument, Const):
            if argument.type.name == "pile":
                return self.needed(argument, replace(site, what="pile"))
            if argument.type.name == "number":
                return self.expr(telling_several(argument, site))
        return self.expr(argument)
