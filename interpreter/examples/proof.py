"""What the examples of a rule file prove: those that are to hold hold, and the broken ones do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.record import record

from ..declarations.structure import build_example
from .playing import run

if TYPE_CHECKING:
    from rulerun.grammar.source import Span

    from ..declarations.texts import SourcedExample
    from ..loading import Loaded
    from .part_values import Valued
    from .playing import Act


@record
class Proof:
    """How one example went: it is right if there are no failures.

    `broken` says that a house rule names it under `breaks`, so that it has to fail. `values` are
    those of the parts of what failed, if they were asked for; `acts` are what was done before.
    """

    name: str
    span: Span
    failures: tuple[Diagnostic, ...]
    broken: bool = False
    values: tuple[Valued, ...] = ()
    players: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()


def prove(
    loaded: Loaded, wanted: Callable[[str], bool] | None = None, *, with_values: bool = False
) -> Iterator[Proof]:
    """Play the examples of rules that were read without an error, one after the other.

    For a house rule on its own base these are its own and those of the base, of which the ones
    that it breaks must fail (O505 else). A stack made up by hand has none. `wanted` is asked of an
    example's name.
    """
    if loaded.checked is None or loaded.ruleset is None:
        return
    for example in loaded.ruleset.examples:
        if wanted is None or wanted(example.name):
            result = run(loaded.checked, example, with_values=with_values)
            yield Proof(
                example.name, example.span, result.failures,
                values=result.values, players=example.players, acts=result.acts,
            )  # fmt: skip
    for sourced in _to_fail(loaded):
        if wanted is None or wanted(sourced.title.text):
            yield _broken(loaded, sourced)


def names(loaded: Loaded) -> list[str]:
    """The names of the examples that `prove` plays."""
    if loaded.checked is None or loaded.ruleset is None:
        return []
    return [e.name for e in loaded.ruleset.examples] + [s.title.text for s in _to_fail(loaded)]


def holds(loaded: Loaded, sourced: SourcedExample) -> bool:
    """Whether an example, be it of other rules, holds under rules that were read without an error."""
    assert loaded.checked is not None and loaded.ruleset is not None
    example, wrong = build_example(sourced.title, sourced.node, sourced.overlay)
    return example is not None and not wrong and not run(loaded.checked, example).failures


def _to_fail(loaded: Loaded) -> list[SourcedExample]:
    """The examples that the house rule breaks."""
    own = loaded.stack.own
    if own is None or own.breaks_all:
        return []
    return [
        sourced
        for sourced in loaded.stack.examples
        if sourced.broken_by == own.name and sourced.broken_at is not None
    ]


def _broken(loaded: Loaded, sourced: SourcedExample) -> Proof:
    """An example that a house rule breaks; that its texts mean nothing any more is a break too."""
    assert sourced.broken_at is not None
    title = sourced.title.text
    if not holds(loaded, sourced):
        return Proof(title, sourced.title.span, (), broken=True)
    message = f"the example '{title}' still passes"
    passes = Diagnostic("O505", message, sourced.broken_at, "take it off 'breaks'")
    return Proof(title, sourced.title.span, (passes,), broken=True)
