"""`rulerun check`: all that is wrong with rule files."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

import click

from .exits import USAGE, Failed
from .output import output_option, write
from .reports import FORMATS
from .rule_files import (
    STDIN,
    UNNAMED,
    WholeNumber,
    exit_code,
    in_folders,
    left_out,
    read,
    standard_input,
    with_option,
)
from .terminal import complain, encoding_of, is_terminal, wants_color

if TYPE_CHECKING:
    from rulerun.grammar.diagnostics import Severity
    from rulerun.interpreter.declarations.library import RuleFile
    from rulerun.interpreter.loading import Loaded

    from .reports.report import Report

LEVELS = ("error", "warning", "note")

_FORMAT = "RULERUN_FORMAT"
_PROSE = ("full", "concise")
"""The formats for people."""
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""What makes a terminal empty, with all that has scrolled away."""


@click.command("check", short_help="Say what is wrong with rule files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@with_option
@click.option(
    "--format", "form", type=click.Choice(FORMATS),
    help="How it is said; without this as $RULERUN_FORMAT says, or full.",
)  # fmt: skip
@output_option
@click.option(
    "--fail-level", type=click.Choice(LEVELS), default="warning", show_default=True,
    help="How bad the worst must be to exit with 1.",
)  # fmt: skip
@click.option(
    "--max-errors", metavar="N", type=WholeNumber(0),
    help="Tell only so many one by one, the worst ones.",
)  # fmt: skip
@click.option("--statistics", is_flag=True, help="Say how often each code was found.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option(
    "--stdin-filename", metavar="FILE",
    help="The file that - stands for: its name in messages, and where its game lies.",
)  # fmt: skip
def command(
    files: tuple[str, ...],
    overlays: tuple[str, ...],
    form: str | None,
    output_file: str | None,
    fail_level: str,
    max_errors: int | None,
    statistics: bool,
    watch: bool,
    stdin_filename: str | None,
) -> None:
    """Read rule files (games or house rules) and say all that is wrong with them.

    \b
    rulerun check my_game.yaml
    rulerun check rulesets --format concise
    rulerun check gin --with oklahoma --with big_gin
    rulerun check rulesets --format sarif --output-file rulerun.sarif
    rulerun check - --stdin-filename my_game.yaml < my_game.yaml

    FILE is a path, the name of a game that comes with rulerun, or - for the standard input. Of a
    folder, all rule files in it are checked, however deep.

    full shows the lines and what would be right; concise is one line each; json, json-lines,
    github, gitlab, sarif and junit are for other programs. Where GitHub Actions runs, github is
    the usual one.

    Exit code: 0 nothing is wrong, 1 something is, 2 wrong use, 3 a file cannot be read, 130
    interrupted.
    """
    if files.count(STDIN) > 1:
        raise Failed("the standard input (-) can be read only once", USAGE)
    if stdin_filename is not None and STDIN not in files:
        raise Failed("'--stdin-filename' names the file that is read as -; say - as a FILE", USAGE)
    if watch and STDIN in files:
        raise Failed("'--watch' is for files; the standard input (-) does not change", USAGE)
    form = form or _usual_format(output_file)
    checking = _Checking(files, overlays, form, output_file, fail_level, max_errors, statistics)
    if watch:
        _watch(checking)
    unnamed = UNNAMED if form in _PROSE else STDIN
    given = standard_input(stdin_filename or unnamed) if STDIN in files else None
    raise Failed("", checking.run(given).code)


def _usual_format(output_file: str | None) -> str:
    """The format that is meant where none is asked for."""
    form = os.environ.get(_FORMAT)
    if not form:
        is_action = os.environ.get("GITHUB_ACTIONS") == "true" and output_file is None
        return "github" if is_action else "full"
    if form not in FORMATS:
        raise Failed(f"{_FORMAT} is '{form}'; it may be {', '.join(FORMATS)}", USAGE)
    return form


@dataclass(frozen=True, slots=True)
class _Checked:
    """What came of checking: the exit code, and the files that were looked into."""

    code: int
    read: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Checking:
    """What is to be checked, and how that is told."""

    files: tuple[str, ...]
    overlays: tuple[str, ...]
    form: str
    output_file: str | None
    fail_level: str
    most: int | None
    statistics: bool

    def run(self, given: RuleFile | None = None) -> _Checked:
        """Check the files and tell what was found; `given` is the standard input."""
        from rulerun.grammar.diagnostics import Severity

        from .reports.report import Report, Target, root_folder

        names, others = in_folders(self.files)
        rules = [
            read(given if given is not None and name == STDIN else name, self.overlays, linted=True)
            for name in names
        ]
        rules, unused = _with_what_games_show(rules, given)
        with_them = f" with {', '.join(self.overlays)}" if self.overlays else ""
        targets = [
            Target(
                _title(name, loaded) + with_them,
                loaded.stack.file,
                loaded.diagnostics,
                loaded.is_cut,
            )
            for name, loaded in zip(names, rules, strict=True)
        ]
        fails = Severity[self.fail_level.upper()]
        report = Report(tuple(targets), fails, root_folder(), self.most)
        self.tell(report, others)
        for form in unused:
            complain(f"no game beside the form {form} uses it: its names were not looked up")
        return _Checked(exit_code(rules, fails), tuple(p for r in rules for p in r.stack.read))

    def tell(self, report: Report, others: list[str]) -> None:
        """Print the report, or write it; and what people want to know beside it."""
        from .reports.report import render

        is_prose = self.form in _PROSE
        color = wants_color(sys.stdout) and self.output_file is None
        encoding = encoding_of(sys.stdout) if self.output_file is None else None
        text = render(self.form, report, color=color, encoding=encoding)
        counts = _statistics(report) if self.statistics else ""
        if is_prose:
            text += ("\n" if text and counts and self.form == "full" else "") + counts
        if self.output_file is not None:
            write(self.output_file, text)
        else:
            if not is_prose:
                _speak_utf8()
            if text:  # an empty one would be written, too, and fail where nothing can be
                sys.stdout.write(text)
        if not is_prose and counts:
            complain(counts.rstrip("\n"))
        if self.form == "github":
            _summarize(report)
        if self.form in ("full", "github") or self.output_file is not None:
            gap = "\n" if text and self.form == "full" and self.output_file is None else ""
            complain(gap + _summary(report, others))
        else:
            if report.hidden:
                verb = "is" if report.hidden == 1 else "are"
                complain(f"{report.hidden} more {verb} not shown")
            if report.is_cut:
                complain("more is wrong than is told here; the rest is told once this is mended")
            if others:
                complain(left_out(others))


def _with_what_games_show(
    rules: list[Loaded], given: RuleFile | None
) -> tuple[list[Loaded], list[str]]:
    """Rules with what is wrong in a form as the games that use it show; and the forms of no game.

    What a name of a form means is known in a game: where none of those that are checked uses the form,
    those are asked that lie beside it.
    """
    used = {form.form.file for loaded in rules for form in loaded.stack.forms}
    found, unused = [], []
    for loaded in rules:
        form = loaded.stack.form
        if form is not None and not loaded.diagnostics and form.file not in used:
            from rulerun.interpreter.examples.form_users import told_in_games

            told = told_in_games(form, () if given is None else (given,))
            if told is None:
                unused.append(form.file)
            loaded = replace(loaded, diagnostics=tuple(told or ()))
        found.append(loaded)
    return found, unused


def _watch(checking: _Checking) -> NoReturn:
    """Check, and check again after every change."""
    from . import changes

    clears = is_terminal(sys.stdout) and os.environ.get("TERM", "dumb") != "dumb"
    folders = [file for file in checking.files if os.path.isdir(file)]
    read: tuple[str, ...] = tuple(file for file in checking.files if os.path.isfile(file))
    before = changes.look(folders, read)
    while True:
        if clears:
            sys.stdout.write(_CLEAR)
        try:
            read = checking.run().read
        except Failed as failed:  # a folder without rule files may get some
            complain(failed.message)
        now = changes.look(folders, read)
        if not changes.between(before, now):
            complain(f"{time.strftime('%H:%M:%S')} waiting for a change; Ctrl-C ends")
            sys.stderr.flush()
            now = changes.wait(folders, read, now)
        before = now
        if not clears:
            complain("")


def _title(name: str, loaded: Loaded) -> str:
    return loaded.stack.file if name == STDIN else name


def _speak_utf8() -> None:
    """What other programs read is UTF-8, whatever the terminal is."""
    reconfigure: Callable[..., None] | None = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")


def _summarize(report: Report) -> None:
    """Write the summary of a job of GitHub Actions, where there is one."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    from .reports.github import summary

    try:
        with open(path, "a", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(summary(report))
    except OSError as error:
        complain(f"the summary of the job cannot be written ({(error.strerror or '').lower()})")


def _statistics(report: Report) -> str:
    """How often each code was found, the most frequent first."""
    from rulerun.grammar.vocabulary import CODES

    found = Counter((d.code, d.severity) for d in report.found)
    width = len(str(max(found.values(), default=0)))
    rows = sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return "".join(
        f"{number:>{width}}  {severity}[{code}]: {CODES[code].title}\n"
        for (code, severity), number in rows
    )


def _summary(report: Report, others: list[str]) -> str:
    from rulerun.grammar.diagnostics import Severity

    levels: list[tuple[Severity, str]] = [(level, str(level)) for level in reversed(Severity)]
    parts = [count(report.count(level), what) for level, what in levels if report.count(level)]
    said = f"{count(len(report.targets), 'file')} checked: {', '.join(parts) or 'nothing is wrong'}"
    if report.is_cut:
        said += " and more that is not told yet"
    if report.hidden:
        said += f" ({report.hidden} not shown)"
    if report.found:
        worst = max(report.found, key=lambda d: d.severity)
        said += f"\n'rulerun explain {worst.code}' says more of such a mistake"
    if others:
        said += f"\n{left_out(others)}"
    return said


def count(number: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {what}" + ("" if number == 1 else "s")
