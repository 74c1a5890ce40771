"""Nothing where a list, a number or chips are needed: never a member, never silent."""

from __future__ import annotations

import pytest

from rulerun.interpreter.errors import RuleError

from .tables import game_of, problems

GAME = """\
game: Not there
players: 2
deck: {{ ranks: "2 to 10, J, Q, K, A", starts in: stock }}
piles: {{ stock: face down, discard: face up }}
options: {{ level: "number from 0 to 9, normally 3" }}
{more}
phases: {{ turn: {{ {phase}who: each player, moves: {{ pass: {{ do: do nothing }} }} }} }}
"""


def rules(more: str, phase: str = "") -> str:
    """The game with some more keys."""
    return GAME.format(more=more, phase=phase)


def memory(more: str) -> object:
    """What the memory `kept` holds at the first decision."""
    view = game_of(rules(more)).start().view(None)
    return dict(view.memories)["kept"]


NOBODY = "first player where 1 > 2"


def test_a_winner_who_is_not_there_is_none() -> None:
    state = game_of(rules(f"winner: {NOBODY}")).start()
    state.apply("pass")
    state.apply("pass")
    assert state.winners == () and state.payoffs == (0, 0)


@pytest.mark.parametrize(
    ("value", "size"),
    [
        (f"size of ({NOBODY}, last of players)", "1"),
        ("size of (top of discard, top of stock)", "1"),
        ("number of cards in (top of discard, top of stock) where value = 0", "1"),
    ],
)
def test_nothing_is_no_member_of_a_list(value: str, size: str) -> None:
    assert memory(f"remember: {{ kept: number }}\nsetup: kept becomes {value}") == size


CANNOT_START = {
    "chips: { each player: value of top of discard }": "R702",
    "chips: { pot: 2 - level }": "R701",
    "chips: { each player: 2 - level }": "R701",
    "chips: { bets: 2 - level per player }": "R701",
    "remember: { kept: 'number, starts as value of top of discard' }": "R702",
    "remember: { kept: 'number from 0 to level, starts as 5' }": "R707",
    "remember: { kept: 'number from 0 to 2 per player, starts as level' }": "R707",
}


@pytest.mark.parametrize(("more", "code"), CANNOT_START.items())
def test_what_nothing_can_start_as(more: str, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        game_of(rules(more)).start()
    assert caught.value.code == code
    assert caught.value.span is not None


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("number, starts as value of top of discard", "R702"),
        ("number per player, starts as value of top of discard", "R702"),
        ("number from 0 to level, starts as 5", "R707"),
        ("number from 0 to level per player, starts as 5", "R707"),
    ],
)
def test_what_a_memory_of_a_phase_cannot_start_as(kind: str, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        game_of(rules("", f"remember: {{ kept: '{kind}' }}, ")).start()
    assert caught.value.code == code


def test_a_memory_of_a_phase_starts_as_0_too() -> None:
    game_of(rules("", "remember: { kept: 'number from 1 to 2' }, ")).start()


@pytest.mark.parametrize(
    "more",
    [
        "chips: { each player: -5 }",
        "chips: { pot: 2 - 7 }",
        "chips: { pot: nothing }",
        "remember: { kept: 'number, starts as nothing' }",
        "remember: { kept: 'high or low, starts as nothing' }",
    ],
)
def test_what_plainly_cannot_be(more: str) -> None:
    (said,) = problems(rules(more))
    assert said.startswith("T411")
