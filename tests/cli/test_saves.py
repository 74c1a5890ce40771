"""Saved games: whatever happens to the program, the disk or the file, no move that was made is lost."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulerun.cli.savefile import InUseError, SaveFile, line_of, read
from rulerun.cli.saves import looked_into

from .command import ROOT, Rulerun

BETTING = ["in_between", "--seed", "3", "--players", "3", "--seat", "1"]
GIN = ["gin", "--seed", "5", "--seat", "1"]


def play(rulerun: Rulerun, *arguments: str, lines: list[str]) -> str:
    done = rulerun(*arguments, typed="".join(f"{line}\n" for line in lines))
    assert (done.code, done.err) == (0, "")
    return done.out


def last_table(out: str) -> str:
    """What stood on the screen at the last prompt."""
    return out[out.rindex("your turn") : out.rindex("P1> ")]


def saved_moves(path: Path) -> list[tuple[int, str]]:
    return [(e.seat, e.move) for e in looked_into(str(path)).events]  # type: ignore[union-attr]


# -------------------------------------------------------------------- going on


def test_a_game_goes_on_where_it_stood(rulerun: Rulerun, tmp_path: Path) -> None:
    save = str(tmp_path / "a.rulerun")
    moves = ["1", "discard 6c", "1"]
    left = play(rulerun, *GIN, "--save", save, lines=[*moves, "quit"])
    assert left.endswith(f"To go on with this game: rulerun resume {save}\n")
    back = play(rulerun, "resume", save, lines=["quit"])
    assert last_table(back) == last_table(left)


def test_a_game_that_was_left_goes_the_way_it_would_have_gone(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    moves = ["1", "discard 6c", "1"]
    one, two = tmp_path / "one", tmp_path / "two"
    play(rulerun, *GIN, "--save", str(one), lines=[*moves, "quit"])
    play(rulerun, *GIN, "--save", str(two), lines=[moves[0], "quit"])
    for move in moves[1:]:
        play(rulerun, "resume", str(two), lines=[move, "quit"])
    assert saved_moves(one) == saved_moves(two)


def test_games_have_names_and_the_last_one_is_meant(rulerun: Rulerun) -> None:
    assert "rulerun resume in_between-1\n" in play(rulerun, *BETTING, lines=["1", "quit"])
    assert "rulerun resume in_between-2\n" in play(rulerun, *BETTING, lines=["2", "quit"])
    assert "rulerun resume gin-1\n" in play(rulerun, *GIN, lines=["1", "quit"])
    assert "resume in_between-2\n" in play(rulerun, "resume", "in_between", lines=["quit"])
    assert "resume in_between-1\n" in play(rulerun, "resume", "in_between-1", lines=["1", "quit"])
    assert "resume in_between-1\n" in play(rulerun, "resume", lines=["quit"])
    listed = play(rulerun, "resume", "--list", lines=[]).splitlines()
    assert [line.split()[0] for line in listed] == ["name", "in_between-1", "gin-1", "in_between-2"]
    done = rulerun("resume", "inn_between")
    assert (done.code, done.err) == (
        3, "rulerun: there is no saved game 'inn_between'; did you mean 'in_between'?\n",
    )  # fmt: skip


def test_a_game_in_which_nothing_was_done_leaves_no_save(rulerun: Rulerun) -> None:
    out = play(rulerun, *BETTING, lines=["look", "quit"])
    assert out.endswith("To play this game again: rulerun play in_between --players 3 --seed 3\n")
    assert rulerun("resume").err == (
        "rulerun: there are no saved games; rulerun saves each game that you play\n"
    )


def test_what_is_taken_back_is_not_there_any_more(rulerun: Rulerun, tmp_path: Path) -> None:
    save = tmp_path / "s"
    play(rulerun, *BETTING, "--save", str(save), lines=["1", "2", "undo", "1", "quit"])
    own = [move for seat, move in saved_moves(save) if seat == 0]
    assert own == ["bet 1", "bet 1"]
    out = play(rulerun, "resume", str(save), lines=["undo", "undo", "undo", "quit"])
    assert out.count("Taken back.") == 2
    assert "There is nothing to take back." in out
    assert [move for seat, move in saved_moves(save) if seat == 0] == []


def test_a_game_that_is_over_is_not_gone_on_with(rulerun: Rulerun) -> None:
    arguments = ["in_between", "--seat", "2", "--seed", "4", "--set", "rounds=1"]
    assert "rulerun replay in_between-1\n" in play(rulerun, *arguments, lines=["0", "0"])
    done = rulerun("resume")
    assert done.code == 2
    assert "it is over; to see it again: rulerun replay in_between-1" in done.err
    assert "this game is over" in rulerun("resume", "in_between-1").err


# -------------------------------------------------------------------- rule files that change

GAME = """\
game: Letters
players: 2
deck: { ranks: 2 to 10, starts in: stock }
options:
  rounds: number from 1 to 9, normally 3
piles: { stock: face down }
remember: { points: number per player }
phases:
  lot:
    repeat: rounds times
    at start:
      turn: each player scores 1
    who: each player
    moves:
      take: you score 2
      leave: do nothing
winner: all players with most points
"""
DEARER = """\
house rule: Taking is worth five
for: letters
change:
  lot.take: you score 5
"""


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    path = tmp_path / "letters.yaml"
    path.write_text(GAME, encoding="utf-8")
    folder = tmp_path / "overlays" / "letters"
    folder.mkdir(parents=True)
    (folder / "dearer.yaml").write_text(DEARER, encoding="utf-8")
    return path


def test_a_game_goes_on_by_the_rules_it_began_with(
    rulerun: Rulerun, letters: Path, tmp_path: Path
) -> None:
    save = str(tmp_path / "s")
    play(rulerun, str(letters), "--seat", "1", "--save", save, lines=["take", "quit"])
    letters.write_text(GAME.replace("you score 2", "you score 9"), encoding="utf-8")
    done = rulerun("resume", save, typed="look\nquit\n")
    assert done.err == (
        f"{letters} was changed since the game began; "
        "it goes on by the rules that were saved with it.\n"
    )
    assert "P1 (you)       4\n" in done.out  # two turns of 1, and 2 for the move
    letters.unlink()
    done = rulerun("resume", save, typed="take\nquit\n")
    assert done.err.startswith(f"{letters} is gone since the game began; ")
    assert "P1 (you)       7\n" in done.out


def test_house_rules_are_saved_with_the_game(
    rulerun: Rulerun, letters: Path, tmp_path: Path
) -> None:
    save = str(tmp_path / "s")
    arguments = [str(letters), "--with", "dearer", "--seat", "1", "--save", save]
    play(rulerun, *arguments, lines=["take", "quit"])
    (tmp_path / "overlays" / "letters" / "dearer.yaml").unlink()
    done = rulerun("resume", save, typed="take\nquit\n")
    assert "dearer.yaml is gone since the game began" in done.err
    assert "P1 (you)      13\n" in done.out


def test_a_house_rule_is_taken_in_between_two_deals(
    rulerun: Rulerun, letters: Path, tmp_path: Path
) -> None:
    save = str(tmp_path / "s")
    play(rulerun, str(letters), "--seat", "1", "--save", save, lines=["take", "quit"])
    # The second deal has begun: it is played by the old rules, the third one by the new ones.
    out = play(
        rulerun, "resume", save, "--with", "dearer", "--from-next", "lot",
        lines=["undo", "take", "undo", "quit"],
    )  # fmt: skip
    assert out.count("There is nothing to take back.") == 2
    assert out.index("With the next lot the house rule dearer") < out.index("You: take")
    assert out.index("You: take") < out.index("From here on with the house rule dearer.")
    assert "P1 (you)       7\n" in out
    done = rulerun("resume", save, typed="take\n")
    assert (done.code, done.err) == (0, "")
    assert "P1 (you)      12" in done.out
    changes = [json.loads(line) for line in Path(save).read_text().splitlines()]
    assert [c["house rules"] for c in changes if "house rules" in c] == [["dearer"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--with", "dearer", "--from-next", "deal"],
         "Letters has no phase 'deal' that comes again; phases that are repeated: lot"),
        (["--with", "deerer"], "'letters' has no house rule 'deerer'; did you mean 'dearer'?"),
        (["--from-next", "lot"], "'--from-next' says when house rules begin to hold: name one '--with'"),
    ],
)  # fmt: skip
def test_house_rules_that_cannot_be_taken_in(
    rulerun: Rulerun, letters: Path, tmp_path: Path, arguments: list[str], told: str
) -> None:
    save = tmp_path / "s"
    play(rulerun, str(letters), "--seat", "1", "--save", str(save), lines=["take", "quit"])
    before = save.read_bytes()
    done = rulerun("resume", str(save), *arguments)
    assert (done.code, done.err) == (2, f"rulerun: {told}\n")
    assert save.read_bytes() == before


PURSES = """\
game: Purses
players: 2
deck: { ranks: A, starts in: stock }
piles:
  stock: face down
chips:
  each player: 10
  bank: 5
  pot: 0
remember:
  mood: glad or bad, starts as bad
  n: number, starts as 50
phases:
  lot:
    repeat: 4 times
    at start:
      dull: when mood is bad -> say "bad"
    phases:
      turn:
        who: each player
        moves:
          give: pay 1 to bank
    at end:
      more: add 1 to n
winner: all players with most chips
"""

TO_POT = "change:\n  give.do: pay 1 to pot\n"


@pytest.mark.parametrize(
    ("rule", "at_once", "told"),
    [
        ("add:\n  chips.kitty: 9\n", True, "'kitty' would have 9 chips that nobody has paid (R:4)"),
        ("add:\n  chips.kitty: 1 per player\n", True,
         "'kitty' would have 2 chips that nobody has paid (R:4)"),
        ("change:\n  chips.bank: 0 per player\n  give.do: pay 1 to your bank\n", False,
         "the 9 chips of 'bank' would be gone (R:4)"),
        (f"{TO_POT}remove: [chips.bank]\n", False, "the 9 chips of 'bank' would be gone (R:5)"),
        ("change:\n  remember.n: number from 0 to 51\n", False,
         "'n' is 52, which it may not be any more (R:4)"),
        ("change:\n  remember.mood: glad or poor\n  dull: when mood is poor -> say \"bad\"\n", False,
         "'mood' is bad, which it may not be any more (R:4)"),
        # What fits: a holder without chips more or less, what allows as much as is remembered, and what
        # is something else altogether.
        ("remove: [chips.pot]\n", False, ""),
        ("add:\n  chips.kitty: 0 per player\n", False, ""),
        ("change:\n  remember.n: number from 0 to 52\n  more: do nothing\n", False, ""),
        ("change:\n  remember.n: player\n  more: n becomes first of players\n", False, ""),
        ("remove: [remember.n, more]\n", False, ""),
    ],
)  # fmt: skip
def test_no_house_rule_makes_or_destroys_chips(
    rulerun: Rulerun, tmp_path: Path, rule: str, at_once: bool, told: str
) -> None:
    (tmp_path / "purses.yaml").write_text(PURSES, "utf-8")
    rules = tmp_path / "overlays" / "purses"
    rules.mkdir(parents=True)
    (rules / "r.yaml").write_text(f"house rule: R\nfor: purses\n{rule}", "utf-8")
    save = str(tmp_path / "s")
    arguments = [str(tmp_path / "purses.yaml"), "--seat", "1", "--bot", "random", "--save", save]
    play(rulerun, *arguments, lines=["give", "quit"])
    done = rulerun("resume", save, "--with", "r", typed="give\nquit\n")
    told = told.replace("R:", "r.yaml:")
    if at_once:
        assert done.err == f"rulerun: the house rule r cannot be taken in: {told}\n"
        assert (done.code, done.out) == (2, "")
        return
    assert (done.code, done.err) == (0, "")
    said = " ".join(done.out.split())
    refused = f"The house rule r cannot be taken in: {told}. It goes on by the rules it has."
    assert (refused in said) is bool(told)
    assert ("From here on with the house rule r." in said) is (not told)
    # It is the same again from the disk; and a rule that was not taken in is not there for another.
    again = play(rulerun, "resume", save, lines=["quit"])
    assert last_table(again) == last_table(done.out)
    (rules / "q.yaml").write_text(
        "house rule: Q\nfor: purses\nadd:\n  at end.q: do nothing\n", "utf-8"
    )
    if told:
        out = play(rulerun, "resume", save, "--with", "q", lines=["give", "quit"])
        assert "From here on with the house rule q." in out


def test_a_game_with_cards_goes_over_to_other_rules(rulerun: Rulerun, tmp_path: Path) -> None:
    """Cards, chips and what is remembered are as before; the next deals are played by the new rules."""
    save = str(tmp_path / "s")
    play(rulerun, *BETTING, "--save", save, lines=["1", "quit"])
    play(rulerun, "resume", save, "--with", "triple_penalty", lines=["undo", "quit"])
    lines = ["1"] * 8
    done = rulerun("resume", save, typed="".join(f"{line}\n" for line in lines))
    assert "With the next deal other rules begin to hold.\n" in done.out
    assert done.err == "" or "the input has ended" in done.err
    assert "From here on with the house rule triple penalty." in done.out
    chips = [
        sum(int(n) for n in part)
        for part in (
            [line.split()[-1 if "(you)" not in line else 2] for line in table.splitlines()
             if line.startswith("P") and line[1:2].isdigit() and ":" not in line]
            + [line.split()[1] for line in table.splitlines() if line.startswith("pot ")]
            for table in done.out.split("your turn --")[1:]
        )
        if all(n.isdigit() for n in part)
    ]  # fmt: skip
    assert len(chips) > 2 and len(set(chips)) == 1
    assert rulerun("log", save).code == 0


# -------------------------------------------------------------------- damage


def records() -> list[dict[str, Any]]:
    return [{"save": 1}, {"seat": 1, "move": "bet 1"}, {"seat": 2, "move": "bet \u2665"}, {"x": 0}]


def whole() -> bytes:
    data, total = b"", b""
    for record in records():
        line, total = line_of(record, total)
        data += line
    return data


def test_whatever_stands_before_a_cut_is_read() -> None:
    data = whole()
    for end in range(len(data) + 1):
        done = read(data[:end])
        complete = data[:end].count(b"\n")
        assert [{k: v for k, v in r.items() if k != "sum"} for r in done.records] == (
            records()[:complete]
        )
        assert (done.damage is None) == (data[:end].endswith(b"\n") or not end)


def test_whatever_stands_before_a_change_is_read() -> None:
    data = whole()
    rng = random.Random(1)
    for place in range(len(data)):
        for byte in {10, 34, 48, rng.randrange(256)} - {data[place]}:
            done = read(data[:place] + bytes([byte]) + data[place + 1 :])
            assert done.damage is not None
            assert len(done.records) <= data[:place].count(b"\n")
    lines = data.splitlines(keepends=True)
    assert len(read(b"".join([lines[0], *lines[2:]])).records) == 1  # one is missing


def test_a_damaged_save_is_told_and_gone_on_with(rulerun: Rulerun, tmp_path: Path) -> None:
    save = tmp_path / "s"
    play(rulerun, *GIN, "--save", str(save), lines=["1", "discard 6c", "1", "quit"])
    lines = save.read_bytes().splitlines(keepends=True)
    assert len(lines) == 8
    save.write_bytes(b"".join([*lines[:4], b"garbage\n", *lines[5:]]))
    damaged = save.read_bytes()
    done = rulerun("resume", str(save), typed="quit\n")
    assert done.code == 0
    assert done.err == (
        f"The save {save} is damaged: line 5 of it is damaged: that and 3 more are left out, the "
        f"3 moves before it are there (as it was: {save}.damaged).\n"
    )
    assert "3 moves of this game have been made" in done.out.replace("\n", " ")
    assert Path(f"{save}.damaged").read_bytes() == damaged
    assert save.read_bytes() == b"".join(lines[:4])
    assert rulerun("resume", str(save), typed="quit\n").err == ""


def test_what_carries_files_about_does_no_damage() -> None:
    data = whole()
    lines = data.splitlines(keepends=True)
    for same in (data + b"\n\n", data.replace(b"\n", b"\r\n"), b"\n".join(lines), data + b" \r\n "):
        assert read(same) == read(data)
        assert len(read(same + line_of({"seat": 1}, read(data).sum)[0]).records) == 5


def test_a_save_of_which_only_the_rules_are_left_is_kept(rulerun: Rulerun, tmp_path: Path) -> None:
    save = tmp_path / "s"
    play(rulerun, *BETTING, "--save", str(save), lines=["1", "quit"])
    lines = save.read_bytes().splitlines(keepends=True)
    save.write_bytes(b"".join([lines[0], b"garbage\n", *lines[2:]]))
    assert rulerun("resume", str(save), typed="quit\n").code == 0
    assert save.read_bytes() == lines[0]


def in_other_words(save: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Write a save anew with its head changed, with sums that are right."""
    total, data = b"", b""
    for number, record in enumerate(read(save.read_bytes()).records):
        told = {key: value for key, value in record.items() if key != "sum"}
        if not number:
            change(told)
        line, total = line_of(told, total)
        data += line
    save.write_bytes(data)


def test_a_save_that_was_edited_is_none(rulerun: Rulerun, tmp_path: Path) -> None:
    save = tmp_path / "s"
    play(rulerun, *BETTING, "--save", str(save), lines=["1", "quit"])
    written = save.read_bytes()
    changes: list[Callable[[dict[str, Any]], object]] = [
        *(lambda head, k=k, v=v: head.update({k: v}) for k in read(written).records[0] if k != "rulerun"
          for v in (None, [], "x", [None], -1)),
        *(lambda head, k=k, v=v: head["rules"].update({k: v}) for k in ("files", "with", "set", "players")
          for v in (None, [], "x", [None], -1)),
        lambda head: head["rules"].update({"set": {"nope": "1"}}),
    ]  # fmt: skip
    refused = 0
    for change in changes:
        save.write_bytes(written)
        in_other_words(save, change)
        done = rulerun("log", str(save))
        assert done.code in (0, 3), done.err
        assert (done.out == "") == bool(done.code)
        refused += bool(done.code)
    assert refused > len(changes) // 2


def test_a_save_that_was_cut_off_is_told(rulerun: Rulerun, tmp_path: Path) -> None:
    save = tmp_path / "s"
    play(rulerun, *BETTING, "--save", str(save), lines=["1", "quit"])
    save.write_bytes(save.read_bytes()[:-5])
    for command in (["log"], ["replay"]):
        assert "its last line was cut off" in rulerun(*command, str(save)).err
    done = rulerun("resume", str(save), typed="1\nquit\n")
    assert done.err == (
        f"The save {save} is damaged: its last line was cut off while it was written; "
        "the 3 moves before it are there.\n"
    )
    assert len(saved_moves(save)) > 3


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "its first line, which has the rules of the game, is damaged"),
        (b"P1: bet 1\n", "its first line, which has the rules of the game, is damaged"),
        (line_of({"save": 2}, b"")[0], "it was saved by another version of rulerun"),
        (line_of({"a": 2}, b"")[0], "it is no saved game"),
        (line_of({"save": 1}, b"")[0], "it is no saved game ('people')"),
    ],
)
def test_what_is_no_save_is_said_to_be_none(
    rulerun: Rulerun, tmp_path: Path, data: bytes, told: str
) -> None:
    save = tmp_path / "s"
    save.write_bytes(data)
    for command in ("resume", "replay", "log"):
        done = rulerun(command, str(save))
        assert (done.code, done.out) == (3, "")
        assert told in done.err
    assert save.read_bytes() == data


# -------------------------------------------------------------------- two programs, full disks


def test_two_programs_do_not_play_one_game(rulerun: Rulerun, tmp_path: Path) -> None:
    save = tmp_path / "s"
    play(rulerun, *BETTING, "--save", str(save), lines=["1", "quit"])
    held, _ = SaveFile.open(str(save))
    with pytest.raises(InUseError):
        SaveFile.open(str(save))
    done = rulerun("resume", str(save))
    assert (done.code, done.err) == (
        3, f"rulerun: the game {save} cannot be gone on with: it is being played in another window\n"
    )  # fmt: skip
    assert rulerun("log", str(save)).code == 0
    held.close()
    assert rulerun("resume", str(save), typed="quit\n").code == 0


def test_a_file_that_is_there_is_not_written_over(rulerun: Rulerun, tmp_path: Path) -> None:
    there = tmp_path / "s"
    there.write_text("mine", encoding="utf-8")
    done = rulerun(*BETTING, "--save", str(there))
    assert done.code == 2
    assert done.err == (
        f"rulerun: '{there}' is there already; to go on with a game: rulerun resume {there}\n"
    )
    out = play(rulerun, *BETTING, lines=["1", f"save {there}", "quit"])
    assert f"'{there}' is there already; nothing was written.\n" in out
    assert there.read_text(encoding="utf-8") == "mine"


def test_a_game_is_played_where_nothing_can_be_saved(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("", encoding="utf-8")
    monkeypatch.setenv("RULERUN_SAVES", str(nowhere / "saves"))
    elsewhere = tmp_path / "elsewhere"
    done = rulerun(*BETTING, typed=f"1\nsave\nsave {elsewhere}\n1\nquit\n")
    assert done.code == 0
    assert done.err == (
        f"This game is not saved: {nowhere / 'saves'} cannot be written (not a directory).\n"
    )
    assert "This game is not saved; 'save FILE' saves it.\n" in done.out
    assert done.out.endswith(f"To go on with this game: rulerun resume {elsewhere}\n")
    assert [move for seat, move in saved_moves(elsewhere) if seat == 0] == ["bet 1", "bet 1"]
    asked = rulerun(*BETTING, "--save", str(nowhere / "s"))
    assert (asked.code, asked.out) == (3, "")
    assert "cannot be written (not a directory)" in asked.err


def test_a_full_disk_is_told_once_and_nothing_is_lost(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    save = tmp_path / "s"
    is_full = [False]
    calls = [0]
    write = os.write

    def filling(fd: int, data: bytes) -> int:
        calls[0] += 1
        is_full[0] = 6 < calls[0] < 12
        if is_full[0]:
            write(fd, data[:5])  # so much had room
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(fd, data)

    monkeypatch.setattr(os, "write", filling)
    done = rulerun(*BETTING, "--save", str(save), typed="1\n1\n1\n1\n1\nquit\n")
    assert done.code == 0
    assert calls[0] > 12
    assert done.err == (
        "The game is not saved any more (no space left on device); play goes on. 'save FILE' saves "
        "it elsewhere.\nThe game is saved again.\n"
    )
    assert read(save.read_bytes()).damage is None
    assert [move for seat, move in saved_moves(save) if seat == 0] == ["bet 1"] * 5


# -------------------------------------------------------------------- sudden ends


def killed_after(save: Path, seconds: float, rng: random.Random) -> list[str]:
    """Play until the program is killed; what was answered to."""
    command = ["resume", str(save)] if save.exists() else [*BETTING, "--save", str(save)]
    command += [] if save.exists() else ["--set", "rounds=1000", "--set", "stake=1000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rulerun", *command],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    out = b""
    end = None
    prompts = 0
    while end is None or time.monotonic() < end:
        out += process.stdout.read() or b""
        if out.count(b"P1> ") > prompts:
            prompts += 1
            end = end or time.monotonic() + seconds
            process.stdin.write(b"0\n")
            process.stdin.flush()
        if process.poll() is not None:  # the game has come to its end before
            assert b"over" in out, out[-500:]
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    out += process.stdout.read() or b""
    process.stdin.close()
    process.stdout.close()
    return [
        line for line in out.decode().splitlines() if line.startswith(("You: ", "P2: ", "P3: "))
    ]


def is_over(save: Path) -> bool:
    """Whether the game that is saved has come to its end."""
    return looked_into(str(save)).ended is not None


def kill_and_look(tmp_path: Path, kills: int, seed: int) -> None:
    """After each kill all moves are in the save that were told; then it goes on."""
    rng = random.Random(seed)
    save = tmp_path / "s"
    told: list[str] = []
    for _ in range(kills):
        before = len(saved_moves(save)) if save.exists() else 0
        own = [m for s, m in saved_moves(save)] if save.exists() else []
        last = (
            max((i for i, (s, _) in enumerate(saved_moves(save)) if s == 0), default=0)
            if own
            else 0
        )
        heard = killed_after(save, rng.random() * 0.3, rng)
        # What bots did since the last decision is told again when a game goes on.
        again = before - last if before else 0
        names = ["You", "P2", "P3"]
        moves = [f"{names[s]}: {m}" for s, m in saved_moves(save)]
        told = moves[: before - again] + heard
        if is_over(save):
            save.unlink()
        # A move is saved before it is told, and what is told goes out when somebody is asked again:
        # so one of each player's may be there that nobody heard of.
        assert moves[: len(told)] == told
        assert len(moves) <= len(told) + len(names)


def test_killed_at_any_moment(tmp_path: Path) -> None:
    kill_and_look(tmp_path, 1, 1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_two_hundred_kills(tmp_path: Path, seed: int) -> None:
    for game in range(5):
        folder = tmp_path / str(game)
        folder.mkdir()
        kill_and_look(folder, 10, 10 * seed + game)


# -------------------------------------------------------------------- replay and log


def test_a_log_tells_what_the_person_knows_and_all_when_it_is_over(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    play(rulerun, *GIN, lines=["1", "discard 6c", "1", "quit"])
    told = rulerun("log").out
    assert "P2's hand -> discard: 7D\n" not in told
    assert "P2: discard 7D\n" in told
    assert "stock -> your hand: JD\n" in told
    moves = [json.loads(line) for line in rulerun("log", "--format", "json").out.splitlines()]
    assert moves[0]["title"] == "Gin Rummy"
    assert "seed" not in moves[0]
    assert moves[1:3] == [
        {"player": "P2", "move": "take_upcard"}, {"player": "P2", "move": "discard KD"},
    ]  # fmt: skip
    over = tmp_path / "over"
    short = ["in_between", "--seat", "2", "--seed", "4", "--set", "rounds=1"]
    play(rulerun, *short, "--save", str(over), lines=["0", "0"])
    text = rulerun("log", str(over)).out
    script = tmp_path / "again.txt"
    script.write_text(text, encoding="utf-8")
    again = rulerun("play", *short[:1], *short[3:], "--script", str(script))
    assert (again.code, again.err) == (0, "")
    assert again.out.splitlines()[-3:] == text.splitlines()[-3:]


def test_a_choice_made_at_once_is_told_when_it_is_carried_out(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    save = str(tmp_path / "s")
    play(rulerun, "hearts", "--seat", "2", "--seed", "4", "--save", save, lines=["look", "quit"])
    moves = rulerun("log", save, "--format", "json")
    assert moves.code == 3  # nothing was done in it, and so it is not there
    out = play(
        rulerun, "hearts", "--seat", "1", "--seed", "4", "--save", save,
        lines=["pass 3c 10c 3d", "quit"],
    )  # fmt: skip
    assert "P2 has chosen" in out
    passed = [
        json.loads(line)["move"]
        for line in rulerun("log", save, "--format", "json").out.splitlines()[1:5]
    ]
    assert passed[0] == "pass 3C 10C 3D"
    assert passed[1:3] == ["has chosen", "has chosen"]
    assert passed[3] == "pass 4S 10D 6S"  # with which all had chosen, and P1 was given these


def test_a_replay_shows_the_game_again(rulerun: Rulerun) -> None:
    played = play(rulerun, *GIN, lines=["1", "discard 6c", "1", "quit"])
    shown = rulerun("replay")
    assert (shown.code, shown.err) == (0, "")
    assert last_table(played).split("\n\n")[1] in shown.out
    part = rulerun("replay", "--from", "6").out
    assert "P2: take upcard" not in part
    assert "move 6" in part
    assert rulerun("replay", "--from", "99").err == "rulerun: this game has only 7 moves\n"
    assert "when the game is over" in rulerun("replay", "--open").err
    assert "a number above 0 is needed" in rulerun("replay", "--speed", "0").err


def test_a_replay_takes_its_time(rulerun: Rulerun) -> None:
    play(rulerun, *BETTING, lines=["1", "quit"])
    begun = time.monotonic()
    rulerun("replay", "--speed", "20")
    assert time.monotonic() - begun > 0.05 * len(
        rulerun("log", "--format", "json").out.splitlines()[1:]
    )
