"""The steps of an example as they are written, and what to say of those that are none."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import cast

from rulerun.grammar.diagnostics import did_you_mean, shortened, slips_between
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import STEP, Holds

from .ruleset import PlayStep, StepKind
from .sections import Section, SectionReader


def read_steps(
    reader: SectionReader, section: Section, players: tuple[str, ...]
) -> tuple[PlayStep, ...]:
    """The steps under `play`, as far as they can be read."""
    entry = section.found.get("play")
    if entry is None:
        return ()
    if reader.nothing(entry.value, entry.key, Holds.STEPS):
        return ()
    if isinstance(entry.value, Mapping) and entry.value.entries:
        first = entry.value.entries[0]
        said = first.value.text if isinstance(first.value, Scalar) else "..."
        message = f"the dash is missing before '{first.key.text}': each step has one"
        reader.report("S242", message, first.key.span, f"write '- {first.key.text}: {said}'")
        return ()
    if not isinstance(entry.value, Sequence):
        reader.wrong_kind(entry.value, entry.key, Holds.STEPS.value)
        return ()
    found = (_step(reader, item, entry.key, players) for item in entry.value)
    return tuple(s for s in found if s is not None)


def _step(
    reader: SectionReader, node: Node, under: Scalar, players: tuple[str, ...]
) -> PlayStep | None:
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        span = node.span if isinstance(node, Scalar) else under.span
        message = "a step is one player's move, what one player sees, or one 'expect'"
        advice = "write '- Anna: bet 3', '- Anna cannot: bet 5' or '- expect: pot = 4'"
        if isinstance(node, Mapping) and len(node.entries) > 1:
            second = node.entries[1]
            span = second.key.span
            message = f"the dash is missing before '{second.key.text}': each step has one"
            said = second.value.text if isinstance(second.value, Scalar) else "..."
            advice = f"write '- {second.key.text}: {said}'"
        if isinstance(node, Sequence):
            inner, written, at = (
                node.items[0] if node.items else node,
                node.span.file.text,
                node.span.start,
            )
            message = "a step has one dash, and here are two"
            if written[at] == "[":
                message = "a step stands without brackets"
            else:
                at = written.rfind("-", 0, at + 1)
            span = Span(node.span.file, at, at + 1)
            first = written[inner.span.start : inner.span.end].split("\n")[0]
            advice = f"write '- {shortened(first.strip())}'" if node.items else "leave it out"
        if isinstance(node, Scalar):
            advice = _as_step(node.text, players, span.file.words_of_keys) or advice
        reader.report("S242", message, span, advice)
        return None
    key, value = node.entries[0].key, node.entries[0].value
    kind: StepKind = "move"
    player: str | None = key.text
    of_a_player = STEP.match(key.text)
    if key.text == "expect":
        kind, player = "expect", None
    elif of_a_player is not None:
        player = of_a_player[1]
        kind = cast("StepKind", " ".join(of_a_player[2].split()))
    text = reader.text(value, key, _HOLDING[kind])
    if player is not None and players and player not in players:
        first, _, rest = key.text.partition(" ")
        if first in players:
            span = key.span_at(len(first) + 1, len(key.text))
            message = (
                "after the player's name stands nothing, 'cannot', 'sees' or 'cannot see', "
                f"and here is '{rest}'"
            )
            said = value.text if isinstance(value, Scalar) else "..."
            meant = _seeing(rest)
            if meant is not None and not meant[1]:
                write: str | None = f"did you mean '{meant[0]}'?"
            else:
                words = ["cannot", "sees"] if " " not in rest else ["cannot see"]
                forbidden = _MAY_NOT.match(f"{rest} ")
                is_move = (
                    forbidden is not None and slips_between(rest[forbidden.end() :], "see") > 1
                )
                write = None if is_move else did_you_mean(rest, words)
            write = write or _as_step(f"{key.text} {said}", players, span.file.words_of_keys)
            reader.report("S240", message, span, write)
            return None
        if player in _EXPECTING and isinstance(value, Scalar):
            message = f"no player of this example is called '{player}'"
            reader.report("S240", message, key.span, f"write '- expect: {shortened(value.text)}'")
            return None
        ways = ("", " cannot", " sees", " cannot see")
        reader.report(
            "S240",
            f"no player of this example is called '{player}'",
            key.span,
            _of_all(key.text, value, players)
            or did_you_mean(key.text, [*(p + way for way in ways for p in players), "expect"])
            or f"its players are {', '.join(players)}",
        )
        return None
    if text is None:
        return None
    return PlayStep(kind=kind, player=player, text=text, span=key.span)


_HOLDING: dict[StepKind, str] = {
    "move": "what is played",
    "cannot": "what is played",
    "expect": "a condition",
    "sees": "the piles and cards that are seen",
    "cannot see": "the piles and cards that are not seen",
}
"""What stands after the colon of a step."""

_EXPECTING = ("then", "assert", "check", "result", "expects", "expected", "now", "so")
"""What people write instead of `expect`."""
_MAY_NOT = re.compile(
    r"(?:cannot|can't|can not|may not|mustn't|must not|is not allowed to|isn't allowed to|couldn't)\s+"
)
_SEES = re.compile(
    r"(?:can |does |also )?(?:sees?|saw|knows?|looks? at|has seen)(?! (?:not|no|nothing|none)\b)",
    re.IGNORECASE,
)
_SEES_NOT = re.compile(
    r"(?:(?:cannot|can ?not|can't|cant|does not|doesn't|do not|don't|may not|must not|mustn't"
    r"|should not|has not|hasn't|is not allowed to|never) (?:see|sees|seen|know|knows|look at)"
    r"|(?:sees?|knows?) (?:not|nothing of|none of|no))(?!\w)",
    re.IGNORECASE,
)


def _seeing(said: str) -> tuple[str, str] | None:
    """Which kind of step is meant by what follows a player's name, and what remains of the text; None
    where nobody sees anything: `does not see stock`."""
    for step, pattern in (("cannot see", _SEES_NOT), ("sees", _SEES)):
        found = pattern.match(said)
        rest = "" if found is None else said[found.end() :]
        if found is not None and (not rest or rest[0].isspace()):
            return step, rest.strip()
    return None


def _of_all(key: str, value: Node, players: tuple[str, ...]) -> str | None:
    """How it is written that all players see something, or none does: one step for each of them."""
    who, _, rest = key.partition(" ")
    meant = _seeing(rest)
    if meant is None or who.lower() not in ("everybody", "everyone", "all", "nobody", "noone"):
        return None
    step = "cannot see" if who.lower().startswith("no") else meant[0]
    said = shortened(value.text) if isinstance(value, Scalar) else "..."
    return f"write one step for each player: '- {players[0]} {step}: {said}'"


def _as_step(said: str, players: tuple[str, ...], keys: Container[str]) -> str | None:
    """How a step is written that has its colon elsewhere or none: `Anna plays 5H`, `expect pot = 2`.

    `keys` are the words of the file's keys, moves among them.
    """
    first, _, rest = " ".join(said.split()).partition(" ")
    if first in ("expect", *_EXPECTING) and rest:
        return f"write '- expect: {shortened(rest)}'"
    if first not in players:
        who = players[0] if players and not rest else None
        return f"write '- {who}: {shortened(first)}'" if who else None
    seeing = _seeing(rest)
    if seeing is not None and seeing[1]:
        return f"write '- {first} {seeing[0]}: {shortened(seeing[1])}'"
    forbidden = _MAY_NOT.match(rest)
    if forbidden is not None:
        return f"write '- {first} cannot: {shortened(rest[forbidden.end() :])}'"
    verb, _, what = rest.partition(" ")
    forms = (verb, verb.removesuffix("s"), verb.removesuffix("es"))
    move = next((form for form in forms if form in keys), forms[1])
    return f"write '- {first}: {shortened(f'{move} {what}'.strip())}'" if rest else None
