"""What every command answers: Ctrl-C at any moment, nobody who reads, a closed output."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulerun.cli import entry
from rulerun.cli.main import _COMMANDS

from .command import ROOT

WRONG = "tests/golden/cli/wrong.yaml"
RIGHT = "tests/golden/cli/at_once.yaml"
SPEAKING = [
    f"play {RIGHT} --seed 1",
    "resume --list",
    "replay saved",
    "log saved",
    f"check {WRONG}",
    "test aussenseiter -v -k chips",
    "explain T401",
    "explain gin knock_limit",
    "list",
    "rules gin",
    "show gin",
    "render gin --with big_gin",
    "diff gin --with big_gin",
    "compat aussenseiter",
    f"fuzz {RIGHT} --games 1",
    "simulate kuhn --games 20",
    "compare kuhn --with one_raise --games 20",
    "odds kuhn",
    f"overlay new {RIGHT} edited.yaml",
    "new game my_game",
    "schema",
]
"""Each command as it says something on the standard output."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


@cache
def a_save() -> bytes:
    """A saved game in which something happened."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "saved")
        command = f"{RIGHT} --seed 2 --seat 1 --bot random --save".split()
        subprocess.run(
            [sys.executable, "-m", "rulerun", *command, path],
            input=b"1\nquit\n", cwd=ROOT, check=True, capture_output=True,
        )  # fmt: skip
        return path.read_bytes()


@contextmanager
def process(command: str, folder: Path, **streams: object) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a folder of its own, where there is an edited copy of a game."""
    folder.mkdir(exist_ok=True)
    edited = (ROOT / RIGHT).read_text(encoding="utf-8").replace("deal 3", "deal 4")
    (folder / "edited.yaml").write_text(edited, encoding="utf-8")
    if "saved" in command:
        (folder / "saved").write_bytes(a_save())
    words = [str(ROOT / word) if word.startswith("tests/") else word for word in command.split()]
    with subprocess.Popen(
        [sys.executable, "-m", "rulerun", *words],
        **{"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams},  # type: ignore[call-overload]
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".dev")},
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def test_all_commands_are_here() -> None:
    assert {command.split()[0] for command in SPEAKING} == set(_COMMANDS)


@pytest.mark.parametrize("command", SPEAKING)
def test_a_reader_that_has_enough_is_no_trouble(command: str, tmp_path: Path) -> None:
    """As in `rulerun gin | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    with process(command, tmp_path, stdout=writing) as running:
        os.close(writing)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (141, b"")


@pytest.mark.parametrize("command", SPEAKING)
def test_a_closed_output_is_told(command: str, tmp_path: Path) -> None:
    with process(
        command, tmp_path, stdout=subprocess.DEVNULL, preexec_fn=lambda: os.close(1)
    ) as running:
        _, err = running.communicate(timeout=60)
    said = b"rulerun: the standard output is closed\n"
    assert (running.returncode, err.endswith(said)) == (3, True), err


@pytest.mark.parametrize("command", SPEAKING)
def test_ctrl_c_at_any_moment(command: str, tmp_path: Path) -> None:
    """While it is loaded, while it works, and when it is nearly done."""
    for moment in (0.01, 0.03, 0.08, 0.2):
        with process(command, tmp_path / str(moment), stdout=subprocess.PIPE) as running:
            time.sleep(moment)
            running.send_signal(signal.SIGINT)
            _, said = running.communicate(timeout=60)
        err = said.decode()
        # Python itself was not ready, and nothing of rulerun runs.
        if "Traceback" in err or err.startswith("Fatal Python error: init_import_site"):
            assert not re.search(r'File "[^"]*/(\.dev|site-packages)/rulerun/(?!__init__)', err), (
                err
            )
            continue
        # Python ends itself by the signal where the interrupt came as it made a class.
        assert running.returncode in (130, -signal.SIGINT, 0, 1), err
        if running.returncode == 130:
            assert err.endswith("rulerun: interrupted\n")


def test_ctrl_c_while_a_class_is_made_is_no_fault() -> None:
    class Part:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    with pytest.raises((RuntimeError, KeyboardInterrupt)) as raised:
        type("Whole", (), {"part": Part()})
    assert entry.is_interrupt(raised.value)
    assert not entry.is_interrupt(RuntimeError("a fault"))


def test_ctrl_c_is_not_lost_between_two_imports() -> None:
    """Python drops what is raised in the function that it calls there."""
    source = "def cb():\n    interrupt(2, frame())\n"
    space = {"interrupt": entry.interrupt, "frame": sys._getframe}
    exec(compile(source, "<frozen importlib._bootstrap>", "exec"), space)  # noqa: S102
    with pytest.raises(KeyboardInterrupt):
        space["cb"]()  # type: ignore[operator]
        is_through = True
        time.sleep(10)
    assert is_through
    with pytest.raises(KeyboardInterrupt):
        entry.interrupt(2, sys._getframe())


def test_who_wants_to_hear_of_no_interrupt_hears_of_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `nohup`, or behind an `&` in a script."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        monkeypatch.setattr(sys, "argv", ["rulerun", "--version"])
        assert entry.main() == 0
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
