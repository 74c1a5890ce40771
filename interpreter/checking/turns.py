"""Turns, checked: whose turn it is, in which order, and what all choose at once"""

from __future__ import annotations

from dataclasses import replace

from rulerun.grammar import syntax

from ..declarations import ruleset as rules
from . import marks
from .choosing import MoveChecker
from .combining import (
    ZERO,
    all_of,
    negate,
)
from .core import (
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
    Entry,
    Expr,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Loop,
    Op,
    Set,
    Site,
    Slot,
    Start,
    Stmt,
)
from .doing import Place
from .scope import BAD, Findings, Scope
from .symbols import Symbols
from .types import (
    NUMBER,
    PLAYER,
    PLAYERS,
    WORD,
    YESNO,
    list_of,
)

NOBODY = Const(PLAYER, True, None)
NO_PLAYERS = Items(PLAYERS, False, ())


class TurnChecker(MoveChecker):
    """Checks turns into blocks, which are named as phases.py tells."""

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

    def _endings_after(self, phase: rules.Phase, scope: Scope) -> tuple[Stmt, ...]:
        tests: list[Stmt] = []
        for end in self.rules.ends:
            if end.ending.after == phase.name:
                condition = self.yesno(end.ending.condition, scope)
                tests.append(If(condition, (GameOver(self.symbols.word(end.name)),)))
        return tuple(tests)

    # ---------------------------------------------------------------- whose turn

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
        after = replace(place, turn_is_over=True)
        closing = self.block(phase.after_turn, mine, after) + self._endings_after(phase, mine)
        self._block(f"{path}:after", closing, after_turn)

    def _one_player(self, who: syntax.Expr, scope: Scope) -> Expr:
        """Whoever has the only turn; all who play are written in another way than one of them."""
        is_one = isinstance(who, syntax.Name) and who.name in self.symbols.all_names()
        write = None
        if isinstance(who, syntax.Listing) and len(who.items) > 1:
            write = f"'each player where player is in {who.span.text}'"
        elif isinstance(who, syntax.PickBest) and who.word == "all":
            first = who.span.text.replace("all ", "first ", 1).replace("players", "player", 1)
            write = f"'{' '.join(first.split())}'"
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
