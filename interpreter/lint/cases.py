"""Cases, counted: which of some conditions hold together, found by going through all there is.

Every thing that the conditions ask of goes through all its values, and the conditions are worked
out by the same code that plays. Values that no condition can tell apart count once: of cards only
what is asked of them (their ranks, their suits), of large numbers those around the numbers they
are compared with.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from ..cards import build_deck
from ..core import Expr, Local, OptionValue, Slot
from ..expression_code import Context, ExpressionEmitter
from ..layout import Layout
from ..plain_functions import FREE_FUNCTIONS
from ..runtime import Runtime
from ..settings import option_value
from .things import Reader, Thing, World
from .values import Domain, Values

MOST = 6000
"""More cases than that are not counted."""
_ABOVE = 1 << 62
_EXAMPLES = 6
"""How many cases are kept of those that are alike."""
_WAYS = 500
"""In more ways than that it is not tried whether a thing makes a difference."""
_FUNCTIONS = (
    "matches", "same_rank", "highest", "lowest", "matching", "ranks_of", "consecutive", "suited",
    "suits_of", "is_card", "card_is_in", "same_cards", "without_cards", "written_card", "card_rank",
)  # fmt: skip
Answer = tuple[bool, ...]


class Impossible(Exception):
    """A case at which the game would stop before anything is asked."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case: the value of each thing. A card stands for all those that are `alike`."""

    things: tuple[Thing, ...]
    values: tuple[Any, ...]
    alike: Mapping[int, Sequence[int]]

    def is_plausible(self, usual: frozenset[int]) -> bool:
        """Whether it can be told as a case that may come up. `usual` are the cards of the pack.

        Two memories of players may well be such that they never name the same one.
        """
        cards = {
            card
            for thing, value in zip(self.things, self.values, strict=True)
            if thing.local.type.name in ("card", "cards")
            for card in (value if isinstance(value, tuple) else (value,))
        }
        named = [
            value
            for thing, value in zip(self.things, self.values, strict=True)
            if thing.local.type.name == "player"
            and isinstance(thing.expr, Slot)
            and thing.expr.key.startswith("memory ")
        ]
        listed = all(thing.listed for thing in self.things)
        return listed and len(set(named)) == len(named) and usual.issuperset(cards)


@dataclass(slots=True)
class Cases:
    """All cases of some conditions.

    `all` has each combination of answers that may come up; `plain` some cases of each of those
    that come up where every thing is there and in its bounds. `sure`: all that is known was heeded,
    so that these cases are not ruled out by something else.
    """

    all: set[Answer]
    plain: dict[Answer, list[Case]]
    domains: Sequence[Domain]
    answer_of: Callable[..., Answer | None]
    usual: frozenset[int]
    sure: bool = True

    def may_be_none(self) -> bool:
        """Whether it may be that no condition holds, though every thing is there."""
        answers = self.plain if self.plain and self.sure else self.all
        return any(not any(answer) for answer in answers)

    def shown(self, wanted: Callable[[Answer], bool]) -> Case | None:
        """A case as wanted that can be told to people; None if none is known for sure.

        It has only the things that make a difference.
        """
        for answer, cases in self.plain.items() if self.sure else ():
            if wanted(answer):
                for case in cases:
                    short = self._shortened(case, wanted)
                    if short.is_plausible(self.usual):
                        return short
        return None

    def _shortened(self, case: Case, wanted: Callable[[Answer], bool]) -> Case:
        """The case without things that may be anything, all of them at once."""
        free: list[int] = []
        for place in range(len(case.things)):
            if self._holds(case, [*free, place], wanted):
                free.append(place)
        kept = [place for place in range(len(case.things)) if place not in free]
        things, values = (tuple(of[i] for i in kept) for of in (case.things, case.values))
        return Case(things, values, case.alike)

    def _holds(self, case: Case, free: Sequence[int], wanted: Callable[[Answer], bool]) -> bool:
        """Whether a case is as wanted for all values of some things."""
        ways = 1
        for place in free:
            ways *= len(self.domains[place][0])
        if ways > _WAYS:
            return False
        values = [*case.values]
        for some in product(*(self.domains[place][0] for place in free)):
            for place, value in zip(free, some, strict=True):
                values[place] = value
            try:
                answer = self.answer_of(*values)
            except Impossible:
                return False
            if answer is None or not wanted(answer):
                return False
        return True


class _Writer(ExpressionEmitter):
    """Writes conditions as Python; the things in them are the parameters."""

    def __init__(self, world: World, layout: Layout) -> None:
        self.program = world.program
        self.layout = layout
        self.options: Mapping[str, Any] = {}
        self.numbers_of = world.deck.numbers
        self.sites = []
        self.shuffled = frozenset()
        self.tracks = False
        self.phase = ""
        self._sources = 0
        self.context = Context()


class Counting:
    """Counts the cases of one ruleset."""

    def __init__(self, world: World) -> None:
        self.world = world
        if world.program.only is not None:
            self._make_up_the_pack(*world.program.only)

    def _make_up_the_pack(self, card: Local, only: Expr) -> None:
        """Leave out the cards that are not in the pack.

        Where that depends on options, all of them count, but no case is told of one that is not
        there normally.
        """
        world = self.world
        reader = Reader(world, {})
        condition = reader.condition(only)
        things = reader.things([condition])
        normal: dict[str, Any] = {}
        for thing in things:
            if isinstance(thing.expr, OptionValue):
                option = world.symbols.options[thing.expr.name]
                normal[thing.local.name] = option_value(world.symbols, option)
            elif thing.expr != card:
                normal[thing.local.name] = world.seats[0] if _is_number(thing) else None
        answer_of = self._function(things, [condition], ())
        kept = [
            answer_of(*(normal.get(t.local.name, number) for t in things)) == (True,)
            for number in range(len(world.deck))
        ]
        if normal:
            world.usual = frozenset(number for number, there in enumerate(kept) if there)
        else:
            world.deck = build_deck(world.rules.deck, kept)
            world.usual = frozenset(range(len(world.deck)))
            self.__dict__.clear()
            self.world = world

    @cached_property
    def _writer(self) -> _Writer:
        return _Writer(self.world, self._layout)

    @cached_property
    def _layout(self) -> Layout:
        rules = self.world.rules
        return Layout(
            self.world.program.cells, rules.piles, rules.players.high, rules.players.teams or 0
        )

    @cached_property
    def _space(self) -> dict[str, Any]:
        """What the code of conditions knows by name."""
        deck = self.world.deck
        runtime = Runtime(deck, self._layout, None, False)
        space: dict[str, Any] = {name: getattr(runtime, name) for name in _FUNCTIONS}
        space |= FREE_FUNCTIONS
        for name, table in (
            ("RANK", deck.ranks), ("SUIT", deck.suits), ("COLOR", deck.colors), ("VALUE", deck.values),
        ):  # fmt: skip
            known: dict[int | None, Any] = dict(enumerate(table))
            space[name] = table
            space[name + "_OR_NOTHING"] = {None: None, **known}
            space[name + "_OR_ABOVE"] = {None: _ABOVE, **known}
            space[name + "_OR_BELOW"] = {None: -_ABOVE, **known}
        space["S"] = None
        space |= {"no_row": _stop, "needed": _needed, "needed_one": _needed_one, "divide": _divide,
                  "modulo": _modulo, "times": _times}  # fmt: skip
        return space

    def cases(
        self,
        conditions: Sequence[Expr],
        given: Sequence[Expr] = (),
        sizes: Mapping[str, tuple[int, ...]] | None = None,
        enough: Callable[[Answer], bool] = lambda _: False,
    ) -> Cases | None:
        """All cases of the conditions in which all that is `given` holds; None if they are too many.

        `sizes` gives for piles how many cards may lie there, where that is known. `enough` is told
        each new answer, and says when no more are needed.
        """
        exact = Reader(self.world, sizes or {})
        # What cannot be gone through is still known not to be so and otherwise at once.
        for reader in (exact, Reader(self.world, {}), Reader(self.world, {}, whole=True)):
            asked = [reader.condition(c) for c in conditions]
            known, near = _of_the_same(reader, asked, given)
            for facts in (known, near, []):
                found = self._counted(reader, asked, facts, enough)
                if found is not None:
                    found.sure = reader is exact and len(facts) == len(known)
                    return found
        return None

    def _counted(
        self,
        reader: Reader,
        asked: Sequence[Expr],
        known: Sequence[Expr],
        enough: Callable[[Answer], bool],
    ) -> Cases | None:
        values = Values(self.world, reader.things([*asked, *known]), [*asked, *known])
        domains: list[Domain] = []
        size = 1
        for thing in values.things.values():
            domain = values.of(thing)
            if domain is None:
                return None
            size *= len(domain[0]) + len(domain[1])
            if size > MOST:
                return None
            domains.append(domain)
        return self._count(values, domains, asked, known, enough)

    def _count(
        self,
        values: Values,
        domains: Sequence[Domain],
        asked: Sequence[Expr],
        known: Sequence[Expr],
        enough: Callable[[Answer], bool],
    ) -> Cases:
        things = tuple(values.things.values())
        answer_of = self._function(things, asked, known)
        placed = values.placed()
        clashing = values.may_clash(placed)
        found: set[Answer] = set()
        plain: dict[Answer, list[Case]] = {}
        everything = [[*there, *other] for there, other in domains]
        counts = [len(there) for there, _ in domains]
        for places in product(*(range(len(options)) for options in everything)):
            case = tuple([options[i] for options, i in zip(everything, places, strict=True)])
            if clashing and values.clash(placed, case):
                continue
            try:
                answer = answer_of(*case)
            except Impossible:
                answers = set(self._as_far_as_asked(things, asked, case)) - found
                found |= answers
                if True in [enough(answer) for answer in answers]:
                    break
                continue
            if answer is None:
                continue
            if answer not in found:
                found.add(answer)
                if enough(answer):
                    break
            if all(i < n for i, n in zip(places, counts, strict=True)):
                kept = plain.setdefault(answer, [])
                if len(kept) < _EXAMPLES:
                    kept.append(Case(things, case, values.alike))
        return Cases(found, plain, domains, answer_of, self.world.usual)

    def _as_far_as_asked(
        self, things: Sequence[Thing], asked: Sequence[Expr], case: Sequence[Any]
    ) -> Iterator[Answer]:
        """The game stops at one of the conditions, unless one before it holds already."""
        answer: list[bool] = []
        for condition in asked:
            try:
                one = self._function(things, [condition], ())(*case)
            except Impossible:
                if any(answer):
                    yield (*answer, *(False for _ in asked[len(answer) :]))
                return
            answer += one or ()

    def _function(
        self, things: Sequence[Thing], asked: Sequence[Expr], known: Sequence[Expr]
    ) -> Callable[..., Answer | None]:
        """What the conditions answer for values of the things; None where what is known fails."""
        writer = self._writer
        body: ast.expr = ast.Tuple([_truth(writer.expr(c)) for c in asked], ast.Load())
        if known:
            test = ast.BoolOp(ast.And(), [ast.Constant(True), *(writer.expr(k) for k in known)])
            body = ast.IfExp(test, body, ast.Constant(None))
        parameters = ast.arguments(
            posonlyargs=[], args=[ast.arg(t.local.name) for t in things], kwonlyargs=[],
            kw_defaults=[], defaults=[],
        )  # fmt: skip
        code = ast.fix_missing_locations(ast.Expression(ast.Lambda(parameters, body)))
        made: Callable[..., Answer | None] = eval(compile(code, "conditions", "eval"), self._space)
        return made


def _of_the_same(
    reader: Reader, asked: Sequence[Expr], given: Sequence[Expr]
) -> tuple[list[Expr], list[Expr]]:
    """What is known of the things that are asked of: all of it, and what is of nothing else."""
    relevant = {thing.local.name for thing in reader.things(asked)}
    known, near = [], []
    for fact in given:
        condition = reader.condition(fact)
        names = {thing.local.name for thing in reader.things([condition])}
        if names & relevant:
            known.append(condition)
            if names <= relevant:
                near.append(condition)
    return known, near


def _is_number(thing: Thing) -> bool:
    return thing.local.type.name == "number"


def _truth(condition: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("bool", ast.Load()), [condition], [])


def _stop(*_: object) -> None:
    raise Impossible


def _needed(value: Any, _: int) -> Any:
    if value is None:
        raise Impossible
    return value


def _needed_one(members: Sequence[Any], _: int) -> Any:
    if len(members) != 1:
        raise Impossible
    return members[0]


def _divide(_: object, left: int | None, right: int | None, site: int) -> int | None:
    if right == 0:
        raise Impossible
    return None if left is None or right is None else left // right


def _modulo(_: object, left: int | None, right: int | None, site: int) -> int | None:
    if right == 0:
        raise Impossible
    return None if left is None or right is None else left % right


def _times(left: int | None, right: int | None, _: int) -> int | None:
    return None if left is None or right is None else left * right
