"""Rule files as the commands take them: the arguments that name them, and what is said of them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from rulerun.interpreter.bots.names import BOTS, WITHOUT

from .exits import FOUND, UNREADABLE, USAGE, Failed
from .terminal import encoding_of, wants_color

if TYPE_CHECKING:
    from rulerun.grammar.diagnostics import Diagnostic, Severity
    from rulerun.interpreter.declarations.library import RuleFile
    from rulerun.interpreter.loading import Loaded
    from rulerun.interpreter.machine.checked import Checked

    _Number = click.ParamType[int]
else:
    _Number = click.ParamType  # which older versions of click do not let one say more of

F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G")

MOST_SEED = 2**64 - 1

STDIN = "-"
UNNAMED = "<stdin>"
"""What people see as the file of the standard input; other programs get the - that was said."""

_READ: list[IO[str]] = []
"""The standard input, once a rule file was read from it."""

_MOST_NAMED = 5
"""Files in a message that lists them."""

_NOT_TO_BE_READ = {"Y112", "Y114", "Y117"}
"""What is said of a file that is too large, no text, or not there."""


class WholeNumber(_Number):
    """A whole number in plain digits, from `low` to `high`."""

    name = "number"

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that a text says."""
        if isinstance(value, int):
            return value
        # Not int(value) alone: it takes the digits of other scripts and 1_0 as well.
        number = int(value) if re.fullmatch(r"-?[0-9]{1,30}", value) else None
        if number is None or number < self.low or (self.high is not None and number > self.high):
            from rulerun.grammar.diagnostics import shortened

            to = "up" if self.high is None else f"to {self.high}"
            self.fail(
                f"a whole number from {self.low} {to} is needed, not '{shortened(value)}'",
                param,
                ctx,
            )
        return number


def _one_by_one(
    ctx: click.Context, param: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise Failed(f"the house rule '{name}' is asked for twice; once is enough", USAGE)
        if "," in name and not os.path.exists(name):
            each = " ".join(f"--with {part.strip()}" for part in name.split(",") if part.strip())
            raise Failed(f"'--with' takes one house rule; say it again for each: {each}", USAGE)
    return names


def set_option(command: F) -> F:
    """`--set`, repeatable: values of options."""
    return click.option(
        "--set", "settings", metavar="NAME=VALUE", multiple=True,
        help="Set an option of the game. Can be repeated.",
    )(command)  # fmt: skip


def with_option(command: F) -> F:
    """`--with`, repeatable: house rules to lay on the game."""
    return click.option(
        "--with", "overlays", metavar="OVERLAY", multiple=True,
        help="A house rule to play with: its name, or its file. Can be repeated.",
        callback=_one_by_one,
    )(command)  # fmt: skip


def game_options(command: F) -> F:
    """`--with`, `--set` and `--players`: what makes a game of rules."""
    players = click.option(
        "--players", metavar="N", type=WholeNumber(1),
        help="Number of players; without it the fewest the game allows.",
    )  # fmt: skip
    return with_option(set_option(players(command)))


def bots_option(command: F) -> F:
    """`--bot`: who plays the seats."""
    told = " ".join(f"{how} {what}." for how, what in (*BOTS.values(), WITHOUT))
    return click.option(
        "--bot", "bots", metavar="[SEAT=]BOT", multiple=True,
        help=f"Who plays a seat, or all of which nothing else is said; can be repeated. {told}",
    )(command)  # fmt: skip


def series_options(command: F) -> F:
    """`--seed`, `--jobs` and `--cluster`: which games are played, and who plays them."""
    seed = click.option(
        "--seed", metavar="N", type=WholeNumber(0, MOST_SEED), default=1, show_default=True,
        help="What all chance comes from: the same seed gives the same games.",
    )  # fmt: skip
    jobs = click.option(
        "--jobs", metavar="N", type=WholeNumber(1, 256), callback=_either,
        help="How many processes play; without it one for each processor.",
    )  # fmt: skip
    cluster = click.option(
        "--cluster", metavar="ADDRESS", callback=_either,
        help="The workers of a Dask cluster play: the address of its scheduler, tcp://host:8786.",
    )  # fmt: skip
    return seed(jobs(cluster(command)))


def _either(ctx: click.Context, param: click.Parameter, who: Any) -> Any:
    """Who plays: a number of processes, or the address of a cluster, which is looked at first of all."""
    if who is None:
        return None
    if any(ctx.params.get(name) is not None for name in ("jobs", "cluster")):
        raise click.UsageError("'--jobs' is for this machine, '--cluster' for others: say one", ctx)
    if isinstance(who, str):
        from rulerun.interpreter.simulation.cluster import check_address

        try:
            check_address(who)
        except ValueError as error:
            raise click.UsageError(str(error), ctx) from None
    return who


def parsed_settings(settings: Iterable[str]) -> dict[str, str]:
    """`NAME=VALUE` texts as a map."""
    from rulerun.grammar.diagnostics import shortened

    found: dict[str, str] = {}
    for text in settings:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or not equals:
            raise Failed(f"'--set {shortened(text)}' is to be written '--set NAME=VALUE'", USAGE)
        if name in found:
            raise Failed(f"the option '{shortened(name)}' is set twice", USAGE)
        found[name] = value
    return found


def in_folders(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Rule files as they were named, and in the place of a folder all those in it, however deep.

    The second list has the paths of YAML files in these folders that are no rule files.
    """
    from rulerun.interpreter.declarations.library import rule_files_in

    found: list[str] = []
    others: list[str] = []
    for name in names:
        if not os.path.isdir(name):
            found.append(name)
            continue
        inside, left_out = rule_files_in(name)
        if not inside:
            why = f": {_some(left_out)} have no 'game:' or 'house rule:'" if left_out else ""
            raise Failed(f"there is no rule file in the folder {name}{why}", UNREADABLE)
        found += inside
        others += left_out
    return list(dict.fromkeys(found)), list(dict.fromkeys(others))


def left_out(others: list[str]) -> str:
    """Which files of the folders were not looked into."""
    shown = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
    return f"left out as no rule {'file' if len(others) == 1 else 'files'}: {shown}"


def _some(paths: list[str]) -> str:
    """Some paths in a message."""
    shown = ", ".join(paths[:_MOST_NAMED])
    more = len(paths) - _MOST_NAMED
    return shown + (f" and {more} more" if more > 0 else "")


def read(path: str | RuleFile, overlays: Iterable[str], *, linted: bool = False) -> Loaded:
    """Read and check a rule file with house rules; what is wrong is in the result.

    `-` is the standard input, of which there is one: Failed if it is asked for again.
    """
    from rulerun.interpreter.loading import read_rules

    if path == STDIN:
        path = standard_input(UNNAMED)
    return read_rules(path, overlays, linted=linted)


def standard_input(name: str) -> RuleFile:
    """The rule file that comes through the standard input; Failed if it was read before."""
    from rulerun.grammar.files import LIMIT
    from rulerun.interpreter.declarations.library import file_at

    if sys.stdin in _READ:
        raise Failed("the standard input (-) can be read only once", USAGE)
    _READ.append(sys.stdin)
    buffer = getattr(sys.stdin, "buffer", None)  # one that is closed has none, and says so
    data = sys.stdin.read().encode() if buffer is None else buffer.read(LIMIT + 1)
    return file_at(name, data)


def right_rules(path: str, overlays: Iterable[str]) -> Loaded:
    """Rules in which no error is; Failed, with all that is wrong told, if there is one.

    Names that were wrong on the command line are told in its own way; warnings are left to `tell`.
    """
    loaded = read(path, overlays)
    refuse_form(loaded)
    if loaded.checked is None:
        raise refused(loaded, exit_code([loaded]))
    return loaded


def refused(loaded: Loaded, code: int) -> Failed:
    """How a command ends, with a code, as rules cannot be played: all that is wrong with them is told."""
    if all(not d.span.file.is_file and not d.notes for d in loaded.diagnostics):
        # Nothing is wrong with a file: it is told like other wrong words on a command line.
        said = [f"{d.message}; {d.suggestion or 'see rulerun list'}" for d in loaded.diagnostics]
        return Failed("\n".join(said), USAGE)
    tell(loaded.diagnostics)
    return Failed("", code)


def refuse_form(loaded: Loaded) -> None:
    """Failed for the file of a form, in which nothing is wrong, where a game is needed."""
    form = loaded.stack.form
    if form is not None and not loaded.diagnostics:
        raise Failed(
            f"'{loaded.stack.file}' is a form, a part of games that say 'use: {form.name}'; "
            "by itself it can only be checked",
            USAGE,
        )


def right_settings(loaded: Loaded, settings: Iterable[str]) -> dict[str, str]:
    """The values that were set, each one that its option may have; Failed if one may not."""
    from rulerun.interpreter.checking.settings import check_option
    from rulerun.interpreter.errors import GameSetupError

    given = parsed_settings(settings)
    checked = loaded.checked
    assert checked is not None
    refuse_removed(loaded, given)
    try:
        for name, value in given.items():
            check_option(checked.symbols, name, value)
    except GameSetupError as error:
        raise Failed(str(error), USAGE) from None
    return given


def refuse_removed(loaded: Loaded, settings: Iterable[str]) -> None:
    """Failed for an option that is to be set, and that a house rule of the stack takes away."""
    for change in loaded.stack.changes:
        name = change.path[-1]
        is_option = change.verb == "remove" and change.path[:-1] == ("options",)
        if (
            is_option
            and name in settings
            and loaded.checked is not None
            and name not in loaded.checked.symbols.options
        ):
            rule = change.rule.title
            raise Failed(f"with the house rule '{rule}' there is no option '{name}'", USAGE)


def load_game(
    path: str,
    overlays: Iterable[str],
    settings: Iterable[str],
    players: int | None,
    make: Callable[[Checked, dict[str, str], int | None], G],
) -> G:
    """The game that the arguments ask for; Failed, with all that is wrong told, if there is none.

    `make` makes a game of checked rules: `Game` itself, say.
    """
    return load_rules_and_game(path, overlays, settings, players, make)[1]


def load_rules_and_game(
    path: str,
    overlays: Iterable[str],
    settings: Iterable[str],
    players: int | None,
    make: Callable[[Checked, dict[str, str], int | None], G],
) -> tuple[Loaded, G]:
    """The same with what was read of the rule files."""
    given = parsed_settings(settings)
    loaded = right_rules(path, overlays)
    from rulerun.interpreter.errors import GameSetupError

    assert loaded.checked is not None
    tell(d for d in loaded.diagnostics if not d.span.file.is_file)
    refuse_removed(loaded, given)
    try:
        return loaded, make(loaded.checked, given, players)
    except GameSetupError as error:
        raise Failed(str(error), USAGE) from None


def exit_code(rules: Iterable[Loaded], fails: Severity | None = None) -> int:
    """What to exit with for what was found in rule files: the worst of all.

    What is less bad than `fails` is passed over; without it, all but errors.
    """
    from rulerun.grammar.diagnostics import Severity

    code = 0
    for loaded in rules:
        for diagnostic in loaded.diagnostics:
            places = [diagnostic.span, *(n.span for n in diagnostic.notes if n.span is not None)]
            if diagnostic.severity < (fails or Severity.ERROR):
                continue
            if diagnostic.code in _NOT_TO_BE_READ:
                code = max(code, UNREADABLE)
            elif any(not place.file.is_file for place in places):
                code = max(code, USAGE)
            else:
                code = max(code, FOUND)
    return code


def tell(diagnostics: Iterable[Diagnostic]) -> None:
    """Show diagnostics to people, on the error output."""
    from rulerun.grammar.rendering import render_full

    sys.stdout.flush()
    color, encoding = wants_color(sys.stderr), encoding_of(sys.stderr)
    sys.stderr.write(render_full(list(diagnostics), color=color, encoding=encoding))
