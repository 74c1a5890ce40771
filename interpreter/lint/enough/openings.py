"""What is done before anybody decides: lines to which it comes with all cards in one place just before.

Whether there is enough at them has nothing to do with what was played: a game that only begins tells
as much as one that goes on, and is made much faster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rulerun.grammar.source import Span

from ...checking.core import OVER, PLAYED, SETUP, Block, Do, Expr, If, Leave, Program, Stmt, every
from ...checking.facts import ONLY_IN_EXAMPLES, reads
from ...machine.checked import Checked


def of_openings(program: Program, wanted: Collection[Span]) -> frozenset[Span]:
    """Those of the lines that are reached, since all cards were gathered, without any decision.

    And on the way there nothing is asked but cards and how often the phases began.
    """
    blocks = {block.label: block for block in program.blocks}
    opening = _reached(blocks, [SETUP])
    decided = [move.next for decision in program.decisions for move in decision.moves]
    decided += [d.stuck for d in program.decisions if d.stuck is not None]
    moves = [move for decision in program.decisions for move in decision.moves]
    decided += [label for move in moves for label in _left_for(move.do)]
    decided += [
        f"{d.label.removesuffix(':body')}:carry_out" for d in program.decisions if d.at_once
    ]
    later = _reached(blocks, decided, gathered=False)
    places: dict[Span, set[str]] = {}
    for block in program.blocks:
        if block.label.endswith(ONLY_IN_EXAMPLES):
            continue
        for line in every(block.body):
            if isinstance(line, Do) and line.site.span in wanted:
                places.setdefault(line.site.span, set()).add(block.label)
                if _asks_more(line.arguments[2:3]):
                    places[line.site.span].add(OVER)
    bodies = [*(move.do for move in moves), *(row.body for row in program.firing)]
    others = {s.site.span for body in bodies for s in every(body) if isinstance(s, Do)}
    fresh = opening - later
    alone = {s: frozenset(at) for s, at in places.items() if s not in others and at <= fresh}
    plain = {at for at in {*alone.values()} if not _is_asked_more(blocks, at, fresh)}
    return frozenset(span for span, at in alone.items() if at in plain)


def opening_of(checked: Checked) -> Checked:
    """The same rules as far as the first decision, at which there is nothing to choose."""
    program = checked.program
    blocks = {block.label: block for block in program.blocks}
    opening, ends = _reached(blocks, [SETUP]), blocks[PLAYED].body
    return replace(
        checked,
        program=replace(
            program,
            blocks=tuple(
                b if b.label in opening else Block(b.label, ends, OVER) for b in program.blocks
            ),
            decisions=tuple(replace(decision, moves=()) for decision in program.decisions),
        ),
        _games={},
    )


def blocks_before_a_decision(program: Program) -> tuple[Block, ...]:
    """The blocks to which it may come before anybody decides anything."""
    opening = _reached({block.label: block for block in program.blocks}, [SETUP])
    return tuple(block for block in program.blocks if block.label in opening)


def _reached(
    blocks: dict[str, Block], begin: Iterable[str], *, gathered: bool = True
) -> frozenset[str]:
    """The blocks to which it comes without a decision; not `gathered`: and before all cards are."""
    reached: set[str] = set()
    waiting = [*begin]
    while waiting:
        label = waiting.pop()
        block = blocks.get(label)
        if block is None or label in reached:
            continue
        body = block.body
        first = next((i for i, line in enumerate(body) if _gathers(line)), None)
        if gathered or first is None:
            reached.add(label)
            waiting.append(block.next)
        elif any(isinstance(line, Do) for line in every(body[:first])):
            reached.add(label)  # what stands before that is of the game so far
        before = body if gathered or first is None else body[:first]
        waiting += _left_for(before)
    return frozenset(reached)


def _is_asked_more(blocks: dict[str, Block], labels: Iterable[str], fresh: frozenset[str]) -> bool:
    """Whether what the game so far has to do with is asked on the way to some blocks."""
    before: dict[str, list[str]] = {}
    for label in fresh:
        for to in (blocks[label].next, *_left_for(blocks[label].body)):
            before.setdefault(to, []).append(label)
    way, waiting = set[str](), [*labels]
    while waiting:
        label = waiting.pop()
        if label not in way:
            way.add(label)
            if not any(_gathers(line) for line in blocks[label].body):
                waiting += before.get(label, ())
    asked = (s.condition for b in way for s in every(blocks[b].body) if isinstance(s, If))
    return _asks_more(asked)


def _left_for(body: Iterable[Stmt]) -> Iterator[str]:
    return (line.label for line in every(body) if isinstance(line, Leave))


def _gathers(line: object) -> bool:
    return isinstance(line, Do) and line.procedure == "gather_everything"


def _asks_more(exprs: Iterable[Expr]) -> bool:
    """Whether something is asked that the game so far has to do with."""
    return any(not part.startswith(("pile", "count ")) for expr in exprs for part in reads(expr))
