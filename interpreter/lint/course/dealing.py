"""Hands that are played out in counted passes: whether as many cards were dealt as are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, product

from rulerun.grammar import syntax
from rulerun.grammar.record import record

from ...checking.constants import constant
from ...checking.core import (
    CardsIn,
    Const,
    Decision,
    Do,
    Expr,
    If,
    Loop,
    MoveRule,
    Op,
    OptionValue,
    PileAt,
    PilesAt,
    Slot,
    every,
    walk,
)
from ...checking.expressions import ExpressionChecker
from ...checking.facts import reads
from ...checking.scope import Findings, Scope
from ...checking.settings import option_value
from ...checking.types import NUMBER, YESNO
from ...declarations import ruleset as rules
from .going import Going
from .moving import Movements, Part, Transfer
from .sameness import LIVE, replaced
from .ways import Way

_INFINITE = float("inf")
_MOST_TABLES = 200
"""So many numbers of players and values of options are tried at most."""


@record
class Shortfall:
    """More cards are asked of each player than were dealt: in which phase, and in an example of it.

    `with_` says the players and options of the example; nothing where it is so with all of them.
    """

    phase: rules.Phase
    asked: int | None = None
    dealt: int | None = None
    with_: str = ""

    @property
    def text(self) -> str:
        """What to say of it, where it was reckoned out."""
        if self.asked is None or self.dealt is None:
            return ""
        cards = f"only {self.dealt}" if self.dealt else "none"
        number = f"{self.asked} card{'' if self.asked == 1 else 's'}"
        name = self.phase.name
        return f"{self.with_}'{name}' takes {number} from a player who was dealt {cards}"


class Dealing:
    """Compares how often all have a turn with how many cards they were dealt."""

    def __init__(self, going: Going) -> None:
        self.going = going
        self.ways = going.ways
        self.movements = going.movements
        self._known: dict[tuple[str, str], Shortfall | None] = {}

    def shortfall(self, pile: str, decision: Decision) -> Shortfall | None:
        """That more cards of each one's pile are asked for in all passes of a phase than were dealt."""
        key = (pile, decision.label)
        if key not in self._known:
            self._known[key] = self._found(pile, decision)
        return self._known[key]

    def _found(self, pile: str, decision: Decision) -> Shortfall | None:
        taken = min((_taken(move, pile, decision) for move in decision.moves), default=0)
        phase = self._counted_around(decision)
        if not taken or phase is None:
            return None
        times = self._times(phase)
        dealt = self._dealt(pile, phase)
        if times is None or dealt is None:
            return None
        amount, less = dealt
        more = self._lost_besides(pile, phase, decision)
        if times == amount and not more and not less:
            return None
        found = self._at_some_table(phase, times, taken, more, amount, less)
        if found is not None or more or less:
            return found
        fixed = isinstance(times, Const) or isinstance(amount, Const)
        most, least = self.going.truth.range(times), self.going.truth.range(amount)
        if _INFINITE in (most[1], least[1]):
            return None
        is_short = most[1 if fixed else 0] * taken > least[0 if fixed else 1]
        return Shortfall(phase) if is_short else None

    # ---------------------------------------------------------------- at a table

    def _at_some_table(
        self, phase: rules.Phase, times: Expr, taken: int, more: int, amount: Expr, less: int
    ) -> Shortfall | None:
        """The first table at which too few cards are dealt: with normal options, if there is one."""
        for said, values in islice(self.tables((times, amount), phase), _MOST_TABLES):
            passes, cards = self.exactly(times, values), self.exactly(amount, values)
            if passes is None or cards is None:
                continue
            cards = max(0, cards)
            asked = passes * taken + more
            if asked > cards - less and passes > 0:
                return Shortfall(phase, asked, max(0, cards - less), said)
        return None

    def exactly(self, number: Expr, values: dict[Expr, Expr]) -> int | None:
        """What a number is when these values stand for what it asks; None if that depends on more."""
        low, high = self.going.truth.range(replaced(number, values))
        return int(low) if low == high else None

    def tables(
        self, about: tuple[Expr, ...], phase: rules.Phase | None = None
    ) -> Iterator[tuple[str, dict[Expr, Expr]]]:
        """Numbers of players, values of options and passes of the phases around, each as it is said
        and with what stands for what."""
        parts = {part for expr in about for part in walk(expr)}
        choices: list[list[tuple[str, dict[Expr, Expr]]]] = []
        for name in sorted({p.name for p in parts if isinstance(p, OptionValue)}):
            slots = [p for p in parts if isinstance(p, OptionValue) and p.name == name]
            values = self._options.get(name)
            if values is None:
                return
            choices.append(
                [
                    (
                        f"{name} {_said(slots[0], value)}",
                        {slot: Const(slot.type, False, value) for slot in slots},
                    )
                    for value in values
                ]
            )
        everybody = [p for p in parts if is_number_of_players(p)]
        if everybody and self.going.truth.all_stay_in:
            seats = self.going.checked.rules.players
            choices.append(
                [
                    (f"{n} players", {part: Const(NUMBER, False, n) for part in everybody})
                    for n in dict.fromkeys((seats.low, seats.high))
                ]
            )
        for part in sorted((p for p in parts if self._counts_around(p, phase)), key=repr):
            assert isinstance(part, Slot)
            name = part.key.removeprefix("count ")
            first: Expr = Const(NUMBER, False, 1)
            choices.append([(f"{name}_number 1", {part: first})])
        for table in product(*choices):
            words = [said for said, _ in table if said]
            values_of: dict[Expr, Expr] = {}
            for _, values_here in table:
                values_of |= values_here
            yield f"with {' and '.join(words)}, " if words else "", values_of

    def _counts_around(self, part: Expr, phase: rules.Phase | None) -> bool:
        """Whether something counts the passes of a phase around another one."""
        if phase is None or not isinstance(part, Slot) or not part.key.startswith("count "):
            return False
        return part.key.removeprefix("count ") in phase.path.split(".")[:-1]

    @cached_property
    def _options(self) -> dict[str, list[int | bool]]:
        """The normal value, the least and the greatest of each option that is a number."""
        symbols = self.going.checked.symbols
        checker = ExpressionChecker(symbols, Findings())
        found: dict[str, list[int | bool]] = {}
        for option in self.going.checked.rules.options:
            kind = option.option.kind
            type_ = symbols.kind_type(kind)
            if type_ == NUMBER and kind.low is not None and kind.high is not None:
                ends = [constant(checker.typed(b, Scope(), type_)) for b in (kind.low, kind.high)]
                found[option.name] = [
                    *dict.fromkeys((int(option_value(symbols, option)), *map(int, ends)))
                ]
            elif type_ == YESNO:
                normal = bool(option_value(symbols, option))
                found[option.name] = [normal, not normal]
        return found

    # ---------------------------------------------------------------- what is asked and dealt

    def _counted_around(self, decision: Decision) -> rules.Phase | None:
        """The phase around a decision that is repeated so many times, each time with a turn of all."""
        path, everybody = decision.phase, False
        while path:
            phase = self.going.phases[path]
            if phase.skip_when is not None or phase.until is not None:
                return None
            if phase.who is not None:
                each = isinstance(phase.who, syntax.EachPlayer) and phase.who.where is None
                if not each and not self.has_one_turn_each(decision):
                    return None
                everybody = True
            if phase.repeat is not None:
                counted = everybody and phase.repeat.until is None
                return phase if counted and phase.repeat.times is not None else None
            path = path.rpartition(".")[0]
        return None

    def has_one_turn_each(self, decision: Decision) -> bool:
        """Whether turns go round only among those for whom a pile is empty, say, into which each of
        the moves puts a card: then each has one, until that pile is cleared elsewhere."""
        path = decision.phase.removesuffix(".moves")
        phase = self.going.phases.get(path)
        if phase is None or not isinstance(phase.who, syntax.InTurn) or phase.who.where is None:
            return False
        where = phase.who.where
        asked = next((expr for tree, expr in self.going.program.asked if tree is where), None)
        if asked is None:
            return False
        moves = self.ways.leading_from.get(decision.label, ())
        turns = [way for way in self.ways.all if way.source.startswith((f"{path}:", f"{path}."))]
        return any(
            all(fills(self.movements, way, pile) for way in moves)
            and not any(drains(self.movements, way, pile) for way in turns)
            and self.going.endings.stops_holding(asked, True, Part(piles=frozenset({pile})), "more")
            for pile in (p.removeprefix("pile ") for p in reads(asked) if p.startswith("pile "))
        )

    def _times(self, phase: rules.Phase) -> Expr | None:
        """How often a phase is repeated."""
        count = Slot(NUMBER, False, f"count {phase.name}")
        for way in self.ways.leading_from.get(f"{phase.path}:pass", ()):
            for asked in way.asked:
                condition = asked.condition
                compared = isinstance(condition, Op) and condition.op in ("<", "<=")
                if compared and count in condition.children:
                    return next((o for o in condition.children if o != count), None)
        return None

    def _dealt(self, pile: str, phase: rules.Phase) -> tuple[Expr, int] | None:
        """How many cards were dealt to each before a phase, and how many of them somebody has given
        away by then; None if they come in other ways, too."""
        found: dict[tuple[Expr, int], None] = {}
        for way in self.ways.all:
            if not fills(self.movements, way, pile):
                continue
            if way.source.startswith(phase.path):
                return None
            deals = [
                place
                for place, step in enumerate(way.steps)
                if isinstance(step, Do)
                and step.procedure == "deal_each"
                and isinstance(step.arguments[1], PilesAt)
                and step.arguments[1].pile == pile
            ]
            if len(deals) != 1:
                return None
            deal = way.steps[deals[0]]
            assert isinstance(deal, Do)
            found[deal.arguments[2], self._given_away(way, deals[0], pile)] = None
        return next(iter(found)) if len(found) == 1 else None

    def _given_away(self, way: Way, place: int, pile: str) -> int:
        """How many cards of a pile go elsewhere at once after they were dealt, if no others come."""
        into = [
            t for t in self.movements.effects(way.steps, {})
            if isinstance(t, Transfer) and (t.to is None or pile in t.to)
        ]  # fmt: skip
        if len(into) != 1:
            return 0
        return sum(
            isinstance(step, Do)
            and step.procedure in ("deal", "move", "move_card")
            and any(
                isinstance(t, Transfer) and t.sources == frozenset({pile})
                for t in self.movements.effects([step], {})
            )
            for step in way.steps[place + 1 :]
        )

    def _lost_besides(self, pile: str, phase: rules.Phase, decision: Decision) -> int:
        """Whether cards of a pile may go elsewhere in a phase, beside those of the decision: then 1."""
        if self._is_counted(pile, phase):
            return 0
        return int(
            any(
                way.source.startswith((f"{phase.path}:", f"{phase.path}."))
                and way.source != decision.label
                and way.move is None
                and drains(self.movements, way, pile)
                and self._goes_on_after(way, phase)
                for way in self.ways.all
            )
        )

    def _goes_on_after(self, way: Way, phase: rules.Phase) -> bool:
        """Whether a way lies before a further pass of the phase."""
        return way.target.startswith((f"{phase.path}:", f"{phase.path}."))

    def _is_counted(self, pile: str, phase: rules.Phase) -> bool:
        """Whether it is asked in a phase how many cards are in such a pile, not only whether any are."""
        asked = (
            statement.condition
            for block in self.going.program.blocks
            if block.label.startswith((f"{phase.path}:", f"{phase.path}."))
            for statement in every(block.body)
            if isinstance(statement, If)
        )
        return any(
            f"pile {pile}" in reads(condition) and not _asks_if_empty(condition)
            for condition in asked
        )


def fills(movements: Movements, way: Way, pile: str) -> bool:
    """Whether cards may come to a pile on a way."""
    return any(t.to is None or pile in t.to for t in movements.moved(way).transfers)


def drains(movements: Movements, way: Way, pile: str) -> bool:
    """Whether cards go from a pile elsewhere on a way."""
    return any(
        t.sources is not None and pile in t.sources and (t.to is None or pile not in t.to)
        for t in movements.moved(way).transfers
    )


def _taken(move: MoveRule, pile: str, decision: Decision) -> int:
    """How many cards of a player's pile a move takes at least."""
    for domain in move.choices:
        source = domain.source
        if isinstance(source, Loop):
            source = source.source
        if not isinstance(source, CardsIn) or not isinstance(source.of, PileAt):
            continue
        if source.of.pile == pile and source.of.seat == decision.you:
            if domain.how == "one":
                return 1
            if isinstance(domain.low, Const) and isinstance(domain.low.value, int):
                return domain.low.value
    return 0


def _said(option: Expr, value: int | bool) -> str:
    if option.type == YESNO:
        return "yes" if value else "no"
    return str(value)


def is_number_of_players(expr: Expr) -> bool:
    """Whether something is the number of all players who are in."""
    return (
        isinstance(expr, Loop)
        and expr.how == "count"
        and expr.where is None
        and isinstance(expr.source, Slot)
        and expr.source.key == LIVE
    )


def _asks_if_empty(condition: Expr) -> bool:
    """Whether a condition asks of piles only whether they are empty."""
    return not any(
        isinstance(part, Op)
        and part.op in ("<", "<=", "=", "!=")
        and any(o.type == NUMBER for o in part.operands)
        and not any(isinstance(o, Const) and o.value in (0, 1) for o in part.operands)
        for part in walk(condition)
    )
