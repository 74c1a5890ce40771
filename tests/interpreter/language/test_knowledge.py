"""Hidden cards (LANGUAGE part 11): who sees and who knows which card after which line."""

from __future__ import annotations

import pytest

from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.view import report

from .tables import game_of, position

RULES = """
game: A table of secrets
players: 3
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
piles:
  stock: face down
  hand: per player, seen by owner
  forehead: per player, seen by others
  row: face up
  tableau: 2 columns, face either
  box: face down
  open: top face up
  safe: per player, face down
  table: groups, face up
  covered: groups, face down
remember:
  n: number
  open_secret: card
  mine: card per player, secret
  ours: number, secret
phases:
  turn:
    who: players in turn starting with (first player in everyone where position = 1)
    moves:
      go:
        do:
LINES
      wait: do nothing
examples:
  line:
    players: Anna, Ben, Carla
    start at: turn
    given:
      Anna's hand: 5H 6H 7H KS
      Ben's hand: 8C 9C 10C
      Carla's hand: 2D
      Anna's forehead: 2S
      row: 3D 4D
      box: JD QD KD
      open: 4S 5S
      Ben's safe: 9D 10D
      first column in tableau: JC QC
    play:
      - Anna: go
"""


def after(*lines: str) -> State:
    """The state after Anna carried out some lines."""
    text = RULES.replace(
        "LINES\n", "".join(f"          - >\n            {line}\n" for line in lines)
    )
    return position(text, "line")[0]


def seats_that_see(state: State, card: str) -> str:
    """The seats to whom a card is shown where it lies, as numbers from 1."""
    return "".join(
        str(seat + 1)
        for seat in range(3)
        if any(card in pile.cards for pile in state.view(seat).piles)
    )


def seats_that_know(state: State, card: str) -> str:
    """The seats that do not see a card, but know in which pile it lies."""
    return "".join(
        str(seat + 1) for seat in range(3) if card in [c for c, _ in state.view(seat).known]
    )


# The lines, a card, who sees it, who does not see it but knows where it is.
ROWS = [
    # piles by their words
    (["do nothing"], "5H", "1", ""),
    (["do nothing"], "8C", "2", ""),
    (["do nothing"], "2S", "23", ""),
    (["do nothing"], "3D", "123", ""),
    (["do nothing"], "JD", "", ""),
    (["do nothing"], "5S", "123", ""),
    (["do nothing"], "4S", "", ""),
    (["do nothing"], "9D", "", ""),
    (["do nothing"], "JC", "123", ""),
    # from a pile that lets them see it
    (["move 5H to row"], "5H", "123", ""),
    (["move 5H to box"], "5H", "", "1"),
    (["move 5H to hand of left of you"], "5H", "2", "1"),
    (["move 3D to your hand"], "3D", "1", "23"),
    (["move row to your hand"], "3D", "1", "23"),
    (["move 3D to box"], "3D", "", "123"),
    (["move 2S to your hand"], "2S", "1", "23"),
    (["move 5H to your forehead"], "5H", "23", "1"),
    (["move 8C to row"], "8C", "123", ""),
    (["move 8C to your hand"], "8C", "1", "2"),
    (["move top of box to your hand"], "JD", "1", ""),
    (["draw 1 from box"], "JD", "1", ""),
    (["draw 1 from box", "move JD to hand of left of you"], "JD", "2", "1"),
    # a pile of which only the top is seen
    (["move top of open to box"], "5S", "", "123"),
    (["move top of open to box"], "4S", "123", ""),
    (["move 5H to open"], "5H", "123", ""),
    (["move 5H to open"], "5S", "", "123"),
    (["move 5H to open"], "4S", "", ""),
    (["move 5H under open"], "5H", "", "1"),
    (["move first 2 of your hand to open"], "6H", "123", ""),
    # cards that lie either way
    (["turn top of first column in tableau face down"], "QC", "", "123"),
    (["move 5H to last column in tableau"], "5H", "123", ""),
    (["move 5H to last column in tableau face down"], "5H", "", "1"),
    (["move 5H to last column in tableau face down", "turn 5H face up"], "5H", "123", ""),
    (["move 5H to last column in tableau face down", "turn 5H face up", "turn 5H face down"], "5H", "", "123"),
    (["deal 1 card from box to last column in tableau"], "JD", "", ""),
    (["deal 1 card from box to last column in tableau face up"], "JD", "123", ""),
    # shown
    (["show 5H"], "5H", "123", ""),
    (["show 5H to left of you"], "5H", "12", ""),
    (["show your hand to left of you"], "KS", "12", ""),
    (["show JD to you"], "JD", "1", ""),
    (["show 5H", "move 5H to box"], "5H", "", "123"),
    (["show 5H to left of you", "move 5H to box"], "5H", "", "12"),
    (["show 5H", "move KS to box"], "5H", "123", ""),
    (["show JD to you", "shuffle box"], "JD", "", ""),
    (["show box", "gather box into stock"], "KD", "", "123"),
    # forgotten when the pile is shuffled
    (["move row to box", "shuffle box"], "3D", "", ""),
    (["move row to stock"], "3D", "", "123"),
    (["gather row into stock", "shuffle stock"], "3D", "", ""),
    (["move 3D to box", "shuffle 3D into stock"], "3D", "", ""),
    (["move 3D to box", "shuffle 4D into box"], "3D", "", "123"),
    (["show top of box", "shuffle box"], "JD", "", ""),
    # and when, unseen, some but not all cards leave other than off the top
    (["move 3D to box", "move bottom of box to stock"], "3D", "", ""),
    (["move 3D to box", "move top of box to stock"], "3D", "", "123"),
    (["move 3D to box", "move bottom of box to row"], "3D", "", "123"),
    (["move 3D, 4D to box", "move top 2 of box to stock"], "3D", "", "123"),
    (["move 3D, 4D to box", "move bottom 2 of box to your hand"], "3D", "", "1"),
    (["move 3D, 4D to box", "gather box into stock"], "3D", "", "123"),
    (["move 3D, 4D to box", "move box to stock"], "3D", "", "123"),
    (["move 3D, 4D to box", "flip box into stock"], "4D", "", "123"),
    # in a pile that is seen by somebody no place is known: any leaving counts
    (["move 3D to your hand", "move KS to stock"], "3D", "1", ""),
    (["move 3D to your hand", "move 3D to stock"], "3D", "", "1"),
    (["move 3D to your hand", "move KS to row"], "3D", "1", "23"),
    (["move 3D to your hand", "move KS to hand of left of you"], "3D", "1", "2"),
    (["move 3D to your hand", "move top of your hand to stock"], "3D", "", "1"),
    (["move 3D to your hand", "move your hand to safe of you"], "3D", "", "123"),
    (["move 3D to hand of left of you", "move 8C to stock"], "3D", "2", ""),
    (["move 3D to hand of left of you", "move 8C to your hand"], "3D", "2", "1"),
    (["move 3D to hand of left of you", "draw 1 from box"], "3D", "2", "13"),
    (["move 3D to your forehead", "move 2S to box"], "3D", "23", ""),
    (["move 3D to your forehead", "move 2S to row"], "3D", "23", "1"),
    # who sees it there goes on knowing; who does not know a card does not learn it
    (["move 5H to hand of left of you", "move 5H to stock"], "5H", "", "2"),
    (["move 5H to hand of left of you", "move hand of left of you to stock"], "5H", "", "12"),
    (["move 5H to safe of you", "move 5H to row", "move 5H to safe of you"], "5H", "", "123"),
    (["gather each hand into stock"], "8C", "", "2"),
    (["gather all cards into stock"], "8C", "", "2"),
    (["gather all cards into stock"], "3D", "", "123"),
    (["gather all cards into stock", "shuffle stock"], "3D", "", ""),
    # melds
    (["lay (5H, 6H, 7H) on table"], "6H", "123", ""),
    (["lay (5H, 6H, 7H) on covered"], "6H", "", "1"),
    (["lay (5H, 6H, 7H) on table", "gather first group in table into box"], "6H", "", "123"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "card", "see", "know"), ROWS, ids=["; ".join(r[0]) + ": " + r[1] for r in ROWS]
)
def test_who_sees_and_who_knows(lines: list[str], card: str, see: str, know: str) -> None:
    state = after(*lines)
    assert seats_that_see(state, card) == see
    assert seats_that_know(state, card) == know


def test_what_nobody_can_know_is_nowhere_in_a_view() -> None:
    state = after("move 3D to your hand", "move KS to stock")
    told = str(state.view(2).to_json())
    for hidden in ("5H", "6H", "KS", "8C", "JD", "9D", "4S", "3D"):
        assert f"'{hidden}'" not in told
    onlooker = str(state.view(None).to_json())
    for hidden in ("5H", "2D", "2S", "JD"):
        assert f"'{hidden}'" not in onlooker
    for seen in ("4D", "5S", "JC"):
        assert f"'{seen}'" in onlooker


def test_everybody_sees_how_many_cards_there_are_and_others_no_order() -> None:
    state = after("show 6H to left of you")
    for seat in (None, 0, 1, 2):
        sizes = {(p.name, p.seat): len(p.cards) for p in state.view(seat).piles}
        assert sizes[("hand", 0)] == 4 and sizes[("stock", None)] > 0
    (hand,) = (p for p in state.view(1).piles if (p.name, p.seat) == ("hand", 0))
    assert hand.cards == ("6H", None, None, None) and not hand.ordered
    (own,) = (p for p in state.view(0).piles if (p.name, p.seat) == ("hand", 0))
    assert own.cards == ("5H", "6H", "7H", "KS")


def test_an_undecided_pile_shows_nothing_even_to_who_knows_what_was_laid_on_it() -> None:
    state = after("shuffle stock", "move 3D to stock")
    assert seats_that_know(state, "3D") == "123" and seats_that_see(state, "3D") == ""
    assert sum(state.undecided) == len(state.piles[0]) - 1


def test_memories_are_public_unless_they_are_secret() -> None:
    state = after("open_secret becomes KS", "your mine becomes 5H", "ours becomes 7", "n becomes 3")
    told = [dict(state.view(seat).memories) for seat in range(3)]
    assert [t["n"] for t in told] == ["3"] * 3
    assert [t["open_secret"] for t in told] == ["KS"] * 3
    assert [t["mine"] for t in told] == [
        ("5H", "?", "?"),
        ("?", "nothing", "?"),
        ("?", "?", "nothing"),
    ]
    assert all("ours" not in t for t in told)
    assert dict(state.view(None).memories)["mine"] == ("?", "?", "?")


def test_said_cards_are_named_only_to_those_who_see_them() -> None:
    state = after('say "you have {your hand} and {top of row}, {n} things, {you}"')
    assert state.view(0).said == ("you have 5H 6H 7H KS and 4D, 0 things, P1",)
    assert state.view(1).said == ("you have 4 cards and 4D, 0 things, P1",)
    gone = after('say "look: {top of row}"', "move 4D to your hand")
    assert gone.view(0).said == ("look: 4D",) and gone.view(1).said == ("look: a card",)


# ------------------------------------------------------------------ reports of moves

PLAYING = """
game: Told moves
players: 3
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  box: face down
setup: deal 3 cards from stock to each hand
phases:
  turn:
    who: players in turn
    moves:
      play: { choose: card in your hand, do: move card to row }
      hide: { choose: card in your hand, do: move card to box }
      give: { choose: { card: card in your hand, whom: player where player is not you }, do: move card to hand of whom }
      put: { choose: { few: 1 to 2 cards in your hand }, do: [move first of few to row, 'when size of few = 2 -> move last of few to box'] }
      call: { choose: { wanted: rank in ranks of your hand }, do: do nothing }
"""


def told(state: State, move: str) -> list[str]:
    actor = state.actor
    assert actor is not None
    made = state.game.parse_move(state, move)
    state.apply(made)
    return [report(state, actor, made, seat) for seat in (0, 1, 2)] + [
        report(state, actor, made, None)
    ]


@pytest.mark.parametrize(
    ("move", "reports"),
    [
        ("play JS", ["play JS"] * 4),
        ("hide JS", ["hide JS", "hide a card", "hide a card", "hide a card"]),
        ("give JS, P2", ["give JS, P2", "give JS, P2", "give a card, P2", "give a card, P2"]),
        ("put JS", ["put JS"] * 4),
        ("put AS JS", ["put AS JS", "put AS a card", "put AS a card", "put AS a card"]),
        ("call J", ["call J"] * 4),
    ],
)
def test_a_chosen_card_is_masked_for_those_who_do_not_see_it_where_it_ends_up(
    move: str, reports: list[str]
) -> None:
    state = game_of(PLAYING).start()
    assert told(state, move) == reports


AT_ONCE = """
game: Told at once
players: 2
deck:
  ranks: 2 to 10
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
setup: deal 3 cards from stock to each hand
phases:
  both:
    repeat: 2 times
    who: everyone at once
    moves:
      play: { choose: card in your hand, do: move card to row }
      say_so: { choose: { amount: number from 1 to 3 }, do: do nothing }
"""


def test_what_is_chosen_at_once_is_masked_until_all_have_chosen() -> None:
    state = game_of(AT_ONCE).start()
    first = state.game.parse_move(state, "say_so 2")
    before = [state.view(seat) for seat in (0, 1)]
    state.apply(first)
    assert [report(state, 0, first, seat) for seat in (0, 1, None)] == [
        "say_so 2",
        "has chosen",
        "has chosen",
    ]
    # The other one's view tells that a choice was made, and nothing about it.
    other = game_of(AT_ONCE).start()
    other.apply("say_so 3")
    assert other.view(1) == state.view(1) != before[1]
    second = next(m for m in state.legal_moves if m.name == "play")
    state.apply(second)
    # Settled: though the same phase goes on, both may be told.
    assert report(state, 0, first, 1) == "say_so 2"
    assert report(state, 1, second, 0) == str(second)


def test_knowledge_is_part_of_a_saved_state() -> None:
    state = after("move 3D to your hand", "show 5H to left of you", "turn QC face down")
    again = State.from_json(state.game, state.to_json())
    for seat in (0, 1, 2, None):
        assert again.view(seat) == state.view(seat)
