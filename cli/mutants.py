"""What `rulerun test --mutate` finds: the changes of a rule file that no example notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .paint import Paint, count
from .progress import progress
from .reports.json_objects import place_of
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.declarations.library import RuleFile
    from rulerun.interpreter.examples.mutation import Outcome
    from rulerun.interpreter.loading import Loaded

_LONGEST = 60
"""So much of what was changed is shown."""


@dataclass(slots=True)
class Mutated:
    """A file whose mutants were tried; `outcomes` are in the order of its text.

    `total` is how many mutants it has, of which some were not tried if it was broken off.
    """

    file: str
    total: int
    outcomes: list[Outcome] = field(default_factory=list)
    is_broken_off: bool = False

    def of(self, *fates: str) -> list[Outcome]:
        """The outcomes of some kinds: killed, survived, refused, same."""
        return [o for o in self.outcomes if o.fate.value in fates]

    @property
    def score(self) -> float:
        """How many percent of the mutants that make other rules the examples notice."""
        killed, survived = len(self.of("killed")), len(self.of("survived"))
        return 100.0 if killed + survived == 0 else 100 * killed / (killed + survived)

    def is_below(self, threshold: int | None) -> bool:
        """Whether the score is less than so many percent."""
        return threshold is not None and self.score < threshold


def mutate(file: str, loaded: Loaded, games: Sequence[tuple[RuleFile, Loaded]] = ()) -> Mutated:
    """Try all mutants of a file whose examples pass, until Ctrl-C, and show how far that is.

    Of a form: on the `games` that use it.
    """
    from rulerun.interpreter.examples.mutation import FormMutation, Mutation

    mutation: Mutation | FormMutation
    if loaded.stack.form is not None:
        mutation = FormMutation(loaded.stack.form, games)
    else:
        mutation = Mutation(file, loaded)
    mutated = Mutated(file, len(mutation.mutants))
    survived = 0
    try:
        with progress(f"mutants of {harmless(file)}", mutated.total) as tell:
            for outcome in mutation.outcomes():
                mutated.outcomes.append(outcome)
                survived += outcome.fate.value == "survived"
                tell(len(mutated.outcomes), f"{survived} survived" if survived else "")
    except KeyboardInterrupt:
        mutated.is_broken_off = True
    return mutated


def in_lines(mutated: Mutated, paint: Paint) -> Iterator[str]:
    """What people read of one file: each change that no example notices, and how many there are."""
    for outcome in mutated.of("survived"):
        mutant = outcome.mutant
        change = f"{_short(mutant.before)} -> {_short(mutant.after) or 'nothing'}"
        place = harmless(mutant.place.place)
        yield f"{place}: {paint.bold('survived')}: {mutant.what}: {change}"
    killed, survived = len(mutated.of("killed")), len(mutated.of("survived"))
    refused, same = len(mutated.of("refused")), len(mutated.of("same"))
    tried = f" (of {mutated.total} only {len(mutated.outcomes)} were tried)"
    yield (
        f"{harmless(mutated.file)}: {count(killed + survived, 'mutant')}, {killed} killed, "
        f"{survived} survived: {_percent(mutated.score)} %{tried if mutated.is_broken_off else ''}"
    )
    left = [f"{refused} with which the rules are refused"] if refused else []
    left += [f"{same} that {'changes' if same == 1 else 'change'} nothing"] if same else []
    if left:
        yield f"  not counted: {' and '.join(left)}"


def as_object(mutated: Mutated) -> dict[str, Any]:
    """The same for `--format json`."""
    return {
        "score": round(mutated.score, 2),
        "not_tried": mutated.total - len(mutated.outcomes),
        **{fate: len(mutated.of(fate)) for fate in ("killed", "survived", "refused", "same")},
        "mutants": [
            {
                "place": place_of(outcome.mutant.place),
                "what": outcome.mutant.what,
                "before": outcome.mutant.before,
                "after": outcome.mutant.after,
                "fate": outcome.fate.value,
                **({} if outcome.by is None else {"by": outcome.by}),
            }
            for outcome in mutated.outcomes
        ],
    }


def _percent(score: float) -> str:
    """A score without the part of a percent, never rounded up."""
    return str(int(score))


def _short(text: str) -> str:
    """A piece of a rule file on one line, the middle of long ones left out."""
    line = harmless(" ".join(text.split()))
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 4 :]}"
