"""Let the tests run from a bare checkout, and compare texts with golden files.

Folder ``x/`` of the repository is the package ``rulerun.x``. ``pytest --update`` rewrites the golden
files; the change is then reviewed as a diff.
"""

from __future__ import annotations

import atexit
import difflib
import gc
import importlib.util
import os
import runpy
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"

# As the commands do (`cli.entry`): most of what a test makes are trees, which are no garbage.
gc.set_threshold(100_000)

# What CI tells the commands it runs is not meant for those that tests run.
for name in (
    "CI_PROJECT_DIR", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE", "RULERUN_FORMAT",
):  # fmt: skip
    os.environ.pop(name, None)

# Games that tests play are saved where nobody looks for theirs.
os.environ["RULERUN_SAVES"] = tempfile.mkdtemp(prefix="rulerun-test-saves-")
atexit.register(shutil.rmtree, os.environ["RULERUN_SAVES"], ignore_errors=True)

if importlib.util.find_spec("rulerun") is None:
    # Not installed: the links that an editable install would make serve as well, for this process
    # and for those that tests start.
    links = str(runpy.run_path(str(ROOT / "hatch_build.py"))["link"](ROOT))
    sys.path.insert(0, links)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [links, os.environ.get("PYTHONPATH")]))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--update``."""
    parser.addoption("--update", action="store_true", help="rewrite the golden files")


def _game_of(value: object) -> str | None:
    """The game that a parameter of a test is about: its name, its file, a house rule's file."""
    if isinstance(value, tuple | list):
        return next(filter(None, map(_game_of, value)), None)
    if not isinstance(value, str | Path):
        return None
    path = Path(value)
    name = path.parent.name if path.parent.parent.name == "overlays" else path.stem
    return name if name in _GAMES and path.suffix in ("", ".yaml") else None


_GAMES = frozenset(path.stem for path in (ROOT / "rulesets").glob("*.yaml"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that is asked about one game is for one process, which reads and makes it once."""
    for item in items:
        call = getattr(item, "callspec", None)
        if call is not None and item.get_closest_marker("xdist_group") is None:
            game = _game_of(list(call.params.values()))
            if game is not None:
                item.add_marker(pytest.mark.xdist_group(game))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden(name, text)``: `text` is what ``tests/golden/NAME`` holds.

    Under ``--update`` the file is written instead.
    """
    update = bool(request.config.getoption("--update"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        if not path.exists():
            pytest.fail(f"no golden file {name}; `pytest --update` writes it", pytrace=False)
        expected = path.read_bytes().decode("utf-8")
        if expected != text:
            lines = difflib.unified_diff(
                expected.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm=""
            )
            pytest.fail("\n".join(lines) or "only the ends of lines differ", pytrace=False)

    return compare
