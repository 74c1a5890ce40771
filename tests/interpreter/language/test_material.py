"""The material (LANGUAGE part 4): players and teams, deck, options, chips, piles, turn order."""

from __future__ import annotations

import textwrap

import pytest

from rulerun.interpreter.errors import GameSetupError
from rulerun.interpreter.machine.state import State

from .tables import failures, game_of, problems, value

HEAD = """
game: A table of things
players: {players}
deck:
{deck}
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
{more}
phases:
  turn:
    who: players in turn
    moves:
      wait: do nothing
      go: {line}
"""


def rules(
    deck: str = "  ranks: 2 to 10, J, Q, K, A",
    more: str = "",
    line: str = "do nothing",
    players: str = "4",
) -> str:
    return HEAD.format(
        deck=textwrap.indent(textwrap.dedent(deck).strip(), "  "),
        more=textwrap.dedent(more),
        line=line,
        players=players,
    )


def pack(text: str) -> str:
    """The pack as it lies at the start, bottom first."""
    state = game_of(text).start()
    return " ".join(state.game.deck.labels[c] for c in state.piles[0])


# ------------------------------------------------------------------ the deck

DECKS = {
    "suit by suit, each in rank order": ("ranks: A, 2, K", "AC 2C KC AD 2D KD AH 2H KH AS 2S KS"),
    "some suits": ("ranks: A, K\nsuits: spades, hearts", "AH KH AS KS"),
    "ranks in the order written": ("ranks: K, 9 to 10, A\nsuits: hearts", "KH 9H 10H AH"),
    "only some": ("ranks: 2 to 10, J, Q, K, A\nonly: rank >= J and suit is hearts", "JH QH KH AH"),
    "only, by value": ("ranks: 2 to 10, J\nsuits: hearts\nonly: value > 8", "9H 10H"),
    "copies": ("ranks: A, K\nsuits: hearts\ncopies: 2", "AH KH AH KH"),
    "jokers last": ("ranks: A\nsuits: hearts\njokers: small, big", "AH small big"),
    "copies of jokers": ("ranks: A\nsuits: hearts\njokers: fool\ncopies: 2", "AH AH fool fool"),
}


@pytest.mark.parametrize(("deck", "lying"), DECKS.values(), ids=DECKS)
def test_the_pack(deck: str, lying: str) -> None:
    assert pack(rules(deck)) == lying


def test_values_and_heights() -> None:
    text = rules(
        "ranks: A, 2 to 10, J, Q, K\nvalues: A = 1, J Q = 10, small = 20\njokers: small, big"
    )
    state = game_of(text).start()
    for question, answer in {
        "value of AC": "1", "value of 7C": "7", "value of JC": "10", "value of KC": "0",
        "value of small": "20", "value of big": "0",
        "AC < 2C": "yes", "KC < small": "yes", "small < big": "yes", "rank of small is K": "no",
        "suit of big is nothing": "yes", "color of big is nothing": "yes",
        "position of A": "1", "position of K": "13", "K - A": "12",
        "highest card in (KC, big, small)": "big", "highest of (2C, 2D)": "2C",
        "size of ranks": "13", "ranks of (KC, small, 2D)": "2 K", "suits of (KC, small, 2D)": "clubs diamonds",
        "total value of (AC, 7C, JC, KC, small)": "38",
    }.items():  # fmt: skip
        assert value(state, question) == answer, question


def test_the_last_card_is_on_top() -> None:
    state = game_of(rules()).start()
    assert value(state, "top of stock") == "AS" and value(state, "bottom of stock") == "2C"


# ------------------------------------------------------------------ options, chips, memories


def test_options_and_their_bounds() -> None:
    more = """
    options:
      few: number from 2 to 5, normally 3 -- how many
      hook: yes or no, normally yes
      ace: high or low, normally low
      best: rank, normally Q
      colour: suit, normally hearts
    chips:
      each player: 2 * few
      pot: few - 1
      bet_pile: 1 per player
    remember:
      n: number from 0 to few * 2, starts as few
    """
    text = rules(more=more, line="n becomes n + few")
    state = game_of(text).start()
    for question, answer in {
        "few": "3", "hook": "yes", "ace": "low", "best": "Q", "colour": "hearts",
        "your chips": "6", "pot": "2", "total bet_pile of players": "4", "n": "3",
    }.items():  # fmt: skip
        assert value(state, question) == answer
    given = {"few": "5", "hook": "no", "ace": "high", "best": "10", "colour": "spades"}
    state = game_of(text, None, **given).start()
    for question, answer in {**given, "your chips": "10", "pot": "4", "n": "5"}.items():
        assert value(state, question) == answer
    assert game_of(text, few=4, hook=False).options == {
        "few": "4", "hook": "no", "ace": "low", "best": "Q", "colour": "hearts"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"few": "6"}, "option 'few' is a number from 2 to 5, not 6"),
        ({"few": 1}, "option 'few' is a number from 2 to 5, not 1"),
        ({"few": "x"}, "option 'few' is a whole number, not 'x'"),
        ({"few": True}, "option 'few' is a whole number, not 'True'"),
        ({"hook": "maybe"}, "option 'hook' is yes or no, not 'maybe'"),
        ({"ace": "hihg"}, "option 'ace' is high or low, not 'hihg'; did you mean 'high'?"),
        ({"fwe": 3}, "A table of things has no option 'fwe'; did you mean 'few'?"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], message: str) -> None:
    text = rules(
        more="options:\n  few: number from 2 to 5, normally 3\n  hook: yes or no, normally yes\n  ace: high or low, normally low"
    )
    with pytest.raises(GameSetupError, match=message.replace("?", r"\?")):
        game_of(text, None, **options)


@pytest.mark.parametrize(
    ("players", "allowed"), [("2 to 4", (2, 3, 4)), ("3", (3,)), ("4 in 2 teams", (4,))]
)
def test_how_many_may_play(players: str, allowed: tuple[int, ...]) -> None:
    text = rules(players=players)
    for count in range(1, 6):
        if count in allowed:
            assert game_of(text, players=count).players == count
        else:
            with pytest.raises(GameSetupError, match="not"):
                game_of(text, players=count)
    assert game_of(text).players == allowed[0]


def test_purses_are_empty_without_each_player() -> None:
    assert (
        value(game_of(rules(more="chips:\n  pot: 3")).start(), "total chips of players + pot")
        == "3"
    )


def test_memories_start_as_nothing_much() -> None:
    more = """
    remember:
      n: number
      y: yes or no
      w: down or up
      c: card
      cs: cards
      p: player
      ps: players
      r: rank
      s: suit
      each_n: number per player
      each_w: down or up per player, starts as up
      each_c: number per player, starts as 10 * position
    """
    state = game_of(rules(more=more)).start()
    for name, start in {
        "n": "0", "y": "no", "w": "down", "c": "nothing", "cs": "nothing", "p": "nothing",
        "ps": "nothing", "r": "nothing", "s": "nothing", "size of cs": "0",
        "total each_n of players": "0", "your each_w": "up", "each_c of last of players": "40",
    }.items():  # fmt: skip
        assert value(state, name) == start, name


FIRST_VALUES = """
options:
  stake: number from 1 to 9, normally 4
chips:
  each player: {purse}
  pot: {pot}
  bank: {bank}
  kit: {kit} per player
remember:
  low: number, starts as {low}
  own: number per player, starts as {own}
  trump: high or little, starts as {trump}
  flag: yes or no, starts as {flag}
  seat: player, starts as {seat}
  near: players, starts as {near}
  held: number from 0 to {held}, starts as 1
  dealer: player, starts as {dealer}
  mark: number, starts as 3
  later: high or little
terms:
  marks: mark + 1
"""
USUAL = {
    "purse": "5", "pot": "0", "bank": "0", "kit": "0", "low": "0", "own": "0", "trump": "high",
    "flag": "no", "seat": "first of players", "near": "players", "held": "9",
    "dealer": "last of players",
}  # fmt: skip


def first_values(where: str, text: str) -> str:
    more = FIRST_VALUES.format(**{**USUAL, where: text})
    return rules(more=more).replace(
        "    who: players in turn\n", "    who: players in turn\n    remember: { tries: number }\n"
    )


@pytest.mark.parametrize(
    ("where", "text", "question", "answer"),
    [
        ("purse", "stake * 2", "chips of first of players", "8"),
        ("purse", "size of stock / size of players", "chips of first of players", "13"),
        ("pot", "total chips of players + stake", "pot", "24"),
        ("bank", "2 * pot + stake", "bank", "4"),
        ("kit", "(bank + stake)", "kit of last of players", "4"),
        ("low", "stake + pot + total chips of players", "low", "24"),
        ("own", "low + position", "own of last of players", "4"),
        ("flag", "trump is high and low = 0", "flag", "yes"),
        ("near", "all players where own = 0", "size of near", "4"),
        ("dealer", "left of seat", "dealer", "P2"),
        ("held", "9 + low", "held", "1"),
    ],
)
def test_first_values_are_made_of_what_is_there(
    where: str, text: str, question: str, answer: str
) -> None:
    assert value(game_of(first_values(where, text)).start(), question) == answer


KNOWN = "say a number, an option or the number of players"


@pytest.mark.parametrize(
    ("where", "text", "problem"),
    [
        ("purse", "low", f"“low”: 'low' has no value yet: chips are there before anything is remembered; {KNOWN}; 'setup' may pay more"),
        ("purse", "marks", f"“marks”: 'marks' asks for 'mark', which has no value yet: chips are there before anything is remembered; {KNOWN}; 'setup' may pay more"),
        ("purse", "pot + 1", f"“pot”: 'pot' has no value yet: each player's chips are there before all others; {KNOWN}"),
        ("purse", "total chips of players", f"“total chips of players”: 'total chips of players' asks for 'chips', which has no value yet: it is just getting its first one; {KNOWN}"),
        ("purse", "turn_number + 3", f"“turn_number”: 'turn_number' has no value yet: no phase has begun; {KNOWN}"),
        ("pot", "pot + 1", f"“pot”: 'pot' has no value yet: it is just getting its first one; {KNOWN}"),
        ("pot", "bank", "“bank”: 'bank' has no value yet: chips get theirs in the order written, and it stands below 'pot'; declare 'bank' above 'pot'"),
        ("kit", "(total kit of players)", f"“(total kit of players)”: '(total kit of players)' asks for 'kit', which has no value yet: it is just getting its first one; {KNOWN}"),
        ("low", "mark", "“mark”: 'mark' has no value yet: memories get theirs in the order written, and it stands below 'low'; declare 'mark' above 'low'"),
        ("low", "marks * 2", "“marks”: 'marks' asks for 'mark', which has no value yet: memories get theirs in the order written, and it stands below 'low'; declare 'mark' above 'low'"),
        ("low", "low + 1", f"“low”: 'low' has no value yet: it is just getting its first one; {KNOWN}, or what stands above it"),
        ("low", "tries + 1", f"“tries”: 'tries' has no value yet: the phase 'turn' has not begun; {KNOWN}"),
        ("low", "total value of stock where value > mark", "“mark”: 'mark' has no value yet: memories get theirs in the order written, and it stands below 'low'; declare 'mark' above 'low'"),
        ("own", "total own of players", f"“total own of players”: 'total own of players' asks for 'own', which has no value yet: it is just getting its first one; {KNOWN}, or what stands above it"),
        ("trump", "later", "“later”: 'later' has no value yet: memories get theirs in the order written, and it stands below 'trump'; declare 'later' above 'trump'"),
        ("flag", "later is high", "“later”: 'later' has no value yet: memories get theirs in the order written, and it stands below 'flag'; declare 'later' above 'flag'"),
        ("seat", "left of dealer", "“dealer”: 'dealer' has no value yet: memories get theirs in the order written, and it stands below 'seat'; declare 'dealer' above 'seat'"),
        ("near", "near", f"“near”: 'near' has no value yet: it is just getting its first one; {KNOWN}, or what stands above it"),
        ("near", "all players where position > mark", "“mark”: 'mark' has no value yet: memories get theirs in the order written, and it stands below 'near'; declare 'mark' above 'near'"),
        ("held", "mark", "“mark”: 'mark' has no value yet: memories get theirs in the order written, and it stands below 'held'; declare 'mark' above 'held'"),
    ],
)  # fmt: skip
def test_first_values_ask_for_nothing_that_comes_later(where: str, text: str, problem: str) -> None:
    assert problems(first_values(where, text)) == [f"T414 {problem}"]


# ------------------------------------------------------------------ teams

TEAMS = rules(
    players="4 in 2 teams",
    more="""
    remember:
      points: number per team
      bid: number per player
    terms:
      contract of team: total bid of team's members
    tables:
      worth of team:
        gives: number
        high: when contract of team > 5 -> 10
        low: otherwise -> 0
    setup:
      - first of players scores 3
      - partner of first of players scores 4
      - for each team -> team scores worth of team + 1
      - bid of last of players becomes 7
    """,
)


def test_teams() -> None:
    state = game_of(TEAMS).start()
    for question, answer in {
        "team of you": "team 1", "team of left of you": "team 2", "partner of you": "P3",
        "partner of left of you": "P4", "partner of partner of you": "P1", "teams": "team 1 team 2",
        "members of team of you": "P1 P3", "number of teams": "2", "your points": "8",
        "points of partner of you": "8", "points of team of you": "8", "points of left of you": "1",
        "all teams with most points": "team 1", "first team where points = 1": "team 2",
        "contract of team of left of you": "7", "largest contract of teams": "7",
        "worth of team of left of you": "10", "all players with most points": "P1 P3",
        "team of you is team of partner of you": "yes", "team of you is team of left of you": "no",
        "any team has points > 7": "yes", "team of you is in teams": "yes",
    }.items():  # fmt: skip
        assert value(state, question) == answer, question


# ------------------------------------------------------------------ turn order


def order_of(*, dealer: str | None, out: str = "", question: str = "all players") -> str:
    more = "remember:\n  n: number\n" + (
        f"  dealer: player, starts as {dealer}\n" if dealer else ""
    )
    if out:
        more += f"setup: {out} drops out\n"
    return value(game_of(rules(more=more)).start(), question)


def test_players_are_gone_through_from_the_left_of_the_dealer() -> None:
    second = "first player in everyone where position = 2"
    last = "first player in everyone where position = 4"
    assert order_of(dealer=None) == "P1 P2 P3 P4"
    assert order_of(dealer=last) == "P1 P2 P3 P4"
    assert order_of(dealer=second) == "P3 P4 P1 P2"
    assert order_of(dealer=second, question="everyone") == "P3 P4 P1 P2"
    assert order_of(dealer=second, question="players") == "P3 P4 P1 P2"
    assert order_of(dealer=second, question="first of players") == "P3"
    assert order_of(dealer=second, question="all players where position < 4") == "P3 P1 P2"
    assert order_of(dealer=second, question="last player where position > 2") == "P4"
    assert order_of(dealer=second, question="all players with most n") == "P3 P4 P1 P2"
    assert order_of(dealer=second, out="first player in everyone where position = 3") == "P4 P1 P2"
    assert order_of(dealer=second, out=second) == "P3 P4 P1"
    assert order_of(dealer=second, out=second, question="everyone") == "P3 P4 P1 P2"


def test_neighbours_step_over_players_who_are_out() -> None:
    third = "first player in everyone where position = 3"
    for question, answer in {
        "left of first of players": "P2", "left of left of first of players": "P4",
        "right of last of players": "P2", f"left of {third}": "P4", f"right of {third}": "P2",
        "opponent of last of players": "P1", f"{third} is out": "yes", "number of players": "3",
    }.items():  # fmt: skip
        text = question.replace(f"{third} is out", f"({third}) is out")
        assert order_of(dealer=None, out=third, question=text) == answer, question


def test_the_last_one_left_is_their_own_neighbour() -> None:
    more = "setup:\n  - each player where position > 1 drops out\n"
    state = game_of(rules(more=more)).start()
    for question in ("left of you", "right of you", "next after you", "opponent of you"):
        assert value(state, question) == "P1"


# ------------------------------------------------------------------ piles for each player (part 14.4)

EACH = rules(
    players="2",
    more="""
    melds:
      set: 3 or 4 cards of one rank
      run: 3 or more cards of one suit in sequence
    """,
).replace(
    "  row: face up\n",
    "  row: face up\n  melds: per player, groups, face up\n  tableau: per player, 4 piles, face up\n  spare: 2 piles, face down\n",
)


MOVES = """\
      lay: lay melds of your hand on your melds
      lay_on:
        choose: { meld: meld in melds of opponent of you }
        do: lay your hand on meld
      shift:
        choose:
          card: card in your tableau where card is top of place
          pile: pile in your tableau where pile is empty
        do: move card to pile
"""
SHOWN = """
examples:
  own melds and own piles:
    players: Anna, Ben
    start at: turn
    given:
      Anna's hand: 5H 6H 7H 8H 9S 9D 9C
      Ben's hand: 10C
      first pile in Anna's tableau: 2C 3C
      last pile in Anna's tableau: 4C
      first pile in Ben's tableau: 5C
      first pile in spare: KC
    play:
      - Anna: lay
      - expect: number of melds in Anna's melds = 2 and number of groups in Ben's melds = 0
      - expect: size of Anna's melds = 7 and who holds 6H is Anna and who holds 2C is Anna
      - expect: any meld in Anna's melds where any card in meld is 9D
      - expect: position of place of 9D = 1 and position of place of 4C = 4 and position of place of KC = 1
      - expect: size of Anna's tableau = 3 and size of Ben's tableau = 1 and size of tableau of Ben = 1
      - expect: (first pile in Anna's tableau where pile is empty) is not nothing
      - expect: (all players where any pile in tableau where size = 2) is Anna
      - Ben: lay_on 5H
      - expect: (number of cards in Anna's melds where rank is 10) = 1 and Ben's hand is empty
      - Anna: shift 3C, P1 3
      - expect: bottom of (first pile in Anna's tableau where position = 3) is 3C
      - Ben cannot: shift 5C, 1
      - Ben: shift 5C, 2
"""


def test_groups_and_families_for_each_player() -> None:
    assert failures(EACH.replace("      go: do nothing\n", MOVES) + SHOWN) == []


# ------------------------------------------------------------------ piles by their words


def lies(state: State, name: str) -> str:
    numbers = [i for i, p in enumerate(state.game.layout.pile_of) if p.name == name]
    return " | ".join(" ".join(state.game.deck.labels[c] for c in state.piles[n]) for n in numbers)


def test_a_pile_without_a_word_for_its_face_is_face_down() -> None:
    text = rules().replace("  row: face up\n", "  row: 2 slots\n  other: per player\n")
    state = game_of(text).start()
    assert {p.face for p in state.game.layout.pile_of if p.name in ("row", "other")} == {"down"}
    assert problems(rules().replace("row: face up", "row: per player, 2 slots, groups"))


def test_the_noun_of_a_family_is_a_word_of_the_language() -> None:
    text = rules(
        more="setup: for each lane in row -> deal position of lane cards from stock to lane"
    ).replace("  row: face up\n", "  row: 3 lanes, face up\n")
    state = game_of(text).start()
    assert lies(state, "row") == "AS | KS QS | JS 10S 9S"
    assert value(state, "top of last lane in row") == "9S"
    assert value(state, "number of lanes in row where size > 1") == "2"
