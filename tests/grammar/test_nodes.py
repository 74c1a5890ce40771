"""Texts put together from several: every character still knows its file and its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulerun.grammar.nodes import Scalar, composed
from rulerun.grammar.source import SourceFile, Span


def scalar(text: str, name: str, start: int = 0) -> Scalar:
    """A text that stands in a file of its own, from some offset on."""
    file = SourceFile(name, "." * start + text)
    end = start + len(text)
    return Scalar(text, Span(file, start, end), tuple(range(start, end)))


OLD = scalar("when C -> do this", "old.yaml", 7)
NEW = scalar("do that", "new.yaml", 3)
ROW = composed([(OLD, 0, 10), (NEW, 0, 7)], NEW.span, over=OLD)


def test_a_composed_text_reads_as_one() -> None:
    assert ROW.text == "when C -> do that"
    assert ROW.span == NEW.span
    assert ROW.over is OLD


def test_each_part_stands_where_it_was_written() -> None:
    assert ROW.span_at(5, 6) == Span(OLD.span.file, 12, 13)
    assert ROW.span_at(10, 12) == Span(NEW.span.file, 3, 5)
    assert ROW.span_at(13, 17).text == "that"


def test_a_stretch_over_several_parts_is_cut_to_the_one_that_matters() -> None:
    assert ROW.span_at(0, 17) == NEW.span
    assert ROW.span_at(5, 12).text == "do"
    first = composed([(OLD, 0, 5), (NEW, 0, 2), (OLD, 9, 17)], OLD.span)
    assert first.span_at(3, 8).text == "n "


def test_an_empty_stretch_has_a_place() -> None:
    assert ROW.span_at(17, 17) == Span(NEW.span.file, 10, 10)
    assert ROW.span_at(10, 10) == Span(NEW.span.file, 3, 3)
    assert ROW.span_at(0, 0) == Span(OLD.span.file, 7, 7)


def test_what_stands_in_no_file_counts_as_standing_at_a_place() -> None:
    here = Span(NEW.span.file, 3, 3)
    row = composed([(Scalar("when ", here), 0, 5), (NEW, 0, 7)], NEW.span)
    assert row.span_at(0, 4) == here
    assert row.span_at(0, 8) == Span(NEW.span.file, 3, 6)


PARTS = st.lists(
    st.tuples(st.text("ab ", max_size=5), st.integers(0, 5), st.integers(0, 5)), max_size=4
)


@given(PARTS, st.integers(0, 20), st.integers(0, 20))
def test_any_stretch_of_any_composed_text(
    parts: list[tuple[str, int, int]], start: int, end: int
) -> None:
    sources = [
        (scalar(text, f"{i}.yaml", i), min(s, len(text)), min(e, len(text)))
        for i, (text, s, e) in enumerate(parts)
    ]
    nowhere = Span(SourceFile("none.yaml", ""), 0, 0)
    whole = composed(sources, sources[-1][0].span if sources else nowhere)
    assert whole.text == "".join(t.text[s:e] for t, s, e in sources)
    for i, char in enumerate(whole.text):
        assert whole.span_at(i, i + 1).text == char
    span = whole.span_at(start, max(start, end))
    assert 0 <= span.start <= span.end <= len(span.file.text)
    # A part of it is a composed text too, and its characters stand where they stood.
    start, end = min(start, len(whole.text)), min(end, len(whole.text))
    part = whole.part(start, end)
    assert part.text == whole.text[start:end]
    for i in range(len(part.text)):
        assert part.span_at(i, i + 1) == whole.span_at(start + i, start + i + 1)


def test_a_part_of_a_plain_text() -> None:
    part = OLD.part(5, 6)
    assert (part.text, part.span.text, part.offsets) == ("C", "C", (12,))
    assert Scalar("when C", OLD.span).part(5, 6).offsets is None


def test_there_is_no_way_to_another_file() -> None:
    assert OLD.span.to(NEW.span) == OLD.span
