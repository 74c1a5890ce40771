"""The code that games are compiled to: quick ways and plain ways lead to the same games."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from math import comb
from random import Random
from typing import Any

import pytest

import rulerun
from rulerun.interpreter.checking.core import Bind, Const, Do, Expr, Local, Program, Set, Slot
from rulerun.interpreter.checking.layout import Layout
from rulerun.interpreter.checking.types import NUMBER, PLAYER
from rulerun.interpreter.compiling.emitter import Emitter
from rulerun.interpreter.compiling.lasting import lasting
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.how_many import (
    AnyOf,
    by_ranks,
    count_adding_up,
    count_alike,
    count_in_row,
    kinds_of,
)
from rulerun.interpreter.machine.longest import (
    LONGEST,
    longest_in_row,
    most_consecutive,
    most_matching,
)
from rulerun.interpreter.machine.subsets import (
    choices_adding_up,
    choices_alike,
    choices_in_row,
    choices_of,
)

RANKS = [card % 13 for card in range(52)]
SUITS = [card // 13 for card in range(52)]
VALUES = [min(rank + 1, 10) for rank in RANKS]


class PlainEmitter(Emitter):
    """Writes everything as the rules say it: nothing is worked out or looked up beforehand."""

    def __init__(self, program: Program, layout: Layout, *rest: Any) -> None:
        super().__init__(program, layout, *rest)
        self.program = program
        self.by_label = {block.label: block for block in program.blocks}
        self.settled.all_stay = self.settled.clockwise = False
        self.loops.longest = lambda loop: None  # type: ignore[method-assign]
        self.loops.each_seat = lambda loop, most: None  # type: ignore[method-assign]
        self.tables.of_players = lambda function, arguments: None  # type: ignore[method-assign]

    tabulates = property(lambda self: False, lambda self, value: None)

    def is_listed(self, decision: object) -> bool:
        return False

    def _settle_now(self, waiting: object) -> None:
        self.context.known = {}

    def _laid_open(self, statement: Do) -> list[ast.stmt] | None:
        return None

    def _deadwood_left(self, variable: Local, among: Expr, asked: Sequence[Expr]) -> None:
        return None

    def _shuffle_after(self, statement: object, following: object) -> None:
        return None

    def _is_plain_deal(self, statement: Do) -> bool:
        return False

    def _rows_of_one(self, statements: object) -> None:
        return None

    def _both_ends(self, expressions: object, bound: object) -> list[ast.stmt]:
        return []


class PlainGame(Game):
    emitting = PlainEmitter


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("hearts", 4), ("gin", 2), ("crazy_eights", 3), ("oh_hell", 4), ("leduc", 3), ("cribbage", 2),
        ("in_between", 4), ("euchre", 4), ("president", 4), ("blackjack", 2),
    ],
)  # fmt: skip
def test_games_are_the_same_as_by_plain_code(name: str, players: int) -> None:
    quick = rulerun.load(name, players=players)
    plain = PlainGame(quick.checked, quick.options, players)
    state, twin, rng = quick.start(seed=7), plain.start(seed=7), Random(7)
    for made in range(150):
        assert state._data() == twin._data()
        if state.is_over:
            break
        legal = state.legal_moves
        if made % 5 == 0:
            assert [str(move) for move in legal] == [str(move) for move in twin.legal_moves]
        move = legal.pick(rng)
        state.apply(move)
        twin.apply(str(move))


def test_what_is_settled_is_not_asked() -> None:
    """In hearts nobody drops out and nothing turns round; in durak who has no cards left is out."""
    hearts = rulerun.load("hearts")
    asked = ("turn_queue(", "left_of(", "hands(", "len((")
    code = ast.unparse(hearts.module)
    assert [word for word in asked if word in code] == []
    plain = ast.unparse(PlainGame(hearts.checked, hearts.options, 4).module)
    assert [word for word in asked if word in plain] == [*asked[:3]]
    assert "round_from(" in ast.unparse(rulerun.load("durak").module)


def test_who_can_follow_suit_has_to_and_the_hand_is_gone_through_once() -> None:
    (lists,) = (
        node
        for node in rulerun.load("whist").module.body
        if isinstance(node, ast.FunctionDef) and node.name == "moves_0"
    )
    loops = [node for node in ast.walk(lists) if isinstance(node, ast.ListComp)]
    assert len(loops) == 1 and " or listed" in ast.unparse(lists)


@pytest.mark.parametrize("size", range(8))
def test_any_of_some_cards_is_made_where_it_is_wanted(size: int) -> None:
    cards = Random(size).sample(range(52), size)
    for low, high in ((0, size), (2, 2), (1, 3), (3, 9), (4, 2), (None, 2)):
        expected = list(choices_of(cards, low, high))
        found = AnyOf(cards, low, high)
        assert list(found) == expected and len(found) == len(expected)
        assert [found[n] for n in range(len(found))] == expected
        assert found[1:4] == expected[1:4]
        if expected:
            assert found[-1] == expected[-1]
        with pytest.raises(IndexError):
            found[len(expected)]


def test_many_cards_are_not_gone_through() -> None:
    found = AnyOf(range(52), 13, 13)
    assert len(found) == comb(52, 13) and found[len(found) - 1] == tuple(range(39, 52))


COUNTS: list[tuple[Callable[..., int | None], Callable[..., Any], list[Any]]] = [
    (count_alike, choices_alike, [RANKS]),
    (count_alike, choices_alike, [None]),
    (count_in_row, choices_in_row, [RANKS, None]),
    (count_in_row, choices_in_row, [RANKS, SUITS]),
    (count_adding_up, choices_adding_up, [VALUES, 15]),
    (count_adding_up, choices_adding_up, [[0] * 52, 0]),
]


@pytest.mark.parametrize(("count", "made", "rest"), COUNTS)
def test_lists_are_counted_as_they_are_made(
    count: Callable[..., int | None], made: Callable[..., Any], rest: list[Any]
) -> None:
    rng = Random(3)
    for _ in range(60):
        cards = rng.sample(range(52), rng.randrange(9))
        for low, high in ((1, 1_000_000), (2, 2), (3, 5), (0, 9)):
            counted = count(cards, low, high, *rest)
            if counted is not None:
                assert counted == len(list(made(cards, low, high, *rest)))


def test_of_how_many_cards_it_is_so_is_found_as_by_trying_all_numbers() -> None:
    rng = Random(5)
    for _ in range(300):
        cards = rng.sample(range(52), rng.randrange(9))
        cards.sort(key=lambda card: RANKS[card] // rng.choice((1, 2, 4)))
        low, high = rng.randrange(1, 4), rng.randrange(3, 9)

        def last_ranks(n: int, cards: list[int] = cards) -> list[int]:
            return sorted(RANKS[card] for card in cards[-n:]) if n <= len(cards) else []

        def is_row(n: int, ranks_of: Callable[[int], list[int]] = last_ranks) -> bool:
            ranks = ranks_of(n)
            return bool(ranks) and ranks == list(range(ranks[0], ranks[0] + n))

        numbers = range(low, high + 1)
        alike = max([n for n in numbers if len({*last_ranks(n)}) == 1], default=None)
        assert most_matching(cards, RANKS, low, high) == alike
        row = max([n for n in numbers if is_row(n)], default=None)
        assert most_consecutive(cards, RANKS, low, high) == row
        for suits in (None, SUITS):
            rows = [n for n in numbers if count_in_row(cards, n, n, RANKS, suits) > 0]
            assert longest_in_row(cards, low, high, RANKS, suits) == max(rows, default=None)
    cribbage = ast.unparse(rulerun.load("cribbage").module)
    assert [f.__name__ in cribbage for f in LONGEST.values()] == [True] * 3


def test_what_is_worked_out_beforehand_knows_no_variable() -> None:
    """A table of the cards stands outside of the function that is written when it is first asked:
    -10 was kept in a variable there, and the table named it."""
    game = rulerun.load("hearts", overlays=["jack_of_diamonds"])
    assert not game.start(seed=1).is_over


def test_nothing_is_added_where_a_row_is_worth_nothing() -> None:
    """The crib has no flush of four: in its sum that row would stand as 0. And where a run counts there
    is one: what is added to is not asked whether it is there."""
    module = rulerun.load("cribbage").module
    added = [
        part
        for node in ast.walk(module)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
        for part in (node.left, node.right)
    ]
    zeros = [n for n in added if isinstance(n, ast.Constant) and n.value == 0]
    assert added and not zeros
    assert ast.unparse(module).count("add(") <= 1


def test_what_depends_on_ranks_alone_is_remembered_by_them() -> None:
    """The fifteens, pairs and runs of five cards are counted once for each five ranks there are."""
    code = ast.unparse(rulerun.load("cribbage").module)
    counted = code.index("count_adding_up(cards")
    assert "count_adding_up(" not in code[counted + 9 :] and "by_ranks(" in code
    known: dict[int, Any] = {}
    asked: list[Sequence[int]] = []
    kinds, rng = kinds_of(RANKS, VALUES), Random(2)

    def worth(cards: Sequence[int]) -> tuple[int, ...]:
        asked.append(cards)
        return tuple(sorted(RANKS[card] for card in cards))

    for _ in range(200):
        cards = rng.sample(range(52), rng.randrange(3))
        assert by_ranks(known, worth, kinds.__getitem__, cards) == tuple(
            sorted(RANKS[card] for card in cards)
        )
    assert len(asked) == len(known) < 105


def test_moves_in_which_nothing_is_chosen_are_made_once() -> None:
    """In leduc the same three lists of moves serve all states; a move of one state is known as legal in
    another one only where the same list is on offer."""
    game = rulerun.load("leduc")
    state, other = game.start(seed=1), game.start(seed=2)
    check, *_ = state.legal_moves
    assert state.legal_moves.pick(Random(1)) is other.legal_moves.pick(Random(1))
    other.apply("bet")
    with pytest.raises(rulerun.IllegalMoveError, match="something"):
        state.apply("call")
    with pytest.raises(rulerun.IllegalMoveError, match="may not check"):
        other.apply(check)
    other.apply("call")
    other.apply(check)


def test_what_a_line_has_put_into_a_cell_is_known_after_it() -> None:
    """When a round of leduc ends no stake is left and nobody has had their say: whoever is first may check
    or bet, and nothing is asked to find that out. A new game opens with no more than its deal."""
    module = rulerun.load("leduc").module
    code = {
        node.name: ast.unparse(node) for node in module.body if isinstance(node, ast.FunctionDef)
    }
    (ends,) = (code[name] for name in code if name.endswith("round_end"))
    assert ends.count("S.listed = OFFER_0_0_1") == 1 and "OFFER_0_2" not in ends
    assert "pay" in code["before_chance"] and "shuffle(" not in code["opening"]
    assert " if " not in code["opening"].partition("deal_each(")[2]


def test_blocks_that_nothing_goes_to_are_made_when_an_example_begins_there() -> None:
    game = rulerun.load("leduc")
    assert "betting_go" not in ast.unparse(game.module)
    number = game.labels["round.betting:go"]
    later = game.blocks[number]
    state = game.start(seed=1)
    assert later(state) == state.at and game.blocks[number] is not later
    assert [str(move) for move in state.legal_moves] == ["check", "bet"]


def test_what_comes_after_the_first_decision_is_made_when_somebody_comes_there() -> None:
    """It is the code that stands in the whole module, but for the numbers of places and tables."""
    game = Game(rulerun.load("gin").checked, players=2)
    state = game.start(seed=1)
    move = state.legal_moves[0]
    assert move.kind.act is not None and move.kind.act.__name__ == "later"
    state.apply(str(move))
    assert move.kind.act.__name__ == f"act_0_{move.kind.number}"
    assert any(kind.check.__name__ == "later" for kinds in game.kinds.values() for kind in kinds)
    whole = {node.name for node in game.module.body if isinstance(node, ast.FunctionDef)}
    assert {title for title in game._emitter.later if title[0] != "b"} < whole


def test_code_that_was_not_finished_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C, or the end of the time there is, may come while code is made; later play goes on."""
    checked = rulerun.load("leduc").checked
    game, twin = Game(checked, players=2), Game(checked, players=2)
    write, tried = game._emitter._function, set()

    def broken_off(title: str, *rest: Any) -> None:
        if title not in tried:
            tried.add(title)
            raise KeyboardInterrupt
        write(title, *rest)

    monkeypatch.setattr(game._emitter, "_function", broken_off)
    state, other, rng = game.start(seed=3), twin.start(seed=3), Random(3)
    while not other.is_over:
        move = str(other.legal_moves.pick(rng))
        other.apply(move)
        while True:
            trial = state.clone()
            try:
                trial.apply(move)
                moves = [str(legal) for legal in trial.legal_moves]
            except KeyboardInterrupt:
                continue
            break
        state = trial
        assert state._data() == other._data()
        assert moves == [str(legal) for legal in other.legal_moves]
    assert len(tried) > 3


def test_a_name_that_stands_for_somebody_else_now_is_asked_anew() -> None:
    """Lines may give a name twice, and memories that were read before are read again after a change."""
    known: dict[Expr, str] = {
        Slot(NUMBER, False, "memory n", Local(PLAYER, False, "player_0")): "t0",
        Slot(NUMBER, False, "memory n", Const(PLAYER, False, 1)): "t1",
        Slot(PLAYER, False, "memory leader"): "player_0",
    }
    value = Const(PLAYER, False, 0)
    kept = {*lasting(known, Bind("player_0", value)).values()}
    assert kept == {"t1"}
    one = Set(Slot(NUMBER, False, "memory n", value), Const(NUMBER, False, 3))
    assert {*lasting(known, one).values()} == {"t1", "player_0"}
    other = Set(Slot(NUMBER, False, "memory m"), Const(NUMBER, False, 3))
    assert lasting(known, other) == known
