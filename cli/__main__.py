"""`python -m rulerun`: an installed package has this file as `rulerun/__main__.py`."""

import sys

if __name__ == "__main__":
    try:
        from rulerun.cli.entry import main

        sys.exit(main())
    except KeyboardInterrupt:  # before main could see to it
        sys.stderr.write("rulerun: interrupted\n")
        sys.exit(130)
