"""What newcomers write in conditions, picks and lines: `same suit as`, `max points`, `end my turn`.

Each is known by its words; where the parser stopped in it, what is told is how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from .advice import COMPARING, LINES, Place, first_words, short
from .diagnostics import Diagnostic
from .nouns import singular_of
from .vocabulary.effects import EFFECTS, SPELLINGS

_MOST = 110  # characters of a text that is written anew
_END = r"(?=\s*(?:$|->|[;),]|\b(?:and|or|unless|times)\b))"
_WORD = r"[^\W\d]\w*"
_THING = rf"(?:your\s+)?{_WORD}(?:'s\s+{_WORD}|(?:\s+of\s+(?:your\s+)?{_WORD})+)?"
_SAME_AS = re.compile(
    rf"(?P<who>{_THING})\s+(?P<verb>has|have|is|are)\s+(?:of\s+)?(?:the\s+)?same\s+"
    rf"(?P<what>{_WORD})\s+as\s+(?:the\s+(?:{_WORD}\s+of\s+)?)?(?P<other>{_THING}){_END}"
)
_PICKED = re.compile(
    rf"\b(?:any|no|every|all|first|last|highest|lowest|number\s+of|\d+)\s+{_WORD}(?:\s+in\s+{_THING})?$"
)
_EXTREME_OF = re.compile(
    rf"\b(?P<how>max|maximum|min|minimum|maximal|minimal|greatest|biggest)\s+(?P<what>{_WORD}){_END}"
)
_SMALLEST = ("min", "minimum", "minimal")
_OF_WHERE = re.compile(
    rf"\b(?P<how>highest|lowest)\s+(?:of|from)\s+(?P<pile>{_THING})\s+(?P<where>where|with|whose|that)\b"
)
_WITHOUT_IN = re.compile(
    rf"\b(?P<how>any|no|every|all|first|last|highest|lowest|random|number\s+of|choose)?\s*"
    rf"\b(?P<noun>cards?)\s+(?:(?P<of>of)\s+)?(?P<pile>{_WORD})\b"
)
_SO_MANY = re.compile(r"\d\s+$")
_END_TURN = re.compile(r"(?:end|finish|stop|leave)\s+(?:(?:my|the|this|your|their|its)\s+)?turn")
_NEXT_TURN = re.compile(
    r"(?:(?:the\s+)?next\s+(?:players?|turn)|(?:it\s+is\s+)?next\s+player's\s+turn)"
    r"(?:\s+(?:goes|plays|begins|starts|is\s+next))?"
)
_BECOMES_NEXT = re.compile(
    rf"(?P<who>{_WORD})\s+becomes\s+(?P<next>(?:the\s+)?next(?:\s+player)?){_END}"
)
_SEVERAL_TIMES = re.compile(
    r"(?P<verb>repeat|do)\s+(?P<times>\w+)\s+times\s*[:,-]?\s*(?P<does>\S[^;]*)"
)
_ONE = re.compile(r"\b(?:1|an?|one)\b")
_OTHERS = re.compile(
    r"(?P<who>(?:(?:all|each|every)\s+(?:of\s+)?(?:the\s+)?)?others?(?:\s+players?)?|everyone\s+else|everybody\s+else)"
    r"\s+(?P<does>(?P<verb>\w+)\b[^;]*)"
)
_OF_SOME = ("with", "whose", "where", "who", "that", "having")
_SOME = re.compile(
    r"(?:with|whose|where|(?:who|that)(?:\s+(?:has|have|is))?|having)\s+(?P<asked>\S.*?)\s+(?P<does>"
    r"(?:pays?|takes?|splits?|scores?|draws?|shows?|consults?|becomes?|plays? next|drops? out)\b[^;]*)"
)
_EACH_OTHER = re.compile(
    rf"(?P<said>for\s+(?:each|every|all)\s+(?:the\s+)?others?)\s+(?P<noun>{_WORD}?)s?\b"
    r"(?:\s+in\s+(?P<within>(?:(?!->).)+?))?"
    r"(?:\s+(?:where|with|whose)\s+(?P<asked>(?:(?!->).)+?))?\s*->"
    r"(?P<does>[^;]*)"
)
_TO_PICKED = re.compile(
    rf"\b(?:to|from|among|with|becomes)\s+(?P<picked>(?:first|last|any|all)\s+{_WORD}(?:\s+in\s+{_THING})?"
    r"\s+(?:whose|where|who|with)\s+[^;]+)"
)
_GETS_CHIPS = re.compile(
    rf"(?P<who>.+?)\s+(?P<verb>wins?|gets?|takes?|receives?)\s+(?:the\s+|all\s+of\s+(?:the\s+)?)?"
    rf"(?:whole\s+)?(?P<pot>{_WORD})"
)
_ENDLESS = frozenset(
    ("forever", "for ever", "endlessly", "endless", "infinite", "infinitely", "indefinitely",
     "unlimited", "until the end", "until end", "until game over", "continuously")
)  # fmt: skip
_ASKED = ("empty", "out", "wild", "suited", "consecutive")
_SIGNS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades",
          "♧": "clubs", "♢": "diamonds", "♡": "hearts", "♤": "spades"}  # fmt: skip


def everyday(place: Place) -> Diagnostic | None:
    """What is said of everyday words in which the parser stopped; None if it stopped in none."""
    for look in _LOOKS:
        found = look(place)
        if found is not None:
            return found
    return None


def _said(place: Place, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Where the parser stopped in words of a kind, or directly behind them."""
    text = place.text.text
    at = len(text) if place.found is None else place.found.start
    for said in pattern.finditer(text):
        if said.start() <= at and not text[said.end() : at].strip():
            yield said


def _in_line(place: Place, pattern: re.Pattern[str]) -> tuple[re.Match[str], int] | None:
    """An effect that is said in words of a kind, and where it begins."""
    if place.start not in LINES:
        return None
    effect = place.effect
    begin = effect[0].start if effect else (0 if place.found is None else place.found.start)
    piece = re.split(r"\s*;", place.text.text[begin:])[0]
    said = pattern.fullmatch(piece)
    return None if said is None else (said, begin)


def _told(
    place: Place,
    said: re.Match[str],
    group: str | int,
    message: str,
    write: str,
    begin: int = 0,
    code: str = "E301",
) -> Diagnostic:
    span = place.text.span_at(begin + said.start(group), begin + said.end(group))
    return Diagnostic(code, message, span, f"write: {short(write, _MOST)}")


# --------------------------------------------------------------------------------------------
# Conditions and picks


def _sign_of_suit(place: Place) -> Diagnostic | None:
    """`suit of card is ♥`"""
    found = place.found
    suit = None if found is None else _SIGNS.get(found.text)
    if found is None or suit is None:
        return None
    message = f"'{found.text}' alone is the sign of a suit, which has a name here"
    return Diagnostic("E301", message, found.span, f"write '{suit}'")


def _same_as(place: Place) -> Diagnostic | None:
    """`card has same suit as best`, `any card in hand has the same suit as best`"""
    for said in _said(place, _SAME_AS):
        who, what, other = said["who"], said["what"], said["other"]
        before = place.text.text[: said.start()] + who
        message = f"'same {what} as' is written as a comparison"
        if _PICKED.search(before) is not None:
            verb = "have" if said["verb"] in ("are", "have") else "has"
            write = f"write '{verb} {what} is {what} of {other}'"
            span = place.text.span_at(said.start("verb"), said.end("verb"))
            return Diagnostic("E301", message, span, write)
        write = f"{what} of {who} is {what} of {other}"
        return _told(place, said, "verb", message, write)
    return None


def _extreme_of(place: Place) -> Diagnostic | None:
    """`points = max points`"""
    for said in _said(place, _EXTREME_OF):
        word = "smallest" if said["how"] in _SMALLEST else "largest"
        of = "players" if _is_each_players(place, said["what"]) else "X"
        message = f"'{said[0]}' does not say of what"
        return _told(place, said, "how", message, f"{word} {said['what']} of {of}")
    return None


def _of_where(place: Place) -> Diagnostic | None:
    """`highest of discard where suit is hearts`"""
    for said in _said(place, _OF_WHERE):
        noun = "card"
        write = f"{said['how']} {noun} in {said['pile']} {said['where']} ..."
        rest = place.text.text[said.end() :].strip()
        if rest:
            write = f"{write.removesuffix('...')}{rest}"
        message = f"'{said['how']} of' takes no '{said['where']}': some of the cards are picked so"
        return _told(place, said, "where", message, write)
    return None


def _without_in(place: Place) -> Diagnostic | None:
    """`highest card discard`"""
    if place.start not in ("expr", "choice", "row_do", "row_value", "line", "ending"):
        return None
    for said in _said(place, _WITHOUT_IN):
        if said["pile"] not in _declared(place, "piles"):
            continue
        if _SO_MANY.search(place.text.text[: said.start("noun")]):
            continue  # `deal 1 card of stock to row`: it is from there that they come
        how = f"{said['how']} " if said["how"] else ""
        write = f"{how}{said['noun']} in {said['pile']}"
        if said["of"]:
            message = f"found 'of' before '{said['pile']}': cards are in a pile"
            moved = place.start in LINES and place.effect and place.effect[0].text == "move"
            write += f", or to move them: {said['noun']} to {said['pile']}" if moved else ""
            return _told(place, said, "of", message, write)
        message = f"'in' is missing before '{said['pile']}'"
        return _told(place, said, "pile", message, write)
    return None


def _is_missing(place: Place) -> Diagnostic | None:
    """`discard empty or ...`"""
    tokens = [*place.taken, *([place.found] if place.found else [])][-4:]
    if place.start not in (*LINES, "expr", "row_value", "ending"):
        return None
    for number, (thing, asked) in enumerate(pairwise(tokens)):
        before = tokens[number - 1] if number else None
        if before is not None and (before.type in COMPARING or before.text == "not"):
            continue
        if asked.text in _ASKED and thing.type == "NAME" and thing.text not in _ASKED:
            message = f"'is' is missing before '{asked.text}'"
            write = f"write '{thing.text} is {asked.text}'"
            return Diagnostic("E301", message, asked.span, write)
    return None


# --------------------------------------------------------------------------------------------
# Lines


def _turn_ends(place: Place) -> Diagnostic | None:
    """`end my turn`, `next player`"""
    for pattern in (_END_TURN, _NEXT_TURN):
        found = _in_line(place, pattern)
        if found is None:
            continue
        said, begin = found
        if pattern is _END_TURN:
            return _told(
                place, said, 0, f"'{said[0]}' is no effect", "end your turn", begin, "E303"
            )
        span = place.text.span_at(begin, begin + said.end())
        advice = "whose turn is next is said by 'who'; write 'end your turn' to leave out what is left of this one"
        return Diagnostic("E303", f"'{said[0]}' is no effect", span, advice)
    for said in _said(place, _BECOMES_NEXT) if place.start in LINES else ():
        write = f"{said['who']} becomes left of {said['who']}"
        return _told(place, said, "next", f"'{said['next']}' does not say after whom", write)
    return None


def _several_times(place: Place) -> Diagnostic | None:
    """`repeat 3 times draw 1 from stock`"""
    found = _in_line(place, _SEVERAL_TIMES)
    if found is None:
        return None
    said, begin = found
    does = said["does"].strip()
    message = f"'{said['verb']}' is no effect: a line is done once"
    one = _ONE.search(does)
    if does.split()[0] in ("draw", "deal", "pay", "take", "score") and one is not None:
        many = f"{does[: one.start()]}{said['times']}{does[one.end() :]}"
        return _told(place, said, "verb", message, many, begin, "E303")
    span = place.text.span_at(begin, begin + said.end("verb"))
    advice = f"what is done several times is a phase with 'repeat: {said['times']} times'"
    return Diagnostic("E303", message, span, advice)


def _others(place: Place) -> Diagnostic | None:
    """`other players draw 1 from stock`"""
    found = _in_line(place, _OTHERS)
    if found is None:
        return None
    said, begin = found
    if said["verb"] in _OF_SOME:
        return _some_others(place, said, begin)
    verb = SPELLINGS.get(said["verb"], said["verb"])
    if verb not in EFFECTS and verb not in first_words():
        return None
    does = re.sub(rf"^{said['verb']}\b", verb, said["does"]).strip()
    if re.fullmatch(r"draws (?:up to )?\w+(?: cards?)?", does) and "stock" in _declared(
        place, "piles"
    ):
        does += " from stock"
    message = f"'{said['who']}' cannot begin an effect"
    write = f"each player where player is not you {does}"
    return _told(place, said, "who", message, write, begin)


def _some_others(place: Place, said: re.Match[str], begin: int) -> Diagnostic | None:
    """`each other player with chips = 0 drops out`"""
    some = _SOME.fullmatch(said["does"])
    if some is None:
        return None
    message = f"'{said['who']}' cannot begin an effect"
    asked, does = some["asked"], some["does"]
    if re.match(r"(?:the\s+)?(?:most|fewest|least|highest|lowest)\b", asked):
        write = f"for each player in (all players with {asked}) where player is not you -> player {does}"
    else:
        write = f"each player where player is not you and {asked} {does}"
    return _told(place, said, "who", message, write, begin)


def _each_other(place: Place) -> Diagnostic | None:
    """`for each other player in fighters -> player scores 1`"""
    if place.start not in LINES:
        return None
    for said in _said(place, _EACH_OTHER):
        if place.found is not None and place.found.start == said.start():
            continue  # it cannot stand there, whoever is meant
        one, span = said["noun"], place.text.span_at(said.start("said"), said.end("said"))
        message = f"'{' '.join(said['said'].split())}' does not say which one is left out"
        who = "you" if one == "player" else "X"
        within = f" in {said['within'].strip()}" if said["within"] else ""
        if re.match(r" in (?:all|every|each|any|first|last)\b", within):
            within = f" in ({within.removeprefix(' in ')})"
        asked = f" and {said['asked'].strip()}" if said["asked"] else ""
        write = f"for each {one}{within} where {one} is not {who}{asked} -> {said['does'].strip()}"
        return Diagnostic("E301", message, span, f"write: {short(write, _MOST)}")
    return None


def _in_brackets(place: Place) -> Diagnostic | None:
    """`pay all from pot to first player whose hand is empty`"""
    if place.start not in LINES or place.found is None:
        return None
    for said in _TO_PICKED.finditer(place.text.text):
        where = re.search(r"\b(?:whose|where|who|with)\b", said["picked"])
        if where is None or place.found.start != said.start("picked") + where.start():
            continue
        picked = said["picked"].strip()
        message = f"'{place.found.text}' stands in brackets with what it picks"
        write = (
            f"({picked})"
            if place.found.text != "who"
            else f"({picked})".replace("who ", "where player ", 1)
        )
        return Diagnostic("E301", message, place.found.span, f"write: {short(write, _MOST)}")
    return None


def _gets_chips(place: Place) -> Diagnostic | None:
    """`you take the pot`, `take pot`"""
    if place.start not in LINES:
        return None
    effect = place.effect
    begin = effect[0].start if effect else (0 if place.found is None else place.found.start)
    piece = re.split(r"\s*;", place.text.text[begin:])[0]
    said = _GETS_CHIPS.fullmatch(f"you {piece}") if re.match(r"(?:take|win|get)\s", piece) else None
    shift = begin - len("you ")
    if said is None:
        said, shift = _GETS_CHIPS.fullmatch(piece), begin
    if said is None or said["pot"] not in _declared(place, "chips"):
        return None
    verb = "take" if said["who"] == "you" else "takes"
    who = "" if said["who"] == "you" else f"{said['who']} "
    message = f"how much of '{said['pot']}' is not said"
    return _told(place, said, "verb", message, f"{who}{verb} all from {said['pot']}", shift, "E303")


def _row_without_case(place: Place) -> Diagnostic | None:
    """`lost: do nothing` as a row of a table."""
    first = [*place.taken, place.found][0]
    if place.start != "row_do" or first is None or place.taken:
        return None
    if first.text not in first_words() and not place.text.text.startswith("do nothing"):
        return None
    text = " ".join(place.text.text.split())
    advice = f"write: otherwise -> {short(text, _MOST)}"
    if place.text.span.file.first(r"^house rule:"):
        advice += "; what an existing row does is changed under its name and '.then'"
    message = "a row says first when it applies: 'when C ->', 'otherwise ->' or 'always ->'"
    return Diagnostic("E301", message, first.span, advice)


def _endless(place: Place) -> Diagnostic | None:
    """`repeat: forever`"""
    said = " ".join(place.text.text.split())
    if place.start != "repeat" or said not in _ENDLESS:
        return None
    span = place.text.span_at(0, len(place.text.text))
    return Diagnostic("E301", f"'{said}' is said otherwise here", span, "write 'always'")


_LOOKS: tuple[Callable[[Place], Diagnostic | None], ...] = (
    _sign_of_suit, _same_as, _extreme_of, _of_where, _without_in, _is_missing, _turn_ends,
    _several_times, _others, _each_other, _in_brackets, _gets_chips, _row_without_case, _endless,
)  # fmt: skip


# --------------------------------------------------------------------------------------------
# What the file declares, as it is written


def _section(place: Place, key: str) -> str:
    """The lines under a key of the file."""
    found = re.search(
        rf"^{key}:[^\n]*\n((?:[ \t#][^\n]*\n|\n)*)", place.text.span.file.text, re.MULTILINE
    )
    return "" if found is None else found[1]


def _declared(place: Place, key: str) -> set[str]:
    """The names under `piles` or `chips`."""
    return set(re.findall(r"^\s+(\w+)\s*:", _section(place, key), re.MULTILINE))


def _is_each_players(place: Place, name: str) -> bool:
    """Whether every player has a thing of that name: chips, or a memory."""
    if singular_of(name) == "chip":
        return True
    pattern = rf"^\s+{re.escape(name)}\s*:[^\n]*\bper player\b"
    return re.search(pattern, _section(place, "remember"), re.MULTILINE) is not None
