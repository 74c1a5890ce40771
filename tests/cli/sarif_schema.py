"""What a SARIF 2.1.0 log may look like, as far as rulerun writes one: a JSON Schema of our own words.

The schema of the standard has no licence that would let us keep it here. This one allows the
properties that rulerun uses and no others, each with the type, the least value, the words and the
uniqueness that the standard asks for, so that a log that fits it fits the standard.
"""

from __future__ import annotations

from typing import Any


def _thing(required: str = "", **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], *, unique: bool = False) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": unique}


TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
INDEX: dict[str, Any] = {"type": "integer", "minimum": 0}
NUMBER: dict[str, Any] = {"type": "integer", "minimum": 1}
LEVEL: dict[str, Any] = {"enum": ["none", "note", "warning", "error"]}
URI: dict[str, Any] = {"type": "string", "pattern": r"^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+$"}

MESSAGE = _thing("text", text=TEXT, markdown=TEXT)
ARTIFACT = _thing("uri", uri=URI, uriBaseId=TEXT)
REGION = _thing(
    "startLine startColumn endLine endColumn",
    startLine=NUMBER, startColumn=NUMBER, endLine=NUMBER, endColumn=NUMBER,
)  # fmt: skip
LOCATION = _thing(
    "physicalLocation",
    id=INDEX,
    physicalLocation=_thing("artifactLocation", artifactLocation=ARTIFACT, region=REGION),
    message=MESSAGE,
)
RULE = _thing(
    "id shortDescription fullDescription help defaultConfiguration",
    id={"type": "string", "pattern": r"^[A-Z]\d{3}$"},
    name={"type": "string", "pattern": r"^([A-Z][A-Za-z0-9]*)+$"},
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=_thing("level", level=LEVEL),
)
RESULT = _thing(
    "ruleId ruleIndex level message locations partialFingerprints",
    ruleId=TEXT,
    ruleIndex=INDEX,
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION),
    relatedLocations=_list(LOCATION, unique=True),
    partialFingerprints={"type": "object", "additionalProperties": TEXT, "minProperties": 1},
)
RUN = _thing(
    "tool results columnKind",
    tool=_thing(
        "driver",
        driver=_thing(
            "name version rules", name=TEXT, version=TEXT, rules=_list(RULE, unique=True)
        ),
    ),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_list(RESULT),
)
LOG = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_thing(
        "version runs",
        **{"$schema": URI, "version": {"const": "2.1.0"}, "runs": _list(RUN)},
    ),
}
