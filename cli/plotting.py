"""Plots of what was measured, into a file: in which formats, and how they look."""

from __future__ import annotations

import io
import logging
import os
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .exits import USAGE, Failed
from .output import can_be_written, write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

F = TypeVar("F", bound=Callable[..., Any])

ENDINGS = (".svg", ".png", ".pdf")
_ALLOWED = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"

# Colours that people tell apart whatever they see of red and green (Okabe and Ito 2008).
INK, PALE, BLUE, ORANGE, LIGHT = "#222222", "#767676", "#0072b2", "#c04f00", "#8fc1e3"

STYLE: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.labelsize": 8,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "font.family": "DejaVu Sans",  # which comes with Matplotlib: it looks alike everywhere
    "font.size": 8,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "savefig.dpi": 200,
    "svg.fonttype": "path",
    "svg.hashsalt": "rulerun",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": PALE,
    "xtick.labelcolor": INK,
    "ytick.color": PALE,
    "ytick.labelcolor": INK,
}

# The same result is the same file to the byte: without a date.
_METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Creator": "rulerun", "Date": None},
    "png": {"Software": "rulerun"},
    "pdf": {"Creator": "rulerun", "Producer": "Matplotlib", "CreationDate": None},
}


def plot_option(command: F) -> F:
    """`--plot`: the file that gets a picture."""
    return click.option(
        "--plot", metavar="FILE", callback=_can_be_drawn,
        help=f"Draw it, too, into a file whose name ends in {_ALLOWED}.",
    )(command)  # fmt: skip


def _can_be_drawn(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """The path, tried before there is anything to draw."""
    if path is None:
        return None
    if _ending(path) not in ENDINGS:
        raise click.BadParameter(f"a file that ends in {_ALLOWED} is needed, not '{path}'")
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise Failed(
            "plots need Matplotlib, which is not there: pip install matplotlib, "
            "or rulerun with its extra 'plot'",
            USAGE,
        )
    return can_be_written(ctx, param, path)


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def draw(path: str, figure: Callable[[], Figure]) -> None:
    """Draw what makes a figure into a file; Failed if it cannot be written."""
    from matplotlib import rc_context

    kind = _ending(path)[1:]
    drawn = io.BytesIO()
    # What Matplotlib says of its caches, and of letters that its letters lack, is no news for people.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with rc_context(STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figure().savefig(drawn, format=kind, metadata=_METADATA[kind])
    write(path, drawn.getvalue())
