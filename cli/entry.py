"""Where the program begins: Ctrl-C is answered even while the rest is still being loaded."""

import gc
import sys

_BETWEEN_COLLECTIONS = 100_000
"""How many more objects there are before Python looks for lost ones. Rules are trees: almost nothing
in them is lost, and to look as often as usual takes a seventh of a check."""


def main() -> int:
    """Run the command line and return the exit code."""
    gc.set_threshold(_BETWEEN_COLLECTIONS)
    try:
        from .main import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("rulerun: interrupted\n")
        return 130
