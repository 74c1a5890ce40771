"""`rulerun explain CODE`: what a code means; what is no code is somebody's game and address."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulerun.grammar.vocabulary import CODES

from .command import Rulerun

SILENCED = [code for code in CODES.values() if code.silenceable]


def test_a_code_is_explained(rulerun: Rulerun, golden: Callable[[str, str], None]) -> None:
    done = rulerun("explain", "T401")
    assert (done.code, done.err) == (0, "")
    golden("cli/explain_code.out", done.out)


def test_every_code_has_its_whole_text(rulerun: Rulerun) -> None:
    for code in CODES.values():
        done = rulerun("explain", code.code)
        assert done.code == 0
        assert done.out.startswith(f"{code.code} {code.title}\n\n")
        assert code.why.split() == done.out.split("\n\n")[1].split()
        for piece in (code.bad, code.good):
            for line in piece.split("\n"):
                if line.isprintable() and line.strip():
                    assert f"\n    {line.rstrip()}\n" in done.out
        assert not [c for c in done.out if not c.isprintable() and c != "\n"]
        assert max(map(len, done.out.splitlines())) <= 110


def test_how_a_warning_is_silenced_is_told(rulerun: Rulerun) -> None:
    assert SILENCED
    for code in CODES.values():
        told = f"'# allow {code.code}: REASON'" in " ".join(
            rulerun("explain", code.code).out.split()
        )
        assert told == code.silenceable


def test_several_codes_and_small_letters(rulerun: Rulerun) -> None:
    both = rulerun("explain", "t401", "L609", "T401").out
    assert both == "\n".join(rulerun("explain", code).out for code in ("T401", "L609"))


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("T4O1", "did you mean T401?"),
        ("T410", "T401"),
        ("Z401", "T401"),
        ("E999", "E301"),
        ("X999", "codes begin with Y1.., S2.., E3.., T4.., O5.., L6.., R7.."),
    ],
)
def test_of_an_unknown_code_the_nearest_are_told(rulerun: Rulerun, word: str, hint: str) -> None:
    done = rulerun("explain", word, "T402")
    assert (done.code, done.out) == (2, "")
    assert f"no message has the code {word}; " in done.err
    assert hint in done.err


@pytest.mark.parametrize(
    "arguments",
    [[], ["gin"], ["gin", "knock_limit", "more"], ["T401", "--with", "big_gin"], ["T401", "gin"]],
)
def test_wrong_uses(rulerun: Rulerun, arguments: list[str]) -> None:
    done = rulerun("explain", *arguments)
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_what_is_no_code_is_a_game_and_an_address(rulerun: Rulerun) -> None:
    done = rulerun("explain", "gin", "knock_limit")
    assert done.code == 0
    assert "rulesets/gin.yaml:" in done.out
    # A game may be called as a code might.
    assert (
        "p10" in rulerun("explain", "p10", "rounds").out + rulerun("explain", "p10", "rounds").err
    )
