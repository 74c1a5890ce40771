"""What CI needs: the hooks, the problem matcher and the samples of docs/ci.md, all of them run."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from .command import ROOT, Rulerun

HOOKS = ROOT / ".pre-commit-hooks.yaml"
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
SAMPLES = re.findall(r"^```yaml ci=(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

GOOD = (ROOT / "tests" / "golden" / "cli" / "at_once.yaml").read_text(encoding="utf-8")
BAD = GOOD.replace("points: number per player", "poinst: number per player")
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")


def rule_files(folder: Path, game: str = GOOD) -> Path:
    """A repository's folder `rules` with a game in it, and files that are no rule files."""
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "high.yaml").write_text(game, encoding="utf-8")
    (folder / ".github").mkdir()
    (folder / ".github" / "work.yaml").write_text("on: push\n", encoding="utf-8")
    return folder


@pytest.fixture
def path_with_rulerun(tmp_path: Path) -> str:
    """A search path on which `rulerun` is this one, and `pip install` has nothing to do."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    for name, line in {
        "rulerun": f'exec "{sys.executable}" -m rulerun "$@"',
        "python": f'exec "{sys.executable}" "$@"',
        "pip": '[ "$1" = install ]',
    }.items():
        script = bin_ / name
        script.write_text(f"#!/bin/sh\n{line}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return f"{bin_}{os.pathsep}{os.environ['PATH']}"


# -- the samples ------------------------------------------------------------------------------------


def lines_of(name: str, text: str) -> tuple[list[str], dict[str, str]]:
    """The commands of a sample, and the environment that it asks for."""
    sample: Any = yaml.safe_load(text)
    if name.startswith(".github/"):
        (job,) = sample["jobs"].values()
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
        assert sample["name"]
        # YAML 1.1 takes the key `on` for a truth value.
        assert sample[True]
        return [s["run"] for s in job["steps"] if "run" in s], job.get("env", {})
    (job,) = sample.values()
    return job["script"], {}


WORKFLOWS = [(n, t) for n, t in SAMPLES if n != ".pre-commit-config.yaml"]


@pytest.mark.skipif(os.name == "nt", reason="the samples run in a shell of Unix")
@pytest.mark.parametrize(("name", "text"), WORKFLOWS, ids=[n for n, _ in WORKFLOWS])
def test_the_samples_pass_right_rules_and_fail_for_wrong_ones(
    name: str, text: str, tmp_path: Path, path_with_rulerun: str
) -> None:
    commands, own = lines_of(name, text)
    assert len(commands) >= 2
    environment = {**os.environ, **own, "PATH": path_with_rulerun}
    environment.pop("GITHUB_STEP_SUMMARY", None)
    if name.startswith(".github/"):
        environment["GITHUB_ACTIONS"] = "true"
    wrong_too = name in (".github/workflows/rules.yaml", ".gitlab-ci.yml")
    for game, passes in ((GOOD, True), (BAD, False))[: 1 + wrong_too]:
        folder = rule_files(tmp_path / str(passes), game)
        done = []
        for command in commands:
            done.append(
                subprocess.run(
                    command, shell=True, cwd=folder, env=environment, capture_output=True,
                    text=True, check=False, timeout=60,
                )
            )  # fmt: skip
            if done[-1].returncode:
                break  # as CI does
        last = done[-1]
        assert last.returncode == (0 if passes else 1), last.stdout + last.stderr
        for report in re.findall(r"--output-file (\S+)", "\n".join(commands[: len(done)])):
            assert (folder / report).stat().st_size > 2
            assert len(re.findall(rf"\b{re.escape(report)}$", text, re.MULTILINE)) >= 2
        if own.get("RULERUN_FORMAT") == "concise":
            matcher = done[1].stdout.removeprefix("::add-matcher::").strip()
            assert json.loads(Path(matcher).read_text(encoding="utf-8"))["problemMatcher"]


def test_the_page_has_a_sample_for_each_system() -> None:
    names = {name for name, _ in SAMPLES}
    assert {".gitlab-ci.yml", ".pre-commit-config.yaml"} < names
    assert sum(name.startswith(".github/workflows/") for name in names) == 3


def test_the_page_knows_every_format() -> None:
    from rulerun.cli.reports import FORMATS

    assert tuple(re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)) == FORMATS


# -- the problem matcher ----------------------------------------------------------------------------


def matched(line: str) -> dict[str, str] | None:
    """What GitHub's runner finds in a line of a log."""
    matcher = json.loads((files("rulerun.cli") / "rulerun-matcher.json").read_text("utf-8"))
    for one in matcher["problemMatcher"]:
        (pattern,) = one["pattern"]
        found = re.search(pattern["regexp"], line)
        if found:
            parts = {k: found[v] for k, v in pattern.items() if k != "regexp"}
            return {"severity": one.get("severity", ""), **parts}
    return None


def test_the_matcher_finds_what_concise_says(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "a b:1.yaml"
    path.write_text(BAD.replace("shuffle stock", "shuffle stokc"), encoding="utf-8")
    told = json.loads(rulerun("check", str(path), "--format", "json").out)
    lines = rulerun("check", str(path), "--format", "concise").out.splitlines()
    assert len(lines) == len(told) >= 2
    for line, one in zip(lines, told, strict=True):
        found = matched(line)
        assert found is not None
        hint = f"; {one['suggestion']}" if one["suggestion"] else ""
        place = one["place"]
        assert found == {
            "severity": one["severity"],
            "file": place["file"],
            "line": str(place["line"]),
            "column": str(place["column"]),
            "code": one["code"],
            "message": one["message"] + hint,
        }


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("C:\\rules\\gin.yaml:3:1: error[T401]: no pile: 'a'", "error"),
        ("rules/gin.yaml:3:1: warning[L603]: never used", "warning"),
        ("rules/gin.yaml:3:1: note[L606]: need not end", "notice"),
        ("1 file checked: nothing is wrong", None),
        ("error[T401]: no pile is called 'stokc'", None),
    ],
)
def test_the_matcher_knows_all_severities_and_nothing_else(line: str, severity: str | None) -> None:
    found = matched(line)
    assert (None if found is None else found["severity"]) == severity
    if found is not None:
        assert found["file"] in ("C:\\rules\\gin.yaml", "rules/gin.yaml")


# -- the hooks --------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> str:
    own = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    name = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for who in ("AUTHOR", "COMMITTER"):
        name |= {f"GIT_{who}_NAME": "Anna", f"GIT_{who}_EMAIL": "anna@example.org"}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env={**own, **name}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def committed(folder: Path) -> str:
    """Make a repository of a folder, with all that is in it; its commit."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "first")
    return git(folder, "rev-parse", "HEAD")


def pre_commit(
    folder: Path, home: Path, path: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    own = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "PYTHON"))}
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments], cwd=folder,
        env={**own, "PRE_COMMIT_HOME": str(home), "PATH": path, "PRE_COMMIT_COLOR": "never"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


def configured(folder: Path, repository: Path, commit: str, *, installed: bool) -> None:
    """Write the sample configuration, with this repository in it."""
    text = next(t for n, t in SAMPLES if n == ".pre-commit-config.yaml")
    text = text.replace("https://example.org/rulerun", str(repository)).replace("v0.1.0", commit)
    if not installed:
        # What is on the path does as well as what would be installed, and needs no network.
        text = re.sub(r"^( +)(files: .*)$", r"\1\2\n\1language: system", text, flags=re.MULTILINE)
    (folder / ".pre-commit-config.yaml").write_text(text, encoding="utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> tuple[Path, str]:
    """A repository with the hooks of this one, and its commit."""
    pytest.importorskip("pre_commit")
    folder = tmp_path / "rulerun"
    folder.mkdir()
    shutil.copy(HOOKS, folder)
    return folder, committed(folder)


@needs_git
@pytest.mark.skipif(os.name == "nt", reason="a stand-in on the path is a script of Unix")
def test_the_hooks_run_on_the_rule_files_of_a_commit(
    tmp_path: Path, repository: tuple[Path, str], path_with_rulerun: str
) -> None:
    scratch = rule_files(tmp_path / "scratch")
    configured(scratch, *repository, installed=False)
    committed(scratch)
    run = ("run", "--all-files", "--verbose")
    home = tmp_path / "home"
    done = pre_commit(scratch, home, path_with_rulerun, *run)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rulerun check...." in done.stdout
    assert "1 file checked: nothing is wrong" in done.stdout
    assert re.search(r"at_once|high.*1 example.*1 passed", done.stdout)

    (scratch / "rules" / "high.yaml").write_text(BAD, encoding="utf-8")
    git(scratch, "add", "--all")
    done = pre_commit(scratch, home, path_with_rulerun, "run")
    assert done.returncode == 1
    assert "Failed" in done.stdout
    assert "--> rules/high.yaml:" in done.stdout

    git(scratch, "rm", "--quiet", "--cached", "rules/high.yaml")
    done = pre_commit(scratch, home, path_with_rulerun, *run)
    assert (done.returncode, done.stdout.count("(no files to check)Skipped")) == (0, 2)


def test_without_files_the_hooks_leave_out_what_begins_with_a_dot(tmp_path: Path) -> None:
    clientlib: Any = pytest.importorskip("pre_commit.clientlib")
    hooks = clientlib.load_manifest(HOOKS)
    assert [hook["id"] for hook in hooks] == ["rulerun-check", "rulerun-test"]
    for hook in hooks:
        assert (hook["language"], hook["types"]) == ("python", ["yaml"])
        assert hook["entry"].split()[0] == "rulerun"
        left_out = re.compile(hook["exclude"])
        for name in (".github/workflows/a.yaml", ".pre-commit-config.yaml", "a/.b/c.yaml"):
            assert left_out.search(name)
        assert not left_out.search("rules/overlays/gin/ours.yaml")


NO_INDEX = (
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Read timed out",
)
"""What pip says without a network. Anything else that goes wrong is a fault of the package."""


@needs_git
@pytest.mark.soak
def test_the_hooks_install_rulerun_themselves(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    tree = tmp_path / "rulerun"
    generated = shutil.ignore_patterns(".*", "__pycache__", "dist")
    shutil.copytree(ROOT, tree, ignore=generated)
    for name in (".gitignore", HOOKS.name):
        shutil.copy(ROOT / name, tree)
    scratch = rule_files(tmp_path / "scratch")
    configured(scratch, tree, committed(tree), installed=True)
    committed(scratch)
    home = tmp_path / "home"
    installed = pre_commit(scratch, home, os.environ["PATH"], "install-hooks")
    told = installed.stdout + installed.stderr
    if installed.returncode and any(sign in told for sign in NO_INDEX):
        pytest.skip("no package index can be reached, so pre-commit cannot install rulerun")
    assert installed.returncode == 0, told
    done = pre_commit(scratch, home, os.environ["PATH"], "run", "--all-files", "--verbose")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 file checked: nothing is wrong" in done.stdout
    (scratch / "rules" / "high.yaml").write_text(BAD, encoding="utf-8")
    done = pre_commit(scratch, home, os.environ["PATH"], "run", "--all-files")
    assert (done.returncode, "--> rules/high.yaml:" in done.stdout) == (1, True)
