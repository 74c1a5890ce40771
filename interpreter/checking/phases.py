"""Phases and turns, checked: each becomes a handful of blocks.

Each phase becomes a handful of blocks (LANGUAGE part 5), named after its path (names have no colon):

    P        entered: its count is 0
    P:pass   before a pass: `repeat`, count, memories, `skip when`, `at start`
    P:begin  the turns begin (or P:body, where it has none)
    P:next   whose turn is next
    P:turn   `before turn`, `skip turn when`
    P:body   the first sub-phase, or the decision
    P:after  `after turn`, then the `end` rows after a turn
    P:end    `at end`, then the `end` rows after a pass
"""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Sought, did_you_mean, nearest

from ..declarations import ruleset as rules
from . import marks
from .combining import (
    ZERO,
    all_of,
    made_with,
    negate,
    ordered,
)
from .constants import constant, is_constant
from .core import (
    OVER,
    OWNER,
    Address,
    Bind,
    Block,
    Call,
    CarryOut,
    Cell,
    Choose,
    Const,
    Decision,
    Do,
    Domain,
    Entry,
    Expr,
    Fired,
    Firing,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Loop,
    MoveRule,
    Op,
    Rule,
    Set,
    Site,
    Slot,
    Start,
    Stmt,
)
from .doing import Place
from .lines import LineChecker
from .scope import BAD, Findings, Scope
from .symbols import Symbols
from .types import (
    CARD,
    CARDS,
    NUMBER,
    PLAYER,
    PLAYERS,
    UNKNOWN,
    WORD,
    YESNO,
    list_of,
)

NOBODY = Const(PLAYER, True, None)
NO_PLAYERS = Items(PLAYERS, False, ())
ONE = Const(NUMBER, False, 1)
AT_ANY_TIME = "in a row of 'at any time'"


class PhaseChecker(LineChecker):
    """Checks phases, turns and decisions into blocks."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        super().__init__(symbols, findings)
        self.rules = symbols.rules
        self.cells: dict[str, Cell] = {}
        self.blocks: list[Block] = []
        self.decisions: list[Decision] = []
        self.entries: dict[str, Entry] = {}

    def _block(self, label: str, body: tuple[Stmt, ...], to: str) -> None:
        self.blocks.append(Block(label, body, to))

    def _cell(self, cell: Cell) -> Slot:
        self.cells[cell.key] = cell
        return Slot(cell.type, cell.start is None or cell.start.maybe, cell.key)

    def _started(self, memory: rules.Memory, scope: Scope) -> Expr:
        starts = memory.remember.starts
        if starts is None:
            return self.initial(memory)
        type_ = self.symbols.kind_type(memory.remember.kind)
        owner = self._owner(memory)
        if owner is not None:
            scope = scope.testing(memory.remember.per or "", owner)
        value = self.typed(starts, replace(scope, random_allowed=True), type_)
        low, high = memory.remember.kind.low, memory.remember.kind.high
        if (
            isinstance(value, Const)
            and isinstance(value.value, int)
            and isinstance(low, syntax.Number)
            and isinstance(high, syntax.Number)
            and not low.value <= value.value <= high.value
        ):
            kept = f"'{memory.name}' is a number from {low.value} to {high.value}"
            self.report("T414", f"{kept}, it cannot start as {value.value}", starts.span)
        if isinstance(value, Const) and value.value is None and type_ in (NUMBER, WORD):
            self.report("T411", f"{type_} is needed here, not nothing", starts.span)
        return value

    def _owner(self, memory: rules.Memory) -> Local | None:
        """Each of those who have such a memory, while it starts."""
        per = memory.remember.per
        type_ = None if per is None else self.symbols.owner_type(per)
        return None if type_ is None else Local(type_, False, OWNER)

    def initial(self, memory: rules.Memory) -> Expr:
        """What a memory holds before anything: 0, no, the first word, nothing, or empty."""
        type_ = self.symbols.kind_type(memory.remember.kind)
        if type_ == NUMBER:
            return ZERO
        if type_ == YESNO:
            return Const(YESNO, False, False)
        if type_ == WORD:
            return Const(WORD, False, self.symbols.word(type_.words[0]))
        if type_.is_list:
            return Items(type_, False, ())
        return Const(type_, True, None)

    # ---------------------------------------------------------------- phases

    def _phase(
        self,
        phase: rules.Phase,
        out: str,
        you: Slot | None,
        around: tuple[rules.Phase, ...],
        outer: Scope,
    ) -> None:
        scope = replace(outer, you=you)
        path, inside = phase.path, (phase, *around)
        place = Place(inside)
        mine = you if phase.who is None else Slot(PLAYER, False, f"you {path}")
        end, body = f"{path}:end", f"{path}:body"
        first = body if phase.who is None else f"{path}:begin"

        count = Slot(NUMBER, False, f"count {phase.name}")
        counted = phase.name != "moves"
        again = phase.repeat is not None
        entering = (Set(count, ZERO if again else ONE),) if counted else ()
        self._block(path, entering, f"{path}:pass")

        passing: list[Stmt] = []
        if phase.repeat is not None:
            passing += self._repeat(phase.repeat, count, out, scope)
            if counted:
                passing.append(Set(count, Op(NUMBER, False, "+", (count, ONE))))
        passing += self._start_memories(phase, scope)
        if phase.skip_when is not None:
            skip = self.yesno(phase.skip_when, scope)
            noted = marks.passing(self.symbols, "skipped", phase.skip_when.span)
            passing.append(If(skip, (*noted, Leave(f"{path}:pass" if again else out))))
        passing += marks.passing(self.symbols, "phase", phase.span)
        passing += self.block(phase.at_start, scope, place)
        self._block(f"{path}:pass", tuple(passing), first)

        if phase.who is not None:
            self._turns(phase, scope, mine, inside)
        turned = replace(outer, you=mine)
        after = end if phase.who is None else f"{path}:after"
        if isinstance(phase.who, syntax.AtOnce):
            self._at_once(phase, turned, scope, inside)
        elif phase.moves:
            self._decision(phase, turned, inside, after, body)
        elif phase.phases:
            self._block(body, (), phase.phases[0].path)
            labels = [*(p.path for p in phase.phases[1:]), after]
            for sub, label in zip(phase.phases, labels, strict=True):
                self._phase(sub, label, mine, inside, outer)
        else:
            self._block(body, (), after)

        ending = self.block(phase.at_end, scope, replace(place, ending=phase.name))
        if phase.who is None or isinstance(phase.who, syntax.AtOnce):
            ending += self._endings_after(phase, scope)
        self._block(end, ending, f"{path}:pass" if again else out)
        if phase.name != "moves":
            self._entry(phase, around, first)

    def _repeat(self, repeat: syntax.Repeat, count: Slot, out: str, scope: Scope) -> list[Stmt]:
        checks: list[Stmt] = []
        if repeat.until is not None:
            noted = marks.passing(self.symbols, "ended", repeat.until.span)
            checks.append(If(self.yesno(repeat.until, scope), (*noted, Leave(out))))
        if repeat.times is not None:
            times = self.typed(repeat.times, scope, NUMBER)
            checks.append(If(negate(ordered("<", count, times)), (Leave(out),)))
        return checks

    def _start_memories(self, phase: rules.Phase, scope: Scope) -> list[Stmt]:
        """The phase's memories start afresh, for all players."""
        statements: list[Stmt] = []
        for memory in phase.memories:
            key = f"memory {memory.name}"
            type_ = self.symbols.kind_type(memory.remember.kind)
            value = self._started(memory, scope)
            owner = self._owner(memory)
            if owner is not None:
                statements.append(Start(key, owner, value, Site(memory.span, "memory")))
            else:
                # What starts as 0 need not be within the bounds of what it is changed to.
                site = Site(memory.span, "memory") if memory.remember.starts is not None else None
                statements.append(Set(Slot(type_, True, key), value, site))
        return statements

    def _turns(
        self,
        phase: rules.Phase,
        scope: Scope,
        you: Slot | None,
        inside: tuple[rules.Phase, ...],
    ) -> None:
        path, who = phase.path, phase.who
        assert you is not None
        begin, next_, turn, end = (f"{path}:{p}" for p in ("begin", "next", "turn", "end"))
        until: tuple[Stmt, ...] = ()
        if phase.until is not None:
            noted = marks.passing(self.symbols, "ended", phase.until.span)
            until = (If(self.yesno(phase.until, scope), (*noted, Leave(end))),)
        after_turn = next_
        if isinstance(who, syntax.OnePlayer):
            player = self._one_player(who.player, scope)
            site = Site(who.player.span, "player")
            self._block(begin, (*until, Set(you, player, site)), f"{path}:seated")
            out = negate(Op(YESNO, False, "in", (you, Slot(PLAYERS, False, "live"))))
            self._block(f"{path}:seated", (If(out, (Leave(end),)),), turn)
            after_turn = end
        elif isinstance(who, syntax.EachPlayer):
            queue = self._cell(Cell(f"queue {path}", "", PLAYERS, Items(PLAYERS, False, ())))
            before, start = self._starting(who, scope)
            self._block(begin, (*before, Set(queue, self._queue(who, scope, start))), next_)
            seat = Local(PLAYER, False, "player_0")
            pick: list[Stmt] = [
                *until,
                If(
                    negate(Op(YESNO, False, "!=", (queue, Items(PLAYERS, False, ())))),
                    (Leave(end),),
                ),
                Bind(seat.name, Call(PLAYER, False, "head", (queue,))),
                Set(queue, Call(PLAYERS, False, "rest", (queue,))),
            ]
            passed = negate(Op(YESNO, False, "in", (seat, Slot(PLAYERS, False, "live"))))
            pick.append(If(passed, (Leave(next_),)))
            if who.where is not None:
                may = self.yesno(who.where, scope.testing("player", seat))
                pick.append(If(negate(may), (Leave(next_),)))
            pick.append(Set(you, seat))
            self._block(next_, tuple(pick), turn)
        elif isinstance(who, syntax.InTurn):
            self._in_turn(phase, who, scope, you, until)
        if isinstance(who, syntax.AtOnce):
            return
        place = Place(inside)
        mine = replace(scope, you=you)
        opening = self._start_memories(phase, scope)
        opening += self.block(phase.before_turn, mine, place)
        if phase.skip_turn_when is not None:
            skip = self.yesno(phase.skip_turn_when, mine)
            noted = marks.passing(self.symbols, "skipped", phase.skip_turn_when.span)
            opening.append(If(skip, (*noted, Leave(f"{path}:after"))))
        self._block(turn, tuple(opening), f"{path}:body")
        closing = self.block(phase.after_turn, mine, place) + self._endings_after(phase, mine)
        self._block(f"{path}:after", closing, after_turn)

    def _one_player(self, who: syntax.Expr, scope: Scope) -> Expr:
        """Whoever has the only turn; all who play are written in another way than one of them."""
        is_one = isinstance(who, syntax.Name) and who.name in self.symbols.all_names()
        write = None
        if isinstance(who, syntax.Listing) and len(who.items) > 1:
            write = f"'each player where player is in {who.span.text}'"
        elif isinstance(who, syntax.Name | syntax.Pick) and not is_one:
            from rulerun.grammar.idioms import everybody  # most files have no mistakes

            write = everybody(who.span.text)
        if write is not None:
            message = f"turns are not given with '{' '.join(who.span.text.split())}'"
            return self.report("T411", message, who.span, f"write {write}")
        return self.typed(who, scope, PLAYER)

    def _queue(
        self, who: syntax.EachPlayer | syntax.AtOnce, scope: Scope, start: Expr | None = None
    ) -> Expr:
        """The order of turns, fixed when they begin."""
        players = self.players()
        reads = frozenset({"direction", "live"})
        if isinstance(who, syntax.AtOnce):
            return Call(PLAYERS, False, "turn_queue", (players, NOBODY), True, reads)
        if start is None:
            start = NOBODY
            if who.starting is not None:
                start = self.typed(who.starting, scope, PLAYER)
        if who.other:
            you = self._you(syntax.You(span=who.span), scope)
            if who.starting is None:
                start = Call(PLAYER, True, "left_of", (you,), True, frozenset({"live"}))
            queue: Expr = Call(PLAYERS, False, "turn_queue", (players, start), True, reads)
            return Op(PLAYERS, False, "without", (queue, Items(PLAYERS, False, (you,))))
        return Call(PLAYERS, False, "turn_queue", (players, start), True, reads)

    def _starting(
        self, who: syntax.EachPlayer | syntax.InTurn, scope: Scope
    ) -> tuple[tuple[Stmt, ...], Expr]:
        """Whoever is said to start is somebody, unless nobody is left to play."""
        if who.starting is None:
            return (), NOBODY
        start = self.typed(who.starting, scope, PLAYER)
        if not start.maybe or start is BAD:
            return (), start
        local = Local(PLAYER, True, "starting")
        nobody = Op(YESNO, False, "=", (local, NOBODY))
        anybody = Op(YESNO, False, "!=", (Slot(PLAYERS, False, "live"), NO_PLAYERS))
        site = Site(who.span, "player")
        there = Do("must_be_there", (local,), site)
        if isinstance(start, Call) and start.function == "only":
            there = Do("must_be_one", start.arguments, site)
        return (Bind(local.name, start), If(all_of([nobody, anybody]), (there,))), local

    def _in_turn(
        self,
        phase: rules.Phase,
        who: syntax.InTurn,
        scope: Scope,
        you: Slot,
        until: tuple[Stmt, ...],
    ) -> None:
        path = phase.path
        wanted = self._cell(Cell(f"next {path}", "", PLAYER, NOBODY))
        before, start = self._starting(who, scope)
        if who.starting is None:
            start = Call(PLAYER, True, "first", (self.players(),))
        begin = (*before, Set(wanted, start), Set(you, NOBODY))
        self._block(f"{path}:begin", begin, f"{path}:next")
        seat = Local(PLAYER, False, "player_0")
        reads = frozenset({"direction", "live"})
        after = Call(PLAYER, True, "next_after", (you,), True, reads)
        there = Op(YESNO, False, "!=", (wanted, NOBODY))
        choose = Choose(PLAYER, True, there, wanted, after)
        candidates = Call(PLAYERS, False, "round_from", (choose,), True, reads)
        where = None
        if who.where is not None:
            where = self.yesno(who.where, scope.testing("player", seat))
        found = Loop(PLAYER, True, "first", seat, candidates, where, None)
        nobody = Op(YESNO, False, "=", (seat, NOBODY))
        self._block(
            f"{path}:next",
            (
                *until,
                Bind(seat.name, found),
                Set(wanted, NOBODY),
                If(nobody, (Leave(f"{path}:end"),)),
                Set(you, seat),
            ),
            f"{path}:turn",
        )

    def _endings_after(self, phase: rules.Phase, scope: Scope) -> tuple[Stmt, ...]:
        tests: list[Stmt] = []
        for end in self.rules.ends:
            if end.ending.after == phase.name:
                condition = self.yesno(end.ending.condition, scope)
                tests.append(If(condition, (GameOver(self.symbols.word(end.name)),)))
        return tuple(tests)

    def _endings_now(self) -> tuple[Stmt, ...]:
        """When `setup` is complete, the rows without `after` are tested for the first time."""
        return tuple(
            If(self.yesno(e.ending.condition, Scope()), (GameOver(self.symbols.word(e.name)),))
            for e in self.rules.ends
            if e.ending.after is None
        )

    def _ends_named(self) -> None:
        for end in self.rules.ends:
            name, span = end.ending.after, end.ending.after_span
            if name is not None and span is not None and name not in self.symbols.phases:
                self.report(
                    "T401", f"no phase is called '{name}'", span,
                    did_you_mean(name, self.symbols.phases), sought=Sought(name, "phases"),
                )  # fmt: skip

    def _firing(self, row: rules.Row) -> Firing:
        condition, line = row.row.condition, row.row.outcome
        assert condition is not None and isinstance(
            line, syntax.Steps | syntax.Guard | syntax.ForEach
        )
        place = Place(settled=AT_ANY_TIME)
        before, asked, scope = self.guard(condition, line, Scope())
        body, _ = self.line(line, scope, place)
        return Firing(row.name, (*before, If(asked, (*body, Fired()))), Site(row.span, row.name))

    # ---------------------------------------------------------------- decisions

    def _decision(
        self,
        phase: rules.Phase,
        scope: Scope,
        inside: tuple[rules.Phase, ...],
        after: str,
        label: str,
    ) -> None:
        if not isinstance(scope.you, Slot):
            self.report(
                "T402", "moves need a 'who': nobody's turn is it here", phase.span,
                "write 'who: each player' in this phase or one around it",
            )  # fmt: skip
            return
        stuck = None
        if phase.if_stuck is not None:
            stuck = f"{phase.path}:stuck"
            self._block(stuck, self.block(phase.if_stuck, scope, Place(inside)), after)
        moves = tuple(
            self._move(move, scope, Place(inside, decision=label, move=move.name), after)
            for move in phase.moves
        )
        self.decisions.append(
            Decision(label, phase.path, scope.you, moves, stuck, False, phase.span)
        )

    def _move(self, move: rules.Move, scope: Scope, place: Place, after: str) -> MoveRule:
        choices: list[Domain] = []
        for choice in move.choices:
            before = len(self.findings.diagnostics)
            domain = self._domain(choice, scope)
            choices.append(domain)
            if len(self.findings.diagnostics) > before:  # what is wrong may be the noun
                near = nearest(choice.name, self.symbols.nouns)
                scope = scope if near is None else scope.having(near, BAD)
            scope = scope.having(choice.name, Local(domain.type, False, domain.variable.name))
        rules_ = tuple(Rule(may.name, self.yesno(may.expr, scope), may.span) for may in move.may)
        made = marks.passing(self.symbols, "move", move.span)
        do = (*made, *self.block(move.do, scope, place))
        return MoveRule(move.name, tuple(choices), rules_, do, after, move.span)

    def _offers_something(
        self, low: Expr, high: Expr, node: syntax.ChooseNumber | syntax.ChooseSome
    ) -> None:
        """Bounds that are known before the game are not the wrong way round."""
        if BAD in (low, high) or not (is_constant(low) and is_constant(high)):
            return
        least, most = constant(low), constant(high)
        if least is None or most is None or least <= most:
            return
        self.report(
            "T414",
            f"nothing can ever be chosen from {least} to {most}",
            node.span,
            "the smaller number comes first",
        )

    def _domain(self, choice: rules.Choice, scope: Scope) -> Domain:
        node = choice.choice
        name = f"choice_{choice.name}"
        if isinstance(node, syntax.ChooseNumber):
            low = self.typed(node.low, scope, NUMBER)
            high = self.typed(node.high, scope, NUMBER)
            self._offers_something(low, high, node)
            variable = Local(NUMBER, False, name)
            return Domain(
                choice.name, "range", variable, low, high, None, None, choice.span, NUMBER
            )  # fmt: skip
        if isinstance(node, syntax.ChooseWord):
            words = tuple(Const(WORD, False, self.symbols.word(w)) for w in node.words)
            variable = Local(WORD, False, name)
            source: Expr = Items(list_of(WORD), False, words)
            return Domain(
                choice.name, "one", variable, None, None, source, None, choice.span, WORD
            )  # fmt: skip
        source, member, singular = self.source(node.noun, node.within, scope, node.noun_span)
        if source is BAD:
            member = UNKNOWN
        tested = Local(member, False, name if isinstance(node, syntax.ChooseOne) else "member")
        where = None
        if node.where is not None:
            where = self.yesno(node.where, scope.testing(singular, tested))
        self.check_noun(node.noun, node.noun_span, node.within, node.where, tested, where)
        if isinstance(node, syntax.ChooseOne) and node.noun == f"{singular}s":
            self.report(
                "T411",
                f"one is chosen here, and '{node.noun}' are several",
                node.noun_span,
                f"write '{singular}', or say how many: '2 {node.noun}', '1 or more {node.noun}'",
            )
        if isinstance(node, syntax.ChooseOne):
            source = made_with(source, tested, where)
            return Domain(
                choice.name, "one", tested, None, None, source, where, choice.span, member
            )  # fmt: skip
        low = self.typed(node.low, scope, NUMBER)
        high = low if node.high is None else self.typed(node.high, scope, NUMBER)
        if not node.more:
            self._offers_something(low, high, node)
        if where is not None:
            source = Loop(list_of(member), False, "all", tested, source, where, None)
        type_ = CARDS if member == CARD else list_of(member)
        variable = Local(type_, False, name)
        if node.more and source is not BAD:
            high = Call(NUMBER, False, "size", (source,))
        said = {"rank": ["matching"], "suit": ["suited"], None: []}[node.same]
        if node.sequence:
            said.append("consecutive")
        alike = tuple(Call(YESNO, False, word, (variable,)) for word in said)
        return Domain(
            choice.name, "some", variable, low, high, source, None, choice.span, type_, alike
        )  # fmt: skip

    def _at_once(
        self, phase: rules.Phase, scope: Scope, outer: Scope, inside: tuple[rules.Phase, ...]
    ) -> None:
        """All choose in secret, asked in turn order; when the last has chosen, all is done."""
        path, who = phase.path, phase.who
        assert isinstance(who, syntax.AtOnce) and isinstance(scope.you, Slot)
        you, end = scope.you, f"{path}:end"
        moves = phase.moves or (phase.phases[0].moves if phase.phases else ())
        stuck_lines = phase.if_stuck or (phase.phases[0].if_stuck if phase.phases else None)
        queue = self._cell(Cell(f"queue {path}", "", PLAYERS, Items(PLAYERS, False, ())))
        order = self._cell(Cell(f"order {path}", "", PLAYERS, NO_PLAYERS))
        chosen = self._cell(
            Cell(f"chosen {path}", "", list_of(NUMBER), Items(list_of(NUMBER), False, ()))
        )
        seats = self._queue(who, outer)
        if who.where is not None:
            seat = Local(PLAYER, False, "player_0")
            where = self.yesno(who.where, outer.testing("player", seat))
            seats = Loop(PLAYERS, False, "all", seat, seats, where, None)
        begin = (Set(order, seats), Set(queue, order), Set(chosen, NO_PLAYERS))
        self._block(f"{path}:begin", begin, f"{path}:next")
        all_chosen = Op(YESNO, False, "=", (queue, NO_PLAYERS))
        self._block(
            f"{path}:next",
            (
                If(all_chosen, (Leave(f"{path}:carry_out"),)),
                Set(you, Call(PLAYER, False, "head", (queue,))),
            ),
            f"{path}:body",
        )
        place = Place(inside, settled="where everyone chooses at once")
        made = tuple(self._move(move, scope, place, f"{path}:next") for move in moves)
        self.decisions.append(
            Decision(f"{path}:body", phase.path, you, made, f"{path}:stuck", True, phase.span)
        )
        has_stuck = stuck_lines is not None
        self._block(
            f"{path}:stuck",
            (Do("chooses_nothing", (*(Address(PLAYERS, False, c) for c in (queue, order, chosen)),
                                    you, Const(YESNO, False, has_stuck)), Site(phase.span, "stuck")),),
            f"{path}:next",
        )  # fmt: skip
        self._block(
            f"{path}:carry_out",
            (CarryOut(len(self.decisions) - 1, chosen, you,
                      self.block(stuck_lines, scope, place) if stuck_lines else ()),),
            end,
        )  # fmt: skip

    # ---------------------------------------------------------------- examples

    def _entry(self, phase: rules.Phase, around: tuple[rules.Phase, ...], first: str) -> None:
        """How an example starts at this phase (LANGUAGE part 9, `start at`)."""
        prepare: list[Stmt] = []
        go: list[Stmt] = [*marks.passing(self.symbols, "phase", phase.span)]
        seat = Slot(PLAYER, True, "first in play")
        you: Slot | None = None
        for outer in reversed(around):
            scope = Scope(you=you)
            if outer.who is not None:
                prepare.append(Set(Slot(PLAYER, True, f"you {outer.path}"), seat))
            prepare += [
                Set(Slot(NUMBER, False, f"count {outer.name}"), ONE),
                *self._start_memories(outer, scope),
            ]
            if outer.who is not None:
                mine = Slot(PLAYER, True, f"you {outer.path}")
                if isinstance(outer.who, syntax.EachPlayer):
                    queue = self._queue(outer.who, scope)
                    rest = Call(PLAYERS, False, "after_in_queue", (queue, seat))
                    go.append(Set(Slot(PLAYERS, False, f"queue {outer.path}"), rest))
                you = mine
        prepare += [
            Set(Slot(NUMBER, False, f"count {phase.name}"), ONE),
            *self._start_memories(phase, Scope(you=you)),
        ]
        target = first
        if phase.who is None and not phase.moves and not _leads_to_moves(phase):
            go += self.block(phase.at_start, Scope(you=you), Place((phase, *around)))
        self._block(f"{phase.path}:prepare", tuple(prepare), OVER)
        self._block(f"{phase.path}:go", tuple(go), target)
        self.entries[phase.name] = Entry(f"{phase.path}:prepare", f"{phase.path}:go")
        if "first in play" not in self.cells:
            self._cell(Cell("first in play", "", PLAYER, NOBODY))

    def _unused(self) -> None:
        """What is used nowhere is checked all the same, as far as it can be by itself."""
        you = Local(PLAYER, False, "you")
        for thing in self.symbols.headed():
            if thing.name in self.used:
                continue
            arguments: list[Expr] = []
            for i, noun in enumerate(thing.parameters):
                kind = self.symbols.noun_type(noun)
                if kind is None:
                    self.report(
                        "T401", f"'{noun}' is no noun of the language", thing.span,
                        did_you_mean(noun, self.symbols.nouns),
                    )  # fmt: skip
                    break
                arguments.append(Local(kind, False, f"subject_{i}"))
            else:
                scope = Scope(you=you, unused=True)
                if isinstance(thing, rules.Term):
                    self.term(thing, tuple(arguments), thing.span, scope)
                elif thing.gives is not None:
                    self.value_table(thing, tuple(arguments), thing.span, scope)
                else:
                    self.consult(thing, thing.span, scope, Place(unused=True))


def _leads_to_moves(phase: rules.Phase) -> bool:
    """Whether the phase is one that was written with `moves`: then it runs from those."""
    return len(phase.phases) == 1 and phase.phases[0].name == "moves"
