"""Wordings that a rule file has in other words: a table of what people write and what is written here.

Each row is a pattern of words, and how the same is said. Some of these texts cannot be read, others
can be read and speak of nothing: both are told alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from .advice import LINES, Place, short
from .card_words import asked_of_card, held
from .diagnostics import Diagnostic
from .nodes import Scalar
from .record import record
from .source import SourceFile
from .vocabulary.words import NUMBERS

_MOST = 110  # characters of a text that is written anew
_WORD = r"[^\W\d]\w*"
_THING = rf"(?:your\s+)?{_WORD}(?:'s\s+{_WORD}|(?:\s+of\s+(?:your\s+)?{_WORD})+)?"
_OTHER = rf"(?:{_WORD}\s+of\s+)*(?:your\s+)?{_WORD}(?:'s\s+{_WORD})?"
_IN_WORDS = "|".join(NUMBERS)
_N = rf"(?:\d+|{_IN_WORDS})"
_ONE = rf"(?:\d+|{_IN_WORDS}|an?)"
_HOW = r"more\s+than|less\s+than|fewer\s+than|at\s+least|at\s+most|exactly"
_THAN = r"higher\s+than|lower\s+than|greater\s+than|larger\s+than|bigger\s+than|smaller\s+than|above|below"
_END = r"(?=\s*(?:$|->|[;),]|\b(?:and|or|unless|times)\b))"
_RANK = r"(?:[AKQJ]|10|[2-9])"
_SIGNS = {
    "more than": ">", "higher than": ">", "greater than": ">", "larger than": ">",
    "bigger than": ">", "above": ">", "less than": "<", "fewer than": "<", "lower than": "<",
    "smaller than": "<", "below": "<", "at least": ">=", "at most": "<=", "exactly": "=",
}  # fmt: skip
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}

Said = re.Match[str]
Writes = str | Callable[[Said, Scalar], str | None]


@record
class Wording:
    """What people write in texts of some kinds, and how it is written.

    A `whole` one is the whole text, or the whole effect of a line. What is marked is the group `said`,
    or all of it. `write` has the groups in braces; a text that does not begin with `write` or a quote
    is put behind `write: `. A `readable` one can be read, although it says nothing.
    """

    starts: tuple[str, ...]
    pattern: re.Pattern[str]
    write: Writes
    whole: bool
    message: str | None
    readable: bool


def wording(place: Place) -> Diagnostic | None:
    """What is said of a wording in which the parser stopped, or behind it; None if in none."""
    text = place.text
    at = len(text.text) if place.found is None else place.found.start
    effect = place.effect
    begin = effect[0].start if effect else at
    return _told(text, at, begin, place.start, "E301")


def wording_at(text: Scalar, start: int, code: str) -> Diagnostic | None:
    """The same of a text that can be read; what it says at a place of the file is not known there."""
    at = next((n for n in range(len(text.text)) if text.span_at(n, n + 1).start >= start), 0)
    begin = max((m.end() for m in re.finditer(r";\s*|->\s*", text.text[:at])), default=0)
    return _told(text, at, begin, "", code)


def _told(text: Scalar, at: int, begin: int, start: str, code: str) -> Diagnostic | None:
    """What is said of a text; `start` is its kind, empty where that is not known."""
    for row in _table():
        if start not in row.starts if start else not row.readable:
            continue
        for said in _found(row, text.text, at, begin):
            write = _written(row.write, said, text)
            if write is None or write == said[0]:
                continue
            group: str | int = "said" if said.groupdict().get("said") is not None else 0
            marked = " ".join(said[group].split())
            message = row.message or f"'{short(said[0])}' is said otherwise here"
            span = text.span_at(said.start(group), said.start(group) + len(said[group].rstrip()))
            is_first = row.starts == LINES and said.start(group) == begin
            if is_first and row.message is None:
                code, message = "E303", f"'{short(marked)}' is no effect"
            plain = write.startswith(_ADVICE)
            if start and not plain and not _can_stand(start, text.text, said, write, row):
                continue
            advice = write if plain else f"write: {short(write, _MOST)}"
            return Diagnostic(code, message, span, advice)
    return None


_ADVICE = ("write ", "write:", "what ", "who ", "whose ", "leave ")
"""How an advice begins that is more than the words to write."""


def _can_stand(start: str, text: str, said: Said, write: str, row: Wording) -> bool:
    """Whether what is written instead can be read there; what comes behind may be wrong, too."""
    from .parser import reads_to  # it asks here what is wrong

    if row.starts == LINES and row.whole:
        if said.start() and write.startswith(("when ", "for ")):
            return False
        return reads_to("line", write, len(write))
    if row.whole and said.re.groupindex and "{" not in write and said[0] == text:
        return reads_to(start, write, len(write))
    if row.whole:
        return True
    return reads_to(
        start, text[: said.start()] + write + text[said.end() :], said.start() + len(write)
    )


def _found(row: Wording, text: str, at: int, begin: int) -> Iterator[Said]:
    """Where a wording stands around or directly before a place of a text."""
    if row.whole:
        in_line = row.starts == LINES
        end = re.compile(r"\s*(?:;|$)").search(text, begin) if in_line else None
        first = begin if in_line else 0
        said = row.pattern.fullmatch(text, first, len(text) if end is None else end.start())
        if said is not None:
            yield said
        return
    for said in row.pattern.finditer(text):
        if said.start() <= at and not text[said.end() : at].strip():
            yield said


def _written(write: Writes, said: Said, text: Scalar) -> str | None:
    """How it is written; numbers that are said in words become digits."""
    if callable(write):
        return write(said, text)
    groups = {name: _plain(part) for name, part in said.groupdict().items()}
    groups["stock"] = _stock(text.span.file)
    return " ".join(write.format(**groups).split())


def _plain(part: str | None) -> str:
    part = " ".join((part or "").split())
    part = re.sub(r"^(?:the|a|an)\s+", "", part)
    return str(NUMBERS.get(part, part))


# --------------------------------------------------------------------------------------------
# What the file declares, as it is written


def _stock(file: SourceFile) -> str:
    found = re.search(r"\bstarts in:[ \t]*(\w+)", file.text)
    return "stock" if found is None else found[1]


def _under(file: SourceFile, key: str) -> list[str]:
    """The names under a key of the game."""
    found = re.search(rf"^{key}:[^\n]*\n((?:[ \t#][^\n]*\n|\n)*)", file.text, re.MULTILINE)
    return [] if found is None else re.findall(r"^\s+(\w+)\s*:", found[1], re.MULTILINE)


def _phases(file: SourceFile) -> list[str]:
    """The keys below `phases` that have a map of their own, phases among them."""
    found = re.search(r"^phases:[^\n]*\n((?:[ \t#][^\n]*\n|\n)*)", file.text, re.MULTILINE)
    return [] if found is None else re.findall(r"^\s+(\w+)\s*:\s*$", found[1], re.MULTILINE)


def _key(text: Scalar) -> str:
    """The key in the line of a text."""
    found = re.match(r"\s*(?:- +)?([^:]*?)\s*:", text.span.file.line(text.span.line))
    return "" if found is None else found[1]


def _is_player(file: SourceFile, name: str) -> bool:
    return re.search(rf"^\s+{name}:\s*player\b(?!s)", file.text, re.MULTILINE) is not None


# --------------------------------------------------------------------------------------------
# What is worked out


def _pile_of(who: str) -> str:
    """Where the cards of somebody lie, or the pile itself."""
    who = " ".join(who.split())
    if who in ("you", "i", "hand"):
        return "your hand"
    if re.fullmatch(r"(?:the\s+)?next player", who):
        return "hand of left of you"
    if who.startswith(("left of ", "right of ", "partner of ", "next after ")):
        return f"hand of {who}"
    is_person = who.istitle() and " " not in who and "'" not in who
    return f"{who}'s hand" if is_person or who in ("player", "dealer", "leader") else who


def _has_cards(said: Said, text: Scalar) -> str:
    pile = _pile_of(said["x"])
    if said["no"]:
        return f"{pile} is empty"
    return f"{pile} is not empty"


def _has_number(said: Said, text: Scalar) -> str:
    sign = _SIGNS.get(" ".join((said["how"] or "exactly").split()), "=")
    return f"size of {_pile_of(said['x'])} {sign} {_plain(said['n'])}"


def _has_chips(said: Said, text: Scalar) -> str:
    who = " ".join(said["x"].split())
    holder = who if who in _under(text.span.file, "chips") else f"{who}'s chips"
    holder = "your chips" if who in ("you", "your purse") else holder
    return f"{holder} = 0" if said["no"] else f"{holder} > 0"


def _has_card(said: Said, text: Scalar) -> str | None:
    if said["x"] == "who":
        return None
    return (
        f"{said['card']} is {'not ' if said.groupdict().get('no') else ''}in {_pile_of(said['x'])}"
    )


def _has_meld(said: Said, text: Scalar) -> str | None:
    if said["meld"] not in _under(text.span.file, "melds"):
        return None
    return f"{'no' if said['no'] else 'any'} {said['meld']} in {_pile_of(said['x'])}"


def _in_a_meld(said: Said, text: Scalar) -> str | None:
    meld, pile = said["meld"], said["p"]
    if meld not in _under(text.span.file, "melds"):
        return None
    return f"{'no' if said['no'] else 'any'} {meld} in {pile} has {said['x']} is in {meld}"


def _contains(said: Said, text: Scalar) -> str | None:
    return held(said["x"], said["rest"])


def _player_has(said: Said, text: Scalar) -> str | None:
    how = " ".join((said["how"] or "").split())
    what = said["what"] or ("points" if "points" in text.span.file.words_of_keys else "")
    if not what:
        return None
    sign = _SIGNS.get(how, ">=")
    which = said["which"] if said["which"] in ("no", "every", "any") else "any"
    thing = what if what.endswith("s") else f"{what}s"
    return f"{which} player has {thing} {sign} {_plain(said['n'])}"


def _players_without(said: Said, text: Scalar) -> str:
    what = said["what"]
    asked = "hand is empty" if what in ("cards", "card") else f"{what} = 0"
    return f"{said['noun']} where {asked}"


def _only_one_has(said: Said, text: Scalar) -> str:
    asked = "chips > 0" if said["what"].startswith("chip") else "hand is not empty"
    return (
        f"exactly {_plain(said['n'])} player{'s' if _plain(said['n']) != '1' else ''} has {asked}"
    )


def _there_are(said: Said, text: Scalar) -> str:
    pile, noun = said["p"], said["noun"]
    if noun in ("card", "cards"):
        return f"{pile} is {'' if said['no'] else 'not '}empty"
    return f"{'no' if said['no'] else 'any'} {noun} in {pile}"


def _pass_of(said: Said, text: Scalar) -> str | None:
    phase = said["phase"]
    if phase not in text.span.file.words_of_keys and phase not in ("round", "turn"):
        return None
    sign = said.groupdict().get("sign") or "="
    number = _ORDINALS.get(said["n"], re.sub(r"(?:st|nd|rd|th)$", "", said["n"]))
    return f"{phase}_number {'=' if sign in ('is', 'are') else sign} {_plain(number)}"


def _compared(said: Said, text: Scalar) -> str:
    thing, sign = said["x"], _SIGNS[" ".join(said["how"].split())]
    number = _plain(said["r"])
    if thing == "card" and re.fullmatch(_RANK, number):
        thing = "rank of card"
    return f"{thing} {sign} {number}"


def _two_words(said: Said, text: Scalar) -> str | None:
    file, owner, thing = text.span.file, said["x"], said["y"]
    if not _is_player(file, owner) or thing not in file.words_of_keys | {"chips", "points", "hand"}:
        return None
    return f"{owner}'s {thing}"


def _size_of(said: Said, text: Scalar) -> str | None:
    pile = said["x"]
    if pile not in _under(text.span.file, "piles"):
        return None
    mine = re.search(rf"^\s+{pile}:[^\n]*\bper player\b", text.span.file.text, re.MULTILINE)
    return f"size of {'your ' if mine else ''}{pile}"


def _emptied(said: Said, text: Scalar) -> str | None:
    if said["x"].split()[-1] not in _under(text.span.file, "chips"):
        return None
    return f"{said['x']} {'>' if said['no'] else '='} 0"


def _of_your_cards(said: Said, text: Scalar) -> str:
    how = " ".join((said["how"] or "").split())
    number = _plain(said["n"])
    if number in ("all", "every", "each", "any", "some", "none", "no"):
        which = {"all": "every", "each": "every", "some": "any", "none": "no"}.get(number, number)
        return f"{which} card in your hand {said['verb'].replace('are', 'is')} {said['rest']}"
    cards = f"{how or 'exactly'} {number} card{'s' if number != '1' else ''}"
    return f"{cards} in your hand {said['verb']} {said['rest']}"


def _chosen_where(said: Said, text: Scalar) -> str:
    asked = asked_of_card(said["what"])
    return f"{said['noun']} in {said['p']} where {asked or 'card is ' + said['what']}"


def _of_kind(said: Said, text: Scalar) -> str | None:
    asked = asked_of_card(said["what"])
    return None if asked is None else f"{said['noun']} in {said['p']} where {asked}"


def _who_wins(said: Said, text: Scalar) -> str:
    noun = "team" if said["noun"].startswith("team") else "player"
    rest = " ".join(said["rest"].split())
    return f"all {noun}s {rest}" if _key(text) == "winner" else f"first {noun} {rest}"


def _cards(number: str) -> str:
    """`1 card`, `5 cards`, of a number that may be said in words."""
    number = re.sub(r"^an?$", "1", _plain(number))
    return f"{number} card{'s' if number != '1' else ''}"


def _drawn(said: Said, text: Scalar) -> str:
    who = " ".join((said["who"] or "").split())
    who = re.sub(r"^(?:all|every)\s+players?$|^players$|^everyone$|^everybody$", "each player", who)
    who = "" if who == "you" else who
    return f"{who} {'draws' if who else 'draw'} {_cards(said['n'] or 'a')} from {_stock(text.span.file)}".strip()


def _cards_number(said: Said, text: Scalar) -> str | None:
    before = text.text[: said.start()].rstrip()
    number = _plain(said["said"])
    if said["noun"] == "card" and number != "1":
        return None  # `any five card in your hand`: of that rank
    asks = _key(text) not in ("choose",) and re.search(
        r"(?:^|\b(?:when|and|or|not|until|where))$", before
    )
    if asks and said["noun"] not in ("times", "rounds"):
        return f"write 'at least {number}' or 'exactly {number}'"
    return f"write '{number}'"


def _cards_alone(said: Said, text: Scalar) -> str | None:
    if (
        said["said"] not in "\u2663\u2666\u2665\u2660,"
        and "," not in said[0]
        and "(" not in said[0]
    ):
        return None
    return " ".join(re.findall(r"[^\s,()]+", said[0]))


def _ranks_listed(said: Said, text: Scalar) -> str:
    return ", ".join(said[0].split())


def _low_high(said: Said, text: Scalar) -> str:
    words = re.findall(r"\w+", said["words"])
    normal = said["normal"] or words[0]
    return f"{' or '.join(w for w in words if w != 'or')}, normally {normal}"


def _seats(said: Said, text: Scalar) -> str | None:
    numbers = [_plain(n) for n in re.findall(rf"\b{_N}\b", said[0])]
    low, high = numbers[0], numbers[-1]
    return low if low == high else f"{low} to {high}"


def _by_turns(said: Said, text: Scalar) -> str:
    each, rest = said["each"], " ".join(said["rest"].split())
    times = {"twice": "2 times", "thrice": "3 times", "once": "1 times"}.get(rest)
    if times is not None:
        return f"write '{each}' here, and beside it: repeat: {times}"
    condition = rest.removeprefix("until ")
    return f"write '{each}' here, and beside it: until: {short(condition)}"


def _only_ranks(said: Said, text: Scalar) -> str | None:
    if _key(text) not in ("only", "wild"):
        return None
    return f"rank >= {said['a']} and rank <= {said['b']}"


def _of_that_rank(said: Said, text: Scalar) -> str | None:
    if _key(text) not in ("only", "wild"):
        return None
    asked = asked_of_card(said["rank"])
    rank = said["rank"].upper().removesuffix("S").removesuffix("'")
    if asked is None and not re.fullmatch(_RANK, rank):
        return None
    if asked is not None and asked.startswith(("suit", "color")):
        return asked.replace(" is ", " is not ") if said["no"] else asked
    asked = asked or f"rank is {rank}"
    return asked.replace(" is ", " is not ") if said["no"] else asked


def _every_hand(said: Said, text: Scalar) -> str:
    which = said["which"] if said["which"] in ("no", "every") else "any"
    return f"{which} hand is empty"


def _either_or(said: Said, text: Scalar) -> str:
    other = said["b"]
    rows = f"when {said['c']} -> {said['a']}; otherwise -> {other or '...'}"
    return f"what is one thing or another is a table with rows under 'tables': {short(rows, _MOST)}"


def _line_if(said: Said, text: Scalar) -> str | None:
    does = said["does"].strip(" ,")
    return f"when {said['c'].strip(' ,')} -> {does}"


def _otherwise_row(said: Said, text: Scalar) -> str:
    return (
        "what happens otherwise is a table with two rows: 'when C -> LINE' and 'otherwise -> LINE'"
    )


def _win(said: Said, text: Scalar) -> str | None:
    if re.search(r"^(?:payouts|tables):", text.span.file.text, re.MULTILINE) is None:
        return None
    return "who has won is said under 'winner', and when the game is over under 'end'"


def _doubled(said: Said, text: Scalar) -> str:
    factor = {"double": "* 2", "triple": "* 3", "halve": "/ 2"}[said["said"]]
    return f"{said['x']} becomes {said['x']} {factor}"


def _moved(said: Said, text: Scalar) -> str | None:
    number = _plain(said["n"])
    top = "top" if number in ("1", "a", "an", "") else f"top {number}"
    return f"move {top} of {said['p']} to {said['q']}"


def _random_picked(said: Said, text: Scalar) -> str:
    return f"{said['x']} becomes random {said['noun']}"


# --------------------------------------------------------------------------------------------
# The table

_VALUES = ("expr", "row_value", "ending", "line", "row_do", "repeat", "who", "choice")


@cache
def _table() -> tuple[Wording, ...]:
    """All wordings, the longer before the shorter ones that they contain."""

    def part(
        pattern: str, write: Writes, message: str | None = None, *, readable: bool = True
    ) -> Wording:
        return Wording(_VALUES, re.compile(pattern), write, False, message, readable)

    def line(pattern: str, write: Writes, message: str | None = None) -> Wording:
        return Wording(LINES, re.compile(pattern), write, True, message, False)

    def text(
        start: str,
        pattern: str,
        write: Writes,
        message: str | None = None,
        *,
        readable: bool = False,
    ) -> Wording:
        return Wording(tuple(start.split()), re.compile(pattern), write, True, message, readable)

    fewer = r"(?P<which>no|any|every|an?|some|one)\s+player"
    left = r"(?:\s+(?:left|any\s*more))?"
    return (
        # Lines
        line(r"(?P<said>double|triple|halve)\s+(?P<x>.+)", _doubled),
        line(
            rf"(?P<said>swap|exchange|switch)\s+(?P<x>{_THING})\s+(?:with|and|for)\s+(?P<y>{_THING})",
            "what is exchanged goes over a third pile: move {x} to P; move {y} to {x}; move P to {y}",
        ),
        line(
            r"(?P<said>sort|arrange|order)\s+.+",
            "leave it out: hands are shown in order, and the order of a pile is part of the rules",
        ),
        line(r"(?P<said>look\s+at|peek\s+at|see)\s+(?P<x>.+)", "show {x} to you"),
        line(
            rf"(?:(?P<who>{_THING}|(?:each|every|all|any)\s+players?)\s+)?(?:draws?|picks?\s+up)(?:\s+(?P<n>{_ONE}))?"
            r"(?:\s+(?:new\s+)?cards?)?(?P<said>)",
            _drawn,
            "from where it is drawn is not said",
        ),
        line(
            rf"deals?\s+(?P<n>{_ONE})\s+(?:cards?\s+)?(?P<said>each|to)(?:(?<=each)|\s+(?:(?:each|every|all)\s+(?:hands?|players?)"
            r"|everyone|everybody))",
            lambda said, text: f"deal {_cards(said['n'])} from {_stock(text.span.file)} to each hand",
            "from where it is dealt is not said",
        ),
        line(
            r"deals?\s+(?P<said>(?:the\s+)?(?:rest|remainder|remaining\s+cards)(?:\s+of\s+(?:the\s+)?(?:cards|deck|pack|stock))?)"
            r"(?:\s+to\s+(?:each|every|all)\s+(?:hands?|players?)|\s+out)?",
            "deal all cards from {stock} to each hand",
        ),
        line(
            rf"deal\s+(?P<n>{_ONE})\s+cards?\s+(?P<said>face\s+(?P<way>up|down))\s+(?:from\s+(?P<p>\w+)\s+)?to\s+(?P<q>.+)",
            lambda said, text: (
                f"deal {_cards(said['n'])} from {said['p'] or _stock(text.span.file)} to {said['q']} face {said['way']}"
            ),
        ),
        line(
            rf"(?P<said>burn|discard)s?\s+(?:an?|one|the\s+top|1)\s+card(?:\s+from\s+(?P<p>{_WORD}))?",
            lambda said, text: (
                f"deal 1 card from {said['p'] or _stock(text.span.file)} to discard"
                if "discard" in _under(text.span.file, "piles") and said["said"] == "burn"
                else None
            ),
        ),
        line(
            rf"(?:turn|flip)(?:\s+over|\s+up)?\s+(?P<said>(?:the\s+)?top\s+card\s+of)\s+(?P<p>{_THING})(?:\s+face\s+up)?(?:\s+over)?",
            "write 'turn top of {p} face up', or lay it elsewhere: 'deal 1 card from {p} to Q'",
        ),
        line(
            r"(?P<said>(?:pass|move)\s+(?:the\s+)?(?:deal|dealer)(?:\s+to)?(?:\s+the)?\s+left"
            r"|(?:the\s+)?(?:deal|dealer)\s+(?:passes|moves|goes|rotates)(?:\s+to)?(?:\s+the)?\s+(?:left|next\s+player)"
            r"|next\s+dealer)",
            "dealer becomes left of dealer",
        ),
        line(
            rf"(?P<said>pick|choose|select)\s+(?:an?\s+)?random\s+(?P<noun>{_WORD})\s+(?:as|for|to\s+be)\s+(?:the\s+)?(?P<x>{_WORD})",
            _random_picked,
        ),
        line(
            rf"(?P<x>{_WORD})\s+becomes\s+(?:an?\s+)?(?P<noun>{_WORD})\s+(?P<said>(?:chosen\s+)?at\s+random|chosen\s+randomly)",
            _random_picked,
        ),
        line(
            rf"(?P<x>{_THING})\s+becomes\s+(?:the\s+)?(?P<said>(?P<noun>player|team))\s+(?P<rest>(?:with|whose|who|where)\s+.+)",
            lambda said, text: f"{said['x']} becomes first {said['noun']} {said['rest']}",
            "'player' alone does not say which player",
        ),
        line(
            rf"(?P<said>skip)\s+(?P<x>{_THING})",
            lambda said, text: (
                f"left of {said['x']} plays next" if _is_player(text.span.file, said["x"]) else None
            ),
        ),
        line(
            r"(?P<said>return)\s+(?:all\s+(?:the\s+)?)?cards\s+to\s+(?:the\s+)?(?:deck|pack|stock|talon)",
            "gather all cards into {stock}",
        ),
        line(
            rf"split\s+(?P<x>{_WORD})\s+(?P<said>equally|evenly|fairly)\s+among\s+(?P<rest>.+)",
            "split {x} among {rest}",
        ),
        line(
            rf"(?P<said>give|hand)\s+(?:the\s+|all\s+(?:of\s+)?(?:the\s+)?)?(?P<x>{_WORD})\s+to\s+(?P<who>.+)",
            lambda said, text: (
                f"{said['who']} takes all from {said['x']}"
                if said["x"] in _under(text.span.file, "chips")
                else None
            ),
        ),
        line(
            rf"(?P<who>.+?)\s+(?P<said>puts?|places?|adds?|throws?|bets?)\s+(?P<n>{_ONE}|all)(?:\s+(?:chips?|coins?))?\s+(?:in|into|to|on)\s+"
            rf"(?:the\s+)?(?P<x>{_WORD})",
            lambda said, text: (
                f"{said['who']} pays {re.sub('^an?$', '1', _plain(said['n']))} to {said['x']}"
                if said["x"] in _under(text.span.file, "chips")
                else None
            ),
        ),
        line(
            r"(?P<what>say\s+\"[^\"]*\")\s+(?P<said>to\s+.+)",
            "write: {what}",
            "what is said everybody sees: it is said to nobody",
        ),
        line(
            rf"move\s+(?P<said>(?P<n>{_N})\s*cards?)\s+(?:from|of)\s+(?P<p>{_THING})\s+to\s+(?P<q>.+)",
            _moved,
            "cards are moved by saying which they are",
        ),
        line(
            rf"move\s+(?P<said>(?:an?\s+)?random\s+card)\s+(?:from|of)\s+(?P<p>{_THING})\s+to\s+(?P<q>.+)",
            "move random card in {p} to {q}",
            "cards are moved by saying which they are",
        ),
        line(
            rf"turn\s+(?P<said>each|every|all)\s+(?P<x>{_WORD})\s+face\s+(?P<way>up|down)",
            "for each player -> turn player's {x} face {way}",
            "one pile is turned, or one list of cards",
        ),
        line(
            rf"(?P<shuffle>shuffle|gather|move|deal|flip)\s+(?P<rest>.*?)(?P<x>\b{_WORD})\s+(?P<said>pile|deck|stack)\b(?P<more>.*)",
            lambda said, text: (
                f"{said['shuffle']} {said['rest']}{said['x']}{said['more']}".replace("the ", "")
                if said["x"] in _under(text.span.file, "piles")
                else None
            ),
            "a pile is spoken of by its name alone",
        ),
        line(r"(?P<said>if)\s+(?P<c>[^,;]+?)\s*(?:,\s*(?:then\s+)?|\s+then\s+)(?P<does>.+)", _line_if),
        line(
            r"(?P<does>(?!when\b|for\b)[^;]*?\S)\s+(?P<said>(?:only\s+)?(?:if|when))\s+(?P<c>[^;>]+)",
            _line_if,
            "a condition stands in front of what follows from it",
        ),
        line(r".+?(?:,|\band\b)\s*(?P<said>otherwise|else)\s+.+", _otherwise_row),
        line(r"(?P<n>\d+)\s+(?P<said>points?)", "score {n}"),
        Wording(
            ("row_do",),
            re.compile(r"(?:->|;)\s*(?P<said>(?:you\s+|.+?\s)?(?:wins?|loses?)(?:\s+the\s+game)?)\s*$"),
            _win,
            False,
            None,
            False,
        ),
        # Numbers, chips
        part(
            rf"\b(?P<said>(?:{_IN_WORDS}|an?)\s+(?:chips?|coins?))(?=\s*(?:$|;|\b(?:to|from|into|in)\b))",
            lambda said, text: f"write '{re.sub('^an?$', '1', _plain(said['said'].split()[0]))}' alone",
            "chips are said by their number alone",
            readable=False,
        ),
        part(
            rf"\b(?:(?P<how>{_HOW})\s+)?(?P<said>(?P<n>{_N}|all|each|every|any|some|none)\s+of\s+your\s+cards)\s+"
            r"(?P<verb>is|are|has|have)\s+(?P<rest>[^;)]+)",
            _of_your_cards,
        ),
        part(
            r"\b(?P<n>all|every|each)\s+(?:of\s+)?(?P<said>your\s+cards?)\s+(?P<verb>is|are|has|have)\s+(?P<rest>[^;)]+)(?P<how>)",
            _of_your_cards,
        ),
        # Questions about somebody
        part(
            rf"\b{fewer}\s+(?P<said>has|have|reach(?:es)?|gets?|got)\s+(?:(?P<how>{_HOW})\s+)?(?P<n>\d+|{_IN_WORDS}|target)"
            rf"(?:\s+(?P<what>points?|chips?))?{_END}",
            _player_has,
        ),
        part(
            r"\b(?P<which>any|no|every|an?|some)\s+(?P<said>player's)\s+hand\s+is\s+empty", _every_hand
        ),
        part(
            rf"\b(?P<which>any|no|every|some)\s+player\s+(?P<said>has|have)\s+no\s+(?:more\s+)?cards{left}{_END}",
            _every_hand,
        ),
        part(
            rf"\b(?:only|just|exactly)\s+(?P<n>{_N})\s+players?\s+(?P<said>has|have|with)\s+(?P<what>chips?|cards?){left}{_END}",
            _only_one_has,
        ),
        part(
            r"\b(?P<said>number\s+of\s+(?P<noun>players)\s+(?:with|who\s+have|having)\s+no\s+(?P<what>cards|chips|points|tricks))\b",
            lambda said, text: f"(number of {_players_without(said, text)})",
        ),
        part(
            rf"\b(?P<x>{_OTHER})\s+is\s+(?P<no>not\s+)?(?P<said>in\s+an?\s+(?P<meld>{_WORD})\s+in)\s+(?P<p>{_THING})",
            _in_a_meld,
        ),
        part(
            rf"\b(?P<noun>players?)\s+(?P<said>with|who\s+have|who\s+has|having|without)\s+(?:no\s+|any\s+)?(?P<what>cards|chips|points|tricks){left}{_END}",
            _players_without,
        ),
        part(
            rf"\bwith\s+(?P<said>(?P<how>most|fewest)\s+cards){_END}",
            "with {how} size of hand",
        ),
        part(
            rf"\b(?P<x>(?:the\s+)?next\s+player|left\s+of\s+{_WORD}|{_THING})\s+(?P<said>has|have|got)\s+(?:(?P<no>no)\s+|any\s+|some\s+)?(?:more\s+)?cards{left}{_END}",
            _has_cards,
        ),
        part(
            rf"\b(?P<x>left\s+of\s+{_WORD}|right\s+of\s+{_WORD})\s+(?P<said>has|have)\s+(?:(?P<how>{_HOW})\s+)?(?P<n>{_N})\s+cards?{_END}",
            _has_number,
        ),
        part(
            rf"\b(?P<x>{_THING})\s+(?P<said>has|have)\s+(?:(?P<no>no)\s+|any\s+|some\s+)?(?:more\s+)?(?:chips|coins|money){left}{_END}",
            _has_chips,
        ),
        part(
            rf"\b(?P<x>{_THING})\s+(?P<said>has|have|holds?|contains?|owns?|includes?)\s+(?:the\s+)?(?P<card>(?:[AKQJ]|\d+)[CDHS]){_END}",
            _has_card,
        ),
        part(
            rf"\b(?P<x>{_THING})\s+(?P<said>has|have|holds?|contains?|includes?)\s+(?:(?P<no>no)|an?|any)\s+(?P<meld>{_WORD}){_END}",
            _has_meld,
        ),
        part(
            rf"\b(?P<x>{_THING})\s+(?P<said>holds?|contains?|owns?|includes?)(?P<rest>\s+[^;)]+)",
            _contains,
        ),
        part(
            rf"\b(?P<said>there\s+(?:is|are))\s+(?:(?P<no>no|not\s+any)\s+|any\s+|some\s+|an?\s+)?(?P<noun>{_WORD})\s+(?:left\s+)?in\s+(?P<p>{_THING})",
            _there_are,
        ),
        part(
            rf"\b(?P<said>(?:it\s+is\s+)?(?:the\s+)?(?P<n>first|second|third|fourth|fifth|\d+(?:st|nd|rd|th))\s+(?P<phase>{_WORD})){_END}",
            _pass_of,
        ),
        part(
            rf"(?<![\w.] of )\b(?P<said>(?P<phase>{_WORD}))\s+(?P<sign>is|[<>!]?=|[<>])\s+(?P<n>\d+){_END}",
            lambda said, text: (
                _pass_of(said, text)
                if said["phase"] in _phases(text.span.file)
                else None
            ),
        ),
        part(r"\b(?:the\s+)?(?P<said>previous\s+player|player\s+before\s+you|last\s+player's)\b", "right of you"),
        part(r"\b(?P<said>(?:the\s+)?next\s+player)(?=\s+(?:is|are)\b)", "left of you"),
        part(
            rf"\b(?P<said>your\s+(?P<how>highest|lowest)\s+(?P<noun>cards?)){_END}",
            "{how} {noun} in your hand",
        ),
        part(
            rf"\b(?P<said>your\s+(?P<what>{_WORD})\s+(?:is|are)\s+(?:the\s+)?(?P<how>most|fewest|highest|lowest)){_END}",
            "you are in (all players with {how} {what})",
        ),
        part(
            rf"\b(?P<said>{_IN_WORDS})\s+(?P<noun>cards?|players?|teams?|chips?|points?|times|rounds?)\b",
            _cards_number,
            "numbers are written with digits",
            readable=False,
        ),
        # Comparisons
        part(
            rf"\b(?P<a>{_OTHER})\s+(?:is|are)\s+(?P<said>adjacent\s+to|next\s+to|a\s+neighbou?r\s+of|consecutive\s+(?:to|with))\s+(?:the\s+)?(?P<b>{_OTHER})",
            "position of rank of {a} - position of rank of {b} is in (1, -1)",
        ),
        part(
            rf"\b(?P<a>{_OTHER})\s+is\s+(?P<said>(?P<n>{_N})\s+(?:ranks?\s+)?(?P<way>higher|lower|above|below|more|less)(?:\s+than)?)\s+(?:the\s+)?(?P<b>{_OTHER})",
            lambda said, text: (
                f"position of rank of {said['a']} = position of rank of {said['b']} "
                f"{'+' if said['way'] in ('higher', 'above', 'more') else '-'} {_plain(said['n'])}"
            ),
        ),
        part(
            rf"\b(?P<said>difference\s+(?:between|of))\s+(?P<a>{_OTHER})\s+and\s+(?:the\s+)?(?P<b>{_OTHER})\s+(?:is|=)\s+(?P<n>{_N})",
            "rank of {a} - rank of {b} is in ({n}, -{n})",
        ),
        part(
            rf"(?P<x>{_OTHER})\s+(?:is|are)\s+(?P<said>(?P<how>{_HOW}|{_THAN}))\s+(?:the\s+)?(?P<r>\d+|[AKQJ]\b|{_OTHER})",
            _compared,
        ),
        part(
            r"\b(?P<said>(?:the\s+)?(?:next\s+rank|next\s+after\s+(?:called|rank)|rank\s+(?:after|above))\b)",
            "what comes next among the ranks is asked by its place: position of rank of card = position of RANK + 1",
        ),
        # Reckoning
        part(
            rf"\b(?P<said>count|length|amount)\s+of\s+(?!cards?\b)(?P<x>{_THING})", "size of {x}"
        ),
        part(
            rf"\b(?P<said>(?:sum|total)\s+of\s+(?:the\s+|all\s+)?(?P<what>value|point)s)\s+(?:of|in)\s+(?P<x>{_THING})",
            "total value of {x}",
        ),
        part(rf"\b(?P<said>(?:total|sum)\s+of)\s+(?!values?\b)(?P<x>{_THING})", "total value of {x}"),
        part(r"\b(?P<said>max|maximum)\s+of\s+(?P<a>\w+)\s+and\s+(?P<b>\w+)", "larger of {a} and {b}"),
        part(r"\b(?P<said>min|minimum)\s+of\s+(?P<a>\w+)\s+and\s+(?P<b>\w+)", "smaller of {a} and {b}"),
        part(rf"\b(?P<said>(?P<x>{_WORD})\s+(?:size|count|length))\b", _size_of),
        part(rf"\b(?P<said>(?P<x>{_WORD})\s+(?P<y>{_WORD}))\b", _two_words, readable=False),
        part(rf"\b(?P<x>(?:your\s+)?{_WORD})\s+(?P<said>is\s+(?P<no>not\s+)?empty)", _emptied),
        # Conditions
        text("expr ending", r"(?:only|but\s+only)\s+(?P<said>if|when)\s+(?P<c>.+)", "{c}",
             "a condition stands here without 'only if'"),
        text("expr", r"(?P<said>unless)\s+(?P<c>.+)", "not ({c})"),
        text("expr", r"(?P<a>[^;]+?)\s+(?P<said>if)\s+(?P<c>[^;]+?)(?:,?\s+(?:else|otherwise)\s+(?P<b>[^;]+))?",
             _either_or),
        text("expr row_value", r"(?:the\s+)?(?P<said>(?P<noun>players?|teams?))\s+(?P<rest>with\s+(?:the\s+)?(?:most|fewest|highest|lowest)\s+[^;]+)",
             _who_wins, "'player' alone does not say which player"),
        text("expr", rf"(?P<said>(?P<a>{_RANK})\s+to\s+(?P<b>{_RANK}))", _only_ranks),
        text("expr", r"(?P<no>not\s+)?(?P<said>(?P<rank>\w+))", _of_that_rank, readable=True),
        text("expr", r"(?P<said>(?P<who>[A-Z]\w*)\s+to\s+(?:move|play)|(?:it\s+is\s+)?(?P<whose>[A-Z]\w*)'s\s+turn|it\s+is\s+[A-Z]\w*'s\s+turn)",
             "whose turn it is shows in who can move: write '- Anna: MOVE', or '- Anna cannot: MOVE'", readable=True),
        text("expr", r"(?P<who>[A-Z]\w*)\s+(?P<said>can(?:not)?|may(?:\s+not)?)\s+(?P<move>.+)",
             lambda said, text: (
                 f"write '- {said['who']}{' cannot' if 'not' in said['said'] else ''}: {short(said['move'])}'"
             ), "what somebody can do is a step of its own"),
        text("expr", r"(?P<x>.+?)\s+(?P<verb>is|are|=)\s+(?P<said>(?:(?:[AKQJ]|\d+)[CDHS][\s,]+)+(?:[AKQJ]|\d+)[CDHS])",
             lambda said, text: f"{said['x']} is ({', '.join(re.findall(r'[^ ,]+', said['said']))})",
             "several cards as one value are a list"),
        # Turns and passes
        text("who", r"each\s+player\s+(?P<said>except|but|other\s+than|apart\s+from)\s+(?P<x>.+)",
             "each player where player is not {x}"),
        text("who", r"(?P<each>each\s+player|players\s+in\s+turn)\s+(?P<said>(?P<rest>twice|thrice|once|until\s+.+))",
             _by_turns),
        text("who", r"(?P<said>simultaneously|together|everybody\s+together)", lambda said, text: "everyone at once" if _key(text) == "who" else None, readable=True),
        text("repeat", r"(?P<n>\d+)", "{n} times"),
        text("repeat", r"once", "leave 'repeat' out: without it a phase is gone through once"),
        text("repeat", r"(?P<said>twice)", "2 times"),
        text("repeat", r"(?P<said>thrice)", "3 times"),
        text("repeat", r"(?P<said>while|as\s+long\s+as)\s+(?P<c>.+)", "until not ({c})"),
        text("repeat", r"(?P<said>(?:once|one\s+time)\s+(?:per|for\s+each)\s+player)", "number of players times"),
        text("repeat", r"(?P<said>up\s+to|at\s+most)\s+(?P<n>\w+)\s+times", "{n} times"),
        text("repeat", rf"(?P<n>{_N})\s+(?P<said>(?!times)\w+?s?)", "{n} times"),
        text("ending", rf"after\s+(?P<said>(?P<n>\w+)\s+(?P<phase>{_WORD}?)s)",
             "after {phase}, when {phase}_number = {n}"),
        text("ending", rf"after\s+(?P<phase>{_WORD})\s+(?P<said>(?P<n>\d+))",
             "after {phase}, when {phase}_number = {n}"),
        text("ending", rf"after\s+(?P<said>each|every|any)\s+(?P<phase>{_WORD})(?P<rest>.*)",
             "after {phase}{rest}"),
        text("ending", rf"after\s+(?P<phase>{_WORD})\s+(?P<said>and)\s+when\s+(?P<rest>.+)",
             "after {phase}, when {rest}"),
        text("ending", rf"(?P<after>(?:after\s+{_WORD},\s*)?)(?P<said>if)\s+(?P<c>.+)", "{after} when {c}"),
        text("ending", r"(?!when\b|after\b)(?P<c>.+)", "when {c}", "'when' is missing before the condition"),
        # What may be chosen
        text("choice", rf"(?P<noun>cards?)\s+in\s+(?P<p>{_THING})\s+(?:that\s+|which\s+)?(?P<said>is|are)\s+(?P<what>.+)",
             _chosen_where),
        text("choice", rf"(?P<said>(?P<what>{_WORD})\s+(?P<noun>cards?))\s+(?:in|from)\s+(?P<p>{_THING})", _of_kind, readable=True),
        text("choice", rf"(?P<noun>cards?)\s+(?P<said>of\s+suit)\s+(?P<what>{_WORD})\s+(?:in|from)\s+(?P<p>{_THING})", _of_kind),
        text("choice", r"(?P<said>(?:an|any)?\s*other\s+player|opponents?|an\s+opponent|another\s+player|player\s+(?:other\s+than|except|but|besides)\s+you)",
             lambda said, text: (
                 "player where player is not you" if _key(text) in ("choose", "") or said[0] != "opponent" else None
             ), readable=True),
        text("choice", rf"(?P<said>(?!number\b){_WORD})\s+from\s+(?P<a>\w+)\s+to\s+(?P<b>\w+)",
             lambda said, text: f"{{ {said['said']}: number from {said['a']} to {said['b']} }}"),
        text("choice", r"(?P<said>(?P<a>\w+)\s+to\s+(?P<b>\w+))", "number from {a} to {b}"),
        text("choice", r"(?:a\s+)?number\s+(?P<said>up\s+to|below|of\s+at\s+most)\s+(?P<b>\w+)", "number from 1 to {b}"),
        text("choice option remember", r"(?:a\s+)?number\s+(?P<said>between)\s+(?P<a>\w+)\s+and\s+(?P<b>\w+)(?P<rest>.*)",
             "number from {a} to {b}{rest}"),
        # Declarations
        text("option", r"(?P<kind>number\s+from\s+(?P<a>\S+)\s+to\s+[^,\s]+|number(?P<b>))",
             lambda said, text: f"{said['kind']}, normally {said['a'] or '1'}",
             "which of that is normal is not said"),
        text("option", r"(?P<kind>yes\s+or\s+no)", "{kind}, normally no", "which of that is normal is not said"),
        text("option", r"(?P<kind>[^(]+?)\s*(?P<said>\(\s*(?P<normal>normally\s+[^)]+?)\s*\))(?P<rest>.*)", "{kind}, {normal}{rest}"),
        text("option remember", r"(?P<said>yes\s*/\s*no|no\s*/\s*yes|on\s*/\s*off|true\s*/\s*false)(?P<rest>.*)", "yes or no{rest}"),
        text("option", r"(?P<said>one\s+of|either)\s+(?P<words>[a-z_]+(?:\s*(?:,|/|\bor\b)\s*(?!normally)[a-z_]+)+)(?:,\s*normally\s+(?P<normal>\w+))?", _low_high),
        text("remember", r"(?P<said>(?:list|set|number)\s+of)\s+(?P<what>players|cards|teams)(?P<rest>.*)",
             lambda said, text: None if said["said"].startswith("number") else f"{said['what']}{said['rest']}"),
        text("remember", r"(?P<kind>.+?)\s*,?\s+(?P<said>start(?:s|ing)?|begin(?:s|ning)?|initially|initial\s+value|defaults?|normally)"
             r"\s*(?:as|at|with|from|to)?\s+(?P<value>\w+)",
             lambda said, text: (
                 None if re.search(r",\s+starts\s+(?:as|at)\s+\w+$", said[0])
                 else f"{said['kind']}, starts as {_plain(said['value'])}"
             )),
        text("remember chips", r"(?P<kind>.+?)\s*,?\s+(?P<said>(?:for|of)\s+(?:each|every)\s+(?P<who>player|team)|each\s+(?P<other>player))(?P<rest>.*)",
             lambda said, text: f"{said['kind']} per {said['who'] or said['other']}{said['rest']}"),
        text("chips", r"(?P<said>starts?\s+(?:as|at|with))\s+(?P<n>\w+)", "{n}"),
        text("pile", r"(?:only|just)\s+(?P<said>(?:the\s+)?top(?:\s+card)?)\s+(?:is\s+)?face\s+up", "face down, top face up"),
        text("pile", r"(?P<first>.*?)(?:^|,\s*)(?P<said>stacked|shared|common|single|one|squared|spread|in\s+the\s+middle)(?:,\s*(?P<rest>.*))?",
             lambda said, text: "leave it out: " + ("a pile is shared unless it is 'per player'")),
        text("pile", r"per\s+player,\s*(?P<said>only\s+(?:the\s+)?(?:owner|player)\s+(?:sees|knows).*)", "per player, seen by owner"),
        text("ranks", rf"(?:{_RANK}\s+)+{_RANK}", _ranks_listed, "ranks stand with commas between them"),
        text("ranks", r"(?P<first>.*?)(?P<a>\w+)\s+(?P<said>through|thru|up\s+to|until|till)\s+(?P<b>\w+)(?P<rest>.*)",
             "{first} {a} to {b}{rest}"),
        text("ranks", r"(?P<first>.+?),\s*(?P<said>[Jj]okers?)", "write '{first}', and beside it: jokers: joker",
             "a joker has no rank: jokers stand under 'jokers'"),
        text("values", r"(?P<first>.*?)\b(?P<a>\w+)\s*=\s*(?P<n>\d+)\s+(?P<said>or)\s+\d+.*",
             "what a card counts now and then stands in a term; here it has one value: '{a} = {n}'"),
        text("values", rf"(?P<first>.*?)(?P<said>(?:{_RANK}\s*=\s*)+{_RANK})\s*=\s*(?P<n>\d+)(?P<rest>.*)",
             lambda said, text: f"{said['first']}{' '.join(re.findall(_RANK, said['said']))} = {said['n']}{said['rest']}"),
        text("values", r".*?(?P<said>(?:[AKQJ]|\d+)[CDHS])\s*=.*",
             "what one card counts is said in a term: values are of ranks and jokers"),
        text("values", r"(?P<first>.*?)(?P<said>face\s+cards|faces|court\s+cards|pictures?|picture\s+cards)\s*=\s*(?P<n>\d+)(?P<rest>.*)",
             "{first} J Q K = {n}{rest}"),
        text("values", r".*?(?P<said>(?:all\s+)?(?:the\s+)?(?:others?|rest|other\s+cards|everything\s+else|face\s+value|pip\s+value))\b.*",
             "leave it out: other numbers count their number, and what is named nowhere counts 0"),
        text("values", r".*?=\s*(?P<said>face\s+value|pip\s+value|their\s+(?:number|value)|its\s+(?:number|value)).*",
             "leave it out: numbers count their number"),
        text("seats", rf"(?P<said>(?:from|between)\s+)?(?P<a>{_N})\s+(?:to|and|-)\s+(?P<b>{_N})(?:\s+players?)?", _seats),
        text("seats", rf"(?P<said>exactly|always|only)\s+(?P<a>{_N})(?:\s+players?)?", _seats),
        text("seats", rf"(?P<a>{_N})\s+(?P<said>players?)", _seats),
        text("seats", rf"{_N}(?:\s*,\s*{_N})*\s*(?:,\s*)?or\s+{_N}(?:\s+players)?", _seats),
        text("seats", rf"(?:at\s+least\s+)?(?P<a>{_N})\s*(?P<said>or\s+more|\+|and\s+more|upwards?)", "{a} to 8",
             "how many play at most is not said"),
        text("seats", rf"(?P<a>{_N})\s*(?P<said>\(?\s*(?:in\s+)?(?:pairs|partnerships|two\s+teams|2\s+teams|teams\s+of\s+2|teams\s+of\s+two|two\s+pairs|partners)\s*\)?)",
             lambda said, text: (
                 f"{_plain(said['a'])} in {int(_plain(said['a'])) // 2 if 'pairs' in said['said'] or 'of' in said['said'] else 2} teams"
             )),
        text("limit", r"(?P<n>\d+)(?:\s+(?P<said>\w+))?", "{n} moves"),
        text("limit", r"(?P<said>none|no|unlimited|infinite|nothing)", "leave 'limit' out: 10000 moves without it, and without end no game goes on"),
        text("meld", rf"(?P<n>{_N}|pair|triple|trips|quads)(?:\s+cards)?\s+(?P<said>of\s+a\s+kind)",
             "{n} cards of one rank"),
        text("meld", r"(?P<said>(?:a\s+)?pairs?)", "2 cards of one rank"),
        text("meld", r"(?P<said>(?:a\s+)?(?:triples?|trips|triplets?))", "3 cards of one rank"),
        text("meld", r"(?P<many>\d.*?\s+cards\s+of\s+)(?P<said>(?:the\s+)?(?:same|equal))\s+(?P<what>rank|suit)(?P<rest>.*)",
             "{many} one {what}{rest}"),
        text("meld", rf"(?P<said>at\s+least)\s+(?P<n>{_N})\s+cards(?P<rest>.*)", "{n} or more cards{rest}"),
        text("meld", r"(?P<n>\d+)\s*(?P<said>\+|and\s+more|and\s+up|plus)\s*cards(?P<rest>.*)", "{n} or more cards{rest}"),
        text("meld", r"(?P<many>\d.*?\s+cards)\s+(?P<said>in\s+sequence|in\s+a\s+row|in\s+order)", "{many} of one suit in sequence"),
        text("meld", r"(?P<many>\d.*?)\s+(?P<said>consecutive|neighbouring|running)\s+cards\s+of\s+(?:one|the\s+same)\s+suit", "{many} cards of one suit in sequence"),
        text("meld", rf"(?P<said>{_IN_WORDS})\s+(?P<rest>cards?.*|or.*|to.*)",
             lambda said, text: f"{_plain(said['said'])} {said['rest']}", "numbers are written with digits"),
        text("row_do row_value", r"(?P<said>default|else|by\s+default|normally|in\s+all\s+other\s+cases)\s*(?:->|:)\s*(?P<rest>.+)", "otherwise -> {rest}"),
        # Examples
        text("given cards", r"\(?(?:(?:[AKQJ]|\d+)[CDHS\u2663\u2666\u2665\u2660]\s*(?P<said>,)?\s*)+\)?", 
             lambda said, text: " ".join(re.findall(r"[^\s,()]+", said[0])) if re.search(r"[,(]", said[0]) else None,
             "cards stand one after the other, without commas or brackets"),
        text("given cards", r"(?P<said>empty|none|no\s+cards?|0\s+cards)", 
             lambda said, text: None if _key(text).split()[-1] in _under(text.span.file, "chips") else "nothing",
             "what has no cards holds nothing", readable=True),
        text("given expr chips option", rf"(?P<said>{_IN_WORDS}|zero)", lambda said, text: str(NUMBERS.get(said[0], 0)),
             "numbers are written with digits", readable=True),
        text("given", r"(?P<n>\d+)\s+(?P<said>points?|chips?)", "{n}"),
    )  # fmt: skip
