"""The commands at a real pseudo-terminal: prompts, colours, signs, keys that interrupt."""

import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from .command import ROOT

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

Golden = Callable[[str, str], None]

BETTING = ["in_between", "--seed", "3", "--players", "3", "--bot", "random"]
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
        while until is None or until not in self.out[start:] or start == len(self.out):
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

    def read_on(self, pattern: str, begin: int) -> None:
        """Read until a pattern has come in what was shown from a place on."""
        while not re.search(pattern, plain(self.out[begin:]), re.DOTALL):
            before = len(self.out)
            self.read("")
            if len(self.out) == before:
                pytest.fail(f"it ended without {pattern!r}: {self.out[-300:]!r}")

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
        "rulerun play in_between --players 3 --bot random --seed 3"
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
    terminal = start("gin", "--seed", "2", "--bot", "random")
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


# -------------------------------------------------------------------- keys, windows, sudden ends


def size(terminal: Terminal, columns: int, lines: int = 24) -> None:
    """Make the window so large."""
    fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def plain(text: str) -> str:
    """A screen without colours and without what keys do to the line."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def test_a_window_may_change_its_size() -> None:
    terminal = start("hearts", "--seed", "4", "--bot", "random")
    terminal.read(PROMPT)
    seen = {}
    for columns in (60, 200, 20, 1):
        size(terminal, columns)
        begin = len(terminal.out)
        # A window of another size shows its old prompt again: only what stands under a table counts.
        terminal.type("look\n", "\u2500")
        terminal.read_on(r"\u2500.*P1>\s", begin)
        text = plain(terminal.out[begin:])
        seen[columns] = max(len(line) for line in text.splitlines() if "\u2500" in line)
    assert seen[60] == 60
    assert seen[200] == 200
    assert seen[20] == seen[1] == 40  # narrower ones break lines as they can
    size(terminal, 80)
    begin = len(terminal.out)
    terminal.type("pass 3c 10c 3d\n", "You")
    terminal.read_on(r"You.*\u2500.*P1>\s", begin)
    terminal.type("quit\n", until=None)
    assert terminal.end() == 0


def test_what_is_pasted_line_by_line_is_taken_line_by_line() -> None:
    terminal = start(*BETTING, "--set", "rounds=1")
    terminal.read(PROMPT)
    terminal.type("look\nnonsense\n\n2\n", until=None)
    assert terminal.end() == 0
    out = plain(terminal.out)
    assert "No move is called 'nonsense'" in out
    assert "You: bet 2" in out
    assert "The game is over" in out


def test_a_long_line_is_edited_and_the_last_ones_come_back() -> None:
    pytest.importorskip("readline")
    terminal = start(*BETTING)
    terminal.read(PROMPT)
    terminal.type("look 7\n")
    terminal.type("\x1b[A\x7f\x7f\n")  # the line before, two characters less
    assert plain(terminal.out).count("your turn") == 2
    terminal.type("quit\n", until=None)
    assert terminal.end() == 0


def test_a_game_that_was_interrupted_goes_on() -> None:
    terminal = start(*BETTING)
    terminal.read(PROMPT)
    terminal.type("2\n")
    interrupt(terminal)
    assert terminal.end() == 130
    found = re.search(r"to go on with this game: rulerun resume (\S+)", terminal.out)
    assert found is not None
    again = start("resume", found[1])
    again.read(PROMPT)
    assert "You: bet 2" in plain(again.out)
    again.type("quit\n", until=None)
    assert again.end() == 0


def test_a_hang_up_loses_nothing() -> None:
    """The window is closed while somebody types."""
    terminal = start(*BETTING)
    terminal.read(PROMPT)
    terminal.type("2\n")
    terminal.type("1", until="1")
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
    listed = start("resume", "--list")
    listed.end()
    name = listed.out.splitlines()[1].split()[0]
    again = start("resume", name)
    again.read(PROMPT)
    assert "You: bet 2" in plain(again.out)
    again.type("quit\n", until=None)
    assert again.end() == 0


def test_the_screen_is_covered_between_people() -> None:
    terminal = start("gin", "--seed", "2", "--bot", "random", "--seat", "1", "--seat", "2")
    terminal.read("press Enter: ")
    assert "your hand" not in terminal.out
    terminal.type("\n", until="P2> ")
    assert "your hand" in terminal.out
    begin = len(terminal.out)
    terminal.type("decline\n", until="press Enter: ")
    assert "\x1b[2J\x1b[3J\x1b[H" in terminal.out[begin:]  # and nothing can be scrolled back to
    assert "your hand" not in terminal.out[begin:]
    terminal.type("\n", until="P1> ")
    terminal.type("quit\n", until=None)
    assert terminal.end() == 0


def test_a_replay_waits_for_a_key() -> None:
    terminal = start(*BETTING, "--set", "rounds=1")
    terminal.read(PROMPT)
    terminal.type("2\n", until=None)
    assert terminal.end() == 0
    found = re.search(r"rulerun replay (\S+)", terminal.out)
    assert found is not None
    replay = start("replay", found[1])
    replay.read("Enter: ")
    replay.type("\n", until="Enter: ")
    assert "You: bet 2" in plain(replay.out)
    assert "move 2 of" in replay.out
    replay.type("\x04", until=None)
    assert replay.end() == 0
    assert "Traceback" not in replay.out


def test_thinking_is_told_and_broken_off() -> None:
    terminal = start("spider", "--seed", "5")
    terminal.read(PROMPT)
    terminal.type("hint\n", until="Ctrl-C breaks it off")
    os.write(terminal.fd, b"\x03")
    terminal.read(PROMPT)
    assert "Broken off: it is still your turn." in terminal.out
    terminal.type("quit\n", until=None)
    assert terminal.end() == 0
