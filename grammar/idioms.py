"""Whole phrases that people say at the card table, and how a rule file says the same.

Where the parser stops in such a phrase, the next right word would be no help: what is told is the
phrase as it has to be written.
"""

from __future__ import annotations

import re

from .advice import COMPARING, COMPARISONS, Place, short
from .card_words import asked_of_card, held
from .diagnostics import Diagnostic, Note
from .everyday import everyday
from .sayings import known_saying
from .settings_talk import setting
from .source import Span
from .table_talk import table_talk
from .tokens import ARTICLES, Token
from .vocabulary.keys import KEYS, Holds
from .vocabulary.words import NUMBERS, PICKING_WORDS
from .wordings import wording

_LINES = ("line", "row_do")
_OVER_LINES = frozenset(key.name for key in KEYS.values() if key.holds is Holds.LINES)
_MOST = 100  # characters of a phrase that is written anew
_HAS = re.compile(
    r"\s*(?:(?P<no>no)|(?P<how>more than|less than|fewer than|at least|at most|exactly)?\s*"
    r"(?P<number>\d+))\s+(?P<what>[^\W\d]\w*)\b(?=\s*(?:$|->|;|\)|and\b|or\b))"
)
_HAS_PROPERTY = re.compile(
    r"\s*(?:an?\s+|the\s+)?([^\W\d]\w*)\s*(!=|<=|>=|=|<|>|\bis\b|\bare\b)\s*(?=\S)"
)
_TOP_CARDS = re.compile(
    r"(?:[^;>]*\s)?(?P<verb>draws?|deal|takes?|move)\s+(?:the\s+|an?\s+)?(?:(?P<count>\d+)\s+)?"
    r"(?P<top>top\s+)?(?:(?P<number>\d+)\s+)?(?P<cards>cards?\s+)?(?:from|of)\s+(?P<rest>.+)"
)
_ONE_DASH = re.compile(
    r"\bnormally\s+[^\s,-][^\s,]*(?:\s+(?P<dash>[-\u2013\u2014])|(?P<comma>,))\s+(?=[^\W\d])"
)
_A_NUMBER = rf"(?:\d+|{'|'.join(NUMBERS)})"
_CHOSEN = re.compile(
    r"(?:(?:an?|the|that)\s+)*(?:(?P<all>all|some|both|any\s+number)|(?P<one>any|each|every)"
    rf"|(?:exactly\s+)?(?P<number>{_A_NUMBER})"
    rf"|(?P<low>{_A_NUMBER})\s*(?:or|-|\u2013)\s*(?P<high>{_A_NUMBER})"
    rf"|(?:up\s+to|at\s+most|no\s+more\s+than)\s+(?P<most>\w+)"
    rf"|at\s+least\s+(?P<least>\w+)|(?P<more>{_A_NUMBER})\s+or\s+more)"
    r"\s+(?:of\s+)?(?:(?:the|these|those)\s+)?(?P<noun>[^\W\d]\w*)(?P<alike>\s+of\s+one\s+(?:rank|suit)(?:\s+in\s+sequence)?)?"
    r"\s+(?:out\s+of|of|from|in)\s+(?P<rest>\S.*)"
)
_WITHIN = re.compile(
    r"\s*(in\s+.*?)(?=\s*(?:$|->|;|\)|\b(?:and|or|where|has|have|with|to|into|on|under|from)\b))"
)
_PLAYERS = ("player", "team")
_EVERYBODY = re.compile(
    r"(?P<head>(?:(?:all|each|every|any|both)\s+(?:of\s+)?(?:the\s+)?(?P<other>other\s+)?)?players?"
    r"|every(?:one|body)|any(?:one|body)|all|each|both)\b\s*"
    r"(?P<turn>in\s+(?:turn|order)|clockwise|one\s+after\s+the\s+other)?"
    r"(?P<once>at\s+once|at\s+the\s+same\s+time|simultaneously|together)?\s*"
    r"(?P<rest>(?:,?\s*(?:starting|beginning)\b|from\b|where\b)\s.*)?"
)
_STARTING = re.compile(r",?\s*(?:(?:starting|beginning)(?:\s+(?:with|from|at|by|on))?|from)\b\s*")


_LONGEST = 1_000
"""Characters of a text; in a longer one no phrase of everyday speech is looked for. Some patterns take
as long as the square of its length, and nobody says so much in one breath."""


def as_written(place: Place) -> Diagnostic | None:
    """What is said of a phrase of everyday speech; None where the parser stopped in none."""
    if len(place.text.text) > _LONGEST:
        return None
    return (
        _condition_in_a_line(place)
        or _value_by_cases(place)
        or _which_player(place)
        or _team_decides(place)
        or _chosen_from(place)
        or _has(place)
        or _top_cards(place)
    )


def surely_written(place: Place) -> Diagnostic | None:
    """The same of phrases that are known as a whole: no other word in one of them would mend it."""
    if len(place.text.text) > _LONGEST:
        return None
    return (
        _text_of_say(place)
        or _everybody(place)
        or _number_chosen(place)
        or _cards_of_a_kind(place)
        or _help(place)
        or known_saying(place)
        or setting(place)
        or table_talk(place)
        or everyday(place)
        or wording(place)
    )


def _text_of_say(place: Place) -> Diagnostic | None:
    """`say “Ben wins”`, `say 'Ben wins'`, `say Ben wins`: in what quotes the text stands."""
    found, before = place.found, place.taken[-1] if place.taken else None
    if found is None or before is None or before.text != "say" or "STRING" not in place.accepts:
        return None
    rest = place.text.text[found.start :]
    said = rest.strip(_QUOTES) if rest[0] in _QUOTES else re.split(r"\s*;", rest)[0]
    for sign in _QUOTES if rest[0] in _QUOTES else "":
        said = said.split(sign)[0]
    write = f'write: say "{short(said, _MOST)}"'
    if rest[0] == '"':
        return Diagnostic("E301", "the closing quotes are missing", found.span, write)
    message = "what is said stands in double quotes"
    return Diagnostic("E301", message, found.span, write)


_QUOTES = "\"'\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a`\u00b4"
"""Signs that are used as quotes somewhere."""


def _condition_in_a_line(place: Place) -> Diagnostic | None:
    """`shuffle stock; when pot = 0 -> pay 1 to pot`: a condition after an effect."""
    found = place.found
    taken = place.taken
    if found is not None and found.text == "each" and taken and taken[-1].text == "for":
        found, taken = taken[-1], taken[:-1]
    if place.start not in _LINES or found is None or found.text not in ("when", "for"):
        return None
    if not taken or taken[-1].text != ";":
        return None
    text = place.text.text
    first, rest = text[: taken[-1].start].rstrip(), text[found.start :]
    begins = "a condition" if found.text == "when" else "'for each'"
    message = f"{begins} cannot stand after ';': it begins a line"
    if place.start == "row_do":
        advice = "a row does one thing or several with ';'; write a row of its own for this"
        return Diagnostic("E303", message, found.span, advice)
    line = found.span.file.line(place.text.span_at(0, 1).line).lstrip()
    is_listed, key = line.startswith("- "), line.partition(":")[0]
    one, two = ("-", "-") if is_listed else ("one:", "two:")
    notes = (
        Note(f"the first line:  {one} {short(first, _MOST)}"),
        Note(f"the second line:  {two} {short(rest, _MOST)}"),
    )
    advice = f"write two lines, each with a {'dash' if is_listed else 'name'}"
    if not is_listed and key not in _OVER_LINES:  # else it is known that lines stand here
        advice += "; those of a move stand under 'do'"
    return Diagnostic("E303", message, found.span, advice, notes)


def _value_by_cases(place: Place) -> Diagnostic | None:
    """`when rank of card is K -> 10` where a value stands: rows are for tables."""
    found = place.found
    if place.start != "expr" or found is None or place.taken or found.text != "when":
        return None
    if "->" not in place.text.text:
        return Diagnostic(
            "E301", "a condition stands here without 'when'", found.span, "leave out 'when'"
        )
    notes = (
        Note("for example, under 'tables':  worth of card: { gives: number, king: when rank of card is K -> 10, other: otherwise -> 0 }"),
    )  # fmt: skip
    message = "a row of a table cannot stand here: one value is needed"
    return Diagnostic("E301", message, found.span, "write a table of values under 'tables'", notes)


def _which_player(place: Place) -> Diagnostic | None:
    """`player with chips = 0 drops out`: one of several, without a word that says which."""
    effect, found = place.effect, place.found
    if place.start not in _LINES or len(effect) != 1 or found is None:
        return None
    who = effect[0]
    if who.text not in _PLAYERS or (found.text not in (*place.words(["WHERE"]), "who")):
        return None
    rest = re.split(r"\s*;", place.text.text[who.start :])[0]
    rest = re.sub(r"^(\w+)\s+who\s+(?:has|have|is)\b", r"\1 with", rest)
    extreme = re.search(r"\b(?:most|fewest|highest|lowest)\b", rest)
    which = "first" if extreme is not None else "each"
    return Diagnostic(
        "E303",
        f"'{who.text}' alone does not say which {who.text}",
        who.span,
        f"write: {which} {short(rest, _MOST)}",
    )


def _team_decides(place: Place) -> Diagnostic | None:
    """`who: each team`."""
    found = place.found
    if place.start != "who" or found is None or found.text not in ("team", "teams"):
        return None
    return Diagnostic(
        "E301",
        "a team has no turn: a decision is always one player's",
        found.span,
        "write 'each player', or 'each player where ...' with what only one of each team is",
    )


def _everybody(place: Place) -> Diagnostic | None:
    """`who: all players at once`, `who: every player starting with dealer`."""
    text = place.text.text
    said = _EVERYBODY.fullmatch(text) if place.start == "who" else None
    if said is None:
        return None
    rest = said.start("rest") if said["rest"] else len(text)
    head = text[:rest].rstrip()
    if place.found is not None and place.found.start >= rest:
        starting = _starting(place, head, said["rest"] or "")
        if starting is not None or place.found.start > rest:
            return starting
    write = everybody(text)
    if write is None:
        return None
    if head == "players in turn":  # that is right: what is wrong comes after it
        return None
    message = f"turns are not given with '{short(head)}'"
    return Diagnostic("E301", message, place.text.span_at(0, len(head)), f"write {write}")


def _starting(place: Place, head: str, rest: str) -> Diagnostic | None:
    """`players in turn starting left of dealer`: who begins is said by 'starting with'."""
    begins = _STARTING.match(rest)
    if begins is None or place.found is None or head not in ("players in turn", "each player"):
        return None
    said = " ".join(begins[0].split())
    if (
        said == "starting with"
        or place.found.start > len(place.text.text) - len(rest) + begins.end()
    ):
        return None
    write = f"{head} starting with {rest[begins.end() :].strip()}"
    message = "who begins is said by 'starting with'"
    span = place.found.span
    words = list(re.finditer(r"\w+", rest))
    if words[0][0] == "starting" and len(words) > 1:  # the second word is wrong, or one is missing
        begin = len(place.text.text) - len(rest)
        span = place.text.span_at(begin + words[1].start(), begin + words[1].end())
    return Diagnostic("E301", message, span, f"write: {short(write, _MOST)}")


def everybody(who: str) -> str | None:
    """How it is written that all have a turn, of a text that says so in other words; else None.

    `all players where hand is not empty` gives `'each player where hand is not empty'`.
    """
    said = _EVERYBODY.fullmatch(" ".join(who.split()))
    if said is None or (
        re.match(r"each (other )?player", who) and not (said["turn"] or said["once"])
    ):
        return None  # right so far
    rest = _STARTING.sub("starting with ", said["rest"] or "", count=1).strip()
    other = "other " if said["other"] else ""
    each, at_once = f"each {other}player {rest}".rstrip(), f"everyone at once {rest}".rstrip()
    in_turn = f"'players in turn{' ' if rest else ''}{rest}' (round and round)"
    if said["once"]:
        return None if rest.startswith("starting") or at_once == who else f"'{at_once}'"
    if said["turn"] or rest:
        return None if each == who else f"'{each}'{'' if other else f', or {in_turn}'}"
    return f"'{each}', '{at_once}' or {in_turn}" if not other else f"'{each}'"


def _cards_of_a_kind(place: Place) -> Diagnostic | None:
    """`no red card in your hand`: what is asked of cards, said before them."""
    tokens = [*place.taken, *([place.found] if place.found else [])]
    for before, kind, noun in zip(["", *tokens], tokens, tokens[1:], strict=False):
        asked = asked_of_card(kind.text) if noun.text in ("card", "cards") else None
        if kind.text in NUMBERS and (noun.text == "cards" or kind.text == "one"):
            continue  # so many cards
        if asked is None or (isinstance(before, Token) and before.type in COMPARING):
            continue
        rest = place.text.text[noun.end :]
        within = _WITHIN.match(rest)
        where = " ".join([noun.text, *(within[1].split() if within else ()), "where", asked])
        message = f"'{kind.text}' is asked of cards behind 'where'"
        return Diagnostic("E301", message, kind.span, f"write: {short(where, _MOST)}")
    return None


def _number_chosen(place: Place) -> Diagnostic | None:
    """`choose: at least 1 card in your hand`, `choose: 2 or 3 cards from your hand`."""
    if place.start != "choice" or place.found is None:
        return None
    text = place.text.text
    found, write = _CHOSEN.fullmatch(text), how_many(text)
    if found is None or write is None or place.found.start > found.start("noun"):
        return None
    said = re.sub(r"(?:\s+(?:the|these|those))?\s*$", "", text[: found.start("noun")])
    message = f"'{' '.join(said.split())}' is no number of things to choose"
    span = place.text.span_at(0, len(said))
    return Diagnostic("E301", message, span, f"write: {short(write, _MOST)}")


def how_many(choice: str) -> str | None:
    """How a choice is written that says in words how many there are to choose; else None.

    `two cards from your hand` gives `2 cards in your hand`.
    """
    found = _CHOSEN.fullmatch(choice)
    if found is None:
        return None

    def number(group: str) -> str:
        return str(NUMBERS.get(found[group], found[group]))

    noun = found["noun"].removesuffix("s")
    if found["one"]:
        many = ""
    elif found["all"]:
        many = "1 or more "
    elif found["low"]:
        many = f"{number('low')} to {number('high')} "
    elif found["most"]:
        many = f"1 to {number('most')} "
    elif found["least"] or found["more"]:
        many = f"{number('least' if found['least'] else 'more')} or more "
    else:
        many = f"{number('number')} " if number("number") != "1" else ""
    return f"{many}{noun}{'s' if many else ''}{found['alike'] or ''} in {_without_articles(found['rest'])}"


def _chosen_from(place: Place) -> Diagnostic | None:
    """`choose: a card from your hand`."""
    found = place.found
    if place.start != "choice" or found is None or found.text not in ("from", "of"):
        return None
    if not place.taken or place.taken[-1].type != "NAME":
        return None
    begun = _without_articles(place.text.text[: place.taken[-1].end]).removesuffix(" out")
    rest = place.text.text[found.end :].strip()
    write = how_many(place.text.text) or f"{begun} in {_without_articles(rest)}"
    advice = f"write: {short(write, _MOST)}"
    return Diagnostic("E301", f"found '{found.text}' where 'in' may stand", found.span, advice)


def _without_articles(text: str) -> str:
    return " ".join(word for word in text.split() if word not in ARTICLES)


def _has(place: Place) -> Diagnostic | None:
    """`dealer's hand has size = 3`: a question about one thing, as if it were about each of many."""
    found = place.found
    if found is None or found.text not in ("has", "have") or "COMPARE" not in place.accepts:
        return None
    owner = _operand(place)
    if owner is None:
        return None
    rest = place.text.text[found.end :]
    counted, asked = _HAS.match(rest), _HAS_PROPERTY.match(rest)
    write = held(owner, rest) or ""
    if write or (counted is not None and (write := _counted(counted, owner))):
        pass
    elif asked is not None:
        after = re.split(r"\s*(?:->|;)", rest[asked.end() :])[0]
        write = f"{_of(asked[1], owner)} {asked[2]} {after}"
    else:
        return None
    span = found.span
    message = f"'{found.text}' asks of each of several things, and '{owner}' is one"
    return Diagnostic("E301", message, span, f"write: {short(write, _MOST)}")


def _counted(counted: re.Match[str], owner: str) -> str:
    """`has no cards`, `have more than 3 chips`; empty where that asks nothing."""
    if counted["what"] in ("card", "cards"):
        pile = _of("hand", owner) if owner == "you" or owner.istitle() else owner
        if counted["no"]:
            return f"{pile} is empty"
        thing = f"size of {pile}"
    else:
        thing = _of(counted["what"], owner)
    sign = COMPARISONS.get(counted["how"] or "", "=")
    return f"{thing} {sign} {counted['number'] or 0}"


def _of(name: str, owner: str) -> str:
    """Somebody's thing: `your chips`, `dealer's chips`, `size of Anna's hand`."""
    if owner == "you":
        return f"your {name}"
    return f"{name} of {owner}" if " " in owner or name == "size" else f"{owner}'s {name}"


def _operand(place: Place) -> str | None:
    """What stands before the place where the parser stopped, back to the last condition."""
    first = len(place.taken)
    while first and not _begins_operand(place.taken[first - 1]):
        first -= 1
    operand = place.taken[first:]
    if not operand or any(t.text in PICKING_WORDS or t.type == "PICK" for t in operand):
        return None
    return place.text.text[operand[0].start : operand[-1].end]


def _begins_operand(token: Token) -> bool:
    words = ("when", "and", "or", "not", "unless", "until", "where", "->", ";", "(", ",")
    return token.text in words or token.type in COMPARING


def _top_cards(place: Place) -> Diagnostic | None:
    """`draw the top card from stock`, `take 2 cards from stock`, `move top card from stock`."""
    effect = place.effect
    if place.start not in _LINES or not effect:
        return None
    start = effect[0].start
    text = re.split(r"\s*;", place.text.text[start:])[0]
    found = _TOP_CARDS.fullmatch(text)
    if found is None:
        return None
    verb, rest = found["verb"], re.sub(r"\bthe\s+", "", found["rest"])
    is_top = found["top"] is not None
    number = found["number"] or found["count"]
    if verb == "move":
        if not is_top:
            return None
        message = "cards are moved by saying which they are"
        write = f"move top {f'{number} ' if number else ''}of {rest}"
        if write == " ".join(text[found.start("verb") :].split()):
            return None  # that is right: what is wrong comes after it
    else:
        takes = verb.startswith("take")
        if found["cards"] is None if takes else not is_top:
            return None
        message = (
            "chips are taken, cards are drawn" if takes else f"'{verb}' takes cards from the top"
        )
        verb = verb.replace("take", "draw")
        write = f"{verb} {number or 1} card{'s' if number not in (None, '1') else ''} from {rest}"
    span = place.text.span_at(start + found.start("verb"), start + found.start("rest"))
    if verb == "move" and place.found is not None:
        span = place.found.span
    before = text[: found.start("verb")]
    return Diagnostic("E301", message, span, f"write: {short(before + write, _MOST)}")


def _help(place: Place) -> Diagnostic | None:
    """`normally 99 - what ends the game`: a help text after one dash."""
    if place.start != "option":
        return None
    dash = _ONE_DASH.search(place.text.text)
    if dash is None:
        return None
    sign = "comma" if dash["dash"] is None else "dash"
    if place.found is not None and place.found.start < dash.start(sign):
        return None
    span: Span = place.text.span_at(dash.start(sign), dash.end(sign))
    rest = place.text.text[dash.end() :]
    return Diagnostic("E301", "a help text stands after '--'", span, f"write: -- {short(rest)}")
