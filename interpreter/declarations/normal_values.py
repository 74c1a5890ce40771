"""The normal value of an option: where it stands in the option's text, and another one in its place."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map

from rulerun.grammar.nodes import Mapping, Node, Scalar, composed
from rulerun.grammar.source import SourceFile, Span

from .addresses import node_at, with_node

_NORMALLY = re.compile(r",\s*normally\s+(?=\S)")

#: What people see as the place of values that were given on the command line.
SET = "--set"


def stretch_of(option: Node) -> tuple[int, int] | None:
    """Where in the text of an option its normal value stands; None if it gives none."""
    if not isinstance(option, Scalar):
        return None
    found = _NORMALLY.search(option.text)
    if found is None:
        return None
    value = option.text[found.end() :].partition("--")[0].rstrip()
    return found.end(), found.end() + len(value)


def normal_value(option: Node) -> Scalar | None:
    """The normal value that an option's text gives, where it stands; None if it gives none."""
    found = stretch_of(option)
    return option.part(*found) if found is not None and isinstance(option, Scalar) else None


def with_value(option: Scalar, value: Scalar) -> Scalar:
    """The option with another normal value; it has to give one."""
    found = stretch_of(option)
    assert found is not None
    start, end = found
    parts = [(option, 0, start), (value, 0, len(value.text)), (option, end, len(option.text))]
    return composed(parts, value.span, over=option)


def with_settings(root: Mapping, given: Map[str, str]) -> Mapping:
    """The game with the values of options that were given as their normal ones.

    Options that are not there and values that they have already are left as they are.
    """
    for name, value in given.items():
        option = node_at(root, ("options", name))
        found = stretch_of(option) if option is not None else None
        if not isinstance(option, Scalar) or found is None:
            continue
        if option.text[slice(*found)] == value:
            continue
        text = SourceFile(SET, f"{name}={value}", is_file=False)
        at = len(name) + 1
        span = Span(text, at, len(text.text))
        offsets = tuple(range(at, len(text.text)))
        new = with_value(option, Scalar(value, span, offsets))
        root = with_node(root, ("options", name), new)
    return root
