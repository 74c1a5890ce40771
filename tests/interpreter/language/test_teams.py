"""Teams, in all places where a player may stand: what each does, and what makes no sense."""

from __future__ import annotations

from random import Random

import pytest

from rulerun.interpreter.fuzzing.invariants import chips_of
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.view import view_of

from .tables import failures, game_of, position, problems

RULES = """
game: Two teams
players: 4 in 2 teams
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
chips:
  each player: 10
  pot: 9
  kitty: 5 per team
piles:
  stock: face down
  hand: per player, seen by owner
  reserve: per team, seen by owner
  screen: per team, seen by others
  tricks: per team, face down
  spread: per team, groups, face up
  row: per team, 2 slots, face up
  table: face up, remembers who played
remember:
  dealer: player, starts as last of players
  points: number per team
  plan: low or high per team, secret
  bidders: team
  beaten: teams
  friends: players
  n: number
terms:
  worth of team: points of team + kitty of team
  team ahead_of other_team: points of team > points of other_team
phases:
  turn:
    who: players in turn
    moves:
      go:
        do: LINE
      name_team:
        choose: team where team is not team of you
        do: bidders becomes team
      fill:
        choose: { card: card in your hand, slot: slot in your row }
        do: move card to slot
      add_to:
        choose: { card: card in your hand, group: group in your spread }
        do: move card to group
      wait: do nothing
tables:
  rating of team:
    gives: number
    good: when points of team > 1 -> 2
    bad: otherwise -> 1
winner: WINNER
examples:
  shown:
    players: Anna, Ben, Carla, Dirk
    start at: turn
    given:
      dealer: Dirk
      Anna's hand: 2C 3C 4C 5C
      Ben's hand: KH KS KD 9C
      GIVEN
    play:
      STEPS
"""


def shown(line: str, *steps: str, given: str = "Ben's points: 0", winner: str = "players") -> str:
    """The rules with `go` as a line, and an example that begins with what is given."""
    text = RULES.replace("LINE", line).replace("WINNER", winner)
    text = text.replace("GIVEN", given.replace("; ", "\n      "))
    return text.replace("STEPS", "\n      ".join(f"- {step}" for step in steps))


# Anna and Carla are team 1, Ben and Dirk team 2. Anna does the line.
@pytest.mark.parametrize(
    ("line", "after"),
    [
        # Who does something.
        ("score 3", "points of team of Anna = 3 and Carla's points = 3 and Ben's points = 0"),
        ("team of left of you scores 2", "Ben's points = 2 and Dirk's points = 2"),
        ("each team scores 1", "Anna's points = 1 and Ben's points = 1"),
        ("each team where kitty > 5 scores 1", "Anna's points = 0"),
        ("each team in (teams without team of you) scores 4", "largest points of teams = 4"),
        ("opponent of team of you scores 2", "Dirk's points = 2 and Anna's points = 0"),
        ("for each team -> add kitty of team to n", "n = 10"),
        ("for each player in team of you -> player pays 1 to pot", "pot = 11 and Carla's chips = 9"),
        ("each player in team of left of you pays 2 to pot", "pot = 13 and Dirk's chips = 8"),
        ("team of left of you drops out", "Ben is out and Dirk is out and Anna is not out"),
        ("each team where team is team of you drops out", "Carla is out and Ben is not out"),
        # Who is paid, and from where.
        ("pay 2 to your kitty", "Anna's chips = 8 and kitty of team of Carla = 7"),
        ("pay 2 from kitty of team of left of you to pot", "Ben's kitty = 3 and Dirk's kitty = 3"),
        ("take all from your kitty", "Anna's chips = 15 and Carla's kitty = 0"),
        ("pay 1 from kitty of first team in teams to kitty of last team in teams", "Ben's kitty = 6"),
        ("for each team -> pay 2 from team's kitty to pot", "pot = 13"),
        ("gather each kitty into pot", "pot = 19 and largest kitty of teams = 0"),
        ("split pot among team of you", "Anna's chips = 15 and Carla's chips = 14"),
        ("split pot among teams", "Anna's chips = 13 and Carla's chips = 12 and Dirk's chips = 12"),
        # Piles.
        ("move 2C to your reserve", "reserve of team of Carla is 2C and Carla's reserve is 2C"),
        ("move 2C to tricks of opponent of team of you", "size of Dirk's tricks = 1"),
        ("deal 2 cards from stock to each tricks", "every tricks has size = 2"),
        ("deal 1 card from stock to each row", "every row has size = 1"),
        ("deal 3 cards from stock to your tricks", "size of Carla's tricks = 3 and size of Ben's tricks = 0"),
        ("deal 1 card from stock to each reserve; gather each reserve into table", "size of table = 2"),
        ("lay (2C, 3C, 4C) on your spread", "number of groups in Carla's spread = 1"),
        ("lay (2C, 3C) on spread of opponent of team of you", "any group in Dirk's spread has size = 2"),
        ("for each team -> deal 1 card from stock to team's tricks", "every tricks has size = 1"),
        ("move 2C to first slot in your row", "first slot in Carla's row is 2C"),
        ("show your hand to team of left of you", "n = 0"),
        ("move 2C to table; bidders becomes team of (who played 2C)", "bidders is team of Carla"),
        ("move 2C to your reserve", "who holds 2C is nothing"),
        # Memories and names.
        ("bidders becomes opponent of team of you", "bidders is team of Dirk"),
        ("add team of you to beaten; add team of you to beaten", "size of beaten = 1"),
        ("beaten becomes teams; remove team of you from beaten", "beaten is teams without team of Anna"),
        ("friends becomes team of left of you", "friends is (Ben, Dirk)"),
        ("add team of you to friends; remove you from friends", "friends is Carla"),
        ("let ours be team of you; ours scores 1", "Carla's points = 1"),
        ("points of team of you becomes 4; add 2 to your points", "Carla's points = 6"),
        ("your plan becomes high", "plan of team of Carla is high and Ben's plan is low"),
        # What is asked.
        ("when every team has points = 0 -> score 1", "Anna's points = 1"),
        ("when no team has kitty > 5 -> score 1", "Anna's points = 1"),
        ("when at least 2 teams have kitty = 5 -> score 1", "Anna's points = 1"),
        ("n becomes number of teams where kitty = 5", "n = 2"),
        ("n becomes total worth of teams", "n = 10"),
        ("n becomes largest rating of teams", "n = 1"),
        ("score 2; bidders becomes first team with most points", "bidders is team of Anna"),
        ("when team of you ahead_of opponent of team of you -> score 1", "Anna's points = 0"),
        ("n becomes position of opponent of team of you", "n = 2"),
        ("n becomes size of members of team of you", "n = 2"),
        ("bidders becomes random team where points = 0", "bidders is not nothing"),
        ("when partner of you is in team of you -> score 1", "Anna's points = 1"),
        ("when partner of you is in members of team of you -> score 1", "Anna's points = 1"),
        ("n becomes number of players in team of you where chips = 10", "n = 2"),
        ('say "{team of you} and {teams}"', "n = 0"),
        ("last of members of team of left of you plays next", "n = 0"),
    ],
)  # fmt: skip
def test_a_line_about_teams(line: str, after: str) -> None:
    text = shown(line, "Anna: go", f"expect: {after}")
    assert failures(text) == []
    state, _ = position(text, "shown")
    assert chips_of(state) == 59


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("each team pays 1 to pot", "a player is needed here, 'each team' is a team"),
        ("team of you takes 1 from pot", "a player is needed here, 'team of you' is a team"),
        ("pay 1 to team of you", "a team has no purse: write 'kitty of ...'"),
        ("team of you draws 1 from stock", "say which of its members"),
        ("team of you plays next", "say which of its members"),
        ("move 2C to each team", "cards are moved to one pile"),
        ("deal 1 card from stock to each team", "write 'each reserve' or 'each screen' or"),
        ("deal 1 card from stock to reserve", "whose reserve?; write 'your reserve'"),
        ("pay 1 to kitty", "whose kitty?; write 'your kitty'"),
        ("n becomes chips of team of you", "is a team, which has no 'chips'"),
        ("n becomes size of hand of team of you", "is a team, which has no 'hand'"),
        ("n becomes members of you", "a player has no 'members'"),
        ("dealer becomes team of you", "a player is needed here, 'team of you' is a team"),
        ("team scores 1", "'team' alone does not say which team; write 'each team scores 1'"),
    ],
)
def test_what_makes_no_sense(line: str, told: str) -> None:
    assert told in "".join(problems(shown(line, "Anna: wait")))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "players: 4 in 2 teams",
            "players: 4",
            "'kitty' holds chips per team, but the players form no",
        ),
        (
            "players: 4 in 2 teams",
            "players: 4",
            "'reserve' is there per team, but the players form",
        ),
        ("players: 4 in 2 teams", "players: 4", "'points' is remembered per team, but the players"),
        ("hand: per player,", "hand: per player, per team,", "'per player' and 'per team' exclude"),
        ("who: players in turn", "who: each team", "a decision is always one player's"),
        ("stock: face down", "stock: face down, refilled from tricks", "'tricks' is more than one"),
        ("pot: 9", "pot: 9 per team, remembers who paid", "only chips of which there is one pot"),
        ("each player: 10", "each player: 10 per team", "'each player' has a purse anyway"),
    ],
)
def test_declarations_that_make_no_sense(old: str, new: str, told: str) -> None:
    assert told in "".join(
        problems(
            shown("wait", "Anna: wait").replace("do: wait", "do: do nothing").replace(old, new)
        )
    )


@pytest.mark.parametrize(
    ("winner", "won"),
    [
        ("team of left of dealer", "winners is (Anna, Carla)"),
        ("all teams with most points", "winners is (Ben, Dirk)"),
        ("first team with most points", "winners is team of Ben"),
        ("teams", "size of winners = 4"),
        ("bidders", "winners is empty"),
    ],
)
def test_a_team_wins(winner: str, won: str) -> None:
    text = shown("end game", "Anna: go", f"expect: {won}", given="Ben's points: 3", winner=winner)
    assert failures(text) == []


def test_what_is_given_to_a_team_and_said_of_it() -> None:
    given = (
        "Carla's points: 3; (team of Ben)'s kitty: 2; Anna's reserve: QH; reserve of team of Ben: QD; "
        "Anna's spread: 9C 9D 9H, 8C 8D 8H; Ben's row: 6C, nothing; bidders: team of Dirk; "
        "beaten: (team of Dirk, team of Anna)"
    )
    text = shown(
        "score size of your reserve",
        "expect: Anna's points = 3 and Dirk's kitty = 2 and Carla's reserve is QH",
        "expect: Dirk's reserve is QD and number of groups in Carla's spread = 2",
        "expect: first slot in Dirk's row is 6C and bidders is team of Ben and size of beaten = 2",
        "Anna: name_team Ben",
        "Ben cannot: name_team Dirk",
        "Ben: name_team team 1",
        "Carla: go",
        "expect: Anna's points = 4 and bidders is team of Anna",
        "Dirk: wait",
        "Anna: add_to 5C, 9H",
        "Ben: fill 9C, 6C",
        "Carla: wait",
        "Dirk: wait",
        "Anna: fill 2C, team 1 2",
        "expect: last slot in Carla's row is 2C and size of first group in Anna's spread = 4",
        given=given.replace("9C 9D 9H", "9S 9D 9H").replace("8C 8D 8H", "8S 8D 8H"),
    )
    assert failures(text) == []


def state_with_cards() -> State:
    given = "Anna's reserve: QH; Ben's screen: QD; Ben's spread: 9S 9D 9H"
    state, _ = position(shown("your plan becomes high", "Anna: go", given=given), "shown")
    return state


def test_who_sees_what_teams_have() -> None:
    state = state_with_cards()
    for seat in range(4):
        view = view_of(state, seat)
        piles = {(p.name, p.team): p.cards for p in view.piles if p.team is not None}
        own = seat % 2
        assert piles["reserve", 0] == (("QH",) if own == 0 else (None,))
        assert piles["screen", 1] == (("QD",) if own == 0 else (None,))
        assert piles["spread", 1] == ("9S", "9D", "9H")
        assert dict(view.memories)["plan"] == (("high", "?") if own == 0 else ("?", "low"))
        assert dict(view.chips)["kitty"] == (5, 5)
    again = State.from_json(state.game, state.to_json())
    assert [view_of(again, s) for s in range(4)] == [view_of(state, s) for s in range(4)]


def test_games_of_teams_lose_nothing() -> None:
    line = "gather each reserve, each tricks into stock; shuffle stock; deal 1 card from stock to each reserve; gather each kitty into pot"
    game = game_of(shown(line, "Anna: wait"))
    for seed in range(4):
        state, rng = game.start(seed), Random(seed)
        for _ in range(40):
            state.apply(state.legal_moves.pick(rng))
            assert chips_of(state) == 59
            for seat in range(4):
                view_of(state, seat)
