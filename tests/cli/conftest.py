"""The command line run in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from rulerun.cli.main import main
from rulerun.interpreter import loading
from rulerun.interpreter.declarations.kept import KeptFile, KeptShelf, game_of
from rulerun.interpreter.declarations.library import RuleFile

from .command import ROOT, Done, Input, Rulerun

_read_rules = loading.read_rules

_OUTSIDE = (
    "NO_COLOR", "FORCE_COLOR", "COLUMNS", "RULERUN_FORMAT",
    "GITHUB_ACTIONS", "GITHUB_WORKSPACE", "GITHUB_STEP_SUMMARY", "CI_PROJECT_DIR",
)  # fmt: skip
"""What the environment may have that commands look at."""


@cache
def _read_shipped(name: str, overlays: tuple[str, ...], linted: bool) -> loading.Loaded:
    """Games that come with rulerun are read once for all tests."""
    return _read_rules(name, overlays, linted=linted)


@cache
def _read_kept(files: tuple[KeptFile, ...], overlays: tuple[str, ...]) -> loading.Loaded:
    """So are the rules that saves have."""
    return _read_rules(game_of(files), overlays)


def _read(
    path: str | os.PathLike[str] | RuleFile,
    overlays: Iterable[str] = (),
    *,
    linted: bool = False,
    forms: Iterable[RuleFile] = (),
) -> loading.Loaded:
    if isinstance(path, RuleFile):
        kept = path.shelf
        if isinstance(kept, KeptShelf) and {f.name for f in kept.files} >= {*overlays}:
            return _read_kept(kept.files, tuple(overlays))
        return _read_rules(path, overlays, linted=linted, forms=forms)
    name, *names = str(path), *overlays
    is_shipped = all(word.isidentifier() for word in (name, *names)) and Path.cwd() == ROOT
    if is_shipped:
        return _read_shipped(name, tuple(names), linted)
    return _read_rules(path, names, linted=linted)


@pytest.fixture
def rulerun(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Rulerun:
    """`rulerun("check", "gin", typed="...")`: the command in this process, at the root."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("RULERUN_SAVES", str(tmp_path / "saves"))
    monkeypatch.setattr(loading, "read_rules", _read)
    for name in _OUTSIDE:
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, typed: str | bytes = "") -> Done:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", Input(typed))
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """The command as a process of its own."""

    def run(
        *arguments: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "rulerun", *arguments],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=60,
        )

    return run
