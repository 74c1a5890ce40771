"""The JSON Schema of rule files: valid, no stricter than the language, and what it finds wrong.

Files are given to it as editors have them: with the types that YAML gives to texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from rulerun.grammar.json_schema import KINDS, schema
from rulerun.grammar.vocabulary.codes import CODES
from rulerun.grammar.vocabulary.keys import PLACES, keys_at
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.variants.beginning import new_game, new_house_rule

from ..interpreter.test_structure import OWN, WRONG, with_keys

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "rulesets"
FILE = SHIPPED / "rule-file.schema.json"
RIGHT = [
    *SHIPPED.rglob("*.yaml"),
    *(ROOT / "tests" / "rulesets").rglob("*.yaml"),
    *(ROOT / "tests" / "frames").glob("*.yaml"),
]

BOTH = jsonschema.Draft7Validator(schema())
OF_KIND = {kind: jsonschema.Draft7Validator(schema(kind)) for kind in KINDS}
SEEN = {"S201", "S202", "S203", "S204", "S210", "S242", "Y120"}
"""The codes whose examples of what is wrong are wrong for the schema, too."""


class EditorLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML 1.1 with all its types but for dates, which JSON does not have."""


EditorLoader.yaml_implicit_resolvers = {
    sign: [(tag, match) for tag, match in resolvers if not tag.endswith("timestamp")]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def as_edited(text: str) -> Any:
    """A rule file as an editor takes it."""
    return json.loads(json.dumps(yaml.load(text, EditorLoader)))  # whose keys are texts


def found(text: str, validator: jsonschema.Draft7Validator = BOTH) -> list[str]:
    """What the schema says of a rule file: where, and which of its words is not met."""
    problems = validator.iter_errors(as_edited(text))
    return sorted(f"/{'/'.join(map(str, p.absolute_path))}: {p.validator}" for p in problems)


def test_the_shipped_file_is_what_the_vocabulary_says(request: pytest.FixtureRequest) -> None:
    text = json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"
    if request.config.getoption("--update"):
        FILE.write_text(text, encoding="utf-8", newline="\n")
    assert FILE.read_text(encoding="utf-8") == text, "`pytest --update` writes it"


@pytest.mark.parametrize("kind", [None, *KINDS])
def test_it_is_a_schema(kind: str | None) -> None:
    made = schema(kind)
    jsonschema.Draft7Validator.check_schema(made)
    refs = set(re.findall(r'"\$ref": "#/definitions/(\w+)"', json.dumps(made)))
    tops = {"ruleset", "overlay", "form"}
    assert refs - tops == set(made["definitions"]) - tops
    assert refs == set(made["definitions"])


@pytest.mark.parametrize("place", PLACES)
def test_every_key_is_explained_by_an_example_that_fits(place: str) -> None:
    whole = schema()
    properties = whole["definitions"][place]["properties"]
    assert list(properties) == list(keys_at(place))
    for name, key in keys_at(place).items():
        assert key.help in properties[name]["description"]
        assert key.template in properties[name]["description"]
        (example,) = properties[name]["examples"]
        under = {**properties[name], "definitions": whole["definitions"]}
        assert jsonschema.Draft7Validator(under).is_valid(example)


@pytest.mark.parametrize("path", RIGHT, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_right_files_are_right(path: Path) -> None:
    edited = as_edited(path.read_text(encoding="utf-8"))
    assert [p.absolute_path for p in BOTH.iter_errors(edited)] == []
    for kind, key in (("rule-file", "game"), ("house-rule", "house rule"), ("form", "form")):
        assert OF_KIND[kind].is_valid(edited) == (key in edited)


def test_files_to_begin_with_are_right(tmp_path: Path) -> None:
    game = tmp_path / "a_game.yaml"
    game.write_text(new_game("A game", "a_game.yaml"), encoding="utf-8")
    assert found(game.read_text(encoding="utf-8")) == []
    base = read_rules(game)
    assert found(new_house_rule("A rule", str(tmp_path / "a_rule.yaml"), base, "a_game.yaml")) == []


@pytest.mark.parametrize("path", sorted(WRONG.glob("*.yaml")), ids=lambda p: p.stem)
def test_what_it_finds_wrong(path: Path, golden: Callable[[str, str], None]) -> None:
    problems = found(path.read_text(encoding="utf-8"))
    golden(f"json_schema/{path.stem}.txt", "".join(f"{line}\n" for line in problems))


@pytest.mark.parametrize("code", [*OWN, CODES["Y120"]], ids=lambda c: c.code)
def test_wrong_structure_is_wrong_and_right_structure_right(code: Any) -> None:
    assert found(with_keys(code.good)) == []
    assert bool(found(with_keys(code.bad))) == (code.code in SEEN)


def broken_house_rules() -> Iterator[tuple[str, str]]:
    whole = "house rule: A rule\nfor: gin\n"
    yield whole + "sets: { knock_limit: 7 }\n", "/: additionalProperties"
    yield "for: gin\nset: { knock_limit: 7 }\n", "/: required"
    yield "house rule: A rule\nfor: gin, oklahoma\n", "/for: pattern"
    yield whole + "set: knock_limit\n", "/set: type"
    yield whole + "change: [knock_limit]\n", "/change: type"
    yield whole + "change: { knock_limit: }\n", "/change/knock_limit: type"
    yield whole + "remove: { knock_limit: }\n", "/remove: anyOf"
    yield whole + "phases: {}\n", "/: additionalProperties"
    yield whole + "examples: { one: { players: Anna } }\n", "/examples/one: required"


@pytest.mark.parametrize(("text", "problem"), [*broken_house_rules()])
def test_wrong_house_rules_are_wrong(text: str, problem: str) -> None:
    assert found(text) == [problem]


@pytest.mark.parametrize(
    "keys",
    [
        "game: 31",
        "game: Null",
        "game: 2024-12-24",
        "about: yes",
        "players: 2",
        "options: { contract: 'null or grand, normally null' }\ntitles: { de: { zero: Null } }",
        "terms: { few: 3, sure: yes }\nwinner: sure",
        "payoff: 0",
        "source: [1, 2.5, no]",
        "rulings: { 7: 8, 1.5: no, on: ~ }",
        "piles: { äußerer: face down, 手: face up }",
        "tables: { off: { gives: number, on: otherwise -> 1 } }",
        "tables: { 'fee of card': { no_one: always -> do nothing } }",
        "terms: { strength of player: 1, card beats other_card: yes }",
        "examples: { 2: { players: 'Élise, Łukasz', proves: 3, play: [ Élise: on, expect: yes ] } }",
        "examples: { no: { players: A, set: { a: null, b: 1 }, play: [ Élise cannot: 7 ] } }",
        "examples: { 1.5: { players: A, given: { Élise's x: 7, y: null }, play: [ A: off ] } }",
        "setup: [ shuffle stock, shuffle stock ]",
    ],
)
def test_texts_that_yaml_takes_for_something_else_are_right(keys: str) -> None:
    assert found(with_keys(keys)) == []
