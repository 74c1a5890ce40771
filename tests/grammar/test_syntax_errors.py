"""What is said about texts that do not fit: E301, E302, E303.

`tests/golden/syntax/NAME.cases` holds a start rule and a text on each line, `NAME.out` what people
see. A case is added by adding a line and running `pytest --update`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import pytest

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.parser import parse
from rulerun.grammar.rendering import render_full
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.vocabulary.codes import CODES
from rulerun.grammar.vocabulary.effects import EFFECTS, SYNONYMS, effect_for
from rulerun.grammar.wording_forms import Wording
from rulerun.grammar.wording_table import table

SYNTAX = Path(__file__).resolve().parents[1] / "golden" / "syntax"
FILES = sorted(SYNTAX.glob("*.cases"))


def cases(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            start, _, text = line.partition(":")
            yield start, text.strip()


def found(start: str, text: str, *, name: str = "rules.yaml") -> list[Diagnostic]:
    file = SourceFile(name, text)
    scalar = Scalar(text, Span(file, 0, len(text)), tuple(range(len(text))))
    tree, diagnostics = parse(start, scalar)
    assert (tree is None) == bool(diagnostics)
    return diagnostics


def one(start: str, text: str) -> tuple[str, int, str, str]:
    """Code, column, message and suggestion of the only mistake."""
    (d,) = found(start, text)
    return d.code, d.span.column, d.message, d.suggestion or ""


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_messages(path: Path, golden: Callable[[str, str], None]) -> None:
    blocks = []
    for start, text in cases(path):
        diagnostics = found(start, text, name=start)
        assert diagnostics, f"{start}: {text!r} is read without a fault"
        blocks.append(f"{start}: {text}\n{render_full(diagnostics).rstrip()}\n")
    golden(f"syntax/{path.stem}.out", "\n".join(blocks))


def test_no_message_speaks_of_the_parser() -> None:
    for path in FILES:
        for start, text in cases(path):
            for d in found(start, text):
                said = " ".join([d.message, d.suggestion or "", *(n.message for n in d.notes)])
                bare = re.sub(re.escape(text), "", said)
                assert not re.search(r"__ANON|[A-Z]{2,}_|token|terminal|EOF|\$END", bare), said


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("pot >", 6, "the text ends where a value is missing"),
        ("(pot > 1", 9, "')' is missing at the end of the text"),
    ],
)
def test_at_the_end_of_the_text_the_column_is_after_its_last_character(
    text: str, column: int, message: str
) -> None:
    assert one("expr", text)[:3] == ("E301", column, message)


def test_the_end_of_a_text_within_a_file() -> None:
    file = SourceFile("rules.yaml", "when: pot >\nnext: 1\n")
    scalar = Scalar("pot >", Span(file, 6, 11), tuple(range(6, 11)))
    _, (d,) = parse("expr", scalar)
    assert (d.span.line, d.span.column) == (1, 12)


@pytest.mark.parametrize(
    ("start", "text", "column", "suggestion"),
    [
        ("who", "players in turn if hand is not empty", 17, "write 'where'"),
        ("who", "players in turn who have hand is not empty", 17, "write 'with'"),
        ("who", "players in turn wit chips > 0", 17, "did you mean 'with'?"),
        (
            "who",
            "players in turn starting caller where chips > 0",
            26,
            "write: players in turn starting with caller where chips > 0",
        ),
        ("line", "move top of discard to your hand draw 1 from stock", 34, "write '; draw ...'"),
        ("line", "move card to discard lay set on table", 22, "write '; lay ...'"),
    ],
)
def test_the_place_of_what_is_wrong_or_missing(
    start: str, text: str, column: int, suggestion: str
) -> None:
    assert one(start, text)[1] == column
    assert one(start, text)[3] == suggestion


def test_a_bracket_whose_partner_is_missing_is_shown() -> None:
    (told,) = found("choice", "meld in your hand + discard)")
    assert [n.span.column for n in told.notes if n.span is not None and n.equal] == [28]


@pytest.mark.parametrize("word", ["orb", "andy", "nota", "isnt", "inside", "ofter", "unlessy"])
def test_no_keyword_is_cut_out_of_a_longer_word(word: str) -> None:
    code, column, message, _ = one("expr", f"x {word}")
    assert (code, column) == ("E301", 3)
    assert message.startswith(f"found '{word}' where a comparison, arithmetic, 'and', 'or' or")


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("number of players where chips > 0 < 2", "number of players where chips > 0"),
        ("x + number of cards whose suit is y = 2", "number of cards whose suit is y"),
        ("(total bet of players where out is x != 2)", "total bet of players where out is x"),
        ("exactly 2 cards in hand have rank is 8 is x", "exactly 2 cards in hand have rank is 8"),
        ("no card in hand where x > 1 > 2", "no card in hand where x > 1"),
    ],
)
def test_what_follows_a_where_asks_for_brackets(text: str, phrase: str) -> None:
    code, _, _, suggestion = one("expr", text)
    assert (code, suggestion) == ("E302", f"put brackets round '{phrase}'")
    start = text.index(phrase)
    bracketed = f"{text[:start]}({phrase}){text[start + len(phrase) :]}"
    assert found("expr", bracketed) == []


@pytest.mark.parametrize("operator", ["+", "-", "without", "*", "/", "mod"])
@pytest.mark.parametrize("which", ["smaller", "larger"])
def test_arithmetic_after_smaller_of(operator: str, which: str) -> None:
    text = f"{which} of x and your chips {operator} 1"
    code, column, _, suggestion = one("expr", text)
    assert (code, column) == ("E302", text.index(operator, 20) + 1)
    first, second = suggestion.removeprefix("write ").split(", or ")
    assert first == f"({which} of x and your chips) {operator} 1"
    assert second == f"{which} of x and (your chips {operator} 1)"
    assert found("expr", first) == found("expr", second) == []


@pytest.mark.parametrize("word", sorted(SYNONYMS))
def test_every_synonym_leads_to_its_effect(word: str) -> None:
    template = EFFECTS[SYNONYMS[word]].template
    code, column, message, suggestion = one("line", f"{word} 1 to pot")
    assert (code, column, message) == ("E303", 1, f"'{word}' is no effect")
    assert template in suggestion
    code, column, message, suggestion = one("line", f"dealer {word}s 1 to pot")
    assert (code, column, message) == ("E303", 8, f"'{word}s' is no effect")
    assert template in suggestion or word == "play"  # whoever plays, plays next
    assert effect_for(f"{word}s") == SYNONYMS[word]


BROKEN = {
    "pays": "dealer pays 1 pot",
    "takes": "take all pot",
    "split": "split pot to players",
    "scores": "dealer scores",
    "deal": "deal 2 cards of stock to each hand",
    "draws": "draw 1 of stock",
    "move": "move card on discard",
    "gather": "gather hand to stock",
    "shuffle": "shuffle stock with discard",
    "flip": "flip stock to discard",
    "turn": "turn top of stock up",
    "show": "show card for you",
    "lay": "lay card to table",
    "becomes": "dealer becomes",
    "add": "add 1 on count",
    "remove": "remove 1 of count",
    "let": "let x = 3",
    "consults": "consult 3",
    "end": "end 3",
    "go to": "go to 3",
    "say": "say hello",
}


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_broken_effect_shows_how_it_is_written(name: str) -> None:
    code, _, _, suggestion = one("line", f"shuffle stock; {BROKEN[name]}")
    assert code == "E301"
    shown = {"say": 'write: say "Hello"'}.get(name, f"is written: {EFFECTS[name].template}")
    assert suggestion.lower().endswith(shown.lower())


def test_an_effect_without_a_gap_cannot_be_broken() -> None:
    whole = set(EFFECTS) - set(BROKEN)
    assert whole == {
        "go again",
        "reverse direction",
        "do nothing",
        "drops out",
        "plays next",
        "end your turn",
    }


@pytest.mark.parametrize("code", ["E301", "E302", "E303"])
def test_the_examples_of_the_codes(code: str) -> None:
    def said(yaml: str) -> set[str]:
        line = yaml.splitlines()[-1].strip().partition(": ")[2]
        start = "ending" if yaml.startswith("end") else "line"
        return {d.code for d in found(start, line)}

    assert said(CODES[code].bad) == {code}
    assert said(CODES[code].good) == set()


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("line", 'each player pays the 2 to the pot; say "the and, a -> the"'),
        ("expr", "the number of the cards in the hand that have a value > 3"),
        ("option", "number from 1 to 3, normally 1 -- the"),
        ("line", "when any player has chips = 0 -> that player drops out"),
    ],
)
def test_articles_before_names_nouns_and_in_quotes(start: str, text: str) -> None:
    assert not found(start, text)


PACK = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), *"JQK"))


@pytest.mark.parametrize("row", table(), ids=lambda row: row.pattern.pattern[:40])
def test_a_wording_is_looked_for_in_a_moment(row: Wording) -> None:
    """No pattern tries ways without number where a text repeats itself."""
    for text in (PACK, "size of " * 45, "a, b " * 70, "player's " * 40, "each x in y " * 30):
        begun = process_time()
        row.pattern.fullmatch(f"{text} ?")
        list(row.pattern.finditer(f"{text} ?"))
        assert process_time() - begun < 0.5
