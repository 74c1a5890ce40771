"""L614: what cards count is asked, and the deck does not say it of all: aces and face cards count 0 then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, joined
from rulerun.grammar.nodes import Mapping
from rulerun.grammar.source import Span

from ..declarations import ruleset as rules
from ..machine.checked import Checked
from .truth import Truth

_COUNTING = frozenset({"value", "deadwood"})
"""What is asked of cards that goes by what they count."""


def worth(checked: Checked, truth: Truth) -> Iterator[Diagnostic]:
    """What cards count is asked, and the deck does not say it of aces and face cards, or of some."""
    deck = checked.rules.deck
    there = {truth.deck.ranks[card] for card in truth.pack}
    said = dict(deck.values)
    letters = [r for n, r in enumerate(deck.ranks) if not r.isdigit() and n in there]
    nothing = [label for label in letters if label not in said]
    # Where few are named (`values: A = 1`), the others are left out on purpose.
    if not nothing or (said and 2 * len(nothing) >= len(letters)):
        return
    asked = min(_asked_in(checked.rules), key=lambda span: span.start, default=None)
    if asked is None:
        return
    count = f"{joined(nothing)} count 0" if len(nothing) > 1 else f"{nothing[0]} counts 0"
    if said:
        others = [label for label in letters if label in said]
        yield Diagnostic(
            "L614",
            f"'values' says what {joined(others)} {'count' if len(others) > 1 else 'counts'} and nothing "
            f"of {joined(nothing)}: {count}",
            _values_of(checked),
            f"add what {'they count' if len(nothing) > 1 else 'it counts'}: '{' '.join(nothing)} = 10', or "
            f"'{' '.join(nothing)} = 0' if that is meant",
            (Note("what cards count is asked here", asked),),
            Severity.NOTE,
        )
        return
    yield Diagnostic(
        "L614",
        f"'{asked.text}' goes by what cards count, and the deck has no 'values': {count}",
        asked,
        f"write what they count under 'deck', as in 'values: {' '.join(nothing)} = 10'",
        (Note("'values' would stand here", deck.span),),
        Severity.NOTE,
    )


def _values_of(checked: Checked) -> Span:
    """Where it is written what cards count."""
    deck = checked.rules.node.get("deck")
    entry = deck.entry("values") if isinstance(deck, Mapping) else None
    return checked.rules.deck.span if entry is None else entry.value.span


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
