"""Parsing: what each text means, where its parts stand, and that nothing upsets the parser."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import GrammarError

from rulerun.grammar import parser, tables
from rulerun.grammar import syntax as s
from rulerun.grammar.automaton import Course
from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.parser import STARTS, parse
from rulerun.grammar.reader import read as read_yaml
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.unparse import unparse
from rulerun.grammar.vocabulary.effects import EFFECTS
from rulerun.grammar.vocabulary.words import (
    EFFECT_WORDS,
    GRAMMAR_WORDS,
    PICKING_WORDS,
    RESERVED,
    WORDS,
)

from .test_unparse import TREES

GRAMMAR = resources.files("rulerun.grammar").joinpath("rules.lark").read_text(encoding="utf-8")
ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "grammar" / "rules.table"
RULE_FILES = sorted((ROOT / "rulesets").rglob("*.yaml"))


def scalar(text: str) -> Scalar:
    file = SourceFile("rules.yaml", text)
    return Scalar(text, Span(file, 0, len(text)), tuple(range(len(text))))


def good(start: str, text: str) -> Any:
    tree, diagnostics = parse(start, scalar(text))
    assert diagnostics == [], f"{text!r}: {diagnostics[0]}"
    return tree


def bad(start: str, text: str) -> Diagnostic:
    tree, diagnostics = parse(start, scalar(text))
    assert tree is None
    (diagnostic,) = diagnostics
    return diagnostic


def said(node: Any) -> str:
    """A tree in one line: `Pay(-, UpTo(2), -, pot)`."""
    match node:
        case None:
            return "-"
        case s.Name() | s.Person():
            return node.name
        case s.Number():
            return str(node.value)
        case s.CardName():
            return node.rank + node.suit
        case tuple():
            return f"[{', '.join(map(said, node))}]"
        case s.Node():
            values = [getattr(node, f.name) for f in fields(node) if f.compare]
            inner = ", ".join(map(said, values))
            return f"{type(node).__name__}({inner})" if values else type(node).__name__
    return str(node)


def nodes(tree: Any) -> Iterator[s.Node]:
    """Every node of a tree."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif isinstance(tree, s.Node):
        yield tree
        for f in fields(tree):
            if not f.name.endswith("span"):
                yield from nodes(getattr(tree, f.name))


# --------------------------------------------------------------------------------------------
# The grammar


@cache
def strict_machine() -> Lark:
    """The parser made from scratch; in strict mode, Lark takes no conflict."""
    return tables.made(GRAMMAR, STARTS, strict=True)


def test_the_grammar_has_no_conflict() -> None:
    assert find_spec("interegular"), "without it, Lark's strict mode is not available"
    assert strict_machine().options.strict


def test_a_conflict_would_be_found() -> None:
    ambiguous = GRAMMAR.replace("?sum        : prod ", '?sum        : sum "+" sum | prod ')
    assert ambiguous != GRAMMAR
    with pytest.raises(GrammarError):
        tables.made(ambiguous, STARTS, strict=True)


def test_a_terminal_lists_words_phrases_and_signs_and_nothing_else() -> None:
    machine = strict_machine()
    for terminal in machine.terminals:
        for spelling in tables.spellings(terminal.pattern):
            assert re.fullmatch(r"[a-z]+( [a-z]+)*|'s|->|[!<>]?=|[<>+*/(),;-]", spelling)
            assert re.fullmatch(terminal.pattern.to_regexp(), spelling)


def test_every_rule_has_a_method_of_the_builder() -> None:
    words, builder = parser._machine()
    for rule in words.tables.rules:
        assert not rule.method or rule.alone or hasattr(builder, rule.method), rule


def test_the_tables_are_those_of_the_grammar(pytestconfig: pytest.Config) -> None:
    """`--update` writes them."""
    text = tables.written(strict_machine(), GRAMMAR, STARTS)
    if pytestconfig.getoption("--update"):
        TABLES.write_text(text, encoding="utf-8")
    else:
        assert TABLES.read_text(encoding="utf-8") == text, "pytest --update writes them anew"


def test_tables_of_another_grammar_are_not_used() -> None:
    kept = TABLES.read_text(encoding="utf-8")
    small = 'start: "pass" | "play" NAME -> second\n%declare NAME\n'
    for other in (kept, "", kept[:-1], "rubbish"):
        found = tables.tables(small, ["start"], other)
        assert found.spellings == {"PASS": ("pass",), "PLAY": ("play",), "NAME": ()}
        assert [rule.method for rule in found.rules] == ["start", "second"]
        assert Course(found, "start").choices() == {"PASS", "PLAY"}
    same = tables.tables(GRAMMAR, STARTS, kept)
    assert same.head == kept.splitlines()[0]


def keywords() -> list[str]:
    words, _ = parser._machine()
    return sorted(word for word in words.words)


KEYWORDS = keywords()


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_a_keyword_is_not_cut_out_of_a_longer_name(keyword: str) -> None:
    for name in (f"{keyword}y", f"x{keyword}", f"{keyword}_{keyword}", f"{keyword}2"):
        if name in GRAMMAR_WORDS or name in KEYWORDS:
            continue
        assert said(good("expr", name)) == name
        assert said(good("expr", f"your {name}")) == f"Property({name}, You)"
        assert said(good("line", f"go to {name}")) == f"Steps([GoTo({name})])"
        assert said(good("line", f"{name} becomes 1")) == f"Steps([Becomes({name}, 1)])"
        assert said(good("expr", f"x {name} y")) == f"Relation(x, {name}, y)"


@pytest.mark.parametrize(
    "name", ["order", "notice", "android", "inside", "stock_in", "äpfel", "x2"]
)
def test_names_that_look_like_keywords(name: str) -> None:
    assert said(good("expr", f"{name} and not {name} or {name} is in {name}")) == (
        f"Logic(or, Logic(and, {name}, Not({name})), IsIn({name}, {name}, False))"
    )


@pytest.mark.parametrize("word", sorted(set(KEYWORDS) - GRAMMAR_WORDS))
def test_a_keyword_that_is_not_reserved_can_be_a_phase(word: str) -> None:
    assert said(good("line", f"go to {word}")) == f"Steps([GoTo({word})])"
    assert said(good("ending", f"after {word}, when x")) == f"Ending({word}, x)"
    assert said(good("expr", f"your {word}")) == f"Property({word}, You)"


@pytest.mark.parametrize("word", sorted(GRAMMAR_WORDS))
def test_a_reserved_word_is_no_name(word: str) -> None:
    assert parse("head", scalar(word))[0] is None
    assert parse("line", scalar(f"go to {word}"))[0] is None


def test_the_words_that_nothing_may_be_called() -> None:
    assert {"of", "smaller", "exactly", "nothing", "moves", "until"} <= RESERVED
    assert {"deal", "score", "scores", "turn", "becomes"} <= EFFECT_WORDS
    firsts = {name.split()[0] for name in EFFECTS}
    assert firsts <= EFFECT_WORDS
    for word in EFFECT_WORDS - {"becomes", "play", "plays", "drops", "do", "go", "for", "each"}:
        # As the name of a pile it could not even be assigned: a line would begin with an effect.
        assert parse("line", scalar(f"{word} becomes 1"))[0] is None or word in ("drop", "reverse")
    for word in PICKING_WORDS:
        assert said(good("expr", f"{word} card in hand")).startswith(f"Pick({word}, card, hand")


# --------------------------------------------------------------------------------------------
# Expressions


@pytest.mark.parametrize(
    ("text", "same"),
    [
        # unless < or < and < not < comparison < + < * < of < 's
        ("x unless y or z", "x unless (y or z)"),
        ("x or y unless z", "(x or y) unless z"),
        ("x or y and z", "x or (y and z)"),
        ("x and y or z", "(x and y) or z"),
        ("x and y and z", "(x and y) and z"),
        ("not x and y", "(not x) and y"),
        ("not x = y", "not (x = y)"),
        ("not not x", "not (not x)"),
        ("x = y and z", "(x = y) and z"),
        ("x + 1 > y * 2", "(x + 1) > (y * 2)"),
        ("x - y - z", "(x - y) - z"),
        ("x - y + z", "(x - y) + z"),
        ("x without y + z", "(x without y) + z"),
        ("x + y * z", "x + (y * z)"),
        ("x * y / z mod w", "((x * y) / z) mod w"),
        ("-x + y", "(-x) + y"),
        ("-x * y", "(-x) * y"),
        ("x - -y", "x - (-y)"),
        ("size of hand + 1", "(size of hand) + 1"),
        ("2 * size of hand", "2 * (size of hand)"),
        ("left of dealer's hand", "left of (dealer's hand)"),
        ("rank of top of x's hand", "rank of (top of (x's hand))"),
        ("larger of 0 and x = 3", "(larger of 0 and x) = 3"),
        ("3 * larger of 0 and x", "3 * (larger of 0 and x)"),
        ("smaller of size of x and your chips", "smaller of (size of x) and (your chips)"),
        ("x is between 1 and 3 and y", "(x is between 1 and 3) and y"),
        ("x is not between y + 1 and z - 1", "x is not between (y + 1) and (z - 1)"),
        ("x is in y + z", "x is in (y + z)"),
        ("x is not y or z", "(x is not y) or z"),
        ("who played x is you", "(who played x) is you"),
        ("everything from x is y", "(everything from x) is y"),
        ("total value of hand + 1", "(total value of hand) + 1"),
        ("number of players - 1", "(number of players) - 1"),
        ("highest card in trick is KS", "(highest card in trick) is KS"),
        ("all players with most chips + 1", "(all players with most chips) + 1"),
        ("first 3 of size of x", "first 3 of (size of x)"),
        ("next after next after you", "next after (next after you)"),
        ("third matches posts and x", "(third matches posts) and x"),
        ("x + 1 beats y", "(x + 1) beats y"),
        ("x is empty", "x are empty"),
        ("x is the empty", "x is empty"),
        ("melds of x's hand against y", "melds of (x's hand) against y"),
        ("total value of deadwood of x against y", "total value of (deadwood of x against y)"),
        # A `where` takes in everything to its right.
        ("any card in x where y or z", "any card in x where (y or z)"),
        ("x and any card in y where z and w", "x and (any card in y where (z and w))"),
        ("no card where x unless y", "no card where (x unless y)"),
        ("not any card where x and y", "not (any card where (x and y))"),
        ("1 + number of cards where x > 2 and y", "1 + (number of cards where (x > 2 and y))"),
        ("any x where any y where z or w", "any x where (any y where (z or w))"),
        ("total bet of players where x + 1 > y", "total bet of players where ((x + 1) > y)"),
        ("(any card where x) or y", "(any card where x) or y"),
        ("any player whose chips > 0", "any player where chips > 0"),
        ("any player has chips > 0", "any player where chips > 0"),
        ("2 > number of players with chips > 0", "2 > (number of players where (chips > 0))"),
        ("exactly 1 card in hand has rank is 8", "exactly 1 card in hand where rank is 8"),
        ("x is between 1 and number of y where z and w",
         "x is between 1 and (number of y where (z and w))"),
    ],
)  # fmt: skip
def test_precedence(text: str, same: str) -> None:
    assert good("expr", text) == good("expr", same)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("7", "7"),
        ("0", "0"),
        ("yes", "YesNo(True)"),
        ("no", "YesNo(False)"),
        ("Q", "RankName(Q)"),
        ("10H", "10H"),
        ("A♦", "AD"),
        ("10♠\ufe0f", "10S"),
        ("Anna", "Anna"),
        ("Anna\u2019s hand", "Property(hand, Anna)"),
        ("you", "You"),
        ("nothing", "Nothing"),
        ("(hearts, spades)", "Listing([hearts, spades])"),
        ("numbers from 1 to (x + 1)", "Numbers(1, Arith(+, x, 1))"),
        ("a top of the stock", "EndOf(top, -, stock)"),
        ("first 3 of hand", "EndOf(first, 3, hand)"),
        ("last (x + 1) of hand", "EndOf(last, Arith(+, x, 1), hand)"),
        ("first n of hand", "EndOf(first, n, hand)"),
        ("first 1 of hand", "EndOf(first, 1, hand)"),
        ("first of players", "EndOf(first, -, players)"),
        ("first n in hand", "Pick(first, n, hand, -)"),
        ("first player in fighters with highest total", "PickBest(first, player, fighters, highest, total)"),
        ("top of first pile in foundations where empty", "EndOf(top, -, Pick(first, pile, foundations, empty))"),
        ("highest of posts", "Property(highest, posts)"),
        ("highest card", "Pick(highest, card, -, -)"),
        ("any pile in tableau where highest is KS", "Pick(any, pile, tableau, Is(highest, KS, False))"),
        ("all players with highest highest of hand", "PickBest(all, players, -, highest, Property(highest, hand))"),
        ("total of player", "Property(total, player)"),
        ("total value of hand", "Total(total, value, hand, -)"),
        ("total > 3", "Compare(>, total, 3)"),
        ("largest points_in of suits", "Total(largest, points_in, suits, -)"),
        ("number of players", "Pick(number of, players, -, -)"),
        ("number > 3", "Compare(>, number, 3)"),
        ("random player", "Pick(random, player, -, -)"),
        ("no card in hand is red", "Is(Pick(no, card, hand, -), red, False)"),
        ("at least 2 cards in hand are red", "Is(Count(at least, 2, cards, hand, -), red, False)"),
        ("fewer than 2 players have chips > 0", "Count(fewer than, 2, players, -, Compare(>, chips, 0))"),
        ("more than (n - 1) cards in hand", "Count(more than, Arith(-, n, 1), cards, hand, -)"),
        ("who holds QS", "WhoDid(holds, QS)"),
        ("points of who holds QS", "Property(points, WhoDid(holds, QS))"),
        ("card beats other_card", "Relation(card, beats, other_card)"),
        ("top of column is face down", "IsFacing(EndOf(top, -, column), down, False)"),
        ("card is not face up", "IsFacing(card, up, True)"),
        ("suit is in (hearts, spades)", "IsIn(suit, Listing([hearts, spades]), False)"),
        ("player is not in winners", "IsIn(player, winners, True)"),
        ("winner's melds", "Property(melds, winner)"),
        ("any meld in your melds", "Pick(any, meld, Property(melds, You), -)"),
        ("your card without card", "Arith(without, Property(card, You), card)"),
        ("deadwood of your hand against table", "Against(deadwood, Property(hand, You), table)"),
        ("winners is (Anna, Ben)", "Is(winners, Listing([Anna, Ben]), False)"),
        ("(yes)", "YesNo(True)"),
        ("that player is out", "Is(player, out, False)"),
    ],
)  # fmt: skip
def test_expressions(text: str, tree: str) -> None:
    assert said(good("expr", text)) == tree


def test_how_a_property_was_written_is_kept_but_takes_no_part() -> None:
    forms = ["chips of you", "you's chips", "your chips"]
    trees = [good("expr", text) for text in forms]
    assert [t.form for t in trees] == ["of", "'s", "your"]
    assert trees[0] == trees[1] == trees[2]


def test_first_of_and_first_1_of_differ() -> None:
    """One is a member, the other a list."""
    assert good("expr", "first of hand") != good("expr", "first 1 of hand")


# --------------------------------------------------------------------------------------------
# Lines

LINES = [
    ("pay 1 to pot", "Pay(-, 1, -, pot)"),
    ("X pays up to 2 * your bet to pot", ""),
    ("dealer pays 3 from pot to bank", "Pay(dealer, 3, pot, bank)"),
    ("you pay all to pot", "Pay(You, AllOfIt, -, pot)"),
    ("pay all from your stake to house", "Pay(-, AllOfIt, Property(stake, You), house)"),
    ("each player pays up to ante to pot", "Pay(Each(player, -, -), UpTo(ante), -, pot)"),
    ("take 1 from pot", "Take(-, 1, pot)"),
    ("first of best takes all from pot", "Take(EndOf(first, -, best), AllOfIt, pot)"),
    ("split pot among best", "Split(pot, best)"),
    ("split pot among all players where x", "Split(pot, Pick(all, players, -, x))"),
    ("score 2", "Score(-, 2)"),
    ("knocker scores -3", "Score(knocker, Negative(3))"),
    ("deal 2 cards from stock to each hand", "Deal(2, stock, EachPile(hand, -), None)"),
    ("deal 2 cards from stock to each column in tableau",
     "Deal(2, stock, EachPile(column, tableau), None)"),
    ("deal 1 card from stock to posts face up", "Deal(1, stock, posts, up)"),
    ("deal up to n cards from stock to waste", "Deal(UpTo(n), stock, waste, None)"),
    ("deal all cards from stock to waste", "Deal(AllOfIt, stock, waste, None)"),
    ("deal 3 from stock to waste", "Deal(3, stock, waste, None)"),
    ("draw 1 from stock", "Draw(-, 1, stock)"),
    ("next after you draws up to 2 cards from stock", "Draw(NextAfter(You), UpTo(2), stock)"),
    ("move card to discard", "Move([card], discard, False, None)"),
    ("move x, y under stock", "Move([x, y], stock, True, None)"),
    ("move all cards in hand to each front face down",
     "Move([Pick(all, cards, hand, -)], EachPile(front, -), False, down)"),
    ("gather all cards into stock", "Gather([AllCards], stock, False)"),
    ("gather posts, each hand, all cards under stock",
     "Gather([posts, EachPile(hand, -), AllCards], stock, True)"),
    ("gather all cards in hand into stock", "Gather([Pick(all, cards, hand, -)], stock, False)"),
    ("gather each stake into pot", "Gather([EachPile(stake, -)], pot, False)"),
    ("shuffle stock", "Shuffle(stock, -)"),
    ("shuffle discard into stock", "Shuffle(discard, stock)"),
    ("flip waste into stock", "Flip(waste, stock)"),
    ("turn top of column face up", "Turn(EndOf(top, -, column), up)"),
    ("turn x face down", "Turn(x, down)"),
    ("show knocker's hand", "Show(Property(hand, knocker), -)"),
    ("show x to left of you", "Show(x, Property(left, You))"),
    ("lay melds of your hand on table", "Lay(Property(melds, Property(hand, You)), table)"),
    ("dealer becomes left of dealer", "Becomes(dealer, Property(left, dealer))"),
    ("final becomes yes", "Becomes(final, YesNo(True))"),
    ("player's x becomes 1", "Becomes(Property(x, player), 1)"),
    ("add you to fighters", "Add(You, fighters)"),
    ("remove 1 from count", "Remove(1, count)"),
    ("let best be highest of trick", "Let(best, Property(highest, trick))"),
    ("consult payout", "Consult(-, payout)"),
    ("each player with bet > 0 consults payout",
     "Consult(Each(player, -, Compare(>, bet, 0)), payout)"),
    ("each player in live where playable consults payout",
     "Consult(Each(player, live, playable), payout)"),
    ("winner plays next", "PlaysNext(winner)"),
    ("you play next", "PlaysNext(You)"),
    ("reverse direction", "ReverseDirection"),
    ("each player with chips = 0 drops out", "DropOut(Each(player, -, Compare(=, chips, 0)))"),
    ("that player drops out", "DropOut(player)"),
    ("drop out", "DropOut(-)"),
    ("go again", "GoAgain"),
    ("end your turn", "EndYourTurn"),
    ("end round", "End(round)"),
    ("end game", "End(game)"),
    ("go to play", "GoTo(play)"),
    ('say "hello"', "Say([hello])"),
    ('say "the pot holds {pot + 1}, {your chips}"',
     "Say([the pot holds , Arith(+, pot, 1), , , Property(chips, You)])"),
    ('say ""', "Say([])"),
    ("do nothing", "DoNothing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tree"), [case for case in LINES if case[1]])
def test_effects(text: str, tree: str) -> None:
    tree = tree.replace("None", "-")
    assert said(good("line", text)) == f"Steps([{tree}])"
    assert said(good("row_do", f"always -> {text}")) == f"Row(always, -, Steps([{tree}]))"


def test_every_effect_of_the_tree_is_shown() -> None:
    names = {tree.partition("(")[0] for _, tree in LINES if tree}
    assert names == {effect.__name__ for effect in s.Effect.__args__}


@pytest.mark.parametrize(
    ("start", "text", "tree"),
    [
        ("line", "pay 1 to pot; go again", "Steps([Pay(-, 1, -, pot), GoAgain])"),
        ("line", "when x -> do nothing", "Guard(x, Steps([DoNothing]))"),
        ("line", "when any player where x -> for each card in hand where y -> do nothing; go again",
         "Guard(Pick(any, player, -, x), ForEach(card, hand, y, Steps([DoNothing, GoAgain])))"),
        ("row_do", "when x -> do nothing", "Row(when, x, Steps([DoNothing]))"),
        ("row_do", "otherwise -> when y -> go again", "Row(otherwise, -, Guard(y, Steps([GoAgain])))"),
        ("row_value", "when x -> 3", "Row(when, x, 3)"),
        ("row_value", "otherwise -> no", "Row(otherwise, -, YesNo(False))"),
        ("row_value", "always -> x or y", "Row(always, -, Logic(or, x, y))"),
        ("row_value", "when x", "Row(when, x, -)"),
        ("row_value", "otherwise", "Row(otherwise, -, -)"),
        ("ending", "after round, when x", "Ending(round, x)"),
        ("ending", "when x", "Ending(-, x)"),
        ("who", "each player starting with left of dealer where x",
         "EachPlayer(Property(left, dealer), x, False)"),
        ("who", "each other player", "EachPlayer(-, -, True)"),
        ("who", "each other player starting with x whose chips > 0",
         "EachPlayer(x, Compare(>, chips, 0), True)"),
        ("who", "players in turn starting with starter", "InTurn(starter, -)"),
        ("who", "everyone at once where x", "AtOnce(x)"),
        ("who", "defender", "OnePlayer(defender)"),
        ("who", "first player in live where x", "OnePlayer(Pick(first, player, live, x))"),
        ("who", "first of players", "OnePlayer(EndOf(first, -, players))"),
        ("repeat", "13 times", "Repeat(13, -, False)"),
        ("repeat", "n + 1 times or until x", "Repeat(Arith(+, n, 1), x, False)"),
        ("repeat", "until x or y", "Repeat(-, Logic(or, x, y), False)"),
        ("repeat", "always", "Repeat(-, -, True)"),
        ("choice", "number from 0 to smaller of pot and your chips",
         "ChooseNumber(0, Extreme(smaller, pot, Property(chips, You)))"),
        ("choice", "card in your hand where x", "ChooseOne(card, Property(hand, You), x)"),
        ("choice", "player where player is not you", "ChooseOne(player, -, Is(player, You, True))"),
        ("choice", "suit", "ChooseOne(suit, -, -)"),
        ("choice", "rank in ranks of your hand",
         "ChooseOne(rank, Property(ranks, Property(hand, You)), -)"),
        ("choice", "number in numbers from 1 to 3", "ChooseOne(number, Numbers(1, 3), -)"),
        ("choice", "3 cards in your hand", "ChooseSome(3, -, cards, Property(hand, You), -, False, -, False)"),
        ("choice", "1 to n cards in hand where x", "ChooseSome(1, n, cards, hand, x, False, -, False)"),
        ("choice", "(x + 1) to 4 cards in hand",
         "ChooseSome(Arith(+, x, 1), 4, cards, hand, -, False, -, False)"),
        ("choice", "2 to 4 cards of one rank in hand",
         "ChooseSome(2, 4, cards, hand, -, False, rank, False)"),
        ("choice", "3 or more cards of one suit in sequence in hand where x",
         "ChooseSome(3, -, cards, hand, x, True, suit, True)"),
        ("choice", "high or low or none", "ChooseWord([high, low, none])"),
        ("head", "best", "Head(best, [])"),
        ("head", "strength of player", "Head(strength, [player])"),
        ("head", "card beats other_card", "Head(beats, [card, other_card])"),
        ("head", "card goes_up_on pile", "Head(goes_up_on, [card, pile])"),
        ("gives", "yes or no", "Kind(yes or no, [], -, -)"),
        ("gives", "number", "Kind(number, [], -, -)"),
        ("gives", "cards", "Kind(cards, [], -, -)"),
        ("option", "number from 1 to 100, normally 10  -- chips, -- or so",
         "Option(Kind(number, [], 1, 100), 10, chips, -- or so)"),
        ("option", "high or low, normally high", "Option(Kind(words, [high, low], -, -), high, -)"),
        ("option", "yes or no, normally yes --", "Option(Kind(yes or no, [], -, -), YesNo(True), -)"),
        ("remember", "number per player", "Remember(Kind(number, [], -, -), player, -, False)"),
        ("remember", "card, secret", "Remember(Kind(card, [], -, -), None, -, True)"),
        ("remember", "number from 0 to n per team, starts as n - 1, secret",
         "Remember(Kind(number, [], 0, n), team, Arith(-, n, 1), True)"),
        ("remember", "player, starts as a random player",
         "Remember(Kind(player, [], -, -), None, Pick(random, player, -, -), False)"),
        ("pile", "face down, refilled from discard except top",
         "Pile([PileWord(face down, -, -), PileWord(refilled from except top, discard, -)])"),
        ("pile", "per player, groups, face up",
         "Pile([PileWord(per player, -, -), PileWord(groups, -, -), PileWord(face up, -, -)])"),
        ("pile", "per player, 4 piles", "Pile([PileWord(per player, -, -), PileWord(family, piles, 4)])"),
        ("pile", "7 columns, face either", "Pile([PileWord(family, columns, 7), PileWord(face either, -, -)])"),
        ("pile", "refilled from x", "Pile([PileWord(refilled from, x, -)])"),
        ("pile", "seen by owner, top face up, remembers who played",
         "Pile([PileWord(seen by owner, -, -), PileWord(top face up, -, -), PileWord(remembers who played, -, -)])"),
        ("chips", "0 per player", "Chips(0, player, False)"),
        ("chips", "2 * stake", "Chips(Arith(*, 2, stake), None, False)"),
        ("chips", "0, remembers who paid", "Chips(0, None, True)"),
        ("seats", "2 to 8", "Seats(2, 8, None)"),
        ("seats", "4", "Seats(4, 4, None)"),
        ("seats", "4 in 2 teams", "Seats(4, 4, 2)"),
        ("limit", "5000 moves", "Limit(5000)"),
        ("ranks", "A, 2 to 10, J", "Ranks([RankSpan(A, None), RankSpan(2, 10), RankSpan(J, None)])"),
        ("names", "hearts, spades", "Names([hearts, spades])"),
        ("values", "A = 1, J Q = 10, small_joker = 0",
         ("Values([Value([RankSpan(A, None)], 1), Value([RankSpan(J, None), RankSpan(Q, None)], 10), "
          "Value([RankSpan(small_joker, None)], 0)])")),
        ("values", "3 to 7 9 = -5", "Values([Value([RankSpan(3, 7), RankSpan(9, None)], -5)])"),
        ("meld", "3 or 4 cards of one rank", "Meld(3, 4, rank, False, -, -, -)"),
        ("meld", "3 cards of one rank", "Meld(3, 3, rank, False, -, -, -)"),
        ("meld", "3 or more cards of one suit in sequence", "Meld(3, None, suit, True, -, -, -)"),
        ("meld", "3 to 5 cards of one rank with at least 2 natural and at most 3 wild",
         "Meld(3, 5, rank, False, -, 3, 2)"),
        ("meld", "3 or more cards of one suit in order A, 2 to 10",
         "Meld(3, None, suit, False, Ranks([RankSpan(A, None), RankSpan(2, 10)]), -, -)"),
        ("cards", "4H  QS small_joker", "Cards([4H, QS, small_joker])"),
        ("cards", "", "Cards([])"),
        ("args", "10C", "Args([10C])"),
        ("args", "3, spades", "Args([3, spades])"),
        ("args", "3C 3D, yes, Anna", "Args([Cards([3C, 3D]), YesNo(True), Anna])"),
        ("args", "Anna's hand, 2 + 1", "Args([Property(hand, Anna), Arith(+, 2, 1)])"),
        ("args", "", "Args([])"),
        ("seen", "KC", "Seen([KC])"),
        ("seen", "4D, top of x, all y in z where y is 5D, x", "Seen([4D, EndOf(top, -, x), Pick(all, y, z, Is(y, 5D, False)), x])"),
        ("given", "4D 5D", "Cards([4D, 5D])"),
        ("given", "", "Cards([])"),
        ("given", "QS", "QS"),
        ("given", "no", "YesNo(False)"),
        ("given", "(Anna, Ben)", "Listing([Anna, Ben])"),
        ("people", "Anna, Ben, Zoë", "People([Anna, Ben, Zoë])"),
    ],
)  # fmt: skip
def test_other_texts(start: str, text: str, tree: str) -> None:
    assert said(good(start, text)).replace("None", "-") == tree.replace("None", "-")


def test_every_start_rule_is_in_the_table() -> None:
    (mark,) = test_other_texts.pytestmark  # type: ignore[attr-defined]
    assert {start for start, _, _ in mark.args[1]} | {"expr"} == set(STARTS)


def test_an_unknown_start_rule_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no start rule 'nonsense'"):
        parse("nonsense", scalar("x"))


# --------------------------------------------------------------------------------------------
# Places


@settings(max_examples=150, deadline=None)
@given(TREES["expr"])
def test_the_text_under_a_node_says_the_node(tree: Any) -> None:
    for node in nodes(good("expr", unparse(tree))):
        if not isinstance(node, s.You):  # the `your` of `your hand`
            assert good("expr", node.span.text) == node


@settings(max_examples=100, deadline=None)
@given(TREES["line"])
def test_spans_of_names_in_lines(tree: Any) -> None:
    text = unparse(tree)
    for node in nodes(good("line", text)):
        assert 0 <= node.span.start <= node.span.end <= len(text)
        for span, name in (
            ("noun_span", "noun"),
            ("name_span", "name"),
            ("phase_span", "phase"),
            ("table_span", "table"),
            ("property_span", "property"),
        ):
            if hasattr(node, span):
                assert getattr(node, span).text == getattr(node, name)


def test_spans_of_a_line() -> None:
    text = "when (x or y) and z -> each player with bet > 0 consults payout;  go to the end_game"
    guard = good("line", text)
    assert guard.span.text == text
    assert guard.condition.left.span.text == "(x or y)"
    consult, go_to = guard.line.effects
    assert consult.subject.span.text == "each player with bet > 0"
    assert consult.table_span.text == "payout"
    assert (go_to.span.text, go_to.phase_span.text) == ("go to the end_game", "end_game")
    assert guard.line.span.text == text[text.index("each") :]


YAML = """\
terms:
  folded: >
    total value of
    your hand + your bet
  quoted: 'dealer''s hand + x and y'
  plain: first player in
    fighters with highest total
  literal: |
    pot
      > 3
  escaped: "caf\\u00e9 + \\
    pot"
"""


def test_places_in_every_kind_of_scalar() -> None:
    """Each name of the tree stands, in the file, where its span says."""
    document, diagnostics = read_yaml(SourceFile("rules.yaml", YAML))
    assert not diagnostics and document is not None
    terms = document.get("terms")
    assert isinstance(terms, Mapping)
    for entry in terms:
        assert isinstance(entry.value, Scalar)
        tree, found = parse("expr", entry.value)
        assert not found
        for node in nodes(tree):
            if isinstance(node, s.Name):
                assert node.span.text == node.name or node.span.text.startswith("caf")
            if isinstance(node, s.Property):
                assert node.name_span.text == node.name
    folded = terms.entries[0].value
    assert isinstance(folded, Scalar)
    tree, _ = parse("expr", folded)
    assert (tree.right.span.line, tree.right.span.column) == (4, 17)


def test_a_mistake_in_the_braces_of_say_has_its_place() -> None:
    d = bad("line", 'say "the pot holds {pot orb}, {x}"')
    assert (d.code, d.span.text) == ("E301", "orb")
    ok = good("line", 'say "the {  pot  } holds {x}"').effects[0]
    assert [p.span.text for p in ok.parts if isinstance(p, s.Node)] == ["pot", "x"]


def test_a_text_that_cannot_be_mapped_is_reported_at_its_beginning() -> None:
    file = SourceFile("rules.yaml", "when: something else")
    tree, (d,) = parse("expr", Scalar("pot >", Span(file, 6, 20), None))
    assert tree is None
    assert (d.span.start, d.code) == (6, "E301")
    tree, diagnostics = parse("expr", Scalar("smaller of x and y - 1", Span(file, 6, 20), None))
    assert [d.code for d in diagnostics] == ["E302"]


@pytest.mark.parametrize("who", ["each player", "players in turn"])
def test_a_where_behind_who_begins_has_brackets_to_tell_whose_it_is(who: str) -> None:
    begins = good("who", f"{who} starting with (first player where bid > 3)")
    assert begins.where is None and begins.starting.where is not None
    turns = good("who", f"{who} starting with (first player) where bid > 3")
    assert turns.where is not None and turns.starting.where is None
    assert unparse(turns) == f"{who} starting with (first player) where bid > 3"
    named = good("who", f"{who} starting with dealer where bid > 3")
    assert unparse(named) == f"{who} starting with dealer where bid > 3"


# --------------------------------------------------------------------------------------------
# Bad input

WORDS_OF_SOUP = [
    *KEYWORDS,
    *("pot", "hand", "x", "Anna", "3", "007", "10H", "Q", "é", '"', "{x}", "--", ".", "**", "♦"),
    *(",", ";", "->", "(", ")", "=", "<", "!=", "-", "+", "*", "/", "'s"),
]
SOUP = st.lists(st.sampled_from(WORDS_OF_SOUP), max_size=14).map(" ".join)


def check_anything(start: str, text: str) -> None:
    tree, diagnostics = parse(start, scalar(text))
    assert (tree is None) == bool(diagnostics)
    for d in diagnostics:
        assert d.code in ("E301", "E302", "E303")
        assert 0 <= d.span.start <= d.span.end <= len(text)
        assert d.message and "__ANON" not in d.message + (d.suggestion or "")
    if tree is not None:
        assert parse(start, scalar(unparse(tree))) == (tree, []), text


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(STARTS), SOUP)
def test_no_soup_of_words_upsets_the_parser(start: str, text: str) -> None:
    check_anything(start, text)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["line", "expr"]),
    st.lists(st.sampled_from(LINES), min_size=1, max_size=3),
    st.data(),
)
def test_no_line_with_words_exchanged_upsets_the_parser(
    start: str, lines: list[tuple[str, str]], data: st.DataObject
) -> None:
    words = " ; ".join(text for text, _ in lines).split()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(st.sampled_from(WORDS_OF_SOUP))
    check_anything(start, " ".join(words))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(STARTS), st.text())
def test_no_text_upsets_the_parser(start: str, text: str) -> None:
    check_anything(start, text)


LONG = {
    "brackets": ("expr", "(" * 100_000 + "x" + ")" * 100_000),
    "open brackets": ("expr", "(" * 100_000),
    "sum": ("expr", "1" + " + 1" * 300_000),
    "not": ("expr", "not " * 100_000 + "x"),
    "minus": ("expr", "- " * 100_000 + "x"),
    "of": ("expr", "size of " * 100_000 + "x"),
    "'s": ("expr", "x" + "'s x" * 100_000),
    "where": ("expr", "any x where " * 100_000 + "x"),
    "when": ("line", "when x -> " * 100_000 + "go again"),
    "effects": ("line", "go again; " * 100_000 + "go again"),
    "cards": ("cards", "10H " * 500_000),
    "word": ("expr", "x" * 2_000_000),
    "digits": ("expr", "9" * 2_000_000),
    "spaces": ("expr", " " * 2_000_000 + "+"),
    "quotes": ("line", 'say "' + "{x}" * 300_000 + '"'),
    "open quotes": ("line", '"' * 2_000_001),
    "signs": ("expr", "♠" * 2_000_000),
    "tower": ("expr", "9**9**9**9"),
    "copies": ("expr", '"A" * 1000000000'),
    "times": ("repeat", "10**12 times"),
}


@pytest.mark.parametrize("name", LONG)
def test_long_and_deep_texts_are_refused_at_once(name: str) -> None:
    start, text = LONG[name]
    good("expr", "x")  # the parser is made
    began = time.perf_counter()
    tree, diagnostics = parse(start, scalar(text))
    assert time.perf_counter() - began < 1
    assert tree is None
    (d,) = diagnostics
    assert len(d.message) < 200 and len(d.suggestion or "") < 200


def test_a_text_of_the_greatest_length() -> None:
    began = time.perf_counter()
    assert said(good("expr", "x" * 20_000)) == "x" * 20_000
    assert len(good("line", 'say "' + "{x}" * 6_000 + '"').effects[0].parts) == 6_000
    assert len(good("cards", "10H " * 2_000).cards) == 2_000
    assert len(bad("expr", "9" * 20_000).message) < 200
    assert bad("expr", "1" + " + 1" * 999).message.startswith("more than 100 parts")
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("link", ["not ", "- ", "size of ", "any x where ", "when x -> ", "x + "])
def test_how_deep_a_text_may_be(link: str) -> None:
    start, last = ("line", "go again") if "->" in link else ("expr", "x")
    tree = good(start, link * 45 + last)
    assert parse(start, scalar(unparse(tree))) == (tree, [])
    d = bad(start, link * 120 + last)
    assert d.code == "E301"
    assert "within one another" in d.message
    assert d.suggestion


def test_how_many_brackets_a_text_may_have() -> None:
    deepest = parser.MOST_BRACKETS
    assert said(good("expr", "(" * deepest + "x" + ")" * deepest)) == "x"
    d = bad("expr", "(" * (deepest + 1) + "x" + ")" * (deepest + 1))
    assert d.message == f"more than {deepest} brackets stand within one another here"
    assert d.span.column == deepest + 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [("fac down", "face"), ("facing up", "face up"), ("per player, seeb by owner", "seen")],
)
def test_what_is_meant_fits_what_follows_it(text: str, meant: str) -> None:
    assert bad("pile", text).suggestion == f"did you mean '{meant}'?"


@pytest.mark.parametrize("char", ["\u200b", "\u2060", "\xad", "\u200d"])
def test_a_character_that_nobody_sees_is_named(char: str) -> None:
    found = bad("line", f"score{char} 1")
    assert (found.message, found.span.text) == (f"'U+{ord(char):04X}' cannot stand here", char)
    assert found.suggestion == "delete this character, which nobody sees"


def test_numbers() -> None:
    assert good("expr", "999999999").value == 999_999_999
    assert bad("expr", "1000000000").suggestion == "the largest number is 999999999"
    assert bad("expr", "00").suggestion == "write '0', without zeros in front"
    assert bad("expr", "x + 01").span.column == 5
    for digits in ("٣", "\uff11", "²", "Ⅷ"):
        assert parse("expr", scalar(digits))[0] is None


def test_threads_do_not_disturb_one_another() -> None:
    texts = [f"(x{i} + {i}) * size of y{i}" for i in range(60)]
    expected = [good("expr", text) for text in texts]
    wrong: list[str] = []

    def work() -> None:
        for text, tree in zip(texts, expected, strict=True):
            got, _ = parse("expr", scalar(text))
            if got != tree or got.span.text != text:
                wrong.append(text)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# --------------------------------------------------------------------------------------------
# What is shipped


def test_every_effect_has_an_example_that_is_read() -> None:
    """... and has in its template the words of the effect."""
    kinds = {
        "reverse direction": s.ReverseDirection,
        "drops out": s.DropOut,
        "plays next": s.PlaysNext,
        "go again": s.GoAgain,
        "go to": s.GoTo,
        "end your turn": s.EndYourTurn,
        "do nothing": s.DoNothing,
    }
    for name, entry in EFFECTS.items():
        assert name in entry.template
        line = good("line", entry.example.partition(": ")[2])
        while not isinstance(line, s.Steps):
            line = line.line
        expected = kinds.get(name) or getattr(s, name.removesuffix("s").capitalize(), None)
        expected = expected or getattr(s, name.capitalize())
        assert isinstance(line.effects[0], expected), name


PLACES = {
    "piles": "pile",
    "chips": "chips",
    "remember": "remember",
    "options": "option",
    "gives": "gives",
    "choose": "choice",
    "melds": "meld",
    "players": "seats",
    "limit": "limit",
    "who": "who",
    "repeat": "repeat",
    "line": "line",
    "tables": "row_do",
    "payouts": "row_do",
    "at any time": "row_do",
    "end": "ending",
    "expression": "expr",
}


def test_every_word_has_an_example_that_is_read() -> None:
    for name, entry in WORDS.items():
        texts = {
            entry.example,
            entry.example.partition(": ")[2],
            entry.example.partition("when ")[2],
        }
        starts = [PLACES[where] for where in entry.where]
        assert any(parse(start, scalar(t))[0] for start in starts for t in texts if t), name
        assert entry.help and entry.template


def texts_of(node: Node | None) -> Iterator[Scalar]:
    """Every text under a node."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node:
            yield from texts_of(entry.value)
    elif node is not None:
        for item in node:
            yield from texts_of(item)


LINE_KEYS = ("setup", "at start", "before turn", "after turn", "at end", "if stuck", "do")
PLAIN = ("game", "also known as", "about", "source", "house rule", "for", "titles", "rulings")
SECTIONS = {
    "players": "seats",
    "limit": "limit",
    "melds": "meld",
    "options": "option",
    "chips": "chips",
    "piles": "pile",
    "remember": "remember",
    "at any time": "row_do",
    "end": "ending",
    "winner": "expr",
    "payoff": "expr",
    "until": "expr",
    "skip when": "expr",
    "skip turn when": "expr",
    "may": "expr",
    "set": "expr",
    "who": "who",
    "repeat": "repeat",
    "choose": "choice",
    **dict.fromkeys(LINE_KEYS, "line"),
}
DECK = {"ranks": "ranks", "suits": "names", "jokers": "names", "values": "values", "only": "expr"}


def rules_in(node: Mapping) -> Iterator[tuple[str, Scalar]]:
    """The texts of a rule file with the rule each is read by (LANGUAGE part 13)."""
    for entry in node:
        key, value = entry.key.text, entry.value
        if key in SECTIONS:
            yield from ((SECTIONS[key], text) for text in texts_of(value))
        elif key == "deck":
            assert isinstance(value, Mapping)
            for e in value:
                if e.key.text in DECK:
                    yield from ((DECK[e.key.text], text) for text in texts_of(e.value))
        elif key == "terms":
            assert isinstance(value, Mapping)
            for e in value:
                yield "head", e.key
                yield from (("expr", text) for text in texts_of(e.value))
        elif key in ("payouts", "tables"):
            assert isinstance(value, Mapping)
            for e in value:
                yield "head", e.key
                assert isinstance(e.value, Mapping)
                yield from rows_of(e.value)
        elif key in ("phases", "moves"):
            assert isinstance(value, Mapping)
            for e in value:
                if isinstance(e.value, Mapping):
                    yield from rules_in(e.value)
                elif isinstance(e.value, Scalar):
                    yield "line", e.value
        elif key == "examples":
            assert isinstance(value, Mapping)
            for e in value:
                assert isinstance(e.value, Mapping)
                yield from example_of(e.value)


def rows_of(table: Mapping) -> Iterator[tuple[str, Scalar]]:
    row = "row_value" if table.get("gives") else "row_do"
    for entry in table:
        start = {"gives": "gives", "hit": ""}.get(entry.key.text, row)
        if start:
            yield from ((start, text) for text in texts_of(entry.value))


def example_of(example: Mapping) -> Iterator[tuple[str, Scalar]]:
    for entry in example:
        key, value = entry.key.text, entry.value
        start = {"players": "people", "shuffle": "cards", "set": "expr"}.get(key)
        if start:
            yield from ((start, text) for text in texts_of(value))
        if key == "given":
            assert isinstance(value, Mapping)
            yield from (("expr", e.key) for e in value)
            yield from (("given", part) for text in texts_of(value) for part in pile_by_pile(text))
        if key == "play" and not isinstance(value, Scalar):
            for step in value:
                assert isinstance(step, Mapping)
                (e,) = step.entries
                assert isinstance(e.value, Scalar)
                if e.key.text == "expect":
                    yield "expr", e.value
                elif e.key.text.endswith((" sees", " cannot see")):
                    yield "seen", e.value
                elif "#" not in e.value.text:  # 5H#2 is said only in moves
                    yield "args", after_the_move(e.value)


def pile_by_pile(text: Scalar) -> Iterator[Scalar]:
    """The cards of each pile of a family that is given, and of each side on which they lie."""
    between = [m.span() for m in re.finditer(r",|face down", text.text) if "(" not in text.text]
    starts, ends = [0, *(end for _, end in between)], [*(start for start, _ in between)]
    for start, end in zip(starts, [*ends, len(text.text)], strict=True):
        yield text.part(start, end)


def after_the_move(text: Scalar) -> Scalar:
    begin = len(text.text.partition(" ")[0])
    begin += text.text[begin:].startswith(" ")
    offsets = None if text.offsets is None else text.offsets[begin:]
    return Scalar(text.text[begin:], text.span, offsets)


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda p: str(p.relative_to(ROOT / "rulesets")))
def test_every_text_of_the_rule_files_is_read_and_written(path: Path) -> None:
    file = SourceFile(path.name, path.read_text(encoding="utf-8"))
    document, diagnostics = read_yaml(file)
    assert document is not None and not diagnostics
    texts = list(rules_in(document))
    assert texts
    for start, text in texts:
        tree, found = parse(start, text)
        assert found == [], str(found[0])
        assert parse(start, scalar(unparse(tree))) == (tree, [])
        for node in nodes(tree):
            if isinstance(node, s.Name):
                assert node.span.text == node.name


@pytest.mark.parametrize(
    "path",
    [p for p in RULE_FILES if "overlays" in p.parts],
    ids=lambda p: f"{p.parent.name}/{p.stem}",
)
def test_every_change_of_a_house_rule_can_be_read(path: Path) -> None:
    """Which rule reads it depends on its address; here it is enough that one does."""
    document, _ = read_yaml(SourceFile(path.name, path.read_text(encoding="utf-8")))
    assert document is not None
    for key in ("add", "change"):
        for text in texts_of(document.get(key)):
            assert any(parse(start, text)[0] is not None for start in STARTS), text.text


def test_rule_files_are_there() -> None:
    assert len(RULE_FILES) > 10
