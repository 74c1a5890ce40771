"""Results as tables: rows for other programs, and what a notebook shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .figures import number, percent, rounded

if TYPE_CHECKING:
    from .comparison import Comparison, Comparisons, Difference
    from .results import Simulation, Spread


def rows_of_simulation(found: Simulation) -> list[dict[str, Any]]:
    """A row for each figure: its `metric`, what it is `of` (a seat, a move, ...; or nothing), its
    `value`, and `low` and `high` if it has an interval, else None."""
    return [
        dict(zip(("metric", "of", "value", "low", "high"), row, strict=True))
        for row in _figures("", found.to_json())
    ]


def _figures(of: str, value: Any, metric: str = "") -> Iterator[tuple[Any, ...]]:
    """All figures of plain data, one by one."""
    if isinstance(value, dict):
        if "low" in value:
            yield metric, of, value["value"], value["low"], value["high"]
            return
        if "seat" in value:
            of = f"P{value['seat'] + 1}"
        elif "name" in value:
            of = f"{value['kind']} {value['name']}"
        elif "code" in value:
            of = value["code"]
        for name, part in value.items():
            if name not in ("seat", "kind", "name", "code", "counts"):
                yield from _figures(of, part, f"{metric}.{name}" if metric else name)
    elif isinstance(value, list):
        for part in value:
            yield from _figures(of, part, metric)
    elif value is not None:
        yield metric, of, value, None, None


def rows_of_comparison(found: Comparison) -> list[dict[str, Any]]:
    """A row for each difference, with the house rules of both sides."""
    sides = {"with": ", ".join(found.overlays), "against": ", ".join(found.against)}
    rows = []
    for told in found.to_json()["differences"]:
        interval = told.pop("difference")
        rows.append({
            **sides, "metric": told.pop("name"), "kind": told.pop("kind"),
            "base": told.pop("base"), "variant": told.pop("variant"),
            "difference": interval["value"], "low": interval["low"], "high": interval["high"],
            **told,
            "pairs": found.pairs, "asked": found.asked, "interrupted": found.interrupted,
        })  # fmt: skip
    return rows


# --------------------------------------------------------------------------------------------
# For notebooks


def html_of_simulation(found: Simulation) -> str:
    """Who wins, and how long games are: the rest is in its rows."""
    differ = len({seat.bot for seat in found.seats}) > 1
    gains = any(seat.payoff is not None for seat in found.seats)
    head = ["seat", *(["bot"] if differ else []), "% of games won"]
    head += ["payoff a game"] if gains else []
    seats = []
    for seat in found.seats:
        row = [f"P{seat.seat + 1}", *([seat.bot] if differ else []), percent(seat.won)]
        row += [number(seat.payoff)] if seat.payoff is not None else []
        seats.append(row)
    spreads = [
        _spread(name, spread)
        for name, spread in (
            ("turns", found.turns),
            ("decisions", found.decisions),
            ("legal moves", found.choices),
            ("winner's margin", found.margin),
        )
        if spread is not None
    ]
    games = played(found.games, "game", found.asked if found.interrupted else None)
    title = f"{_side(found.game, found.overlays)}: {games}, seed {found.seed}"
    return (
        _title(title)
        + _table(head, seats, texts=1 + differ)
        + _table(["", "mean", "5 %", "50 %", "95 %", "most"], spreads)
    )


def _spread(name: str, spread: Spread) -> list[str]:
    parts = (spread.p5, spread.p50, spread.p95, spread.most)
    return [name, number(spread.mean, alike=not spread.deviation), *(f"{n:,}" for n in parts)]


def html_of_comparison(found: Comparison) -> str:
    """All differences, with a star at each that is shown."""
    against = _side(found.game, found.against)
    title = f"{_side(found.game, found.overlays)}, against {against}: "
    pairs = played(found.pairs, "pair", found.asked if found.interrupted else None)
    title += f"{pairs} of games, seed {found.seed}"
    heads = ["against", "with"] if found.against else ["without", "with"]
    rows = [_difference(one) for one in found.differences]
    return _title(title) + _table(["", *heads, "difference", "shown"], rows)


COLUMNS = ("P1 wins", "team 1 wins", "turns", "winner's margin", "several winners")
COLUMNS_ALONE = ("P1 wins", "P1 payoff", "decisions")
"""What is told of each of many house rules, in one line; and of a patience."""


def columns(found: Sequence[Comparison]) -> list[str]:
    """Those of them that any of the house rules has to do with."""
    there = {one.name for comparison in found for one in comparison.differences}
    alone = bool(found) and found[0].players == 1
    return [name for name in (COLUMNS_ALONE if alone else COLUMNS) if name in there]


def html_of_comparisons(found: Comparisons) -> str:
    """A line for each house rule, with a star at each difference that is shown."""
    there = columns(found.comparisons)
    rows = []
    for comparison in found:
        by_name = {one.name: one for one in comparison.differences}
        cells = [_difference(by_name[n])[3:] if n in by_name else ["-", ""] for n in there]
        rows.append([
            ", ".join(comparison.overlays), f"{comparison.pairs:,}", percent(comparison.changed),
            *(f"{told}{star}" for told, star in cells),
        ])  # fmt: skip
    rules = played(len(rows), "house rule")
    title = f"{found.game}: {rules}, {played(found.players, 'player')}, seed {found.seed}"
    return _title(title) + _table(["house rule", "pairs", "% changed", *there], rows)


def _difference(one: Difference) -> list[str]:
    is_share = one.kind == "share"
    return [
        f"{one.name}, %" if is_share else one.name,
        *(rounded((100 if is_share else 1) * side) for side in (one.base, one.variant)),
        percent(one.difference) if is_share else number(one.difference, alike=one.is_same),
        "*" if one.is_shown else "",
    ]


def played(count: int, what: str, asked: int | None = None) -> str:
    """So many games, or `1 pair`; if the series was interrupted, of so many that were asked for."""
    of = "" if asked is None else f" of {asked:,}"
    return f"{count:,}{of} {what}{'s' * (count != 1 or asked is not None)}"


def _side(game: str, overlays: Sequence[str]) -> str:
    return f"{game} with {', '.join(overlays)}" if overlays else game


def _title(text: str) -> str:
    return f"<p><b>{escape(text)}</b></p>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> str:
    """The first columns are `texts`, the others figures, which stand at the right."""

    def line(kind: str, cells: Sequence[str]) -> str:
        return "".join(
            f'<{kind} style="text-align: {"left" if place < texts else "right"}">'
            f"{escape(cell)}</{kind}>"
            for place, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{line('th', head)}</tr></thead><tbody>{body}</tbody></table>"
