"""First values: chips and memories get theirs one after the other; what to say of one that asks too early."""

from __future__ import annotations

from collections.abc import Iterator

from ..declarations import ruleset as rules
from .core import Call, Expr, Slot, walk
from .symbols import all_phases

_HOLDING = ("memory ", "chips", "paid ", "count ")
"""The beginnings of the keys of cells that rules can ask for and that have a first value."""


def asked_cells(expr: Expr) -> Iterator[str]:
    """The keys of the cells that an expression asks for: chips, memories, numbers of passes."""
    for node in walk(expr):
        if isinstance(node, Slot) and node.key.startswith(_HOLDING):
            yield node.key
        elif isinstance(node, Call):
            yield from sorted(key for key in node.reads if key.startswith(_HOLDING))


def late_value(ruleset: rules.Ruleset, late: str, beginning: str) -> tuple[str, str, str]:
    """What has no value yet where another cell gets its first one: its name, why, what to do then."""
    kind, _, name = late.partition(" ")
    _, _, own = beginning.partition(" ")
    for_chips = beginning.startswith("chips")
    known = "a number, an option or the number of players"
    if kind == "count":
        return f"{name}_number", "no phase has begun", f"say {known}"
    if kind == "memory":
        phase = next(
            (p.name for p, _ in all_phases(ruleset.phases) if _remembers(p.memories, name)), None
        )
        if phase is not None:
            return name, f"the phase '{phase}' has not begun", f"say {known}"
        if for_chips:
            why = "chips are there before anything is remembered"
            return name, why, f"say {known}; 'setup' may pay more"
        if late == beginning:
            return name, "it is just getting its first one", f"say {known}, or what stands above it"
        why = f"memories get theirs in the order written, and it stands below '{own}'"
        return name, why, f"declare '{name}' above '{own}'"
    if kind == "paid":
        return f"paid_to_{name}", "nobody has paid yet", f"say {known}"
    if late == beginning:
        return name or "chips", "it is just getting its first one", f"say {known}"
    if not own:
        return name, "each player's chips are there before all others", f"say {known}"
    why = f"chips get theirs in the order written, and it stands below '{own}'"
    return name, why, f"declare '{name}' above '{own}'"


def _remembers(memories: tuple[rules.Memory, ...], name: str) -> bool:
    return any(memory.name == name for memory in memories)
