"""Where the program begins: Ctrl-C is answered even while the rest is still being loaded."""

import sys


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        from .main import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("rulerun: interrupted\n")
        return 130
