"""Results as tables: rows that fit into a data frame, and what a notebook shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import rulerun
from rulerun.interpreter.simulation.comparison import Comparison
from rulerun.interpreter.simulation.results import Simulation


@pytest.fixture(scope="module")
def series() -> Simulation:
    return rulerun.simulate("kuhn", games=40, bots=["random", "random without fold"])


@pytest.fixture(scope="module")
def pairs() -> Comparison:
    return rulerun.compare("kuhn", overlays=["one_raise"], games=40)


def test_rows_all_have_the_same_columns_and_plain_values(
    series: Simulation, pairs: Comparison
) -> None:
    for rows in (series.rows(), pairs.rows()):
        assert len(rows) >= 10
        assert all(list(row) == list(rows[0]) for row in rows)
        assert all(
            value is None or isinstance(value, str | int | float)
            for row in rows
            for value in row.values()
        )


def test_rows_say_what_the_results_say(series: Simulation, pairs: Comparison) -> None:
    won = next(row for row in series.rows() if (row["metric"], row["of"]) == ("seats.won", "P2"))
    assert won["value"] == pytest.approx(series.seats[1].won.value)
    assert won["low"] < won["value"] < won["high"]
    assert [row["metric"] for row in pairs.rows()] == [one.name for one in pairs.differences]
    for row, one in zip(pairs.rows(), pairs.differences, strict=True):
        assert (row["with"], row["against"]) == ("one_raise", "")
        assert row["difference"] == pytest.approx(one.difference.value)
        assert row["is_shown"] is one.is_shown


def tables(shown: str) -> list[list[list[str]]]:
    """The cells of tables; what is not well-formed is refused."""
    return [
        [[cell.text or "" for cell in row] for row in table.iter("tr")]
        for table in ElementTree.fromstring(f"<div>{shown}</div>").iter("table")
    ]


def test_a_notebook_shows_who_wins_and_how_long_games_are(series: Simulation) -> None:
    seats, lengths = tables(series._repr_html_())
    assert seats[0] == ["seat", "bot", "% of games won", "payoff a game"]
    assert [row[:2] for row in seats[1:]] == [["P1", "random"], ["P2", "random without fold"]]
    assert [row[0] for row in lengths[1:]] == [
        "turns", "decisions", "legal moves", "winner's margin",
    ]  # fmt: skip


def test_a_notebook_shows_each_difference(pairs: Comparison) -> None:
    (table,) = tables(pairs._repr_html_())
    assert table[0] == ["", "without", "with", "difference", "shown"]
    starred = [row[0].removesuffix(", %") for row in table[1:] if row[-1] == "*"]
    assert starred == [one.name for one in pairs.differences if one.is_shown] != []


@pytest.mark.parametrize("change", [lambda one: replace(one, game="<b>&amp;", overlays=("<i>",))])
def test_names_are_no_html(
    series: Simulation, pairs: Comparison, change: Callable[[Any], Any]
) -> None:
    for found in (series, pairs):
        shown = change(found)._repr_html_()
        assert "&lt;b&gt;&amp;amp; with &lt;i&gt;" in shown
        assert "<i>" not in shown and tables(shown)
