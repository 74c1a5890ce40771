"""What newcomers write is answered with what they meant, and that can be taken as it is told."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest

from rulerun.interpreter.examples.proof import prove
from rulerun.interpreter.loading import read_rules

BASE = """\
game: Base
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
options:
  target: number from 5 to 50, normally 20
chips:
  each player: 20
  pot: 0
piles:
  stock: face down, refilled from discard
  discard: face up
  hand: per player, seen by owner
remember:
  points: number per player
  dealer: player
  called: rank
  lamp: yes or no
terms:
  best: highest of discard
setup:
  shuffle: shuffle stock
  hands: deal 5 cards from stock to each hand
phases:
  turn:
    who: players in turn
    until: any hand is empty
    moves:
      throw:
        choose: card in your hand
        may:
          fits: discard is empty or suit of card is suit of best
        do:
          lay: move card to discard
      pass: pay up to 1 to pot
payouts:
  result:
    won: when your hand is empty -> take all from pot
    lost: otherwise -> do nothing
winner: all players with most chips
examples:
  start:
    players: Anna, Ben
    play:
      - expect: size of Anna's hand = 5
"""

BEST = "best: highest of discard"
CHOOSE = "choose: card in your hand"
EXPECT = "expect: size of Anna's hand = 5"
FITS = "suit of card is suit of best"
HAND = "hand: per player, seen by owner"
LAY = "move card to discard"
OPTION = "target: number from 5 to 50, normally 20"
LOST = "lost: otherwise -> do nothing"
UNTIL = "until: any hand is empty"
WHO = "who: players in turn"
WINNER = "winner: all players with most chips"
WON = "take all from pot"

SAID = [
    (WON, "you take the pot", "write: take all from pot", WON),
    (WON, "you win the pot", "write: take all from pot", WON),
    (LOST, "otherwise: do nothing", "write: otherwise -> do nothing", LOST),
    (WHO, "who: players in turn starting left of dealer",
     "write: players in turn starting with left of dealer",
     "who: players in turn starting with left of dealer"),
    (WHO, "who: each player, starting from dealer",
     "write: each player starting with dealer", "who: each player starting with dealer"),
    (WHO, "who: each player in turn", "or 'players in turn'", WHO),
    (WHO, "who: all players", "or 'players in turn'", WHO),
    (WHO, "who: player", "or 'players in turn'", WHO),
    (WINNER, "winner: all players with least points", "did you mean 'fewest'?",
     "winner: all players with fewest points"),
    (WINNER, "winner: nobody", "write 'nothing'", "winner: nothing"),
    (WINNER, "winner: highest points", "write 'all players with highest points'",
     "winner: all players with highest points"),
    (WINNER, "winner: all players where points = max points",
     "write: largest points of players",
     "winner: all players where points = largest points of players"),
    (UNTIL, "until: someone's hand is empty", "write: any hand is empty", UNTIL),
    (UNTIL, "until: someone's points >= target", "write: any player has points >= target",
     "until: any player has points >= target"),
    (HAND, "hand: one per player, hidden", "write: per player, seen by owner", HAND),
    (HAND, "hand: per player, hidden", "write 'seen by owner'", HAND),
    ("  pot: 0", "  pot: empty", "write '0'", "  pot: 0"),
    (BEST, "best: highest of discard where suit is hearts",
     "write: highest card in discard where suit is hearts",
     "best: highest card in discard where suit is hearts"),
    (BEST, "best: highest card discard", "write: highest card in discard",
     "best: highest card in discard"),
    (BEST, "best: sum of value of discard", "write 'total value of discard'", None),
    (BEST, "best_card: highest of discard", "did you mean 'best_card'?", None),
    (CHOOSE, "choose: card in my hand", "did you mean 'your'?", CHOOSE),
    (CHOOSE, "choose: amount: number from 2 to 4", "write '{ amount: number from 2 to 4 }'", None),
    (FITS, "any card in discard has the same suit as best",
     "write 'has suit is suit of best'", "any card in discard has suit is suit of best"),
    (FITS, "card has same suit as best", "write: suit of card is suit of best", FITS),
    (FITS, "suit of card is ♥", "write 'hearts'", "suit of card is hearts"),
    ("discard is empty or", "discard empty or", "write 'discard is empty'", "discard is empty or"),
    (LAY, f"{LAY}; repeat 3 times draw 1 from stock", "write: draw 3 from stock",
     f"{LAY}; draw 3 from stock"),
    (LAY, f"{LAY}; repeat 3 times shuffle stock", "a phase with 'repeat: 3 times'", None),
    (LAY, f"{LAY}; dealer becomes next player", "write: dealer becomes left of dealer",
     f"{LAY}; dealer becomes left of dealer"),
    (LAY, f"{LAY}; next player", "write 'end your turn'", f"{LAY}; end your turn"),
    (LAY, f"{LAY}; end my turn", "write: end your turn", f"{LAY}; end your turn"),
    (LAY, f"{LAY}; other players draw 1",
     "write: each player where player is not you draws 1 from stock",
     f"{LAY}; each player where player is not you draws 1 from stock"),
    (LAY, f"{LAY}; each other player draws 1 from stock",
     "write: each player where player is not you draws 1 from stock", None),
    (LAY, f"{LAY}; each other player with chips = 0 drops out",
     "write: each player where player is not you and chips = 0 drops out",
     f"{LAY}; each player where player is not you and chips = 0 drops out"),
    (LAY, f"{LAY}; each other player who has chips > 9 draws 1 from stock",
     "write: each player where player is not you and chips > 9 draws 1 from stock",
     f"{LAY}; each player where player is not you and chips > 9 draws 1 from stock"),
    (LAY, f"{LAY}\n          more: each other player with most chips scores 1",
     "write: for each player in (all players with most chips) where player is not you -> player scores 1",
     f"{LAY}\n          more: for each player in (all players with most chips) where player is not you -> player scores 1"),
    (LAY, f"{LAY}\n          more: for each other player with chips > 2 -> player scores 1",
     "write: for each player where player is not you and chips > 2 -> player scores 1",
     f"{LAY}\n          more: for each player where player is not you and chips > 2 -> player scores 1"),
    (LAY, f"{LAY}\n          more: for every other player in all players -> player scores 1",
     "write: for each player in (all players) where player is not you -> player scores 1",
     f"{LAY}\n          more: for each player in (all players) where player is not you -> player scores 1"),
    (LAY, f"{LAY}; pay all from pot to first player whose hand is empty",
     "write: (first player whose hand is empty)",
     f"{LAY}; pay all from pot to (first player whose hand is empty)"),
    ("        do:\n          lay: move card", "        lay: move card",
     "what is done stands under 'do': { lay: move card to discard }", None),
    (EXPECT, "expect: Anna's hand contains 5H", "write: 5H is in Anna's hand",
     "expect: 5H is in Anna's hand"),
    (EXPECT, "expect: anna's points = 3", "write 'Anna'", "expect: Anna's points = 3"),
    (EXPECT, "expect: size of Anna = 5", "write 'size of Anna's hand'", EXPECT),
    (EXPECT, "Anna: fold", "the moves are throw, pass", "Anna: pass"),
]  # fmt: skip


WORDED = [
    (LAY, "draw a card", "write: draw 1 card from stock", "draw 1 card from stock"),
    (LAY, "deal five cards to each player", "write: deal 5 cards from stock to each hand",
     "deal 5 cards from stock to each hand"),
    (LAY, "deal the rest of the cards to each hand",
     "write: deal all cards from stock to each hand", "deal all cards from stock to each hand"),
    (LAY, "shuffle the discard pile into stock", "write: shuffle discard into stock",
     "shuffle discard into stock"),
    (LAY, "move 3 cards from stock to discard", "write: move top 3 of stock to discard",
     "move top 3 of stock to discard"),
    (LAY, "move random card from your hand to discard",
     "write: move random card in your hand to discard", "move random card in your hand to discard"),
    (LAY, "each player antes 1", "write: [X] pays", None),
    (LAY, "each hand draws 1 from stock", "write: each player", "each player draws 1 from stock"),
    (FITS, "card matches suit of best", "write: suit of card is suit of best", FITS),
    (LAY, "double your points", "write: your points becomes your points * 2",
     "your points becomes your points * 2"),
    (LAY, "swap your hand with discard", "move your hand to P; move discard to your hand", None),
    (LAY, "sort each hand", "leave it out", None),
    (LAY, "look at top of stock", "write: show top of stock to you", "show top of stock to you"),
    (LAY, "burn a card", "write: deal 1 card from stock to discard",
     "deal 1 card from stock to discard"),
    (LAY, "pass the deal to the left", "write: dealer becomes left of dealer",
     "dealer becomes left of dealer"),
    (LAY, "pick a random player as dealer", "write: dealer becomes random player",
     "dealer becomes random player"),
    (LAY, "dealer becomes a player chosen at random", "write: dealer becomes random player",
     "dealer becomes random player"),
    (LAY, "dealer becomes player with most points",
     "write: dealer becomes first player with most points",
     "dealer becomes first player with most points"),
    (LAY, "each player with lowest points pays 1 to pot",
     "write: each player in (all players with lowest points)",
     "each player in (all players with lowest points) pays 1 to pot"),
    (LAY, "score 5 if discard is empty", "write: when discard is empty -> score 5",
     "when discard is empty -> score 5"),
    (LAY, "split pot equally among players", "write: split pot among players",
     "split pot among players"),
    (LAY, "each player puts 1 in the pot", "write: each player pays 1 to pot",
     "each player pays 1 to pot"),
    (LAY, "pay one chip to pot", "write '1' alone", "pay 1 to pot"),
    (FITS, "card is at least 8", "write: rank of card >= 8", "rank of card >= 8"),
    (FITS, "you hold AS", "write: AS is in your hand", "AS is in your hand"),
    (FITS, "your hand contains a heart", "write: any card in your hand has suit is hearts",
     "any card in your hand has suit is hearts"),
    (FITS, "there are cards in stock", "write: stock is not empty", "stock is not empty"),
    (FITS, "stock has cards", "write: stock is not empty", "stock is not empty"),
    (FITS, "pot has chips", "write: pot > 0", "pot > 0"),
    (FITS, "pot is empty", "write: pot = 0", "pot = 0"),
    (FITS, "it is the first turn", "write: turn_number = 1", "turn_number = 1"),
    (FITS, "turn is 1", "write: turn_number = 1", "turn_number = 1"),
    (FITS, "length of your hand = 3", "write: size of your hand", "size of your hand = 3"),
    (FITS, "hand size > 3", "write: size of your hand", "size of your hand > 3"),
    (FITS, "max of 3 and 4 > 3", "write: larger of 3 and 4", "(larger of 3 and 4) > 3"),
    (FITS, "your points > dealer points", "write: dealer's points",
     "your points > dealer's points"),
    (FITS, "no player has more than 10 points", "write: no player has points > 10",
     "no player has points > 10"),
    (FITS, "exactly one of your cards is red", "write: exactly 1 card in your hand is red",
     "exactly 1 card in your hand is red"),
    (FITS, "all your cards are hearts", "write: every card in your hand is hearts",
     "every card in your hand is hearts"),
    (FITS, "two cards in your hand have suit is hearts", "'at least 2' or 'exactly 2'",
     "at least 2 cards in your hand have suit is hearts"),
    (FITS, "previous player is dealer", "write: right of you", "right of you is dealer"),
    (FITS, "left of you has 3 cards", "write: size of hand of left of you = 3",
     "size of hand of left of you = 3"),
    (FITS, "card is one higher than best",
     "write: position of rank of card = position of rank of best + 1",
     "position of rank of card = position of rank of best + 1"),
    (CHOOSE, "choose: card in your hand that is red",
     "write: card in your hand where color is red",
     "choose: card in your hand where color is red"),
    (UNTIL, "until: any player's hand is empty", "write: any hand is empty", UNTIL),
    (UNTIL, "until: any player has 10 points", "write: any player has points >= 10",
     "until: any player has points >= 10"),
    (WHO, "who: each player except dealer", "write: each player where player is not dealer", None),
    (UNTIL, f"{UNTIL}\n    repeat: while stock is not empty",
     "write: until not (stock is not empty)",
     f"{UNTIL}\n    repeat: until not (stock is not empty)"),
    (UNTIL, f"{UNTIL}\n    repeat: twice", "write: 2 times", f"{UNTIL}\n    repeat: 2 times"),
    (WINNER, "winner: player with most chips", "write: all players with most chips", WINNER),
    (WINNER, "winner: all players with fewest cards", "write: with fewest size of hand",
     "winner: all players with fewest size of hand"),
    (OPTION, "target: number from 5 to 50, normally 20 - points to win", "write: -- points to win",
     f"{OPTION} -- points to win"),
    (OPTION, "target: number from 5 to 50", "write: number from 5 to 50, normally 5", None),
    ("points: number per player", "points: number per player, initially 3",
     "write: number per player, starts as 3", "points: number per player, starts as 3"),
    ("players: 2 to 4", "players: 2, 3 or 4", "write: 2 to 4", "players: 2 to 4"),
    ("players: 2 to 4", "players: 2 to 4\nlimit: 500", "write: 500 moves",
     "players: 2 to 4\nlimit: 500 moves"),
    ("ranks: 2 to 10, J, Q, K, A", "ranks: 2 through 10, J, Q, K, A",
     "write: 2 to 10, J, Q, K, A", "ranks: 2 to 10, J, Q, K, A"),
    ("starts in: stock", "starts in: stock\n  only: 7 to A",
     "write: rank >= 7 and rank <= A", "starts in: stock\n  only: rank >= 7 and rank <= A"),
    ("starts in: stock", "starts in: stock\n  wild: 2s", "write: rank is 2", None),
    (LAY, "the player with 7D in hand scores 1", "write: each player with 7D is in hand scores 1",
     "each player with 7D is in hand scores 1"),
    (LAY, "each player with 7D in hand scores 1", "write 'is in'", None),
    (LAY, "each player who is not dealer scores 1", "write 'where player is'",
     "each player where player is not dealer scores 1"),
    (LAY, "when number of players with most chips = 1 -> that player scores 1",
     "write 'first player with most chips scores 1'",
     "when number of players with most chips = 1 -> first player with most chips scores 1"),
    (LAY, "when (number of players where chips > 0) = 1 -> that player scores 1",
     "write 'first player where chips > 0 scores 1'",
     "when (number of players where chips > 0) = 1 -> first player where chips > 0 scores 1"),
    (LAY, "draw up to 1 card from stock to your hand", "write: draw up to 1 card from stock",
     "draw up to 1 card from stock"),
    (LAY, "draw 2 from stock to discard", "write: deal 2 cards from stock to discard",
     "deal 2 cards from stock to discard"),
    (LAY, "each player draws 1 from stock to discard",
     "write: for each player -> deal 1 card from stock to discard",
     "for each player -> deal 1 card from stock to discard"),
    (FITS, "any player's hand is not empty", "write: any hand is not empty",
     "any hand is not empty"),
    (FITS, "any player's points > 3", "write: any player has points", "any player has points > 3"),
    (FITS, "no player's hand has size > 1", "write: no player has size of hand",
     "no player has size of hand > 1"),
    (FITS, "total value of discard = card", "write 'total value of discard = value of card'",
     "total value of discard = value of card"),
    (FITS, "total value of discard = rank of card", "write 'value of card' for what it counts",
     "total value of discard = position of rank of card"),
    (FITS, "card is between 3 and target", "write 'value of' before the card",
     "value of card is between 3 and target"),
    (UNTIL, "until: number per players > 3", "write: number of players",
     "until: number of players > 3"),
    (FITS, "lamp is no", "write: not lamp", "not lamp"),
    (LAY, "when lamp is not yes -> score 1", "write: not lamp", "when not lamp -> score 1"),
    (LAY, "called becomes next after called",
     "write: first rank in ranks where position = position of called + 1",
     "called becomes first rank in ranks where position = position of called + 1"),
    (LAY, "move best and card to discard", "write: move best + card to discard",
     "move best + card to discard"),
    (LAY, "deal 4 cards to discard", "write: deal 4 cards from stock to discard",
     "deal 4 cards from stock to discard"),
    (LAY, "deal 4 cards from stock to discard face up", "leave 'face up' out", None),
    (LAY, "result", "write: consult result", "consult result"),
    (FITS, "result", "'consult result'", None),
    (FITS, "rank of card is k", "write 'K'", "rank of card is K"),
    (FITS, "rank of called is K", "write 'called' alone", "called is K"),
    (FITS, "every card in your hand has suit is hearts or card is QS",
     "put brackets round what is asked of each card before 'or'",
     "(every card in your hand has suit is hearts) or card is QS"),
    (FITS, "number of players with chips = 1", "'(number of players with chips = 1) = N'",
     "(number of players with chips = 1) = 2"),
    (FITS, "number of groups in subsets of discard where total value = 15",
     "write: total value of group", None),
    (FITS, "smaller of number of cards in your hand and number of cards in discard = 3",
     "write: smaller of (number of cards in your hand) and (number of cards in discard)",
     "(smaller of (number of cards in your hand) and (number of cards in discard)) = 3"),
    (WINNER, "winner: team with most points", "write: all teams with most points", None),
    ("starts in: stock", "starts in: stock\n  values: 2 to 10 as numbered, J Q K 10",
     "write: J Q K = 10", "starts in: stock\n  values: J Q K = 10"),
    ("starts in: stock", "starts in: stock\n  values: A is 1, J Q K 10",
     "write: A = 1, J Q K = 10", "starts in: stock\n  values: A = 1, J Q K = 10"),
    (EXPECT, "Anna cannot play: 5H", "write '- Anna cannot: play 5H'", None),
    (EXPECT, "Anna throws 5H", "write '- Anna: throw 5H'", None),
    (EXPECT, "expect size of stock > 3", "write '- expect: size of stock > 3'",
     "expect: size of stock > 3"),
    (EXPECT, "Anna: throw 5 of hearts", "", None),
]  # fmt: skip
"""What newcomers write in other words, and what is told of it: what is advised reads and checks."""


def told(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    path = tmp_path / "base.yaml"
    path.write_text(text, encoding="utf-8")
    return [(d.message, d.suggestion or "") for d in read_rules(path, []).diagnostics]


@pytest.mark.parametrize(
    "right, typed, advice, meant",
    [*SAID, *WORDED],
    ids=[typed for _, typed, *_ in [*SAID, *WORDED]],
)
def test_what_is_advised_is_right(
    right: str, typed: str, advice: str, meant: str | None, tmp_path: Path
) -> None:
    assert right in BASE
    messages = told(tmp_path, BASE.replace(right, typed, 1))
    assert len(messages) == 1, messages
    assert advice in messages[0][1]
    if meant is not None and meant != right:
        assert told(tmp_path, BASE.replace(right, meant, 1)) == []


def test_a_name_of_other_characters_that_look_the_same(tmp_path: Path) -> None:
    one, other = (normalize(form, "größe") for form in ("NFC", "NFD"))
    text = BASE.replace("best:", f"{one}:", 1).replace("suit of best", f"suit of {other}", 1)
    ((message, advice),) = told(tmp_path, text)
    assert other in message
    assert f"it looks like '{one}', but its letters are made of other characters" in advice


def test_what_is_reckoned_is_not_taken_into_the_brackets(tmp_path: Path) -> None:
    asked = "number of cards in discard where suit is hearts * 2 > 3"
    ((_, advice),) = told(tmp_path, BASE.replace(FITS, asked, 1))
    assert advice == "put brackets round 'number of cards in discard where suit is hearts'"
    meant = "(number of cards in discard where suit is hearts) * 2 > 3"
    assert told(tmp_path, BASE.replace(FITS, meant, 1)) == []


def test_what_an_example_in_the_middle_does_not_give_is_named(tmp_path: Path) -> None:
    start = "    start at: turn\n    given: { Anna's hand: 3H 4H, Ben's hand: 6H, discard: 8H }\n"
    text = BASE.replace(
        "    play:\n      - expect: size of Anna's hand = 5",
        f"{start}    play:\n      - Anna: throw 3H",
    )
    path = tmp_path / "base.yaml"
    path.write_text(text.replace(LAY, f"{LAY}; dealer pays 1 to pot"), encoding="utf-8")
    (proof,) = prove(read_rules(path, []))
    (failure,) = proof.failures
    assert failure.code == "R702"
    assert failure.suggestion == "the example starts at 'turn': give 'dealer' under 'given'"


def test_a_pile_that_an_example_gave_and_that_runs_out_is_told(tmp_path: Path) -> None:
    start = (
        "    start at: turn\n    given: { Anna's hand: 3H 4H, Ben's hand: 6H, stock: nothing }\n"
    )
    steps = "    play:\n      - expect: size of Anna's hand = 5"
    path = tmp_path / "base.yaml"
    text = BASE.replace(steps, f"{start}    play:\n      - Anna: throw 3H")
    path.write_text(text.replace(LAY, "draw 1 from stock"), encoding="utf-8")
    (proof,) = prove(read_rules(path, []))
    (failure,) = proof.failures
    assert failure.code == "R701"
    assert [n.span.text for n in failure.notes if n.span][-1] == "stock"
    assert failure.suggestion is not None and "give the others a pile" in failure.suggestion


@pytest.mark.parametrize(
    "steps, column",
    [("- - Anna: pass", 9), ("-\n        - Anna: pass", 9), ("- [Anna: pass]", 9)],
)
def test_a_step_with_two_dashes_is_told_at_the_second(
    steps: str, column: int, tmp_path: Path
) -> None:
    path = tmp_path / "base.yaml"
    path.write_text(BASE.replace(f"- {EXPECT}", steps, 1), encoding="utf-8")
    (found,) = read_rules(path, []).diagnostics
    here = (found.code, found.span.column, found.suggestion)
    assert here == ("S242", column, "write '- Anna: pass'")
    assert found.span.line == BASE[: BASE.index(f"- {EXPECT}")].count("\n") + 1 + steps.count("\n")


def test_each_row_behind_otherwise_is_told(tmp_path: Path) -> None:
    rows = "    a: otherwise -> 1\n    b: when stock is empty -> 2\n    c: when pot = 0 -> 3\n"
    table = f"tables:\n  fee:\n    gives: number\n{rows}"
    messages = told(tmp_path, BASE.replace("winner:", f"{table}winner:", 1))
    assert [message for message, _ in messages] == [
        f"row '{row}' stands after 'otherwise' in table 'fee'" for row in "bc"
    ]


def test_nothing_beside_a_row_with_a_mistake_is_no_value(tmp_path: Path) -> None:
    text = BASE.replace(LOST, "lost: otherwise -> nothing").replace(WON, "take of pot")
    assert "write: do nothing" in [advice for _, advice in told(tmp_path, text)]


@pytest.mark.parametrize("head", ["    gives: number\n", "    hit: all\n", ""])
def test_only_one_row_is_for_all_other_cases(head: str, tmp_path: Path) -> None:
    then = "1" if "gives" in head else "pay 1 to pot"
    when = f"when stock is empty -> {then}"
    table = f"tables:\n  fee:\n{head}    a: {when}\n    b: otherwise -> {then}\n    c: otherwise -> {then}\n"
    found = told(tmp_path, BASE.replace("winner:", f"{table}winner:", 1))
    message = "table 'fee' has a row for all other cases already, 'b'"
    assert found == [(message, "say when this one applies: 'when ... -> ...'")]


AT_THEIR_PLACE = [
    (LAY, f'{LAY}; ¦saay "{{you}} threw"', "did you mean 'say'?"),
    (LAY, f"{LAY}; say ¦“{{you}} threw”", 'write: say "{you} threw"'),
    (LAY, f"{LAY}; say ¦'{{you}} is out'", 'write: say "{you} is out"'),
    (LAY, f'{LAY}; say ¦"{{you}} is out', 'write: say "{you} is out"'),
    (LAY, f"{LAY}; say ¦Ben wins", 'write: say "Ben wins"'),
    (LAY, f"{LAY} ¦draw 1 from stock", "write '; draw ...'"),
    (LAY, f"{LAY}; pay ¦apl chips to pot", "did you mean 'all'?"),
    (LAY, f"{LAY}; pay ¦yuor chips to pot", "did you mean 'your'?"),
    (LAY, "move card ¦of discard", "or to move them: card to discard"),
    (LAY, f"¦stock is empty -> {LAY}", "write 'when stock is empty -> ...'"),
    (LAY, f"{LAY}; dealer becomes ¦last", "it is written"),
    (BEST, "best: highest n in ¦numbres from 1 to 3 where n > 1", "did you mean 'numbers'?"),
    (BEST, "best: highest of discard ¦discard", "leave one of them out"),
    (HAND, "hand: per ¦players, seen by owner", "write: per player"),
    (HAND, "hand: per ¦Player, seen by owner", "write 'player' in small letters"),
    (HAND, "hand¦\uff1a per player, seen by owner", "write 'hand: per player"),
    (FITS, "suit of card is ¦Hearts", "write 'hearts'"),
    (FITS, "suit of card is ¦H", "'hearts'"),
    (FITS, "card is ¦SQ", "'QS'"),
    (FITS, "card is ¦queen of spades", "'QS'"),
    (FITS, "(¦amount of cards in your hand) > 3", "did you mean 'number'?"),
    (FITS, "pot ¦modulo 2 = 0", "did you mean 'mod'?"),
    (LAY, "move card ¦in player's won", "did you mean 'to'?"),
    (CHOOSE, "choose: { card: card in your ¦# hand }", "leave the '#' out"),
    (FITS, "suit of ¦whlo played best is hearts", "did you mean 'who'?"),
    (FITS, "card is in ¦own hand", "did you mean 'your'?"),
    (FITS, "card is in ¦you hand", "did you mean 'your'?"),
    (WON, "take all ¦--> pot", "write '->'"),
    (BEST, "best: highest ¦highest n in numbers from 1 to 3 where n > 1", "leave one of them out"),
    ("target: number", "target: ¦integer", "write 'number'"),
    ("players: 2 to 4", "players: 2¦..4", "write '2 to 4'"),
    ("ranks: 2 to 10", "ranks: 2¦-10", "write '2 to 10'"),
    (WHO, "who: each player starting ¦wirth dealer", "did you mean 'with'?"),
    ("players: 2 to 4", "players: 2 ¦in 4", "4 in 2 teams"),
    ("won: when your hand", "won: ¦your hand", "write 'when your hand is empty -> ...'"),
    (f"- {EXPECT}", f"¦-{EXPECT}\n      - Anna: pass", "write '- expect: "),
    ("      - expect", "        ¦expect", "write '- expect: size of Anna's hand = 5'"),
    ("setup:", "¦init:", "did you mean 'setup'?"),
    ("examples:", "¦tests:", "did you mean 'examples'?"),
    ("phases:\n  turn", "¦stages:\n  turn", "did you mean 'phases'?"),
    ("hand: per", "hand: ¦[per", "close it with ']'"),
]  # fmt: skip


@pytest.mark.parametrize(
    "right, typed, advice", AT_THEIR_PLACE, ids=[typed for _, typed, _ in AT_THEIR_PLACE]
)
def test_what_is_wrong_is_told_at_its_place(
    right: str, typed: str, advice: str, tmp_path: Path
) -> None:
    assert right in BASE
    marked = BASE.replace(right, typed, 1)
    path = tmp_path / "base.yaml"
    path.write_text(marked.replace("¦", ""), encoding="utf-8")
    found = read_rules(path).diagnostics
    told = {d.span.start: d for d in found}
    for diagnostic in found:
        others = [n.span.start for n in diagnostic.notes if n.equal and n.span is not None]
        told |= {start: diagnostic for start in others}
    assert marked.index("¦") in told, [str(d) for d in found]
    assert advice in (told[marked.index("¦")].suggestion or "")


def test_a_key_that_slipped_into_the_text_above_it_is_shown(tmp_path: Path) -> None:
    text = BASE.replace("players: 2 to 4\n", "about: >\n  A game\n  players: 2 to 4\n", 1)
    path = tmp_path / "base.yaml"
    path.write_text(text, encoding="utf-8")
    lacking = next(d for d in read_rules(path).diagnostics if d.code == "S202")
    assert [n.span.start for n in lacking.notes if n.span and n.equal] == [text.index("players:")]


def test_a_relation_misspelt_where_it_is_declared_is_told_there(tmp_path: Path) -> None:
    terms = (
        f"{BEST}\n  card pairs_wiht other_card: card matches other_card\n"
        "  twin of card: first other in discard where other pairs_with card"
    )
    text = BASE.replace(BEST, terms, 1)
    path = tmp_path / "base.yaml"
    path.write_text(text, encoding="utf-8")
    (diagnostic,) = read_rules(path).diagnostics
    assert diagnostic.span.start == text.index("pairs_wiht")
    assert diagnostic.suggestion == "did you mean 'pairs_with'?"


HOUSE_RULES = [
    ("for: base.yaml", "write 'base': games are called as their files are"),
    ("for: The Base Game", "write 'base': games are called as their files are"),
    ("for: Base", "write 'base': games are called as their files are"),
    ("for: base, other", "write 'for: base with other'"),
    ("for: base\noptions: { target: 7 }", "write 'set: { NAME: VALUE }'"),
    ("for: base\ntarget: 7", "another value of an option stands under 'set'"),
    ("for: base\nset: { options.target: 7 }", "write 'target'"),
    ("for: base\nset: { target: seven }", "write '7'"),
    ("for: base\nchange: { options.target.normally: 7 }", "write: set: { target: ... }"),
    ("for: base\nchange: { result.hit: all }", "what is new stands under 'add'"),
]


@pytest.mark.parametrize("said, advice", HOUSE_RULES)
def test_a_house_rule_of_a_newcomer_is_told_once(said: str, advice: str, tmp_path: Path) -> None:
    game = BASE.replace("game: Base", "game: Base\nalso known as: The Base Game", 1)
    (tmp_path / "base.yaml").write_text(game, encoding="utf-8")
    path = tmp_path / "house.yaml"
    path.write_text(f"house rule: House\n{said}\n", encoding="utf-8")
    found = read_rules(path, linted=True).diagnostics
    assert [advice in (d.suggestion or "") for d in found] == [True], [str(d) for d in found]


def test_a_house_rule_is_no_game_that_could_be_meant(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "other.yaml").write_text("house rule: Other\nfor: base\n", encoding="utf-8")
    path = tmp_path / "house.yaml"
    path.write_text("house rule: House\nfor: othre\n", encoding="utf-8")
    (diagnostic,) = read_rules(path).diagnostics
    assert "other" not in (diagnostic.suggestion or "")
    assert "base" in (diagnostic.suggestion or "")


def test_what_follows_from_a_mistake_is_not_told_beside_it(tmp_path: Path) -> None:
    ranks = "ranks: 2 to 10, J, Q, K, A"
    values = "  values: J Q K = 10, A = 11\n"
    text = BASE.replace(ranks, f"ranks: 2 to 10, jack, queen, king, ace\n{values.rstrip()}", 1)
    assert [advice for _, advice in told(tmp_path, text)] == [
        "did you mean 'J'?", "did you mean 'Q'?", "did you mean 'K'?", "did you mean 'A'?",
    ]  # fmt: skip
    text = BASE.replace(ranks, f"{ranks}\n  values: face cards = 10", 1)
    assert [advice for _, advice in told(tmp_path, text)] == ["write: J Q K = 10"]
    text = BASE.replace(OPTION, f"{OPTION}\n  wild_aces: true or false, normally true", 1)
    assert [advice for _, advice in told(tmp_path, text)] == ["write 'yes or no'"]


def test_a_word_of_other_languages_gets_no_note_of_a_name_like_it(tmp_path: Path) -> None:
    text = BASE.replace("  dealer: player\n", "  dealer: player\n  trump: suit\n", 1)
    path = tmp_path / "base.yaml"
    path.write_text(text.replace(FITS, "true", 1), encoding="utf-8")
    (diagnostic,) = read_rules(path).diagnostics
    assert diagnostic.suggestion == "did you mean 'yes'?" and diagnostic.notes == ()


def test_commas_and_articles_may_stand_between_the_cards_of_a_step(tmp_path: Path) -> None:
    text = BASE.replace(CHOOSE, "choose: { cards: 2 to 3 cards in your hand }", 1)
    text = text.replace(FITS, "size of cards < 4", 1).replace(LAY, "move cards to discard", 1)
    start = "    start at: turn\n    given: { Anna's hand: KC KH QS, Ben's hand: 5H 6H 7H }\n"
    text = text.replace("    players: Anna, Ben\n", f"    players: Anna, Ben\n{start}", 1)
    text = text.replace(EXPECT, "Anna: throw KC, KH\n      - Ben: throw the 5H, the 6H", 1)
    path = tmp_path / "base.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = read_rules(path)
    assert [str(d) for d in loaded.diagnostics] == []
    assert loaded.checked is not None
    assert [p.failures for p in prove(loaded)] == [()]
