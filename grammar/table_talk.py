"""What people say of a game at the table, in lines and phrases, and how a rule file says the same.

Each saying is known by its words; where the parser stopped in it, what is told is how it is written.
"""

from __future__ import annotations

import re

from .advice import LINES, Place, short
from .diagnostics import Diagnostic
from .nouns import plural_of, singular_of

_MOST = 100  # characters of a text that is written anew
_ALL_PILES = re.compile(r"\bin\s+(?P<piles>(?:all|every|each)\s+(?P<pile>[^\W\d]\w*))\b")
_EXTREME = r"(?P<how>most|fewest|highest|lowest)"
_SUM = re.compile(
    rf"\b{_EXTREME}\s+(?P<what>(?:total|largest|smallest|number\s+of)\s+[^;()]*?)"
    r"(?=\s*(?:$|[;)]|->|\b(?:scores?|pays?|takes?|draws?|becomes|plays|and|or)\b))"
)
_IN = re.compile(rf"\b{_EXTREME}\s+(?P<what>[^\W\d]\w*)\s+in\s+(?P<where>(?:your\s+)?[^\W\d]\w*)")
_NOT_WHICH = re.compile(
    r"(?P<all>(?:each|all|the)\s+)?(?P<noun>players?|teams?)\s+(?P<how>with|where|whose|who\s+has|who\s+have)\s+(?P<rest>[^;]+?)\s+"
    r"(?P<does>(?P<verb>scores?|pays?|takes?|draws?|becomes|plays|drops?|is|are)\b[^;]*)"
)
_WINS = re.compile(
    r"(?:[^\W\d][\w' ]*\s+)?(?<!'s )(?P<verb>wins?|won|loses?|lost)(?:\s+(?:the\s+)?game)?\s*"
)
_GETS = re.compile(r"(?P<verb>get|gets|earn|receive|gain)\s+(?P<number>\S+)\s+points?\s*")
_IS_OUT = re.compile(r"(?P<who>.+?)\s+(?P<verb>is|are)\s+out\s*")
_TURNED = re.compile(
    r"(?:(?P<rotate>rotate|advance|pass|move)\s+(?:the\s+)?(?P<who>dealer|deal|leader|button)"
    r"|(?P<skip>skip)\s+(?:(?:a|the|your|their)\s+)?(?P<whose>turn|next player|player))\s*"
)
_PUT = re.compile(
    r"(?P<verb>put|place|add|bet|throw)\s+(?P<what>[^;]+?)\s+(?:in|into|to|on)\s+(?:the\s+)?(?P<to>[^\W\d]\w*)\s*"
)
_NOBODYS_CARDS = re.compile(
    r"\b(?P<who>anyone|anybody|someone|somebody|a\s+player|any\s+player|one\s+player)\s+"
    r"(?:(?:has|have)\s+(?:no\s+(?:more\s+)?cards(?:\s+left)?|run\s+out(?:\s+of\s+cards)?)|(?:is|runs|goes)\s+out(?:\s+of\s+cards)?)"
)
_FROM_TO = re.compile(
    r"\b(?P<said>(?:is|are)\s+(?P<not>not\s+)?from\s+(?P<low>\S+)\s+to\s+(?P<high>[^\s;)]+))"
)
_JOINED = re.compile(r"\bbecomes\s+[^;>]*?\s(?P<and>and|,)\s+(?:your\s+)?[^\W\d][\w']*\s+becomes\b")
_CALLED = re.compile(r"\b(?P<name>min|max|sum|count|len)\s*\((?P<inside>[^()]*)\)")
_TO_ALL = re.compile(
    r"\bto\s+(?P<who>all\s+players|every\s+player|everyone|everybody|the\s+players)\b"
)


def table_talk(place: Place) -> Diagnostic | None:
    """What is said of everyday words about a game; None where the parser stopped in none."""
    return _in_a_line(place) or _in_a_phrase(place)


# --------------------------------------------------------------------------------------------
# Lines


def _in_a_line(place: Place) -> Diagnostic | None:
    if place.start not in LINES:
        return None
    effect = place.effect
    begin = effect[0].start if effect else (0 if place.found is None else place.found.start)
    text = re.split(r"\s*;", place.text.text[begin:])[0]
    for look in (_said_without_which, _said_of_winning, _said_of_turns, _said_of_chips):
        found = look(place, text, begin)
        if found is not None:
            return found
    return None


def _no_effect(
    place: Place, said: re.Match[str], group: str, begin: int, advice: str
) -> Diagnostic:
    span = place.text.span_at(begin + said.start(group), begin + said.end(group))
    return Diagnostic("E303", f"'{said[group]}' is no effect", span, advice)


def _said_without_which(place: Place, text: str, begin: int) -> Diagnostic | None:
    """`players with most points score 1`, `each player with chips = 0 is out`"""
    said = _NOT_WHICH.fullmatch(text.strip())
    if said is None:
        return None
    noun, does = singular_of(said["noun"]), said["does"]
    if said["verb"] in ("is", "are"):
        if not re.fullmatch(r"(?:is|are)\s+out", does.strip()):
            return None
        does = "drops out"
    one = re.sub(r"^(score|pay|take|draw|drop)\b", r"\1s", does)
    extreme = re.search(r"\b(?:most|fewest|highest|lowest)\b", said["rest"])
    if extreme is not None:
        rest = _SUM.sub(r"\g<how> (\g<what>)", said["rest"])
        write = f"first {noun} with {rest} {one}"
        if noun != said["noun"]:
            write = f"for each {noun} in (all {plural_of(noun)} with {rest}) -> {noun} {one}"
    else:
        how = "where" if said["how"] == "where" else "with"
        write = f"each {noun} {how} {said['rest']} {one}"
        with_is = re.sub(r"(?<!is )(?<!are )\b((?:not )?in)\b", r"is \1", said["rest"], count=1)
        meant = f"each {noun} {how} {with_is} {one}"
        if not _reads(write) and _reads(meant):  # `the player with 7D in hand scores 1`
            write = meant
    at = begin + len(text) - len(text.lstrip())
    span = place.text.span_at(at, at + said.end("noun"))
    message = f"'{said['noun']}' alone does not say which {noun}"
    if said["all"]:
        message = f"'{said['verb']}' is no effect"
        span = place.text.span_at(at + said.start("verb"), at + said.end("verb"))
        if said["verb"] not in ("is", "are"):
            return None
    return Diagnostic("E303", message, span, f"write: {short(write, _MOST)}")


def _reads(line: str) -> bool:
    from .parser import reads_to  # it asks here what is wrong

    return reads_to("line", line, len(line))


def _said_of_winning(place: Place, text: str, begin: int) -> Diagnostic | None:
    """`you win`, `get 10 points`, `dealer is out`"""
    said = _WINS.fullmatch(text)
    if said is not None:
        advice = "write: end game; who has won is said under 'winner'"
        if place.start == "row_do":  # rows stand in tables, which end no game
            advice = "who has won is said under 'winner', and when the game is over under 'end'"
        return _no_effect(place, said, "verb", begin, advice)
    said = _GETS.fullmatch(text)
    if said is not None:
        return _no_effect(place, said, "verb", begin, f"write: score {said['number']}")
    said = _IS_OUT.fullmatch(text)
    if said is not None and not said["who"].startswith("when"):
        return _no_effect(place, said, "verb", begin, f"write: {said['who']} drops out")
    return None


def _said_of_turns(place: Place, text: str, begin: int) -> Diagnostic | None:
    """`rotate dealer`, `skip turn`"""
    said = _TURNED.fullmatch(text)
    if said is None:
        return None
    if said["skip"]:
        advice = "write 'do nothing', or who plays next: 'left of left of you plays next'"
        return _no_effect(place, said, "skip", begin, advice)
    who = "dealer" if said["who"] in ("deal", "button") else said["who"]
    return _no_effect(place, said, "rotate", begin, f"write: {who} becomes left of {who}")


def _said_of_chips(place: Place, text: str, begin: int) -> Diagnostic | None:
    """`put stake into pot`, where the pot is for chips."""
    said = _PUT.fullmatch(text)
    if said is None or said["to"] not in _holders(place):
        return None
    return _no_effect(place, said, "verb", begin, f"write: pay {said['what']} to {said['to']}")


def _holders(place: Place) -> set[str]:
    """What is declared under `chips`, as it is written."""
    section = re.search(
        r"^chips:[^\n]*\n((?:[ \t#][^\n]*\n|\n)*)", place.text.span.file.text, re.MULTILINE
    )
    return set() if section is None else set(re.findall(r"^\s+(\w+)\s*:", section[1], re.MULTILINE))


# --------------------------------------------------------------------------------------------
# Phrases


def _in_a_phrase(place: Place) -> Diagnostic | None:
    text = place.text.text
    first = [*place.taken, place.found][0]
    if place.start == "expr" and first is not None and first.text == "if" and "->" not in text:
        message = "a condition stands here without 'if'"
        return Diagnostic("E301", message, first.span, "leave out 'if'")
    at = len(text) if place.found is None else place.found.start

    def told(said: re.Match[str], group: str, message: str, write: str) -> Diagnostic:
        span = place.text.span_at(said.start(group), said.end(group))
        return Diagnostic("E301", message, span, write)

    for pattern in (_ALL_PILES, _SUM, _IN, _NOBODYS_CARDS, _FROM_TO, _JOINED, _CALLED, _TO_ALL):
        for said in pattern.finditer(text):
            if not _stopped_in(place, said, at):
                continue
            if pattern is _ALL_PILES:
                piles = f"all {plural_of(singular_of(said['pile']))}"
                message = "what stands after 'in' is one pile or list, or stands in brackets"
                return told(said, "piles", message, f"write 'in ({piles})'")
            if pattern is _SUM:
                message = f"what is reckoned out stands in brackets after '{said['how']}'"
                return told(said, "what", message, f"write '{said['how']} ({said['what']})'")
            if pattern is _IN:
                how, what, where = said["how"], said["what"], said["where"]
                write = f"{how} (total {what} of {where})"
                if what in ("cards", "card"):
                    write = f"{how} size of {where}"
                message = f"'{what} in {where}' does not say what is compared"
                return told(said, "what", message, f"write '{write}'")
            if pattern is _NOBODYS_CARDS:
                message = f"'{said[0]}' is said otherwise here"
                return told(said, "who", message, "write 'any hand is empty'")
            if pattern is _FROM_TO:
                word = "is not in" if said["not"] else "is in"
                write = f"write '{word} numbers from {said['low']} to {said['high']}'"
                return told(said, "said", "a number is no 'from ... to ...'", write)
            if pattern is _JOINED and place.start in LINES:
                return told(
                    said,
                    "and",
                    f"'{said['and']}' joins conditions",
                    "write ';' between two effects",
                )
            if pattern is _CALLED:
                return told(said, "name", f"'{said['name']}' is not known here", _reckoned(said))
            if place.start in LINES and "deal" in text[: said.start()]:
                message = "cards are dealt to piles, not to players"
                return told(said, "who", message, "write 'to each hand'")
    return None


def _stopped_in(place: Place, said: re.Match[str], at: int) -> bool:
    """Whether the parser stopped in a saying, at it, or at the word by which it begins."""
    begin = said.start()
    if place.taken and "with" in (place.taken[-1].text, place.found.text if place.found else ""):
        begin -= len("with  ")
    return begin <= at and not said.string[said.end() : at].strip()


def _reckoned(said: re.Match[str]) -> str:
    inside = [part.strip() for part in said["inside"].split(",")]
    if said["name"] in ("min", "max") and len(inside) == 2:
        word = "smaller" if said["name"] == "min" else "larger"
        return f"write '{word} of {inside[0]} and {inside[1]}'"
    several = {"min": "smallest P of X", "max": "largest P of X", "sum": "total P of X"}
    return f"write '{several.get(said['name'], 'size of X')}'"
