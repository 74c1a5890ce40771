"""The command `rulerun`: finds the command meant, runs it, and says what went wrong.

Exit codes: 0 all is well, 1 something is wrong with rules, examples or moves, 2 wrong use, 3 a file
that cannot be read, input that ended too soon or a fault of rulerun itself, 130 interrupted, 141
nobody reads the output any more.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

import click

import rulerun

from .entry import is_interrupt
from .exits import CLOSED, INTERRUPTED, UNREADABLE, USAGE, Failed
from .terminal import Closed, ClosedError, complain

_COMMANDS = (
    "play",
    "resume",
    "replay",
    "log",
    "check",
    "test",
    "explain",
    "list",
    "rules",
    "show",
    "render",
    "diff",
    "compat",
    "fuzz",
    "simulate",
    "compare",
    "odds",
    "overlay",
    "new",
    "schema",
)
_MODULES = {"list": "listing"}
_RULE_FILES = (".yaml", ".yml")
_COMPLETION = "_RULERUN_COMPLETE"
_STAND_INS: list[IO[str]] = []


class Commands(click.Group):
    """The commands, each imported when it is needed; `rulerun FILE` is `rulerun play FILE`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in _COMMANDS:
            return None
        name = _MODULES.get(cmd_name, cmd_name)
        module: Any = import_module(f".{name}", __package__)
        command: click.Command = module.command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the `play` that was left out."""
        own = {word for p in self.get_params(ctx) for word in p.opts}
        if not args:
            raise click.exceptions.NoArgsIsHelpError(ctx)
        if args[0] not in (*_COMMANDS, *own) and self._is_for_play(args[0]):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def _is_for_play(self, first: str) -> bool:
        if first.startswith("-"):
            return True
        if first.endswith(_RULE_FILES) or os.sep in first or "/" in first or os.path.exists(first):
            return True
        from rulerun.interpreter.declarations.library import shipped

        return shipped().game(first) is not None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names."""
        if args[0] in _COMMANDS:
            return super().resolve_command(ctx, args)
        from rulerun.grammar.diagnostics import did_you_mean
        from rulerun.interpreter.declarations.library import shipped

        games = [file.name for file in shipped().games()]
        hint = did_you_mean(args[0], [*_COMMANDS, *games])
        advice = hint or "'rulerun list' names the games, 'rulerun --help' the commands"
        message = f"'{args[0]}' is no command, no game and no file; {advice}"
        raise click.UsageError(message, ctx)


@click.command(
    cls=Commands,
    epilog="'rulerun COMMAND --help' says more about a command.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@click.version_option(rulerun.__version__, prog_name="rulerun", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of a fault in rulerun itself.")
def commands(debug: bool) -> None:
    """Play, check and test card games written as rule files.

    \b
    rulerun list                          the games there are, and house rules
    rulerun gin                           play a game that comes with rulerun
    rulerun gin --with knock_at_7         play it with a house rule
    rulerun my_game.yaml --seed 7         play a rule file of your own
    rulerun check my_game.yaml            say what is wrong with it
    rulerun test my_game.yaml             try its examples
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; `arguments` are without the program's name."""
    args = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in args  # wherever it stands: a command that failed is repeated with it
    _prepare_streams()
    try:
        code = _run([a for a in args if a != "--debug"], debug)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        _discard_output()
        return CLOSED
    except OSError as error:
        # Of the files that they are given the commands speak themselves.
        _discard_output()
        _say(_trouble(error))
        return UNREADABLE
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    return code


def _run(args: list[str], debug: bool) -> int:
    if _COMPLETION in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(commands, {}, "rulerun", _COMPLETION, os.environ[_COMPLETION])
    try:
        with commands.make_context("rulerun", args) as context:
            commands.invoke(context)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except Failed as failed:
        if failed.message:
            _say(failed.message)
        return failed.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        complain(error.ctx.get_help())
        return USAGE
    except click.UsageError as error:
        return _misused(error)
    except (OSError, KeyboardInterrupt):
        raise
    except Exception as error:  # whatever is left is our own fault
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        from .fault import report

        return report(error, args, debug)
    return 0


def _trouble(error: OSError) -> str:
    if isinstance(error, ClosedError):
        return str(error)
    reason = (error.strerror or str(error)).lower()
    try:
        os.getcwd()
    except OSError:
        return f"the folder you are in is gone ({reason})"
    return f"the output cannot be written ({reason})"


def _misused(error: click.UsageError) -> int:
    path = error.ctx.command_path if error.ctx else "rulerun"
    message = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption):
        near = sorted(error.possibilities or ())
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        message = f"there is no option {error.option_name}{hint}"
    from rulerun.grammar.diagnostics import shortened

    message = re.sub(r"[^\s']{200,}", lambda found: shortened(found[0]), message)
    _say(f"{message[:1].lower()}{message[1:]}\nTry '{path} --help'.")
    return USAGE


def _say(message: str) -> None:
    # Where not even this can be written, the exit code has to do.
    with suppress(OSError):
        complain(f"rulerun: {message}")
        sys.stderr.flush()


def _prepare_streams() -> None:
    """No character may stop a command: what the terminal cannot show becomes a question mark."""
    for name in ("stdin", "stdout", "stderr"):
        stream: IO[Any] | None = getattr(sys, name)
        if stream is None:  # closed before we began
            # Something stands in its place, or the next file that is opened would.
            nowhere = open(os.devnull, "r" if name == "stdin" else "w")  # noqa: SIM115
            _STAND_INS.append(nowhere)
            # Whoever closes the error output wants to hear nothing; the exit code has to do.
            closed = {"stdin": "input", "stdout": "output"}.get(name)
            setattr(sys, name, Closed(closed) if closed else nowhere)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Keep Python from writing what is left when it exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):  # not a real file, as in tests
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    os.close(nowhere)
