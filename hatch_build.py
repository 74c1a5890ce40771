"""What pyproject.toml cannot say: how the folders of the repository become the package rulerun.

No folder here is called rulerun, and three files that belong into rulerun/ itself live in the
folder of their subject (the table `files` of this hook in pyproject.toml). A wheel gets them at
their new place. An editable install gets links in .dev/rulerun/ to these files and to the folders:
real paths, as mypy and editors follow nothing else, and never copies, which would grow old.
`python hatch_build.py` makes the links alone.
"""

import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulerunHook(BuildHookInterface[Any]):
    """Runs whenever a wheel is built, the editable kind included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Place the files, or the links; `version` is "standard" or "editable"."""
        if version == "editable":
            link(Path(self.root))
        else:
            # A file that is included by force is left out at its own place.
            build_data["force_include"].update(
                {old: new for new, old in self.config["files"].items()}
            )


def link(root: Path) -> Path:
    """Make the links for the repository at `root`, and return the folder to import from."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    places = {new: old for old, new in wheel["sources"].items()} | wheel["hooks"]["custom"]["files"]
    wanted = {root / ".dev" / new: root / old for new, old in places.items()}
    package = root / ".dev" / "rulerun"
    package.mkdir(parents=True, exist_ok=True)
    for path in package.iterdir():
        if path.is_symlink() and path not in wanted:
            path.unlink()
    for path, target in wanted.items():
        # Relative, so that the links hold wherever the repository is moved to.
        relative = Path("..", "..", target.relative_to(root))
        if path.is_symlink() and path.readlink() == relative:
            continue
        path.unlink(missing_ok=True)
        path.symlink_to(relative, target_is_directory=target.is_dir())
    return package.parent


if __name__ == "__main__":
    link(Path(__file__).resolve().parent)
