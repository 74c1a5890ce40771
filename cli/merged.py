"""A game with its house rules as one rule file, every change with its origin as a comment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulerun.grammar.json_schema import NAMING
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.writing import Writer
from rulerun.interpreter.declarations.normal_values import SET
from rulerun.interpreter.declarations.replaced import history
from rulerun.interpreter.labels import without_idle_labels

if TYPE_CHECKING:
    from rulerun.grammar.source import Span
    from rulerun.interpreter.declarations.overlay import Stack


def merged_lines(stack: Stack, root: Mapping | None = None) -> Iterator[str]:
    """The lines of the effective rule file, with the origins of what house rules changed.

    `root` is what to write if it is not just the game of the stack: with other values of options.
    """
    root = stack.root if root is None else root
    assert root is not None and stack.base is not None
    base = stack.base.span.file.name
    head = list(_head(stack, root, base))
    root, idle = without_idle_labels(root, stack.base)
    if idle:
        head.append(f"Labels of what is no more are left out: {', '.join(idle)}.")
    yield from (f"# {line}" for line in head)
    if head:
        yield ""
    for line in Writer(stack.roots, _Remarks(stack, base).of).lines(root):
        if not line.startswith(NAMING):  # where this will lie there may be no schema
            yield line


def rendered_lines(stack: Stack, root: Mapping) -> list[str]:
    """The lines of the effective rule file, which are not told of where the stack is not.

    A game need not use all of a form, and a house rule may leave something of the game without an
    effect. In a file of its own all lines are the game's; what is told of these alone is allowed there
    by a comment.
    """
    lines = list(merged_lines(stack, root))
    if not stack.forms and not stack.overlays:
        return lines
    from rulerun.interpreter.declarations.library import RuleFile
    from rulerun.interpreter.lint.silencing import lines_of
    from rulerun.interpreter.loading import OF_FORMS, read_rules

    name = f"{stack.game}.yaml"
    file = RuleFile(stack.game, name, Path(name), "\n".join(lines).encode())
    again = read_rules(file, linted=True)
    forms = {
        f"{os.path.basename(used.form.file)}:": f"the form {used.form.name} is for other games, too"
        for used in stack.forms
    }
    rules = {
        f"{os.path.basename(rule.file)}:": f"the house rule {rule.name} has it so"
        for rule in stack.overlays
    }
    allowed: dict[int, dict[str, set[str]]] = {}
    for found in again.diagnostics:
        written = again.stack.root
        if found.code not in OF_FORMS or written is None:
            continue
        at = lines_of(written, found.span)
        here = [_remark(lines[number - 1]) for number in at]
        why = {reason for place, reason in forms.items() for r in here if r.startswith(place)}
        if not any(r.startswith(place) for place in rules for r in here):
            notes = [n.span for n in found.notes if n.span is not None]
            by = [_remark(lines[number - 1]) for n in notes for number in lines_of(written, n)]
            why |= {reason for place, reason in rules.items() for r in by if r.startswith(place)}
        if why:
            allowed.setdefault(at[0], {}).setdefault(found.code, set()).update(why)
    return list(_allowing(lines, allowed))


def _remark(line: str) -> str:
    """What is remarked behind a line, if there is anything."""
    return line.rpartition("  # ")[2]


def _allowing(lines: list[str], allowed: dict[int, dict[str, set[str]]]) -> Iterator[str]:
    """Lines, with comments above those for which something is allowed."""
    for number, line in enumerate(lines, 1):
        if codes := allowed.get(number):
            indent = line[: len(line) - len(line.lstrip())]
            why = "; ".join(sorted(set().union(*codes.values())))
            yield f"{indent}# allow {', '.join(sorted(codes))}: {why}"
        yield line


def _head(stack: Stack, root: Mapping, base: str) -> Iterator[str]:
    """What the file is, and what is not in it any more; nothing of a game as it is written."""
    given = root is not stack.root
    more = [used.form.file for used in stack.forms] + [rule.file for rule in stack.overlays]
    more += ["other values of options"] * given
    if not more:
        return
    yield f"{base} with {', '.join(more)}"
    yield "A note at the end of a line says where it comes from and what it replaced."
    for change in stack.changes:
        if change.verb == "remove" and change.before is not None:
            was = _place(change.gone[0].key.span)
            yield f"{_place(change.span)} removes '{change.address}' ({was})."
    if root.get("examples") is None and stack.examples:
        why = "they were written for other rules" if stack.by_hand or given else "none holds now"
        yield f"The examples are left out: {why}."
        return
    broken: dict[Span, list[str]] = {}
    for example in stack.examples:
        if example.broken_at is not None:
            broken.setdefault(example.broken_at, []).append(example.title.text)
    for at, titles in broken.items():
        these = f"the example '{titles[0]}'" if len(titles) == 1 else f"{len(titles)} examples"
        yield f"{_place(at)} lays aside {these}."


def _place(span: Span) -> str:
    """Where something stands, short: `knock_at_7.yaml:4`."""
    if span.file.name == SET:
        return SET
    return f"{os.path.basename(span.file.name)}:{span.line}"


class _Remarks:
    """Where something comes from, if it is not as the game's own file has it."""

    def __init__(self, stack: Stack, base: str) -> None:
        self.base = base
        # Of an example from elsewhere the title says so; its lines change nothing of the game.
        self.quiet = {id(node) for example in stack.examples for node in _inside(example.node)}

    def of(self, key: Scalar | None, value: Node) -> str:
        """The remark behind a line."""
        if id(value) in self.quiet:
            return ""
        spans = list(history(value))
        if not isinstance(value, Scalar) and key is not None:
            spans[0] = key.span if key.span.file.name != self.base else spans[0]
        is_foreign = spans[0].file.name != self.base
        if isinstance(value, Scalar):
            is_foreign |= any(p.text.span.file.name != self.base for p in value.pieces)
        places = [_place(span) for span in spans]
        if len(places) > 1:
            return f"{places[0]} over {', over '.join(places[1:])}"
        return places[0] if is_foreign else ""


def _inside(node: Node) -> Iterator[Node]:
    if isinstance(node, Mapping | Sequence):
        for part in node:
            inner = part.value if isinstance(part, Entry) else part
            yield inner
            yield from _inside(inner)
