"""Words misspelt: a slip of the fingers, or another idea of how a word is written."""

from __future__ import annotations

from random import Random

_NEIGHBOURS = {
    "a": "sqz", "b": "vngh", "c": "xvdf", "d": "sfec", "e": "wrd", "f": "dgrv", "g": "fhtb",
    "h": "gjyn", "i": "uok", "j": "hkun", "k": "jlim", "l": "kop", "m": "nk", "n": "bmhj",
    "o": "ipl", "p": "ol", "q": "wa", "r": "etf", "s": "adwx", "t": "ryg", "u": "yij", "v": "cbfg",
    "w": "qes", "x": "zcsd", "y": "tuh", "z": "xas",
}  # fmt: skip


def misspelt(word: str, rng: Random) -> str:
    """The word with one slip of the fingers; the first letter mostly stays."""
    at = rng.randrange(1, len(word)) if rng.random() < 0.9 else 0
    letter = word[at]
    match rng.choice(("swapped", "lost", "doubled", "beside", "inserted")):
        case "swapped" if at:
            return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
        case "lost" if len(word) > 3:
            return word[:at] + word[at + 1 :]
        case "beside" if letter in _NEIGHBOURS:
            return word[:at] + rng.choice(_NEIGHBOURS[letter]) + word[at + 1 :]
        case "inserted" if letter in _NEIGHBOURS:
            return word[:at] + rng.choice(_NEIGHBOURS[letter]) + word[at:]
    return word[:at] + letter + word[at:]


def styled(word: str, rng: Random) -> str:
    """The word in the spelling of another language."""
    parts = word.split("_")
    ways = [word.capitalize(), word.upper()]
    if len(parts) > 1:
        camel = parts[0] + "".join(p.capitalize() for p in parts[1:])
        ways = [camel, "-".join(parts), "".join(parts), word.capitalize(), " ".join(parts)]
    return rng.choice(ways)


def numbered(word: str) -> str:
    """The word in the singular or plural, as it was not."""
    return word[:-1] if word.endswith("s") else word + "s"
