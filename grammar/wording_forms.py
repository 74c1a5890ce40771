"""How wordings of everyday speech are written anew: what stands in the place of their parts."""

from __future__ import annotations

import re
from collections.abc import Callable

from .advice import short
from .card_words import asked_of_card, held
from .nodes import Scalar
from .nouns import singular_of
from .record import record
from .source import SourceFile
from .vocabulary.words import NUMBERS

MOST = 110  # characters of a text that is written anew
WORD = r"[^\W\d]\w*"
THING = rf"(?:your\s+)?{WORD}(?:'s\s+{WORD}|(?:\s+of\s+(?:your\s+)?{WORD})+)?"
OTHER = rf"(?:{WORD}\s+of\s+)*(?:your\s+)?{WORD}(?:'s\s+{WORD})?"
IN_WORDS = "|".join(NUMBERS)
N = rf"(?:\d+|{IN_WORDS})"
ONE = rf"(?:\d+|{IN_WORDS}|an?)"
HOW = r"more\s+than|less\s+than|fewer\s+than|at\s+least|at\s+most|exactly"
THAN = r"higher\s+than|lower\s+than|greater\s+than|larger\s+than|bigger\s+than|smaller\s+than|above|below"
END = r"(?=\s*(?:$|->|[;),]|\b(?:and|or|unless|times)\b))"
RANK = r"(?:[AKQJ]|10|[2-9])"
SIGNS = {
    "more than": ">", "higher than": ">", "greater than": ">", "larger than": ">",
    "bigger than": ">", "above": ">", "less than": "<", "fewer than": "<", "lower than": "<",
    "smaller than": "<", "below": "<", "at least": ">=", "at most": "<=", "exactly": "=",
}  # fmt: skip
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}

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


def plain(part: str | None) -> str:
    part = " ".join((part or "").split())
    part = re.sub(r"^(?:the|a|an)\s+", "", part)
    return str(NUMBERS.get(part, part))


# --------------------------------------------------------------------------------------------
# What the file declares, as it is written


def stock(file: SourceFile) -> str:
    found = file.first(r"\bstarts in:[ \t]*(\w+)")
    return "stock" if found is None else found[1]


def under(file: SourceFile, key: str) -> list[str]:
    """The names under a key of the game."""
    found = file.first(rf"^{key}:[^\n]*\n((?:[ \t#][^\n]*\n|\n)*)")
    return [] if found is None else re.findall(r"^\s+(\w+)\s*:", found[1], re.MULTILINE)


def phases(file: SourceFile) -> list[str]:
    """The keys below `phases` that have a map of their own, phases among them."""
    found = file.first(r"^phases:[^\n]*\n((?:[ \t#][^\n]*\n|\n)*)")
    return [] if found is None else re.findall(r"^\s+(\w+)\s*:\s*$", found[1], re.MULTILINE)


def key(text: Scalar) -> str:
    """The key in the line of a text."""
    found = re.match(r"\s*(?:- +)?([^:]*?)\s*:", text.span.file.line(text.span.line))
    return "" if found is None else found[1]


def is_player(file: SourceFile, name: str) -> bool:
    return file.first(rf"^\s+{name}:\s*player\b(?!s)") is not None


# --------------------------------------------------------------------------------------------
# What is worked out


def pile_of(who: str) -> str:
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


def has_cards(said: Said, text: Scalar) -> str:
    pile = pile_of(said["x"])
    if said["no"]:
        return f"{pile} is empty"
    return f"{pile} is not empty"


def has_number(said: Said, text: Scalar) -> str:
    sign = SIGNS.get(" ".join((said["how"] or "exactly").split()), "=")
    return f"size of {pile_of(said['x'])} {sign} {plain(said['n'])}"


def has_chips(said: Said, text: Scalar) -> str:
    who = " ".join(said["x"].split())
    holder = who if who in under(text.span.file, "chips") else f"{who}'s chips"
    holder = "your chips" if who in ("you", "your purse") else holder
    return f"{holder} = 0" if said["no"] else f"{holder} > 0"


def has_card(said: Said, text: Scalar) -> str | None:
    if said["x"] == "who":
        return None
    return (
        f"{said['card']} is {'not ' if said.groupdict().get('no') else ''}in {pile_of(said['x'])}"
    )


def has_meld(said: Said, text: Scalar) -> str | None:
    if said["meld"] not in under(text.span.file, "melds"):
        return None
    return f"{'no' if said['no'] else 'any'} {said['meld']} in {pile_of(said['x'])}"


def in_a_meld(said: Said, text: Scalar) -> str | None:
    meld, pile = said["meld"], said["p"]
    if meld not in under(text.span.file, "melds"):
        return None
    return f"{'no' if said['no'] else 'any'} {meld} in {pile} has {said['x']} is in {meld}"


def contains(said: Said, text: Scalar) -> str | None:
    return held(said["x"], said["rest"])


def player_has(said: Said, text: Scalar) -> str | None:
    how = " ".join((said["how"] or "").split())
    what = said["what"] or ("points" if "points" in text.span.file.words_of_keys else "")
    if not what:
        return None
    sign = SIGNS.get(how, ">=")
    which = said["which"] if said["which"] in ("no", "every", "any") else "any"
    thing = what if what.endswith("s") else f"{what}s"
    return f"{which} player has {thing} {sign} {plain(said['n'])}"


def players_without(said: Said, text: Scalar) -> str:
    what = said["what"]
    asked = "hand is empty" if what in ("cards", "card") else f"{what} = 0"
    return f"{said['noun']} where {asked}"


def only_one_has(said: Said, text: Scalar) -> str:
    asked = "chips > 0" if said["what"].startswith("chip") else "hand is not empty"
    return f"exactly {plain(said['n'])} player{'s' if plain(said['n']) != '1' else ''} has {asked}"


def there_are(said: Said, text: Scalar) -> str:
    pile, noun = said["p"], said["noun"]
    if noun in ("card", "cards"):
        return f"{pile} is {'' if said['no'] else 'not '}empty"
    return f"{'no' if said['no'] else 'any'} {noun} in {pile}"


def pass_of(said: Said, text: Scalar) -> str | None:
    phase = said["phase"]
    if phase not in text.span.file.words_of_keys and phase not in ("round", "turn"):
        return None
    sign = said.groupdict().get("sign") or "="
    number = ORDINALS.get(said["n"], re.sub(r"(?:st|nd|rd|th)$", "", said["n"]))
    return f"{phase}_number {'=' if sign in ('is', 'are') else sign} {plain(number)}"


def compared(said: Said, text: Scalar) -> str:
    thing, sign = said["x"], SIGNS[" ".join(said["how"].split())]
    number = plain(said["r"])
    if thing == "card" and re.fullmatch(RANK, number):
        thing = "rank of card"
    return f"{thing} {sign} {number}"


def two_words(said: Said, text: Scalar) -> str | None:
    file, owner, thing = text.span.file, said["x"], said["y"]
    if not is_player(file, owner) or thing not in file.words_of_keys | {"chips", "points", "hand"}:
        return None
    return f"{owner}'s {thing}"


def size_of(said: Said, text: Scalar) -> str | None:
    pile = said["x"]
    if pile not in under(text.span.file, "piles"):
        return None
    mine = text.span.file.first(rf"^\s+{pile}:[^\n]*\bper player\b")
    return f"size of {'your ' if mine else ''}{pile}"


def emptied(said: Said, text: Scalar) -> str | None:
    if said["x"].split()[-1] not in under(text.span.file, "chips"):
        return None
    return f"{said['x']} {'>' if said['no'] else '='} 0"


def of_your_cards(said: Said, text: Scalar) -> str:
    how = " ".join((said["how"] or "").split())
    number = plain(said["n"])
    if number in ("all", "every", "each", "any", "some", "none", "no"):
        which = {"all": "every", "each": "every", "some": "any", "none": "no"}.get(number, number)
        return f"{which} card in your hand {said['verb'].replace('are', 'is')} {said['rest']}"
    cards = f"{how or 'exactly'} {number} card{'s' if number != '1' else ''}"
    return f"{cards} in your hand {said['verb']} {said['rest']}"


def chosen_where(said: Said, text: Scalar) -> str:
    asked = asked_of_card(said["what"])
    return f"{said['noun']} in {said['p']} where {asked or 'card is ' + said['what']}"


def of_kind(said: Said, text: Scalar) -> str | None:
    asked = asked_of_card(said["what"])
    return None if asked is None else f"{said['noun']} in {said['p']} where {asked}"


def who_wins(said: Said, text: Scalar) -> str:
    noun = "team" if said["noun"].startswith("team") else "player"
    rest = " ".join(said["rest"].split())
    return f"all {noun}s {rest}" if key(text) == "winner" else f"first {noun} {rest}"


def cards(number: str) -> str:
    """`1 card`, `5 cards`, of a number that may be said in words."""
    number = re.sub(r"^an?$", "1", plain(number))
    return f"{number} card{'s' if number != '1' else ''}"


def drawn(said: Said, text: Scalar) -> str:
    who = " ".join((said["who"] or "").split())
    who = re.sub(r"^(?:all|every)\s+players?$|^players$|^everyone$|^everybody$", "each player", who)
    who = "" if who == "you" else who
    return f"{who} {'draws' if who else 'draw'} {cards(said['n'] or 'a')} from {stock(text.span.file)}".strip()


def drawn_to(said: Said, text: Scalar) -> str:
    """`dealer draws 2 from stock to discard`: as it is dealt."""
    number = plain(said["n"])
    noun = "card" if number.split()[-1] == "1" else "cards"
    is_each = re.match(r"(?:each|every|all)\b", said["who"] or "") is not None
    to = "each hand" if is_each and re.search(r"\bhands?\b", said["q"]) else said["q"]
    deals = f"deal {number} {noun} from {said['p']} to {to}"
    return f"for each player -> {deals}" if is_each and to == said["q"] else deals


def cards_number(said: Said, text: Scalar) -> str | None:
    before = text.text[: said.start()].rstrip()
    number = plain(said["said"])
    if said["noun"] == "card" and number != "1":
        return None  # `any five card in your hand`: of that rank
    asks = key(text) not in ("choose",) and re.search(
        r"(?:^|\b(?:when|and|or|not|until|where))$", before
    )
    if asks and said["noun"] not in ("times", "rounds"):
        return f"write 'at least {number}' or 'exactly {number}'"
    return f"write '{number}'"


def ranks_listed(said: Said, text: Scalar) -> str:
    return ", ".join(said[0].split())


def low_high(said: Said, text: Scalar) -> str:
    words = re.findall(r"\w+", said["words"])
    normal = said["normal"] or words[0]
    return f"{' or '.join(w for w in words if w != 'or')}, normally {normal}"


def seats(said: Said, text: Scalar) -> str | None:
    numbers = [plain(n) for n in re.findall(rf"\b{N}\b", said[0])]
    low, high = numbers[0], numbers[-1]
    return low if low == high else f"{low} to {high}"


def by_turns(said: Said, text: Scalar) -> str:
    each, rest = said["each"], " ".join(said["rest"].split())
    times = {"twice": "2 times", "thrice": "3 times", "once": "1 times"}.get(rest)
    if times is not None:
        return f"write '{each}' here, and beside it: repeat: {times}"
    condition = rest.removeprefix("until ")
    return f"write '{each}' here, and beside it: until: {short(condition)}"


def only_ranks(said: Said, text: Scalar) -> str | None:
    if key(text) not in ("only", "wild"):
        return None
    return f"rank >= {said['a']} and rank <= {said['b']}"


def of_that_rank(said: Said, text: Scalar) -> str | None:
    if key(text) not in ("only", "wild"):
        return None
    asked = asked_of_card(said["rank"])
    rank = said["rank"].upper().removesuffix("S").removesuffix("'")
    if asked is None and not re.fullmatch(RANK, rank):
        return None
    if asked is not None and asked.startswith(("suit", "color")):
        return asked.replace(" is ", " is not ") if said["no"] else asked
    asked = asked or f"rank is {rank}"
    return asked.replace(" is ", " is not ") if said["no"] else asked


def every_hand(said: Said, text: Scalar) -> str:
    which = said["which"] if said["which"] in ("no", "every") else "any"
    return f"{which} {said['x'] or 'hand'} is {'not ' if said['not'] else ''}empty"


def of_each_one(said: Said, text: Scalar) -> str:
    """`any player's points = 3`: what is asked of each of several stands behind `has`."""
    which = " ".join(said["which"].split()).replace("some", "any")
    is_one = which in ("any", "no", "every") or which.endswith(" 1")
    noun = said["noun"] if is_one else f"{said['noun']}s"
    asked = f"{said['y']} of {said['x']}" if said["y"] else said["x"]
    return f"{which} {noun} {'has' if is_one else 'have'} {asked}"


def answered(said: Said, text: Scalar) -> str:
    """`lamp is no`: as what is asked, or its contrary."""
    is_no = (said["answer"] == "no") != (said["no"] is not None or said["said"] == "!=")
    return f"not {said['x']}" if is_no else said["x"]


def of_each_picked(said: Said, text: Scalar) -> str | None:
    """`groups in G where total value = 15`: of what is picked."""
    noun = re.search(
        r"\b(\w+)\s+in\s+[^;>]*\b(?:where|with|has|have)\s+$", text.text[: said.start()]
    )
    if noun is None:
        return None
    one = singular_of(noun[1])
    return said["x"] if one == "card" else f"{said['how']} {said['x']} of {one}"


def values_listed(said: Said, text: Scalar) -> str | None:
    """`2 to 10 as numbered, J Q K 10`: without what is so in any case, and with signs."""
    parts: list[str] = []
    for part in re.split(r"\s*,\s*", said[0].strip()):
        if re.search(r"\b(?:numbered|printed|marked|written|shown|as they are|face value)\b", part):
            continue
        worth = re.fullmatch(rf"((?:{RANK}\s+)*{RANK})\s*(?:is|are|counts?|:|\s)\s*(-?\d+)", part)
        parts.append(part if worth is None else f"{worth[1]} = {worth[2]}")
    if not parts:
        return "leave it out: numbers count their number"
    return ", ".join(parts)


def next_rank(said: Said, text: Scalar) -> str | None:
    """`next after called`, where a rank is remembered so."""
    name = said["x"]
    if name and text.span.file.first(rf"^\s+{name}:\s*rank\b") is not None:
        return f"first rank in ranks where position = position of {name} + 1"
    if name and name != "rank":
        return None
    place = "position of rank of card = position of rank of X + 1"
    return f"what comes next among the ranks is asked by its place: {place}"


def either_or(said: Said, text: Scalar) -> str:
    other = said["b"]
    rows = f"when {said['c']} -> {said['a']}; otherwise -> {other or '...'}"
    return f"what is one thing or another is a table with rows under 'tables': {short(rows, MOST)}"


def line_if(said: Said, text: Scalar) -> str | None:
    does = said["does"].strip(" ,")
    return f"when {said['c'].strip(' ,')} -> {does}"


def otherwise_row(said: Said, text: Scalar) -> str:
    return (
        "what happens otherwise is a table with two rows: 'when C -> LINE' and 'otherwise -> LINE'"
    )


def win(said: Said, text: Scalar) -> str | None:
    if text.span.file.first(r"^(?:payouts|tables):") is None:
        return None
    return "who has won is said under 'winner', and when the game is over under 'end'"


def doubled(said: Said, text: Scalar) -> str:
    factor = {"double": "* 2", "triple": "* 3", "halve": "/ 2"}[said["said"]]
    return f"{said['x']} becomes {said['x']} {factor}"


def moved(said: Said, text: Scalar) -> str | None:
    number = plain(said["n"])
    top = "top" if number in ("1", "a", "an", "") else f"top {number}"
    return f"move {top} of {said['p']} to {said['q']}"


def random_picked(said: Said, text: Scalar) -> str:
    return f"{said['x']} becomes random {said['noun']}"
