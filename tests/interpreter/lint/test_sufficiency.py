"""Payments, deals and draws that may not suffice (L601): what is told, and what is rightly not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.interpreter.lint.enough import sufficiency as enough
from rulerun.interpreter.lint.enough.effort import Effort
from rulerun.interpreter.lint.enough.openings import opening_of
from rulerun.interpreter.lint.enough.sufficiency import ALL_LINES, LINES, sufficiency
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.plain_game import PlainGame

FRAME = """\
game: Frame
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
chips:
  each player: 10
  pot: 0
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
remember:
  counter: number
  bet: number per player
phases:
  turn:
    who: each player
    moves:
      pass: do nothing
end:
  at_last: when counter >= 30
"""
"""Four players at most, 52 cards and ten chips each; a case's sections stand in place of its own."""

SUITED = """\
players: 2 to 6
deck:
  suits: hearts
  ranks: A, 2 to 10, J, Q, K
  starts in: stock
"""
"""Thirteen cards, for up to six players."""

TURNS = """\
phases:
  turn:
    repeat: always
    who: players in turn
    moves:
      pass: do nothing
"""


TURNED = """\
phases:
  round:
    repeat: always
    at start:
      - gather all cards into stock
      - shuffle stock
      - deal 1 card from stock to each hand
    phases:
      upcard:
        repeat: until discard is not empty and rank of top of discard is A
        at start: deal 1 card from stock to discard
      turn:
        who: each player
        moves:
          pass: do nothing
"""
"""Once an ace is in a hand, all cards are turned up."""


BANK = """\
chips: { each player: '10', stake: '0 per player', bank: '1000000' }
phases:
  round:
    repeat: always
    at start: shuffle stock
    phases:
      betting:
        who: each player
        moves:
          bet:
            choose: { amount: number from 0 to your chips }
            do: pay amount to your stake
    at end: each player consults prize
payouts:
  prize:
    red: when top of stock is red -> take your stake from bank; take all from your stake
    black: otherwise -> pay all from your stake to bank
"""
"""Round after round everybody bets, and the bank wins it or pays as much again."""


PARTS = """\
deck: { ranks: 'A, 2 to 7, J, Q, K', starts in: stock }
options: { laid: 'number from 4 to 4, normally 4' }
phases:
  round:
    repeat: 3 times
    at start: [gather all cards into stock, shuffle stock, deal laid cards from stock to discard]
    phases:
      some:
        repeat: until stock is empty
        at start: deal 3 cards from stock to each hand
        phases:
          turn:
            who: players in turn
            until: every hand is empty
            moves:
              lay: { choose: card in your hand, do: move card to discard }
"""
"""Of forty cards four are dealt, and the rest in parts of six, nine or twelve."""


RACE = """\
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
remember: { counter: number, steps: 'number per suit' }
setup: shuffle stock
phases:
  race:
    repeat: until any suit has steps = 5
    at start:
      - deal 1 card from stock to discard
      - add 1 to steps of suit of top of discard
"""
"""Seventeen cards are turned up at most: four of each suit, and one."""


def drawing(times: int, moves: str) -> str:
    """Five cards each and one that is turned up: for four players 31 are left."""
    return f"""\
setup: [deal 5 cards from stock to each hand, deal 1 card from stock to discard]
options: {{ rounds: 'number from 1 to {times}, normally 1' }}
remember: {{ counter: number, wants: 'yes or no', drawn: 'number per player' }}
phases:
  turn:
    repeat: rounds times
    who: each player
    moves:
      throw: {{ choose: card in your hand, do: move card to discard }}
{moves}"""


DRAW = "      take: draw 1 from stock\n"
ASKED = """\
      ask: wants becomes yes
    after turn: [when wants -> draw 1 from stock, wants becomes no]
"""
AT_MOST = """\
      take: {{ may: your drawn < {}, do: [draw 1 from stock, add 1 to your drawn] }}
"""


def told_of(text: str, folder: Path) -> list[str]:
    """What is told of the frame with these sections, each as `the line: the message`."""
    sections: dict[str, str] = {}
    for source in (FRAME, text):
        for section in re.split(r"^(?=\w)", source, flags=re.MULTILINE):
            if section.strip():
                sections[section.partition(":")[0]] = section
    path = folder / "frame.yaml"
    path.write_text("".join(sections.values()))
    loaded = read_rules(path)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    return [f"{d.span.text}: {d.message}" for d in sufficiency(loaded.checked)]


ENOUGH = {
    "a card each round at most, few rounds": drawing(7, DRAW),
    "a card for whoever asked for it, few rounds": drawing(7, ASKED),
    "a card each round, but no more than seven": drawing(20, AT_MOST.format(7)),
    "cards turned up until a suit has come so often": RACE,
    "a pack that is dealt out in equal parts": PARTS,
    "in parts of several deals": PARTS.replace(
        "at start: deal 3 cards from stock to each hand",
        "at start: [deal 2 cards from stock to each hand, deal 1 card from stock to each hand]",
    ),
    "in equal parts, whatever an option is": PARTS.replace(
        "from 4 to 4, normally 4", "from 0 to 1, normally 1"
    ).replace("deal laid cards", "deal (36 * laid + 4) cards"),
    "a deal that fits for everybody": """\
setup: deal 13 cards from stock to each hand
""",
    "a deal with an option that fits at its greatest": """\
options: { hand_size: 'number from 5 to 12, normally 7' }
setup: deal hand_size cards from stock to each hand; deal 4 cards from stock to discard
""",
    "all cards come back between two deals": """\
setup:
  first:  deal 10 cards from stock to each hand
  back:   gather each hand into stock
  second: deal 13 cards from stock to each hand
""",
    "all cards come back before each pass": """\
phases:
  round:
    repeat: 20 times
    at start:
      back:  gather all cards into stock
      cards: deal 12 cards from stock to each hand
      open:  deal 4 cards from stock to discard
""",
    "as few get cards as chance shows": """\
setup: for each player where position > 2 -> deal 26 cards from stock to player's hand
""",
    "columns of their own lengths": """\
piles:
  stock: face down
  tableau: 9 columns, face up
setup: for each column in tableau -> deal position of column cards from stock to column
""",
    "everybody draws once, to the last card": SUITED + """\
setup: deal 1 card from stock to each hand; deal 1 card from stock to discard
phases:
  turn:
    who: each player
    moves:
      draw: draw 1 from stock
      turn: deal 1 card from stock to discard
""",
    "four passes, each with a card": """\
setup: deal 12 cards from stock to each hand
phases:
  street:
    repeat: 4 times
    at start: deal 1 card from stock to discard
""",
    "as many cards as the pass has a number": """\
options: { longest: 'number from 1 to 13, normally 7' }
phases:
  round:
    repeat: always
    at start: gather all cards into stock; deal round_number cards from stock to each hand
end:
  longest_hand: after round, when round_number = longest
""",
    "asked before the line": TURNS.replace(
        "pass: do nothing", "draw: when stock is not empty -> draw 1 from stock"
    ),
    "asked by the move": TURNS.replace(
        "pass: do nothing", "draw: { may: size of stock >= 3, do: draw 3 from stock }"
    ),
    "asked by one of two conditions of the move": TURNS.replace(
        "pass: do nothing",
        "draw: { may: { early: counter < 9, some: stock is not empty }, do: draw 1 from stock }",
    ),
    "asked before the turn": TURNS.replace(
        "moves:", "until: size of stock < 2\n    before turn: draw 2 from stock\n    moves:"
    ),
    "asked of the players whose turn it is": TURNS.replace(
        "players in turn", "players in turn where hand is not empty or stock is not empty"
    ).replace("moves:", "before turn: when your hand is empty -> draw 1 from stock\n    moves:"),
    "asked by the number of passes": """\
phases:
  round:
    repeat: until stock is empty
    at start: deal 1 card from stock to discard
""",
    "the game ends before": TURNS.replace("pass: do nothing", "draw: draw 1 from stock") + """\
end:
  no_cards: when stock is empty
""",
    "the game ends after the turn before": TURNS.replace(
        "pass: do nothing", "draw: draw 1 from stock"
    ) + """\
end:
  few_cards: after turn, when size of stock < 2
""",
    "the pass ends before": """\
phases:
  round:
    repeat: always
    at start: gather all cards into stock
    phases:
      turn:
        who: players in turn
        moves:
          draw: draw 1 from stock
        after turn: when stock is empty -> end round
""",
    "a row puts the cards back": TURNS.replace("pass: do nothing", "draw: draw 1 from stock") + """\
at any time:
  back: when stock is empty -> gather each hand into stock
""",
    "as many as there are": TURNS.replace("pass: do nothing", "draw: draw up to 3 from stock"),
    "the discards come back": TURNS.replace(
        "pass: do nothing",
        "draw: draw 1 from stock; deal 1 card from stock to discard; gather each hand into discard",
    ) + """\
piles:
  stock: face down, refilled from discard
  discard: face up
  hand: per player, seen by owner
""",
    "the discards come back but for one": TURNS.replace(
        "pass: do nothing",
        "draw: { may: stock is not empty or size of discard > 1, do: draw 1 from stock }\n"
        "      lay: { choose: card in your hand, do: move card to discard }",
    ) + """\
piles:
  stock: face down, refilled from discard except top
  discard: face up
  hand: per player, seen by owner
setup: deal 5 cards from stock to each hand; deal 1 card from stock to discard
""",
    "a card that was seen on top is there": TURNS.replace(
        "pass: do nothing", "draw: when suit of top of stock is hearts -> draw 1 from stock"
    ),
    "until what lies there counts enough": """\
phases:
  round:
    repeat: always
    at start: gather all cards into stock; shuffle stock
    phases:
      bank:
        repeat: until total value of discard >= 17
        at start: deal 1 card from stock to discard
end:
  long: after round, when round_number = 5
""",
    "as many passes as there are cards of one suit": """\
setup: move all cards in stock where suit is hearts to discard
phases:
  round:
    repeat: 13 times
    at start: for each player where position = 1 -> deal 1 card from discard to player's hand
""",
    "a pile with a limit, and all others come back": """\
piles:
  stock: face down, refilled from discard
  discard: face up
  hand: per player, seen by owner
phases:
  turn:
    repeat: always
    who: each player
    moves:
      turn_up:
        do:
          - deal 1 card from stock to your hand
          - when size of your hand < 14 -> go again
      stop: do nothing
    after turn: gather your hand into discard
""",
    "an ante that everybody has": """\
options: { ante: 'number from 1 to 10, normally 1' }
setup: each player pays ante to pot
""",
    "a purse that was reckoned out": """\
options: { ante: 'number from 1 to 10, normally 1', bet_size: 'number from 1 to 5, normally 1' }
chips: { each player: ante + bet_size, pot: '0' }
setup: each player pays ante to pot; each player pays bet_size to pot
""",
    "a choice within the purse": TURNS.replace(
        "pass: do nothing",
        "bet: { choose: { amount: number from 0 to your chips }, do: pay amount to pot }",
    ),
    "a choice within purse and pot, settled later": """\
setup: each player pays up to 2 to pot
phases:
  turn:
    repeat: always
    who: each player
    before turn: your bet becomes 0
    moves:
      bet:
        choose: { amount: number from 0 to smaller of pot and your chips }
        do: your bet becomes amount
    after turn: when top of stock is red -> take your bet from pot
""",
    "bets that the pot can pay all together": """\
setup: each player pays up to 5 to pot
phases:
  round:
    repeat: always
    remember: { bet: number per player }
    phases:
      betting:
        who: each player
        moves:
          bet:
            choose: { amount: number from 0 to pot - total bet of players }
            do: your bet becomes amount
      paying:
        at start: each player with bet > 0 consults prize
payouts:
  prize:
    red:   when top of stock is red -> take your bet from pot
    black: otherwise                -> do nothing
remember: { counter: number }
""",
    "a condition of the move": TURNS.replace(
        "pass: do nothing",
        "call: { may: your chips >= 2, do: pay 2 to pot }\n      pass: do nothing",
    ),
    "who has nothing is out": """\
at any time:
  broke: when any player has chips = 0 -> that player drops out
phases:
  round:
    repeat: always
    at start: each player pays 1 to pot
""",
    "who had nothing in the end is out": """\
phases:
  round:
    repeat: always
    phases:
      turn:
        who: each player
        moves:
          pay: pay 1 to pot
          pass: do nothing
    at end: each player with chips = 0 drops out
""",
    "a share of what is there": TURNS.replace(
        "pass: do nothing", "take: take (pot / 2) from pot\n      give: pay (your chips / 3) to pot"
    ),
    "all of it": TURNS.replace(
        "pass: do nothing", "all_in: pay all to pot\n      win: take all from pot"
    ),
    "the smaller of two": TURNS.replace(
        "pass: do nothing", "pay: pay smaller of 3 and your chips to pot"
    ),
    "a price that the table says": TURNS.replace("pass: do nothing", "pay: pay price to pot") + """\
tables:
  price:
    gives: number
    poor: when your chips < 5 -> 0
    rich: otherwise           -> 5
""",
    "a rich bank, and a last round": BANK + "end: { long: 'after round, when round_number = 9' }\n",
    "a rich bank, and a last round by an option": BANK.replace("always", "until turns < round_number")
    + "options: { turns: 'number from 1 to 20, normally 9' }\n",
    "all choose at once within their purses": TURNS.replace(
        "players in turn", "everyone at once"
    ).replace(
        "pass: do nothing",
        "bet: { choose: { amount: number from 0 to your chips }, do: pay amount to pot }",
    ),
}  # fmt: skip


_IN_PARTS = "deal 3 cards from stock to each hand: stock "
TOO_LITTLE = {
    "a card each round for who chooses so, many rounds": (
        drawing(12, DRAW),
        ["draw 1 from stock: stock runs out at 4 players with rounds 12: where 'take' is made whenever it may be, it was empty here"],
    ),
    "a card for whoever asked for it, many rounds": (
        drawing(12, ASKED),
        ["draw 1 from stock: stock runs out at 4 players with rounds 12: where 'ask' is made whenever it may be, it was empty here"],
    ),
    "a card each round, one too many": (
        drawing(20, AT_MOST.format(8)),
        ["draw 1 from stock: stock runs out at 4 players with rounds 20: where 'take' is made whenever it may be, it was empty here"],
    ),
    "chips for who chooses so, many rounds": (
        drawing(12, "      pass: do nothing\n      give: pay 3 to pot\n"),
        ["pay 3 to pot: a purse holds too little at 4 players with rounds 12: where 'give' is made whenever it may be, P1 owes 3 and has 1"],
    ),
    "cards turned up until one suit has come too often": (
        RACE.replace("steps = 5", "steps = 14"),
        ["deal 1 card from stock to discard: stock runs out at 2 players: in a game by chance, it was empty here"],
    ),
    "cards turned up until a suit has come often, which may be forgotten": (
        RACE + "      - when rank of top of discard is A -> steps of suit of top of discard becomes 0\n",
        ["deal 1 card from stock to discard: stock may run out: nothing bounds how many cards are taken here by what is there"],
    ),
    "parts of which one is left over with an option": (
        PARTS.replace("from 4 to 4", "from 3 to 4"),
        [_IN_PARTS + "may run out: 12 cards needed, and only 1 is sure to be there"],
    ),
    "parts that are not equal for five": (
        "players: 2 to 5\n" + PARTS,
        [_IN_PARTS + "runs out at 5 players: in a game by chance, it was empty here"],
    ),
    "parts from which players draw as well": (
        PARTS.replace("do: move card to discard", "do: [move card to discard, draw up to 1 from stock]"),
        [_IN_PARTS + "may run out: 12 cards needed, and only 1 is sure to be there"],
    ),
    "a deal that fits for two and not for eight": (
        """\
players: 2 to 8
setup: deal 7 cards from stock to each hand
""",
        ["deal 7 cards from stock to each hand: stock runs out at 8 players: 56 cards needed, 52 there"],
    ),
    "a deal with an option, at the least value that is too much": (
        """\
options: { hand_size: 'number from 5 to 20, normally 7' }
setup: deal hand_size cards from stock to each hand
""",
        [
            ("deal hand_size cards from stock to each hand: stock runs out at 3 players with "
            "hand_size 18: 54 cards needed, 52 there")
        ],
    ),
    "a second deal": (
        """\
setup:
  first:  deal 10 cards from stock to each hand
  second: for each player -> deal 4 cards from stock to player's hand
""",
        ["deal 4 cards from stock to player's hand: stock runs out at 4 players: 4 cards needed, none there"],
    ),
    "what was dealt does not come back": (
        """\
players: 4
setup:
  first:  deal 10 cards from stock to each hand
  back:   gather discard into stock
  second: deal 4 cards from stock to each hand
""",
        ["deal 4 cards from stock to each hand: stock runs out: 16 cards needed, 12 there"],
    ),
    "an answer that makes it too much": (
        """\
options: { long: 'yes or no, normally no' }
players: 4
setup:
  hands: deal 12 cards from stock to each hand
  more:  when long -> deal 2 cards from stock to each hand
""",
        ["deal 2 cards from stock to each hand: stock runs out with long yes: 8 cards needed, 4 there"],
    ),
    "columns of their own lengths": (
        """\
piles:
  stock: face down
  tableau: 10 columns, face up
setup: for each column in tableau -> deal position of column cards from stock to column
""",
        [
            ("deal position of column cards from stock to column: stock runs out at 2 players: "
            "10 cards needed, 7 there")
        ],
    ),
    "a fifth pass": (
        """\
players: 4
setup: deal 12 cards from stock to each hand
phases:
  street:
    repeat: 5 times
    at start: deal 1 card from stock to discard
""",
        ["deal 1 card from stock to discard: stock runs out: 1 card needed, none there"],
    ),
    "everybody draws once, and a card is too few": (
        SUITED + """\
setup: deal 1 card from stock to each hand; deal 2 cards from stock to discard
phases:
  turn:
    who: each player
    moves: { draw: draw 1 from stock }
""",
        ["draw 1 from stock: stock runs out at 6 players: 1 card needed, none there"],
    ),
    "cards are only drawn": (
        TURNS.replace("pass: do nothing", "draw: draw 1 from stock\n      pass: do nothing"),
        ["draw 1 from stock: stock runs out at 2 players: in a game by chance, it was empty here"],
    ),
    "fewer are asked for than are drawn": (
        TURNS.replace("pass: do nothing", "draw: { may: stock is not empty, do: draw 3 from stock }"),
        ["draw 3 from stock: stock runs out at 2 players: in a game by chance, it was empty here"],
    ),
    "fewer are asked for, where chance hardly leads": (
        TURNS.replace(
            "pass: do nothing",
            "draw: { may: stock is not empty, do: draw 3 from stock; gather each hand into stock }\n"
            "      lose: { choose: card in stock where card is AS, do: move card to discard }",
        ),
        ["draw 3 from stock: stock may run out: 3 cards needed, and only 1 is sure to be there"],
    ),
    "another move asks": (
        TURNS.replace(
            "pass: do nothing",
            "draw: { may: counter < 2, do: draw 1 from stock; add 1 to counter }\n"
            "      pass: { may: stock is empty, do: counter becomes 0 }\n"
            "      wait: counter becomes 0",
        ),
        ["draw 1 from stock: stock runs out at 2 players: in a game by chance, it was empty here"],
    ),
    "an ante that some have not": (
        """\
options: { ante: 'number from 1 to 20, normally 1' }
setup: each player pays ante to pot
""",
        [
            ("each player pays ante to pot: a purse holds too little at 2 players with ante 11: "
            "11 chips needed, 10 there")
        ],
    ),
    "a purse that was reckoned out wrongly": (
        """\
options: { ante: 'number from 1 to 10, normally 1', bet_size: 'number from 1 to 5, normally 1' }
chips: { each player: ante, pot: '0' }
setup: each player pays ante to pot; each player pays bet_size to pot
""",
        [
            ("each player pays bet_size to pot: a purse holds too little at 2 players: "
            "1 chip needed, none there")
        ],
    ),
    "an ante for ever": (
        """\
phases:
  round:
    repeat: always
    at start: each player pays 1 to pot
    phases:
      turn:
        who: each player
        moves: { pass: do nothing }
end:
  long: after round, when round_number = 30
""",
        [
            ("each player pays 1 to pot: a purse holds too little at 2 players: in a game by chance, "
            "P1 owes 1 and has 0")
        ],
    ),
    "a choice beyond the purse": (
        TURNS.replace(
            "pass: do nothing",
            "bet: { choose: { amount: number from 0 to pot + 2 }, do: pay amount to pot }",
        ),
        [
            ("pay amount to pot: a purse holds too little at 2 players: in a game by chance, "
            "P2 owes 11 and has 3")
        ],
    ),
    "twice what was chosen within the purse": (
        TURNS.replace(
            "pass: do nothing",
            "bet: { choose: { amount: number from 0 to your chips }, do: pay 2 * amount to pot }",
        ),
        [
            ("pay 2 * amount to pot: a purse holds too little at 2 players: in a game by chance, "
            "P1 owes 18 and has 10")
        ],
    ),
    "all choose at once what is there once": (
        """\
setup: each player pays 5 to pot
phases:
  turn:
    repeat: always
    who: everyone at once
    moves:
      grab: { choose: { amount: number from 0 to pot }, do: take amount from pot }
end:
  long: after turn, when pot = 0
""",
        [
            ("take amount from pot: pot holds too little at 2 players: in a game by chance, "
            "9 chips are needed here, and there are 1")
        ],
    ),
    "a bank that nobody counts, round after round": (
        BANK,
        [
            (
                "take your stake from bank: bank may hold too little: "
                "nothing bounds what is paid here by what is there"
            )
        ],
    ),
    "cards turned up until one comes, each deal anew": (
        SUITED + TURNED,
        ["deal 1 card from stock to discard: stock runs out at 2 players: in a game by chance, it was empty here"],
    ),
    "cards turned up until one comes, more of them each time": (
        SUITED + TURNED.replace("deal 1 card from stock to discard", "deal counter + 1 cards from stock to discard")
        .replace("pass: do nothing", "pass: add 1 to counter"),
        ["deal counter + 1 cards from stock to discard: stock runs out at 2 players: in a game by chance, it was empty here"],
    ),
    "a bank that nobody counts": (
        TURNS.replace("pass: do nothing", "win: take 1 from bank\n      end_it: add 30 to counter") + """\
chips: { each player: '10', bank: '500' }
""",
        ["take 1 from bank: bank may hold too little: nothing bounds what is paid here by what is there"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ENOUGH)
def test_nothing_is_told_where_there_always_is_enough(case: str, tmp_path: Path) -> None:
    assert told_of(ENOUGH[case], tmp_path) == []


@pytest.mark.parametrize("case", TOO_LITTLE)
def test_what_may_not_suffice_is_told(case: str, tmp_path: Path) -> None:
    text, told = TOO_LITTLE[case]
    assert told_of(text, tmp_path) == told


@pytest.mark.parametrize(("deal", "begins"), [("1 card", True), ("counter + 1 cards", False)])
def test_games_only_begin_where_no_move_matters(
    deal: str, begins: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To make a game of what is done before anybody decides is a part of the work."""
    made: list[int] = []
    make = Checked.plainly

    def plainly(self: Checked, options: dict[str, str], players: int) -> tuple[PlainGame, bool]:
        made.append(sum(len(decision.moves) for decision in self.program.decisions))
        return make(self, options, players)

    monkeypatch.setattr(Checked, "plainly", plainly)
    monkeypatch.setattr("rulerun.interpreter.lint.failing", lambda checked, told: [])
    told_of(
        SUITED.replace("A, 2", "2")
        + TURNED.replace("1 card from", f"{deal} from")
        .replace("is A", "is 5")
        .replace("pass: do nothing", "pass: add 1 to counter"),
        tmp_path,
    )
    assert made and set(made) == ({0} if begins else {1})


def test_the_effort_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Amounts that are paid back and forth, players that drop out, many numbers of players and many
    options: it is given up before it takes long."""
    efforts: list[Effort] = []

    def counted(most: int) -> Effort:
        efforts.append(Effort(most))
        return efforts[0]

    monkeypatch.setattr(enough, "Effort", counted)
    options = "".join(f"  price_{i}: number from 1 to 50, normally 10\n" for i in range(8))
    paid = "".join(
        f"              - when price_{i} > pot and your chips > price_{i} -> pay price_{i} to your stake\n"
        for i in range(8)
    )
    told_of(
        BANK.replace("do: pay amount to your stake\n", f"do:\n{paid}").replace(
            "bank: '", "pot: '0', bank: '"
        )
        + f"players: 1 to 12\noptions:\n{options}"
        "at any time:\n"
        "  broke: when any player has chips = 0 and stake = 0 -> that player drops out\n",
        tmp_path,
    )
    assert LINES < efforts[0].spent < 1.25 * ALL_LINES


def short(only: str, seats: str = "2 to 6", option: str = "") -> str:
    options = f"options:\n  {option}\n" if option else ""
    deck = f"deck:\n  ranks: 2 to 10, J, Q, K, A\n  only: {only}\n  starts in: stock\n"
    return f"players: {seats}\n{deck}{options}setup: deal 8 cards from stock to each hand\n"


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (short("rank >= 7 or number of players > 3"), None),
        (short("rank >= 7 or number of players < 4"), "at 5 players: 40 cards needed, 32 there"),
        (short("rank >= 7 or low = 2", option="low: number from 2 to 9, normally 2"),
         "at 5 players with low 3: 40 cards needed, 32 there"),
        (short("rank >= 7 or big", option="big: yes or no, normally yes"),
         "at 5 players with big no: 40 cards needed, 32 there"),
        (short("rank >= 7 or big", "2 to 4", "big: yes or no, normally yes"), None),
        (short("rank >= 7 or low = 2 or number of players > 4", option="low: number from 2 to 9, normally 2"),
         None),
    ],
)  # fmt: skip
def test_the_pack_depends_on_options_and_players(
    rules: str, found: str | None, tmp_path: Path
) -> None:
    told = told_of(rules, tmp_path)
    assert told == (
        [f"deal 8 cards from stock to each hand: stock runs out {found}"] if found else []
    )


def test_what_only_begins_is_over_where_everybody_would_choose_at_once() -> None:
    loaded = read_rules("oh_hell", ["up_and_down", "secret_bids"])
    assert loaded.checked is not None
    state = opening_of(loaded.checked).game({}, 3).start(1)
    assert state.is_over and not state.legal_moves
