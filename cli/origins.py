"""Where a value of a game comes from, told in lines: for `rulerun explain FILE ADDRESS`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .exits import USAGE, Failed
from .paint import Paint, columns
from .rule_files import exit_code, parsed_settings, read, right_rules, right_settings
from .rule_files import tell as tell_diagnostics
from .terminal import can_show, harmless, say, wants_color, width

if TYPE_CHECKING:
    from rulerun.grammar.source import Span
    from rulerun.interpreter.declarations.origins import Origin, Trace


def tell(file: str, address: str, overlays: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Say what stands at an address, where it comes from, and what it replaced.

    Failed for an address that means nothing or several things, and as usual for wrong rules.
    """
    from rulerun.grammar.diagnostics import Diagnostic
    from rulerun.interpreter.declarations.normal_values import with_settings
    from rulerun.interpreter.declarations.origins import address_of, said_of, trace

    parsed_settings(settings)
    loaded = read(file, overlays)
    only_asked = all(not d.span.file.is_file for d in loaded.diagnostics)
    if loaded.checked is None and (loaded.stack.root is None or settings or only_asked):
        loaded = right_rules(file, overlays)  # which tells what is wrong
    root = loaded.stack.root
    assert root is not None
    if loaded.checked is not None:
        root = with_settings(root, right_settings(loaded, settings))
    asked = address_of(address)
    found = asked if isinstance(asked, Diagnostic) else trace(root, loaded.stack.changes, asked)
    if isinstance(found, Diagnostic):
        raise Failed("\n".join(map(harmless, said_of(found))), USAGE)
    for line in _lines(found, Paint(color=wants_color(sys.stdout))):
        say(line)
    tell_diagnostics(loaded.diagnostics)
    raise Failed("", exit_code([loaded]))


def _lines(found: Trace, paint: Paint) -> Iterator[str]:
    about = f": {found.help}" if found.help else ""
    yield f"{found.noun} {paint.bold(harmless(found.address))}{harmless(about)}"
    steps = [_step(origin) for origin in found.origins]
    arrow = "←" if can_show("←", sys.stdout) else "<-"
    line = f" {arrow} ".join(steps)
    if columns(line) <= width():
        yield line
    else:
        for number, step in enumerate(steps):
            line = f"{arrow} {step}" if number else step
            text, _, place = line.rpartition("  ")
            yield from [line] if columns(line) <= width() else [text, f"    {place}"]
    for change in found.inside:
        does = {"set": "sets", "change": "changes", "add": "adds", "remove": "removes"}[change.verb]
        yield f"{_place(change.span)} {does} {harmless(change.address)}"


def _step(origin: Origin) -> str:
    if origin.text is None:
        return f"removed  {_place(origin.span)}"
    return f"{harmless(origin.text)}  {_place(origin.span)}"


def _place(span: Span) -> str:
    from rulerun.interpreter.declarations.normal_values import SET

    return f"{SET} {span.file.text}" if span.file.name == SET else harmless(span.place)
