"""L612: moves on offer that tell of unseen cards. What is told is also found by playing, and the rest is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.interpreter.fuzzing.search import Fuzzing
from rulerun.interpreter.loading import read_rules

from .marked import check, whole, without_marks

CARDS = """\
game: Cards
players: 2 to 3
deck: { ranks: '7 to 10, J, Q, K, A', starts in: stock }
piles:
  stock:   face down
  hand:    per player, seen by owner
  brow:    per player, seen by others
  aside:   per player, face down
  row:     3 slots, face down
  kitty:   face down
  discard: top face up
  gone:    face up
remember:
  holder: player
  named:  card
  wish:   rank
setup:
  shuffle: shuffle stock
  hands:   deal 3 cards from stock to each hand
  brows:   deal 2 cards from stock to each brow
  kitty:   deal 2 cards from stock to kitty
  row:     for each slot in row -> deal 1 card from stock to slot
  upcard:  deal 1 card from stock to discard
  holder:  holder becomes last player
"""

CHOOSES = r"whoever chooses '\w+' does not see the cards in "

MOVES: dict[str, tuple[str, *tuple[str, ...]]] = {
    "a card of one's own": ("choose: card in your hand, do: move card to gone",),
    "a card of another's": (
        "«choose»: card in hand of left of you, do: move card to your hand",
        CHOOSES + "'hand', and the moves on offer name them",
    ),
    "by chance": ("do: move random card in hand of left of you to your hand",),
    "of another who is chosen": (
        "choose: { other: player where player is not you, «one»: card in other's hand }, do: move one to gone",
        CHOOSES + "'hand'",
    ),
    "by chance of another who is chosen": (
        "choose: { other: player where hand is not empty }, do: move random card in other's hand to gone",
    ),
    "of somebody who is remembered": (
        "«choose»: card in holder's hand, do: move card to your hand",
        CHOOSES + "'hand'",
    ),
    "of somebody who may be oneself": (
        "choose: card in holder's hand, may: holder is you, do: move card to your hand",
    ),
    "of all hands": (
        "choose: { «one»: card in (hand of first player + hand of last player) }, do: move one to your hand",
        CHOOSES + "'hand'",
    ),
    "a card on one's own brow": (
        "«choose»: card in your brow, do: move card to gone",
        CHOOSES + "'brow'",
    ),
    "a card on another's brow": ("choose: card in brow of left of you, do: move card to gone",),
    "from the pack": (
        "choose: { «three»: 3 cards in stock }, do: move three to your hand",
        CHOOSES,
    ),
    "from what nobody looked at": ("«choose»: card in kitty, do: move card to gone", CHOOSES),
    "of what lies open, or did": (
        "choose: { one: card in (gone + discard) }, do: move one to your hand",
    ),
    "a place, not what lies there": (
        "choose: { slot: slot in row where slot is not empty }, do: move slot to gone",
    ),
    "a place, for what lies there": (
        "choose: { «slot»: slot in row where top of slot is red }, do: move slot to gone",
        "what may be chosen as 'slot' tells of the cards in 'row', which whoever moves does not see",
    ),
    "a card that all heard of": (
        "choose: { one: card in (hand of first player + hand of last player) where card is named }, do: move one to gone",
    ),
    "ranks that another has": (
        "choose: { «asked»: rank in ranks of hand of left of you }, do: wish becomes asked",
        "what may be chosen as 'asked' tells of the cards in 'hand'",
    ),
    "as many as another has": (
        "choose: { many: number from 1 to size of hand of left of you }, do: draw up to many from stock",
    ),
    "a condition on the pack": (
        "«may»: top of stock is red, do: draw up to 1 from stock",
        "whether 'go' may be made tells of the cards in 'stock', which whoever moves does not see",
    ),
    "a condition on how many there are": (
        "may: stock is not empty and size of kitty = 2, do: draw 1 from stock",
    ),
    "a condition on another's hand": (
        "«may»: no card in hand of left of you has rank is A, do: draw up to 1 from stock",
        "whether 'go' may be made tells of the cards in 'hand'",
    ),
    "who holds a card is asked aloud": (
        "may: who holds AS is not you, do: draw up to 1 from stock",
    ),
    "asked when it is done": (
        "do: when top of stock is red -> show top of stock; draw up to 1 from stock",
    ),
}
"""A move with the places marked, and what is said there."""

BEFORE = {
    "shown to all": "show hand of left of you",
    "shown to whoever chooses": "show hand of left of you to you",
}


def _game(move: str, before: str = "") -> str:
    return CARDS + (
        "phases:\n  turn:\n    repeat: 2 times\n    who: each player\n"
        + (f"    before turn: {before}\n" if before else "")
        + f"    moves:\n      pass: do nothing\n      go: {{ {move} }}\n"
    )


def _is_found_by_playing(piece: str, folder: Path, games: int = 25) -> bool:
    path = folder / "played.yaml"
    path.write_text(without_marks(whole(piece))[0], encoding="utf-8")
    checked = read_rules(path).checked
    assert checked is not None
    fuzzing = Fuzzing(checked)
    list(fuzzing.play(games))
    assert all(find.trouble.what == "hidden" for find in fuzzing.finds), fuzzing.finds
    return bool(fuzzing.finds)


@pytest.mark.parametrize("name", MOVES)
def test_what_is_told(name: str, tmp_path: Path) -> None:
    move, *messages = MOVES[name]
    check(_game(move), tuple(messages), {"L612"}, tmp_path)
    assert _is_found_by_playing(_game(move), tmp_path) == bool(messages)


@pytest.mark.parametrize("name", BEFORE)
def test_cards_that_were_shown(name: str, tmp_path: Path) -> None:
    move = "choose: card in hand of left of you, do: move card to gone"
    check(_game(move, BEFORE[name]), (), {"L612"}, tmp_path)
    assert not _is_found_by_playing(_game(move, BEFORE[name]), tmp_path)


def test_what_players_put_aside_they_know(tmp_path: Path) -> None:
    piece = CARDS.replace("players: 2 to 3", "players: 2") + (
        "phases:\n  turn:\n    repeat: 4 times\n    who: each player\n    moves:\n"
        "      pass: do nothing\n"
        "      put: { choose: card in your hand, do: move card to your aside }\n"
        "      get: { choose: card in your aside, do: move card to gone }\n"
    )
    check(piece, (), {"L612"}, tmp_path)
    assert not _is_found_by_playing(piece, tmp_path)


PUT = "      put: { choose: card in your hand, do: move card to heap }\n      pass: do nothing\n"
INNER = PUT.replace("      p", "          p")
ASKS = "top of heap is red or any card in heap where rank is A"

OF_PUT: dict[str, tuple[str, *tuple[str, ...]]] = {
    "what others may have put there": (
        f"    moves:\n{PUT}      go: {{ «may»: {ASKS}, do: do nothing }}\n",
        "whether 'go' may be made tells of the cards in 'heap', which whoever moves does not see",
    ),
    "what oneself has just put there": (
        (f"    phases:\n      lay:\n        moves:\n{INNER}      look:\n        moves:\n"
        f"          go: {{ may: {ASKS}, do: do nothing }}\n          keep: do nothing\n"
        "    after turn: move heap to gone\n"),
    ),
    "what another has put there in a turn around": (
        (f"    phases:\n      lay:\n        moves:\n{INNER}      look:\n        who: each other player\n"
        f"        moves:\n          go: {{ «may»: {ASKS}, do: do nothing }}\n          keep: do nothing\n"
        "    after turn: move heap to gone\n"),
        "tells of the cards in 'heap'",
    ),
    "what was there, and is elsewhere": (
        (f"    after turn: move heap to rest\n    moves:\n{PUT}"
        "      go: { «may»: any card in rest where rank is A, do: do nothing }\n"),
        "tells of the cards in 'rest'",
    ),
    "what all have seen": (
        f"    after turn: show heap\n    moves:\n{PUT}      go: {{ may: {ASKS}, do: do nothing }}\n",
    ),
    "what lay open": (
        ("    moves:\n      put: { choose: card in your hand, do: move card to gone; move gone to heap }\n"
        f"      go: {{ may: {ASKS}, do: do nothing }}\n      pass: do nothing\n"),
    ),
    "what another has put aside": (
        ("    moves:\n      put: { choose: card in your hand, do: move card to your aside }\n"
        "      go: { «may»: no card in aside of left of you has rank is 7, do: do nothing }\n"),
        "tells of the cards in 'aside'",
    ),
}  # fmt: skip
"""The phase `turn`, with piles that are filled out of hands."""


@pytest.mark.parametrize("name", OF_PUT)
def test_piles_filled_out_of_hands(name: str, tmp_path: Path) -> None:
    lines, *messages = OF_PUT[name]
    piece = CARDS.replace("  gone: ", "  heap: face down\n  rest: face down\n  gone: ") + (
        "phases:\n  turn:\n    repeat: 3 times\n    who: each player\n" + lines
    )
    check(piece, tuple(messages), {"L612"}, tmp_path)
    assert _is_found_by_playing(piece, tmp_path, 60 if messages else 25) == bool(messages)


def test_shown_cards_that_are_dealt_anew(tmp_path: Path) -> None:
    piece = CARDS + (
        "phases:\n  round:\n    repeat: 2 times\n    phases:\n      turn:\n        who: each player\n"
        "        moves:\n          take: { «choose»: card in hand of left of you, do: move card to gone }\n"
        "    at end:\n      - each player shows player's hand\n      - gather all cards into stock\n"
        "      - shuffle stock\n      - deal 3 cards from stock to each hand\n"
    ).replace("each player shows player's hand", "for each player -> show player's hand")
    check(piece, (CHOOSES + "'hand'",), {"L612"}, tmp_path)
    assert _is_found_by_playing(piece, tmp_path)


def test_whose_turn_it_is_by_name(tmp_path: Path) -> None:
    piece = CARDS + (
        "phases:\n  turn:\n    who: holder\n    moves:\n"
        "      put: { choose: card in holder's hand, do: move card to gone }\n"
    )
    check(piece, (), {"L612"}, tmp_path)
    assert not _is_found_by_playing(piece, tmp_path)


SECRETS = CARDS.replace("  wish:   rank\n", """\
  wish:   rank
  role:   number per player, secret   # of hidden cards
  luck:   number per player, secret   # of chance
  fate:   number, secret              # of a card that nobody sees
  whim:   number, secret              # of chance through another one
  spy:    player, starts as random player, secret
  best:   number, secret              # of the hand of whose turn it is
  acted:  yes or no per player, secret  # who has moved everybody could say
  held:   number, secret              # how many cards there are everybody sees
  points: number per player
""") + """\
  roles: for each player -> player's role becomes total value of player's hand
  lucks: for each player -> player's luck becomes random number in numbers from 1 to 9
  fate:  fate becomes position of rank of top of stock
  whim:  whim becomes luck of first of players + 1
phases:
  turn:
    repeat: 2 times
    who: each player
    before turn: best becomes total value of your hand; held becomes size of your hand
    after turn: your acted becomes yes
    moves:
      pass: do nothing
      go: { MOVE }
"""  # fmt: skip

NOT_SEEN = ", which whoever moves does not see"

OF_SECRETS: dict[str, tuple[str, *tuple[str, ...]]] = {
    "a bound from another's": (
        "choose: { «n»: number from 0 to role of left of you }, do: you score n",
        "what may be chosen as 'n' tells of 'role' of others" + NOT_SEEN,
    ),
    "a condition on another's": (
        "«may»: role of left of you > 5, do: do nothing",
        "whether 'go' may be made tells of 'role' of others" + NOT_SEEN,
    ),
    "of what chance gave another": (
        "«may»: luck of left of you > 5, do: do nothing",
        "tells of 'luck' of others" + NOT_SEEN,
    ),
    "of what nobody sees": (
        "«may»: fate > 5, do: do nothing",
        "tells of 'fate'" + NOT_SEEN,
    ),
    "of chance through another memory": (
        "«may»: whim > 5, do: do nothing",
        "tells of 'whim'" + NOT_SEEN,
    ),
    "of what begins by chance": ("«may»: spy is you, do: do nothing", "tells of 'spy'" + NOT_SEEN),
    "who is chosen for it": (
        "choose: { «other»: player where luck of player > 4 }, do: other scores 1",
        "what may be chosen as 'other' tells of 'luck' of others" + NOT_SEEN,
    ),
    "of cards and memories": (
        "«may»: top of stock is red and fate > 5, do: do nothing",
        "tells of the cards in 'stock' and 'fate'" + NOT_SEEN,
    ),
    "one's own": ("choose: { n: number from 0 to your role }, may: your luck > 5, do: you score n",),
    "of one's own hand": ("may: best > 5, do: do nothing",),
    "of what everybody could work out": (
        "choose: { other: player where not acted of player }, may: held > 1, do: do nothing",
    ),
    "asked when it is done": ("do: when role of left of you > 900 -> draw up to 1 from stock",),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_SECRETS)
def test_moves_that_tell_of_secret_memories(name: str, tmp_path: Path) -> None:
    move, *messages = OF_SECRETS[name]
    check(SECRETS.replace("MOVE", move), tuple(messages), {"L612"}, tmp_path)


def test_what_a_form_asks_is_told_at_the_pile_of_the_game(tmp_path: Path) -> None:
    rules = Path(__file__).resolve().parents[3] / "rulesets"
    text = (rules / "spades.yaml").read_text(encoding="utf-8")
    game = tmp_path / "mine.yaml"
    game.write_text(re.sub(r"(?m)^  hand: .*$", "  hand: per player, face down", text))
    found = [d for d in read_rules(game, linted=True).diagnostics if d.code == "L612"]
    assert [(d.span.file.name, d.span.text) for d in found] == [(str(game), "hand")]
    assert "'hand: per player, seen by owner'" in (found[0].suggestion or "")
    assert found[0].notes[0].span is not None
    assert found[0].notes[0].span.file.name.endswith("trick_taking.yaml")
