"""Which house rules of a game go together: every pair of them, laid on it in both orders.

A pair is in conflict, or gives another game in the other order; it may break examples that hold with
each of the two; and a few games that play themselves may break off, or never come to their end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field
from enum import Enum
from itertools import combinations
from random import Random

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.nodes import Mapping
from rulerun.grammar.record import record

from ..declarations.addresses import WITHOUT_ADDRESS, Kind, Path, in_long_form, node_at
from ..declarations.library import RuleFile, find_game, house_rules_for
from ..declarations.overlay import Stack, stack
from ..declarations.texts import SourcedExample
from ..errors import RuleError
from ..examples.proof import holds
from ..lint.cases.together import together
from ..loading import Loaded, read_rules
from ..machine.checked import Checked
from ..machine.state import State
from .comparison import Difference, differences

_TOO_MANY = "R708"  # moves to choose one by chance: that is no fault of the rules

#: That no game came to its end.
ENDLESS = "endless"


class Verdict(Enum):
    """What there is to say of a pair; the value says it to people. The first ones are the worst."""

    CONFLICT = "conflict"
    BREAKS_OFF = "breaks off in play"
    ENDLESS = "does not end"
    ORDER = "order matters"
    EXAMPLES = "breaks examples"
    FINE = "fine"


@record
class Pair:
    """Two house rules of a game, by their short names, and all that is to be said of them together.

    `diagnostics` are why they are in conflict, or why they are in one order. `only` is the one order
    that can be played, if it is one. `differences` lead from the game in this order to that in the
    other one. `examples` hold with each of the two alone. `failure` is what stopped a game.
    `untried` names those of the two with which no game ended even alone.
    """

    one: str
    other: str
    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...] = field(default=(), repr=False)
    only: tuple[str, str] | None = None
    differences: tuple[Difference, ...] = field(default=(), repr=False)
    examples: tuple[SourcedExample, ...] = ()
    failure: RuleError | None = None
    untried: tuple[str, ...] = ()
    is_built: bool = False

    @property
    def verdict(self) -> Verdict:
        """The worst that is to be said."""
        return self.verdicts[0]


@record
class Compatibility:
    """A game, its house rules and what became of each pair.

    `wrong` are the house rules that are wrong by themselves, called `wrong_names`; no pair has them.
    `failing` are those with which a game breaks off even alone, by their names: of no pair that is told.
    `untried` says of how many pairs nothing is known, because it was ended before.
    """

    game: str
    house_rules: tuple[str, ...]
    pairs: tuple[Pair, ...]
    wrong: tuple[Loaded, ...] = field(default=(), repr=False)
    wrong_names: tuple[str, ...] = ()
    failing: tuple[tuple[str, RuleError], ...] = ()
    untried: int = 0


class Trying:
    """Tries the house rules of a game, which has to be right itself, in pairs.

    `games` is how many games are tried at most to see that a pair comes to an end; 0 tries none.
    First `each_alone`, then `each_pair` is to be gone through. What was found so far can be had at
    any time.
    """

    def __init__(self, path: str, *, games: int = 3, seed: int = 1) -> None:
        self.path = path
        self.games = games
        self.seed = seed
        self.game = find_game(path)
        self.files = {file.name: file for file in house_rules_for(self.game)}
        self.alone: dict[str, Loaded] = {}
        self.pairs: list[Pair] = []
        # What was found of each alone.
        self.trouble: dict[str, RuleError | str | None] = {}
        self.held: dict[tuple[str, str], bool] = {}

    def each_alone(self) -> Iterator[int]:
        """Read each house rule for itself; after each, how many were read."""
        for number, (name, file) in enumerate(self.files.items(), 1):
            self.alone[name] = self.read(file)
            yield number

    def each_pair(self) -> Iterator[int]:
        """Try each pair of those that are right for themselves; after each, how many were tried."""
        for names in combinations(self._right, 2):
            self.pairs.append(self.pair(*names))
            yield len(self.pairs)

    @property
    def number_of_pairs(self) -> int:
        """How many pairs there are to try, of house rules that are not known to be wrong."""
        right = len(self.files) - len(self.alone) + len(self._right)
        return right * (right - 1) // 2

    @property
    def found(self) -> Compatibility:
        """What was found so far."""
        wrong = {n: loaded for n, loaded in self.alone.items() if loaded.checked is None}
        failing = [(n, why) for n, why in self.trouble.items() if isinstance(why, RuleError)]
        return Compatibility(
            self.game.name, tuple(self.files), tuple(self.pairs), tuple(wrong.values()),
            tuple(wrong), tuple(sorted(failing)), self.number_of_pairs - len(self.pairs),
        )  # fmt: skip

    @property
    def _right(self) -> list[str]:
        return [name for name, loaded in self.alone.items() if loaded.checked is not None]

    def read(self, *files: RuleFile) -> Loaded:
        return read_rules(self.path, [file.shown for file in files])

    def stacked(self, *names: str) -> Stack:
        return stack(self.path, [self.files[name].shown for name in names])

    def pair(self, one: str, other: str) -> Pair:
        there, back = self.stacked(one, other), self.stacked(other, one)
        wrong = [_errors(found.diagnostics) for found in (there, back)]
        if all(wrong):
            return Pair(one, other, (Verdict.CONFLICT,), wrong[0])
        only = None
        if any(wrong):
            only = (one, other) if wrong[1] else (other, one)
        first, second = only or (one, other)
        loaded = self.read(self.files[first], self.files[second])
        if loaded.checked is None:
            return Pair(one, other, (Verdict.CONFLICT,), _errors(loaded.diagnostics), only)
        differing = () if only else _in_effect(_of_rules(there, back), there, back, loaded.checked)
        examples = self.broken(loaded, first, second)
        failure, untried = self.failure(loaded, first, second)
        found = {
            Verdict.BREAKS_OFF: isinstance(failure, RuleError),
            Verdict.ENDLESS: failure is ENDLESS,
            Verdict.ORDER: only is not None or bool(differing),
            Verdict.EXAMPLES: bool(examples),
        }
        return Pair(
            one,
            other,
            tuple(verdict for verdict, is_so in found.items() if is_so) or (Verdict.FINE,),
            wrong[0] or wrong[1],
            only,
            differing,
            examples,
            failure if isinstance(failure, RuleError) else None,
            untried,
            loaded.stack.own is not None,
        )

    # -- examples ----------------------------------------------------------------------------------

    def broken(self, pair: Loaded, *names: str) -> tuple[SourcedExample, ...]:
        """The examples that hold with each house rule for itself, and not with both."""
        return tuple(
            example
            for example in pair.stack.examples
            if example.broken_by is None
            and not holds(pair, example)
            and all(self.holds_alone(example, name) for name in names)
        )

    def holds_alone(self, example: SourcedExample, name: str) -> bool:
        """Whether an example holds with one house rule alone, if it is one of that rule's at all."""
        place = example.title.span
        loaded = self.alone[name]
        known = [e for e in loaded.stack.examples if e.title.span == place]
        if not known:
            return True
        key = (name, place.place)
        if key not in self.held:
            self.held[key] = known[0].broken_by is None and holds(loaded, known[0])
        return self.held[key]

    # -- games -------------------------------------------------------------------------------------

    def failure(self, pair: Loaded, *names: str) -> tuple[RuleError | str | None, tuple[str, ...]]:
        """Why no game came to its end, if that is news of the pair; with which house rules none ends even
        alone."""
        if not self.games:
            return None, ()
        if not any(self.trouble.get(name) for name in names):  # else many moves for nothing new
            failure = self.trouble_with(pair)
            if failure is not None:
                for name in names:
                    if name not in self.trouble:
                        self.trouble[name] = self.trouble_with(self.alone[name])
            if not any(self.trouble.get(name) for name in names):
                return failure, ()
        return None, tuple(name for name in names if self.trouble.get(name) is ENDLESS)

    def trouble_with(self, loaded: Loaded) -> RuleError | str | None:
        """Why none of a few games ended: what stopped one, or that none came to its end."""
        assert loaded.checked is not None
        try:
            game = loaded.checked.game({}, loaded.checked.rules.players.low)
            for number in range(self.games):
                state = game.start(seed=self.seed + number)
                if ends(state, Random(self.seed + number)):
                    return None
        except RuleError as error:
            return None if error.code == _TOO_MANY else error
        return ENDLESS


def ends(state: State, rng: Random) -> bool:
    """Whether a game that plays itself ends before it is abandoned.

    The kind of move that was made least so far goes first: where all moves have the same chance, a
    rare one that leads on is hardly ever made. Raises RuleError as `State.apply` does.
    """
    made: Counter[str] = Counter()
    while not state.is_over:
        move = state.legal_moves.pick_rarest(made, rng)
        made[move.name] += 1
        state.apply(move)
    return state.ended != state.game.abandoned


def _errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR)


def _of_rules(there: Stack, back: Stack) -> tuple[Difference, ...]:
    """What differs between the two orders, as far as it makes another game."""
    assert there.root is not None and back.root is not None
    return tuple(_counted(differences(there.root, back.root)))


def _in_effect(
    found: tuple[Difference, ...], there: Stack, back: Stack, checked: Checked
) -> tuple[Difference, ...]:
    """Without the rows of tables that only stand before others with which they never apply."""
    same = {
        difference.path[:2]
        for difference in found
        if difference.how == "moved" and difference.kind is Kind.ROW
    }
    same = {path for path in same if _is_one_table(path, there, back, checked)}
    return tuple(d for d in found if d.how != "moved" or d.path[:2] not in same)


def _is_one_table(path: Path, there: Stack, back: Stack, checked: Checked) -> bool:
    """Whether a table says the same with its rows in either order."""
    name = path[1].split(" ")[0]
    table = next((t for t in checked.rules.tables if t.name == name), None)
    both = None if table is None else together(checked, name)
    if table is None or both is None:
        return False
    rows = {row.name for row in table.rows}
    last = {row.name for row in table.rows if row.row.kind == "otherwise"}
    orders = []
    for one in (there, back):
        assert one.root is not None
        node = node_at(in_long_form(one.root), path)
        if not isinstance(node, Mapping):
            return False
        orders.append([e.key.text for e in node if e.key.text in rows])
    before, after = ({*combinations(order, 2)} for order in orders)
    crossed = before - after
    return all(frozenset(pair) not in both and not last.intersection(pair) for pair in crossed)


def _counted(found: Iterable[Difference]) -> Iterator[Difference]:
    for difference in found:
        if not difference.is_free and difference.path[0] not in (*WITHOUT_ADDRESS, "source"):
            yield difference
