"""`rulerun fuzz`: what it says, and that what it prints can be pasted into the file and shows it."""

from __future__ import annotations

import io
import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rulerun.cli import fuzz, progress
from rulerun.interpreter.fuzzing.search import Fuzzing

from ..interpreter.test_fuzzing import FRAME, TURNS, WRONG
from .command import Rulerun

RIGHT = FRAME + TURNS + "            do: do nothing\n"
HIDDEN = (
    FRAME + TURNS + "            choose: card in hand of left of you\n            do: go again\n"
)
FEW = ("--games", "12")


@pytest.fixture
def run(rulerun: Rulerun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulerun:
    """The command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return rulerun


def write(name: str, text: str) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("code", ["R701", "R702", "R705", "R706", "at the end"])
def test_a_pasted_example_shows_what_was_found(run: Rulerun, code: str) -> None:
    text, _ = WRONG[code]
    done = run("fuzz", write("small.yaml", text), *FEW)
    assert (done.code, done.err) == (1, "")
    head, _, rest = done.out.partition("under 'examples' in small.yaml:\n\n")
    example, _, last = rest.partition("\n\n")
    found = head.splitlines()[0]
    assert found.startswith(f"error[{code if code.startswith('R') else 'R703'}]: ")
    assert "  = note: " in head and "found in game" in head
    assert last.startswith("small.yaml: 12 games, ") and last.endswith(" moves: 1 find\n")
    write("small.yaml", f"{text}examples:\n{example}\n")
    test = run("test", "small.yaml")
    assert test.code == 1
    assert test.out.splitlines()[1].strip().startswith(found.partition(":")[0])
    again = run("fuzz", "small.yaml", *FEW)  # its title is taken now
    title = example.partition(":\n")[0]
    assert re.search(rf"{re.escape(title)} with [1-9] players?:\n", again.out)
    telling = again.out.partition("under 'examples' in small.yaml:\n\n")[2].partition("\n\n")[0]
    write("small.yaml", f"{text}examples:\n{example}\n{telling}\n")
    assert re.search(rf"{re.escape(title)} .*after .*:\n", run("fuzz", "small.yaml", *FEW).out)


def test_nothing_is_found_where_nothing_is_wrong(run: Rulerun) -> None:
    done = run("fuzz", write("small.yaml", RIGHT), *FEW, "--seed", "3", "--players", "2")
    assert (done.code, done.out, done.err) == (
        0, "small.yaml: 12 games, 72 moves: nothing was found\n", "",
    )  # fmt: skip


def test_games_without_any_move_are_told(run: Rulerun) -> None:
    over = FRAME + TURNS + "            do: do nothing\n"
    over = over.replace("    repeat: 3 times\n", "    repeat: 3 times\n    skip when: yes\n")
    done = run("fuzz", write("small.yaml", over), *FEW)
    assert done.code == 0
    assert "  nobody ever made a move: each game was over before the first one\n" in done.out
    assert "nobody ever" not in run("fuzz", "war", "--games", "1").out  # there are no moves


def test_hidden_cards_that_are_given_away_are_told(run: Rulerun) -> None:
    done = run("fuzz", write("small.yaml", HIDDEN), *FEW)
    assert done.code == 1
    assert done.out.startswith("error[L612]: P1 cannot see which of ")
    assert re.search(r"--> small.yaml:\d+:\d+\n.*\n\d+ \| +throw:", done.out)
    assert "This example leads there; 'rulerun test' does not look for such a thing:\n" in done.out
    assert "  hidden cards are given away:\n    players: Anna, Ben\n" in done.out


def test_of_a_house_rule_the_example_is_its_own(run: Rulerun) -> None:
    write("small.yaml", RIGHT)
    write(
        "overlays/small/dear.yaml",
        "house rule: Dear\nfor: small\nchange:\n  throw.do: pay 2 to left of you\n",
    )
    done = run("fuzz", "small.yaml", "--with", "dear", *FEW)
    assert done.code == 1
    assert "--> overlays/small/dear.yaml:4:13\n" in done.out
    assert "under 'examples' in overlays/small/dear.yaml:\n" in done.out
    assert "small.yaml with dear: 12 games" in done.out


def test_several_finds_are_told_one_after_the_other(run: Rulerun) -> None:
    text = (
        FRAME
        + TURNS
        + "            do: pay 1 to left of you\n          count: score value of taken\n"
    )
    done = run("fuzz", write("small.yaml", text), "--games", "20")
    assert done.code == 1
    assert done.out.count("It is shown by this example") == 2
    assert "error[R701]" in done.out and "error[R702]" in done.out
    assert done.out.endswith(": 2 finds\n")


SPOTS = """\
game: Two spots
players: 2
deck: { ranks: "A, 2 to 10", starts in: stock }
piles: { stock: face down, grid: "per player, 4 spots, face either" }
setup: { shuffle: shuffle stock, grids: deal 1 card from stock to each grid }
phases:
  open:
    who: each player
    moves: { open: { choose: 2 spots in your grid, do: turn spots face up } }
winner: all players
"""


def test_several_piles_at_once_are_said_and_read_again(run: Rulerun) -> None:
    assert run("fuzz", write("spots.yaml", SPOTS), *FEW).out.endswith("nothing was found\n")
    told = run("play", "spots.yaml", "--bot", "random", "--seed", "1").out
    script = write("script.txt", told)
    again = run("play", "spots.yaml", "--seed", "1", "--script", script)
    assert again.out.splitlines()[2:] == told.splitlines()[2:] and again.code == 0
    play = ("play", "spots.yaml", "--seat", "1", "--bot", "random", "--seed", "1")
    seen = run(*play, typed="open\n2\n3\n").out
    assert "4) 2 3" in seen and "of 1 3 4" in seen and "You: open 2 3\n" in seen
    broken = SPOTS.replace("turn spots", "deal 40 cards from stock to bad; turn spots")
    broken = broken.replace("piles: {", "piles: { bad: face up,")
    found = run("fuzz", write("broken.yaml", broken), *FEW).out
    assert re.search("- Anna: open Anna [1-3] Anna [2-4]\n", found)
    example = found.partition("under 'examples' in broken.yaml:\n\n")[2].partition("\n\n")[0]
    write("broken.yaml", f"{broken}examples:\n{example}\n")
    assert "error[R701]" in run("test", "broken.yaml").out


def test_wrong_use(run: Rulerun) -> None:
    write("small.yaml", RIGHT)
    for arguments, code, said in (
        (("small.yaml", "--players", "5"), 2, "Small is for 2 to 4 players, not 5"),
        (("small.yaml", "--set", "stake=5"), 2, "no option 'stake'"),
        (("small.yaml", "--games", "0"), 2, "a whole number from 1 up is needed"),
        (("small.yaml", "--time", "soon"), 2, "a whole number from 1 up is needed"),
        (("nowhere.yaml",), 3, "nowhere.yaml"),
        ((write("wrong.yaml", RIGHT.replace("do nothing", "do something")),), 1, "error["),
    ):
        done = run("fuzz", *arguments)
        assert (done.code, done.out) == (code, "")
        assert said in done.err


def test_time_is_kept(run: Rulerun, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a number of games as many are played as there is time for."""
    clock = count(100, 0.1)
    monkeypatch.setattr(fuzz, "monotonic", lambda: next(clock))
    done = run("fuzz", write("small.yaml", RIGHT), "--time", "12", "--players", "2")
    assert done.code == 0
    assert done.out.startswith("small.yaml: 17 games, ")


def test_shortening_ends_with_the_time(run: Rulerun, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found is told as it is then."""
    now = [100.0]
    real = Fuzzing.shorten

    def late(self: Fuzzing, *arguments: Any, **more: Any) -> object:
        now[0] += 60
        return real(self, *arguments, **more)

    monkeypatch.setattr(fuzz, "monotonic", lambda: now[0])
    file = write("small.yaml", WRONG["R702"][0])
    whole = run("fuzz", file, *FEW, "--time", "1000")
    monkeypatch.setattr(Fuzzing, "shorten", late)
    cut = run("fuzz", file, *FEW, "--time", "30")
    assert (whole.code, cut.code) == (1, 1)
    head, _, example = whole.out.partition("It is shown by this example")
    assert cut.out.startswith(head)
    assert len(cut.out) > len(whole.out) and example


def test_a_part_of_the_time_is_for_shortening(
    run: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quarter of it, once there is something to shorten."""
    clock = count(100)
    begun: list[int] = []

    def shorten(*_: object, **__: object) -> list[int]:
        begun.append(next(clock))
        return []

    monkeypatch.setattr(fuzz, "monotonic", lambda: next(clock))
    monkeypatch.setattr(Fuzzing, "shorten", shorten)
    assert run("fuzz", write("small.yaml", WRONG["R702"][0]), "--time", "100").code == 1
    assert 174 <= begun.pop() <= 178
    clock = count(100)
    assert run("fuzz", write("small.yaml", RIGHT), "--time", "100").code == 0
    assert next(clock) > 200 and not begun


@pytest.mark.parametrize("code", ["R702", "at the end"])
def test_all_of_it_as_data(run: Rulerun, code: str) -> None:
    file = write("small.yaml", WRONG[code][0])
    done = run("fuzz", file, *FEW, "--format", "json")
    assert (done.code, done.err) == (1, "")
    told = json.loads(done.out)
    assert (told["file"], told["with"], told["games"], told["finds_not_told"]) == (file, [], 12, 0)
    (find,) = told["finds"]
    in_words = run("fuzz", file, *FEW).out
    assert f"error[{find['code']}]: {find['message']}\n" in in_words
    place = find["place"]
    assert f"--> {place['file']}:{place['line']}:{place['column']}\n" in in_words
    assert f"found in game {find['found_in']['seed']}: " in in_words
    assert find["example"]["text"] in in_words and find["example"]["shows_it"]
    steps = find["example"]["text"].count("\n      - ")
    assert steps - 1 <= len(find["shortest"]["moves"]) <= steps
    # Into a file, and nothing is left of it at the terminal.
    assert run("fuzz", file, *FEW, "--format", "json", "--output-file", "f.json").out == ""
    assert json.loads(Path("f.json").read_text(encoding="utf-8")) == told


def test_nothing_found_is_data_too(run: Rulerun) -> None:
    done = run("fuzz", write("small.yaml", RIGHT), *FEW, "--format", "json")
    assert (done.code, json.loads(done.out)["finds"]) == (0, [])
    law = run("fuzz", write("small.yaml", HIDDEN), *FEW, "--format", "json")
    find = json.loads(law.out)["finds"][0]
    assert find["code"] is None and find["what"] and not find["example"]["shows_it"]


def test_too_many_moves_to_choose_from_are_a_find(run: Rulerun) -> None:
    """No game without a person could be played."""
    many = RIGHT.replace("deal 3", "deal 26").replace("2 to 4", "2")
    many = many.replace("          throw:\n", "          throw:\n            choose: CARDS\n")
    many = many.replace("CARDS", "{ some: 1 to 13 cards in your hand }")
    done = run("fuzz", write("small.yaml", many), "--games", "1")
    assert done.code == 1 and done.out.endswith("small.yaml: 1 game, 0 moves: 1 find\n")
    assert done.out.startswith("error[R708]: more than 500,000 moves 'throw' are legal, ")
    assert "--> small.yaml:16:11\n" in done.out
    example = done.out.partition("This example leads there; ")[2].split("\n\n")[1]
    write("small.yaml", f"{many}examples:\n{example}\n")
    assert run("test", "small.yaml").code == 0


@pytest.mark.parametrize("when", ["play", "shorten"])
def test_what_was_done_so_far_is_told(
    run: Rulerun, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Ctrl-C, while games are played and while finds are shortened."""
    real = Fuzzing.play

    def interrupted(self: Fuzzing, *arguments: object, **more: object) -> object:
        if when == "play":
            yield from real(self, 4)
        raise KeyboardInterrupt

    monkeypatch.setattr(Fuzzing, when, interrupted)
    text, _ = WRONG["R702"]
    done = run("fuzz", write("small.yaml", text), *FEW)
    assert done.code == 130
    assert "error[R702]" in done.out and "It is shown by this example" in done.out
    assert f"small.yaml: {4 if when == 'play' else 12} games, " in done.out
    assert done.err == "rulerun: interrupted\n"


# -- progress --------------------------------------------------------------------------------------


def test_a_line_every_ten_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0, 3, 10, 10, 12, 21, 21])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    with progress.progress("games", 7) as tell:
        tell(1, "")
        tell(2, "")
        tell(3, "1 find so far")
        tell(4, "1 find so far")
    assert capsys.readouterr() == ("", "2 of 7 games\n4 of 7 games, 1 find so far\n")


def test_a_bar_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    with progress.progress("games", 7) as tell:
        tell(3, "1 find so far")
    assert "3 of 7 games" in terminal.getvalue() and "1 find so far" in terminal.getvalue()


# -- games that go on and on -----------------------------------------------------------------------

ENDLESS = FRAME + TURNS + "            do: do nothing\n"
ENDLESS = ENDLESS.replace("repeat: 3 times", "repeat: until number of players = 1")
ENDLESS += "    at end: { out: when round_number = 2 -> each player drops out }\n"


def test_what_goes_on_and_on_keeps_to_the_time(
    run: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even in the middle of a move: nothing is decided any more."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    monkeypatch.setattr(fuzz, "monotonic", clock)
    file = write("small.yaml", ENDLESS)
    whole = run("fuzz", file, "--games", "2", "--players", "2")
    assert "error[R706]: 'round' goes on and on" in whole.out and "as short as" not in whole.out
    now[0] = 0.0
    cut = run("fuzz", file, "--time", "1", "--players", "2")  # 100 looks at the clock
    assert cut.code == 0 and now[0] == pytest.approx(1, abs=0.1)
    assert re.fullmatch("small.yaml: 0 games, [0-4] moves: nothing was found\n", cut.out)


def test_ctrl_c_tells_the_shortest_game_so_far(
    run: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = count()

    def clock() -> float:
        if next(tries) > 160:
            raise KeyboardInterrupt
        return 0.0

    monkeypatch.setattr(fuzz, "monotonic", clock)
    file = write("small.yaml", WRONG["R705"][0])
    done = run("fuzz", file, "--games", "1")
    assert done.code == 130 and "error[R705]" in done.out
    assert "  it is as short as there was time for: shorter games may show it\n" in done.out
    monkeypatch.setattr(fuzz, "monotonic", lambda: 0.0)
    assert "as short as there" not in run("fuzz", file, "--games", "1").out
