"""`python -m rulerun`: an installed package has this file as `rulerun/__main__.py`."""

import sys

from rulerun.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
