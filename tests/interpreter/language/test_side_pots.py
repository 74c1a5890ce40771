"""Chips that remember who paid: what each player put in, and how they are shared layer by layer."""

from __future__ import annotations

from random import Random

import pytest

from rulerun.interpreter.machine.layers import layers
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.view import view_of

from .tables import failures, game_of, position, problems

RULES = """
game: Pots
players: 2 to 6
deck:
  ranks: 2 to 10, J, Q, K, A
  values: J = 11, Q = 12, K = 13, A = 14
  starts in: stock
chips:
  each player: 100
  stake: 0 per player
  bank: 50
  pot: 0, remembers who paid
  side: 0, remembers who paid
piles:
  stock: face down
  hand: per player, face up
remember:
  dealer: player, starts as last of players
  live: players, starts as players
terms:
  strength of player: total value of player's hand
  winning: all players in live with highest strength
phases:
  turn:
    who: players in turn
    moves:
      stake:
        choose: { amount: number from 0 to your chips }
        do: pay amount to your stake
      pay:
        choose: { amount: number from 0 to your chips }
        do: pay up to amount to pot
      fold: remove you from live
      wait: do nothing
      go:
        do: LINE
payouts:
  shared:
    when_any: when pot > 0 -> split pot among winning
    when_none: otherwise -> do nothing
winner: all players with most chips
"""

EXAMPLE = """
examples:
  shown:
    players: Anna, Ben, Carla, Dirk
    start at: turn
    given:
      dealer: Dirk
      Anna's hand: AS
      Ben's hand: KS
      Carla's hand: KH
      Dirk's hand: 2C
      GIVEN
    play:
      STEPS
"""


def shown(line: str, *steps: str, given: str = "") -> str:
    """The rules with `go` as a line, and an example that begins with what is given."""
    example = EXAMPLE.replace("GIVEN", given.replace("; ", "\n      "))
    example = example.replace("STEPS", "\n      ".join(f"- {step}" for step in steps))
    return RULES.replace("LINE", line) + example


def hold(*chips: int) -> str:
    """That the four players hold so much, and nothing is left in the pot."""
    names = ("Anna", "Ben", "Carla", "Dirk")
    each = " and ".join(f"{n}'s chips = {c}" for n, c in zip(names, chips, strict=True))
    return f"expect: pot = 0 and {each} and largest paid_to_pot of players = 0"


SHARE = "split pot among all players in live with highest strength"
PAID = "pot: 60; Anna's paid_to_pot: 10; Ben's paid_to_pot: 20; Carla's paid_to_pot: 30"


# Anna has the best hand, Ben and Carla the same, Dirk the worst.
@pytest.mark.parametrize(
    ("line", "given", "chips"),
    [
        (SHARE, PAID, (130, 110, 120, 100)),
        (SHARE, f"{PAID}; live: (Ben, Carla)", (100, 125, 135, 100)),
        (SHARE, f"{PAID}; live: (Anna, Dirk)", (160, 100, 100, 100)),  # above goes with below
        (SHARE, f"{PAID}; live: Dirk", (100, 100, 100, 160)),  # who paid nothing, and is left alone
        (SHARE, "pot: 41", (141, 100, 100, 100)),  # nobody's chips: the best of all gets them
        (SHARE, "pot: 31; Ben's paid_to_pot: 10; Carla's paid_to_pot: 20", (100, 111, 120, 100)),
        # What was taken out is missing from the lowest layer first.
        (SHARE, PAID.replace("pot: 60", "pot: 50"), (120, 110, 120, 100)),
        (SHARE, PAID.replace("pot: 60", "pot: 25", 1), (100, 108, 117, 100)),
        (SHARE, PAID.replace("pot: 60", "pot: 3", 1), (100, 100, 103, 100)),
        ("split pot among first player in live with highest strength", PAID, (130, 120, 110, 100)),
        ("split pot among first player in live with lowest strength", PAID, (100, 150, 110, 100)),
        ("split pot among all players in live with fewest strength", PAID, (100, 125, 135, 100)),
        ("split pot among live", PAID, (110, 120, 130, 100)),
        ("split pot among first of live", PAID, (160, 100, 100, 100)),
        ("split pot among winning", PAID, (130, 110, 120, 100)),
        ("consult shared", PAID, (130, 110, 120, 100)),
    ],
)
def test_layers_are_shared(line: str, given: str, chips: tuple[int, ...]) -> None:
    assert failures(shown(line, "Anna: go", hold(*chips), given=given)) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("let best be winning; split pot among best", "'best' are those who are best of all"),
        (
            "let best be first player in live with most strength; split pot among best",
            "'best' are those who are best of all",
        ),
        (
            "split pot among last player in live with most strength",
            "nothing of who is best in each",
        ),
        ("split pot among first of winning", "nothing of who is best in each layer"),
        ("your paid_to_pot becomes 3", "T413 “your paid_to_pot”: 'your paid_to_pot' cannot be"),
        ("add 3 to your paid_to_pot", "it changes with what is paid"),
        ("pay your paid_to_bank to pot", "a player has no 'paid_to_bank'"),
        ("pay paid_to_pot to bank", "whose paid_to_pot?; write 'your paid_to_pot'"),
    ],
)
def test_what_makes_no_sense(line: str, told: str) -> None:
    assert told in "".join(problems(RULES.replace("LINE", line)))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "pot: 0, remembers",
            "pot: 0 per player, remembers",
            "only chips of which there is one pot",
        ),
        (
            "each player: 100",
            "each player: 100, remembers who paid",
            "only chips of which there is",
        ),
        (
            "live: players,",
            "paid_to_pot: number\n  live: players,",
            "cannot be called 'paid_to_pot'",
        ),
        ("remembers who paid", "remembers who played", "E301"),
    ],
)
def test_declarations_that_make_no_sense(old: str, new: str, told: str) -> None:
    assert told in "".join(problems(RULES.replace("LINE", "do nothing").replace(old, new, 1)))


# Who paid is noted wherever chips come from somebody; what nobody owned is nobody's.
@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("pay 5 to pot", (5, 0, 0)),
        ("each player pays 5 to pot", (5, 5, 5)),
        ("left of you pays up to 500 to pot", (0, 100, 0)),
        ("pay all to pot", (100, 0, 0)),
        ("each player pays 4 to player's stake; gather each stake into pot", (4, 4, 4)),
        ("pay 4 to your stake; pay 3 from your stake to pot", (3, 0, 0)),
        ("pay 4 to stake of left of you; gather each stake into pot", (0, 4, 0)),
        ("pay 20 from bank to pot", (0, 0, 0)),
        ("pay 5 to pot; pay 2 from pot to bank", (5, 0, 0)),  # it stays his part
        ("pay 5 to pot; take 5 from pot", (0, 0, 0)),  # nothing is left, nobody is remembered
        ("pay 5 to pot; take all from pot", (0, 0, 0)),
        ("pay 5 to side; pay 2 to pot; pay all from side to pot", (2, 0, 0)),
        ("pay 5 to pot; pay 5 to pot", (10, 0, 0)),
    ],
)
def test_who_paid(line: str, paid: tuple[int, ...]) -> None:
    asked = " and ".join(
        f"{n}'s paid_to_pot = {p}" for n, p in zip(("Anna", "Ben", "Carla"), paid, strict=True)
    )
    assert failures(shown(line, "Anna: go", f"expect: {asked}")) == []


def test_the_layers_are_told() -> None:
    text = shown(SHARE, "Anna: go", given=PAID)
    game = game_of(RULES.replace("LINE", SHARE))
    assert failures(text) == []
    state, _ = position(text, "shown")
    assert view_of(state, None).said == ("main pot 30 to P1; side pot 20 to P2, P3; 10 back to P3",)
    assert game.symbols.contributions == {"paid_to_pot": "pot", "paid_to_side": "side"}


def played(seed: int) -> State:
    """A game by chance in which everybody has paid now and then."""
    game = game_of(RULES.replace("LINE", "pay up to 7 to your stake"), 4)
    state, rng = game.start(seed), Random(seed)
    for _ in range(20):
        state.apply(state.legal_moves.pick(rng))
    return state


def test_everybody_sees_who_paid_and_it_is_saved() -> None:
    state = played(3)
    paid = dict(view_of(state, 1).memories)["paid_to_pot"]
    assert paid == dict(view_of(state, None).memories)["paid_to_pot"]
    assert any(p != "0" for p in paid)
    again = State.from_json(state.game, state.to_json())
    assert dict(view_of(again, 1).memories)["paid_to_pot"] == paid
    twin = state.clone()
    twin.apply("pay 1")
    assert dict(view_of(state, 1).memories)["paid_to_pot"] == paid


def one_by_one(paid: list[int], chips: int, worth: dict[int, int]) -> list[int]:
    """What each seat gets, chip by chip: a chip's height in its payer's pile says who competes."""
    got = [0] * len(paid)
    for height in range(max(paid, default=0)):
        payers = [s for s, amount in enumerate(paid) if amount > height]
        got_it = [s for s in payers if s in worth]
        below = height
        while not got_it:
            below -= 1
            got_it = [s for s in range(len(paid)) if paid[s] > below and s in worth]
        best = max(worth[s] for s in got_it)
        winners = [s for s in got_it if worth[s] == best]
        assert len(winners) == 1
        got[winners[0]] += len(payers)
    return got


def test_layers_against_chip_by_chip() -> None:
    rng = Random(7)
    for _ in range(300):
        seats = rng.randint(2, 6)
        paid = [rng.choice((0, 0, 1, 2, 5, 9)) for _ in range(seats)]
        live = rng.sample(range(seats), rng.randint(1, seats))
        if not any(paid[s] for s in live):
            continue
        worth = {s: i for i, s in enumerate(live)}
        got = [0] * seats
        for part in layers(paid, sum(paid), live):
            got[max(part.seats, key=worth.__getitem__)] += part.chips
        assert got == one_by_one(paid, sum(paid), worth)


def test_given_contributions_belong_to_chips() -> None:
    text = shown(SHARE, "Anna: go", given="Anna's paid_to_pot: 10")
    assert failures(text) == ["shown: R710 10 chips are paid to 'pot', and it holds none"]
    text = shown(SHARE, "Anna: go", given="pot: 10; Anna's paid_to_pot: -10")
    assert failures(text) == ["shown: R707 -10 chips cannot lie anywhere"]
