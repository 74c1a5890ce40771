"""The one word that keeps a text from being read: misspelt, or a word of another language.

A misspelt word of the language looks like a name, and the parser stops only at what follows it. So
the words before that place are tried: if the text can be read with the word that is nearest to one
of them, that one was misspelt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from .diagnostics import Diagnostic, nearest, slips_between
from .source import Span
from .tokens import Shape, Token
from .vocabulary.effects import ADVICE, effect_for
from .vocabulary.words import ELSEWHERE, JOINING

_BACK = 8  # words before the place where the parser stopped that are tried
_GOES_ON = 3  # so many words more have to be read for a word to be the wrong one


def misspelt(
    tokens: Sequence[Token],
    stopped: int,
    words: Iterable[str],
    reach: Callable[[list[Token]], int],
) -> tuple[Token, str] | None:
    """The wrong word and the right one, or None if no single word is.

    `stopped` is the number of the token at which the parser stopped, `words` are those of the
    language, `reach` tells how many tokens can be read (one more if the text is whole then).
    """
    known = frozenset(words)
    whole = len(tokens)
    best: tuple[int, Token, str] | None = None
    for number in _in_order(stopped, whole):
        for token, length, meant in _changes(tokens, number, stopped, known):
            parts = [replace(token, shape=_shape(m), text=m) for m in meant.split()]
            changed = [*tokens[:number], *parts, *tokens[number + length :]]
            reached = reach(changed) - len(parts) + length
            if reached > whole:
                return token, meant
            if meant and reached >= stopped + _GOES_ON and (best is None or reached > best[0]):
                best = reached, token, meant
    return None if best is None else best[1:]


def _changes(
    tokens: Sequence[Token], number: int, stopped: int, known: frozenset[str]
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
    if token.shape not in (Shape.WORD, Shape.SIGN):
        return
    if token.text in JOINING and (not number or stopped == len(tokens)):
        return  # what joins is not wrong where what it joins is missing
    if token.text in ELSEWHERE or (token.text not in known and not _is_a_name(token, tokens)):
        for meant in _meant(token.text, token.shape is Shape.WORD, known):
            yield token, 1, meant


def _shape(word: str) -> Shape:
    return Shape.WORD if word.isalpha() else Shape.SIGN


def _in_order(stopped: int, whole: int) -> Iterator[int]:
    """The numbers of the tokens to try, the likeliest first."""
    for number in (stopped, *range(stopped - 1, stopped - _BACK, -1), stopped + 1):
        if 0 <= number < whole:
            yield number


def _is_a_name(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a word is no misspelt one.

    The file has a key of it, or the text has it twice, or it is everyday speech for something else.
    """
    if token.text in ADVICE or effect_for(token.text) is not None:
        return True
    if sum(t.text == token.text for t in tokens) > 1:
        return True
    return token.text in token.span.file.words_of_keys


@lru_cache(maxsize=2000)
def _meant(text: str, is_word: bool, known: frozenset[str]) -> tuple[str, ...]:
    """What may be meant by a word, the likeliest first."""
    likely = list(ELSEWHERE.get(text, ()))
    if not is_word or len(text) < 2:
        return tuple(likely)
    near: list[tuple[int, bool, bool, str]] = []
    for word in known:
        most = 1 if min(len(text), len(word)) < 5 else 2
        if abs(len(word) - len(text)) <= most and len(set(word) ^ set(text)) <= 2 * most:
            slips = slips_between(text, word)
            if 0 < slips <= most:
                near.append((slips, sorted(word) != sorted(text), word[0] != text[0], word))
    likely += [word for *_, word in sorted(near)]
    for at in range(2, len(text) - 1):
        if text[:at] in known and text[at:] in known:
            likely.append(f"{text[:at]} {text[at:]}")
    return tuple(likely)


def told(token: Token, meant: str, before: Diagnostic) -> Diagnostic:
    """The diagnostic for a misspelt word.

    `before` is what would be said without knowing it; where that says already what was meant, it
    is not said in other words.
    """
    if before.code == "E302":
        return before
    advice = before.suggestion or ""
    is_sure = token.text not in ELSEWHERE and meant and f"'{meant}" not in advice
    if before.span.start == token.span.start and meant:
        if advice and not is_sure:
            return before
        return replace(before, suggestion=f"did you mean '{meant}'?")
    words = before.span.file.words_of_keys
    is_meant = advice.startswith("did you mean") and f"'{before.span.text} " not in advice
    if is_meant and token.text not in ELSEWHERE and before.span.text not in words:
        return before
    if not meant:
        message = f"'{token.text}' stands here twice"
        return Diagnostic("E301", message, token.span, "leave one of them out")
    message = f"found '{token.text}' where '{meant}' may stand"
    return Diagnostic("E301", message, token.span, f"did you mean '{meant}'?")


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
    return Diagnostic(
        "E301",
        f"found '{wrong.text}' where {shown} may stand after '{said}'",
        wrong.span,
        f"did you mean '{near}'?" if near else f"write {whole}",
    )
