"""Laws of lines: whatever they say, chips and cards stay, and only the rules' own errors stop them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulerun.interpreter.compiling import keeping, statement_code
from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.examples import playing as examples
from rulerun.interpreter.machine.state import State

from .tables import loaded
from .test_effects import RULES, counted
from .test_expression_laws import filled, one_of

Texts = st.SearchStrategy[str]
NUMBERS = one_of(
    "0", "1", "2", "n", "size of row", "position of you", "value of top of row", "few - 1", "-1"
)
PLAYERS = one_of(
    "you", "left of you", "named", "who holds KS", "(first player where points = 9)", "dealer"
)
EACH = one_of("each player", "each player where player is not you", "each player in friends")
HOLDERS = one_of("pot", "bank", "your wager", "left of you", "wager of named", "you")
PILES = one_of("stock", "row", "third", "discard", "supply", "source", "box", "trick", "your hand", "hand of left of you",
               "hand of named", "first column in tableau", "last column in tableau")  # fmt: skip
CARDS = one_of("top of row", "KS", "5H", "your hand", "all cards in your hand where suit is hearts", "first 2 of row", "seen",
               "held", "tableau", "top of stock", "(row + third)", "melds of your hand", "table", "trick",
               "everything from 5H", "(top of box)")  # fmt: skip
AMOUNT = st.one_of(NUMBERS, NUMBERS.map(lambda n: f"up to {n}"), st.just("all"))
EFFECTS: Texts = st.one_of(
    filled("{x} pay {n} to {h}", x=one_of("you", "left of you"), n=AMOUNT, h=HOLDERS),
    filled("{x} pays {n} to {h}", x=EACH, n=AMOUNT, h=HOLDERS),
    filled("pays {n} from {g} to {h}", n=AMOUNT, g=HOLDERS, h=HOLDERS),
    filled("{x} takes {n} from {h}", x=st.one_of(EACH, PLAYERS), n=AMOUNT, h=HOLDERS),
    filled("split {h} among {p}", h=HOLDERS, p=one_of("players", "friends", "you")),
    filled("{x} scores {n}", x=st.one_of(EACH, PLAYERS), n=NUMBERS),
    filled("deal {n} cards from {p} to {q}", n=AMOUNT, p=PILES, q=PILES),
    filled("deal {n} cards from {p} to each {q}", n=AMOUNT, p=PILES, q=one_of("hand", "column")),
    filled("{x} draws {n} from {p}", x=st.one_of(EACH, PLAYERS), n=AMOUNT, p=PILES),
    filled("move {c} {t} {q}", c=CARDS, t=one_of("to", "under"), q=PILES),
    filled("move {c}, {d} to {q}", c=CARDS, d=CARDS, q=PILES),
    filled("gather {p}, {q} {t} {r}", p=PILES, q=st.one_of(PILES, one_of("each hand", "all cards", "table", "tableau", "spread of you")),
           t=one_of("into", "under"), r=PILES),
    filled("gather each wager into {h}", h=HOLDERS),
    filled("shuffle {p}", p=PILES),
    filled("shuffle {c} into {p}", c=CARDS, p=PILES),
    filled("flip {p} into {q}", p=PILES, q=PILES),
    filled("turn {c} face {f}", c=one_of("top of first column in tableau", "tableau", "bottom of last column in tableau"), f=one_of("up", "down")),
    filled("show {c}", c=CARDS),
    filled("show {c} to {p}", c=CARDS, p=PLAYERS),
    filled("lay {m} on {p}", m=one_of("melds of your hand", "KS", "(5H, 6H, 7H)", "row"), p=one_of("table", "your spread", "spread of left of you", "last group in table")),
    filled("n becomes {n}", n=NUMBERS),
    filled("few becomes {n}", n=NUMBERS),
    filled("points of {p} becomes {n}", p=PLAYERS, n=NUMBERS),
    filled("named becomes {p}", p=st.one_of(PLAYERS, one_of("nothing"))),
    filled("held becomes {c}", c=one_of("top of row", "KS", "nothing", "random card in row", "third")),
    filled("seen becomes {c}", c=CARDS),
    filled("add {c} to seen", c=CARDS),
    filled("remove {c} from seen", c=one_of("KS", "5H", "(all cards in row)")),
    filled("add {p} to friends", p=PLAYERS),
    filled("remove {p} from friends", p=PLAYERS),
    filled("add {n} to n", n=NUMBERS),
    filled("{p} drops out", p=st.one_of(PLAYERS, EACH)),
    filled("{p} plays next", p=PLAYERS),
    filled("{p} consults {t}", p=st.one_of(PLAYERS, EACH), t=one_of("give", "renamed", "several")),
    one_of("reverse direction", "do nothing", 'say "{your hand}, {pot}, {named}, {top of row}"'),
)  # fmt: skip
LINES: Texts = st.one_of(
    st.lists(EFFECTS, min_size=1, max_size=4).map("; ".join),
    filled("when {c} -> {e}", c=one_of("n = 0", "any player has chips > 3", "row is empty", "named is you"), e=EFFECTS),
    filled("for each {n} -> {e}", n=one_of("player", "card in your hand", "column in tableau", "player in friends", "k in numbers from 1 to 3 where k > 1"), e=EFFECTS),
    filled("when any player where {c} -> {e}", c=one_of("points = 0", "player is not you", "hand is empty"), e=EFFECTS),
)  # fmt: skip
GIVEN = """n: 2
      few: 3
      friends: (Carla, Anna)
      seen: KS 5H
      held: 4C
      Anna's hand: 5H 6H 7H KS
      Ben's hand: 2H
      row: 2C 3C 4C
      third: 9D
      discard: QC QD
      first column in tableau: JC JD"""


def position_after(lines: list[str]) -> State | RuleError:
    """The state after Anna carried out lines, or the rule that failed on the way."""
    block = "do:\n" + "".join(f"          - >\n            {line}\n" for line in lines)
    found = loaded(RULES.replace("do: LINE\n", block).replace("GIVEN", GIVEN))
    # Texts that do not fit together are told, and not played.
    assume(found.checked is not None)
    assert found.checked is not None
    try:
        return examples.position(found.checked, found.checked.rules.examples[0])
    except RuleError as error:
        return error


@contextmanager
def word_for_word() -> Iterator[None]:
    """Code in which everything is computed where it stands, and each row asked after each effect."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keeping, "worth_keeping", lambda expr: False)
        patch.setattr(statement_code, "touches", lambda written, read: bool(read))
        yield


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(LINES, min_size=1, max_size=3))
def test_whatever_lines_say_nothing_is_lost_and_nothing_breaks(lines: list[str]) -> None:
    before = position_after(["do nothing"])
    after = position_after(lines)
    with word_for_word():
        plain = position_after(lines)
    if isinstance(after, RuleError):
        assert isinstance(plain, RuleError), lines
        assert (plain.message, plain.span) == (after.message, after.span), lines
        return
    assert isinstance(before, State) and isinstance(plain, State), lines
    assert plain.to_json() == after.to_json(), lines
    assert counted(after) == counted(before), lines
    assert all(after.cells[cell] >= 0 for cell in after.game.layout.holders()), lines
    for pile, undecided in zip(after.piles, after.undecided, strict=True):
        assert 0 <= undecided <= len(pile), lines
    saved = json.loads(json.dumps(after.to_json()))
    assert State.from_json(after.game, saved) == after, lines
    for seat in (None, 0, 1, 2):
        assert after.view(seat) == after.clone().view(seat)
