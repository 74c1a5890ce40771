"""What does not fit (LANGUAGE part 12, T4xx): each wrong text with code, place and message.

The messages stand in golden files, one for each kind of text: they are part of the product.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rulerun.interpreter.checking import types

from .tables import in_short, loaded, problems

RULES = """
game: A table of mistakes
players: 3
deck:
  ranks: 2 to 10, J, Q, K, A
  jokers: small_joker
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
options:
  stake: number from 1 to 100, normally 20
  hook: yes or no, normally yes
  ace: high or low, normally high
chips:
  each player: stake
  pot: 0
  wager: 0 per player
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  discard: face up
  tableau: 4 columns, face either
  table: groups, face up
remember:
  dealer: player
  n: number
  few: number from 1 to 9, starts as 1
  tricks: number per player
  bets: number per player
  final: yes or no
  way: up or down
  held: card
  seen: cards
  friends: players
  wish: rank
  trump: suit
terms:
  strength of player: total value of player's hand
  playable of card: rank of card = rank of top of row
  card beats other_card: card > other_card
  TERMS
phases:
  round:
    repeat: 3 times
    phases:
      turn:
        who: players in turn
        moves:
          go:
            choose: card in your hand
            do:
              LINES
          MOVES
      later:
        at start: do nothing
      PHASES
tables:
  worth of card:
    gives: number
    king: when rank of card is K -> 4
    other: otherwise -> 0
payouts:
  settle:
    all_of_it: otherwise -> pay 1 to pot
end:
  enough: when n = 1000
winner: all players with most chips
"""
PLAIN = {
    "TERMS": "one: 1",
    "LINES": "nothing_to_do: do nothing",
    "MOVES": "wait: do nothing",
    "PHASES": "last_of_all: { at start: do nothing }",
}


def told(slot: str, texts: str, written: str) -> str:
    """Each text with what is said of it; all stand in one file, each on a line of its own."""
    rows = [text.strip() for text in texts.strip().splitlines()]
    indent = next(line for line in RULES.splitlines() if slot in line).index(slot)
    lines = [written.format(number=i, text=text) for i, text in enumerate(rows, 1)]
    rules = RULES
    for place, content in {**PLAIN, slot: ("\n" + " " * indent).join(lines)}.items():
        rules = rules.replace(place, content)
    first = rules[: rules.index(lines[0])].count("\n") + 1
    said: list[list[str]] = [[] for _ in rows]
    for diagnostic in loaded(rules).diagnostics:
        said[diagnostic.span.line - first].append("    " + in_short(diagnostic))
    for row, found in zip(rows, said, strict=True):
        assert found, f"nothing is wrong with {row}"
    return "".join("\n".join([row, *found]) + "\n" for row, found in zip(rows, said, strict=True))


EXPRESSIONS = """
    discrad is empty
    size of discardd = 2
    size of your hnad = 2
    your strenght > 2
    wager > 2
    hand is empty
    size of hand > 2
    tricks > 2
    strength > 2
    playable
    worth > 3
    beats
    settle > 2
    n is empty
    row is out
    row = 7
    row = hearts
    top of row = 7
    top of row is 7
    top of row is Q
    rank of top of row is 11
    rank of top of row > n
    rank of top of row + 1 = 3
    suit of top of row > hearts
    suit of top of row = hearts
    top of row is heart
    4H is hart
    you = dealer
    you < dealer
    dealer is hearts
    dealer is 4H
    n is dealer
    n is hearts
    pot is dealer
    friends is 3
    you is friends
    held is not seen
    any player is friends
    you is (dealer, left of dealer)
    friends = players
    n and final
    not n
    not row
    final + 1 > 2
    hearts + 1 > 2
    you + 1 > 2
    row + you is empty
    row without 3 is empty
    friends without 4H is empty
    value of dealer > 2
    value of n > 2
    chips of row > 2
    rank of suit of top of row is K
    suit of 3 is hearts
    way is left
    way is hihg
    ace is hgih
    ace is up
    way = up
    11H is in row
    1H is in row
    4H is in n
    n is in row
    4H is in players
    4H is in (hearts, spades)
    hearts is in (4H, 5H)
    n is between hearts and spades
    4H is between 2 and 8
    n is face up
    dealer is face up
    any cord in row is red
    any card where rank is K
    any column
    any column in row is empty
    any player in row
    any card in players
    any card in n
    any suit in row
    number of cards in dealer > 2
    all players with most way is empty
    first player with most tricks > 2
    highest player is you
    highest suit is hearts
    total hand of players > 2
    total values of row > 2
    total value of players > 2
    total value of n > 2
    largest way of players > 2
    any kind in ranks of row
    number of n in row > 2
    random card in row is red
    random player is you
    4H matches n
    4H matches dealer
    4H fits dealer
    4H beats dealer
    dealer beats 4H
    4H baets 5H
    4H playable 5H
    4H strength 5H
    who holds dealer is you
    next after row is you
    left of row is you
    partner of you is dealer
    team of you is nothing
    any team has points > 3
    top of n is red
    first of dealer is red
    first row of row is empty
    first final of row is empty
    first 2 of row = 7
    left of dealer's hand is empty
    first of players's tricks > 2
    tricks of players > 2
    left of everyone is you
    melds of dealer is empty
    deadwood of row against dealer is empty
    smaller of row and final = 2
    numbers from hearts to 3 is empty
    round_numbr = 2
    card_number = 2
    winers is you
    ended_by is nobody
    ended_by is enuogh
    game_ovr
    Anna is you
    any card in your hand where suit is trump unless row is empty
    no card in your hand where rank is K or n = 2
    fewer than 2 players have chips > 0 and n = 2
    any player where chips > 0 and (n = 2 or final)
    any hand = 0
    every hand is not 0
    any hand > 3
    row is 0
    row != 0
    row is not 3
    row is K
    7 < top of row
    any card in row is 8
    any card in row > K
    friends > 2
    row = empty
    row != empty
    any hand = empty
    held = empty
    n = empty
    dealer = out
    who plaid 4H
    your hand is not emtpy
    your hand is macthing
    who hold 4H
players - dealer
your hand - top of discard
suits - hearts
2 - dealer
"""
# Phrases that people say so at the card table.
SAID = """
    player pays 1 to pot
    player scores 3
    player drops out
    player takes up to 2 from pot
    team scores 3
    all players score 3
    everybody pays 1 to pot
    everyone draws 1 from stock
    all players where tricks > 2 drop out
    pay 1 from player to pot
    dealer becomes player
    draw a card from stock
    draw two cards from the stock
    draw card from stock
    deal three cards from the stock to the row
    pay a chip to pot
    pay three to pot
    deal 1 card from stock to every hand
    deal 1 card from stock to all hands
    draw 1 card from deck
    shuffle the pack
    when rank of card is 4 or 9 -> shuffle stock
    when final and rank of card is not 4 or 9 -> shuffle stock
    when size of row = 3 or 4 or 5 or final -> shuffle stock
    when way is up or down -> shuffle stock
    when trump is hearts or spades -> shuffle stock
"""
ASKED = """
    deck is empty
    n is 4 or 9
    n is 4 or row
    no hearts in row
    number of aces in your hand > 2
    any hearts
    top of row is a queen
    rank of top of row is king
    value of all cards in row > 8
    value of first 2 of row > 8
    value of (all hands) > 8
    chips of all players with most chips > 8
    top of muck is red
    final or n
"""
# What is said of something and stands bare in a table over it.
BARE = """
    rank is K
    suit is hearts
    color is red
    value > 3
    worth > 3
"""
LINES = """
    pay 1 to potty
    pay 1 to row
    pay 1 to n
    pay row to pot
    pay hearts to pot
    row pays 1 to pot
    hearts pays 1 to pot
    each card in row pays 1 to pot
    each plyer pays 1 to pot
    you pay 1 from pot to wager
    pay 1 to wager
    take 1 from row
    split row among players
    split pot among row
    split pot among 3
    score 3
    deal 1 card from stck to row
    deal 1 card from stock to tableau
    deal 1 card from tableau to row
    deal 1 card from stock to pot
    deal 1 card from stock to dealer
    deal row cards from stock to row
    deal 1 card from stock to each row
    deal 1 card from stock to each hnad
    deal 1 card from stock to each player
    deal 1 card from stock to row face down
    deal 1 card from stock to your hand face up
    draw 1 from pot
    move 4H to tableau
    move n to row
    move dealer to row
    move 4H to each hand
    move 4H to row face up
    gather pot into row
    gather row into pot
    gather 4H into row
    gather each row into discard
    gather each wager into row
    gather each hand, each wager into row
    flip row into tableau
    flip pot into row
    turn n face up
    turn top of row face up
    turn row face down
    show pot
    show 4H to row
    lay melds of row on tableau
    lay melds of row on row
    lay n on table
    lay 4H on dealer
    shuffle tableau
    shuffle pot
    shuffle n into stock
    pot becomes 3
    row becomes 4H
    your chips becomes 3
    stake becomes 3
    strength of you becomes 3
    n becomes hearts
    n becomes row
    n becomes final
    final becomes 3
    final becomes row
    way becomes left
    way becomes high
    held becomes hearts
    held becomes K
    held becomes 11H
    wish becomes 11
    wish becomes 4H
    wish becomes n
    trump becomes 4H
    dealer becomes row
    dealer becomes Anna
    dealer becomes players
    dealer becomes all players
    pay 1 from everyone to pot
    pay 1 to players
    seen becomes n
    friends becomes row
    tricks becomes 3
    round_number becomes 3
    add 3 to pot
    add 4H to n
    add 3 to seen
    add hearts to friends
    add 3 to final
    add 3 to way
    remove 4H from row
    consult settel
    consult worth
    consult strength
    row consults settle
    row plays next
    row drops out
    n drops out
    go to laetr
    go to moves
    end rond
    end later
    end go
    say "{potty} chips"
    let move be 3; pay 1 to pot
    for each plyer -> pay 1 to pot
    for each card -> pay 1 to pot
    for each card in pot -> pay 1 to pot
    for each player -> card drops out
    when n -> pay 1 to pot
    when any player where chips = 0 -> that card drops out
"""
CHOICES = """
    number from 1 to row
    number from hearts to 3
    cord in your hand
    card
    card in pot
    card in your hand where rank is 11
    card in your hand where playabel
    player where plyer is you
    suit where suit is K
    row cards in your hand
    1 to final cards in your hand
    3 plyers in friends
    kind in ranks of your hand
    number from 1 to -3
    number from 2 * 3 to larger of 4 and 5
    3 to 2 cards in your hand
"""
BARE_OF_PLAYERS = """
    chips > 3
    hand is empty
    tricks > 2
    wager > 2
    strength > 2
    left is you
"""
WHOS = """
    plyer
    row
    3
    each player starting with row
    each player starting with you
    each other player
    players in turn where chips
    players
    everyone
    everybody
    all players
    all players where hand is not empty
    every player
    all players with most tricks
    (dealer, left of dealer)
    each player starting with players
    players in turn starting with all players
"""


ADVISED = re.compile(r"(?m)^    T41.*; write '([^']+)'$")


def test_the_comparison_that_is_advised_is_right() -> None:
    texts = ADVISED.findall(told("TERMS", EXPRESSIONS, "mistake_{number}: {text}"))
    assert "any hand has size > 3" in texts and "rank of top of row is Q" in texts
    for text in texts:
        if " " in text and text not in ("position of", "suit of", "rank of"):
            assert problems(with_entry("terms", f"advised: {text}")) == [], text


NOBODYS_TURN = """
    deal 1 card from stock to hand
    deal 1 card from hand to row
    gather hand, row into stock
    gather row into hand
    gather row into your hand
    flip row into hand
    move top of row to hand
    when size of hand = 1 -> do nothing
    when wager > 1 -> do nothing
    when tricks > 1 -> do nothing
    pay 1 to pot
    draw 1 from stock
    for each player -> deal 1 card from stock to hand
"""


def test_what_each_player_has_where_it_is_nobodys_turn(golden: Callable[[str, str], None]) -> None:
    said = told("PHASES", NOBODYS_TURN, "phase_{number}: {{ at end: '{text}' }}")
    golden("types/nobodys_turn.txt", said)


@pytest.mark.parametrize(
    ("slot", "texts", "written"),
    [
        ("TERMS", EXPRESSIONS, "mistake_{number}: {text}"),
        ("LINES", LINES, "line_{number}: {text}"),
        ("MOVES", CHOICES, "move_{number}: {{ choose: {{ picked: '{text}' }}, do: do nothing }}"),
        ("PHASES", WHOS, "phase_{number}: {{ who: '{text}', before turn: do nothing }}"),
    ],
)
def test_messages(slot: str, texts: str, written: str, golden: Callable[[str, str], None]) -> None:
    golden(f"types/{slot.lower()}.txt", told(slot, texts, written))


@pytest.mark.parametrize(
    ("file", "slot", "texts", "written"),
    [
        ("said", "LINES", SAID, "line_{number}: {text}"),
        ("asked", "TERMS", ASKED, "asked_{number}: {text}"),
        ("bare", "TERMS", BARE, "bare_{number} of card: {text}"),
        ("bare_of_players", "TERMS", BARE_OF_PLAYERS, "bare_{number} of player: {text}"),
    ],
)
def test_everyday_speech_is_shown_as_it_is_written(
    file: str, slot: str, texts: str, written: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"types/{file}.txt", told(slot, texts, written))


# ------------------------------------------------------------------ names


def with_entry(section: str, entry: str) -> str:
    """The rule file with one more entry in a section at its top."""
    rules = RULES
    for place, content in PLAIN.items():
        rules = rules.replace(place, content)
    return rules.replace(f"\n{section}:\n", f"\n{section}:\n  {entry}\n", 1)


def test_a_name_that_two_memories_have() -> None:
    rules = with_entry("terms", "two: 2").replace(
        "    repeat: 3 times\n", "    repeat: 3 times\n    remember: { n: number }\n", 1
    )
    assert problems(rules) == [
        "T404 “n”: a memory cannot be called 'n': another memory is called so"
    ]


NAMES = [
    ("terms", "pot: 3", ["T404 “pot”: a term cannot be called 'pot': a chip holder is called so"]),
    ("options", "way: yes or no, normally no", ["T404 “way”: a memory cannot be called 'way': an option is called so"]),
    ("piles", "worth: face up", ["T404 “worth of card”: a table cannot be called 'worth': a pile is called so"]),
    ("end", "pot: when n = 3", ["T404 “pot”: an end condition cannot be called 'pot': a chip holder is called so"]),
    ("end", "high: when n = 3", ["T404 “high”: 'high' is a reason of the end and another word at once"]),
    ("piles", "moves: face up", ["T404 “moves”: 'moves' is a word of the language and cannot be the name of a pile"]),
    ("remember", "size: number", ["T404 “size”: a memory cannot be called 'size': the language has that word"]),
    ("remember", "matches: number", ["T404 “matches”: a memory cannot be called 'matches': the language has that word"]),
    ("options", "players: yes or no, normally no", ["T404 “players”: an option cannot be called 'players': the language has that word"]),
    ("terms", "deal: 3", ["T404 “deal”: a term cannot be called 'deal': lines and phrases begin so"]),
    ("chips", "any: 3", ["T404 “any”: a chip holder cannot be called 'any': lines and phrases begin so"]),
    ("remember", "mood: happy or pot", ["T404 “pot”: 'pot' is a chip holder and a word at once"]),
    ("remember", "mood: up or down", []),
    ("terms", "again: again + 1", ["T404 “again”: 'again' uses itself"]),
    ("terms", "first_one: two\n  two: three + 1\n  three: first_one", ["T404 “first_one”: 'first_one' uses itself"]),
    ("tables", "again:\n    gives: number\n    only_row: otherwise -> again", ["T404 “again”: 'again' uses itself"]),
    ("terms", "far of plyer: 3", ["T401 “far of plyer”: 'plyer' is no noun of the language; did you mean 'player'?"]),
    ("remember", "small: number from 1 to 9, starts as 12", ["T414 “12”: 'small' is a number from 1 to 9, it cannot start as 12"]),
    ("remember", "lot: player, starts as a random plyer", ["T401 “plyer”: 'plyer' is no noun of the language; did you mean 'player'?"]),
    ("remember", "lot: player, starts as a random player", []),
    ("terms", "lot: random player", ["T405 “random player”: 'random' cannot stand here: this text may be read more than once; let a memory or a 'let' name hold the random thing"]),
]  # fmt: skip


@pytest.mark.parametrize(("section", "entry", "said"), NAMES, ids=[f"{n[0]} {n[1]}" for n in NAMES])
def test_names(section: str, entry: str, said: list[str]) -> None:
    assert problems(with_entry(section, entry)) == said


LOCAL_NAMES = [
    ("PHASES", "true: { at start: do nothing }", ["T404 “true”: 'true' cannot be the name of a phase: other programs read it as a value of YAML"]),
    ("PHASES", "of: { at start: do nothing }", ["T404 “of”: 'of' is a word of the language and cannot be the name of a phase"]),
    ("PHASES", "game: { at start: do nothing }", ["T404 “game”: a phase cannot be called 'game': 'end game' says that somebody gives up"]),
    ("PHASES", "deal: { at start: do nothing }", []),
    ("MOVES", "your: do nothing", ["T404 “your”: 'your' is a word of the language and cannot be the name of a move"]),
    ("MOVES", "draw: do nothing", []),
    ("MOVES", "pick: { choose: { the: suit }, do: do nothing }", ["T404 “the”: 'the' is a word of the language and cannot be the name of a choice"]),
    ("MOVES", "pick: { choose: { pot: suit }, do: do nothing }", []),
    ("MOVES", "pick: { choose: { pot: number from 1 to 3 }, do: pay pot to pot }", ["T411 “pot”: a chip holder is needed here, 'pot' is a number"]),
    ("MOVES", "pick: { choose: { w: play or drop_it }, do: do nothing }", ["T404 “play or drop_it”: a word cannot be called 'play': lines and phrases begin so"]),
    ("MOVES", "pick: { choose: { w: rank or colour }, do: do nothing }", ["T404 “rank or colour”: a word cannot be called 'rank': the language has that word"]),
    ("MOVES", "pick: { choose: { w: up or down }, do: way becomes w }", []),
]  # fmt: skip


@pytest.mark.parametrize(("slot", "entry", "said"), LOCAL_NAMES, ids=[n[1] for n in LOCAL_NAMES])
def test_names_that_are_found_by_where_they_stand(slot: str, entry: str, said: list[str]) -> None:
    rules = RULES
    for place, content in {**PLAIN, slot: entry}.items():
        rules = rules.replace(place, content)
    assert problems(rules) == said


def test_a_name_that_is_known_elsewhere_is_told_with_both_places() -> None:
    rules = with_entry("terms", "bet_more: amount + 1")
    rules = rules.replace(
        "wait: do nothing",
        "bet: { choose: { amount: number from 1 to 9 }, may: bet_more > 3, do: do nothing }",
    )
    assert problems(rules) == []
    elsewhere = rules.replace(
        "at start: do nothing", "at start: when bet_more = 2 -> do nothing", 1
    )
    (wrong,) = loaded(elsewhere).diagnostics
    assert in_short(wrong) == "T403 “amount”: 'amount' is not known where 'bet_more' is used"
    (note,) = wrong.notes
    assert note.message == "'bet_more' is used here"
    assert note.span is not None and "when bet_more = 2" in note.span.file.line(note.span.line)


def test_a_term_that_is_used_nowhere_may_mean_a_name_of_some_place() -> None:
    rules = with_entry("terms", "bet_more: amount + 1")
    rules = rules.replace(
        "wait: do nothing", "bet: { choose: { amount: number from 1 to 9 }, do: do nothing }"
    )
    assert problems(rules) == []
    assert problems(rules.replace("amount + 1", "amuont + 1")) == [
        "T401 “amuont”: no pile, term or memory is called 'amuont'"
    ]


SHADOWED = "T404 “rank”: 'rank' is both a choice or noun here and the rank of each card tested; give the choice a name of its own, such as 'wanted: rank'"  # fmt: skip


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("{ choose: rank in ranks of your hand, may: any card in your hand where rank is rank, do: do nothing }", [SHADOWED]),
        ("{ choose: rank in ranks of your hand, may: any card in your hand where rank is K, do: do nothing }", [SHADOWED]),
        ("{ choose: { wanted: rank in ranks of your hand }, may: any card in your hand where rank is wanted, do: do nothing }", []),
        ("{ choose: rank in ranks of your hand, may: rank is K, do: do nothing }", []),
        ("{ choose: rank in ranks of your hand, may: any card in your hand where value > 3, do: do nothing }", []),
        ("{ do: for each rank in ranks of your hand -> move all cards in your hand where rank is K to row }", [SHADOWED]),
        ("{ do: let rank be wish; move all cards in your hand where rank is K to row }", [SHADOWED]),
        ("{ do: for each kind in ranks where kind is K -> move all cards in your hand where rank is kind to row }", []),
        ("{ choose: { size: number from 1 to 3 }, may: any hand where size > 2, do: do nothing }",
         [SHADOWED.replace("rank", "size").replace("card", "hand")]),
    ],
)  # fmt: skip
def test_a_choice_that_hides_a_property(move: str, said: list[str]) -> None:
    keys = [
        part
        for part in move.strip("{ }")
        .replace(", may: ", "\nmay: ")
        .replace(", do: ", "\ndo: ")
        .splitlines()
    ]
    rules = with_entry("terms", "spare: 1").replace(
        "wait: do nothing", "wait:\n            " + "\n            ".join(keys)
    )
    assert problems(rules) == said


TYPES = {
    "cards": types.list_of(types.CARD),
    "a list of numbers": types.list_of(types.NUMBER),
    "a list of lists of cards": types.list_of(types.CARDS),
    "a list of lists of numbers": types.list_of(types.list_of(types.NUMBER)),
    "a list of lists of players": types.list_of(types.PLAYERS),
    "a list of lists of melds": types.list_of(types.MELDS),
    "a list of chip holders": types.list_of(types.HOLDER),
    "melds": types.list_of(types.MELD),
}


@pytest.mark.parametrize("spoken", TYPES)
def test_lists_are_told_in_words(spoken: str) -> None:
    assert str(TYPES[spoken]) == spoken
