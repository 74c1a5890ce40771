"""How long the rules of the shipped games are: `python -m tests.lengths`.

Counted are the lines of a rule file that say something, without its examples; neither empty lines
nor those with a comment alone.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

GAMES = Path(__file__).resolve().parents[1] / "rulesets"

LONGEST = 150
"""No game has more lines of rules than this."""
MEDIAN = 90
"""Half of the games have no more than this."""


def lines_of_rules(text: str) -> int:
    """The number of lines that say something, outside `examples`."""
    count, in_examples = 0, False
    for line in text.splitlines():
        if line[:1].strip():
            in_examples = line.startswith("examples:")
        count += not in_examples and bool(line.strip()) and not line.lstrip().startswith("#")
    return count


def lengths() -> dict[str, int]:
    """The lines of rules of each shipped game, by its name; the shortest first."""
    counted = {
        path.stem: lines_of_rules(path.read_text(encoding="utf-8")) for path in GAMES.glob("*.yaml")
    }
    return dict(sorted(counted.items(), key=lambda item: (item[1], item[0])))


def main() -> None:
    """Prints the table."""
    found = lengths()
    for game, lines in found.items():
        print(f"{lines:4} {game}")
    print(f"{len(found)} games: median {median(found.values()):g}, longest {max(found.values())}")


if __name__ == "__main__":
    main()
