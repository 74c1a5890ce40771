"""The table of wordings: what people write in texts of each kind, and how it is written here."""

from __future__ import annotations

import re
from functools import cache

from .advice import LINES, short
from .vocabulary.words import NUMBERS
from .wording_forms import (
    END,
    HOW,
    IN_WORDS,
    ONE,
    OTHER,
    RANK,
    THAN,
    THING,
    WORD,
    N,
    Wording,
    Writes,
    answered,
    by_turns,
    cards,
    cards_number,
    chosen_where,
    compared,
    contains,
    doubled,
    drawn,
    drawn_to,
    either_or,
    emptied,
    every_hand,
    has_card,
    has_cards,
    has_chips,
    has_meld,
    has_number,
    in_a_meld,
    is_player,
    key,
    line_if,
    low_high,
    moved,
    next_rank,
    of_each_one,
    of_each_picked,
    of_kind,
    of_that_rank,
    of_your_cards,
    only_one_has,
    only_ranks,
    otherwise_row,
    pass_of,
    phases,
    plain,
    player_has,
    players_without,
    random_picked,
    ranks_listed,
    seats,
    size_of,
    stock,
    there_are,
    two_words,
    under,
    values_listed,
    who_wins,
    win,
)

_VALUES = ("expr", "row_value", "ending", "line", "row_do", "repeat", "who", "choice")


@cache
def table() -> tuple[Wording, ...]:
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
        line(r"(?P<said>double|triple|halve)\s+(?P<x>.+)", doubled),
        line(
            rf"(?P<said>swap|exchange|switch)\s+(?P<x>{THING})\s+(?:with|and|for)\s+(?P<y>{THING})",
            "what is exchanged goes over a third pile: move {x} to P; move {y} to {x}; move P to {y}",
        ),
        line(
            r"(?P<said>sort|arrange|order)\s+.+",
            "leave it out: hands are shown in order, and the order of a pile is part of the rules",
        ),
        line(r"(?P<said>look\s+at|peek\s+at|see)\s+(?P<x>.+)", "show {x} to you"),
        line(
            rf"(?:(?P<who>{THING}|(?:each|every|all|any)\s+players?)\s+)?(?:draws?|picks?\s+up)(?:\s+(?P<n>{ONE}))?"
            r"(?:\s+(?:new\s+)?cards?)?(?P<said>)",
            drawn,
            "from where it is drawn is not said",
        ),
        line(
            rf"(?P<draws>(?:\S.*?\s)?draws?\s+(?:up\s+to\s+)?\S+(?:\s+cards?)?\s+from\s+{THING})\s+"
            r"(?P<said>(?:in)?to\s+(?:(?:your|the|their|his|her)\s+)?hands?(?!\s+of\b))",
            "{draws}",
            "what is drawn goes into the hand of whoever draws",
        ),
        line(
            rf"(?:(?P<who>\S.*?)\s+)?draws?\s+(?P<n>(?:up\s+to\s+)?\S+)(?:\s+cards?)?\s+from\s+(?P<p>{THING})\s+"
            r"(?P<said>(?:in)?to)\s+(?P<q>.+)",
            drawn_to,
            "what is drawn goes into the hand of whoever draws; other cards are dealt",
        ),
        line(
            rf"deals?\s+(?P<n>{ONE})\s+(?:cards?\s+)?(?P<said>each|to)(?:(?<=each)|\s+(?:(?:each|every|all)\s+(?:hands?|players?)"
            r"|everyone|everybody))",
            lambda said, text: f"deal {cards(said['n'])} from {stock(text.span.file)} to each hand",
            "from where it is dealt is not said",
        ),
        line(
            rf"deals?\s+(?P<n>{ONE})\s+cards?\s+(?P<said>to)\s+(?P<q>.+)",
            lambda said, text: f"deal {cards(said['n'])} from {stock(text.span.file)} to {said['q']}",
            "from where it is dealt is not said",
        ),
        line(
            r"deals?\s+(?P<said>(?:the\s+)?(?:rest|remainder|remaining\s+cards)(?:\s+of\s+(?:the\s+)?(?:cards|deck|pack|stock))?)"
            r"(?:\s+to\s+(?:each|every|all)\s+(?:hands?|players?)|\s+out)?",
            "deal all cards from {stock} to each hand",
        ),
        line(
            rf"deal\s+(?P<n>{ONE})\s+cards?\s+(?P<said>face\s+(?P<way>up|down))\s+(?:from\s+(?P<p>\w+)\s+)?to\s+(?P<q>.+)",
            lambda said, text: (
                f"deal {cards(said['n'])} from {said['p'] or stock(text.span.file)} to {said['q']} face {said['way']}"
            ),
        ),
        line(
            rf"(?P<said>burn|discard)s?\s+(?:an?|one|the\s+top|1)\s+card(?:\s+from\s+(?P<p>{WORD}))?",
            lambda said, text: (
                f"deal 1 card from {said['p'] or stock(text.span.file)} to discard"
                if "discard" in under(text.span.file, "piles") and said["said"] == "burn"
                else None
            ),
        ),
        line(
            rf"(?:turn|flip)(?:\s+over|\s+up)?\s+(?P<said>(?:the\s+)?top\s+card\s+of)\s+(?P<p>{THING})(?:\s+face\s+up)?(?:\s+over)?",
            "write 'turn top of {p} face up', or lay it elsewhere: 'deal 1 card from {p} to Q'",
        ),
        line(
            r"(?P<said>(?:pass|move)\s+(?:the\s+)?(?:deal|dealer)(?:\s+to)?(?:\s+the)?\s+left"
            r"|(?:the\s+)?(?:deal|dealer)\s+(?:passes|moves|goes|rotates)(?:\s+to)?(?:\s+the)?\s+(?:left|next\s+player)"
            r"|next\s+dealer)",
            "dealer becomes left of dealer",
        ),
        line(
            rf"(?P<said>pick|choose|select)\s+(?:an?\s+)?random\s+(?P<noun>{WORD})\s+(?:as|for|to\s+be)\s+(?:the\s+)?(?P<x>{WORD})",
            random_picked,
        ),
        line(
            rf"(?P<x>{WORD})\s+becomes\s+(?:an?\s+)?(?P<noun>{WORD})\s+(?P<said>(?:chosen\s+)?at\s+random|chosen\s+randomly)",
            random_picked,
        ),
        line(
            rf"(?P<x>{THING})\s+becomes\s+(?:the\s+)?(?P<said>(?P<noun>player|team))\s+(?P<rest>(?:with|whose|who|where)\s+.+)",
            lambda said, text: f"{said['x']} becomes first {said['noun']} {said['rest']}",
            "'player' alone does not say which player",
        ),
        line(
            rf"(?P<said>skip)\s+(?P<x>{THING})",
            lambda said, text: (
                f"left of {said['x']} plays next" if is_player(text.span.file, said["x"]) else None
            ),
        ),
        line(
            r"(?P<said>return)\s+(?:all\s+(?:the\s+)?)?cards\s+to\s+(?:the\s+)?(?:deck|pack|stock|talon)",
            "gather all cards into {stock}",
        ),
        line(
            rf"split\s+(?P<x>{WORD})\s+(?P<said>equally|evenly|fairly)\s+among\s+(?P<rest>.+)",
            "split {x} among {rest}",
        ),
        line(
            rf"(?P<said>give|hand)\s+(?:the\s+|all\s+(?:of\s+)?(?:the\s+)?)?(?P<x>{WORD})\s+to\s+(?P<who>.+)",
            lambda said, text: (
                f"{said['who']} takes all from {said['x']}"
                if said["x"] in under(text.span.file, "chips")
                else None
            ),
        ),
        line(
            rf"(?P<who>.+?)\s+(?P<said>puts?|places?|adds?|throws?|bets?)\s+(?P<n>{ONE}|all)(?:\s+(?:chips?|coins?))?\s+(?:in|into|to|on)\s+"
            rf"(?:the\s+)?(?P<x>{WORD})",
            lambda said, text: (
                f"{said['who']} pays {re.sub('^an?$', '1', plain(said['n']))} to {said['x']}"
                if said["x"] in under(text.span.file, "chips")
                else None
            ),
        ),
        line(
            r"(?P<what>say\s+\"[^\"]*\")\s+(?P<said>to\s+.+)",
            "write: {what}",
            "what is said everybody sees: it is said to nobody",
        ),
        line(
            rf"move\s+(?P<said>(?P<n>{N})\s*cards?)\s+(?:from|of)\s+(?P<p>{THING})\s+to\s+(?P<q>.+)",
            moved,
            "cards are moved by saying which they are",
        ),
        line(
            rf"move\s+(?P<said>(?:an?\s+)?random\s+card)\s+(?:from|of)\s+(?P<p>{THING})\s+to\s+(?P<q>.+)",
            "move random card in {p} to {q}",
            "cards are moved by saying which they are",
        ),
        line(
            rf"move\s+(?P<a>{THING})\s+(?P<said>and)\s+(?P<b>{THING})\s+to\s+(?P<q>.+)",
            "move {a} + {b} to {q}",
            "cards are put together with '+'",
        ),
        line(
            rf"turn\s+(?P<said>each|every|all)\s+(?P<x>{WORD})\s+face\s+(?P<way>up|down)",
            "for each player -> turn player's {x} face {way}",
            "one pile is turned, or one list of cards",
        ),
        line(
            rf"(?P<shuffle>shuffle|gather|move|deal|flip)\s+(?P<rest>.*?)(?P<x>\b{WORD})\s+(?P<said>pile|deck|stack)\b(?P<more>.*)",
            lambda said, text: (
                f"{said['shuffle']} {said['rest']}{said['x']}{said['more']}".replace("the ", "")
                if said["x"] in under(text.span.file, "piles")
                else None
            ),
            "a pile is spoken of by its name alone",
        ),
        line(r"(?P<said>if)\s+(?P<c>[^,;]+?)\s*(?:,\s*(?:then\s+)?|\s+then\s+)(?P<does>.+)", line_if),
        line(
            r"(?P<does>(?!when\b|for\b)[^;]*?\S)\s+(?P<said>(?:only\s+)?(?:if|when))\s+(?P<c>[^;>]+)",
            line_if,
            "a condition stands in front of what follows from it",
        ),
        line(r".+?(?:,|\band\b)\s*(?P<said>otherwise|else)\s+.+", otherwise_row),
        line(r"(?P<n>\d+)\s+(?P<said>points?)", "score {n}"),
        Wording(
            ("row_do",),
            re.compile(r"(?:->|;)\s*(?P<said>(?:you\s+|.+?\s)?(?:wins?|loses?)(?:\s+the\s+game)?)\s*$"),
            win,
            False,
            None,
            False,
        ),
        # Numbers, chips
        part(
            rf"\b(?P<said>(?:{IN_WORDS}|an?)\s+(?:chips?|coins?))(?=\s*(?:$|;|\b(?:to|from|into|in)\b))",
            lambda said, text: f"write '{re.sub('^an?$', '1', plain(said['said'].split()[0]))}' alone",
            "chips are said by their number alone",
            readable=False,
        ),
        part(
            rf"\b(?:(?P<how>{HOW})\s+)?(?P<said>(?P<n>{N}|all|each|every|any|some|none)\s+of\s+your\s+cards)\s+"
            r"(?P<verb>is|are|has|have)\s+(?P<rest>[^;)]+)",
            of_your_cards,
        ),
        part(
            r"\b(?P<n>all|every|each)\s+(?:of\s+)?(?P<said>your\s+cards?)\s+(?P<verb>is|are|has|have)\s+(?P<rest>[^;)]+)(?P<how>)",
            of_your_cards,
        ),
        # Answers
        part(
            rf"\b(?P<x>{THING})\s*(?P<said>\b(?:is|are)\b|!?=)\s*(?P<no>not\s+)?(?P<answer>yes|no)\b{END}",
            answered,
            "'yes' and 'no' stand alone",
        ),
        # Questions about somebody
        part(
            rf"\b{fewer}\s+(?P<said>has|have|reach(?:es)?|gets?|got)\s+(?:(?P<how>{HOW})\s+)?(?P<n>\d+|{IN_WORDS}|target)"
            rf"(?:\s+(?P<what>points?|chips?))?{END}",
            player_has,
        ),
        part(
            rf"\b(?P<which>any|no|every|an?|some)\s+(?P<said>player's)\s+(?P<x>{WORD})\s+is\s+(?P<not>not\s+)?empty",
            every_hand,
        ),
        part(
            rf"\b(?P<which>any|no|every|some|(?:{HOW})\s+\d+)\s+(?P<noun>player|team)(?P<said>'s|s')\s+(?P<x>{WORD})"
            rf"(?:\s+(?:has|have)\s+(?P<y>{WORD}))?(?=\s+(?:is|are)\b|\s*(?:[!<>]?=|[<>]))",
            of_each_one,
        ),
        part(
            rf"\b(?P<which>any|no|every|some)\s+player\s+(?P<said>has|have)\s+no\s+(?:more\s+)?cards(?P<x>)(?P<not>){left}{END}",
            every_hand,
        ),
        part(
            rf"\b(?:only|just|exactly)\s+(?P<n>{N})\s+players?\s+(?P<said>has|have|with)\s+(?P<what>chips?|cards?){left}{END}",
            only_one_has,
        ),
        part(
            rf"\beach\s+(?P<noun>player|team)\s+(?P<said>(?P<rest>with\s+(?:the\s+)?(?:most|fewest|highest|lowest)\s+{WORD}))\b",
            "each {noun} in (all {noun}s {rest})",
        ),
        part(
            r"(?P<said>\b(?:each|every)\s+hand)\s+(?=(?:draws?|pays?|takes?|scores?)\b)",
            "each player ",
        ),
        part(
            rf"\b(?P<x>{OTHER})\s+(?P<said>match(?:es)?\s+(?:the\s+)?(?P<what>suit|rank|color))\s+of\s+(?:the\s+)?(?P<y>{OTHER})",
            "{what} of {x} is {what} of {y}",
        ),
        part(
            r"\b(?P<said>number\s+of\s+(?P<noun>players)\s+(?:with|who\s+have|having)\s+no\s+(?P<what>cards|chips|points|tricks))\b",
            lambda said, text: f"(number of {players_without(said, text)})",
        ),
        part(
            rf"\b(?P<x>{OTHER})\s+is\s+(?P<no>not\s+)?(?P<said>in\s+an?\s+(?P<meld>{WORD})\s+in)\s+(?P<p>{THING})",
            in_a_meld,
        ),
        part(
            rf"\b(?P<noun>players?)\s+(?P<said>with|who\s+have|who\s+has|having|without)\s+(?:no\s+|any\s+)?(?P<what>cards|chips|points|tricks){left}{END}",
            players_without,
        ),
        part(
            rf"\bwith\s+(?P<said>(?P<how>most|fewest)\s+cards){END}",
            "with {how} size of hand",
        ),
        part(
            rf"\b(?P<x>(?:the\s+)?next\s+player|left\s+of\s+{WORD}|{THING})\s+(?P<said>has|have|got)\s+(?:(?P<no>no)\s+|any\s+|some\s+)?(?:more\s+)?cards{left}{END}",
            has_cards,
        ),
        part(
            rf"\b(?P<x>left\s+of\s+{WORD}|right\s+of\s+{WORD})\s+(?P<said>has|have)\s+(?:(?P<how>{HOW})\s+)?(?P<n>{N})\s+cards?{END}",
            has_number,
        ),
        part(
            rf"\b(?P<x>{THING})\s+(?P<said>has|have)\s+(?:(?P<no>no)\s+|any\s+|some\s+)?(?:more\s+)?(?:chips|coins|money){left}{END}",
            has_chips,
        ),
        part(
            rf"\b(?P<x>{THING})\s+(?P<said>has|have|holds?|contains?|owns?|includes?)\s+(?:the\s+)?(?P<card>(?:[AKQJ]|\d+)[CDHS]){END}",
            has_card,
        ),
        part(
            rf"\b(?P<x>{THING})\s+(?P<said>has|have|holds?|contains?|includes?)\s+(?:(?P<no>no)|an?|any)\s+(?P<meld>{WORD}){END}",
            has_meld,
        ),
        part(
            rf"\b(?P<x>{THING})\s+(?P<said>holds?|contains?|owns?|includes?)(?P<rest>\s+[^;)]+)",
            contains,
        ),
        part(
            rf"\b(?P<said>there\s+(?:is|are))\s+(?:(?P<no>no|not\s+any)\s+|any\s+|some\s+|an?\s+)?(?P<noun>{WORD})\s+(?:left\s+)?in\s+(?P<p>{THING})",
            there_are,
        ),
        part(
            rf"\b(?P<said>(?:it\s+is\s+)?(?:the\s+)?(?P<n>first|second|third|fourth|fifth|\d+(?:st|nd|rd|th))\s+(?P<phase>{WORD})){END}",
            pass_of,
        ),
        part(
            rf"(?<![\w.] of )\b(?P<said>(?P<phase>{WORD}))\s+(?P<sign>is|[<>!]?=|[<>])\s+(?P<n>\d+){END}",
            lambda said, text: (
                pass_of(said, text)
                if said["phase"] in phases(text.span.file)
                else None
            ),
        ),
        part(r"\b(?:the\s+)?(?P<said>previous\s+player|player\s+before\s+you|last\s+player's)\b", "right of you"),
        part(r"\b(?P<said>(?:the\s+)?next\s+player)(?=\s+(?:is|are)\b)", "left of you"),
        part(
            rf"\b(?P<said>your\s+(?P<how>highest|lowest)\s+(?P<noun>cards?)){END}",
            "{how} {noun} in your hand",
        ),
        part(
            rf"\b(?P<said>your\s+(?P<what>{WORD})\s+(?:is|are)\s+(?:the\s+)?(?P<how>most|fewest|highest|lowest)){END}",
            "you are in (all players with {how} {what})",
        ),
        part(
            rf"\b(?P<said>{IN_WORDS})\s+(?P<noun>cards?|players?|teams?|chips?|points?|times|rounds?)\b",
            cards_number,
            "numbers are written with digits",
            readable=False,
        ),
        # Comparisons
        part(
            rf"\b(?P<a>{OTHER})\s+(?:is|are)\s+(?P<said>adjacent\s+to|next\s+to|a\s+neighbou?r\s+of|consecutive\s+(?:to|with))\s+(?:the\s+)?(?P<b>{OTHER})",
            "position of rank of {a} - position of rank of {b} is in (1, -1)",
        ),
        part(
            rf"\b(?P<a>{OTHER})\s+is\s+(?P<said>(?P<n>{N})\s+(?:ranks?\s+)?(?P<way>higher|lower|above|below|more|less)(?:\s+than)?)\s+(?:the\s+)?(?P<b>{OTHER})",
            lambda said, text: (
                f"position of rank of {said['a']} = position of rank of {said['b']} "
                f"{'+' if said['way'] in ('higher', 'above', 'more') else '-'} {plain(said['n'])}"
            ),
        ),
        part(
            rf"\b(?P<said>difference\s+(?:between|of))\s+(?P<a>{OTHER})\s+and\s+(?:the\s+)?(?P<b>{OTHER})\s+(?:is|=)\s+(?P<n>{N})",
            "rank of {a} - rank of {b} is in ({n}, -{n})",
        ),
        part(
            rf"(?P<x>{OTHER})\s+(?:is|are)\s+(?P<said>(?P<how>{HOW}|{THAN}))\s+(?:the\s+)?(?P<r>\d+|[AKQJ]\b|{OTHER})",
            compared,
        ),
        part(
            rf"\b(?P<said>(?:the\s+)?(?:(?:next|first)\s+(?:rank\s+)?after\s+(?P<x>{WORD})|next\s+rank|rank\s+(?:after|above)))\b",
            next_rank,
        ),
        # Reckoning
        part(
            r"\bnumber\s+(?P<said>per|in|among|from)\s+(?P<what>players|teams|cards)\b",
            "number of {what}",
        ),
        part(
            rf"\b(?P<said>count|length|amount)\s+of\s+(?!cards?\b)(?P<x>{THING})", "size of {x}"
        ),
        part(
            rf"\b(?P<said>(?:sum|total)\s+of\s+(?:the\s+|all\s+)?(?P<what>value|point)s)\s+(?:of|in)\s+(?P<x>{THING})",
            "total value of {x}",
        ),
        part(rf"\b(?P<said>(?P<how>total|largest|smallest)\s+(?P<x>{WORD}))(?=\s*[<>=!])", of_each_picked),
        part(rf"\b(?P<said>(?:total|sum)\s+of)\s+(?!values?\b)(?P<x>{THING})", "total value of {x}"),
        part(
            r"\b(?P<how>smaller|larger)\s+of\s+(?P<said>number\s+of\s+(?P<a>[^()]+?)\s+and\s+number\s+of\s+(?P<b>[^();<>=]+?))(?=\s*(?:$|[;),<>=]))",
            "{how} of (number of {a}) and (number of {b})",
            "what is counted stands in brackets here",
        ),
        part(r"\b(?P<said>max|maximum)\s+of\s+(?P<a>\w+)\s+and\s+(?P<b>\w+)", "larger of {a} and {b}"),
        part(r"\b(?P<said>min|minimum)\s+of\s+(?P<a>\w+)\s+and\s+(?P<b>\w+)", "smaller of {a} and {b}"),
        part(rf"\b(?P<said>(?P<x>{WORD})\s+(?:size|count|length))\b", size_of),
        part(rf"\b(?P<said>(?P<x>{WORD})\s+(?P<y>{WORD}))\b", two_words, readable=False),
        part(rf"\b(?P<x>(?:your\s+)?{WORD})\s+(?P<said>is\s+(?P<no>not\s+)?empty)", emptied),
        # Conditions
        text("expr ending", r"(?:only|but\s+only)\s+(?P<said>if|when)\s+(?P<c>.+)", "{c}",
             "a condition stands here without 'only if'"),
        text("expr", r"(?P<said>unless)\s+(?P<c>.+)", "not ({c})"),
        text("expr", r"(?P<a>[^;]+?)\s+(?P<said>if)\s+(?P<c>[^;]+?)(?:,?\s+(?:else|otherwise)\s+(?P<b>[^;]+))?",
             either_or),
        text("expr row_value", r"(?:the\s+)?(?P<said>(?P<noun>players?))\s+(?P<rest>with\s+(?:the\s+)?(?:most|fewest|highest|lowest)\s+[^;]+)",
             who_wins, "'player' alone does not say which player"),
        text("expr row_value", r"(?:the\s+)?(?P<said>(?P<noun>teams?))\s+(?P<rest>with\s+(?:the\s+)?(?:most|fewest|highest|lowest)\s+[^;]+)",
             who_wins, "'team' alone does not say which team"),
        text("expr", rf"(?P<said>(?P<a>{RANK})\s+to\s+(?P<b>{RANK}))", only_ranks),
        text("expr", r"(?P<no>not\s+)?(?P<said>(?P<rank>\w+))", of_that_rank, readable=True),
        text("expr", r"(?P<said>(?P<who>[A-Z]\w*)\s+to\s+(?:move|play)|(?:it\s+is\s+)?(?P<whose>[A-Z]\w*)'s\s+turn|it\s+is\s+[A-Z]\w*'s\s+turn)",
             "whose turn it is shows in who can move: write '- Anna: MOVE', or '- Anna cannot: MOVE'", readable=True),
        text("expr", r"(?P<who>[A-Z]\w*)\s+(?P<said>can(?:not)?|may(?:\s+not)?)\s+(?P<move>.+)",
             lambda said, text: (
                 f"write '- {said['who']}{' cannot' if 'not' in said['said'] else ''}: {short(said['move'])}'"
                 if not re.match(r"see\s", said["move"])
                 else f"write '- {said['who']} {'cannot see' if 'not' in said['said'] else 'sees'}: {short(said['move'][4:])}'"
             ), "what somebody can do is a step of its own"),
        text("expr", r"(?P<x>.+?)\s+(?P<verb>is|are|=)\s+(?P<said>(?:(?:[AKQJ]|\d+)[CDHS][\s,]+)+(?:[AKQJ]|\d+)[CDHS])",
             lambda said, text: f"{said['x']} is ({', '.join(re.findall(r'[^ ,]+', said['said']))})",
             "several cards as one value are a list"),
        # Turns and passes
        text("who", r"each\s+player\s+(?P<said>except|but|other\s+than|apart\s+from)\s+(?P<x>.+)",
             "each player where player is not {x}"),
        text("who", r"(?P<each>each\s+player|players\s+in\s+turn)\s+(?P<said>(?P<rest>twice|thrice|once|until\s+.+))",
             by_turns),
        text("who", r"(?P<said>simultaneously|together|everybody\s+together)", lambda said, text: "everyone at once" if key(text) == "who" else None, readable=True),
        text("repeat", r"(?P<n>\d+)", "{n} times"),
        text("repeat", r"once", "leave 'repeat' out: without it a phase is gone through once"),
        text("repeat", r"(?P<said>twice)", "2 times"),
        text("repeat", r"(?P<said>thrice)", "3 times"),
        text("repeat", r"(?P<said>while|as\s+long\s+as)\s+(?P<c>.+)", "until not ({c})"),
        text("repeat", r"(?P<said>(?:once|one\s+time)\s+(?:per|for\s+each)\s+player)", "number of players times"),
        text("repeat", r"(?P<said>up\s+to|at\s+most)\s+(?P<n>\w+)\s+times", "{n} times"),
        text("repeat", rf"(?P<n>{N})\s+(?P<said>(?!times)\w+?s?)", "{n} times"),
        text("ending", rf"after\s+(?P<said>(?P<n>\w+)\s+(?P<phase>{WORD}?)s)",
             "after {phase}, when {phase}_number = {n}"),
        text("ending", rf"after\s+(?P<phase>{WORD})\s+(?P<said>(?P<n>\d+))",
             "after {phase}, when {phase}_number = {n}"),
        text("ending", rf"after\s+(?P<said>each|every|any)\s+(?P<phase>{WORD})(?P<rest>.*)",
             "after {phase}{rest}"),
        text("ending", rf"after\s+(?P<phase>{WORD})\s+(?P<said>and)\s+when\s+(?P<rest>.+)",
             "after {phase}, when {rest}"),
        text("ending", rf"(?P<after>(?:after\s+{WORD},\s*)?)(?P<said>if)\s+(?P<c>.+)", "{after} when {c}"),
        text("ending", r"(?!when\b|after\b)(?P<c>.+)", "when {c}", "'when' is missing before the condition"),
        # What may be chosen
        text("choice", rf"(?P<noun>cards?)\s+in\s+(?P<p>{THING})\s+(?:that\s+|which\s+)?(?P<said>is|are)\s+(?P<what>.+)",
             chosen_where),
        text("choice", rf"(?P<said>(?P<what>{WORD})\s+(?P<noun>cards?))\s+(?:in|from)\s+(?P<p>{THING})", of_kind, readable=True),
        text("choice", rf"(?P<noun>cards?)\s+(?P<said>of\s+suit)\s+(?P<what>{WORD})\s+(?:in|from)\s+(?P<p>{THING})", of_kind),
        text("choice", r"(?P<said>(?:an|any)?\s*other\s+player|opponents?|an\s+opponent|another\s+player|player\s+(?:other\s+than|except|but|besides)\s+you)",
             lambda said, text: (
                 "player where player is not you" if key(text) in ("choose", "") or said[0] != "opponent" else None
             ), readable=True),
        text("choice", rf"(?P<said>(?!number\b){WORD})\s+from\s+(?P<a>\w+)\s+to\s+(?P<b>\w+)",
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
        text("option", r"(?P<said>one\s+of|either)\s+(?P<words>[a-z_]+(?:\s*(?:,|/|\bor\b)\s*(?!normally)[a-z_]+)+)(?:,\s*normally\s+(?P<normal>\w+))?", low_high),
        text("remember", r"(?P<said>(?:list|set|number)\s+of)\s+(?P<what>players|cards|teams)(?P<rest>.*)",
             lambda said, text: None if said["said"].startswith("number") else f"{said['what']}{said['rest']}"),
        text("remember", r"(?P<kind>.+?)\s*,?\s+(?P<said>start(?:s|ing)?|begin(?:s|ning)?|initially|initial\s+value|defaults?|normally)"
             r"\s*(?:as|at|with|from|to)?\s+(?P<value>\w+)",
             lambda said, text: (
                 None if re.search(r",\s+starts\s+(?:as|at)\s+\w+$", said[0])
                 else f"{said['kind']}, starts as {plain(said['value'])}"
             )),
        text("remember chips", r"(?P<kind>.+?)\s*,?\s+(?P<said>(?:for|of)\s+(?:each|every)\s+(?P<who>player|team)|each\s+(?P<other>player))(?P<rest>.*)",
             lambda said, text: f"{said['kind']} per {said['who'] or said['other']}{said['rest']}"),
        text("chips", r"(?P<said>starts?\s+(?:as|at|with))\s+(?P<n>\w+)", "{n}"),
        text("pile", r"(?:only|just)\s+(?P<said>(?:the\s+)?top(?:\s+card)?)\s+(?:is\s+)?face\s+up", "face down, top face up"),
        text("pile", r"(?P<first>.*?)(?:^|,\s*)(?P<said>stacked|shared|common|single|one|squared|spread|in\s+the\s+middle)(?:,\s*(?P<rest>.*))?",
             lambda said, text: "leave it out: " + ("a pile is shared unless it is 'per player'")),
        text("pile", r"per\s+player,\s*(?P<said>only\s+(?:the\s+)?(?:owner|player)\s+(?:sees|knows).*)", "per player, seen by owner"),
        text("ranks", rf"(?:{RANK}\s+)+{RANK}", ranks_listed, "ranks stand with commas between them"),
        text("ranks", r"(?P<first>.*?)(?P<a>\w+)\s+(?P<said>through|thru|up\s+to|until|till)\s+(?P<b>\w+)(?P<rest>.*)",
             "{first} {a} to {b}{rest}"),
        text("ranks", r"(?P<first>.+?),\s*(?P<said>[Jj]okers?)", "write '{first}', and beside it: jokers: joker",
             "a joker has no rank: jokers stand under 'jokers'"),
        text("values", r"(?P<first>.*?)\b(?P<a>\w+)\s*=\s*(?P<n>\d+)\s+(?P<said>or)\s+\d+.*",
             "what a card counts now and then stands in a term; here it has one value: '{a} = {n}'"),
        text("values", rf"(?P<first>.*?)(?P<said>(?:{RANK}\s*=\s*)+{RANK})\s*=\s*(?P<n>\d+)(?P<rest>.*)",
             lambda said, text: f"{said['first']}{' '.join(re.findall(RANK, said['said']))} = {said['n']}{said['rest']}"),
        text("values", r".*?(?P<said>(?:[AKQJ]|\d+)[CDHS])\s*=.*",
             "what one card counts is said in a term: values are of ranks and jokers"),
        text("values", r"(?P<first>.*?)(?P<said>face\s+cards|faces|court\s+cards|pictures?|picture\s+cards)\s*=\s*(?P<n>\d+)(?P<rest>.*)",
             lambda said, text: f"{said['first']}J Q K = {said['n']}{said['rest']}" if key(text) == "values" else None,
             readable=True),
        text("values", r".*?(?P<said>as\s+(?:numbered|printed|marked|written|shown|they\s+are)|at\s+face\s+value"
             rf"|(?:{RANK}\s+)*{RANK}\s*(?:is|are|counts?|:|\s)\s*-?\d+(?=\s*(?:,|$))).*", values_listed, readable=False),
        text("values", r".*?(?P<said>(?:all\s+)?(?:the\s+)?(?:others?|rest|other\s+cards|everything\s+else|face\s+value|pip\s+value))\b.*",
             lambda said, text: (
                 "leave it out: other numbers count their number, and what is named nowhere counts 0"
                 if key(text) == "values" else None
             ), readable=True),
        text("values", r".*?=\s*(?P<said>face\s+value|pip\s+value|their\s+(?:number|value)|its\s+(?:number|value)).*",
             "leave it out: numbers count their number"),
        text("seats", rf"(?P<said>(?:from|between)\s+)?(?P<a>{N})\s+(?:to|and|-)\s+(?P<b>{N})(?:\s+players?)?", seats),
        text("seats", rf"(?P<said>exactly|always|only)\s+(?P<a>{N})(?:\s+players?)?", seats),
        text("seats", rf"(?P<a>{N})\s+(?P<said>players?)", seats),
        text("seats", rf"{N}(?:\s*,\s*{N})*\s*(?:,\s*)?or\s+{N}(?:\s+players)?", seats),
        text("seats", rf"(?:at\s+least\s+)?(?P<a>{N})\s*(?P<said>or\s+more|\+|and\s+more|upwards?)", "{a} to 8",
             "how many play at most is not said"),
        text("seats", rf"(?P<a>{N})\s*(?P<said>\(?\s*(?:in\s+)?(?:pairs|partnerships|two\s+teams|2\s+teams|teams\s+of\s+2|teams\s+of\s+two|two\s+pairs|partners)\s*\)?)",
             lambda said, text: (
                 f"{plain(said['a'])} in {int(plain(said['a'])) // 2 if 'pairs' in said['said'] or 'of' in said['said'] else 2} teams"
             )),
        text("limit", r"(?P<n>\d+)(?:\s+(?P<said>\w+))?", "{n} moves"),
        text("limit", r"(?P<said>none|no|unlimited|infinite|nothing)", "leave 'limit' out: 10000 moves without it, and without end no game goes on"),
        text("meld", rf"(?P<n>{N}|pair|triple|trips|quads)(?:\s+cards)?\s+(?P<said>of\s+a\s+kind)",
             "{n} cards of one rank"),
        text("meld", r"(?P<said>(?:a\s+)?pairs?)", "2 cards of one rank"),
        text("meld", r"(?P<said>(?:a\s+)?(?:triples?|trips|triplets?))", "3 cards of one rank"),
        text("meld", r"(?P<many>\d.*?\s+cards\s+of\s+)(?P<said>(?:the\s+)?(?:same|equal))\s+(?P<what>rank|suit)(?P<rest>.*)",
             "{many} one {what}{rest}"),
        text("meld", rf"(?P<said>at\s+least)\s+(?P<n>{N})\s+cards(?P<rest>.*)", "{n} or more cards{rest}"),
        text("meld", r"(?P<n>\d+)\s*(?P<said>\+|and\s+more|and\s+up|plus)\s*cards(?P<rest>.*)", "{n} or more cards{rest}"),
        text("meld", r"(?P<many>\d.*?\s+cards)\s+(?P<said>in\s+sequence|in\s+a\s+row|in\s+order)", "{many} of one suit in sequence"),
        text("meld", r"(?P<many>\d.*?)\s+(?P<said>consecutive|neighbouring|running)\s+cards\s+of\s+(?:one|the\s+same)\s+suit", "{many} cards of one suit in sequence"),
        text("meld", rf"(?P<said>{IN_WORDS})\s+(?P<rest>cards?.*|or.*|to.*)",
             lambda said, text: f"{plain(said['said'])} {said['rest']}", "numbers are written with digits"),
        text("row_do row_value", r"(?P<said>default|else|by\s+default|normally|in\s+all\s+other\s+cases)\s*(?:->|:)\s*(?P<rest>.+)", "otherwise -> {rest}"),
        # Examples
        text("given cards", r"\(?(?:(?:[AKQJ]|\d+)[CDHS\u2663\u2666\u2665\u2660](?:\s*(?P<said>,))?\s*)+\)?", 
             lambda said, text: " ".join(re.findall(r"[^\s,()]+", said[0])) if re.search(r"[,(]", said[0]) else None,
             "cards stand one after the other, without commas or brackets"),
        text("given cards", r"(?P<said>empty|none|no\s+cards?|0\s+cards)", 
             lambda said, text: None if key(text).split()[-1] in under(text.span.file, "chips") else "nothing",
             "what has no cards holds nothing", readable=True),
        text("given expr chips option", rf"(?P<said>{IN_WORDS}|zero)", lambda said, text: str(NUMBERS.get(said[0], 0)),
             "numbers are written with digits", readable=True),
        text("given", r"(?P<n>\d+)\s+(?P<said>points?|chips?)", "{n}"),
    )  # fmt: skip
