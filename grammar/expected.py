"""What may stand at a place where a text goes wrong, in the words of the card table."""

from __future__ import annotations

from .advice import COMPARING, Place, either, first_words

_VALUE_WORDS = frozenset(
    {
        "you", "your", "nothing", "(", "-", "not", "yes", "no", "all", "first", "last", "top",
        "bottom", "any", "every", "highest", "lowest", "random", "number of", "at least", "at most",
        "exactly", "fewer than", "more than", "total", "largest", "smallest", "next after",
        "numbers from", "everything from", "smaller of", "larger of", "who played", "who holds",
    }
)  # fmt: skip
"""Words and signs with which a value may begin."""

_VALUE = frozenset({"INT", "LETTER", "WRITTEN", "PERSON", "NAME"})
ARITHMETIC = frozenset({"ADD", "MULTIPLY", "MINUS"})
_CANONICAL = (
    "where", "pays", "takes", "scores", "draws", "consults", "plays next", "drops out", "cards",
    "starts as", "with most",
)  # fmt: skip
"""The spelling that stands for others in a message."""
_NAMED = {
    "INT": "a number",
    "LETTER": "a rank",
    "WRITTEN": "a card such as 10H",
    "PERSON": "a player such as Anna",
    "NAME": "a name",
    "STRING": "a text in quotes",
    "HELP": "'--' and a help text",
}


def allowed(place: Place) -> str:
    """What may stand at a place, in words: `a value, ')' or 'from'`."""
    left = set(place.accepts)
    parts: list[str] = []
    if "SHUFFLE" in left:
        parts.append("an effect")
        left -= {name for name in left if _begins_effect(place, name)} | {"EACH"}
    elif "LPAR" in left:
        parts.append("a condition" if _condition_due(place) else "a value")
    if "LPAR" in left:
        left -= {
            name for name in left if _VALUE_WORDS & set(place.spellings.get(name, ()))
        } | _VALUE
    if "COMPARE" in left:
        parts.append("a comparison")
        left -= COMPARING | {"NAME"}
    if left & ARITHMETIC:
        if left & ARITHMETIC != {"MINUS"} or "INT" not in left:  # else the sign of a number
            parts.append("arithmetic")
        left -= ARITHMETIC
    for name, words in _NAMED.items():
        if name in left:
            parts.append(words)
    ends = "$END" in left
    left -= {"$END", "AGAINST", "UNLESS", *_NAMED}
    if "AND" in left or ends:  # a value is whole: how it could be made longer is of no interest
        left.discard("OF")
    if len(left) + len(parts) > 1:
        left -= {name for name in left if place.spellings.get(name) == ("'s",)}
    if place.found is None and not ends:  # only what must still come, not what could
        needed = left - {"AND", "OR", "COMMA", "OF", "WHERE"} or left
        if needed and not set(parts) - {"a comparison", "arithmetic"}:
            left, parts = needed, []
    quoted = sorted({word for name in left for word in _shown(place, name)})
    parts += [f"'{word}'" for word in quoted]
    if ends:
        parts.append("the end of the text")
    if len(parts) > 9:
        parts = [*parts[:8], "the like"]
    return either(parts)


def _shown(place: Place, terminal: str) -> tuple[str, ...]:
    """The spellings of a terminal, or the one that stands for all."""
    words = place.spellings.get(terminal, ())
    if words == ("for",):
        return ("for each",)
    if words == ("per",):  # 'per player' stands for every noun
        return ()
    return next(((best,) for best in _CANONICAL if best in words), words)


def _begins_effect(place: Place, terminal: str) -> bool:
    firsts = first_words()
    return any(word.split()[0] in firsts for word in place.spellings.get(terminal, ()))


def _condition_due(place: Place) -> bool:
    last = place.taken[-1] if place.taken else None
    return last is not None and (
        last.type == "WHERE" or last.text in ("when", "and", "or", "not", "unless", "until")
    )
