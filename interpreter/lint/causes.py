"""What a house rule makes wrong elsewhere: the warning is told of the change, with both places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, has_errors
from rulerun.grammar.nodes import Mapping, Node, Scalar
from rulerun.grammar.source import Span

from ..declarations.house_rule import HouseRule
from ..declarations.merging import Change, Merging
from ..declarations.overlay import Stack

Lints = Callable[[Mapping], Iterable[Diagnostic]]
"""What the lints find in merged nodes; nothing where these are not even right."""


def with_causes(found: list[Diagnostic], stack: Stack, lints: Lints) -> list[Diagnostic]:
    """The findings of lints; those that only a house rule brought about point into its file.

    Which one it was is seen by laying them on the game one after the other.
    """
    if not stack.overlays or stack.base is None:
        return found
    last = stack.overlays[-1].node.span.file
    elsewhere = {_what(d) for d in found if d.span.file is not last}
    causes: dict[tuple[object, ...], HouseRule] = {}
    below = {_what(d) for d in lints(stack.base)} if elsewhere else set()
    for rule, root in _laid_on(stack) if elsewhere - below else ():
        now = elsewhere if root is None else {_what(d) for d in lints(root)}
        for what in elsewhere & now - below:
            causes.setdefault(what, rule)
        below = now
    return [
        _told(d, causes[_what(d)], stack) if _what(d) in causes else d for d in found
    ]  # fmt: skip


def errors_with_causes(found: list[Diagnostic], stack: Stack, errors: Lints) -> list[Diagnostic]:
    """The errors; those in files that are right without a house rule point into the file of that one.

    `errors` are all that are wrong in merged nodes. A game that is wrong by itself is told as it is.
    """
    if not stack.overlays or stack.base is None or not any(_is_elsewhere(d, stack) for d in found):
        return found
    if has_errors(errors(stack.base)):
        return found
    causes: dict[tuple[object, ...], HouseRule] = {}
    for rule, root in _laid_on(stack):
        for diagnostic in () if root is None else errors(root):
            causes.setdefault(_place(diagnostic), rule)
    last = stack.overlays[-1]
    told: list[Diagnostic] = []
    for diagnostic in found:
        if _is_elsewhere(diagnostic, stack):
            diagnostic = _told(diagnostic, causes.get(_place(diagnostic), last), stack)
            known = [(d.code, d.message, d.span) for d in told]
            said = (diagnostic.code, diagnostic.message, diagnostic.span)
            if said in known:  # in several places of the game, and one change's doing
                first = told[known.index(said)]
                told[known.index(said)] = replace(first, notes=first.notes + diagnostic.notes)
                continue
        told.append(diagnostic)
    return told


def _is_elsewhere(diagnostic: Diagnostic, stack: Stack) -> bool:
    """Whether this is an error of a game's file in which nothing leads to a house rule yet."""
    rules = {rule.node.span.file for rule in stack.overlays}
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    return (
        diagnostic.code[0] in "ST"
        and diagnostic.severity is Severity.ERROR
        and not any(span is not None and span.file in rules for span in spans)
    )


def _place(diagnostic: Diagnostic) -> tuple[object, ...]:
    return diagnostic.code, diagnostic.span.file.name, diagnostic.span.start


def _what(diagnostic: Diagnostic) -> tuple[object, ...]:
    span = diagnostic.span
    return diagnostic.code, span.file.name, span.start, span.end, diagnostic.message


def _laid_on(stack: Stack) -> Iterator[tuple[HouseRule, Mapping | None]]:
    """Each house rule, and the game with all up to it; None for the whole, which is known."""
    assert stack.base is not None
    merging = Merging(stack.base)
    below: frozenset[str] = frozenset()
    for rule in stack.overlays[:-1]:
        merging.apply(rule, below)
        below |= {rule.file}
        yield rule, merging.root
    yield stack.overlays[-1], None


def _told(diagnostic: Diagnostic, rule: HouseRule, stack: Stack) -> Diagnostic:
    """A finding as the doing of a house rule."""
    if diagnostic.span.file is rule.node.span.file:
        return diagnostic
    said = diagnostic.suggestion or ""
    here = re.sub(r"'(limit: [^']*)'", r"'add: { \1 }'", said)  # what a house rule can say itself
    if here != said:
        diagnostic = replace(diagnostic, suggestion=here)
    own = [c for c in stack.changes if c.rule is rule]
    change = _change_below(diagnostic, own, stack.root) or _change(diagnostic, own)
    if change is None:
        title = rule.node.entry("house rule")
        span = rule.node.span if title is None else title.value.span
        # In the message, for a report of one line each has no notes.
        message = f"with the house rule '{rule.name}' {diagnostic.message}"
        note = Note("this is the house rule", span)
        return replace(diagnostic, message=message, notes=(*diagnostic.notes, note))
    if here != said:
        note = Note("it stands here", diagnostic.span)
        message = f"with this change {diagnostic.message}"
        notes = (note, *diagnostic.notes)
        return replace(diagnostic, message=message, span=change.span, notes=notes)
    advice = f"; {diagnostic.suggestion}" if diagnostic.suggestion else ""
    if diagnostic.code in _NOTHING_LEFT:
        advice = ""  # what to write there if it is left as it is
    return replace(
        diagnostic,
        message=f"with this change {diagnostic.message}",
        span=change.span,
        suggestion=_NOTHING_LEFT.get(diagnostic.code, "see to it in this house rule, too"),
        notes=(Note(f"it stands here{advice}", diagnostic.span), *diagnostic.notes),
    )


_NOTHING_LEFT = {
    code: "leave one of those that stand there, or add another in this house rule"
    for code in ("S203", "S220")
}


def _change_below(
    diagnostic: Diagnostic, changes: list[Change], root: Mapping | None
) -> Change | None:
    """The last change under the key of which something is told; taking away goes before the rest."""
    under = None if root is None else _under(root, diagnostic.span)
    if under is None:
        return None
    below = [c for c in changes if c.before is not None and _lies_in(c.before.span, under)]
    taking = [c for c in below if c.after is None]
    return next(reversed(taking or below), None)


def _under(node: Node, key: Span) -> Span | None:
    """What stands under a key."""
    for entry in node if isinstance(node, Mapping) else ():
        if entry.key.span == key:
            return entry.value.span
        inner = _under(entry.value, key)
        if inner is not None:
            return inner
    return None


def _lies_in(span: Span, around: Span) -> bool:
    return span.file is around.file and around.start <= span.start and span.end <= around.end


def _change(diagnostic: Diagnostic, changes: list[Change]) -> Change | None:
    """The change that took away what spoke of the thing; the only one, if there is just one."""
    word = re.compile(rf"(?<!\w){re.escape(diagnostic.span.text)}(?!\w)")
    for change in changes:
        if _says(change.before, word) and not _says(change.after, word):
            return change
    if len(changes) > 1 and diagnostic.code == "L604":
        # What moves ask decides whether one is legal, whatever else the house rule changes.
        phase = diagnostic.span.text
        changes = [c for c in changes if phase in c.path and {"may", "choose"} & {*c.path}][:1]
    named = re.findall(r"'(\w+)'", diagnostic.message)
    changed = [c for c in changes if c.path[-1] in named]
    return changes[0] if len(changes) == 1 else changed[0] if len(changed) == 1 else None


def _says(node: Node | None, word: re.Pattern[str]) -> bool:
    if isinstance(node, Scalar):
        return word.search(node.text) is not None
    if isinstance(node, Mapping):
        return any(_says(e.value, word) for e in node)
    return node is not None and any(_says(item, word) for item in node)
