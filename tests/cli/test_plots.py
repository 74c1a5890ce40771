"""`--plot`: a picture of what was measured, the same file each time, in which nothing covers another."""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulerun import compare, simulate
from rulerun.cli import plotting

from .command import Rulerun

pytest.importorskip("matplotlib")
pytestmark = pytest.mark.xdist_group("plots")  # one process loads the library

FEW = ("--games", "40", "--jobs", "1")


def covered(figure: Any) -> list[str]:
    """Texts of a figure that leave it, or lie over others."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    # Matplotlib keeps labels of places that are not on the axis, and does not draw them.
    off = {
        tick.label1
        for axis in itertools.chain.from_iterable((a.xaxis, a.yaxis) for a in figure.axes)
        for tick in axis.get_major_ticks()
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
    places = {
        f"{text.get_text()!r} {number}": text.get_window_extent(canvas.get_renderer())
        for number, text in enumerate(figure.findobj(Text))
        if text.get_visible() and text.get_text().strip() and text not in off
    }
    page = figure.bbox
    found = [name for name, box in places.items() if not _inside(box, page)]
    for (one, box), (other, its) in itertools.combinations(places.items(), 2):
        if box.x0 < its.x1 and its.x0 < box.x1 and box.y0 < its.y1 and its.y0 < box.y1:
            found.append(f"{one} and {other}")
    return found


def _inside(box: Any, page: Any) -> bool:
    return bool(box.x0 >= page.x0 and box.x1 <= page.x1 and box.y0 >= page.y0 and box.y1 <= page.y1)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are drawn, which no file gets."""
    found: list[Any] = []

    def kept(path: str, figure: Any) -> None:
        from matplotlib import rc_context

        with rc_context(plotting.STYLE):
            found.append(figure())

    for name in ("simulate", "compare"):
        __import__(f"rulerun.cli.{name}")
        monkeypatch.setattr(sys.modules[f"rulerun.cli.{name}"], "draw", kept)
    return found


def texts(figure: Any) -> list[str]:
    from matplotlib.text import Text

    return [text.get_text() for text in figure.findobj(Text)]


def test_a_series_is_drawn(rulerun: Rulerun, tmp_path: Path, drawn: list[Any]) -> None:
    path = tmp_path / "a.svg"
    bots = ("--bot", "1=random without fold")
    done = rulerun("simulate", "kuhn", *FEW, *bots, "--plot", str(path))
    assert done.code == 0 and done.out == rulerun("simulate", "kuhn", *FEW, *bots).out
    assert {"kuhn", "P1, random without fold", "P2, random", "Turns of a game"} < set(
        texts(drawn[0])
    )
    row = next(line for line in done.out.splitlines() if line.startswith("P1 "))
    assert next(text for text in texts(drawn[0]) if " to " in text and "(" in text) in row
    assert covered(drawn[0]) == []


def test_a_comparison_is_drawn_the_same_each_time(tmp_path: Path) -> None:
    from rulerun.cli.plots import of_comparison

    found = compare("kuhn", overlays=["one_raise"], games=40)
    written = []
    for name in ("a.svg", "b.SVG", "a.pdf", "a.png"):
        plotting.draw(str(tmp_path / name), lambda: of_comparison(found))
        written.append((tmp_path / name).read_bytes())
    svg, svg2, pdf, png = written
    assert svg == svg2
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert b"<!-- P1 payoff -->" in svg and b"<!-- P2 wins -->" in svg
    assert b"CreationDate" not in pdf and pdf.startswith(b"%PDF")
    assert png.startswith(b"\x89PNG")


def test_many_seats_and_long_names_leave_each_other_room() -> None:
    from matplotlib import rc_context

    from rulerun.cli.plots import of_comparison, of_comparisons, of_simulation

    columns = ("P1 wins", "turns", "winner's margin", "several winners")
    long = ("a_house_rule_whose_name_tells_everything_of_it", "another_one_that_tells_much")
    found = compare("in_between", overlays=["triple_penalty"], players=8, games=12)
    found = replace(found, overlays=long, against=long)
    with rc_context(plotting.STYLE):
        for figure in (
            of_simulation(replace(simulate("in_between", players=8, games=12), overlays=long)),
            of_comparison(found),
            of_comparisons([found, replace(found, overlays=("short",)), found], columns),
        ):
            assert covered(figure) == []


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("plot.jpg", 2, "a file that ends in .svg, .png or .pdf is needed, not 'plot.jpg'"),
        ("plot", 2, "a file that ends in .svg, .png or .pdf is needed, not 'plot'"),
        ("", 2, "a file that ends in .svg, .png or .pdf is needed, not ''"),
        ("no/such/folder.svg", 3, "the file no/such/folder.svg cannot be written (no such file"),
    ],
)
def test_files_that_are_refused_before_anything_is_played(
    rulerun: Rulerun, path: str, code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulerun.interpreter.loading.read_rules", None)
    for command in ("simulate", "compare"):
        done = rulerun(command, "kuhn", "--plot", path)
        assert (done.code, done.out) == (code, "")
        assert said in done.err


def test_without_the_library_it_is_said_how_to_get_it(
    rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = rulerun("simulate", "kuhn", "--plot", str(tmp_path / "a.svg"))
    assert (done.code, done.out) == (2, "")
    assert "plots need Matplotlib, which is not there: pip install matplotlib" in done.err


def test_what_was_measured_is_told_where_the_plot_cannot_be_written_any_more(
    rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "plots"
    folder.mkdir()
    path, told = folder / "a.svg", tmp_path / "told.txt"
    draw = plotting.draw

    def gone(path: str, figure: Any) -> None:
        folder.rmdir()
        draw(path, figure)

    monkeypatch.setattr("rulerun.cli.simulate.draw", gone)
    done = rulerun("simulate", "kuhn", *FEW, "--plot", str(path), "--output-file", str(told))
    assert done.code == 3
    assert f"the file {path} cannot be written (no such file or directory)" in done.err
    assert told.read_text(encoding="utf-8").startswith("kuhn: 40 games")
