"""Laws of expressions: whatever is put together, it has a value, changes nothing, and obeys logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulerun.grammar.parser import parse
from rulerun.interpreter.checking.core import Const
from rulerun.interpreter.checking.expressions import ExpressionChecker
from rulerun.interpreter.checking.scope import Findings, Scope
from rulerun.interpreter.checking.types import PLAYER
from rulerun.interpreter.errors import RuleError

from .tables import position, scalar
from .test_expressions import RULES

Texts = st.SearchStrategy[str]
DEPTH = 3


def one_of(*texts: str) -> Texts:
    return st.sampled_from(texts)


def filled(pattern: str, **parts: Texts) -> Texts:
    """A pattern with a text in each of its braces."""
    return st.fixed_dictionaries(parts).map(lambda found: pattern.format(**found))


def text_of(draw: st.DrawFn, texts: Texts) -> str:
    """One of the texts."""
    return str(draw(texts))


@st.composite
def number(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """A number; now and then nothing."""
    if depth == 0 or draw(st.booleans()):
        return text_of(
            draw,
            one_of("0", "3", "n", "m", "pot", "stake", "your tricks", "round_number", "your chips"),
        )
    inner = depth - 1
    return text_of(
        draw,
        st.one_of(
            filled(
                "({a} {op} {b})",
                a=number(inner),
                op=one_of("+", "-", "*", "/", "mod"),
                b=number(inner),
            ),
            filled("-({a})", a=number(inner)),
            filled(
                "({w} of ({a}) and ({b}))",
                w=one_of("smaller", "larger"),
                a=number(inner),
                b=number(inner),
            ),
            filled("size of ({c})", c=cards(inner)),
            filled("value of ({c})", c=card(inner)),
            filled("position of ({r})", r=rank(inner)),
            filled("({a} - {b})", a=rank(inner), b=rank(inner)),
            filled("({p})'s tricks", p=player(inner)),
            filled("strength of ({p})", p=player(inner)),
            filled("worth of ({c})", c=card(inner)),
            filled("sum_of of ({c})", c=card(inner)),
            filled("(number of cards in ({c}) where {y})", c=cards(inner), y=said_of_card(inner)),
            filled(
                "({w} value of ({c}))", w=one_of("total", "largest", "smallest"), c=cards(inner)
            ),
            filled(
                "(total {w} of ({p}))", w=one_of("tricks", "strength", "chips"), p=players(inner)
            ),
            filled("(number of players where {y})", y=said_of_player(inner)),
            filled("(highest k in numbers from 0 to 4 where k < {a})", a=number(inner)),
        ),
    )


@st.composite
def card(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """A card, or nothing."""
    if depth == 0 or draw(st.booleans()):
        return text_of(
            draw,
            one_of("4H", "KS", "small_joker", "chosen", "third", "top of row", "top of Carla's hand", "low_post",
                   "posts", "named's hand", "nothing")
        )  # fmt: skip
    inner = depth - 1
    return text_of(
        draw,
        st.one_of(
            filled(
                "{e} of ({c})",
                e=one_of("top", "bottom", "first", "last", "highest", "lowest"),
                c=cards(inner),
            ),
            filled(
                "({w} card in ({c}) where {y})",
                w=one_of("first", "last", "highest", "lowest"),
                c=cards(inner),
                y=said_of_card(inner),
            ),
            filled(
                "({w} card in ({c}) with {b} {p})",
                w=one_of("first", "last"),
                c=cards(inner),
                b=one_of("most", "fewest", "highest", "lowest"),
                p=one_of("value", "rank", "worth"),
            ),
        ),
    )


@st.composite
def cards(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """A list of cards, or something with cards in it."""
    if depth == 0 or draw(st.booleans()):
        return text_of(
            draw,
            one_of("row", "your hand", "Ben's hand", "Carla's hand", "seen", "tableau", "posts", "table", "third",
                   "first column in tableau", "your kitty", "melds of your hand", "deadwood of row")
        )  # fmt: skip
    inner = depth - 1
    return text_of(
        draw,
        st.one_of(
            filled(
                "(({a}) {op} ({b}))",
                a=cards(inner),
                op=one_of("+", "without"),
                b=st.one_of(cards(inner), card(inner)),
            ),
            filled("first 2 of ({c})", c=cards(inner)),
            filled("last n of ({c})", c=cards(inner)),
            filled("(all cards in ({c}) where {y})", c=cards(inner), y=said_of_card(inner)),
            filled("(all cards in ({c}) with most value)", c=cards(inner)),
            filled("(everything from ({c}))", c=card(inner)),
            filled("hand of ({p})", p=player(inner)),
            filled("({a}, {b})", a=card(0), b=card(0)),
        ),
    )


@st.composite
def rank(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """A rank, or nothing."""
    if depth == 0 or draw(st.booleans()):
        return text_of(draw, one_of("K", "wish", "best_rank", "A"))
    return text_of(
        draw,
        st.one_of(
            filled("rank of ({c})", c=card(depth - 1)),
            filled("first of ranks of ({c})", c=cards(depth - 1)),
            filled("(highest rank in ranks of ({c}))", c=cards(depth - 1)),
        ),
    )


@st.composite
def player(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """A player, or nobody."""
    if depth == 0 or draw(st.booleans()):
        return text_of(draw, one_of("you", "Ben", "named", "dealer", "leading", "friends"))
    inner = depth - 1
    return text_of(
        draw,
        st.one_of(
            filled("{w} of ({p})", w=one_of("left", "right", "opponent"), p=player(inner)),
            filled("next after ({p})", p=player(inner)),
            filled("who {v} ({c})", v=one_of("holds", "played"), c=card(inner)),
            filled("({w} player where {y})", w=one_of("first", "last"), y=said_of_player(inner)),
            filled(
                "(first player with {b} {p})",
                b=one_of("most", "fewest"),
                p=one_of("tricks", "chips", "strength"),
            ),
        ),
    )


@st.composite
def players(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """A list of players."""
    if depth == 0 or draw(st.booleans()):
        return text_of(draw, one_of("players", "everyone", "friends", "leading", "winners"))
    inner = depth - 1
    return text_of(
        draw,
        st.one_of(
            filled("(all players where {y})", y=said_of_player(inner)),
            filled("(all players in ({p}) with most tricks)", p=players(inner)),
            filled("(({p}) without ({q}))", p=players(inner), q=player(inner)),
        ),
    )


@st.composite
def yesno(draw: st.DrawFn, depth: int = DEPTH) -> str:
    """Something that is so or not so."""
    if depth == 0:
        return text_of(draw, one_of("final", "hook", "n = 5", "n < m", "row is empty"))
    inner = depth - 1
    return text_of(
        draw,
        st.one_of(
            one_of("final", "not final", "game_over", "ace is low"),
            filled(
                "({a} {op} {b})", a=yesno(inner), op=one_of("and", "or", "unless"), b=yesno(inner)
            ),
            filled("not ({a})", a=yesno(inner)),
            filled(
                "({a}) {op} ({b})",
                a=number(inner),
                op=one_of("=", "!=", "<", "<=", ">", ">="),
                b=number(inner),
            ),
            filled(
                "({a}) {op} ({b})", a=card(inner), op=one_of("<", "<=", ">", ">="), b=card(inner)
            ).filter(lambda text: "(nothing)" not in text),
            filled(
                "({a}) {op} ({b})",
                a=rank(inner),
                op=one_of("=", "!=", "<", "is", "is not"),
                b=rank(inner),
            ),
            filled(
                "({a}) {op} ({b})",
                a=card(inner),
                op=one_of("is", "is not", "matches"),
                b=card(inner),
            ),
            filled(
                "({a}) {op} ({b})",
                a=card(inner),
                op=one_of("is in", "is not in", "matches"),
                b=cards(inner),
            ),
            filled("({a}) {op} ({b})", a=cards(inner), op=one_of("is", "is not"), b=cards(inner)),
            filled(
                "({a}) {op} ({b})",
                a=player(inner),
                op=one_of("is", "is not", "is in"),
                b=st.one_of(players(inner)),
            ),
            filled(
                "({a}) is {n}between ({b}) and ({c})",
                a=number(inner),
                n=one_of("", "not "),
                b=number(inner),
                c=number(inner),
            ),
            filled(
                "({c}) is {w}",
                c=cards(inner),
                w=one_of("empty", "not empty", "matching", "suited", "consecutive", "not suited"),
            ),
            filled(
                "({c}) is {w}",
                c=card(inner),
                w=one_of(
                    "playable",
                    "not playable",
                    "face up",
                    "face down",
                    "not face up",
                    "red",
                    "hearts",
                    "nothing",
                    "not nothing",
                ),
            ),
            filled("({c}) beats ({d})", c=card(inner), d=card(inner)),
            filled("({c}) fits ({d})", c=card(inner), d=cards(inner)),
            filled("({p}) is {w}", p=player(inner), w=one_of("out", "not out", "nothing")),
            filled(
                "({w} card in ({c}) where {y})",
                w=one_of("any", "every", "no"),
                c=cards(inner),
                y=said_of_card(inner),
            ),
            filled(
                "({w} {k} cards in ({c}) have {y})",
                w=one_of("at least", "at most", "exactly", "fewer than", "more than"),
                k=one_of("0", "2", "n"),
                c=cards(inner),
                y=said_of_card(inner),
            ),
            filled(
                "({w} player where {y})", w=one_of("any", "every", "no"), y=said_of_player(inner)
            ),
        ),
    )


def said_of_card(depth: int) -> Texts:
    """What may stand in a `where` over cards."""
    simple = one_of("rank is K", "suit is hearts", "value > 6", "card is playable", "color is red", "place is not row",
                    "card is not top of row", "worth = 2", "rank >= 7")  # fmt: skip
    if depth <= 0:
        return simple
    return st.one_of(
        simple,
        filled("(value < {a})", a=number(depth - 1)),
        filled("(card is in ({c}))", c=cards(depth - 1)),
    )


def said_of_player(depth: int) -> Texts:
    """What may stand in a `where` over players."""
    simple = one_of(
        "tricks > 1",
        "player is you",
        "hand is empty",
        "chips >= your chips",
        "strength > 10",
        "position = 2",
    )
    if depth <= 0:
        return simple
    return st.one_of(
        simple,
        filled("(size of hand > {a})", a=number(depth - 1)),
        filled("(any card in hand where {y})", y=said_of_card(0)),
    )


ANY: Callable[[], Texts] = lambda: st.one_of(
    number(), card(), cards(), rank(), player(), players(), yesno()
)
MANY = 15
FIND = settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))


def value_of(text: str) -> Any:
    """The value of an expression, or the code of the run-time error it gives."""
    state, people = position(RULES, "start")
    tree, wrong = parse("expr", scalar(text))
    assert tree is not None, (text, wrong)
    findings = Findings()
    expr = ExpressionChecker(state.game.symbols, findings).expr(
        tree, Scope(you=Const(PLAYER, False, 0), persons=people)
    )
    # Two things that have no type in common are told, and not evaluated.
    assume(not findings.diagnostics)
    looked = state.clone()
    try:
        found = state.game.evaluate(expr, looked)
    except RuleError as error:
        assert error.code == "R703", text
        return error.code
    assert looked == state, f"{text} changed something"
    return found


@FIND
@given(text=ANY())
def test_whatever_fits_together_has_a_value(text: str) -> None:
    first = value_of(text)
    assert value_of(text) == first


@FIND
@given(a=yesno(2), b=yesno(2))
def test_logic(a: str, b: str) -> None:
    left, right = value_of(a), value_of(b)
    assume("R703" not in (left, right))
    assert left in (True, False)
    assert value_of(f"({a}) and ({b})") == (left and right)
    assert value_of(f"({a}) or ({b})") == (left or right)
    assert value_of(f"({a}) unless ({b})") == (left or right)
    assert value_of(f"not ({a})") == (not left)
    assert value_of(f"not (({a}) and ({b}))") == value_of(f"not ({a}) or not ({b})")


@FIND
@given(a=number(2), b=number(2))
def test_comparing(a: str, b: str) -> None:
    left, right = value_of(a), value_of(b)
    assume("R703" not in (left, right))
    there = left is not None and right is not None
    assert value_of(f"({a}) = ({b})") == (left == right)
    assert value_of(f"({a}) != ({b})") == (left != right)
    assert value_of(f"({a}) < ({b})") == (there and left < right)
    assert value_of(f"({a}) >= ({b})") == (there and left >= right)
    assert value_of(f"not ({a}) < ({b})") == (not (there and left < right))
    assert value_of(f"({a}) + ({b})") == (left + right if there else None)
    assert value_of(f"({a}) * ({b})") == (left * right if there else None)
    assert value_of(f"smaller of ({a}) and ({b})") == (min(left, right) if there else None)
    if there and right != 0:
        assert value_of(f"({a}) / ({b})") == left // right
        assert value_of(f"({a}) mod ({b})") == left % right


@FIND
@given(source=cards(2), where=said_of_card(1))
def test_picking(source: str, where: str) -> None:
    found = value_of(f"all cards in ({source}) where {where}")
    assume(found != "R703")
    assert isinstance(found, list | tuple)
    picked = list(found)
    count = value_of(f"number of cards in ({source}) where {where}")
    assert count == len(picked)
    assert value_of(f"any card in ({source}) where {where}") == (len(picked) > 0)
    assert value_of(f"no card in ({source}) where {where}") == (len(picked) == 0)
    everything = value_of(f"all cards in ({source})")
    assert isinstance(everything, list | tuple)
    assert value_of(f"every card in ({source}) where {where}") == (len(picked) == len(everything))
    assert value_of(f"first card in ({source}) where {where}") == (picked[0] if picked else None)
    assert value_of(f"last card in ({source}) where {where}") == (picked[-1] if picked else None)
    for word, holds in (
        ("at least", len(picked) >= 2),
        ("at most", len(picked) <= 2),
        ("exactly", len(picked) == 2),
    ):
        assert value_of(f"{word} 2 cards in ({source}) have {where}") == holds
