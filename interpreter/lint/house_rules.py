"""House rules that do nothing (O507), or lie where nobody finds them for their game (O506)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulerun.grammar.diagnostics import Diagnostic, Severity

from ..declarations.house_rule import HouseRule
from ..declarations.overlay import Stack


def of_house_rules(stack: Stack, *, are_right: bool = True) -> Iterator[Diagnostic]:
    """What is to be said of the house rules of a stack, apart from what they make of the game.

    Of one that is not right nobody knows what it would do.
    """
    for rule in stack.overlays if are_right else ():
        if _does_nothing(rule):
            title = rule.node.entry("house rule")
            yield Diagnostic(
                "O507",
                "this house rule changes nothing",
                rule.game.span if title is None else title.value.span,
                "say what is different with it: under 'set', 'change', 'add' or 'remove'",
                severity=Severity.NOTE,  # it may have just been begun
            )
    own = stack.own
    if own is not None and not stack.by_hand and own.file == stack.file:
        folder = Path(own.file).absolute().parent
        if folder.parent.name == "overlays" and folder.name != own.game.text:
            yield Diagnostic(
                "O506",
                f"this house rule is for '{own.game.text}' and lies among those for '{folder.name}', "
                "where its name does not find it",
                own.game.span,
                f"move it to overlays/{own.game.text}, or write what it is for",
                severity=Severity.WARNING,
            )


def _does_nothing(rule: HouseRule) -> bool:
    said = rule.deeds or rule.built_on or rule.examples or rule.rulings or rule.titles
    return not said
