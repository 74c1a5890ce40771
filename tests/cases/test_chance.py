"""The cases about shuffling and seeds, and about packs that stay whole."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import pytest

from rulerun.cli.main import main
from rulerun.interpreter.machine.chance import MASK128, MULTIPLIER, below
from rulerun.interpreter.machine.state import State

from .book import ROOT, game_of, pile, the_case

Play = Callable[..., str]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str]) -> Play:
    """The transcript that `rulerun play` prints."""

    def run(*arguments: str) -> str:
        assert main(["play", *arguments]) == 0
        return capsys.readouterr().out

    return run


def the_command(transcript: str) -> list[str]:
    """The arguments of the command that a transcript names to see its game again."""
    (line,) = [x for x in transcript.splitlines() if x.startswith("# rulerun play ")]
    return line.removeprefix("# rulerun play ").split()


def all_but_the_command(transcript: str) -> list[str]:
    return [x for x in transcript.splitlines() if not x.startswith("# rulerun play ")]


# --------------------------------------------------------------------------------------------
# Seeds


def test_a_seed_gives_the_same_game_in_every_process(play: Play) -> None:
    case = the_case("seed-reproducibility-02")
    # Whoever moves by chance knocks soon where the limit is high.
    words = [
        "gin",
        "--set",
        "knock_limit=50",
        "--set",
        "target=30",
        "--seed",
        str(case.scenario["seed"]),
    ]
    transcripts = [play(*words)]
    for env in case.scenario["env"]:
        run = subprocess.run(
            [sys.executable, "-m", "rulerun", "play", *words],
            env={**os.environ, **env}, cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        transcripts.append(run.stdout)
    assert len(set(transcripts)) == 1 and case.expected["transcripts"] == "identical"
    assert "The game is over" in transcripts[0]
    assert play(*words[:-1], str(case.scenario["seed"] + 1)) != transcripts[0]


def test_nought_is_a_seed_like_any_other(play: Play) -> None:
    case = the_case("seed-reproducibility-04")
    words = ["in_between", "--players", "8", "--set", "rounds=1"]
    games = []
    for seed in case.scenario["seeds"]:
        games.append(play(*words, *([] if seed is None else ["--seed", str(seed)])))
    first, second, by_chance = games
    assert first == second and case.expected["first_two"] == "identical games"
    assert the_command(first)[-2:] == ["--seed", "0"]
    assert case.expected["seed_reported_for_none"].startswith("a real number")
    assert the_command(by_chance)[-1].isdigit()
    assert play(*the_command(by_chance)) == by_chance
    assert all_but_the_command(by_chance) != all_but_the_command(first)


def test_without_a_seed_every_game_is_another(play: Play) -> None:
    case = the_case("seed-reproducibility-06")
    assert case.scenario["no_seed_given"]
    games = [play("in_between", "--players", "8", "--set", "rounds=1")
             for _ in range(case.scenario["starts"])]  # fmt: skip
    different = len({tuple(all_but_the_command(game)) for game in games}) == len(games)
    assert different is case.expected["deals_differ"]


# --------------------------------------------------------------------------------------------
# Shuffling


def stream_that_gives(output: int) -> int:
    """The state of a stream that gives this 64-bit number next."""
    return (output << 64 | 1) * pow(MULTIPLIER, -1, MASK128 + 1) & MASK128


def outputs_below(n: int, number: int) -> tuple[int, int]:
    """The first and the last 64-bit number that stand for `number` where one below n is needed."""
    first, after = (-((-j << 64) // n) for j in (number, number + 1))
    return first, after - 1


def test_every_order_is_as_likely() -> None:
    case = the_case("shuffle-bias-01")
    game = game_of("three_cards")
    names = dict(zip(game.deck.labels, case.scenario["cards"], strict=True))
    likely: dict[tuple[str, ...], Fraction] = {}
    for numbers in product(range(3), range(2), range(1)):
        weight = Fraction(1)
        orders = set()
        for end in (0, 1):  # both ends of the stretch of outputs that mean the same
            state = game.start()
            for n, number in zip((3, 2, 1), numbers, strict=True):
                stretch = outputs_below(n, number)
                state.shuffle_stream = stream_that_gives(stretch[end])
                assert below(state.shuffle_stream, n)[1] == number
                if end:
                    weight *= Fraction(stretch[1] - stretch[0] + 1, 1 << 64)
                state.apply("turn_up")
            assert state.is_over
            orders.add(tuple(names[c] for c in pile(state.view(None), "row") if c is not None))
        (order,) = orders
        likely[order] = likely.get(order, Fraction(0)) + weight
    assert set(likely) == set(permutations(case.scenario["cards"]))
    assert sum(likely.values()) == 1
    exactly = Fraction(case.expected["correct"].split()[-1])
    assert all(abs(chance - exactly) < Fraction(6, 1 << 64) for chance in likely.values())


def test_the_shuffle_that_is_not_even_would_be_noticed() -> None:
    case = the_case("shuffle-bias-01")
    found: Counter[tuple[str, ...]] = Counter()
    for numbers in product(range(3), repeat=3):
        row = list(case.scenario["cards"])
        for place, number in enumerate(numbers):
            row[place], row[number] = row[number], row[place]
        found[tuple(row)] += 1
    spread = Counter(Fraction(count, 27) for count in found.values())
    assert case.expected["naive"] == "27 outcomes: " + ", ".join(
        f"{spread[part]} orders at {part}" if i == 0 else f"{spread[part]} at {part}"
        for i, part in enumerate(sorted(spread, reverse=True))
    )


def test_the_first_card_is_neither_high_nor_low() -> None:
    case = the_case("shuffle-bias-03")
    game = game_of("in_between")
    assert len(game.deck) == case.scenario["deck"]
    deals = 20_000
    assert str(deals) in case.scenario["deals"]
    posts, discard = (game.layout.pile_base[name] for name in ("posts", "discard"))
    total = 0
    for seed in range(deals):
        piles = game.start(seed).piles
        first = (piles[discard] or piles[posts])[0]  # neighbours lie in the discard pile already
        rank = game.deck.ranks[first]
        assert rank is not None
        total += rank
    mean = case.expected["mean_rank_index"]
    assert abs(total / deals - mean) <= case.expected["tolerance"]


def test_what_was_undone_comes_again() -> None:
    case = the_case("state-rollback-03")
    state = game_of("patience").start(seed=4)
    state.apply("draw")
    done: list[State] = []
    undone: list[State] = []
    layouts = [layout(state)]
    for step in case.scenario["moves"]:
        if step == "undo":
            undone.append(state)
            state = done.pop()
        else:
            if step == "redo":
                undone.pop()
            done.append(state.clone())
            state.apply("redeal")
        layouts.append(layout(state))
    before, dealt, back, again = layouts
    assert again == dealt and case.expected["layout_after_redo"].startswith("equal")
    assert before == back != dealt
    # A second redeal is not the first one over again.
    state.apply("redeal")
    assert layout(state) not in (before, dealt)


def layout(state: State) -> list[tuple[str | None, ...]]:
    return [p.cards for p in state.view(0).piles]


def test_two_packs_stay_two_packs() -> None:
    case = the_case("deck-integrity-05")
    game = game_of("patience")
    assert game.rules.deck.copies == case.scenario["decks"]
    each = case.expected["each_card_exactly"]
    played: set[str] = set()
    for seed in (1, 2):
        chance = random.Random(seed)
        state = game.start(seed)
        while not state.is_over:
            move = chance.choice(list(state.legal_moves))
            played.add(move.name)
            state.apply(move)
            assert case.expected["check"] == "after every move, over all zones"
            lying = Counter(game.deck.labels[card] for cards in state.piles for card in cards)
            assert lying.total() == case.expected["cards"] == len(game.deck)
            assert set(lying.values()) == {each}
    assert played == {"draw", "play", "carry", "redeal"}
