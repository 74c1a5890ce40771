"""What pyproject.toml cannot say: how the folders of the repository become the package rulerun.

No folder here is called rulerun, and three files that belong into rulerun/ itself live in the
folder of their subject (the table `files` of this hook in pyproject.toml). A wheel gets them at
their new place. An editable install gets links in .dev/rulerun/ to these files and to the folders:
real paths, as mypy and editors follow nothing else, and never copies, which would grow old.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulerunHook(BuildHookInterface[Any]):
    """Runs whenever a wheel is built, the editable kind included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Place the files, or the links; `version` is "standard" or "editable"."""
        files: dict[str, str] = self.config["files"]
        if version == "editable":
            folders: dict[str, str] = self.target_config["sources"]
            places = {new: old for old, new in folders.items()} | files
            link_all(Path(self.root), places)
        else:
            # A file that is included by force is left out at its own place.
            build_data["force_include"].update({old: new for new, old in files.items()})


def link_all(root: Path, places: dict[str, str]) -> None:
    """Make .dev/NEW a link to OLD for each entry, and remove what else lies in .dev/rulerun."""
    package = root / ".dev" / "rulerun"
    package.mkdir(parents=True, exist_ok=True)
    wanted = {root / ".dev" / new: root / old for new, old in places.items()}
    for path in package.iterdir():
        if path not in wanted and path.is_symlink():
            path.unlink()
    for link, target in wanted.items():
        # Two levels up: from .dev/rulerun/ to the repository, wherever that is moved to.
        relative = Path("..", "..", target.relative_to(root))
        if link.is_symlink() and link.readlink() == relative:
            continue
        link.unlink(missing_ok=True)
        link.symlink_to(relative, target_is_directory=target.is_dir())
