"""The parts of the docs that are read from the vocabulary of the language.

In `reference.md` they stand between `<!-- generated: NAME -->` and `<!-- end -->`; `errors.md` is
generated as a whole. `python docs/generate.py` writes them, a test compares them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from rulerun.grammar.vocabulary import BUILTINS, CODES, EFFECTS, RESERVED, WORDS
from rulerun.grammar.vocabulary.entry import Code, Entry
from rulerun.grammar.vocabulary.keys import PLACES, keys_at
from rulerun.grammar.vocabulary.words import EFFECT_WORDS, PICKING_WORDS
from rulerun.interpreter.bots.names import BOTS, WITHOUT
from rulerun.interpreter.simulation.metrics import BROWNE, METRICS

DOCS = Path(__file__).resolve().parent

FAMILIES = {
    "Y1": "Reading the file",
    "S2": "Structure",
    "E3": "Texts",
    "T4": "Names and types",
    "O5": "House rules",
    "L6": "Rules that are probably not meant",
    "R7": "While playing, and in examples",
}

OWNERS = {
    "card": "a card",
    "card, suit": "a card, a suit",
    "cards, pile": "cards, a pile",
    "cards, pile, list": "cards, a pile, any list",
    "cards": "cards",
    "pile, rank, player, team": "a pile, a rank, a player, a team",
    "player": "a player",
    "player, team": "a player, a team",
    "team": "a team",
    "alone": "standing alone",
    "operator": "between two things",
}


def code(text: str) -> str:
    """A text as code in a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`" if text else ""


def plain(text: str) -> str:
    """A sentence in a cell of a table: words in single quotes are code."""
    return sentence(text).replace("|", "\\|")


def sentence(text: str) -> str:
    """A sentence of a page: words in single quotes are code, also those with a backtick."""

    def as_code(found: re.Match[str]) -> str:
        return f"`` {found[1]} ``" if "`" in found[1] else f"`{found[1]}`"

    return re.sub(r"(?<!\w)'([^']+)'(?!\w)", as_code, text)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *map(list, rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def keys(place: str) -> str:
    """The keys that may stand at a place."""
    return table(
        ("key", "what it is"),
        (
            (code(key.template), plain(key.help) + (" (must be there)" if key.required else ""))
            for key in keys_at(place).values()
        ),
    )


def effects() -> str:
    """Everything a line can do."""
    return table(
        ("written", "what happens", "for example"),
        (
            (code(entry.template), plain(entry.help), code(entry.example))
            for entry in EFFECTS.values()
        ),
    )


def words(*where: str) -> Callable[[], str]:
    """The words that may stand at some places."""

    def written() -> str:
        found = [e for e in WORDS.values() if set(e.where) & set(where)]
        return table(
            ("written", "meaning", "for example"),
            ((code(e.template), plain(e.help), code(e.example)) for e in found),
        )

    return written


def builtins() -> str:
    """What things have by themselves, by their owners."""
    groups: dict[str, list[Entry]] = {}
    for entry in BUILTINS.values():
        groups.setdefault(", ".join(entry.where), []).append(entry)
    rows = (
        (OWNERS[owner] if n == 0 else "", code(e.template), e.gives, plain(e.help), code(e.example))
        for owner, entries in groups.items()
        for n, e in enumerate(entries)
    )
    return table(("of", "written", "gives", "meaning", "for example"), rows)


def reserved() -> str:
    """The words that cannot be names."""

    def listed(found: Iterable[str]) -> str:
        return " ".join(sorted(code(w) for w in found)) + "\n"

    return (
        f"Nothing may be called:\n{listed(RESERVED)}\n"
        "And nothing that lines or expressions speak of (an option, a pile, a holder of chips, a "
        f"memory, a term, a table, a word, a `let`):\n{listed((EFFECT_WORDS | PICKING_WORDS) - RESERVED)}"
    )


def bots() -> str:
    """Who can play a seat."""
    return table(
        ("bot", "what it does"),
        ((code(how), plain(what)) for how, what in (*BOTS.values(), WITHOUT)),
    )


def metrics() -> str:
    """What is measured, and where that comes from."""
    rows = ((plain(m.name), plain(m.what), plain(m.source)) for m in METRICS)
    return (
        table(("figure", "what it is", "source"), rows) + f"\nBrowne: {BROWNE.split(', ', 1)[1]}.\n"
    )


def checks() -> str:
    """The codes of diagnostics in one table."""
    rows = ((f"[{c.code}](errors.md#{anchor(c)})", c.title) for c in sorted_codes())
    return table(("code", "what was found"), rows)


def sorted_codes() -> list[Code]:
    """The codes, family by family."""
    families = list(FAMILIES)
    return sorted(CODES.values(), key=lambda c: (families.index(c.code[:2]), c.code))


def anchor(found: Code) -> str:
    """The anchor of a code's heading."""
    return re.sub(r"[^\w\- ]", "", f"{found.code} {found.title}").lower().replace(" ", "-")


def errors() -> str:
    """The page of diagnostics."""
    parts = [
        "# What rulerun says of mistakes\n",
        "<!-- This page is generated: grammar/vocabulary/codes/ has its texts. -->\n",
        """\
Each message has a code, and each code a paragraph here: what was found, why it is not let pass, a
piece of a rule file with the mistake, and the same piece put right. A code never changes its meaning.
""",
    ]
    family = ""
    for found in sorted_codes():
        if found.code[:2] != family:
            family = found.code[:2]
            parts.append(f"## {FAMILIES[family]}\n")
        parts.append(f"### {found.code} {found.title}\n")
        parts.append(f"{sentence(found.why)}\n")
        parts.append(f"```yaml bad={found.code}\n{visible(found.bad)}```\n")
        parts.append(f"```yaml good={found.code}\n{visible(found.good)}```\n")
    return "\n".join(parts)


def visible(text: str) -> str:
    """A text without control characters other than ends of lines."""
    return "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text)


PARTS: dict[str, Callable[[], str]] = {
    **{f"keys of {place}": partial(keys, place) for place in PLACES},
    "effects": effects,
    "built-ins": builtins,
    "reserved words": reserved,
    "words of chips": words("chips"),
    "words of piles": words("piles"),
    "kinds": words("options", "remember"),
    "melds": words("melds"),
    "who": words("who"),
    "repeat": words("repeat"),
    "lines and rows": words("line", "tables", "payouts", "at any time", "end"),
    "phrases": words("expression"),
    "checks": checks,
    "bots": bots,
    "metrics": metrics,
}


def filled(text: str) -> str:
    """A page with its generated parts as they are now."""

    def part(match: re.Match[str]) -> str:
        return f"<!-- generated: {match[1]} -->\n\n{PARTS[match[1]]()}\n<!-- end -->"

    return re.sub(r"<!-- generated: ([^>]+?) -->\n.*?<!-- end -->", part, text, flags=re.DOTALL)


def pages() -> dict[Path, str]:
    """Every page that has generated parts, with the text it should have."""
    found = {p: filled(p.read_text(encoding="utf-8")) for p in sorted(DOCS.glob("*.md"))}
    return {**found, DOCS / "errors.md": errors()}


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
