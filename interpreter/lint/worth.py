"""L614: what cards count is asked, and the deck does not say it: aces and face cards count 0 then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, joined
from rulerun.grammar.source import Span

from ..declarations import ruleset as rules
from ..machine.checked import Checked

_COUNTING = frozenset({"value", "deadwood"})
"""What is asked of cards that goes by what they count."""


def worth(checked: Checked) -> Iterator[Diagnostic]:
    """The first place at which it is asked what a card counts, in a game with a deck without `values`."""
    deck = checked.rules.deck
    nothing = [label for label in deck.ranks if not label.isdigit()]
    if deck.values or not nothing:
        return
    asked = min(_asked_in(checked.rules), key=lambda span: span.start, default=None)
    if asked is None:
        return
    count = f"{joined(nothing)} count 0" if len(nothing) > 1 else f"{nothing[0]} counts 0"
    yield Diagnostic(
        "L614",
        f"'{asked.text}' goes by what cards count, and the deck has no 'values': {count}",
        asked,
        f"write what they count under 'deck', as in 'values: {' '.join(nothing)} = 10'",
        (Note("'values' would stand here", deck.span),),
        Severity.NOTE,
    )


def _asked_in(ruleset: rules.Ruleset) -> Iterator[Span]:
    """Where such a property is asked, in the lines and expressions of the rules."""
    waiting: list[object] = [
        getattr(ruleset, part.name) for part in fields(ruleset) if part.name != "examples"
    ]
    own = {term.name for term in ruleset.terms}
    while waiting:
        part = waiting.pop()
        match part:
            case syntax.Property(name=name) if name in _COUNTING - own:
                yield part.name_span
            case syntax.Total(property=name) if name in _COUNTING - own:
                yield part.property_span
            case syntax.Name(name=name) if name in _COUNTING - own:
                yield part.span
        if isinstance(part, syntax.Node | rules.Declared) or (
            is_dataclass(part) and type(part).__module__ == rules.__name__
        ):
            waiting += [getattr(part, each.name) for each in fields(part)]
        elif isinstance(part, tuple | list):
            waiting += part
