"""The commands at a real pseudo-terminal: prompts, colours, signs, keys that interrupt."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from .command import ROOT

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

Golden = Callable[[str, str], None]

BETTING = ["in_between", "--seed", "3", "--players", "3"]
PROMPT = "P1> "
PATIENCE = 30  # seconds


@dataclass
class Terminal:
    """A command at a terminal of 80 columns; `out` is what it has shown so far."""

    pid: int
    fd: int
    out: str = ""

    def read(self, until: str | None = None) -> None:
        """Read until a text has come since the last read, or the command has ended."""
        start = len(self.out)
        end = time.monotonic() + PATIENCE
        while until is None or until not in self.out[start:]:
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            if not ready:
                os.kill(self.pid, signal.SIGKILL)
                pytest.fail(f"nothing more came after: {self.out[-300:]!r}")
            try:
                data = os.read(self.fd, 65536)
            except OSError:  # how Linux says that the other side is closed
                data = b""
            if not data:
                return
            self.out += data.decode().replace("\r\n", "\n")

    def type(self, text: str, until: str | None = PROMPT) -> None:
        os.write(self.fd, text.encode())
        self.read(until)

    def end(self) -> int:
        """The exit code."""
        self.read()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def start(*arguments: str, **env: str) -> Terminal:
    plain = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "PYTHONIO"))}
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        plain.pop(name, None)
    whole = {**plain, "TERM": "xterm", "LANG": "C.UTF-8", "INPUTRC": "/dev/null", **env}
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "-m", "rulerun", *arguments], whole)
    return Terminal(pid, fd)


def without_keys(text: str) -> str:
    """A screen without what switches modes of the keyboard."""
    return re.sub(r"\x1b\[\?[0-9]+[hl]", "", text)


def dialogue(lines: Sequence[str], *arguments: str, **env: str) -> tuple[str, int]:
    terminal = start(*arguments, **env)
    terminal.read(PROMPT)
    for line in lines[:-1]:
        terminal.type(line + "\n")
    terminal.type(lines[-1] + "\n", until=None)
    code = terminal.end()
    return without_keys(terminal.out), code


def test_a_terminal_gets_suits_and_colors(golden: Golden) -> None:
    out, code = dialogue(["?", "bet 2", "quit"], *BETTING)
    assert code == 0
    assert "\x1b[31m7♥\x1b[0m" in out
    golden("cli/terminal.txt", out)


@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}, {"TERM": "dumb"}]
)
def test_a_terminal_without_suits_gets_letters(env: dict[str, str]) -> None:
    out, code = dialogue(["bet 2", "quit"], *BETTING, **env)
    assert code == 0
    assert out.isascii()
    assert "7H" in re.sub(r"\x1b\[[0-9;]*m", "", out)


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colors_where_none_are_wanted(env: dict[str, str]) -> None:
    out, code = dialogue(["?", "bet 9", "quit"], *BETTING, **env)
    assert code == 0
    assert "\x1b" not in out


def interrupt(terminal: Terminal) -> None:
    """Ctrl-C, again if need be: Python misses one that comes while its prompt is being made."""
    for _ in range(5):
        time.sleep(0.3)
        os.write(terminal.fd, b"\x03")
        if select.select([terminal.fd], [], [], 3)[0]:
            return


def test_control_c_at_the_prompt() -> None:
    terminal = start(*BETTING)
    terminal.read(PROMPT)
    interrupt(terminal)
    assert terminal.end() == 130
    last = terminal.out.strip().splitlines()[-1]
    assert last == (
        "rulerun: interrupted; to play this game again: "
        "rulerun play in_between --players 3 --seed 3"
    )
    assert "Traceback" not in terminal.out


def test_control_d_at_the_prompt() -> None:
    terminal = start(*BETTING)
    terminal.read(PROMPT)
    terminal.type("\x04", until=None)
    assert terminal.end() == 3
    assert terminal.out.strip().splitlines()[-1].startswith("rulerun: the input has ended, the ")
    assert "Traceback" not in terminal.out


def test_tab_completes_moves() -> None:
    pytest.importorskip("readline")
    terminal = start("gin", "--seed", "2")
    terminal.read(PROMPT)
    terminal.type("take\t\n")
    assert "You: take upcard" in re.sub(r"\x1b\[[0-9;]*m", "", terminal.out)
    terminal.type("quit\n", until=None)
    assert terminal.end() == 0


def test_the_list_is_a_table() -> None:
    terminal = start("list")
    assert terminal.end() == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", terminal.out)
    assert re.search(r"^ *game +house rule +what it is *$", text, re.MULTILINE)
    assert re.search(r"^ +knock_at_7 +Knock with seven or less *$", text, re.MULTILINE)
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_list_without_signs() -> None:
    terminal = start("list", PYTHONIOENCODING="ascii", NO_COLOR="1", TERM="dumb")
    assert terminal.end() == 0
    assert terminal.out.isascii()
    assert "\x1b" not in terminal.out
    assert "Knock with seven or less" in terminal.out


def test_a_check_is_colored() -> None:
    terminal = start("check", "tests/golden/cli/wrong.yaml")
    assert terminal.end() == 1
    assert "\x1b[1;31merror[" in terminal.out
