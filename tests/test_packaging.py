"""rulerun as people get it: wheel, source archive, editable install; from any folder."""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

# One worker for all of these: they share what is built and installed.
pytestmark = pytest.mark.xdist_group("packaging")

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("cli", "grammar", "interpreter", "rulesets")
MOVED = {
    "interpreter/public.py": "rulerun/__init__.py",
    "interpreter/py.typed": "rulerun/py.typed",
    "cli/__main__.py": "rulerun/__main__.py",
}


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; it must succeed. Knows nothing of this process's own import path."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(target: str, source: Path, to: Path) -> Path:
    """Build the `wheel` or `sdist` of a source tree with the hatchling that is installed here."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", to, cwd=source)
    (archive,) = to.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return archive


def copy_of_the_tree(to: Path) -> Path:
    """The repository as a fresh clone has it: no caches, no environment, no links."""
    generated = shutil.ignore_patterns(".*", "__pycache__", "dist")
    shutil.copytree(ROOT, to, ignore=generated)
    shutil.copy(ROOT / ".gitignore", to)
    return to


def files_of(wheel: Path) -> set[str]:
    """What the package has in a wheel, without the metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


class Environment:
    """A fresh environment with rulerun in it; its dependencies are borrowed from this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # pip is borrowed too, where there is one: putting it in takes seconds.
        venv.create(folder, with_pip=importlib.util.find_spec("pip") is None, symlinks=True)
        inside = {"base": str(folder), "platbase": str(folder)}
        self.bin = Path(sysconfig.get_path("scripts", "venv", inside))
        self.packages = Path(sysconfig.get_path("purelib", "venv", inside))
        # Folders that a .pth names are searched last, and their own .pth files are not read: an
        # editable rulerun of the environment that runs the tests stays out of sight.
        borrowed = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
        (self.packages / "borrowed.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")

    def install(self, *what: str | Path) -> None:
        pip = (self.bin / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index")
        # By force, as pip takes a borrowed rulerun of the same version for good enough.
        run(*pip, "--no-build-isolation", "--force-reinstall", *what, cwd=self.folder)

    def python(self, code: str, cwd: Path) -> str:
        return run(self.bin / "python", "-W", "error", "-c", code, cwd=cwd)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("installed") / "env")
    environment.install(wheel)
    return environment


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> tuple[Environment, Path]:
    folder = tmp_path_factory.mktemp("editable")
    tree = copy_of_the_tree(folder / "a tree")
    environment = Environment(folder / "env")
    environment.install("--editable", tree)
    return environment, tree


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A working folder with nothing of the repository in or above it."""
    return tmp_path


def test_a_wheel_has_the_code_the_grammar_and_the_rule_files(wheel: Path) -> None:
    expected = {
        MOVED.get(name, f"rulerun/{name}")
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        for name in [path.relative_to(ROOT).as_posix()]
    }
    assert files_of(wheel) == expected
    assert any(name.endswith(".lark") for name in expected)
    assert sum(name.startswith("rulerun/rulesets/") for name in expected) >= 3


def test_a_wheel_made_from_the_source_archive_is_the_same(wheel: Path, tmp_path: Path) -> None:
    archive = build("sdist", copy_of_the_tree(tmp_path / "tree"), tmp_path / "sdist")
    how: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # 3.11.4
    with tarfile.open(archive) as unpacked:
        unpacked.extractall(tmp_path / "unpacked", **how)
    (source,) = (tmp_path / "unpacked").iterdir()
    assert {path.name for path in source.iterdir()} >= {"tests", "seeds", "README.md", "LICENSE"}
    assert files_of(build("wheel", source, tmp_path / "wheel")) == files_of(wheel)


def test_script_and_module_run_from_another_folder(installed: Environment, elsewhere: Path) -> None:
    version = installed.python("import rulerun; print(rulerun.__version__)", elsewhere).strip()
    script = run(installed.bin / "rulerun", "--version", cwd=elsewhere)
    module = run(installed.bin / "python", "-m", "rulerun", "--version", cwd=elsewhere)
    assert script == module == f"rulerun {version}\n"
    metadata = "import importlib.metadata as m; print(m.version('rulerun'))"
    assert installed.python(metadata, elsewhere).strip() == version


def test_the_installed_package_is_the_one_that_was_built(
    installed: Environment, elsewhere: Path
) -> None:
    found = installed.python("import rulerun.cli as c; print(c.__file__)", elsewhere)
    assert Path(found.strip()).is_relative_to(installed.packages)


def test_the_rule_files_are_found_as_resources(installed: Environment, elsewhere: Path) -> None:
    code = """
from importlib.resources import files
for entry in files("rulerun.rulesets").iterdir():
    if entry.name.endswith(".yaml"):
        assert entry.read_text(encoding="utf-8").strip()
        print(entry.name)
"""
    shipped = {path.name for path in (ROOT / "rulesets").glob("*.yaml")}
    assert set(installed.python(code, elsewhere).split()) == shipped


def test_an_installed_rulerun_plays_what_it_brings(installed: Environment, elsewhere: Path) -> None:
    code = """
import rulerun
game = rulerun.load("in_between", overlays=["triple_penalty"], options={"rounds": 1}, players=2)
assert isinstance(game, rulerun.Game)
state = game.start(seed=1)
assert isinstance(state, rulerun.State)
while not state.is_over:
    move = state.legal_moves[0]
    assert isinstance(move, rulerun.Move)
    state.apply(move)
print(state.ended_by)
"""
    assert installed.python(code, elsewhere) == "rounds_played\n"


@pytest.mark.parametrize("start", ["import rulerun", "import rulerun.cli.main"])
def test_starting_loads_neither_parser_nor_rules(
    installed: Environment, elsewhere: Path, start: str
) -> None:
    code = f"""
import sys
{start}
slow = {{"lark", "yaml", "rich", "rulerun.grammar", "rulerun.interpreter"}}
print(*sorted(slow & set(sys.modules)))
"""
    assert installed.python(code, elsewhere).split() == []


def test_an_editable_install_runs_and_follows_the_code(
    editable: tuple[Environment, Path], elsewhere: Path
) -> None:
    environment, tree = editable
    script = run(environment.bin / "rulerun", "--version", cwd=elsewhere)
    module = run(environment.bin / "python", "-m", "rulerun", "--version", cwd=elsewhere)
    assert script == module
    (tree / "cli" / "fresh.py").write_text("CARD = '10C'\n", encoding="utf-8")
    (tree / "rulesets" / "fresh.yaml").write_text("game: Fresh\n", encoding="utf-8")
    code = """
from importlib.resources import files
from rulerun.cli.fresh import CARD
print(CARD, (files("rulerun.rulesets") / "fresh.yaml").read_text(encoding="utf-8"))
"""
    assert environment.python(code, elsewhere).split() == ["10C", "game:", "Fresh"]


def test_an_editable_install_leaves_no_copies(editable: tuple[Environment, Path]) -> None:
    environment, tree = editable
    assert not (environment.packages / "rulerun").exists()
    there = (tree / ".dev" / "rulerun").iterdir()
    links = [path for path in there if path.name != "__pycache__"]
    assert len(links) == len(FOLDERS) + len(MOVED)
    assert all(link.is_symlink() and link.exists() for link in links)


def test_every_public_name_is_there(installed: Environment, elsewhere: Path) -> None:
    code = """
import rulerun
for name in dir(rulerun):
    assert getattr(rulerun, name) is not None, name
try:
    rulerun.shuffle
except AttributeError as error:
    print(error)
"""
    assert installed.python(code, elsewhere) == "module 'rulerun' has no attribute 'shuffle'\n"


def test_type_checkers_see_the_names_that_are_fetched_late() -> None:
    tree = ast.parse((ROOT / "interpreter" / "public.py").read_text(encoding="utf-8"))
    typed = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rulerun.")
        for alias in node.names
    }
    values = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert values["_HOMES"] == typed
    assert set(values["__all__"]) == {*typed, "__version__"}


def test_a_user_of_the_wheel_gets_types(installed: Environment, elsewhere: Path) -> None:
    (elsewhere / "user.py").write_text(
        "import rulerun\n"
        "game: rulerun.Game = rulerun.load('gin.yaml', overlays=[], options={}, players=2)\n"
        "state: rulerun.State = game.start(seed=1)\n"
        "rulerun.shuffle\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file="),
            *("--no-incremental", "--no-error-summary"),
            f"--python-executable={installed.bin / 'python'}",
            "user.py",
        ],
        cwd=elsewhere,
        env={k: v for k, v in os.environ.items() if k not in {"MYPYPATH", "PYTHONPATH"}},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = 'user.py:4: error: Module has no attribute "shuffle"  [attr-defined]\n'
    assert done.stdout + done.stderr == expected


def test_the_two_commands_of_the_readme_are_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^ *(make [a-z]+)\b", readme, re.MULTILINE)
    assert commands[:2] == ["make play", "make check"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in commands:
        assert re.search(rf"^{command.removeprefix('make ')}:.* ## ", makefile, re.MULTILINE)
    assert re.search(r"^make check$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)


def test_make_explains_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony
    printed = run("make", cwd=ROOT)
    assert re.findall(r"^  make (\w+) +\S", printed, re.MULTILINE) == phony[1].split()


def test_the_table_of_moved_files_is_the_one_of_the_build() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    target = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {old: new for new, old in target["hooks"]["custom"]["files"].items()} == MOVED
    assert tuple(target["only-include"]) == tuple(target["sources"]) == FOLDERS
