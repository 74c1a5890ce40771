"""Looking on while a game runs from one decision to the next.

Rules often put away at once what they have just laid on the table: who only compares the states at
two decisions never sees it. A watched game stops for a look before cards are put away, and where
turns and passes end and begin. Between them there are glances, before each effect that moves or
shows cards: whoever has seen every one knows which card went where, as people at a table do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulerun.interpreter.checking.core import MOVING, CarryOut, Changed, Do, For, If, Site
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.game import Game

if TYPE_CHECKING:
    from rulerun.grammar.source import Span
    from rulerun.interpreter.checking.core import Block, Decision, Program, Stmt
    from rulerun.interpreter.machine.runtime import Runtime
    from rulerun.interpreter.machine.state import State

Watcher = Callable[["State", str], None]
"""Is handed the state, and the label of the place in the program where a turn or pass ends.

For a glance the label is GLANCE, and SHUFFLED for one after a pile was shuffled into another.
"""

GLANCE = "glance"
SHUFFLED = "shuffled"

_LOOK = "look_on"
_PUT_AWAY = ("gather", "shuffle", "flip")
_CARDS_CHANGE = (*MOVING, "shuffle", "turn", "show")
_PAUSES = (":next", ":end", ":pass")


class WatchedGame(Game):
    """A game that shows its states to `watcher`; it plays like any other."""

    def __init__(
        self,
        checked: Checked,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
    ) -> None:
        self.watcher: Watcher | None = None
        looking = replace(checked, program=_with_looks(checked.program, checked.rules.deck.span))
        super().__init__(looking, options, players)

    def _namespace(self, runtime: Runtime) -> dict[str, Any]:
        refill = runtime.refill_if_empty

        def watched_refill(state: State, number: int) -> None:
            if self.watcher is None:
                refill(state, number)
                return
            self.watcher(state, GLANCE)
            refill(state, number)
            self.watcher(state, SHUFFLED)

        # It happens in the middle of a deal, where no statement stands that a look could precede.
        vars(runtime)["refill_if_empty"] = watched_refill
        return {**super()._namespace(runtime), _LOOK: self._look}

    def _look(self, state: State, site: int) -> None:
        if self.watcher is not None:
            self.watcher(state, self.runtime.sites[site].what)


def _with_looks(program: Program, span: Span) -> Program:
    """The program with looks in it; `span` is a place for those that belong to no line."""
    return replace(
        program,
        blocks=tuple(_block(b, span) for b in program.blocks),
        decisions=tuple(_decision(d) for d in program.decisions),
        firing=tuple(replace(f, body=_looking(f.body)) for f in program.firing),
    )


def _block(block: Block, span: Span) -> Block:
    body = _looking(block.body)
    if block.label.endswith(_PAUSES):
        body = (Do(_LOOK, (), Site(span, block.label)), *body)
    return replace(block, body=body)


def _decision(decision: Decision) -> Decision:
    return replace(decision, moves=tuple(replace(m, do=_looking(m.do)) for m in decision.moves))


def _looking(body: Iterable[Stmt]) -> tuple[Stmt, ...]:
    return tuple(_with_look(body))


def _with_look(body: Iterable[Stmt]) -> Iterator[Stmt]:
    looked = False
    for statement in body:
        match statement:
            case Do() if statement.procedure.startswith(_PUT_AWAY):
                label = GLANCE if looked else ""
                yield Do(_LOOK, (), Site(statement.site.span, label))
                looked = True
                yield statement
                continue
            case Do() if statement.procedure.startswith(_CARDS_CHANGE):
                yield Do(_LOOK, (), Site(statement.site.span, GLANCE))
                yield statement
            case Changed():  # says only that the effect before it is complete
                yield statement
                continue
            case If():
                yield replace(
                    statement,
                    body=_looking(statement.body),
                    otherwise=_looking(statement.otherwise),
                )
            case For():
                yield replace(statement, body=_looking(statement.body))
            case CarryOut():
                yield replace(statement, stuck=_looking(statement.stuck))
            case _:
                yield statement
        looked = False


def standstill(state: State) -> State:
    """A copy of a state in which nobody decides, also of one in the middle of a run.

    Views of it have no legal moves, which need not make sense there.
    """
    still = state.clone()
    still.at = state.game.over
    if still.ended is None:
        still.ended, still.is_over = state.game.abandoned, True
    return still
