"""How fast positions are gone through, game by game: `python -m benchmarks.counts [NAME ...]`.

Counts what `tests/counts.yaml` has, checks it, and prints the positions a CPU second.
"""

from __future__ import annotations

import sys
import time

from tests.counting import all_counts, ways


def main() -> None:
    """Prints a line for each position that is counted from."""
    wanted = sys.argv[1:]
    for count in all_counts():
        if wanted and count.game not in wanted:
            continue
        state, moves_of = count.start()
        begun = time.process_time()
        found = [ways(state, depth, moves_of) for depth in range(1, len(count.counts) + 1)]
        seconds = time.process_time() - begun
        told = "" if found == count.counts else f", but {found} instead of {count.counts}"
        print(
            f"{count.game:16} {sum(found):7} in {seconds:5.2f} s: {sum(found) / seconds:7.0f}/s{told}"
        )


if __name__ == "__main__":
    main()
