"""The command line as a whole: help, misuse, streams that are closed, faults of our own."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import rulerun as package
from rulerun.cli import entry

from .command import ROOT, Rulerun

Process = Callable[..., subprocess.CompletedProcess[bytes]]


def test_the_version(rulerun: Rulerun) -> None:
    assert rulerun("--version").out == f"rulerun {package.__version__}\n"


@pytest.mark.parametrize("command", ["", "play", "check", "test", "list", "show"])
def test_help_begins_with_examples_that_work(rulerun: Rulerun, command: str) -> None:
    done = rulerun(*command.split(), "--help")
    assert (done.code, done.err) == (0, "")
    examples = re.findall(r"^ +rulerun (\S.*?)(?:   .*)?$", done.out, re.MULTILINE)
    assert examples
    assert done.out.index(examples[0]) < done.out.index("Options:")
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_nothing_at_all_is_answered_with_help(rulerun: Rulerun) -> None:
    done = rulerun()
    assert (done.code, done.out) == (2, "")
    assert "Usage: rulerun" in done.err


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["gni"], "'gni' is no command, no game and no file; did you mean 'gin'?"),
        (["chek", "gin"], "did you mean 'check'?"),
        (["qqq"], "'rulerun list' names the games"),
        (["gin", "--sed", "4"], "there is no option --sed; did you mean"),
        (["check"], "missing argument 'FILE...'"),
        (["check", "gin", "--format", "xml"], "'xml' is not one of 'full', 'concise'"),
        (["gin", "--players", "3"], "Gin Rummy is for 2 players, not 3"),
        (["in_between", "--players", "9"], "In-Between is for 2 to 8 players, not 9"),
        (["in_between", "--players", "two"], "a whole number from 1 up is needed, not 'two'"),
        (["in_between", "--players", "\u0663"], "a whole number from 1 up is needed"),
        (["gin", "--set", "target"], "'--set target' is to be written '--set NAME=VALUE'"),
        (["gin", "--set", "targt=5"], "no option 'targt'; did you mean 'target'?"),
        (["gin", "--set", "target=0"], "option 'target' is a number from 1 to 1000, not 0"),
        (["gin", "--set", "target=x"], "option 'target' is a whole number, not 'x'"),
        (["gin", "--set", "target=5", "--set", "target=5"], "the option 'target' is set twice"),
        (["gin", "--seed", "-1"], "a whole number from 0 to 18446744073709551615 is needed"),
        (["gin", "--seed", "18446744073709551616"], "a whole number from 0 to"),
        (["gin", "--seat", "3"], "there is no seat 3 in a game of 2 players"),
        (["gin", "--seat", "1", "--script", "-"], "nobody can play too"),
        (["show", "gin", "--stage", "c"], "'c' is not one of 'tree', 'merged', 'program', "),
    ],
)
def test_misuse_is_answered_in_one_or_two_lines(
    rulerun: Rulerun, arguments: list[str], answer: str
) -> None:
    done = rulerun(*arguments)
    assert done.code == 2
    assert answer in done.err
    assert done.err.startswith("rulerun: ")
    assert len(done.err.splitlines()) <= 2
    assert done.out == ""


def test_play_can_be_left_out(rulerun: Rulerun) -> None:
    whole = rulerun("play", "in_between", "--seed", "5", "--set", "rounds=1").out
    assert rulerun("in_between", "--seed", "5", "--set", "rounds=1").out == whole
    assert rulerun("--seed", "5", "in_between", "--set", "rounds=1").out == whole
    path = "rulesets/in_between.yaml"
    by_path = rulerun(path, "--seed", "5", "--set", "rounds=1").out
    assert by_path.replace(path, "in_between") == whole


def test_a_fault_of_our_own_is_kept_for_a_report(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr("rulerun.cli.check.read", fault)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = rulerun("check", "gin")
    assert (done.code, done.out) == (3, "")
    assert "a fault of rulerun itself, not of the rules (ZeroDivisionError: no such" in done.err
    assert "Traceback" not in done.err
    (kept,) = tmp_path.iterdir()
    assert str(kept) in done.err
    story = kept.read_text(encoding="utf-8")
    assert f"rulerun {package.__version__}, Python" in story
    assert "\nrulerun check gin\n" in story
    assert "Traceback" in story


def test_a_fault_of_our_own_is_shown_when_asked_for(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr("rulerun.cli.check.read", fault)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for arguments in (["--debug", "check", "gin"], ["check", "gin", "--debug"]):
        done = rulerun(*arguments)
        assert done.code == 3
        assert "Traceback" in done.err
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert "rulerun --debug check gin" in rulerun("check", "gin").err


def test_an_interruption_is_told_in_one_line(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulerun.cli.check.read", interrupt)
    done = rulerun("check", "gin")
    assert (done.code, done.out, done.err) == (130, "", "rulerun: interrupted\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulerun", "list"],
            stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=ROOT, check=False,
        )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr.startswith(b"rulerun: the output cannot be written (")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_no_matter_where_nothing_is_written() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rulerun", "check", "kuhn"],
            stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=ROOT, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"1 file checked: nothing is wrong\n")


@pytest.mark.skipif(os.name != "posix", reason="closing a stream this way needs a POSIX shell")
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("check gin tests/golden/cli/wrong.yaml <&- >/dev/null", 1, "2 files checked: "),
        ("check gin tests/golden/cli/wrong.yaml 2>&- >/dev/null", 1, ""),
        ("check gin tests/golden/cli/wrong.yaml >&-", 3, "output"),
        ("check gin tests/golden/cli/wrong.yaml <&- >&- 2>&-", 3, ""),
        ("--help >&-", 3, "output"),
        ("schema >&- --output-file /dev/null", 0, ""),
        ("check - <&-", 3, "input"),
        ("gin --script - <&- >/dev/null", 3, "input"),
        ("gin --seed 1 <&- >/dev/null", 0, ""),
    ],
)
def test_a_closed_stream_is_told_if_it_is_wanted(command: str, code: int, said: str) -> None:
    command = f'"{sys.executable}" -m rulerun {command}'
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    told = f"rulerun: the standard {said} is closed\n" if said in ("input", "output") else said
    assert (done.returncode, done.stdout) == (code, "")
    if said in ("", "input", "output"):
        assert done.stderr == told
    else:
        assert done.stderr.strip().startswith(told)


LONG = [
    "play gin --set knock_limit=", "play gin --seed ", "play gin --set ", "fuzz gin --games ",
    "play gin --with ", "check gin --format ", "",
]  # fmt: skip


@pytest.mark.parametrize("command", LONG)
def test_a_long_value_is_not_told_whole(rulerun: Rulerun, command: str) -> None:
    done = rulerun(*f"{command}{'9' * 6000}".split())
    assert done.code == 2 and "9..." in done.err and len(done.err) < 300


def test_a_folder_that_is_gone(process: Process, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f'rmdir "{gone}"; "{sys.executable}" -m rulerun list'
    done = subprocess.run(
        command, shell=True, cwd=gone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert done.stderr.startswith("rulerun: the folder you are in is gone")


def test_only_click_is_loaded_for_the_version() -> None:
    code = (
        "import sys; from rulerun.cli.main import main; main(['--version']); "
        "print(*sorted(m for m in sys.modules if m.split('.')[0] in ('yaml', 'lark', 'rich')"
        " or m.startswith(('rulerun.grammar', 'rulerun.interpreter'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[1:] == [""]


def test_help_and_a_check_load_only_what_they_need() -> None:
    code = (
        "import sys; from rulerun.cli.main import main; main(['--help']); "
        "print('loaded', *(m for m in sys.modules if m in ('yaml', 'rulerun.interpreter.machine.game',"
        " 'rulerun.interpreter.examples.playing'))); main(['check', 'gin']); "
        "print('loaded', *(m for m in sys.modules if m in ('lark', 'rulerun.grammar.faults',"
        " 'rulerun.grammar.mistakes', 'rulerun.interpreter.examples.playing')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    loaded = [line for line in done.stdout.splitlines() if line.startswith("loaded")]
    assert loaded == ["loaded", "loaded"]


def test_rich_is_loaded_for_tables_alone() -> None:
    code = (
        "import sys; from rulerun.cli.main import main; main(['check', 'gin']); main(['list']); "
        "main(['in_between', '--seed', '1']); print('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_house_rules_that_cannot_be_played_together(rulerun: Rulerun) -> None:
    done = rulerun("in_between", "--with", "pair_pays_three", "--with", "triple_penalty")
    assert done.code == 1
    assert "'pair_pays_three' is built on 'home_game'" in done.err
    assert "these house rules cannot be played together" in done.err
    assert "over:" not in done.err


def test_house_rules_are_named_one_by_one(rulerun: Rulerun) -> None:
    done = rulerun("gin", "--with", "big_gin,ace_both")
    advice = "say it again for each: --with big_gin --with ace_both"
    assert (done.code, done.err) == (2, f"rulerun: '--with' takes one house rule; {advice}\n")


def test_ctrl_c_while_the_program_is_still_loading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Loading(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "rulerun.cli.main", Loading("rulerun.cli.main"))
    assert entry.main() == 130
    assert capsys.readouterr().err == "rulerun: interrupted\n"
