"""README.md's section of speed, made of the figures that were measured (`python -m benchmarks`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN = "<!-- speed: python -m benchmarks --readme -->"
END = "<!-- end of speed -->"
OTHERS = ("OpenSpiel", "RLCard", "PettingZoo", "plain loop")
"""The columns of the table."""


def speed_table(report: dict[str, Any]) -> str:
    """The section's tables: what rulerun makes of each game, as a multiple of what others do, then
    the rest."""
    others = [
        who for who in OTHERS if any(who in game["ratios"] for game in report["games"].values())
    ]
    lines = [
        f"| random legal moves | {' | '.join(f'times {who}' for who in others)} | decisions a second |",
        f"| --- |{' ---: |' * (len(others) + 1)}",
    ]
    for name, game in report["games"].items():
        cells = [f"{game['ratios'][who]:.2f}" if who in game["ratios"] else "" for who in others]
        rate = game["decisions_per_cpu_second"]["rulerun"]["median"]
        title = f"{name.replace('_', ' ')}, {game['players']} players"
        lines.append(f"| {title} | {' | '.join(cells)} | {_rounded(rate):,} |")
    lines += ["", "| other work | | |", "| --- | ---: | --- |"]
    clone, least = report["gin_clone"], report["least_deadwood"]
    lines.append(_row("copy of a state of gin", f"{clone['rulerun']['median']:.1f} µs", clone, 1))
    lines.append(
        _row(
            "least deadwood of ten cards",
            f"{_rounded(least['rulerun']['median']):,} a second",
            least,
            -1,
        )
    )
    counted = [values["median"] for values in report.get("positions", {}).values()]
    if counted:
        least_and_most = f"{_rounded(min(counted)):,} to {_rounded(max(counted)):,} a second"
        lines.append(
            f"| positions, counting all ways to go on | {least_and_most} | {len(counted)} games |"
        )
    for name, times in report["commands"].items():
        lines.append(f"| `{name.partition(',')[0]}`{_after(name)} | {_time(times)} | |")
    both = report.get("jobs")
    if both is not None:
        once, ratio = f"{both['one_job']:.1f} s", f"{both['times_as_fast']:.2f} times as fast"
        title = f"`simulate`, {both['games']:,} games of In-Between, one job"
        lines.append(f"| {title} | {once} | two jobs are {ratio} |")
    return "\n".join([*lines, "", f"Measured on {report['machine']}."])


def _after(name: str) -> str:
    rest = name.partition(",")[2]
    return f",{rest}" if rest else ""


def _time(times: dict[str, dict[str, float]]) -> str:
    whole, busy = (times[part]["median"] for part in ("milliseconds", "on_a_processor"))
    return f"{whole:.0f} ms, of them {busy:.0f} ms on a processor"


def _row(what: str, figure: str, values: dict[str, dict[str, float]], sign: int) -> str:
    """A row with what others need for the same: `sign` -1 where more is better."""
    ours = values["rulerun"]["median"]
    beside = [
        f"{(v['median'] / ours) ** sign:.1f} times as fast as {who}"
        for who, v in values.items()
        if who != "rulerun"
    ]
    return f"| {what} | {figure} | {', '.join(beside)} |"


def _rounded(value: float) -> int:
    """With three digits, as much as such a figure tells."""
    return int(float(f"{value:.3g}"))


def with_table(page: str, report: dict[str, Any]) -> str:
    """A page with the tables between the two marks; ValueError if it has no such marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md has no place for the figures: {BEGIN} ... {END}")
    return f"{before}{BEGIN}\n{speed_table(report)}\n{END}{after}"


def write_table(report: dict[str, Any]) -> None:
    """Write README.md's section of speed."""
    page = README.read_text(encoding="utf-8")
    README.write_text(with_table(page, report), encoding="utf-8")
