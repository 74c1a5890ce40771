"""The one word that keeps a text from being read: misspelt, or a word of another language.

A misspelt word of the language looks like a name, and the parser stops only at what follows it. So
the words before that place are tried: if the text can be read with the word that is nearest to one
of them, that one was misspelt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from .diagnostics import Diagnostic, Note, nearest, slips_between
from .tokens import MEANT, Shape, Token
from .vocabulary.builtins import BUILTINS
from .vocabulary.effects import ADVICE, effect_for
from .vocabulary.words import ELSEWHERE, JOINING

_BACK = 8  # words before the place where the parser stopped that are tried
_GOES_ON = 3  # so many words more have to be read for a word to be the wrong one


def misspelt(
    tokens: Sequence[Token],
    stopped: int,
    words: Iterable[str],
    due: Iterable[str],
    reach: Callable[[list[Token]], int],
    acts: bool = True,
) -> tuple[Token, str] | None:
    """The wrong word and the right one, or None if no single word is.

    `stopped` is the number of the token at which the parser stopped, `words` are those of the
    language, `due` those that could have stood there, `reach` tells how many tokens can be read (one
    more if the text is whole then), `acts` whether such a text may do things.
    """
    known = frozenset(words)
    whole, expected = len(tokens), frozenset(due)
    best: tuple[int, Token, str] | None = None
    for number in _in_order(stopped, tokens, known):
        for token, length, meant in _changes(tokens, number, known, acts):
            parts = [replace(token, shape=_shape(m), text=m, type=MEANT) for m in meant.split()]
            if stopped == whole and token.text in JOINING and meant not in expected:
                continue  # what joins is not wrong where only what it joins is missing
            changed = [*tokens[:number], *parts, *tokens[number + length :]]
            reached = reach(changed) - len(parts) + length
            if reached > whole:
                return token, meant
            is_sure = token.text not in ELSEWHERE and token.text not in known
            goes_on = reached >= stopped + _GOES_ON and is_sure
            if meant and goes_on and (best is None or reached > best[0]):
                best = reached, token, meant
    return None if best is None else best[1:]


def one_letter_off(
    tokens: Sequence[Token], words: Iterable[str], reach: Callable[[list[Token]], int], acts: bool
) -> Diagnostic | None:
    """The diagnostic for a word that nothing knows, if the whole text can be read with one that is
    spelled nearly alike; None if there is no such word. `words`, `reach` and `acts` are those of
    `misspelt`.
    """
    known = frozenset(words)
    for number, token in enumerate(tokens):
        left = [*tokens[:number], *tokens[number + 1 :]]
        is_twice = token.shape is Shape.WORD and token.text in [
            t.text for t in left[number - 1 : number]
        ]
        if number and is_twice and reach(left) > len(left):
            return _twice(token)
        small = token.text.lower()
        is_large = token.shape in (Shape.PERSON, Shape.WRONG)
        if is_large and (small in known or _is_loud(token)):
            said = [
                *tokens[:number],
                replace(token, shape=Shape.WORD, text=small),
                *tokens[number + 1 :],
            ]
            if reach(said) > len(said):
                message = f"'{token.text}' cannot stand here"
                return Diagnostic("E301", message, token.span, f"write '{small}' in small letters")
        if not _is_strange(token, known) or token.text in ELSEWHERE:
            continue
        if _is_a_name(token, tokens, acts):
            continue
        for meant in _meant(token.text, True, known):
            changed = [*tokens[:number], replace(token, text=meant), *tokens[number + 1 :]]
            if " " not in meant and reach(changed) > len(changed):
                return _found(token, meant)
    return None


def no_semicolon(
    tokens: Sequence[Token], verbs: Container[str], reach: Callable[[list[Token]], int]
) -> Diagnostic | None:
    """The diagnostic for two effects with nothing between them, if the whole text can be read with a
    ';' there; `verbs` are the words with which an effect begins."""
    for number, token in enumerate(tokens):
        if number < 2 or token.text not in verbs or tokens[number - 1].text in (";", "->"):
            continue
        sign = replace(token, shape=Shape.SIGN, text=";")
        if reach([*tokens[:number], sign, *tokens[number:]]) > len(tokens) + 1:
            message = f"';' is missing before '{token.text}'"
            return Diagnostic("E301", message, token.span, f"write '; {token.text} ...'")
    return None


def _twice(token: Token) -> Diagnostic:
    message = f"'{token.text}' stands here twice"
    return Diagnostic("E301", message, token.span, "leave one of them out")


def _found(token: Token, meant: str, *notes: Note) -> Diagnostic:
    message = f"found '{token.text}' where '{meant}' may stand"
    return Diagnostic("E301", message, token.span, f"did you mean '{meant}'?", notes)


def _changes(
    tokens: Sequence[Token], number: int, known: frozenset[str], acts: bool
) -> Iterator[tuple[Token, int, str]]:
    """What may be wrong at a token: what is there, how many tokens it is, what may be meant.

    Nothing is meant by a word that is said twice.
    """
    token = tokens[number]
    after = tokens[number + 1] if number + 1 < len(tokens) else None
    if after is not None and (token.text, after.text) == ("-", ">"):
        yield replace(token, text="- >", end=after.end, span=token.span.to(after.span)), 2, "->"
    if number and token.text == tokens[number - 1].text and token.shape is Shape.WORD:
        yield token, 1, ""
    if token.text == "you" and after is not None and after.shape is Shape.WORD:
        yield token, 1, "your"
    if token.text in _HOW_MANY and after is not None and after.text == "of":
        yield token, 1, "number"
    small = token.text.lower()
    names = known | token.span.file.words_of_keys | set(BUILTINS)
    if token.shape is Shape.PERSON and (small in names or _is_loud(token)):
        yield token, 1, small
    if token.shape not in (Shape.WORD, Shape.SIGN):
        return
    for length in (2, 3):
        words = [t.text for t in tokens[number : number + length] if t.shape is Shape.WORD]
        name = "_".join(words)
        if len(words) == length and (name in BUILTINS or _is_said(name, token)):
            end = tokens[number + length - 1]
            whole = replace(token, text=" ".join(words), end=end.end, span=token.span.to(end.span))
            yield whole, length, name
    if after is not None and after.text == "-" and number + 2 < len(tokens):
        last = tokens[number + 2]
        name = f"{token.text}_{last.text}"
        if last.start - token.end == 1 and last.shape is Shape.WORD and _is_said(name, token):
            said = f"{token.text}-{last.text}"
            yield replace(token, text=said, end=last.end, span=token.span.to(last.span)), 3, name
    if token.text in JOINING and not number:
        return
    if token.text in known or token.text in ELSEWHERE or not _is_a_name(token, tokens, acts):
        for meant in _meant(token.text, token.shape is Shape.WORD, known):
            yield token, 1, meant


def _is_loud(token: Token) -> bool:
    """Whether a word in capitals is spelt with small letters elsewhere in its file."""
    text = token.text
    return text.isupper() and len(text) > 2 and text.lower() in token.span.file.words


_SMALL_ELSEWHERE = ("at", "for", "by", "onto", "on")
"""Small words that stand where one of the language was meant, and hardly for anything else."""

_HOW_MANY = ("amount", "count", "quantity")
"""What people call a number of things; choices are called so as well."""


def _is_said(name: str, token: Token) -> bool:
    """Whether the file of a token has a key of that name, or speaks of it elsewhere."""
    file = token.span.file
    if name in file.words_of_keys:
        return True
    return all(word in file.words for word in name.split()) and (
        " " not in name or file.first(rf"\b{re.escape(name)}\b") is not None
    )


def _shape(word: str) -> Shape:
    return Shape.WORD if word[0].isalpha() else Shape.SIGN


def _in_order(stopped: int, tokens: Sequence[Token], known: frozenset[str]) -> Iterator[int]:
    """The numbers of the tokens to try, the likeliest first: words that nothing knows."""
    numbers = (stopped, *range(stopped - 1, stopped - _BACK, -1), stopped + 1)
    yield from sorted(
        (n for n in numbers if 0 <= n < len(tokens)),
        key=lambda n: (
            tokens[n].shape is not Shape.PERSON
            and not _is_strange(tokens[n], known)
            and not _is_an_answer(tokens, n),
            tokens[n].text == "where",  # few mean another word by it
        ),
    )


def _is_an_answer(tokens: Sequence[Token], number: int) -> bool:
    """Whether a word is the `on` of `it is on`: elsewhere a yes, here only said in `lay M on P`."""
    return number > 0 and tokens[number].text == "on" and tokens[number - 1].text == "is"


def _is_strange(token: Token, known: frozenset[str]) -> bool:
    """Whether a word is none of the language and none of the file's own names."""
    if token.shape is not Shape.WORD or token.text in known or token.text in BUILTINS:
        return False
    return token.text not in token.span.file.words_of_keys


def _is_a_name(token: Token, tokens: Sequence[Token], acts: bool) -> bool:
    """Whether a word is no misspelt one.

    The file has a key of it, or the text has it twice, or it is everyday speech for something else.
    """
    if token.text in ADVICE or (acts and effect_for(token.text) is not None):
        return True
    if sum(t.text == token.text for t in tokens) > 1:
        return True
    return token.text in token.span.file.words_of_keys


@lru_cache(maxsize=2000)
def _meant(text: str, is_word: bool, known: frozenset[str]) -> tuple[str, ...]:
    """What may be meant by a word, the likeliest first."""
    likely = list(ELSEWHERE.get(text, ()))
    if not is_word or len(text) < (2 if text not in known else 5):
        return tuple(likely)
    near: list[tuple[int, bool, bool, str]] = []
    for word in known:
        most = 1 if text in known or min(len(text), len(word)) < 5 else 2
        if abs(len(word) - len(text)) <= most and len(set(word) ^ set(text)) <= 2 * most:
            slips = slips_between(text, word)
            if 0 < slips <= most:
                near.append((slips, sorted(word) != sorted(text), word[0] != text[0], word))
    likely += [word for *_, word in sorted(near)]
    for at in range(2, len(text) - 1 if text not in known else 0):
        if text[:at] in known and text[at:] in known:
            likely.append(f"{text[:at]} {text[at:]}")
    return tuple(likely)


def told(token: Token, meant: str, words: frozenset[str], before: Diagnostic) -> Diagnostic:
    """The diagnostic for a misspelt word; `words` are those of the language.

    `before` is what would be said without knowing it; where that says already what was meant, it
    is not said in other words.
    """
    is_clear = _is_strange(token, words) or token.text in _SMALL_ELSEWHERE
    if before.code == "E302" and meant and not is_clear:
        return before
    if before.code == "E302" and meant:
        return _found(token, meant)
    advice = before.suggestion or ""
    is_sure = token.text not in ELSEWHERE and meant and f"'{meant}" not in advice
    if before.span.start == token.span.start and meant:
        if advice and not is_sure:
            return before
        return replace(before, suggestion=f"did you mean '{meant}'?")
    keys = before.span.file.words_of_keys
    is_meant = advice.startswith("did you mean") and f"'{before.span.text} " not in advice
    wrong = before.span.text
    if is_meant and token.shape is Shape.WORD and token.text not in ELSEWHERE:
        said = advice.split("'")[1]
        if wrong not in keys and slips_between(wrong, said) <= slips_between(token.text, meant):
            return before
    if not meant:
        return _twice(token)
    if before.message.startswith(f"'{meant}' is missing"):
        return _found(token, meant, Note(f"or {before.message}", before.span, equal=True))
    return _found(token, meant)


def unreadable(token: Token) -> Diagnostic:
    """The diagnostic for a sign that stands in no text; what stands before it is right as it is."""
    return Diagnostic("E301", f"'{token.text}' cannot stand here", token.span, token.advice)


def idle(tokens: Sequence[Token], reach: Callable[[list[Token]], int]) -> Diagnostic | None:
    """The diagnostic for an opening bracket without which the text can be read, or None."""
    brackets = [n for n, token in enumerate(tokens) if token.text == "("]
    for number in brackets[:_BACK]:
        left = [*tokens[:number], *tokens[number + 1 :]]
        if reach(left) > len(left):
            message = "'(' cannot stand here: it is closed nowhere"
            return Diagnostic("E301", message, tokens[number].span, "leave it out")
    return None


def closes_nothing(bracket: Token, before: Sequence[Token] = ()) -> Diagnostic:
    """The diagnostic for a closing bracket before which none is open; any one before it may be the
    one too much."""
    advice = "leave it out, or open a bracket before it"
    others = [token for token in before if token.text == ")"]
    notes = tuple(Note("or this one is too much", t.span, equal=True) for t in others[-1:])
    return Diagnostic("E301", "')' closes no bracket", bracket.span, advice, notes)


def unclosed(bracket: Token, stopped: Token) -> Diagnostic:
    """The diagnostic for a bracket that is never closed, although something else goes on."""
    note = Note(f"'{stopped.text}' cannot stand inside", stopped.span)
    return Diagnostic("E301", "this bracket is never closed", bracket.span, "write ')'", (note,))


def unfinished(
    tokens: Sequence[Token], stopped: int, phrases: Iterable[str], before: Diagnostic
) -> Diagnostic | None:
    """The diagnostic for a phrase that begins well and goes on wrongly, or None.

    `phrases` are those that may stand at the token where the parser stopped: of `starting which`,
    where `starting with` may stand, the second word is wrong.
    """
    first = tokens[stopped]
    if before.code == "E303" or before.span.start != first.span.start:
        return None
    fitting = [p.split() for p in phrases if p.startswith(f"{first.text} ")]
    length = 1
    while fitting and stopped + length < len(tokens):
        word = tokens[stopped + length]
        going_on = [words for words in fitting if words[length : length + 1] == [word.text]]
        if not going_on:
            return _phrase(tokens[stopped : stopped + length + 1], fitting)
        fitting = going_on
        length += 1
    return None


def _phrase(tokens: Sequence[Token], fitting: list[list[str]]) -> Diagnostic:
    """The diagnostic for a phrase whose last word here is wrong."""
    *begun, wrong = tokens
    due = sorted({words[len(begun)] for words in fitting if len(words) > len(begun)})
    shown = " or ".join(f"'{word}'" for word in due)
    said = " ".join(token.text for token in begun)
    near = nearest(wrong.text, due)
    whole = " or ".join(sorted(f"'{' '.join(words)}'" for words in fitting))
    advice = f"did you mean '{near}'?" if near else f"write {whole}"
    # A word that is a name of the file's own, too, was perhaps meant as that.
    first = Note(f"'{said}' alone is no name that can stand here", begun[0].span, equal=True)
    is_name = said in wrong.span.file.words_of_keys
    return Diagnostic(
        "E301",
        f"found '{wrong.text}' where {shown} may stand after '{said}'",
        wrong.span,
        advice,
        (first,) if is_name and not near else (),
    )
