"""Rule files as JSON Schema (draft-07) describes them, for editors: made of the table of keys.

Editors read YAML with types: they take `4` for a number and `no`, in some versions of YAML, for false.
So wherever the language wants a text, the schema allows what such a text may be taken for. It is never
stricter than the language itself; what the texts say is left to `rulerun check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from .nodes import Mapping, Node, Scalar
from .reader import read
from .source import SourceFile
from .vocabulary import WORDS
from .vocabulary.keys import PLACES, Holds, Key, keys_at

Json: TypeAlias = dict[str, Any]

#: The place whose keys a file of a kind has.
KINDS = {"rule-file": "ruleset", "house-rule": "overlay", "form": "form"}

FILE_NAME = "rule-file.schema.json"
"""The file that has the schema, beside the games that come with rulerun."""

NAMING = "# yaml-language-server: $schema="
"""How a rule file begins that names its schema; the path from the rule file follows."""

DRAFT = "http://json-schema.org/draft-07/schema#"

# As `is_name` of the interpreter's `declarations/sections.py` has it; beyond ASCII anything goes.
# \w would be other letters in each program, and not all of them know \p{Ll}.
_NAME = r"[^\x00-\x60\x7b-\xa0][^\x00-\x2f\x3a-\x5e\x60\x7b-\xa0]*"
_NAMES = {
    "name": f"^{_NAME}$",
    "head": f"^{_NAME}( +of +{_NAME}| +{_NAME} +{_NAME})?$",
    "free": "",
}
_STEP = r"^(expect|[^\x00-\x40\x5b-\xa0]\S*( +(sees|cannot( +see)?))?)$"
_FOR = r"^[^\s,]+(\s+with\s+[^\s,]+(\s*,\s*[^\s,]+)*)?$"

_WORDS: Json = {"type": "string", "minLength": 1}
#: A text that may be written like a number or like yes and no.
_VALUE: Json = {"anyOf": [_WORDS, {"type": ["number", "boolean"]}]}
#: Any text: `null`, too, is a word that something may be called.
_TEXT: Json = {"anyOf": [_WORDS, {"type": ["number", "boolean", "null"]}]}
_VALUES = {"", "chips", "expr", "names", "ranks", "seats"}
"""How texts are read that may be a number, or yes or no, and nothing else."""

_IN_ANY_CASE = {"given", "set"}
"""Keys whose texts are values as somebody says them."""


def schema(kind: str | None = None) -> Json:
    """The schema of one of `KINDS`, or of all in one: what a file is, it says itself."""
    writer = _Writer()
    if kind is not None:
        title = _TITLES[kind]
        top: Json = {"allOf": [writer.place(KINDS[kind])]}
    else:
        title = "A rule file, a house rule or a form"
        first = {"game": keys_at("ruleset")["game"], **_first_keys()}
        first["form"] = keys_at("form")["form"]
        top = {
            "type": "object",
            # Without a branch yet, an editor offers what there is to begin with.
            "properties": {name: {"description": _said(key)} for name, key in first.items()},
            "if": {
                "not": {"required": ["game"]},
                "anyOf": [{"required": [name]} for name in _first_keys()],
            },
            "then": writer.place("overlay"),
            "else": {
                "if": {"not": {"required": ["game"]}, "required": ["form"]},
                "then": writer.place("form"),
                "else": writer.place("ruleset"),
            },
        }
    return {
        "$schema": DRAFT,
        "$comment": "Written by 'rulerun schema'.",
        "title": f"{title} for rulerun",
        **top,
        "definitions": dict(sorted(writer.definitions.items())),
    }


def _first_keys() -> dict[str, Key]:
    return {name: keys_at("overlay")[name] for name in ("house rule", "for")}


_TITLES = {"rule-file": "A rule file", "house-rule": "A house rule", "form": "A form"}


class _Writer:
    """Writes the places that are asked for, and those under them, once each."""

    def __init__(self) -> None:
        self.definitions: Json = {}

    def place(self, name: str) -> Json:
        """A reference to the map of keys at a place."""
        if name not in self.definitions:
            self.definitions[name] = {}  # a phase has phases
            keys = keys_at(name)
            found: Json = {
                "type": "object",
                "properties": {key.name: self.key(key, name) for key in keys.values()},
                "additionalProperties": False,
            }
            # A move may be one of a form's, to which the game adds a condition.
            required = [key.name for key in keys.values() if key.required and name != "move"]
            if required:
                found["required"] = required
            else:
                found["minProperties"] = 1
            if PLACES[name].open:
                found["patternProperties"] = {_NAMES["name"]: {**_WORDS, "description": _ROW}}
                found["minProperties"] = 1
            if name == "phase":
                found["not"] = {"type": "object", "required": ["moves", "phases"]}
            self.definitions[name] = found
        return {"$ref": f"#/definitions/{name}"}

    def key(self, key: Key, place: str) -> Json:
        """What may stand under a key."""
        found = self.holding[key.holds](self, key)
        if key.name == "for":
            found = {**_WORDS, "pattern": _FOR}
        if key.words:
            found = {"enum": list(key.words)}
        told: Json = {"description": _said(key)}
        example = _example(key)
        if example is not None:
            told["examples"] = [example]
        return {**told, **found}

    # -- kinds of content --------------------------------------------------------------------------

    def text(self, key: Key) -> Json:
        return _text(key)

    def texts(self, key: Key) -> Json:
        return {"anyOf": [_TEXT, {"type": "array", "minItems": 1, "items": _TEXT}]}

    def lines(self, key: Key) -> Json:
        items = {"type": "array", "minItems": 1, "items": _WORDS}
        return {"anyOf": [_WORDS, _named(_WORDS), items]}

    def one_or_named(self, key: Key) -> Json:
        return {"anyOf": [_text(key), _named(_text(key))]}

    def rows(self, key: Key) -> Json:
        text = _text(key)
        forms = _forms(key.name)
        return _named({"description": forms, **text} if forms else text, key.names, *_besides(key))

    def keys(self, key: Key) -> Json:
        return {"allOf": [self.place(key.inner)]}

    def named(self, key: Key) -> Json:
        inner = self.place(key.inner)
        if key.start:  # a move that has only its lines
            inner = {"anyOf": [_WORDS, inner]}
        return _named(inner, key.names)

    def changes(self, key: Key) -> Json:
        content = {"type": ["string", "number", "boolean", "object", "array"]}
        return {"type": "object", "minProperties": 1, "additionalProperties": content}

    def steps(self, key: Key) -> Json:
        step = {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "patternProperties": {_STEP: _TEXT},
            "additionalProperties": False,
        }
        return {"type": "array", "minItems": 1, "items": step}

    def labels(self, key: Key) -> Json:
        return _named(_named(_TEXT, "free"), "free")

    holding: dict[Holds, Callable[[_Writer, Key], Json]] = {  # noqa: RUF012 - never changed
        Holds.WORDS: text,
        Holds.TEXTS: texts,
        Holds.TEXT: text,
        Holds.LINES: lines,
        Holds.CONDITIONS: one_or_named,
        Holds.CHOICES: one_or_named,
        Holds.ROWS: rows,
        Holds.KEYS: keys,
        Holds.NAMED: named,
        Holds.CHANGES: changes,
        Holds.STEPS: steps,
        Holds.LABELS: labels,
    }


_ROW = "a row: when C -> ..., otherwise -> ..., always -> ..."


def _text(key: Key) -> Json:
    """A text as a key's grammar reads it."""
    if not key.start or key.name in _IN_ANY_CASE:
        return _TEXT
    return _VALUE if key.start in _VALUES else _WORDS


def _named(content: Json, names: str = "name", *besides: str) -> Json:
    """A map of names, each with such a content; `besides` are keys that stand among them."""
    found: Json = {"type": "object", "minProperties": 1}
    if not _NAMES[names]:
        return {**found, "additionalProperties": content}
    if besides:
        found["properties"] = dict.fromkeys(besides, content)
    return {**found, "patternProperties": {_NAMES[names]: content}, "additionalProperties": False}


def _besides(key: Key) -> Iterable[str]:
    return [PURSE] if key.name == "chips" else []


PURSE = "each player"
"""Under `chips`: what everybody begins with."""


# -- what is said of it ----------------------------------------------------------------------------


def _said(key: Key) -> str:
    """A key, as an editor tells it: what it is for, and how it is written."""
    forms = "" if key.holds is Holds.ROWS else _forms(key.name)
    return "\n\n".join(filter(None, [key.help, key.template, forms]))


def _forms(where: str) -> str:
    """How the texts under a key are written, a line for each form."""
    entries = [entry for entry in WORDS.values() if where in entry.where]
    return "\n".join(f"{entry.template}: {entry.help}" for entry in entries)


def _example(key: Key) -> Any:
    """What stands under the key in its example."""
    root, _ = read(SourceFile("example", key.example))
    assert root is not None
    return _plain(root.entries[0].value)


def _plain(node: Node) -> Any:
    if isinstance(node, Scalar):
        return int(node.text) if node.text.isdigit() else node.text
    if isinstance(node, Mapping):
        return {entry.key.text: _plain(entry.value) for entry in node}
    return [_plain(item) for item in node.items]
