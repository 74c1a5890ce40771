"""Settings of a game, as people write them down: `target: 7`, `default 7`, `visible to owner`."""

from __future__ import annotations

import re

from .advice import Place, short
from .diagnostics import Diagnostic

_MOST = 100  # characters of a text that is written anew
_HELP = re.compile(r"(?P<text>.*?)\s+(?:--|[-\u2013\u2014])\s+(?P<help>[^\W\d].*)")
_ONE = re.compile(r"(?:normally\s+)?(?P<number>\d{1,9})")
_TWO = re.compile(
    r"(?:from\s+)?(?P<low>\d{1,9})\s*(?:or|to|-|\u2013|,)\s*(?P<high>\d{1,9})"
    r"(?:\s*,\s*normally\s+(?P<normal>\d{1,9}))?"
)
_NORMAL = re.compile(
    r"(?:\s*,)?\s+\(?(?P<word>default(?:s\s+to|\s+is)?|by\s+default|usually|standard|initially)"
    r"\s*[:=]?\s*(?P<value>\w+)\)?(?=\s|$)"
)
_OF_EACH = re.compile(
    r"(?:(?:one|1|an?)\s+)?(?:per|for)\s+(?:each\s+|every\s+)?players?|(?:one\s+)?each(?:\s+players?)?"
    r"|each\s+one"
)
_SEEN = (
    (
        re.compile(
            r"(?:(?:only|just)\s+)?(?:(?:visible|shown|open|known)\s+(?:only\s+)?(?:to|for|by)"
            r"|seen\s+(?:only\s+)?by)\s+(?:only\s+)?(?:the\s+|its\s+|their\s+)?(?:owners?|players?)"
            r"(?:\s+only)?|private|(?:hidden|secret|concealed)\s+from\s+(?:the\s+)?(?:other.*|opponents?)"
        ),
        "seen by owner",
    ),
    (re.compile(r"(?:hidden|secret|invisible|concealed|closed)(?:\s+(?:from|to)\s+\w+)?"), "face down"),
    (
        re.compile(
            r"(?:visible|shown|seen|open)(?:\s+(?:to|by|for)\s+(?:all|every(?:one|body))(?:\s+players?)?)?"
            r"|public"
        ),
        "face up",
    ),
)  # fmt: skip


def setting(place: Place) -> Diagnostic | None:
    """What is said of a setting in which the parser stopped; None if it stopped in none."""
    if place.start == "option":
        return _option(place)
    return _seen(place) if place.start == "pile" else None


def _option(place: Place) -> Diagnostic | None:
    """`7`, `8 or 9`, `normally 3 - cards`, `number from 5 to 9 default 7`"""
    text = place.text.text.strip()
    parts = _HELP.fullmatch(text)
    told = text if parts is None else parts["text"]
    rest = "" if parts is None else f" -- {parts['help']}"
    begin = place.found.start if place.found is not None else 0
    one, two, normal = _ONE.fullmatch(told), _TWO.fullmatch(told), _NORMAL.search(told)
    if one is not None:
        low, high = (0, 1) if one["number"] in ("0", "1") else (1, int(one["number"]))
        write = f"number from {low} to {high}, normally {int(one['number'])}"
        message = "an option says what it can be, and which of that is normal"
    elif two is not None and int(two["low"]) < int(two["high"]):
        write = f"number from {two['low']} to {two['high']}, normally {two['normal'] or two['low']}"
        message = "an option says what it can be, and which of that is normal"
    elif normal is not None and normal.start() <= begin <= normal.end():
        write = f"{told[: normal.start()]}, normally {normal['value']}{told[normal.end() :]}"
        message = f"what is normal stands after 'normally', not after '{normal['word']}'"
    else:
        return None
    span = place.text.span_at(0, len(place.text.text))
    if normal is not None:
        span = place.text.span_at(normal.start("word"), normal.end("word"))
    return Diagnostic("E301", message, span, f"write: {short(write + rest, _MOST)}")


def _seen(place: Place) -> Diagnostic | None:
    """`per player, visible to owner`, `hidden`"""
    text = place.text.text
    begin = place.span.column - place.text.span_at(0, 1).column
    start = 0
    for part in text.split(","):
        end = start + len(part)
        first = start + len(part) - len(part.lstrip())
        if first <= begin <= end:
            if part.strip() != "per player" and _OF_EACH.fullmatch(part.strip().lower()):
                return _of_each(place)
            for said, write in _SEEN:
                if said.fullmatch(part.strip().lower()):
                    if write == "face down" and "player" in text:
                        write = "seen by owner' or, if not even the owner sees it, 'face down"
                    span = place.text.span_at(first, first + len(part.strip()))
                    message = f"'{short(part.strip())}' cannot stand here"
                    return Diagnostic("E301", message, span, f"write '{write}'")
        start = end + 1
    return None


def _of_each(place: Place) -> Diagnostic:
    """`one per player, hidden`: the whole pile as it is written."""
    parts = []
    for part in (p.strip() for p in place.text.text.split(",")):
        how = next((w for said, w in _SEEN if said.fullmatch(part.lower())), part)
        parts.append("seen by owner" if how == "face down" != part else how)
    said = place.text.text.split(",")[0].strip()
    write = ", ".join(["per player", *parts[1:]])
    begin = said.rfind(" ") + 1 if said in ("per players", "per teams") else 0
    span = place.text.span_at(begin, len(said))
    message = f"'{short(said[begin:])}' is said otherwise here"
    return Diagnostic("E301", message, span, f"write: {short(write, _MOST)}")
