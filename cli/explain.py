"""`rulerun explain`: what a code of a message means, or where a value of a game comes from."""

from __future__ import annotations

import re
import sys
import textwrap

import click

from .exits import USAGE, Failed
from .paint import Paint
from .rule_files import set_option, with_option
from .terminal import say, wants_color, width

_LIKE_CODE = re.compile(r"[A-Za-z]{1,2}(?=\w*\d)[\dOoIl]{2,4}")
_INDENT = "    "
_SHOWN = 8  # codes in a message that lists them
_FORMS = "rulerun explain T401, or rulerun explain gin knock_limit"


@click.command("explain", short_help="Say what a code means, or where a value comes from.")
@click.argument("words", metavar="CODE... | FILE ADDRESS", nargs=-1, required=True)
@with_option
@set_option
def command(words: tuple[str, ...], overlays: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Say what the code of a message means, or where a value of a game comes from.

    \b
    rulerun explain T401                     what was found, why, and put right
    rulerun explain T401 L603
    rulerun explain gin knock_limit          the value, with file and line
    rulerun explain gin knock_limit --with oklahoma --set knock_limit=5

    Of a CODE it is told what was found, why it is not let pass, a piece of a rule file with the
    mistake and the same piece put right, and how a warning is silenced.

    Of an ADDRESS it is told what stands there, and what stood there before each house rule.

    Exit code: 0 it is explained, 1 the rules are wrong, 2 there is no such code or address, 3 a
    file cannot be read.
    """
    if _are_codes(words):
        if overlays or settings:
            raise Failed("a code means the same in every game; leave out --with and --set", USAGE)
        _explain(words)
        return
    if len(words) != 2:
        raise Failed(f"say a code, or a game and what of it: {_FORMS}", USAGE)
    from .origins import tell

    tell(words[0], words[1], overlays, settings)


def _are_codes(words: tuple[str, ...]) -> bool:
    """Whether codes are meant, though they may be misspelt; a game may be called `p10`."""
    from rulerun.grammar.vocabulary import CODES

    return words[0].upper() in CODES or all(_LIKE_CODE.fullmatch(word) for word in words)


def _explain(words: tuple[str, ...]) -> None:
    from rulerun.grammar.vocabulary import CODES

    unknown = [word for word in words if word.upper() not in CODES]
    if unknown:
        raise Failed("\n".join(map(_no_code, unknown)), USAGE)
    paint = Paint(color=wants_color(sys.stdout))
    for number, word in enumerate(dict.fromkeys(word.upper() for word in words)):
        if number:
            say()
        code = CODES[word]
        say(paint.bold(f"{code.code} {code.title}"))
        say()
        _tell(code.why)
        _show("Wrong:", code.bad)
        _show("Right:", code.good)
        say()
        if code.silenceable:
            _tell(
                f"Where it is meant so, a comment silences it, with the reason after the colon: "
                f"'# allow {code.code}: REASON', at the end of the line or alone on the line above."
            )
        else:
            _tell("No comment silences it.")


def _no_code(word: str) -> str:
    """That there is no such code, and which one was probably meant."""
    from rulerun.grammar.vocabulary import CODES

    wanted = word.upper()
    digits = wanted[:1] + wanted[1:].translate(str.maketrans("OILS", "0115"))
    family = [code for code in CODES if code[0] == digits[0]]
    near = [code for code in CODES if _are_near(code, digits)]
    if digits in CODES:
        hint = f"did you mean {digits}?"
    elif near:
        hint = f"did you mean {near[0]}?" if len(near) == 1 else f"there are {_some(near)}"
    elif family:
        hint = f"there are {_some(family)}"
    else:
        families = ", ".join(dict.fromkeys(f"{code[:2]}.." for code in CODES))
        hint = f"codes begin with {families}"
    return f"no message has the code {word}; {hint}"


def _some(codes: list[str]) -> str:
    return ", ".join(codes[:_SHOWN]) + (", ..." if len(codes) > _SHOWN else "")


def _are_near(code: str, word: str) -> bool:
    """Whether one letter or digit is wrong, two have changed places, or one is missing."""
    if len(code) == len(word):
        wrong = [n for n, (a, b) in enumerate(zip(code, word, strict=True)) if a != b]
        swapped = len(wrong) == 2 and sorted(code) == sorted(word) and wrong[1] == wrong[0] + 1
        return len(wrong) == 1 or swapped
    longer, shorter = sorted((code, word), key=len, reverse=True)
    return any(longer[:n] + longer[n + 1 :] == shorter for n in range(len(longer)))


def _show(title: str, piece: str) -> None:
    say()
    say(title)
    say()
    for line in piece.rstrip("\n").split("\n"):
        say((_INDENT + _visible(line)).rstrip())


def _visible(text: str) -> str:
    """A line without characters that could command a terminal: these are what is wrong with it."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def _tell(text: str) -> None:
    for line in textwrap.wrap(text, width(), break_long_words=False, break_on_hyphens=False):
        say(line)
