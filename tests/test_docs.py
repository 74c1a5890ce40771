"""The docs do what they say: every rule file, piece, command and Python line in them is tried.

The word after a block's language says what is done with it:

    yaml game            a whole game: nothing is wrong with it; its examples and random games are played
    yaml rule            the same with a whole house rule
    yaml file=PATH       written into the folder of the page's commands; `wrong` if it has mistakes
    yaml into=PATH       keys that come into such a file, in the place of those it has
    yaml in=FRAME        a piece, laid on a game of tests/frames/ (at=KEY.KEY: in that map), and played
    yaml wrong in=FRAME  a piece with mistakes; the text block after it has the messages
    yaml ci=PATH         a file of a repository of rule files, for CI; tests/cli/test_ci.py runs it
    console              commands and what they print; what is typed at a game's prompt stands there
    pycon                Python, as typed in, and what it prints
    sh                   commands that set things up: `make` is asked whether it could
    text                 belongs to the block before it; with file=PATH, it is written there

`pytest --update` rewrites what is printed; the change is then reviewed as a diff.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import os
import re
import runpy
import select
import shlex
import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rulerun.cli.main import main
from rulerun.grammar.diagnostics import Severity
from rulerun.interpreter.loading import read_rules

from . import rule_pieces as pieces

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
KINDS = {"yaml", "console", "pycon", "sh", "text"}
PROMPT = re.compile(r"^P\d+> (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language and words, its text, where its text begins in the page."""

    page: Path
    line: int
    begin: int
    end: int
    words: tuple[str, ...]
    text: str

    @property
    def language(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"

    def has(self, word: str) -> bool:
        return word in self.words

    def setting(self, name: str) -> str:
        """What stands after `name=`, or nothing."""
        return next((w.partition("=")[2] for w in self.words if w.startswith(f"{name}=")), "")


_FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, match.start()) + 1,
            match.start(2),
            match.end(2),
            tuple(match[1].split()),
            match[2],
        )
        for match in _FENCE.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def alone(block: Block) -> bool:
    """Whether a block stands for itself, and not in the course of its page."""
    of_the_page = block.setting("file") or block.setting("into")
    return block.language == "yaml" and not of_the_page and not of_a_code(block)


def of_a_code(block: Block) -> bool:
    """Whether other tests try it: examples of codes test_vocabulary.py, CI's files cli/test_ci.py."""
    return bool(block.setting("bad") or block.setting("good") or block.setting("ci"))


def follower(block: Block) -> Block | None:
    """The text block after a block."""
    following = BLOCKS[BLOCKS.index(block) + 1 :][:1]
    return following[0] if following and following[0].language == "text" else None


# --------------------------------------------------------------------------------------------
# What is printed, compared or rewritten


def compare(page: Path, found: list[tuple[Block, str]], update: bool) -> None:
    """Every block's text is what was found; under `--update` the page is rewritten."""
    if update:
        for block, now in found:
            # Its place may have moved since the page was read, its number has not.
            number = [b for b in BLOCKS if b.page == page].index(block)
            here = blocks_of(page)[number]
            text = page.read_text(encoding="utf-8")
            page.write_text(text[: here.begin] + now + text[here.end :], encoding="utf-8")
        return
    wrong: list[str] = []
    for block, now in found:
        if block.text != now:
            old_lines, new_lines = block.text.splitlines(), now.splitlines()
            wrong += difflib.unified_diff(old_lines, new_lines, block.place, "now", lineterm="")
    if wrong:
        wrong.append("`pytest --update tests/test_docs.py` rewrites what is printed")
        pytest.fail("\n".join(wrong), pytrace=False)


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


# --------------------------------------------------------------------------------------------
# Blocks that stand for themselves


@pytest.mark.parametrize("block", [b for b in BLOCKS if alone(b)], ids=lambda b: b.place)
def test_a_rule_file_or_piece_of_one(block: Block, tmp_path: Path, update: bool) -> None:
    if block.setting("form"):
        path = ROOT / "rulesets" / "forms" / f"{block.setting('form')}.yaml"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        compare(block.page, [(block, "".join(line for line in lines if line[:1] != "#"))], update)
        return
    if block.has("game") or block.has("rule"):
        text = block.text
    else:
        assert block.setting("in"), f"{block.place}: say what the piece is laid on"
        text = pieces.laid_on(block.setting("in"), block.text, block.setting("at"))
    game = re.search(r"^for: (\w+)", text, re.MULTILINE)
    name = f"overlays/{game[1]}/rule.yaml" if game and block.has("rule") else "piece.yaml"
    whole = block.has("game") or block.has("rule")
    loaded = pieces.load_text(text, tmp_path, name, linted=whole and not block.has("wrong"))
    if block.has("wrong"):
        answer = follower(block)
        assert answer is not None, f"{block.place}: the messages belong after it"
        assert pieces.errors(loaded), f"{block.place}: nothing is wrong with it"
        compare(block.page, [(answer, pieces.told(loaded.diagnostics))], update)
        return
    bad = Severity.WARNING if whole else Severity.ERROR
    found = [d for d in loaded.diagnostics if d.severity >= bad]
    assert not found, f"{block.place}\n{pieces.told(found)}"
    assert loaded.checked is not None
    wrong = pieces.play_examples(loaded)
    assert not wrong, f"{block.place}\n{wrong}"
    pieces.play_at_random(loaded.checked)


# --------------------------------------------------------------------------------------------
# The course of a page: files, commands, Python


def course_of(page: Path) -> list[Block]:
    return [
        b
        for b in BLOCKS
        if b.page == page
        and not alone(b)
        and not of_a_code(b)
        and (b.language != "text" or b.setting("file"))
    ]


@pytest.mark.parametrize("page", [p for p in PAGES if course_of(p)], ids=lambda p: p.name)
def test_what_a_page_does(
    page: Path, tmp_path: Path, update: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesets").symlink_to(ROOT / "rulesets")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("RULERUN_SAVES", str(tmp_path / "saves"))
    names: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for block in course_of(page):
        if block.language == "text":
            (tmp_path / block.setting("file")).write_text(block.text, encoding="utf-8")
        elif block.language == "yaml":
            write(block, tmp_path)
        elif block.language == "console":
            found.append((block, "".join(commands_again(block))))
        elif block.language == "pycon":
            found.append((block, python_again(block, names)))
        else:
            for command in re.findall(r"^ *(make\b.*)$", block.text, re.MULTILINE):
                could = ["make", "--dry-run", *command.split()[1:]]
                subprocess.run(could, cwd=ROOT, check=True, capture_output=True)
    compare(page, found, update)


def write(block: Block, folder: Path) -> None:
    """Write a file of the page, and try it unless it has mistakes."""
    path = folder / (block.setting("file") or block.setting("into"))
    path.parent.mkdir(parents=True, exist_ok=True)
    text = block.text
    if block.setting("into"):
        keys = {**by_key(path.read_text(encoding="utf-8")), **by_key(text)}
        text = "\n".join(part.strip("\n") + "\n" for part in keys.values())
    path.write_text(text, encoding="utf-8")
    if block.has("wrong"):
        return
    loaded = read_rules(path)
    assert not loaded.diagnostics, f"{block.place}\n{pieces.told(loaded.diagnostics)}"
    assert loaded.checked is not None
    pieces.play_at_random(loaded.checked)  # its examples are for the page's own `rulerun test`


def by_key(text: str) -> dict[str, str]:
    """The parts of a rule file by the keys in column 0, with their lines."""
    parts = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)
    return {part.partition(":")[0]: part for part in parts if part.strip()}


def commands_again(block: Block) -> Iterator[str]:
    """The commands of a block, each with what it prints now."""
    for part in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE):
        if not part:
            continue
        command, _, printed = part.partition("\n")
        assert command.startswith("$ rulerun"), f"{block.place}: only rulerun is tried: {command}"
        blank = "\n" if printed.endswith("\n\n") else ""
        yield f"{command}\n{printed_by(shlex.split(command)[2:], PROMPT.findall(printed))}{blank}"


def printed_by(arguments: list[str], typed: list[str]) -> str:
    """What a command prints, and says about errors, in the order in which it does."""
    if typed:
        printed = printed_at_a_terminal(arguments, typed)
    else:
        output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            main(arguments)
        output.seek(0)
        printed = output.read()
    return short(printed)


def short(printed: str) -> str:
    """What is printed, with the short paths that those see who are in the repository's folder."""
    return printed.replace(f"{ROOT}{os.sep}", "")


def printed_at_a_terminal(arguments: list[str], typed: list[str]) -> str:
    """What a terminal shows when somebody types these lines at the game's prompt."""
    pty = pytest.importorskip("pty", reason="no terminals to be had here")
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover  # becomes the command
        os.environ.update(TERM="dumb", PYTHONIOENCODING="utf-8", PYTHONUTF8="1")
        os.execv(sys.executable, [sys.executable, "-m", "rulerun", *arguments])
    shown, lines = b"", iter([*typed, None])
    try:
        while ready(terminal):
            shown += os.read(terminal, 4096)
            if re.search(rb"^P\d+> $", shown[shown.rfind(b"\n") + 1 :]):
                line = next(lines)
                if line is None:
                    break
                os.write(terminal, f"{line}\n".encode())
    except OSError:
        pass  # how Linux says that the other end is closed
    finally:
        os.close(terminal)
        os.waitpid(process, 0)
    return shown.decode().replace("\r\n", "\n")


def ready(terminal: int) -> bool:
    """Wait until there is something to read."""
    found, _, _ = select.select([terminal], [], [], 30)
    assert found, "the command does not answer"
    return True


def python_again(block: Block, names: dict[str, Any]) -> str:
    """The lines of a Python session, each with what it prints now."""
    parts = []
    for example in doctest.DocTestParser().parse(block.text):
        if isinstance(example, str):
            parts.append(example)
            continue
        first, *more = example.source.splitlines()
        parts.append("\n".join([f">>> {first}", *(f"... {line}".rstrip() for line in more)]) + "\n")
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            try:
                exec(compile(example.source, block.place, "single"), names)  # noqa: S102
            except Exception as error:  # noqa: BLE001  # shown as Python shows it
                output.write("Traceback (most recent call last):\n  ...\n")
                output.write("".join(traceback.format_exception_only(error)))
        parts.append(short(output.getvalue()))
    return "".join(parts)


# --------------------------------------------------------------------------------------------
# The pages themselves


def test_every_block_says_what_it_is() -> None:
    unknown = [f"{b.place}: {' '.join(b.words)}" for b in BLOCKS if b.language not in KINDS]
    assert not unknown, "\n".join(unknown)
    fences = sum(p.read_text(encoding="utf-8").count("```") for p in PAGES)
    assert fences == 2 * len(BLOCKS)


def test_links_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, heading = target.partition("#")
            if "://" in target:
                continue
            file = (page.parent / path).resolve() if path else page
            if not file.exists() or (heading and heading not in headings(file)):
                broken.append(f"{page.name}: {target}")
    assert not broken, "\n".join(broken)


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in found}


def test_generated_parts_are_up_to_date(update: bool) -> None:
    generate = runpy.run_path(str(ROOT / "docs" / "generate.py"))
    for page, now in generate["pages"]().items():
        old = page.read_text(encoding="utf-8") if page.exists() else ""
        if update:
            page.write_text(now, encoding="utf-8")
        elif old != now:
            lines = difflib.unified_diff(
                old.splitlines(), now.splitlines(), page.name, "now", lineterm=""
            )
            pytest.fail("\n".join([*lines, "run `python docs/generate.py`"]), pytrace=False)
