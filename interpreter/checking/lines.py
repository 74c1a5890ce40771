"""Lines that do things, checked: effects, guards, `for each`, tables that are consulted."""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean, listed
from rulerun.grammar.source import Span

from ..declarations import ruleset as rules
from .card_lines import CardLines
from .combining import (
    NO,
    YES,
    any_of,
    negate,
)
from .core import (
    Call,
    CardsIn,
    Changed,
    Const,
    Do,
    Expr,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Lookup,
    Op,
    Set,
    Site,
    Slot,
    Stmt,
)
from .doing import Place, for_each, indexed
from .fitting import deciding
from .scope import BAD, Scope
from .types import (
    CARDS,
    HOLDER,
    NUMBER,
    PLAYER,
    PLAYERS,
    TEAM,
    TEXT,
    UNKNOWN,
    YESNO,
    list_of,
)


class LineChecker(CardLines):
    """Checks blocks of lines into statements."""

    # ---------------------------------------------------------------- memories

    def memory_slot(self, node: syntax.Expr, scope: Scope) -> Slot | None:
        """The memory that a line changes; None after a report."""
        found = self.expr(node, replace(scope, random_allowed=False))
        if isinstance(found, Slot) and found.key.startswith("memory "):
            return indexed(found, node.span)
        if found.type != UNKNOWN:
            what = "chips are paid and taken" if found.type == HOLDER else "it is no memory"
            if isinstance(found, Slot) and found.key.startswith("paid "):
                what = "it changes with what is paid"
            # That a form calls something else so may be why: then a memory is called otherwise.
            asked = node.name if isinstance(node, syntax.Name) else ""
            self.report(
                "T413", f"'{node.span.text}' cannot be changed so: {what}", node.span,
                sought=Sought(asked, "remember") if asked else None,
            )  # fmt: skip
        return None

    def _do_becomes(self, effect: syntax.Becomes, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        slot = self.memory_slot(effect.target, scope)
        if slot is None:
            return ()
        target = Note(f"this is {slot.type}", deciding(effect.target), equal=True)
        value = self.typed(effect.value, scope, slot.type, (target,))
        return Set(slot, value, Site(effect.span, "memory")), Changed(frozenset({slot.key}))

    def _do_add(self, effect: syntax.Add, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        return self._change(effect.value, effect.target, "+", "added", effect.span, scope)

    def _do_remove(self, effect: syntax.Remove, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        return self._change(effect.value, effect.target, "-", "removed", effect.span, scope)

    def _change(
        self, value: syntax.Expr, target: syntax.Expr, op: str, function: str, span: Span,
        scope: Scope,
    ) -> tuple[Stmt, ...]:  # fmt: skip
        slot = self.memory_slot(target, scope)
        if slot is None:
            return ()
        result: Expr
        why = Note(f"this is {slot.type}", target.span, equal=True)
        if slot.type.is_list:
            fitting = self.typed(value, scope, slot.type, (why,))
            result = Call(slot.type, False, function, (slot, fitting))
        elif slot.type == NUMBER:
            number = self.typed(value, scope, NUMBER, (why,))
            result = Op(NUMBER, number.maybe, "+" if op == "+" else "-", (slot, number))
        else:
            self.report(
                "T413", f"'{target.span.text}' is {slot.type}: only numbers and lists are added to",
                target.span,
            )  # fmt: skip
            return ()
        return Set(slot, result, Site(span, "memory")), Changed(frozenset({slot.key}))

    # ---------------------------------------------------------------- tables

    def _do_consult(self, effect: syntax.Consult, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        table = self.symbols.tables.get(effect.table)
        if table is None or table.gives is not None:
            known = [t.name for t in self.symbols.tables.values() if t.gives is None]
            what = "gives a value and is not consulted" if table else "is no table"
            self.report(
                "T401", f"'{effect.table}' {what}", effect.table_span,
                did_you_mean(effect.table, known),
                sought=None if table else Sought(effect.table),
            )  # fmt: skip
            return ()
        if table.parameters:
            self.report("T402", f"'{table.name}' cannot be consulted: it has a noun", table.span)
            return ()
        if effect.subject is None:
            return self.consult(table, effect.table_span, scope, place)
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        if player is BAD:
            return ()
        if members is not None:
            body = self.consult(table, effect.table_span, replace(inner, you=player), place)
            return for_each(members, variable, body)
        bind, local = self.keep("consulting", player)
        inner = replace(scope, you=local)
        return (bind, *self.consult(table, effect.table_span, inner, place))

    def consult(
        self, table: rules.Table, span: Span, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        """The rows of an action table, written out where it is consulted."""
        inner = self._enter(table.name, (), (), span, scope, len(table.rows))
        if inner is None:
            return ()
        place = replace(place, in_table=True)
        site = Site(table.span, table.name)
        rows: list[tuple[tuple[Stmt, ...], Expr, tuple[Stmt, ...]]] = []
        otherwise: tuple[Stmt, ...] | None = None
        for row in table.rows:
            line = row.row.outcome
            if not isinstance(line, syntax.Steps | syntax.Guard | syntax.ForEach):
                continue  # a value where something is to be done: told already
            condition = row.row.condition
            if row.row.kind == "otherwise":
                otherwise = self.line(line, inner, place)[0]
                continue
            if condition is None:
                rows.append(((), YES, self.line(line, inner, place)[0]))
                continue
            before, asked, row_scope = self.guard(condition, line, inner)
            rows.append((before, asked, self.line(line, row_scope, place)[0]))
        if table.hit == "first":
            result: tuple[Stmt, ...] = otherwise or ()
            for before, asked, body in reversed(rows):
                result = (*before, If(asked, body, result))
            return result
        return self._all_asked_first(table, rows, otherwise, site)

    def _all_asked_first(
        self,
        table: rules.Table,
        rows: list[tuple[tuple[Stmt, ...], Expr, tuple[Stmt, ...]]],
        otherwise: tuple[Stmt, ...] | None,
        site: Site,
    ) -> tuple[Stmt, ...]:
        statements: list[Stmt] = []
        asked: list[Expr] = []
        for i, (before, condition, _) in enumerate(rows):
            bind, local = self.keep(f"{table.name}_{i + 1}", condition)
            statements += [*before, bind]
            asked.append(local)
        if table.hit == "unique":
            applying = Items(list_of(YESNO), False, tuple(asked))
            statements.append(Do("only_one_row", (applying, YES if otherwise else NO), site))
            result: tuple[Stmt, ...] = otherwise or ()
            for applies, (_, _, body) in zip(reversed(asked), reversed(rows), strict=True):
                result = (If(applies, body, result),)
            return (*statements, *result)
        for applies, (_, _, body) in zip(asked, rows, strict=True):
            statements.append(If(applies, body))
        if otherwise is not None:
            statements.append(If(negate(any_of(asked)), otherwise))
        return tuple(statements)

    # ---------------------------------------------------------------- turn order and leaving

    def _do_playsnext(
        self, effect: syntax.PlaysNext, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        player = self.typed(effect.player, scope, PLAYER)
        if place.unused:
            return ()
        for phase in place.around:
            if isinstance(phase.who, syntax.InTurn):
                slot = Slot(PLAYER, True, f"next {phase.path}")
                return Set(slot, player, Site(effect.span, "player")), Changed(frozenset())
        self.report(
            "T414", "'plays next' needs a 'players in turn' around it", effect.span
        )  # fmt: skip
        return ()

    def _do_reversedirection(
        self, effect: syntax.ReverseDirection, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        slot = Slot(NUMBER, False, "direction")
        turned = Op(NUMBER, False, "neg", (slot,))
        return Set(slot, turned), Changed(frozenset({"direction"}))

    def _do_dropout(self, effect: syntax.DropOut, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        want = TEAM if self.says_team(effect.subject, scope) else PLAYER
        members, variable, player, _ = self.for_subject(effect.subject, scope, effect.span, want)
        if player is BAD:
            return ()
        site = Site(effect.span, "player")
        body: tuple[Stmt, ...] = (Do("drop_out", (player,), site),)
        if want == TEAM:
            seat = Local(PLAYER, False, scope.variable("player"))
            all_of_them = Lookup(PLAYERS, False, "members", player)
            body = (For(seat, all_of_them, (Do("drop_out", (seat,), site),)),)
        return (*for_each(members, variable, body), Changed(frozenset({"live"})))

    def _may_leave(self, what: str, place: Place, span: Span) -> bool:
        if place.settled is None:
            return True
        self.report("T414", f"'{what}' cannot stand {place.settled}", span)
        return False

    def _do_goagain(self, effect: syntax.GoAgain, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if not self._may_leave("go again", place, effect.span):
            return ()
        if place.decision is None and place.unused:
            return ()
        if place.decision is None:
            self.report("T414", "'go again' stands only in the 'do' of a move", effect.span)
            return ()
        return (Leave(place.decision),)

    def _do_goto(self, effect: syntax.GoTo, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if not self._may_leave("go to", place, effect.span):
            return ()
        if place.unused and effect.phase in self.symbols.phases:
            return ()
        groups = [p.phases for p in place.around] + [self.symbols.rules.phases]
        for phases in groups[1:] if place.around else groups:
            for phase in phases:
                if phase.name == effect.phase and phase.name != "moves":
                    self.used.add(f"phase {phase.name}")
                    return (Leave(phase.path),)
        known = [p.name for phases in groups for p in phases if p.name != "moves"]
        if effect.phase in self.symbols.phases:
            message = f"'{effect.phase}' lies neither beside this phase nor beside one around it"
            self.report("T401", message, effect.phase_span)
        else:
            self.report(
                "T401", f"no phase is called '{effect.phase}'", effect.phase_span,
                did_you_mean(effect.phase, known), sought=Sought(effect.phase, "phases"),
            )  # fmt: skip
        return ()

    def _do_endyourturn(
        self, effect: syntax.EndYourTurn, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        if not self._may_leave("end your turn", place, effect.span):
            return ()
        you = scope.you
        if place.unused:
            return ()
        if you is None:
            self.report(
                "T402", "there is no 'you' here: it is nobody's turn", effect.span,
                "'end PHASE' ends a phase",
            )  # fmt: skip
        elif not isinstance(you, Slot) or not you.key.startswith("you "):
            message = "'you' is whoever consults the table here, and it need not be that one's turn"
            self.report("T414", message, effect.span, "put it where the table is consulted")
        elif place.turn_is_over:
            message = "this is the 'after turn': the turn is ending already"
            self.report("T414", message, effect.span, "leave it out")
        else:
            return (Leave(you.key.removeprefix("you ") + ":after"),)
        return ()

    def _do_end(self, effect: syntax.End, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if not self._may_leave(f"end {effect.phase}", place, effect.span):
            return ()
        if effect.phase == "game":
            if place.move is None or place.in_table:
                self.report("T414", "'end game' stands only in the 'do' of a move", effect.span)
                return ()
            return (GameOver(self.symbols.word(place.move)),)
        if place.unused and effect.phase in self.symbols.phases:
            return ()
        for phase in place.around:
            if phase.name == effect.phase and phase.name != "moves":
                if place.ending == phase.name:
                    self.report(
                        "T414", f"this is the 'at end' of '{phase.name}': it is ending already",
                        effect.span,
                    )  # fmt: skip
                    return ()
                return (Leave(f"{phase.path}:end"),)
        known = [p.name for p in place.around if p.name != "moves"]
        self.report(
            "T401", f"'{effect.phase}' is no phase around this line", effect.phase_span,
            did_you_mean(effect.phase, known) or (f"around it: {listed(known)}" if known else None),
            sought=Sought(effect.phase, "phases"),
        )  # fmt: skip
        return ()

    def _do_say(self, effect: syntax.Say, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        parts: list[Expr] = []
        for part in effect.parts:
            parts.append(
                Const(TEXT, False, part) if isinstance(part, str) else self.expr(part, scope)
            )
        tagged = tuple(
            Items(TEXT, False, (Const(TEXT, False, p.type.name), CardsIn(CARDS, False, p)))
            if p.type.name in ("pile", "piles")
            else Items(TEXT, False, (Const(TEXT, False, p.type.name), p))
            for p in parts
        )
        said = Do("say", (Items(TEXT, False, tagged),), Site(effect.span, "say"))
        return said, Changed(frozenset())

    def _do_donothing(
        self, effect: syntax.DoNothing, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        return (Changed(frozenset()),)
