"""The texts of a rule file, parsed.

`parse` is all that others need. The tables of the grammar in rules.lark say what can stand where; each
word is offered to them as what the grammar can take at that place, so that no word is reserved where
it is not needed.
"""

from __future__ import annotations

import pkgutil
import re
import threading
from collections.abc import Container
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeAlias

from . import syntax
from .automaton import Course, Tables, Unfit
from .builder import Builder
from .diagnostics import Diagnostic
from .nodes import Scalar
from .parts import Refusal
from .source import SourceFile, Span
from .tables import tables
from .tokens import MEANT, Shape, Token, split
from .vocabulary.builtins import BUILTINS
from .vocabulary.words import GRAMMAR_WORDS, JOINING

Tree: TypeAlias = (
    syntax.Expr
    | syntax.Line
    | syntax.Row
    | syntax.Ending
    | syntax.Who
    | syntax.Repeat
    | syntax.Choice
    | syntax.Head
    | syntax.Kind
    | syntax.Option
    | syntax.Remember
    | syntax.Chips
    | syntax.Pile
    | syntax.Seats
    | syntax.Limit
    | syntax.Ranks
    | syntax.Names
    | syntax.Values
    | syntax.Meld
    | syntax.People
    | syntax.Args
    | syntax.Seen
)

#: The kinds of text (LANGUAGE part 13). `given` is what a memory, a chip holder or a pile is set to:
#: a value, or cards one after the other, or none.
STARTS = (
    "line", "row_do", "row_value", "ending", "gives",
    "expr", "who", "repeat", "choice", "head",
    "option", "remember", "pile", "chips", "seats", "limit", "ranks", "names", "values", "meld",
    "cards", "args", "seen", "given", "people",
)  # fmt: skip

MOST_CHARACTERS = 20_000
MOST_TOKENS = 2000
MOST_BRACKETS = 30
DEEPEST = 100


def parse(start: str, text: Scalar) -> tuple[Any, list[Diagnostic]]:
    """The tree of a text read with one of the rules `STARTS`, or None and what is wrong with it.

    Never raises, whatever the text. The tree is a node of syntax.py; which ones can come of a start
    rule is said there.
    """
    if start not in STARTS:
        raise ValueError(f"no start rule {start!r}")
    try:
        return _parse(start, text), []
    except Refusal as refusal:
        return None, refusal.diagnostics


_LOCK = threading.RLock()


def _parse(start: str, text: Scalar) -> Any:
    """As `parse`, but raises `Refusal`."""
    if len(text.text) > MOST_CHARACTERS:
        span = text.span_at(MOST_CHARACTERS, MOST_CHARACTERS + 1)
        raise Refusal([_too_long(span, f"{MOST_CHARACTERS} characters")])
    tokens = split(text, helps=start == "option", most=MOST_TOKENS)
    _limits(tokens)
    words, builder = _machine()
    taken: list[Token] = []
    with _LOCK:  # the builder knows one text at a time
        before = getattr(builder, "text", text), builder.bracketed
        builder.text, builder.bracketed = text, {}
        try:
            tree = _tree(words, Course(words.tables, start, builder), tokens, taken)
        except Unfit as error:
            raise Refusal([_explained(start, text, tokens, taken, error.token)]) from None
        except Refusal as refusal:
            raise Refusal(_without_partner(tokens) or refusal.diagnostics) from None
        finally:
            builder.text, builder.bracketed = before
    if len(tokens) > DEEPEST:
        _depth(tree)
    if _STRAY.search(text.text) is not None:
        _stray_article(text)
    return tree


_BEFORE_NOTHING = (
    r"a|an|the|that|and|or|not|to|into|from|of|in|among|under|on|becomes|each|every|any|no|when|"
    r"where|whose|unless|until|otherwise|always|times|per|you|your|then|pays?|takes?|scores?|draws?|"
    r"consults?|plays|drops"
)
_STRAY = re.compile(
    rf"\b(?P<article>(?:an?|the)(?=\s*(?:$|->|[-=<>!+*/(),;]|(?:is|are|has|have|with|{_BEFORE_NOTHING})\b))"
    rf"|that(?=\s*(?:$|->|[-=<>!+*/(),;]|(?:{_BEFORE_NOTHING})\b)))(?!\w)"
)
"""An article with nothing behind it that could have one: a name, a noun, a card, a word that picks."""


def _stray_article(text: Scalar) -> None:
    """Refuses a text in which an article stands before nothing: a word is too much, or one is lost."""
    quoted = [m.span() for m in re.finditer(r'"[^"]*"|--.*', text.text, re.DOTALL)]
    for found in _STRAY.finditer(text.text):
        at, end = found.span("article")
        if any(start <= at < stop for start, stop in quoted):
            continue
        rest = text.text[end:].split()
        behind = f"before '{rest[0]}'" if rest else "at the end"
        message = f"'{found['article']}' cannot stand {behind}: it belongs to a name or a noun"
        raise Refusal([Diagnostic("E301", message, text.span_at(at, end), "leave it out")])


def reads(start: str, text: Scalar) -> bool:
    """Whether a text can be read with one of the rules `STARTS`; nothing is worked out about why not."""
    tokens = split(text, helps=start == "option", most=MOST_TOKENS)
    words, _ = _machine()
    if _reach(words, start, tokens) <= len(tokens):
        return False
    return parse(start, text)[0] is not None


def reads_to(start: str, text: str, end: int) -> bool:
    """Whether a text can be read up to its character `end`, and what stands there fits behind it."""
    span = Span(SourceFile("", text), 0, len(text))
    tokens = split(Scalar(text, span), helps=start == "option", most=MOST_TOKENS)
    needed = sum(token.start < end for token in tokens)
    return _reach(_machine()[0], start, tokens) > needed


def is_a_part(start: str, text: Scalar, names: Container[str]) -> bool:
    """Whether a text looks like a part of another one: it begins with a sign, a card or a word of the
    language, and speaks of nothing but `names`."""
    tokens = split(text, helps=start == "option")
    words = _machine()[0].words

    def is_known(at: int, word: str) -> bool:
        names_it = start == "names" or (
            start in _DECLARES and at > 0 and tokens[at - 1].text == "or"
        )
        if names_it:
            return text.span.file.words[word] > 1
        return word in words or word in names or word in BUILTINS

    of_words = ((at, t.text) for at, t in enumerate(tokens) if t.shape is Shape.WORD)
    if not tokens or not all(is_known(at, word) for at, word in of_words):
        return False
    first = tokens[0]
    if start == "args":  # what a player did may well be followed by what that means
        return first.shape is Shape.SIGN
    return first.shape in (Shape.SIGN, Shape.WRITTEN, Shape.HELP) or first.text in words


_DECLARES = ("option", "remember", "gives")
"""The kinds of text in which words of a game's own get their names: `high or low`."""


def _tree(words: Words, course: Course, tokens: list[Token], taken: list[Token]) -> Any:
    """What the tokens mean; `taken` gets those that were looked at, the last of which may not fit."""
    at = 0
    while at < len(tokens):
        token, at = words.next(tokens, at, course)
        taken.append(token)
        course.take(token)
    return course.end()


# --------------------------------------------------------------------------------------------
# Limits, so that no text can stop a check


def _limits(tokens: list[Token]) -> None:
    """Refuses a text that is too long or has too many brackets within brackets."""
    if len(tokens) > MOST_TOKENS:
        raise Refusal([_too_long(tokens[-1].span, f"{MOST_TOKENS} words and signs")])
    depth = 0
    for token in tokens:
        if token.text == "(":
            depth += 1
            if depth > MOST_BRACKETS:
                raise Refusal([_too_deep(token.span, f"{MOST_BRACKETS} brackets")])
        elif token.text == ")":
            depth -= 1


def _depth(tree: Any) -> None:
    """Refuses a tree so deep that walking down it would end badly."""
    level = [tree]
    for _ in range(DEEPEST):
        level = [
            part
            for node in level
            for part in (
                node
                if isinstance(node, tuple)
                else [getattr(node, f.name) for f in fields(node) if f.name != "span"]
            )
            if isinstance(part, (tuple, syntax.Node))
        ]
        if not level:
            return
    deepest = next(node for node in level if isinstance(node, syntax.Node))
    raise Refusal([_too_deep(deepest.span, f"{DEEPEST} parts")])


def _too_long(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "E301",
        f"this text has more than {what}",
        span,
        "give parts of it a name under 'terms' or 'tables'",
    )


def _too_deep(span: Span, what: str) -> Diagnostic:
    return Diagnostic(
        "E301",
        f"more than {what} stand within one another here",
        span,
        "give the inner part a name under 'terms'",
    )


# --------------------------------------------------------------------------------------------
# Words as the grammar can take them


class Words:
    """Says of each word which terminal of the grammar it is.

    A word or phrase of the grammar is one where the grammar can go on with it, otherwise a name.
    Few can be either at one place; of these, `_meant` looks at what follows.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for terminal, spellings in tables.spellings.items():
            for spelling in spellings:
                words = tuple(spelling.split())
                self.phrases.setdefault(words[0], []).append((words, terminal))
        for found in self.phrases.values():
            found.sort(key=lambda phrase: -len(phrase[0]))
        self.words = frozenset(
            word
            for found in self.phrases.values()
            for phrase, _ in found
            for word in phrase
            if word.isalpha()
        )

    def next(self, tokens: list[Token], at: int, course: Course) -> tuple[Token, int]:
        """The token at that place with its terminal, and the place after it."""
        token = tokens[at]
        if token.shape not in (Shape.WORD, Shape.SIGN):
            token.type = _TERMINALS.get(token.shape, "WRONG")
            return token, at + 1
        fallback = ""
        for words, terminal in self.phrases.get(token.text, ()):
            end = at + len(words)
            if len(words) > 1 and tuple(t.text for t in tokens[at:end]) != words:
                continue
            if not _meant(tokens, at, terminal):
                continue
            if course.can_take(terminal):
                if len(words) > 1:
                    last = tokens[end - 1]
                    span = token.span.to(last.span)
                    text = " ".join(words)
                    return Token(token.shape, text, token.start, last.end, span, terminal), end
                token.type = terminal
                return token, end
            if len(words) == 1:
                fallback = fallback or terminal
        if token.shape is Shape.WORD and token.text not in GRAMMAR_WORDS:
            token.type = "NAME"
        else:
            token.type = fallback or "WRONG"
        return token, at + 1


_TERMINALS = {
    Shape.NUMBER: "INT",
    Shape.LETTER: "LETTER",
    Shape.WRITTEN: "WRITTEN",
    Shape.PERSON: "PERSON",
    Shape.TEXT: "STRING",
    Shape.HELP: "HELP",
}


def _meant(tokens: list[Token], at: int, terminal: str) -> bool:
    """Whether a word that could be a name at this place is meant as a word of the grammar."""

    def name(index: int) -> bool:
        token = tokens[index] if index < len(tokens) else None
        return token is not None and token.shape is Shape.WORD and token.text not in GRAMMAR_WORDS

    def word(index: int, text: str) -> bool:
        return index < len(tokens) and tokens[index].text == text

    match tokens[at].text:
        case "highest" | "lowest":  # `highest card in trick`, but `highest of posts`
            return terminal != "PICK" or name(at + 1)
        case "total" | "largest" | "smallest":  # `total value of hand`, but `total of player`
            return name(at + 1) and word(at + 2, "of")
        case "number" if terminal == "NUMBER":  # `number from 1 to 3`, but `number in numbers from`
            return not word(at + 1, "in")
        case "players" if terminal == "PLAYERS":
            return word(at + 1, "in") and word(at + 2, "turn")
        case "everyone":
            return word(at + 1, "at") and word(at + 2, "once")
    return True


def _explained(
    start: str, text: Scalar, tokens: list[Token], taken: list[Token], found: Token | None
) -> Diagnostic:
    """What is wrong where the parser stopped."""
    from .advice import form_of

    told = _guessed(start, text, tokens, taken, found)
    near = _NEAR.fullmatch(told.suggestion or "")
    at = next((n for n, token in enumerate(tokens) if token.span.start == told.span.start), None)
    if near is None or at is None:
        return told
    # Nobody is helped by a word that would not do there either.
    said = replace(tokens[at], shape=Shape.WORD, type=MEANT)
    meant = [
        replace(said, text=word, shape=Shape.WORD if word[0].isalpha() else Shape.SIGN)
        for word in near["word"].split()
    ]
    rest = tokens[at + 1 :]
    # All that is meant, without its last word where that is said already (`facing up` is `face up`),
    # or its first word alone, after which another one was meant: `fac down`.
    ways = [
        (meant, rest),
        *([(meant, rest[1:])] if _is_said(meant, rest) else []),
        (meant[:1], rest),
    ]
    for words, others in ways:
        changed = [*tokens[:at], *words, *others]
        if _reach(_machine()[0], start, changed) > min(at + len(words), len(changed) - 1):
            if words == meant:
                return told
            return replace(told, suggestion=f"did you mean '{words[0].text}'?")
    form = f"i{near['form']}" if near["form"] else None
    return replace(told, suggestion=form or form_of(start))


def _is_said(meant: list[Token], following: list[Token]) -> bool:
    return len(meant) > 1 and bool(following) and following[0].text == meant[-1].text


_NEAR = re.compile(r"did you mean '(?P<word>[^']+)'\?(?: I(?P<form>t is written: .*))?")


def _guessed(
    start: str, text: Scalar, tokens: list[Token], taken: list[Token], found: Token | None
) -> Diagnostic:
    """As `_explained`; the word that it says was meant may not stand there."""
    from .advice import Place, first_words  # most files have no mistakes, and start sooner without
    from .idioms import surely_written
    from .misspelling import (
        idle,
        misspelt,
        no_semicolon,
        one_letter_off,
        told,
        unclosed,
        unfinished,
        unreadable,
    )
    from .mistakes import explain

    words, _ = _machine()
    taken = taken if found is None else taken[:-1]

    def before(index: int) -> frozenset[str]:
        course = Course(words.tables, start)
        for token in taken[:index]:
            course.take(token)
        return course.choices()

    # The nodes are made for a token that then did not fit, so it is asked again from the beginning.
    spellings = words.tables.spellings
    place = Place(start, text, taken, found, before(len(taken)), before, spellings)
    sure = surely_written(place)
    said = sure or explain(place)
    if not _may_try(text.span.file):
        return said

    def reach(tokens: list[Token]) -> int:
        return _reach(words, start, tokens)

    acts = start in ("line", "row_do")
    if sure is not None:
        return one_letter_off(tokens, words.words, reach, acts) or sure
    if acts and (two := no_semicolon(tokens, first_words(), reach)) is not None:
        return two
    at = len(tokens) if found is None else reach(tokens)
    strange = next(
        (
            token
            for place, token in enumerate(tokens[at : at + 3], at)
            if (token.shape is Shape.WRONG and not token.text.isalnum())
            or (token.shape is Shape.TEXT and tokens[place - 1].text != "say")
        ),
        None,
    )
    if strange is not None and strange.span.start > said.span.start:
        return one_letter_off(tokens, words.words, reach, acts) or unreadable(strange)
    stopped = tokens[at] if at < len(tokens) else None
    if stopped is not None and (opened := _never_closed(tokens)) in tokens[:at]:
        return idle(tokens, reach) or unclosed(opened, stopped)
    may_stand = [p for name in before(len(taken)) for p in spellings.get(name, ())]
    wrong = misspelt(tokens, at, words.words, may_stand, reach, acts)
    if wrong is not None:
        return told(*wrong, words.words, said)
    if stopped is not None:
        return unfinished(tokens, at, may_stand, said) or said
    return said


def _without_partner(tokens: list[Token]) -> list[Diagnostic]:
    """What is wrong with the brackets of a text that cannot mean anything, whatever else is."""
    from .misspelling import closes_nothing

    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0:
            return [closes_nothing(token, tokens[: tokens.index(token)])]
    return []


def _never_closed(tokens: list[Token]) -> Token | None:
    """The innermost bracket that stays open."""
    opened: list[Token] = []
    for token in tokens:
        if token.text == "(":
            opened.append(token)
        elif token.text == ")" and opened:
            opened.pop()
    return opened[-1] if opened else None


MOST_TRIED = 200  # texts of a file in which a misspelt word is looked for
_tried: tuple[SourceFile | None, int] = None, 0


def _may_try(file: SourceFile) -> bool:
    """Whether there was no end of mistakes in this file yet: looking for misspelt words takes time."""
    global _tried
    before = _tried[1] if _tried[0] is file else 0
    _tried = file, before + 1
    return before < MOST_TRIED


def _reach(words: Words, start: str, tokens: list[Token]) -> int:
    """How many tokens can be read, one more if they are a whole text."""
    tokens = [replace(token) for token in tokens]  # what they are taken for is written on them
    course = Course(words.tables, start)
    at = 0
    try:
        while at < len(tokens):
            is_tried = tokens[at].type == MEANT and tokens[at].text in JOINING
            token, end = words.next(tokens, at, course)
            if is_tried and token.type == "NAME":
                return at  # `7 into A` would be a relation: nobody who writes `to` means that
            course.take(token)
            at = end
        course.end()
    except Unfit:
        return at
    return at + 1


# --------------------------------------------------------------------------------------------
# The parser itself


@cache
def _machine() -> tuple[Words, Builder]:
    """What reads words, and what nodes are built with, made at the first text."""
    grammar, kept = (_beside(name) for name in ("rules.lark", "rules.table"))
    return Words(tables(grammar, STARTS, kept)), Builder(lambda text: _parse("expr", text))


def _beside(name: str) -> str:
    """A text that lies beside this module; nothing where there is none."""
    try:
        found = pkgutil.get_data(str(__package__), name)
    except OSError:
        return ""
    return "" if found is None else found.decode("utf-8")
