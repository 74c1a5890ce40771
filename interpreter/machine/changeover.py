"""From one set of rules to another while a game is going on: between two deals, say.

Whatever both know by the same name goes over: cards, chips, what is remembered. What only the new
rules know is as it is when a game begins. Chips neither come into a game nor leave it meanwhile, and
what is remembered has to be what the new rules allow: else these do not fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulerun.grammar.record import record

from ..checking.types import CARD, NUMBER, WORD, Type
from ..errors import GameSetupError, RuleError

if TYPE_CHECKING:
    from ..checking.core import Cell
    from .game import Game
    from .state import State

_NOT_OVER = ("chosen ",)
"""Cells of what belongs to moves that have not been carried out: between two deals there are none."""


@record
class Misfit:
    """Why rules do not fit a game that is going on, and where they say so: `chips`, `pot`, for example."""

    message: str
    section: str
    name: str


class UnfitError(GameSetupError):
    """New rules that do not fit what chips there are, or what is remembered."""

    def __init__(self, misfits: Iterable[Misfit]) -> None:
        self.misfits = tuple(misfits)
        super().__init__("; ".join(misfit.message for misfit in self.misfits))


def start_of_pass(game: Game, phase: str) -> str:
    """The label of the place where a pass of a phase begins.

    `phase` is its name. Raises GameSetupError, with what there is, if it is none that is repeated.
    """
    repeated = repeated_phases(game)
    found = [path for path in repeated if path.split(".")[-1] == phase]
    if not found:
        there = ", ".join(path.split(".")[-1] for path in repeated)
        what = f"phases that are repeated: {there}" if there else "none of its phases is repeated"
        raise GameSetupError(f"{game.title} has no phase '{phase}' that comes again; {what}")
    return f"{found[0]}:pass"


def repeated_phases(game: Game) -> list[str]:
    """The paths of the phases that come again, the outermost first."""
    paths = [label.removesuffix(":pass") for label in game.labels if label.endswith(":pass")]
    repeated = [
        path for path in paths
        if (declared := game.symbols.phases.get(path.split(".")[-1])) is not None
        and declared.repeat is not None
    ]  # fmt: skip
    return sorted(repeated, key=lambda path: path.count("."))


def carried_over(state: State, game: Game) -> State:
    """A state that stood at a place of its program, in another game; it stands nowhere yet.

    Raises GameSetupError where the two games do not fit together, UnfitError where it is the state that
    the new game does not go with.
    """
    if game.players != state.game.players or game.teams != state.game.teams:
        raise GameSetupError("the new rules are for other players or teams")
    carrying = _Carrying(state, game)
    new = carrying.carried()
    unfit = [*_of_chips(_chips(state), _chips(new)), *carrying.unfit]
    if unfit:
        raise UnfitError(unfit)
    return new


def never_fits(old: Game, new: Game) -> None:
    """Raises UnfitError where new rules bring chips into a game, however that goes on."""
    was, now = old.layout, new.layout
    begun = {
        name: held
        for name, held in _chips(new.new_state()).items()
        if (before := was.cells.get(held[0])) is None or before.per != now.cells[held[0]].per
    }
    unfit = list(_of_chips({}, begun))
    if unfit:
        raise UnfitError(unfit)


def _chips(state: State) -> dict[str, tuple[str, int]]:
    """The chips of all who have such a holder together, with the key of its cell, by its name."""
    layout, found = state.game.layout, {}
    for key, cell in layout.cells.items():
        if key == "chips" or key.startswith("chips "):
            base = layout.cell_base[key]
            held = state.cells[base : base + layout.width(cell)]
            found[key.partition(" ")[2]] = (key, sum(held))
    return found


def _of_chips(
    before: Mapping[str, tuple[str, int]], after: Mapping[str, tuple[str, int]]
) -> Iterator[Misfit]:
    """The holders that would have more or fewer chips, which no line has paid."""
    for name in {**before, **after}:
        was, now = before.get(name, ("", 0))[1], after.get(name, ("", 0))[1]
        whose = f"'{name}'" if name else "the players"
        chips = f"{was or now} {'chip' if (was or now) == 1 else 'chips'}"
        if was == now:
            continue
        if not now:
            message = f"the {chips} of {whose} would be gone"
        elif not was:
            message = f"{whose} would have {chips} that nobody has paid"
        else:
            message = f"{whose} would have {now} instead of {chips}"
        yield Misfit(message, "chips", name or "each player")


def go_on(state: State, label: str) -> None:
    """Run a state that was carried over from a place of its program to the next decision.

    Raises RuleError for a rule that fails, which marks the state as failed.
    """
    game = state.game
    try:
        state.run(game.labels[label])
    except RuleError as error:
        state.fail(error)
        raise
    if state.moves_made >= game.limit and state.ended is None:
        state.ended, state.at = game.abandoned, game.over


class _Carrying:
    def __init__(self, state: State, game: Game) -> None:
        self.state = state
        self.game = game
        self.old = state.game
        self.cards = _same(self.old.deck.labels, game.deck.labels)
        self.words = _same(self.old.words, game.words)
        self.ranks = _same(self.old.deck.rank_names, game.deck.rank_names)
        self.piles: dict[int, int] = {}
        self.unfit: list[Misfit] = []

    def carried(self) -> State:
        old, new = self.state, self.game.new_state()
        new.piles = [[] for _ in new.piles]
        self.move_piles(new)
        self.move_cells(new)
        cards = self.cards
        for name in ("known", "shown", "played_by"):
            noted = getattr(old, name)
            setattr(new, name, {cards[c]: v for c, v in noted.items() if c in cards})
        new.face_up = sum(1 << cards[c] for c in cards if old.face_up >> c & 1)
        new.shuffle_stream, new.random_stream = old.shuffle_stream, old.random_stream
        if old.script is not None:
            new.script = [cards[c] for c in old.script if c in cards]
        new.moves_made = old.moves_made
        return new

    def move_piles(self, new: State) -> None:
        """Lay each card where it lay; cards of piles or packs that are new lie where the pack begins."""
        old, game = self.state, self.game
        start = game.layout.pile_base[game.rules.deck.starts_in]
        for number, pile in enumerate(old.piles):
            to = self.pile_in(new, number)
            if to is None:
                to = start
            elif number < self.old.layout.fixed_piles:
                self.piles[number] = to
            # The cards without an order lie lowest: those that come to others are among them.
            undecided = old.undecided[number]
            free = [self.cards[c] for c in pile[:undecided] if c in self.cards]
            known = [self.cards[c] for c in pile[undecided:] if c in self.cards]
            new.piles[to] = [*free, *new.piles[to], *known]
            new.undecided[to] += len(free)
        there = {card for pile in new.piles for card in pile}
        # A card that has just come into the pack: whoever shuffles it does not know where it lies.
        fresh = [card for card in range(len(game.deck)) if card not in there]
        new.piles[start] = [*fresh, *new.piles[start]]
        new.undecided[start] += len(fresh)

    def pile_in(self, new: State, number: int) -> int | None:
        """The pile of the new game that is an old one; None where there is none."""
        was, now = self.old.layout, self.game.layout
        if number >= was.fixed_piles:
            code = self.state.group_codes[number - was.fixed_piles]
            declared, owner = was.group_of_code(code)
            if declared.name not in now.group_names:
                return None
            new.group_codes.append(now.group_code(declared.name, owner))
            new.piles.append([])
            new.undecided.append(0)
            return len(new.piles) - 1
        declared = was.pile_of[number]
        there = now.piles.get(declared.name)
        if there is None or there.groups or there.per != declared.per:
            return None
        owner, place = divmod(number - was.pile_base[declared.name], declared.count or 1)
        if place >= (there.count or 1):
            return None
        return now.pile_base[there.name] + owner * (there.count or 1) + place

    def move_cells(self, new: State) -> None:
        """What is remembered, counted and owned, by the names of it."""
        was, now = self.old.layout, self.game.layout
        for key, cell in now.cells.items():
            before = was.cells.get(key)
            if before is None or key.startswith(_NOT_OVER):
                continue
            if before.type.name != cell.type.name or before.per != cell.per:
                continue
            width = min(was.width(before), now.width(cell))
            if cell.per in ("rank", "pile") and was.width(before) != now.width(cell):
                continue
            base, to = was.cell_base[key], now.cell_base[key]
            values = self.state.cells[base : base + width]
            carried = [self.value(cell.type, v) for v in values]
            wrong = self.disallowed(new, cell, values, carried)
            if wrong is None:
                new.cells[to : to + width] = carried
            elif not cell.fresh:  # what passes and turns start afresh is asked of nobody now
                name = key.removeprefix("memory ")
                message = f"'{name}' is {wrong}, which it may not be any more"
                self.unfit.append(Misfit(message, "remember", name))

    def disallowed(
        self, new: State, cell: Cell, values: Iterable[Any], carried: Iterable[Any]
    ) -> str | None:
        """A value that the new kind of a memory does not allow, as it is said; None if all are allowed."""
        if cell.type == WORD:
            for number in values:
                word = None if number is None else str(self.old.words[number])
                if word is not None and cell.type.words and word not in cell.type.words:
                    return word
        if cell.type == NUMBER and cell.low is not None and cell.high is not None:
            try:
                low, high = (self.game.evaluate(bound, new) for bound in (cell.low, cell.high))
            except RuleError:  # whenever it is set that is told
                return None
            for number in carried:
                if number is not None and not low <= number <= high:
                    return str(number)
        return None

    def value(self, kind: Type, value: Any) -> Any:
        """A value as the new game writes it; nothing for what it does not know."""
        if value is None:
            return None
        if kind.item is not None:
            item = kind.item
            return tuple(v for v in (self.value(item, v) for v in value) if v is not None)
        maps: Mapping[str, Mapping[int, int]] = {
            "word": self.words, "rank": self.ranks, "pile": self.piles, CARD.name: self.cards,
        }  # fmt: skip
        known = maps.get(kind.name)
        return value if known is None else known.get(value)


def _same(old: Iterable[object], new: Iterable[object]) -> dict[int, int]:
    """Numbers of things in two lists that are called the same, the first with the first."""
    there: defaultdict[object, list[int]] = defaultdict(list)
    for number, name in enumerate(new):
        there[name].append(number)
    found = {}
    for number, name in enumerate(old):
        if there[name]:
            found[number] = there[name].pop(0)
    return found
