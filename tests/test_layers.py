"""The architecture, read from the sources: who may import what, who may print, who knows a game."""

import ast
import functools
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Imports point one way: each folder may use itself and those named here.
MAY_IMPORT = {
    "grammar": set[str](),
    "interpreter": {"grammar"},
    "cli": {"interpreter", "grammar"},
}

# Inside the interpreter, too: a room may use those named before it.
ROOMS = (
    "declarations",
    "checking",
    "compiling",
    "machine",
    "bots",
    "lint",
    "examples",
    "variants",
    "fuzzing",
    "simulation",
)

# Libraries from outside, and the only places that may use them.
LIBRARIES = {
    "lark": ("grammar/tables.py",),
    "yaml": ("grammar/reader.py",),
    "click": ("cli/",),
    "platformdirs": ("cli/saves.py",),
    "rich": ("cli/",),
    "cloudpickle": ("interpreter/simulation/cluster.py",),
    "distributed": ("interpreter/simulation/cluster.py",),
    "matplotlib": ("cli/plots.py", "cli/plotting.py"),
}

# Games that are called like a suit: in lower case the word is the suit, which is nobody's game.
SUITS = ("clubs", "diamonds", "hearts", "spades")

# This one becomes rulerun/__init__.py, where a relative import would mean something else.
PUBLIC = "interpreter/public.py"

MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in MAY_IMPORT
    for path in (ROOT / folder).rglob("*.py")
)
INNER_MODULES = [module for module in MODULES if not module.startswith("cli/")]


def imported(tree: ast.Module, package: list[str]) -> Iterator[tuple[int, bool, str]]:
    """Each import anywhere in a module: its line, whether it is relative, the full name.

    `package` is where the module lives, `["rulerun", "grammar"]`. A name taken from a package may
    be a module, so `from rulerun import cli` gives `rulerun.cli`.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, False, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = [*above, *([node.module] if node.module else [])]
            for alias in node.names:
                yield node.lineno, bool(node.level), ".".join([*base, alias.name])


def import_faults(module: str, source: str) -> list[str]:
    """What is wrong with the imports of a module; `module` is its path, `grammar/parser.py`."""
    folder, *inner = module.split("/")[:-1]
    faults = []
    for line, relative, name in imported(ast.parse(source), ["rulerun", folder, *inner]):
        first, *rest = name.split(".")
        if relative:
            if first != "rulerun" or rest[:1] != [folder]:
                faults.append(f"{module}:{line}: leaves its folder by a relative import of {name}")
            elif inner and inner[0] in ROOMS and rest[1] in ROOMS[ROOMS.index(inner[0]) + 1 :]:
                faults.append(f"{module}:{line}: {inner[0]} must not know {rest[1]}")
        elif first == "rulerun":
            target = rest[0] if rest and (ROOT / rest[0]).is_dir() else None
            if target == folder and module != PUBLIC and not module.endswith("__main__.py"):
                faults.append(
                    f"{module}:{line}: {name} is in the same folder: import it relatively"
                )
            elif target is None and folder != "cli":
                faults.append(f"{module}:{line}: the public face is for the command line and users")
            elif target not in {None, folder, *MAY_IMPORT[folder]}:
                faults.append(f"{module}:{line}: {folder} must not know {name}")
        elif first in LIBRARIES:
            if not module.startswith(LIBRARIES[first]):
                faults.append(f"{module}:{line}: {first} is used in {LIBRARIES[first][0]} alone")
        elif first not in sys.stdlib_module_names:
            faults.append(f"{module}:{line}: {first} is no dependency of rulerun")
    return faults


def terminal_faults(module: str, source: str) -> list[str]:
    """Where a module below the command line prints, asks, reads arguments or exits."""
    faults = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            used = node.func.id if node.func.id in {"print", "input", "exit", "quit"} else ""
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            used = name if name in {"sys.argv", "sys.exit", "sys.stdout", "sys.stdin"} else ""
        else:
            continue
        if used:
            faults.append(f"{module}:{node.lineno}: {used} is for the command line")
    return faults


@functools.cache
def games() -> dict[str, re.Pattern[str]]:
    """For each shipped game, a pattern for its name as code would spell it, and for its title."""
    found = {}
    for path in sorted((ROOT / "rulesets").glob("*.yaml")):
        game = re.search(r"^game: *(.+?) *$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert game, f"{path.name} has no `game:`"
        stem, title = re.escape(path.stem), re.escape(game[1])
        words = title if path.stem in SUITS else rf"(?i:{stem})|{title}"
        # Not \b: `gin_bonus` and `score_gin` name the game too, `origin` and `begins` do not.
        found[path.stem] = re.compile(
            rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])|(?<![a-z]){class_name(path.stem)}"
        )
    return found


def class_name(stem: str) -> str:
    """`in_between` as a class would be called: `InBetween`."""
    return "".join(word.capitalize() for word in stem.split("_"))


def game_faults(module: str, source: str) -> list[str]:
    """Where the code (names and texts, not comments and docstrings) names a shipped game."""
    docstrings = {
        (node.body[0].lineno, node.body[0].col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if ast.get_docstring(node, clean=False) is not None
    }
    code = {tokenize.NAME, tokenize.STRING}
    if sys.version_info >= (3, 12):
        code.add(tokenize.FSTRING_MIDDLE)
    return [
        f"{module}:{token.start[0]}: names the game {game}: {token.string}"
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type in code and token.start not in docstrings
        for game, pattern in games().items()
        if pattern.search(token.string)
    ]


def module_map() -> str:
    """One line for each module of the three folders: the first sentence of its docstring."""
    lines = []
    for folder in ("cli", "interpreter", "grammar"):
        lines += ["", f"`{folder}/`", ""]
        for module in MODULES:
            if module.startswith(f"{folder}/"):
                docstring = ast.get_docstring(ast.parse(read(module))) or ""
                first = " ".join(re.split(r"\.\s|\n\n", docstring, maxsplit=1)[0].split())
                lines.append(f"- `{module.removeprefix(f'{folder}/')}`: {first.removesuffix('.')}")
    return "\n".join([*lines, ""])


def read(module: str) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    assert import_faults(module, read(module)) == []


@pytest.mark.parametrize("module", INNER_MODULES)
def test_only_the_command_line_talks_to_the_terminal(module: str) -> None:
    assert terminal_faults(module, read(module)) == []


@pytest.mark.parametrize("module", INNER_MODULES)
def test_no_module_knows_a_game(module: str) -> None:
    assert game_faults(module, read(module)) == []


def test_every_folder_with_code_is_looked_at() -> None:
    assert {module.split("/")[0] for module in MODULES} == set(MAY_IMPORT)
    assert len(games()) >= 3


def test_the_map_of_the_modules_is_true(pytestconfig: pytest.Config) -> None:
    """CONTRIBUTING.md lists the modules as they say what they are; `--update` rewrites the list."""
    path = ROOT / "CONTRIBUTING.md"
    text = path.read_text(encoding="utf-8")
    begin, end = "<!-- modules, from their docstrings -->\n", "\n<!-- end of modules -->"
    before, rest = text.split(begin)
    written, after = rest.split(end)
    if pytestconfig.getoption("--update"):
        path.write_text(before + begin + module_map() + end + after, encoding="utf-8")
    else:
        assert written.splitlines() == module_map().splitlines(), "pytest --update rewrites it"


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        (
            "grammar/parser.py",
            "from rulerun.interpreter.machine.state import State",
            "must not know",
        ),
        ("grammar/parser.py", "from rulerun import cli", "must not know"),
        ("grammar/parser.py", "import rulerun.cli.main", "must not know"),
        ("grammar/parser.py", "from ..interpreter import state", "leaves its folder"),
        ("grammar/vocabulary/keys.py", "from ...cli import main", "leaves its folder"),
        ("grammar/parser.py", "from rulerun.grammar.source import Span", "import it relatively"),
        (
            "interpreter/machine/state.py",
            "def f(): from rulerun.cli.main import main",
            "must not know",
        ),
        ("interpreter/machine/state.py", "from ..fuzzing import replay", "must not know fuzzing"),
        ("interpreter/machine/state.py", "import rulerun", "public face"),
        ("interpreter/machine/state.py", "from rulerun import load", "public face"),
        ("grammar/parser.py", "from lark import Lark", "grammar/tables.py alone"),
        ("grammar/parser.py", "import yaml", "grammar/reader.py alone"),
        ("interpreter/machine/state.py", "import rich.table", "cli/ alone"),
        ("cli/main.py", "import numpy as np", "no dependency"),
    ],
)
def test_a_wrong_import_is_found(module: str, line: str, fault: str) -> None:
    (found,) = import_faults(module, line)
    assert found.startswith(f"{module}:1: ")
    assert fault in found


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("grammar/tables.py", "from lark import Lark"),
        ("grammar/parser.py", "from .source import Span"),
        ("grammar/vocabulary/keys.py", "from ..source import Span"),
        ("interpreter/machine/state.py", "from rulerun.grammar.source import Span"),
        ("interpreter/machine/state.py", "import json, collections.abc"),
        ("interpreter/machine/state.py", "from ..checking.core import Program"),
        ("interpreter/machine/state.py", "from ..errors import RuleError"),
        (PUBLIC, "from rulerun.interpreter.machine.game import Game"),
        ("cli/main.py", "import click, rulerun"),
        ("cli/main.py", "from rulerun.interpreter.machine.game import Game"),
    ],
)
def test_a_right_import_passes(module: str, line: str) -> None:
    assert import_faults(module, line) == []


@pytest.mark.parametrize(
    "line",
    ["print(1)", "def f(): return input()", "import sys; sys.exit(1)", "sys.stdout.write('')"],
)
def test_talking_to_the_terminal_is_found(line: str) -> None:
    assert len(terminal_faults("interpreter/machine/state.py", line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "if name == 'gin': pass",
        "gin_bonus = 20",
        "class GinScore: pass",
        "x = 'In-Between'",
        "f'{x} gin'",
    ],
)
def test_the_name_of_a_game_is_found(line: str) -> None:
    assert len(game_faults("interpreter/machine/state.py", line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "origin = begin(engine)",
        "'''As in gin.'''",
        "x = 1  # as in gin",
        "x = 'the one in between'",
        "x = 'no card in your hand has suit is hearts'",
    ],
)
def test_other_words_are_not_taken_for_a_game(line: str) -> None:
    assert game_faults("interpreter/machine/state.py", line) == []
