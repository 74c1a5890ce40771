"""What a game needs on the table: players, deck, melds, options, chips, piles, memories."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note, Sought, did_you_mean, listed, nearest
from rulerun.grammar.nodes import Entry, Mapping, Scalar
from rulerun.grammar.nouns import plural_of, singular_of
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.words import NUMBERS

from .ruleset import ChipHolder, Deck, MeldKind, Memory, Option, Pile
from .sections import RowText, Section, SectionReader

SUITS = ("clubs", "diamonds", "hearts", "spades")
#: More cards than any table holds; keeps a slip of the pen (`copies: 52000`) from filling memory.
MOST_CARDS = 10_000
MOST_PLAYERS = 1_000
USUAL_LIMIT = 10_000

_LETTERS = ("A", "K", "Q", "J")
_CALLED = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}


# -- players and limit -----------------------------------------------------------------------------


def read_seats(reader: SectionReader, top: Section) -> syntax.Seats | None:
    """`players`: how many play, and in how many teams."""
    seats = reader.tree(top, "players")
    if not isinstance(seats, syntax.Seats):
        return None
    if seats.low < 1:
        reader.report("S205", "a game needs at least 1 player", seats.span)
    elif seats.high < seats.low:
        reader.report(
            "S205",
            f"{seats.low} to {seats.high} players: the smaller number stands first",
            seats.span,
            f"write '{seats.high} to {seats.low}'",
        )
    elif seats.high > MOST_PLAYERS:
        reader.report("S205", f"{seats.high} players are more than {MOST_PLAYERS}", seats.span)
    elif seats.teams is not None and (seats.teams < 2 or seats.low % seats.teams):
        reader.report(
            "S205",
            f"{seats.low} players cannot make {seats.teams} teams of one size",
            seats.span,
            "the number of players is a multiple of the number of teams, of which there are 2 or more",
        )
    return seats


def read_limit(reader: SectionReader, top: Section) -> int:
    """`limit`, in moves."""
    limit = reader.tree(top, "limit")
    if not isinstance(limit, syntax.Limit):
        return USUAL_LIMIT
    if limit.moves < 1:
        reader.report("S205", "a game of 0 moves is over before it begins", limit.span)
    return limit.moves


# -- the deck --------------------------------------------------------------------------------------


def expand(
    reader: SectionReader, ranks: syntax.Ranks, *, most: int = 1, known: Iterable[str] | None = None
) -> tuple[str, ...]:
    """The labels of a list of ranks, `2 to 10` counted out.

    `most` says how often one may stand; `known` are the labels there are, None when all are fine.
    Labels that are wrong are reported and left out.
    """
    allowed = None if known is None else tuple(known)
    labels: list[str] = []
    first_at: dict[str, Span] = {}
    for span in ranks.spans:
        for label in _labels(reader, span):
            if allowed is not None and label not in allowed:
                reader.report(
                    "S232",
                    f"the deck has no rank '{label}'",
                    span.span,
                    f"its ranks are {', '.join(allowed)}",
                )
                continue
            if labels.count(label) >= most:
                if span.last is None and span.first.isalpha() and span.first != label:
                    continue  # what was meant is only guessed: 'ace'
                times = "twice" if most == 1 else "three times"
                reader.report(
                    "S231",
                    f"rank '{label}' stands here {times}",
                    span.span,
                    None,
                    Note("first at", first_at[label]),
                )
                continue
            first_at.setdefault(label, span.span)
            labels.append(label)
    return tuple(labels)


_SHOWN = 3
"""Labels of one value that are named where the deck has none of them."""

_USUAL = ("A", *map(str, range(2, 11)), "J", "Q", "K", "A")


def _counted_out(first: str, last: str) -> list[str]:
    """The ranks from one to another in their usual order; none if that does not lead there."""
    if first not in _USUAL or last not in _USUAL:
        return []
    begin = _USUAL.index(first)
    end = _USUAL.index(last, begin + 1) if last in _USUAL[begin + 1 :] else begin
    return list(_USUAL[begin : end + 1]) if end > begin else []


def _labels(reader: SectionReader, span: syntax.RankSpan, joined: str = ", ") -> list[str]:
    if span.last is None:
        if span.first.isdecimal():
            return [str(int(span.first))]
        if span.first in _LETTERS:
            return [span.first]
        near = nearest(span.first, (*_CALLED, *(letter.lower() for letter in _LETTERS)))
        reader.report(
            "S231",
            f"'{span.first}' is no rank",
            span.span,
            f"did you mean '{_CALLED.get(near, near.upper())}'?"
            if near
            else "ranks are A, K, Q, J and numbers; a joker stands under 'jokers'",
        )
        return [_CALLED.get(near, near.upper())] if near else []
    if not (span.first.isdecimal() and span.last.isdecimal()):
        counted = _counted_out(span.first, span.last)
        numbers = [label for label in counted if label.isdecimal()]
        parts = [label for label in counted if not label.isdecimal()]
        if numbers:
            first = numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
            parts.insert(counted.index(numbers[0]), first)
        advice = "only numbers are counted; write letters one by one: "
        reader.report(
            "S231",
            f"'{span.first} to {span.last}' cannot be counted out",
            span.span,
            advice + (joined.join(parts) or "2 to 10, J, Q, K, A"),
        )
        return counted
    low, high = int(span.first), int(span.last)
    if low >= high:
        reader.report(
            "S231",
            f"'{span.first} to {span.last}' goes down",
            span.span,
            f"write '{high} to {low}'" if low > high else f"write '{low}'",
        )
        return []
    if high - low >= MOST_CARDS:
        reader.report("S231", f"no deck has {high - low + 1} ranks", span.span)
        return []
    return [str(n) for n in range(low, high + 1)]


def read_deck(reader: SectionReader, top: Section, piles: PileNames) -> Deck | None:
    """`deck`: its ranks counted out, its suits and jokers, the values written, and its pile."""
    entry = top.found.get("deck")
    if entry is None:
        return None
    section = reader.section(entry.value, "deck", entry.key)
    if section is None:
        return None
    written = reader.tree(section, "ranks")
    ranks = expand(reader, written) if isinstance(written, syntax.Ranks) else ()
    suits = _suits(reader, section)
    jokers = tuple(n.name for n in _names_once(reader, section, "jokers", "joker"))
    copies = _copies(reader, section)
    cards = (len(ranks) * len(suits) + len(jokers)) * copies
    if cards > MOST_CARDS:
        reader.report(
            "S205", f"{cards} cards are more than {MOST_CARDS}", section.key_span("copies")
        )
    only = reader.tree(section, "only")
    is_known = bool(ranks) and "jokers" not in section.meant
    values = _values(reader, section, (*ranks, *jokers) if is_known else None)
    place = reader.words(section, "starts in")
    if place is not None:
        piles.check_single(reader, place, "S230", "the deck lies in one pile")
    return Deck(
        ranks=ranks,
        suits=suits,
        only=cast("syntax.Expr | None", only),
        wild=cast("syntax.Expr | None", reader.tree(section, "wild")),
        copies=copies,
        jokers=jokers,
        values=values,
        starts_in=place.text if place else "",
        starts_in_span=place.span if place else entry.key.span,
        span=entry.key.span,
    )


def _suits(reader: SectionReader, section: Section) -> tuple[str, ...]:
    if "suits" not in section:
        return SUITS
    suits = []
    for name in _names_once(reader, section, "suits", "suit"):
        if name.name in SUITS:
            suits.append(name.name)
            continue
        reader.report(
            "S232",
            f"there is no suit '{name.name}'",
            name.span,
            did_you_mean(name.name, SUITS) or f"the suits are {', '.join(SUITS)}",
        )
    return tuple(suits)


def _names_once(
    reader: SectionReader, section: Section, key: str, noun: str
) -> tuple[syntax.Name, ...]:
    names = reader.tree(section, key)
    found: dict[str, syntax.Name] = {}
    for name in names.names if isinstance(names, syntax.Names) else ():
        if name.name in found:
            first = Note("first at", found[name.name].span)
            reader.report("S231", f"{noun} '{name.name}' stands here twice", name.span, None, first)
        found.setdefault(name.name, name)
    return tuple(found.values())


def _copies(reader: SectionReader, section: Section) -> int:
    text = reader.words(section, "copies")
    if text is None:
        return 1
    if not (text.text.isascii() and text.text.isdecimal()) or not 1 <= len(text.text) <= 6:
        first = text.text.split()[:1]
        said = str(NUMBERS.get(first[0].lower(), first[0])) if first else ""
        few = said.isdecimal() and 1 <= len(said) <= 6 and int(said) > 0
        advice = f"write 'copies: {int(said) if few else 2}'"
        if "//" in text.text:
            advice += "; a comment begins with '#'"
        reader.report("S205", f"'{text.text}' is no number of copies", text.span, advice)
        return 1
    if int(text.text) < 1:
        reader.report("S205", "a deck of 0 copies has no cards", text.span)
    return int(text.text)


def _values(
    reader: SectionReader, section: Section, known: tuple[str, ...] | None
) -> tuple[tuple[str, int], ...]:
    tree = reader.tree(section, "values")
    values: dict[str, int] = {}
    first_at: dict[str, Span] = {}
    for value in tree.values if isinstance(tree, syntax.Values) else ():
        labels = [
            label
            for span in value.spans
            for label in ([span.first] if span.last is None else _labels(reader, span, " "))
        ]
        unknown = [label for label in labels if known is not None and label not in known]
        if known is not None and unknown:
            from rulerun.grammar.card_words import rank_of_word  # needed where something is wrong

            meant = rank_of_word(unknown[0])
            reader.report(
                "S232",
                f"the deck has no rank or joker {' or '.join(map(repr, unknown[:_SHOWN]))}",
                value.span,
                (f"write '{meant}'" if meant in known else did_you_mean(unknown[0], known))
                or f"it has {', '.join(known)}",
                sought=Sought(unknown[0]),
            )
        for label in labels:
            if label in unknown:
                continue
            if label in values:
                first = Note("first at", first_at[label])
                reader.report("S231", f"'{label}' has two values", value.span, None, first)
            else:
                values[label] = value.value
                first_at[label] = value.span
    return tuple(values.items())


# -- melds, options, chips, memories ---------------------------------------------------------------


def read_melds(reader: SectionReader, top: Section, deck: Deck | None) -> tuple[MeldKind, ...]:
    """`melds`: the kinds in the order written, each run order counted out."""
    known = deck.ranks if deck is not None and deck.ranks else None
    melds = []
    for row in reader.rows(top, "melds"):
        meld = row.tree
        if not isinstance(meld, syntax.Meld):
            continue
        problem = _odd_meld(meld)
        if problem is None and deck is not None:
            problem = _odd_share(meld, deck)
        if problem is not None:
            reader.report("S235", problem[0], _said_of_naturals(meld, problem[0]), problem[1])
        order = None
        if meld.order is not None:
            order = expand(reader, meld.order, most=2, known=known)
        melds.append(MeldKind(name=row.name, span=row.key.span, pattern=meld, order=order))
    return tuple(melds)


def _said_of_naturals(meld: syntax.Meld, problem: str) -> Span:
    """The words about natural cards, if these are quoted in what is wrong; else the whole meld."""
    words = re.search(r"at\s+least\s+\d+\s+natural", meld.span.text)
    if words is None or "natural'" not in problem:
        return meld.span
    start = meld.span.start
    return Span(meld.span.file, start + words.start(), start + words.end())


def _odd_meld(meld: syntax.Meld) -> tuple[str, str] | None:
    if meld.least < 1:
        return "a meld has at least 1 card", "write '3 or more cards'"
    if meld.same == "rank" and (meld.sequence or meld.order is not None):
        return (
            "cards of one rank have no sequence",
            "write 'of one suit', or leave out what follows 'of one rank'",
        )
    return None


def _odd_share(meld: syntax.Meld, deck: Deck) -> tuple[str, str] | None:
    """What is wrong with how many of the cards may be wild, or not."""
    if meld.wild is None and meld.natural is None:
        return None
    if deck.wild is None:
        return (
            "the deck has no wild cards",
            "say under 'deck' which are, such as 'wild: rank is 2', or leave this out",
        )
    if meld.natural is not None and meld.most is not None and meld.natural > meld.most:
        return (
            f"at least {meld.natural} of at most {meld.most} cards cannot be",
            "write a smaller number of natural cards",
        )
    if meld.natural is not None and meld.natural < 1:
        return (
            f"'at least {meld.natural} natural' says nothing: one natural card is always there",
            "write a larger number, or leave it out",
        )
    if meld.natural is not None and meld.wild is None:
        return (
            f"'at least {meld.natural} natural' says nothing: without 'at most N wild' none may be wild",
            "write how many may be wild, such as 'and at most 2 wild', or leave it out",
        )
    return None


def read_options(reader: SectionReader, top: Section) -> tuple[Option, ...]:
    """`options`."""
    return tuple(
        Option(name=row.name, span=row.key.span, option=row.tree)
        for row in reader.rows(top, "options")
        if isinstance(row.tree, syntax.Option)
    )


def read_chips(
    reader: SectionReader, top: Section, seats: syntax.Seats | None
) -> tuple[syntax.Expr | None, tuple[ChipHolder, ...]]:
    """`chips`: what each player's purse starts with, and the holders."""
    purse: syntax.Expr | None = None
    holders = []
    for row in reader.rows(top, "chips", "each player"):
        chips = row.tree
        if not isinstance(chips, syntax.Chips):
            continue
        if chips.remembers_who_paid and (row.name == "each player" or chips.per is not None):
            reader.report(
                "S237",
                "only chips of which there is one pot for all remember who paid",
                chips.span,
                "leave out 'remembers who paid'",
            )
            chips = replace(chips, remembers_who_paid=False)
        if row.name == "each player":
            purse = chips.amount
            if chips.per is not None:
                reader.report(
                    "S237",
                    "'each player' has a purse anyway",
                    chips.span,
                    f"leave out 'per {chips.per}'",
                )
            continue
        if chips.per == "team":
            _check_teams(reader, row.name, "holds chips per team", chips.span, seats, "S237")
        holders.append(ChipHolder(name=row.name, span=row.key.span, chips=chips))
    return purse, tuple(holders)


def read_memories(
    reader: SectionReader, section: Section, phase: str | None, seats: syntax.Seats | None
) -> tuple[Memory, ...]:
    """`remember` of the ruleset (`phase` is None) or of a phase."""
    memories = []
    for row in reader.rows(section, "remember"):
        remember = row.tree
        if not isinstance(remember, syntax.Remember):
            continue
        if remember.per == "team":
            _check_teams(reader, row.name, "is remembered per team", remember.span, seats, "S236")
        if row.name == "dealer" and (remember.kind.name != "player" or remember.per is not None):
            reader.report(
                "S236",
                "'dealer' sets the order of turns, so it is one player",
                remember.span,
                "write 'dealer: player', or call it something else",
            )
        memories.append(Memory(name=row.name, span=row.key.span, remember=remember, phase=phase))
    return tuple(memories)


# -- piles -----------------------------------------------------------------------------------------

_FACES: dict[str, Literal["up", "down", "either"]] = {
    "face up": "up",
    "face down": "down",
    "face either": "either",
}

#: Words that cannot stand together, and why.
_EXCLUSIONS = (
    ({"face up", "face down", "face either"}, "a pile lies in one way"),
    ({"seen by owner", "seen by others"}, "with both, everybody sees the cards: write 'face up'"),
    ({"face up", "seen by owner"}, "in a face-up pile everybody sees the cards"),
    ({"face up", "seen by others"}, "in a face-up pile everybody sees the cards"),
    ({"face either", "seen by owner"}, "who sees a card is said by how it lies"),
    ({"face either", "seen by others"}, "who sees a card is said by how it lies"),
    ({"face down", "seen by owner"}, "in a face-down pile nobody sees the cards"),
    ({"face down", "seen by others"}, "in a face-down pile nobody sees the cards"),
    ({"face up", "top face up"}, "in a face-up pile everybody sees the top card anyway"),
    ({"face either", "top face up"}, "who sees a card is said by how it lies"),
    ({"per player", "per team"}, "a pile is each player's or each team's"),
    ({"family", "groups"}, "a pile is a numbered family or a growing set of groups"),
    ({"refilled from", "refilled from except top"}, "a pile is refilled from one other"),
)


class PileNames:
    """The names under `piles`, known before anything is made of their words."""

    def __init__(self, rows: Iterable[RowText], entry: Entry | None) -> None:
        declared = () if entry is None or not isinstance(entry.value, Mapping) else entry.value
        # One without words, which is told there, is a pile all the same.
        self.words: dict[str, syntax.Pile | None] = {e.key.text: None for e in declared}
        self.words |= {r.name: r.tree if isinstance(r.tree, syntax.Pile) else None for r in rows}

    def check_single(self, reader: SectionReader, name: Scalar, code: str, why: str) -> None:
        """Reports a name that is not one single pile."""
        if not self.words:
            return  # `piles` itself is missing or broken: said already
        if not reader.whole and name.text in name.span.file.words_of_keys:
            return  # it may stand among the piles that could not be read
        if name.text not in self.words:
            reader.report(
                code,
                f"no pile is called '{name.text}'",
                name.span,
                did_you_mean(name.text, self.words) or f"{why}; the piles are {listed(self.words)}",
                sought=Sought(name.text),
            )
            return
        pile = self.words[name.text]
        for word in pile.words if pile else ():
            if word.word in ("per player", "per team", "family", "groups"):
                reader.report(
                    code,
                    f"'{name.text}' is more than one pile",
                    name.span,
                    why,
                    Note("it is declared here", word.span),
                )
                return


def read_piles(
    reader: SectionReader, rows: Iterable[RowText], names: PileNames, seats: syntax.Seats | None
) -> tuple[Pile, ...]:
    """`piles`, the words of each sorted out."""
    return tuple(
        _pile(reader, row, row.tree, names, seats)
        for row in rows
        if isinstance(row.tree, syntax.Pile)
    )


def _check_teams(
    reader: SectionReader, name: str, what: str, span: Span, seats: syntax.Seats | None, code: str
) -> None:
    """Reports something that each team has where the players form no teams."""
    if seats is not None and seats.teams is None:
        reader.report(
            code,
            f"'{name}' {what}, but the players form no teams",
            span,
            f"write 'players: {max(4, seats.high + seats.high % 2)} in 2 teams'",
        )


def _pile(
    reader: SectionReader,
    row: RowText,
    pile: syntax.Pile,
    names: PileNames,
    seats: syntax.Seats | None,
) -> Pile:
    words: dict[str, syntax.PileWord] = {}
    for word in pile.words:
        if word.word in words:
            first = Note("first at", words[word.word].span)
            reader.report("S233", f"'{_shown(word)}' stands here twice", word.span, None, first)
        words.setdefault(word.word, word)
    for together, why in _EXCLUSIONS:
        clash = sorted((words[w] for w in together if w in words), key=lambda w: w.span.start)
        if len(clash) > 1:
            reader.report(
                "S233",
                f"'{_shown(clash[0])}' and '{_shown(clash[1])}' exclude each other",
                clash[1].span,
                why,
                Note("the other one", clash[0].span),
            )
    seen = words.get("seen by owner") or words.get("seen by others")
    if seen is not None and not {"per player", "per team"} & set(words):
        reader.report(
            "S233",
            f"'{row.name}' is '{seen.word}', but it has no owner",
            seen.span,
            "add 'per player'",
        )
    if "per team" in words:
        _check_teams(reader, row.name, "is there per team", words["per team"].span, seats, "S233")
    family = words.get("family")
    if family is not None:
        _check_family(reader, family)
    refill = words.get("refilled from") or words.get("refilled from except top")
    if refill is not None and refill.name is not None:
        _check_refill(reader, row, refill, names)
    faces = [_FACES[w] for w in words if w in _FACES]
    return Pile(
        name=row.name,
        span=row.key.span,
        face=faces[0] if faces else "down",
        seen_by=None if seen is None else "owner" if seen.word == "seen by owner" else "others",
        top_face_up="top face up" in words,
        per="player" if "per player" in words else "team" if "per team" in words else None,
        family=family.name if family else None,
        count=family.count if family else None,
        groups="groups" in words,
        remembers_who_played="remembers who played" in words,
        refilled_from=refill.name if refill else None,
        except_top="refilled from except top" in words,
    )


def _shown(word: syntax.PileWord) -> str:
    if word.word == "family":
        return f"{word.count} {word.name}"
    if word.name is None:
        return word.word
    return word.word.replace("from", f"from {word.name}", 1)


def _check_family(reader: SectionReader, family: syntax.PileWord) -> None:
    if not family.count:
        reader.report("S205", "a family of 0 piles has no place for cards", family.span)
    elif family.count > MOST_CARDS:
        reader.report("S205", f"{family.count} piles are more than {MOST_CARDS}", family.span)
    name = family.name or ""
    if singular_of(name) == name:
        reader.report(
            "S233",
            f"'{name}' is no noun in the plural",
            family.span,
            f"write '{family.count} {plural_of(name)}'; one of them is then called '{name}'",
        )


def _check_refill(
    reader: SectionReader, row: RowText, refill: syntax.PileWord, names: PileNames
) -> None:
    # `refilled from discard except top`: the name stands before the last two words.
    text, name = refill.span.text, refill.name or ""
    start = refill.span.start + max(0, text.find(name, len("refilled from")))
    other = Scalar(name, Span(refill.span.file, start, start + len(name)))
    if other.text == row.name:
        reader.report("S234", "a pile cannot be refilled from itself", other.span)
    else:
        names.check_single(reader, other, "S234", "a pile is refilled from one single pile")
