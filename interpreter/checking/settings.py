"""The values of options: normal ones, and those that are given, checked against what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulerun.grammar.diagnostics import did_you_mean, shortened

from ..declarations import ruleset as rules
from ..errors import GameSetupError
from .constants import constant
from .expressions import ExpressionChecker
from .sayable import is_number, number
from .scope import Findings, Scope
from .symbols import Symbols
from .types import Type

_NOWHERE = Scope()
_TOO_LARGE = 10**18


def option_values(symbols: Symbols, given: Mapping[str, object]) -> dict[str, Any]:
    """The value of each option: what is given, or else its normal one.

    Raises GameSetupError for an unknown option and for a value that an option cannot have.
    """
    for name, value in given.items():
        check_option(symbols, name, value)
    return {name: option_value(symbols, o, given.get(name)) for name, o in symbols.options.items()}


def check_option(symbols: Symbols, name: str, given: object) -> None:
    """GameSetupError if an option is unknown or cannot have that value."""
    if name not in symbols.options:
        known = ", ".join(symbols.options)
        hint = did_you_mean(name, symbols.options)
        hint = hint or (f"options: {known}" if known else "it has none")
        raise GameSetupError(f"{symbols.rules.title} has no option '{shortened(name)}'; {hint}")
    option_value(symbols, symbols.options[name], given)


def option_value(symbols: Symbols, option: rules.Option, given: object = None) -> Any:
    """The value of an option: what is given, or else its normal one.

    Raises GameSetupError for a value that the option cannot have.
    """
    kind = option.option.kind
    checker = ExpressionChecker(symbols, Findings())
    type_ = symbols.kind_type(kind)
    low, high = (
        None if bound is None else constant(checker.typed(bound, _NOWHERE, type_))
        for bound in (kind.low, kind.high)
    )
    if given is None:
        value = constant(checker.typed(option.option.normally, _NOWHERE, type_))
    else:
        value = _given_option(symbols, option.name, type_, given)
    if low is not None and high is not None and not low <= value <= high:
        said = shortened(str(value if given is None else given))
        raise GameSetupError(f"option '{option.name}' is a number from {low} to {high}, not {said}")
    if type_.name == "number" and abs(value) >= _TOO_LARGE:
        raise GameSetupError(f"option '{option.name}' has at most 18 digits")
    return value


def _given_option(symbols: Symbols, name: str, type_: Type, given: object) -> Any:
    if type_.name == "number":
        if isinstance(given, int) and not isinstance(given, bool):
            return given
        if isinstance(given, str) and is_number(given.strip()):
            return number(given.strip())
        raise GameSetupError(f"option '{name}' is a whole number, not '{shortened(str(given))}'")
    if type_.name == "yes/no":
        answers = {"yes": True, "no": False, True: True, False: False}
        if isinstance(given, str | bool) and given in answers:
            return answers[given]
        raise GameSetupError(f"option '{name}' is yes or no, not '{shortened(str(given))}'")
    if type_.name == "word":
        if isinstance(given, str) and given in type_.words:
            return symbols.words[given]
        allowed = " or ".join(type_.words)
        hint = did_you_mean(str(given), type_.words)
        raise GameSetupError(
            f"option '{name}' is {allowed}, not '{shortened(str(given))}'"
            + (f"; {hint}" if hint else "")
        )
    for table, names in (("rank", symbols.rules.deck.ranks), ("suit", tuple(symbols.suits))):
        if type_.name == table and isinstance(given, str) and given in names:
            return names.index(given)
    raise GameSetupError(f"option '{name}' is {type_}, not '{shortened(str(given))}'")
