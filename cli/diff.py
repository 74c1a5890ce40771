"""`rulerun diff`: what a variant of a game changes."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from .exits import USAGE, Failed
from .output import output_option, written_to
from .paint import count
from .rule_files import right_rules, right_settings, set_option, with_option
from .terminal import can_show, complain, harmless, say

if TYPE_CHECKING:
    from rulerun.grammar.nodes import Mapping
    from rulerun.interpreter.loading import Loaded
    from rulerun.interpreter.variants.comparison import Difference


@click.command("diff", short_help="Say what a variant of a game changes.")
@click.argument("file")
@click.argument("other", metavar="[FILE2]", required=False)
@with_option
@set_option
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True,
    help="full: in words, for people; json: one object with everything.",
)  # fmt: skip
@output_option
def command(
    file: str,
    other: str | None,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    form: str,
    output_file: str | None,
) -> None:
    """Say what a variant of a game changes, by name.

    \b
    rulerun diff in_between --with home_game
    rulerun diff gin --with oklahoma --set target=50 --format json
    rulerun diff overlays/gin/my_rule.yaml
    rulerun diff gin my_gin.yaml

    A game is compared with itself under house rules or other options; a house rule's file with what
    it is built on; or one file with another. How a thing is written makes no difference.

    Exit code: 0 they were compared, 1 a rule is wrong, 2 wrong use, 3 a file cannot be read.
    """
    from rulerun.interpreter.variants.comparison import differences

    one, two = _sides(file, other, overlays, settings)
    found = differences(one[1], two[1])
    if form == "json":
        from .differences import as_json

        told = {"from": one[0], "to": two[0], "differences": [as_json(d) for d in found]}
        with written_to(output_file):
            say(json.dumps(told, ensure_ascii=False, indent=2))
        return
    with written_to(output_file):
        number = _tell(found)
    summary = count(number, "difference") if number else "no difference"
    complain(f"{harmless(two[0])}: {summary} from {harmless(one[0])}")


def _sides(
    file: str, other: str | None, overlays: tuple[str, ...], settings: tuple[str, ...]
) -> tuple[tuple[str, Mapping], tuple[str, Mapping]]:
    """What is compared with what: how it is called, and its nodes."""
    from rulerun.interpreter.declarations.addresses import without
    from rulerun.interpreter.declarations.normal_values import with_settings

    if other is not None:
        if overlays or settings:
            raise Failed("two files are compared as they are; leave out --with and --set", USAGE)
        roots = [_root(right_rules(name, ())) for name in (file, other)]
        return (file, roots[0]), (other, roots[1])
    loaded = right_rules(file, overlays)
    assert loaded.checked is not None
    given = right_settings(loaded, settings)
    is_alone = not overlays and not given
    if is_alone and loaded.stack.own is None:
        raise Failed("say with what to compare it: --with, --set, or a second file", USAGE)
    under = _below(loaded) if is_alone else right_rules(file, ())
    one, two = _root(under), with_settings(_root(loaded), given)
    if loaded.stack.by_hand:  # such a stack has no examples, which is no difference of rules
        one, two = without(one, ("examples",)), without(two, ("examples",))
    named = [f"--with {name}" for name in overlays] + [f"--set {n}={v}" for n, v in given.items()]
    base = _title(under) if is_alone else file
    return (base, one), (" ".join([file, *named]), two)


def _root(loaded: Loaded) -> Mapping:
    assert loaded.stack.root is not None
    return loaded.stack.root


def _below(loaded: Loaded) -> Loaded:
    """The rules that a house rule's file is built on."""
    stack = loaded.stack
    assert stack.base is not None
    below = [rule.file for rule in stack.overlays if rule is not stack.own]
    return right_rules(stack.base.span.file.name, below)


def _title(loaded: Loaded) -> str:
    return " with ".join([loaded.stack.game, *(rule.name for rule in loaded.stack.overlays)])


def _tell(found: list[Difference]) -> int:
    """Tell the differences in words; how many are of the rules."""
    from .differences import in_short, in_words, is_of_rules

    arrow = "→" if can_show("→", sys.stdout) else "->"
    of_rules = [d for d in found if is_of_rules(d)]
    for difference in [*of_rules, *(d for d in found if d.path[0] == "titles")]:
        for line in in_words(difference, arrow):
            say(line)
    for line in in_short(found):
        say(line)
    return len(of_rules)
