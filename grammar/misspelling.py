"""The one word that keeps a text from being read: misspelt, or a word of another language.

A misspelt word of the language looks like a name, and the parser stops only at what follows it. So
the words before that place are tried: if the text can be read with the word that is nearest to one
of them, that one was misspelt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from .diagnostics import Diagnostic, slips_between
from .tokens import Shape, Token
from .vocabulary.effects import ADVICE, effect_for
from .vocabulary.words import ELSEWHERE

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
    # The second word of a phrase may be the wrong one: the parser stopped before the first.
    best: tuple[int, Token, str] | None = None
    for number in _in_order(stopped, whole):
        token = tokens[number]
        if token.shape not in (Shape.WORD, Shape.SIGN) or token.text in known - set(ELSEWHERE):
            continue
        if token.text not in ELSEWHERE and _is_a_name(token, tokens):
            continue
        for meant in _meant(token.text, token.shape is Shape.WORD, known):
            parts = [replace(token, shape=_shape(m), text=m) for m in meant.split(" ")]
            changed = [*tokens[:number], *parts, *tokens[number + 1 :]]
            more = len(parts) - 1
            reached = reach(changed) - more
            if reached > whole:
                return token, meant
            if reached >= stopped + _GOES_ON and (best is None or reached > best[0]):
                best = reached, token, meant
    return None if best is None else best[1:]


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
    key = rf"(?:^|[{{,])[^:#\n]*\b{re.escape(token.text)}\b[^:#\n]*:(?=\s)"
    return re.search(key, token.span.file.text, re.MULTILINE) is not None


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
    """The diagnostic for a misspelt word; `before` is what would be said without knowing it."""
    advice = before.suggestion or ""
    if advice.startswith("did you mean") and f"'{before.span.text} " not in advice:
        return before
    message = f"found '{token.text}' where '{meant}' may stand"
    return Diagnostic("E301", message, token.span, f"did you mean '{meant}'?")
