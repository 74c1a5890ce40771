"""`rulerun test`: the examples of rule files, played."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import click

from .exits import FOUND, INTERRUPTED, UNREADABLE, USAGE, Failed
from .output import output_option, written_to
from .paint import Paint
from .rule_files import WholeNumber, exit_code, in_folders, left_out, read, tell, with_option
from .terminal import complain, harmless, say, wants_color

if TYPE_CHECKING:
    from .tried import Tried

_IN_LINES = ("full", "github")
"""Formats in which the examples are told as people read them."""

_MOST_NAMES = 40
"""So many names of examples are listed where none is the one that was asked for."""


@click.command("test", short_help="Play the examples of rule files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@with_option
@click.option(
    "-k", "pattern", metavar="PATTERN",
    help="Play only examples whose name has these words, or matches this regular expression.",
)  # fmt: skip
@click.option("--verbose", "-v", is_flag=True, help="Name the examples that pass, too.")
@click.option(
    "--values", is_flag=True,
    help="Under a condition that fails show the value of each of its parts.",
)  # fmt: skip
@click.option(
    "--trace", is_flag=True,
    help="Tell of an example that fails all that is done in it; with -v, of every example.",
)  # fmt: skip
@click.option(
    "--coverage", is_flag=True, help="Say what of the rules no example exercises, and where it is."
)
@click.option(
    "--mutate",
    is_flag=True,
    help="Change the rules here and there, and say which changes no example notices.",
)
@click.option(
    "--threshold", metavar="N", type=WholeNumber(0, 100),
    help="Fail if the examples of a file exercise less than N percent of it, "
    "or with --mutate notice less of its changes.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["full", "github", "junit", "json"]),
    default="full",
    help="full: in lines, for people; github: the same, and annotations of the lines that fail; "
    "junit: an XML report; json: one object with everything.",
)  # fmt: skip
@output_option
def command(
    files: tuple[str, ...],
    overlays: tuple[str, ...],
    pattern: str | None,
    verbose: bool,
    values: bool,
    trace: bool,
    coverage: bool,
    mutate: bool,
    threshold: int | None,
    form: str,
    output_file: str | None,
) -> None:
    """Play the examples of rule files, and say which do not go as they say.

    \b
    rulerun test my_game.yaml
    rulerun test my_games --coverage --threshold 95
    rulerun test gin --with oklahoma -k "knock"
    rulerun test my_game.yaml --values --trace
    rulerun test my_game.yaml --mutate

    FILE is a game, a house rule's file, a folder of such files, the name of a game that comes with
    rulerun, or - for the standard input. For a house rule its own examples are played, and those of
    its game that hold with it. Several house rules that do not belong together have no examples:
    such a stack can only be checked. A form is tried with the examples of the games beside it that
    use it.

    With --mutate, a number, a condition, a comparison, an effect, a row or a pile of the file is
    another one each time, and the examples are played until one fails. If none does, they do not
    show that part of the rules. That takes a while.

    Exit code: 0 all examples pass, 1 one fails, or there is none, 2 wrong use, 3 a file cannot be
    read, 130 interrupted; what was found until then is told.
    """
    if mutate and (form == "junit" or pattern is not None):
        other = "-k" if pattern is not None else "--format junit"
        raise Failed(f"'--mutate' does not go with '{other}'", USAGE)
    # Imported late, as the list of commands reads this module, too.
    from . import covered, mutants
    from .tried import as_annotations, as_json, as_junit, in_lines

    wanted = None if pattern is None else _chooser(pattern)
    named = set(files)
    inside, others = in_folders(files)
    with written_to(output_file):
        paint = Paint(color=wants_color(sys.stdout))
        all_tried: list[Tried] = []
        is_broken_off = False
        for file in inside:
            measured = coverage or (threshold is not None and not mutate)
            try:
                tried = _try(file, overlays, wanted, with_values=values, coverage=measured)
                if tried.loaded.stack.form is not None and not tried.loaded.diagnostics:
                    if file not in named:
                        continue  # it is tried with the games that use it
                    _try_form(tried, wanted, with_values=values, coverage=measured)
            except KeyboardInterrupt:
                is_broken_off = True
                break
            all_tried.append(tried)
            if tried.loaded.checked is None and not tried.games:
                tell(tried.loaded.diagnostics)
                if tried.code == FOUND:
                    complain(f"{tried.title}: the examples cannot be played, the rules are wrong")
            elif form in _IN_LINES and (tried.played or not tried.names):
                for line in in_lines(tried, paint, verbose=verbose, trace=trace):
                    say(line)
            if mutate and not tried.code and tried.names:
                tried.mutated = mutants.mutate(tried.title, tried.loaded, tried.games)
                for line in mutants.in_lines(tried.mutated, paint) if form in _IN_LINES else ():
                    say(line)
                if tried.mutated.is_broken_off:
                    is_broken_off = True
                    break
            elif mutate and tried.failed:
                complain(f"{harmless(tried.title)}: no mutants are tried while examples fail")
        all_covered = [tried.covered for tried in all_tried if tried.covered is not None]
        if form == "json":
            sys.stdout.write(as_json(all_tried))
        elif form == "junit":
            sys.stdout.write(as_junit(all_tried, threshold))
        elif all_covered:
            for line in covered.in_lines(all_covered, paint, verbose=verbose):
                say(line)
        if form == "github":
            sys.stdout.write(as_annotations(all_tried))
    if others:
        complain(left_out(others))
    if is_broken_off:
        raise Failed("interrupted", INTERRUPTED)
    if not all_tried:
        raise Failed(
            "there are only forms in this folder: they are tried with the games that use them, or each by "
            "its own name",
            UNREADABLE,
        )
    worst = max(tried.code for tried in all_tried)
    for mutated in (tried.mutated for tried in all_tried if tried.mutated is not None):
        if mutated.is_below(threshold):
            complain(f"{harmless(mutated.file)}: less than {threshold} % of the mutants are killed")
            worst = max(worst, FOUND)
    for one in all_covered:
        if covered.is_below(one, threshold):
            complain(f"{harmless(one.file)}: {covered.percent(one)} is less than {threshold} %")
            worst = max(worst, FOUND)
    names_are_known = all(tried.names or not tried.loaded.diagnostics for tried in all_tried)
    if pattern is not None and names_are_known and not any(tried.played for tried in all_tried):
        _none_wanted(pattern, [name for tried in all_tried for name in tried.names])
        worst = max(worst, FOUND)
    raise Failed("", worst)


def _try(
    file: str,
    overlays: tuple[str, ...],
    wanted: Callable[[str], bool] | None,
    *,
    with_values: bool,
    coverage: bool,
) -> Tried:
    """Play the examples of one file that are wanted."""
    from rulerun.interpreter.examples.coverage import Measuring
    from rulerun.interpreter.examples.proof import names, prove

    from .tried import Played, Tried

    loaded = read(file, overlays)
    tried = Tried(file, overlays, loaded, names(loaded), [], exit_code([loaded]))
    if loaded.checked is None:
        return tried
    measuring = Measuring(loaded) if coverage and not loaded.stack.by_hand else None
    begun = perf_counter()
    rules = measuring.loaded if measuring else loaded
    for proof in prove(rules, wanted, with_values=with_values):
        now = perf_counter()
        tried.played.append(Played(proof, now - begun))
        begun = now
        if measuring:
            measuring.played(proof)
    if measuring:
        tried.covered = measuring.covered
    if tried.failed or not tried.names:
        tried.code = max(tried.code, FOUND)
    return tried


def _try_form(
    tried: Tried, wanted: Callable[[str], bool] | None, *, with_values: bool, coverage: bool
) -> None:
    """Play the examples that are wanted of the games that use a form; Failed if there are none."""
    from rulerun.interpreter.examples.coverage import Measuring
    from rulerun.interpreter.examples.form_users import covered_form, users_of
    from rulerun.interpreter.examples.proof import names, prove

    from .tried import Played

    form = tried.loaded.stack.form
    assert form is not None
    if tried.overlays:
        raise Failed(f"'{tried.title}': a form has no house rules", USAGE)
    tried.games = tuple(users_of(form))
    if not tried.games:
        raise Failed(
            f"'{harmless(tried.file)}' is a form, a part of games that say 'use: {form.name}', and is "
            "tried with their examples; there is no such game beside it",
            USAGE,
        )
    measured: list[Measuring] = []
    for game, loaded in tried.games:
        tried.code = max(tried.code, exit_code([loaded]))
        if loaded.checked is None:
            tell(loaded.diagnostics)
            complain(f"{harmless(game.shown)}: the examples cannot be played, the rules are wrong")
            continue
        rules = loaded
        if coverage:
            measured.append(Measuring(loaded))
            rules = measured[-1].loaded
        tried.names += [f"{game.name}: {name}" for name in names(loaded)]
        begun = perf_counter()
        for proof in prove(rules, wanted, with_values=with_values):
            now = perf_counter()
            named = replace(proof, name=f"{game.name}: {proof.name}")
            tried.played.append(Played(named, now - begun))
            begun = now
            if measured:
                measured[-1].played(proof)
    if coverage:
        tried.covered = covered_form(form, measured)
    if tried.failed or not tried.names:
        tried.code = max(tried.code, FOUND)


def _chooser(pattern: str) -> Callable[[str], bool]:
    """Whether a name has all the words of a pattern, or matches it as a regular expression."""
    words = pattern.casefold().split()
    try:
        expression = re.compile(pattern, re.IGNORECASE)
    except re.error:
        expression = re.compile(re.escape(pattern), re.IGNORECASE)

    def wanted(name: str) -> bool:
        folded = name.casefold()
        return expression.search(name) is not None or all(word in folded for word in words)

    return wanted


def _none_wanted(pattern: str, names: Iterable[str]) -> None:
    """Say that no example is meant, and which there are."""
    from rulerun.grammar.diagnostics import did_you_mean, shortened

    known = list(dict.fromkeys(names))
    words = re.findall(r"\w+", " ".join(known))
    hints = [did_you_mean(word, words) for word in pattern.split()]
    hint = did_you_mean(pattern, known) or next(filter(None, hints), None)
    said = harmless(shortened(pattern))
    complain(f"no example has '{said}' in its name" + (f"; {hint}" if hint else ""))
    if known:
        complain("these there are:")
    for name in known[:_MOST_NAMES]:
        complain(f"  {harmless(name)}")
    if len(known) > _MOST_NAMES:
        complain(f"  and {len(known) - _MOST_NAMES} more")
