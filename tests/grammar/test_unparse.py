"""Trees as text and back: what is written is read as the same tree, with no bracket too many."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulerun.grammar import syntax as s
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.parser import STARTS, parse
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.unparse import unparse

SPAN = Span(SourceFile("rules.yaml", ""), 0, 0)

Strategy = st.SearchStrategy[Any]


def made(node: type[s.Node], *parts: Strategy) -> Strategy:
    """Nodes of a kind, made of these parts; where they stand does not matter."""
    spans = {f.name: st.just(SPAN) for f in fields(node) if f.name.endswith("span")}
    return st.builds(node, *parts, **spans)


def read(start: str, text: str) -> Any:
    """The tree of a text, or None."""
    file = SourceFile("rules.yaml", text)
    tree, _ = parse(start, Scalar(text, Span(file, 0, len(text)), tuple(range(len(text)))))
    return tree


# --------------------------------------------------------------------------------------------
# Trees that a text can say

# Among the names are words that are keywords elsewhere.
NAMES = st.sampled_from(
    [
        "pot",
        "hand",
        "stock",
        "order",
        "notice",
        "android",
        "inside",
        "äpfel",
        "n2",
        "rank",
        "suit",
        "player",
        "times",
        "groups",
        "more",
        "one",
        "up",
        "into",
        "under",
        "mod",
        "without",
        "secret",
        "total",
        "team",
        "number_of",
        "ort",
        "face",
    ]
)
PROPERTIES = st.sampled_from(
    ["chips", "size", "value", "highest", "lowest", "total", "rank", "top_stake", "left"]
)
NOUNS = st.sampled_from(
    ["card", "cards", "player", "players", "pile", "column", "suit", "kind", "group", "n", "number"]
)
PHASES = st.sampled_from(
    ["round", "turn", "draw", "deal", "play", "moves", "end_game", "count", "scores", "highest"]
)
RELATIONS = st.sampled_from(["matches", "fits", "beats", "goes_up_on"])
PEOPLE = st.sampled_from(["Anna", "Ben", "Zoë"]).map(lambda n: s.Person(n, span=SPAN))
LABELS = st.sampled_from(["2", "10", "J", "Q", "K", "A", "small_joker"])
CARDS = made(s.CardName, st.sampled_from(["2", "10", "J", "Q", "K", "A"]), st.sampled_from("CDHS"))
SMALL = st.integers(0, 999_999_999)

LEAVES: Strategy = st.one_of(
    made(s.Number, SMALL),
    made(s.YesNo, st.booleans()),
    made(s.RankName, st.sampled_from("JQKA")),
    CARDS,
    made(s.Name, NAMES),
    PEOPLE,
    st.just(s.You(span=SPAN)),
    st.just(s.Nothing(span=SPAN)),
)


def can_be_said(node: Any) -> bool:
    """A list of players in words (`winners are Anna and Ben`) is refused, so no tree says it."""
    return not (
        isinstance(node, s.Logic)
        and isinstance(node.right, s.Person)
        and isinstance(node.left, s.Is)
        and isinstance(node.left.right, s.Person)
    )


def larger(e: Strategy) -> Strategy:
    """Expressions made of expressions."""
    maybe = st.none() | e
    counts = e.filter(lambda n: getattr(n, "name", "") not in ("card", "cards"))
    property_ = st.one_of(
        made(s.Property, PROPERTIES, e, st.sampled_from(["of", "'s"])),
        made(
            s.Property,
            PROPERTIES,
            st.just(s.You(span=SPAN)),
            st.just("your"),
        ),
    )
    pick = st.sampled_from(
        ["any", "every", "no", "all", "number of", "highest", "lowest", "first", "last", "random"]
    )
    one = st.sampled_from(["all", "first", "last", "random", "number of"])
    best = st.sampled_from(["most", "fewest", "highest", "lowest"])
    how = st.sampled_from(["at least", "at most", "exactly", "fewer than", "more than"])
    return st.one_of(
        made(s.Listing, st.lists(e, min_size=2, max_size=3).map(tuple)),
        made(s.Numbers, e, e),
        property_,
        made(
            s.EndOf,
            st.sampled_from(["first", "last", "top", "bottom"]),
            st.none() | counts,
            e,
        ),
        made(s.NextAfter, e),
        made(s.EverythingFrom, e),
        made(s.WhoDid, st.sampled_from(["played", "holds"]), e),
        made(s.Against, st.sampled_from(["melds", "deadwood"]), e, e),
        made(s.Extreme, st.sampled_from(["smaller", "larger"]), e, e),
        made(s.Arith, st.sampled_from(["+", "-", "without", "*", "/", "mod"]), e, e),
        made(s.Negative, e),
        made(s.Compare, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), e, e),
        made(s.Is, e, e, st.booleans()),
        made(s.IsIn, e, e, st.booleans()),
        made(s.IsFacing, e, st.sampled_from(["up", "down"]), st.booleans()),
        made(s.Between, e, e, e, st.booleans()),
        made(s.Relation, e, RELATIONS, e),
        made(s.Not, e),
        made(s.Logic, st.sampled_from(["and", "or", "unless"]), e, e).filter(can_be_said),
        made(s.Pick, pick, NOUNS, maybe, maybe),
        made(s.PickBest, one, NOUNS, maybe, best, e),
        made(s.Count, how, e, NOUNS, maybe, maybe),
        made(
            s.Total,
            st.sampled_from(["total", "largest", "smallest"]),
            PROPERTIES,
            e,
            maybe,
        ),
    )


ANY_EXPR = st.recursive(LEAVES, larger, max_leaves=8)


@st.composite
def expressions(draw: st.DrawFn) -> s.Expr:
    """Wrapped, so that Hypothesis prints a name and not the whole strategy."""
    tree: s.Expr = draw(ANY_EXPR)
    return tree


EXPR = expressions()
MAYBE = st.none() | EXPR


def lines() -> Strategy:
    each = made(s.Each, NOUNS, MAYBE, MAYBE)
    subject = st.one_of(st.none(), EXPR, each)
    up_to = made(s.UpTo, EXPR)
    amount = st.one_of(EXPR, up_to, st.just(s.AllOfIt(span=SPAN)))
    pile = made(s.EachPile, NAMES)
    place = EXPR | pile
    source = st.one_of(EXPR, pile, st.just(s.AllCards(span=SPAN)))
    up = st.sampled_from(["up", "down"])
    facing = st.none() | up
    words = st.text(st.characters(exclude_characters='"{}', exclude_categories=["Cs"]), min_size=1)
    said = st.one_of(
        st.builds(lambda *parts: parts, words, EXPR, words),
        st.tuples(EXPR, EXPR),
        st.tuples(words),
        st.just(()),
    )
    any_effect = st.one_of(
        made(s.Pay, subject, amount, MAYBE, EXPR),
        made(s.Take, subject, amount, EXPR),
        made(s.Split, EXPR, EXPR),
        made(s.Score, subject, EXPR),
        made(s.Shuffle, EXPR, MAYBE),
        made(s.Deal, amount, EXPR, place, facing),
        made(s.Draw, subject, amount, EXPR),
        made(
            s.Move,
            st.lists(EXPR, min_size=1, max_size=2).map(tuple),
            place,
            st.booleans(),
            facing,
        ),
        made(s.Gather, st.lists(source, min_size=1, max_size=3).map(tuple), EXPR, st.booleans()),
        made(s.Flip, EXPR, EXPR),
        made(s.Turn, EXPR, up),
        made(s.Lay, EXPR, EXPR),
        made(s.Show, EXPR, MAYBE),
        made(s.Becomes, EXPR, EXPR),
        made(s.Add, EXPR, EXPR),
        made(s.Remove, EXPR, EXPR),
        made(s.Let, NAMES, EXPR),
        made(s.Consult, subject, PHASES),
        st.just(s.GoAgain(span=SPAN)),
        made(s.PlaysNext, EXPR),
        st.just(s.ReverseDirection(span=SPAN)),
        made(s.GoTo, PHASES),
        st.just(s.EndYourTurn(span=SPAN)),
        made(s.End, PHASES),
        made(s.DropOut, subject),
        made(s.Say, said),
        st.just(s.DoNothing(span=SPAN)),
    )

    @st.composite
    def effects(draw: st.DrawFn) -> s.Effect:
        effect: s.Effect = draw(any_effect)
        return effect

    effect = effects()
    steps = made(s.Steps, st.lists(effect, min_size=1, max_size=2).map(tuple))
    return st.recursive(
        steps,
        lambda line: st.one_of(
            made(s.Guard, EXPR, line),
            made(s.ForEach, NOUNS, MAYBE, MAYBE, line),
        ),
        max_leaves=2,
    )


LINE = lines()
TWO_WORDS = st.lists(NAMES, min_size=2, max_size=3).map(tuple)
PER = st.sampled_from([None, "player", "team"])
KIND = st.one_of(
    st.just(s.Kind("number", span=SPAN)),
    made(s.Kind, st.just("number"), st.just(()), EXPR, EXPR),
    st.just(s.Kind("yes or no", span=SPAN)),
    made(s.Kind, st.just("words"), TWO_WORDS),
    made(s.Kind, NOUNS.filter(lambda n: n != "number")),
)
SPANS = made(s.RankSpan, LABELS, st.none() | LABELS)
RANKS = made(
    s.Ranks,
    st.lists(SPANS, min_size=1, max_size=3).map(tuple),
)
JOKERS = NAMES.filter(lambda name: name not in ("mod", "without"))
WRITTEN = st.one_of(CARDS, made(s.Name, JOKERS))
SEVERAL = made(s.Cards, st.lists(WRITTEN, min_size=2, max_size=4).map(tuple))
HELP = st.text(st.characters(exclude_categories=["Cs"])).map(str.strip).filter(bool)
PILE_WORD = st.one_of(
    made(
        s.PileWord,
        st.sampled_from(
            [
                "face up",
                "face down",
                "face either",
                "seen by owner",
                "seen by others",
                "top face up",
                "per player",
                "groups",
                "remembers who played",
            ]
        ),
    ),
    made(s.PileWord, st.just("family"), NAMES, SMALL),
    made(
        s.PileWord,
        st.sampled_from(["refilled from", "refilled from except top"]),
        NAMES,
    ),
)


@st.composite
def melds(draw: st.DrawFn) -> s.Meld:
    least = draw(st.integers(1, 20))
    most = draw(st.sampled_from([None, least, least + 1]))
    how = draw(st.sampled_from(["", "sequence", "order"]))
    order = draw(RANKS) if how == "order" else None
    same = draw(st.sampled_from(["rank", "suit"]))
    return s.Meld(least, most, same, how == "sequence", order, span=SPAN)  # type: ignore[arg-type]


# What a memory or a pile is set to is no condition; one would stand in brackets.
CONDITIONS = (s.Compare, s.Is, s.IsIn, s.IsFacing, s.Between, s.Relation, s.Not, s.Logic)

TREES: dict[str, Strategy] = {
    "line": LINE,
    "row_do": st.one_of(
        made(s.Row, st.just("when"), EXPR, LINE),
        made(s.Row, st.sampled_from(["otherwise", "always"]), st.none(), LINE),
    ),
    "row_value": st.one_of(
        made(s.Row, st.just("when"), EXPR, MAYBE),
        made(s.Row, st.sampled_from(["otherwise", "always"]), st.none(), EXPR),
        made(s.Row, st.just("otherwise"), st.none(), st.none()),
    ),
    "ending": made(s.Ending, st.none() | PHASES, EXPR),
    "gives": KIND,
    "expr": EXPR,
    "who": st.one_of(
        made(s.EachPlayer, MAYBE, MAYBE, st.booleans()),
        made(s.InTurn, MAYBE, MAYBE),
        made(s.AtOnce, MAYBE),
        made(s.OnePlayer, EXPR),
    ),
    "repeat": st.one_of(
        made(s.Repeat, EXPR, MAYBE),
        made(s.Repeat, st.none(), EXPR),
        st.just(s.Repeat(None, None, True, span=SPAN)),
    ),
    "choice": st.one_of(
        made(s.ChooseNumber, EXPR, EXPR),
        made(
            s.ChooseOne,
            NOUNS.filter(lambda n: n != "number"),
            MAYBE,
            MAYBE,
        ),
        made(s.ChooseOne, st.just("number"), EXPR, MAYBE),
        made(s.ChooseSome, EXPR, MAYBE, NOUNS, EXPR, MAYBE),
        made(s.ChooseWord, TWO_WORDS),
    ),
    "head": made(s.Head, NAMES, st.lists(NOUNS, max_size=2).map(tuple)),
    "option": made(s.Option, KIND, EXPR, st.none() | HELP),
    "remember": made(s.Remember, KIND, PER, MAYBE, st.booleans()),
    "pile": made(s.Pile, st.lists(PILE_WORD, min_size=1, max_size=4).map(tuple)),
    "chips": made(s.Chips, EXPR, PER),
    "seats": st.one_of(
        made(s.Seats, SMALL, SMALL, st.none()),
        SMALL.flatmap(lambda n: made(s.Seats, st.just(n), st.just(n), SMALL)),
    ),
    "limit": made(s.Limit, SMALL),
    "ranks": RANKS,
    "names": made(s.Names, st.lists(made(s.Name, NAMES), min_size=1).map(tuple)),
    "values": made(
        s.Values,
        st.lists(made(s.Value, st.lists(SPANS, min_size=1).map(tuple), SMALL), min_size=1).map(
            tuple
        ),
    ),
    "meld": melds(),
    "cards": made(s.Cards, st.lists(WRITTEN).map(tuple)),
    "args": made(s.Args, st.lists(EXPR | SEVERAL, max_size=3).map(tuple)),
    "seen": made(
        s.Seen,
        st.lists(EXPR.filter(lambda e: not isinstance(e, CONDITIONS)), min_size=1).map(tuple),
    ),
    "given": st.one_of(
        EXPR.filter(lambda e: not isinstance(e, CONDITIONS)),
        SEVERAL,
        st.just(s.Cards((), span=SPAN)),
    ),
    "people": made(s.People, st.lists(PEOPLE, min_size=1).map(tuple)),
}


def test_there_are_trees_for_every_start_rule() -> None:
    assert set(TREES) == set(STARTS)


@pytest.mark.parametrize("start", STARTS)
def test_a_tree_is_read_again_from_its_text(start: str) -> None:
    @settings(max_examples=150 if start in ("expr", "line") else 50, deadline=None)
    @given(TREES[start])
    def law(tree: Any) -> None:
        text = unparse(tree)
        assert read(start, text) == tree, text

    law()


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TREES["expr"])
def test_no_bracket_can_be_left_out(tree: Any) -> None:
    text = unparse(tree)
    open_ = []
    for at, sign in enumerate(text):
        if sign == "(":
            open_.append(at)
        elif sign == ")":
            begin = open_.pop()
            without = f"{text[:begin]} {text[begin + 1 : at]} {text[at + 1 :]}"
            assert read("expr", without) != tree, f"{text}  is the same as  {without}"


@settings(max_examples=200, deadline=None)
@given(TREES["expr"])
def test_text_of_what_is_read_is_the_same_text(tree: Any) -> None:
    text = unparse(tree)
    assert unparse(read("expr", text)) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("((1 + 2)) + (3)", "1 + 2 + 3"),
        ("1 - (2 - 3)", "1 - (2 - 3)"),
        ("(left of dealer)'s hand", "(left of dealer)'s hand"),
        ("left of (dealer's hand)", "left of dealer's hand"),
        ("you is not dealer", "you are not dealer"),
        ("at least 3 cards in set is not wild", "at least 3 cards in set are not wild"),
        ("exactly 1 card in set are wild", "exactly 1 card in set is wild"),
        ("any player where chips = 0", "any player has chips = 0"),
        ("at least 2 players whose chips + 1 > 0", "at least 2 players have chips + 1 > 0"),
        ("exactly 1 player where chips > 0", "exactly 1 player has chips > 0"),
        ("no card in hand has card is trump", "no card in hand where card is trump"),
        ("every player has not out", "every player where not out"),
        ("(number of players whose chips > 0) < 2", "(number of players where chips > 0) < 2"),
        ("2 > (number of players whose chips > 0)", "2 > number of players where chips > 0"),
        ("not (x and y) or z", "not (x and y) or z"),
        ("x or (y and z)", "x or y and z"),
        ("A♦ is 10♥", "AD is 10H"),
        ("-(-1)", "- -1"),
        ("(smaller of x and y) - 1", "(smaller of x and y) - 1"),
        ("1 + (smaller of x and y)", "1 + smaller of x and y"),
    ],
)
def test_canonical_text(written: str, canonical: str) -> None:
    assert unparse(read("expr", written)) == canonical
