"""`rulerun play` without a terminal: transcripts and scripts."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .command import ROOT, Rulerun

AT_ONCE = "tests/golden/cli/at_once.yaml"
TRANSCRIPTS = {
    "in_between": ["in_between", "--players", "3", "--set", "rounds=3", "--seed", "1"],
    "gin": ["gin", "--set", "knock_limit=50", "--set", "target=50", "--seed", "1"],
    "jokers": ["aussenseiter", "--with", "fifteen_cards", "--set", "bank=4", "--seed", "1"],
    "at_once": [AT_ONCE, "--players", "3", "--seed", "1"],
}

Golden = Callable[[str, str], None]
Process = Callable[..., subprocess.CompletedProcess[bytes]]


def moves(transcript: str) -> list[str]:
    """The moves of a transcript."""
    return [line for line in transcript.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript(rulerun: Rulerun, golden: Golden, name: str) -> None:
    done = rulerun("play", *TRANSCRIPTS[name])
    assert (done.code, done.err) == (0, "")
    golden(f"cli/transcript_{name}.txt", done.out)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_a_script_of_the_same_game(
    rulerun: Rulerun, tmp_path: Path, name: str
) -> None:
    first = rulerun("play", *TRANSCRIPTS[name]).out
    script = tmp_path / "game.txt"
    script.write_text(first, encoding="utf-8")
    again = rulerun("play", *TRANSCRIPTS[name], "--script", str(script))
    assert again.code == 0
    assert again.out.replace(f" --script {script}", "") == first
    if name == "at_once":
        from_input = rulerun("play", *TRANSCRIPTS[name], "--script", "-", typed=first)
        assert from_input.out.replace(" --script -", "") == first


def test_every_move_is_made_by_its_seat_and_every_line_is_ascii(rulerun: Rulerun) -> None:
    out = rulerun("in_between", "--seed", "2").out
    assert out.isascii()
    assert moves(out)
    assert all(re.fullmatch(r"P[12]: bet [0-9]+", move) for move in moves(out))


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "ascii", "FORCE_COLOR": "1", "COLUMNS": "300"},
        {"PYTHONHASHSEED": "2", "PYTHONIOENCODING": "cp1252", "LANG": "C", "COLUMNS": "20"},
    ],
)
def test_a_seed_gives_the_same_bytes_everywhere(
    rulerun: Rulerun, process: Process, env: dict[str, str]
) -> None:
    arguments = ["gin", "--set", "knock_limit=50", "--set", "target=1", "--seed", "7"]
    done = process(*arguments, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.replace(b"\r\n", b"\n").decode() == rulerun(*arguments).out


def test_seed_0_is_a_seed(rulerun: Rulerun) -> None:
    first, second = (rulerun("in_between", "--seed", "0").out for _ in range(2))
    assert first == second
    assert "--seed 0\n" in first


def test_without_a_seed_games_differ_and_can_be_played_again(rulerun: Rulerun) -> None:
    first, second = (rulerun("in_between").out for _ in range(2))
    assert first != second
    match = re.search(r"^# rulerun (play in_between --seed [0-9]+)$", first, re.MULTILINE)
    assert match
    assert rulerun(*match[1].split()).out == first


def test_a_house_rule_does_not_change_the_deal(rulerun: Rulerun) -> None:
    def first_table(*arguments: str) -> str:
        done = rulerun("in_between", *arguments, "--seed", "9")
        return done.out.split("# round 1")[1].split("\nP")[0]

    assert first_table() == first_table("--with", "triple_penalty")


def test_a_house_rule_is_named_and_plays_by_its_file_too(rulerun: Rulerun) -> None:
    by_name = rulerun("in_between", "--with", "ace_low", "--seed", "3").out
    by_file = rulerun("rulesets/overlays/in_between/ace_low.yaml", "--seed", "3").out
    assert "# with ace_low\n" in by_name
    assert moves(by_name) == moves(by_file)


def test_a_script_goes_on_by_itself_after_its_end(rulerun: Rulerun) -> None:
    script = "# the opening\n\nbet 1   # not much\n  P2: bet 0\n"
    done = rulerun("in_between", "--seed", "3", "--script", "-", typed=script)
    assert done.code == 0
    assert moves(done.out)[:2] == ["P1: bet 1", "P2: bet 0"]
    assert len(moves(done.out)) > 2
    assert done.out.count("# the script is at its end; the seats play on by themselves\n") == 1


SCRIPT_ERRORS = {
    "bet 1\n\nbet 99\n": "<stdin>:3: P2 may not bet 99: at most 1, the pot holds 1",
    "bett 1\n": "<stdin>:1: no move is called 'bett'; did you mean 'bet'?",
    "bet\n": "<stdin>:1: say what: bet amount",
    "bet \u0663\n": "<stdin>:1: amount is a number, not '\u0663'",
    "bet 99999999999999999999\n": (
        "<stdin>:1: P1 may not bet 99999999999999999999: at most 2, the pot holds 2"
    ),
    "P2: bet 1\n": "<stdin>:1: it is the turn of P1, not of P2",
    "P0: bet 1\n": "<stdin>:1: there is no P0 in this game",
    "P9: bet 1\n": "<stdin>:1: there is no P9 in this game",
}


@pytest.mark.parametrize("script", SCRIPT_ERRORS)
def test_a_script_move_that_cannot_be_made_is_told_with_its_line(
    rulerun: Rulerun, script: str
) -> None:
    done = rulerun("in_between", "--seed", "3", "--script", "-", typed=script)
    assert done.code == 1
    assert done.err.splitlines()[0] == f"rulerun: {SCRIPT_ERRORS[script]}"
    assert len(moves(done.out)) == script.index(script.strip().splitlines()[-1]) // 6


def test_an_illegal_script_move_names_the_rule(rulerun: Rulerun) -> None:
    done = rulerun("in_between", "--seed", "3", "--script", "-", typed="bet 99")
    assert "  the rule: rulesets/in_between.yaml:" in done.err
    assert ": amount: number from 0 to smaller of pot and your chips\n" in done.err
    assert "  moves here: bet 0, bet 1, bet 2\n" in done.err


def test_moves_after_the_end_are_an_error(rulerun: Rulerun, tmp_path: Path) -> None:
    whole = rulerun("in_between", "--seed", "3").out
    path = tmp_path / "game.txt"
    path.write_text(whole + "P1: bet 0\n", encoding="utf-8")
    done = rulerun("in_between", "--seed", "3", "--script", str(path))
    assert done.code == 1
    line = len(whole.splitlines()) + 1
    assert done.err == f"rulerun: {path}:{line}: the game is over before this move: bet 0\n"


def test_choices_at_once_may_be_written_in_any_order(rulerun: Rulerun) -> None:
    opening = rulerun(AT_ONCE, "--players", "3", "--seed", "1").out
    first = moves(opening)[:3]
    done = rulerun(
        AT_ONCE, "--players", "3", "--seed", "1", "--script", "-", typed="\n".join(first[::-1])
    )
    assert done.code == 0
    assert sorted(moves(done.out)[:3]) == sorted(first)


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere.txt", "there is no such file"), ("", "directory"), ("binary", "binary")],
)
def test_a_script_that_cannot_be_read(
    rulerun: Rulerun, tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    done = rulerun("gin", "--script", str(tmp_path / name))
    assert (done.code, done.out) == (3, "")
    assert words in done.err
    assert "rule file" not in done.err


def test_a_rule_that_fails_ends_the_game_and_names_its_line(rulerun: Rulerun) -> None:
    done = rulerun("tests/golden/cli/broken.yaml", "--seed", "3")
    assert done.code == 1
    assert moves(done.out) == ["P1: take", "P2: take", "P1: take", "P2: take"]
    assert "error[R701]: too few cards: 'stock' is empty" in done.err
    assert "tests/golden/cli/broken.yaml:15:13" in done.err
    assert done.err.splitlines()[-1] == (
        "rulerun: the game cannot go on; to see it again: "
        "rulerun play tests/golden/cli/broken.yaml --seed 3"
    )


def test_a_game_that_reaches_its_limit_says_so(rulerun: Rulerun, tmp_path: Path) -> None:
    text = (ROOT / AT_ONCE).read_text(encoding="utf-8")
    path = tmp_path / "short.yaml"
    path.write_text(text.replace("deck:", "limit: 3 moves\ndeck:", 1), encoding="utf-8")
    done = rulerun(str(path), "--seed", "1")
    assert done.code == 0
    assert "# The game is abandoned after 3 moves. Nobody has won.\n" in done.out
    assert len(moves(done.out)) == 3
