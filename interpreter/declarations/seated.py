"""Who sits at the table of an example, where a name in its list of players is the misspelt one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import did_you_mean, nearest, slips_between
from rulerun.grammar.nodes import Mapping, Node, Scalar

from .sections import SectionReader

_PERSON = re.compile(r"[^\W\d_][\w\u0300-\u036f]*[^\W\d_]\w*")
_SLIPS = 2  # between the name in the list and the one that is spoken of


def with_slips_told(reader: SectionReader, people: syntax.People, example: Node) -> syntax.People:
    """The players of an example; a name that nothing in it speaks of gives way to one that is nearly
    the same, is spoken of and does not sit there, which is reported."""
    spoken: Counter[str] = Counter()
    for text in _texts(example):
        if text.span.start != people.span.start:
            spoken.update(_PERSON.findall(text.text))
    seated = {person.name for person in people.people}
    strange = [name for name in spoken if name not in seated and not name[0].islower()]
    found = []
    for person in people.people:
        meant = nearest(person.name, strange) if not spoken[person.name] else None
        if meant is None or slips_between(person.name, meant) > _SLIPS:
            found.append(person)
            continue
        times = spoken[meant]
        words = person.span.file.words
        if times == 1 and words[meant] - 1 <= words[person.name] - 1:
            found.append(person)  # of one and one either may be wrong
            continue
        said = "once" if times == 1 else f"{times} times"
        message = (
            f"nothing here speaks of '{person.name}', but '{meant}' is spoken of {said} and does not "
            "sit at the table"
        )
        reader.report("S240", message, person.span, did_you_mean(person.name, [meant]))
        found.append(replace(person, name=meant))
    return replace(people, people=tuple(found))


def _texts(node: Node) -> Iterator[Scalar]:
    """Every text of a node, and its keys."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node:
            yield entry.key
            yield from _texts(entry.value)
    else:
        for item in node.items:
            yield from _texts(item)
