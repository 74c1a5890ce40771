"""Cases, counted: which of some conditions hold together, found by going through all there is.

Every thing that the conditions ask of goes through all its values, and the conditions are worked
out by the same code that plays. Values that no condition can tell apart count once: of cards only
what is asked of them (their ranks, their suits), of large numbers those around the numbers they
are compared with.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product
from math import prod
from typing import Any

from rulerun.grammar.record import record

from ...cards import SUIT_COLORS, build_deck
from ...checking.core import Expr, Local, OptionValue, Program, Slot, walk
from ...checking.layout import Layout
from ...checking.settings import option_value
from ...checking.symbols import Symbols
from ...compiling.expression_code import ExpressionEmitter
from ...compiling.plain_functions import FREE_FUNCTIONS
from ...machine.runtime import Runtime
from .questions import STOPS, Group, Impossible, Questions, Told, groups
from .things import Reader, Thing
from .values import Domain, Values
from .world import World

MOST = 6000
"""More cases than that are not counted."""
MOST_PARTS = 20_000
"""Of conditions with more parts in all nothing is said: terms that use terms grow without end."""
_ABOVE = 1 << 62
_EXAMPLES = 6
"""How many cases are kept of those that are alike."""
_WAYS, _TRIES = 500, 20_000
"""In more ways than that it is not tried whether a thing makes a difference, for one case and for
all of a table."""
_FUNCTIONS = (
    "matches", "same_rank", "highest", "lowest", "matching", "ranks_of", "consecutive", "suited",
    "suits_of", "common_rank", "common_suit", "descending", "ascending", "alternating", "is_card", "card_is_in", "same_cards", "without_cards", "written_card", "card_rank",
)  # fmt: skip
Answer = tuple[bool, ...]


@record
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
    _tries: int = _TRIES

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
                    if short is not None and short.is_plausible(self.usual):
                        return short
        return None

    def keep(
        self,
        answer: Answer,
        things: tuple[Thing, ...],
        parts: Sequence[Group],
        examples: Sequence[Sequence[tuple[Any, ...]]],
        alike: Mapping[int, Sequence[int]],
    ) -> None:
        """Keep cases with some answers, put together from those of groups of things."""
        kept = self.plain.setdefault(answer, [])
        for i in range(max(map(len, examples), default=1)):
            if len(kept) >= _EXAMPLES:
                return
            values: list[Any] = [None] * len(things)
            for group, some in zip(parts, examples, strict=True):
                for place, value in zip(group.things, some[i % len(some)], strict=True):
                    values[place] = value
            kept.append(Case(things, tuple(values), alike))

    def _shortened(self, case: Case, wanted: Callable[[Answer], bool]) -> Case | None:
        """The case without things that may be anything, all of them at once; None if one of them
        matters that cannot be told."""
        free = [place for place, thing in enumerate(case.things) if not thing.listed]
        if free and not self._holds(case, free, wanted):
            return None
        for place, thing in enumerate(case.things):
            if thing.listed and self._holds(case, [*free, place], wanted):
                free.append(place)
        kept = [place for place in range(len(case.things)) if place not in free]
        things, values = (tuple(of[i] for i in kept) for of in (case.things, case.values))
        return Case(things, values, case.alike)

    def _holds(self, case: Case, free: Sequence[int], wanted: Callable[[Answer], bool]) -> bool:
        """Whether a case is as wanted for all values of some things."""
        ways = 1
        for place in free:
            ways *= len(self.domains[place][0])
        if ways > min(_WAYS, self._tries):
            return False
        values = [*case.values]
        for some in product(*(self.domains[place][0] for place in free)):
            for place, value in zip(free, some, strict=True):
                values[place] = value
            self._tries -= 1
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
        super().__init__(world.program, layout, {}, world.deck.numbers)
        # Whoever counts cases has all cards before him.
        self.shuffled = frozenset()
        self.tracks = False


class Counting:
    """Counts the cases of one ruleset. `world` is what is the same in all of them."""

    def __init__(self, symbols: Symbols, program: Program) -> None:
        self.world = World(symbols, program)
        self._parts = 0
        if program.only is not None:
            self._make_up_the_pack(*program.only)

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
        answer_of = self._answer([condition], (), [t.local.name for t in things])
        kept = [
            answer_of(*(normal.get(t.local.name, number) for t in things)) == (True,)
            for number in range(len(world.deck))
        ]
        if normal:
            world.usual = frozenset(number for number, there in enumerate(kept) if there)
        else:
            world.deck = build_deck(world.rules.deck, kept)
            world.usual = frozenset(range(len(world.deck)))
            for made in ("_writer", "_layout", "_space"):
                self.__dict__.pop(made, None)

    @cached_property
    def _writer(self) -> _Writer:
        return _Writer(self.world, self._layout)

    @cached_property
    def _layout(self) -> Layout:
        rules = self.world.rules
        return Layout(
            self.world.program.cells,
            rules.piles,
            rules.players.high,
            rules.players.teams or 0,
            len(self.world.deck.rank_names),
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
            ("SUIT_COLOR", SUIT_COLORS),
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
        self._parts += _size_of(conditions, MOST_PARTS)
        if self._parts > MOST_PARTS:
            return None
        exact = Reader(self.world, sizes or {})
        # What cannot be gone through is still known not to be so and otherwise at once.
        coarse = (Reader(self.world, {}, whole) for whole in ("nothing", "tables", "comparisons"))
        for reader in (exact, *coarse):
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
        for thing in values.things.values():
            domain = values.of(thing)
            if domain is None:
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
    ) -> Cases | None:
        things = tuple(values.things.values())
        questions = Questions()
        answer_of = self._answer(
            [questions.put(c) for c in asked], [questions.put(k) for k in known], questions.names
        )
        parts: list[tuple[Group, dict[Told, list[tuple[Any, ...]]]]] = []
        placed = values.placed()
        together = placed if values.may_clash(placed) else []
        ways = 1
        for group in groups(things, questions.asked, together):
            told = self._told(group, values, domains, questions, together)
            if told is None:
                return None
            parts.append((group, told))
            ways *= len(told)
            if ways > MOST:
                return None

        def whole(*case: Any) -> Answer | None:
            told: list[Any] = [None] * len(questions.asked)
            for group, _ in parts:
                answers = self._ask(group, questions, [case[i] for i in group.things])
                for place, answer in zip(group.questions, answers, strict=True):
                    told[place] = answer
            return answer_of(*told)

        found = Cases(set(), {}, domains, whole, self.world.usual)
        for some in product(*(told.items() for _, told in parts)):
            told_in_all: list[Any] = [None] * len(questions.asked)
            for (group, _), (answers, _) in zip(parts, some, strict=True):
                for place, answer in zip(group.questions, answers, strict=True):
                    told_in_all[place] = answer
            answer, certain = self._answered(answer_of, told_in_all)
            if answer is None:
                continue
            if answer not in found.all:
                found.all.add(answer)
                if enough(answer):
                    break
            kept = [cases for _, cases in some]
            if certain and all(kept):
                found.keep(answer, things, [group for group, _ in parts], kept, values.alike)
        return found

    def _told(
        self,
        group: Group,
        values: Values,
        domains: Sequence[Domain],
        questions: Questions,
        together: Sequence[int],
    ) -> dict[Told, list[tuple[Any, ...]]] | None:
        """All that may be told of the questions of a group, each with some cases in which every
        thing is there; None if there is too much to go through."""
        everything = [[*domains[i][0], *domains[i][1]] for i in group.things]
        if prod(map(len, everything)) > MOST:
            return None
        counts = [len(domains[i][0]) for i in group.things]
        clashing = [i for i, place in enumerate(group.things) if place in together]
        ask = self._asking(group, questions)
        found: dict[Told, list[tuple[Any, ...]]] = {}
        for places in product(*(range(len(options)) for options in everything)):
            case = tuple([options[i] for options, i in zip(everything, places, strict=True)])
            if clashing and values.clash(clashing, case):
                continue
            try:
                told = ask(*case)
            except Impossible:
                told = self._ask(group, questions, case)
            kept = found.setdefault(told, [])
            if len(kept) < _EXAMPLES and all(i < n for i, n in zip(places, counts, strict=True)):
                kept.append(case)
        return found

    def _asking(self, group: Group, questions: Questions) -> Callable[..., Told]:
        """What values of the things of a group tell of its questions."""
        key = tuple(group.questions)
        if key not in questions.asking:
            asked = [questions.asked[i] for i in group.questions]
            made: ast.expr = ast.Tuple([_truth(self._writer.expr(q)) for q in asked], ast.Load())
            questions.asking[key] = self._lambda(group.names, made)
        return questions.asking[key]

    def _ask(self, group: Group, questions: Questions, case: Sequence[Any]) -> Told:
        """The same for one case, where the game may stop at one of the questions."""
        told: list[Any] = []
        for place in group.questions:
            try:
                told += self._asking(replace(group, questions=(place,)), questions)(*case)
            except Impossible:
                told.append(STOPS)
        return tuple(told)

    def _answer(
        self, asked: Sequence[Expr], known: Sequence[Expr], names: Sequence[str]
    ) -> Callable[..., Answer | None]:
        """What the conditions answer when all questions are answered; None where what is known
        fails."""
        write = self._writer.expr
        body: ast.expr = ast.Tuple([_truth(write(c)) for c in asked], ast.Load())
        if known:
            test = ast.BoolOp(ast.And(), [ast.Constant(True), *(write(k) for k in known)])
            body = ast.IfExp(test, body, ast.Constant(None))
        return self._lambda(names, body)

    def _answered(
        self, answer_of: Callable[..., Answer | None], told: Sequence[Any]
    ) -> tuple[Answer | None, bool]:
        """The answers, and whether the game gets as far as to ask all that is asked."""
        try:
            return answer_of(*told), True
        except Impossible:
            # A condition that holds already may have kept the game from asking further. Which are
            # asked then is not said here, so that nothing is claimed of the case.
            return answer_of(*(False if one is STOPS else one for one in told)), False

    def _lambda(self, names: Sequence[str], body: ast.expr) -> Callable[..., Any]:
        parameters = ast.arguments(
            posonlyargs=[], args=[ast.arg(name) for name in names], kwonlyargs=[], kw_defaults=[],
            defaults=[],
        )  # fmt: skip
        code = ast.fix_missing_locations(ast.Expression(ast.Lambda(parameters, body)))
        made: Callable[..., Any] = eval(compile(code, "conditions", "eval"), self._space)
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


def _size_of(conditions: Sequence[Expr], most: int) -> int:
    """Of how many parts conditions are made; no more than `most` are counted."""
    return sum(1 for _ in islice((p for c in conditions for p in walk(c)), most + 1))


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
