"""Shared forms: laid under a game, addressed by house rules, and what is told when they do not fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import has_errors
from rulerun.grammar.nodes import Mapping, Scalar
from rulerun.grammar.rendering import render_full
from rulerun.interpreter.declarations.addresses import node_at
from rulerun.interpreter.declarations.overlay import Stack, stack
from rulerun.interpreter.examples.proof import prove
from rulerun.interpreter.loading import read_rules

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "golden" / "forms"
RIGHT = ("right", "overlays/right/lowest")
WRONG = sorted(
    p.relative_to(HERE).with_suffix("").as_posix()
    for p in HERE.rglob("*.yaml")
    if p.relative_to(HERE).with_suffix("").as_posix() not in RIGHT
    and p.stem not in ("tricks", "dealing", "another")
)


def laid(folder: Path, game: str, **forms: str) -> Stack:
    """A game with forms beside it, both of them a few keys."""
    (folder / "forms").mkdir(exist_ok=True)
    for name, text in forms.items():
        (folder / "forms" / f"{name}.yaml").write_text(f"form: {name}\n{text}")
    (folder / "game.yaml").write_text(f"game: A game\n{game}")
    return stack(folder / "game.yaml")


def keys(found: Stack, *path: str) -> list[str]:
    assert found.root is not None
    node = node_at(found.root, path)
    assert isinstance(node, Mapping)
    return node.keys()


def text(found: Stack, *path: str) -> str:
    assert found.root is not None
    node = node_at(found.root, path)
    assert isinstance(node, Scalar)
    return node.text


# -- laid under a game -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", RIGHT)
def test_a_game_with_a_form_is_right_and_plays(name: str) -> None:
    loaded = read_rules(HERE / f"{name}.yaml", linted=True)
    assert loaded.diagnostics == ()
    proofs = list(prove(loaded))
    assert proofs
    assert not any(proof.failures for proof in proofs if not proof.broken)


def test_what_a_game_does_comes_after_the_form_and_before_otherwise(tmp_path: Path) -> None:
    found = laid(
        tmp_path,
        "phases: { lead: { use: tricks, at end: { score: say 'x' }, moves: { look: do nothing } } }\n"
        "tables: { worth of card: { ten: when rank of card is 10 -> 3 } }\n",
        tricks=(
            "phases: { it: { who: each player, moves: { play: do nothing }, at end: { clear: x } } }\n"
            "tables: { worth of card: { gives: number, ace: when a -> 1, other: otherwise -> 0 } }\n"
        ),
    )
    assert found.diagnostics == ()
    assert keys(found, "phases") == ["lead"]
    assert keys(found, "phases", "lead", "at end") == ["clear", "score"]
    assert keys(found, "phases", "lead", "moves") == ["play", "look"]
    assert keys(found, "tables", "worth of card") == ["gives", "ace", "ten", "other"]


def test_a_part_written_again_says_what_stands_before_it(tmp_path: Path) -> None:
    found = laid(
        tmp_path,
        "phases: { a: { use: f, at end: { mine: say 'x', clear: say 'y', late: say 'z' } } }\n",
        f="phases: { a: { at end: { count: do nothing, clear: do nothing, last: do nothing } } }\n",
    )
    assert keys(found, "phases", "a", "at end") == ["count", "mine", "clear", "last", "late"]
    assert text(found, "phases", "a", "at end", "clear") == "say 'y'"


def test_what_a_game_declares_comes_first(tmp_path: Path) -> None:
    found = laid(
        tmp_path, "use: f\nremember: { dealer: player }\n", f="remember: { leader: player }\n"
    )
    assert keys(found, "remember") == ["dealer", "leader"]


def test_a_term_gives_way_to_whatever_the_game_declares_by_its_name(tmp_path: Path) -> None:
    found = laid(
        tmp_path,
        "phases: { a: { use: f, phases: { b: { remember: { trump: suit } } } } }\n",
        f="terms: { trump: nothing }\nphases: { it: { at start: do nothing } }\n",
    )
    assert found.diagnostics == () and found.root is not None
    assert found.root.get("terms") is None
    trump = node_at(found.root, ("phases", "a", "phases", "b", "remember", "trump"))
    assert trump is not None and isinstance(trump.over, Scalar) and trump.over.text == "nothing"


def test_a_short_phase_and_a_long_one_are_one(tmp_path: Path) -> None:
    long = (
        "phases: { it: { who: each player, phases: { moves: { moves: { play: do nothing } } } } }\n"
    )
    short = "phases: { it: { who: each player, moves: { play: do nothing } } }\n"
    inner = "{ draw: { moves: { draw: do nothing } }, moves: { skip when: yes } }"
    found = laid(tmp_path, f"phases: {{ a: {{ use: f, phases: {inner} }} }}\n", f=short)
    assert keys(found, "phases", "a", "phases") == ["draw", "moves"]
    assert keys(found, "phases", "a", "phases", "moves") == ["skip when", "moves"]
    game = "phases: { a: { use: f, moves: { play: { may: { first: yes } } } } }\n"
    found = laid(tmp_path, game, f=long)
    assert keys(found, "phases", "a", "phases", "moves", "moves", "play") == ["may", "do"]


def test_several_forms_are_laid_in_their_order(tmp_path: Path) -> None:
    rows = "at any time: {{ {0}: when yes -> say '{0}' }}\n"
    found = laid(
        tmp_path,
        "use: [one, two]\nat any time: { mine: when yes -> say 'x' }\n",
        one=rows.format("a"),
        two=rows.format("b"),
    )
    assert found.diagnostics == ()
    assert keys(found, "at any time") == ["a", "b", "mine"]


def test_two_forms_may_have_a_name_that_the_game_declares(tmp_path: Path) -> None:
    forms = {name: "remember: { dealer: player }\n" for name in ("one", "two")}
    assert [d.code for d in laid(tmp_path, "use: one, two\n", **forms).diagnostics] == ["O510"]
    game = "use: one, two\nremember: { dealer: number }\n"
    found = laid(tmp_path, game, **forms)
    assert found.diagnostics == () and text(found, "remember", "dealer") == "number"


def test_a_form_beside_the_game_comes_before_one_that_comes_with_rulerun(tmp_path: Path) -> None:
    found = laid(tmp_path, "phases: { a: { use: trick_taking } }\n")
    assert [u.form.title for u in found.forms] == ["Trick taking"]
    found = laid(tmp_path, "use: trick_taking\n", trick_taking="terms: { trump: spades }\n")
    assert found.diagnostics == () and [u.form.title for u in found.forms] == ["trick_taking"]
    assert str(tmp_path / "forms" / "trick_taking.yaml") in found.read


def test_a_message_in_a_form_says_which_game_uses_it() -> None:
    found = read_rules(HERE / "wrong_with_it.yaml").diagnostics
    assert has_errors(found)
    in_form = [d for d in found if d.span.file.name.endswith("tricks.yaml")]
    assert in_form and all("use: tricks" in n.span.file.line(n.span.line)
                           for d in in_form for n in d.notes[-1:] if n.span)  # fmt: skip


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(
    name: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(HERE)
    found = read_rules(f"{name}.yaml", linted=True).diagnostics
    assert found
    golden(f"forms/{name}.txt", render_full(found))
