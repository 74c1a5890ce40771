"""Every word of the language can be written as its entry says, and does something.

`vocabulary.yaml` has for each entry a small demonstration, and another one that differs in the word
alone: a line with another in its place, a condition that holds in one state and not in another, or a
piece of a rule file with the word and without. Both are played, and something must be different: what
somebody sees, may do, hears, wins, or is told. No word is accepted that does nothing.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulerun.grammar.vocabulary import BUILTINS, EFFECTS, KEYS, WORDS
from rulerun.grammar.vocabulary.entry import Entry
from rulerun.grammar.vocabulary.keys import Key
from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.examples.playing import run
from rulerun.interpreter.loading import Loaded, read_rules
from rulerun.interpreter.machine.game import Game

from . import rule_pieces as pieces

TABLES: dict[str, dict[str, Any]] = {
    "effects": EFFECTS,
    "built-ins": BUILTINS,
    "words": WORDS,
    "keys": KEYS,
}
DEMONSTRATIONS: dict[str, dict[str, dict[str, str]]] = yaml.load(
    (Path(__file__).parent / "vocabulary.yaml").read_text(encoding="utf-8"), yaml.BaseLoader
)
ENTRIES = [(table, name) for table, entries in TABLES.items() for name in entries]
MOVES = 10

#: All that the examples choose from.
CHOICES = """
choose:
  card: card in your hand
  column: column in tableau
  cards: 2 cards in your hand
  meld: meld in (melds of your hand)
do: do nothing
"""


def of_a_form(entry: Entry) -> bool:
    """Whether it is a key of forms alone."""
    return entry.where == ("form",)


def of_a_house_rule(entry: Entry) -> bool:
    """Whether it is a key of house rules alone."""
    return entry.where == ("overlay",)


def ids(value: object) -> str:
    return str(value).replace(" ", "_")


# --------------------------------------------------------------------------------------------
# The examples of the entries: they are written as the language has it


def ways(table: str, entry: Entry) -> Iterator[str]:
    """The bench with an entry's example where it may stand, one place after the other."""
    example = entry.example
    turn = "phases.round.phases.turn"
    if isinstance(entry, Key):
        place = entry.where[0]
        two = "{ players: 2 to 6 }"
        step = "{ examples: { shown: { players: 'Anna, Ben, Carla', play: [expect: game_over] } } }"
        fee = "{ tables: { fee: { cheap: when final -> 1, dear: otherwise -> 2 } } }"
        for at in {
            "ruleset": ("",),
            "deck": ("deck",),
            "phase": (turn, "phases.another"),
            "move": (f"{turn}.moves.act", f"{turn}.moves.bet"),
            "table": ("tables.fee", "payouts.payout"),
            "example": ("examples.shown",),
        }[place]:
            more = {"tables.fee": (fee,), "examples.shown": (two, step)}.get(at, ())
            yield pieces.laid_on("bench", example, at, *more)
        yield pieces.laid_on("bench", example, "", two)
        if entry.name == "use":
            yield pieces.laid_on("teams", example, "phases.another")
        if place == "ruleset":
            yield pieces.laid_on("table", example)
        return
    sections = {
        "piles": ("piles",),
        "chips": ("chips",),
        "options": ("options", "remember"),
        "remember": ("remember",),
        "melds": ("melds",),
        "players": ("",),
        "limit": ("",),
        "who": (turn,),
        "repeat": ("phases.round",),
        "end": ("end",),
        "at any time": ("at any time",),
    }
    line = example
    if re.match(r"\w+: ", example):
        line = example.partition(": ")[2]
        for at in {at for place in entry.where for at in sections.get(place, ())}:
            yield pieces.laid_on("bench", example, at)
    if example.startswith("who: "):
        inner = f"{{ {example}, moves: {{ pass: do nothing }} }}"
        turns = f"{{ who: each player, phases: {{ inner: {inner} }} }}"
        yield pieces.laid_on("bench", f"turn: {turns}", "phases.round.phases")
    act = f"{turn}.moves.act"
    chosen = pieces.laid_on("bench", CHOICES, act)
    yield pieces.laid_on("bench", f"shown: {quoted(line)}", f"{act}.do", chosen)
    for wrapped in ("{}", "any player where {}", "any card in your hand where {}"):
        shown = quoted(wrapped.format(example))
        yield pieces.laid_on("bench", f"shown: {shown}", f"{act}.may", chosen)
    yield pieces.laid_on(
        "bench", f"shown: {quoted(f'let shown be {example}')}", f"{act}.do", chosen
    )
    yield pieces.laid_on("bench", f"shown: {quoted(f'any player where 0 = {example}')}", "terms")
    yield pieces.laid_on("bench", f"shown: {quoted(example)}", f"{act}.choose", chosen)
    steps = f"{{ players: 'Anna, Ben, Carla, Dirk', play: [expect: {quoted(example)}] }}"
    yield pieces.laid_on("bench", f"shown: {steps}", "examples")
    yield pieces.laid_on("bench", f"payout: {{ shown: {quoted(line)} }}", "payouts")
    scores = "{ remember: { points: number per team } }"
    yield pieces.laid_on("bench", f"shown: {quoted(example)}", "terms", scores)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@pytest.mark.parametrize(
    ("table", "name"),
    [
        (t, n)
        for t, n in ENTRIES
        if not of_a_house_rule(TABLES[t][n]) and not of_a_form(TABLES[t][n])
    ],
    ids=ids,
)
def test_the_example_of_an_entry_is_right(table: str, name: str, tmp_path: Path) -> None:
    entry = TABLES[table][name]
    said = []
    for text in ways(table, entry):
        found = pieces.errors(pieces.load_text(text, tmp_path))
        if not found:
            return
        said.append(pieces.told(found))
    pytest.fail(f"{entry.example}\n" + "\n".join(said), pytrace=False)


HIGH_CARD = """
payouts:
  payout: { post: otherwise -> pay up to 2 * your bet to pot }
  result: { best: otherwise -> do nothing }
examples:
  the source's round:
    players: Anna, Ben, Carla, Dirk
    play: [expect: every player has chips = 20]
"""


@pytest.mark.parametrize("key", [k for k in KEYS.values() if of_a_house_rule(k)], ids=ids)
def test_the_example_of_a_key_of_house_rules_is_right(key: Key, tmp_path: Path) -> None:
    round_ = "at start: { ante: each player pays 0 to pot }"
    base = pieces.laid_on("bench", round_, "phases.round", HIGH_CARD)
    rule = {
        "house rule": "This one",
        "for": "high_card",
        "set": {"stake": "7"},
        "breaks": ["the source's round"],
        **({"change": {"payout.post.then": "do nothing"}} if key.name == "over" else {}),
        **pieces.keys_of(key.example),
    }
    rules = tmp_path / "overlays" / "high_card"
    pieces.load_text(base, tmp_path, "high_card.yaml")
    for name in ("long_game", "triple_penalty"):
        text = f"house rule: Other\nfor: high_card\nchange: {{ payout.post.then: score {len(name)} }}\n"
        pieces.load_text(text, rules, f"{name}.yaml")
    pieces.load_text(json.dumps(rule), rules, "this.yaml")
    others = ["triple_penalty"] if key.name == "over" else []
    found = read_rules(tmp_path / "high_card.yaml", [*others, "this"])
    assert not pieces.errors(found), pieces.told(found.diagnostics)


@pytest.mark.parametrize("key", [k for k in KEYS.values() if "form" in k.where], ids=ids)
def test_the_example_of_a_key_of_forms_is_right(key: Key, tmp_path: Path) -> None:
    form = json.dumps({"form": "This one", **pieces.keys_of(key.example)})
    found = pieces.load_text(form, tmp_path, "forms/this.yaml")
    assert not found.diagnostics, pieces.told(found.diagnostics)


# --------------------------------------------------------------------------------------------
# What each entry does


def is_a_move(demo: dict[str, str]) -> bool:
    """Whether a demonstration is two moves of the same game."""
    return "do" in demo or "ask" in demo


def lines_of(demo: dict[str, str]) -> tuple[str, str]:
    """The lines of the two moves."""
    if "do" in demo:
        return quoted(demo["do"]), quoted(demo.get("instead", "do nothing"))
    told = quoted(f'when {demo["ask"]} -> say "yes"')
    return (
        f"{{ first: {quoted(demo['yes'])}, then: {told} }}",
        f"{{ first: {quoted(demo['no'])}, then: {told} }}",
    )


@cache
def game_of_moves(more: str) -> Game:
    """The bench with the moves of all demonstrations that are moves."""
    moves = []
    for table, demos in DEMONSTRATIONS.items():
        for number, demo in enumerate(demos.values()):
            if is_a_move(demo) and demo.get("more", "{}") == more:
                for side, lines in zip("ab", lines_of(demo), strict=True):
                    chosen = "choose: card in your hand, " if re.search(r"\bcard\b", lines) else ""
                    moves.append(f"{table[0]}{number}{side}: {{ {chosen}do: {lines} }}\n")
    with tempfile.TemporaryDirectory() as folder:
        text = pieces.laid_on("bench", "".join(moves), "phases.round.phases.turn.moves", more)
        rules = pieces.load_text(text, Path(folder))
    assert rules.checked is not None, pieces.told(rules.diagnostics)
    return Game(rules.checked)


def after_move(table: str, name: str, side: str) -> list[Any]:
    """What everybody sees, may do and is told when the first player has made a move."""
    demos = DEMONSTRATIONS[table]
    game = game_of_moves(demos[name].get("more", "{}"))
    state = game.start(1)
    text = f"{table[0]}{list(demos).index(name)}{side}"
    move = next(m for m in state.legal_moves if m.name == text)
    try:
        state.apply(move)
    except RuleError as error:
        return [error.code]
    views = [state.view(seat).to_json() for seat in range(game.players)]
    return [views, state.ended_by]


def two_files(table: str, name: str) -> tuple[str, str]:
    """Two rule files that differ in the entry alone."""
    demo = DEMONSTRATIONS[table][name]
    piece, old, new = demo["piece"], demo["replace"], demo.get("by", "")
    assert piece.count(old) == 1, f"'{old}' stands in the piece {piece.count(old)} times"
    if of_a_house_rule(TABLES[table][name]) or of_a_form(TABLES[table][name]):
        return piece, piece.replace(old, new)
    at, more = demo.get("at", ""), demo.get("more", "{}")
    first, second = (
        pieces.laid_on("bench", text, at, more) for text in (piece, piece.replace(old, new))
    )
    return first, second


def loaded(text: str, folder: Path) -> Loaded:
    """The rules of a text: a game, or a house rule of the bench with others beside it."""
    if text.startswith("{ form: "):
        pieces.load_text(text, folder, "forms/this.yaml")
        at = "phases.round" if "phases: " in text else ""
        return pieces.load_text(pieces.laid_on("bench", "use: this", at), folder)
    if "use: this" in text:
        pieces.load_text("{ form: This, piles: { side: face up } }", folder, "forms/this.yaml")
    if "house rule: " not in text:
        return pieces.load_text(text, folder)
    twenty = "{ players: 'Anna, Ben, Carla, Dirk', play: [expect: every player has chips = 20] }"
    bench = pieces.laid_on("bench", f"twenty chips: {twenty}", "examples")
    first = "{ house rule: First, for: bench, change: { chips.pot: 4 } }"
    pieces.load_text(bench, folder, "bench.yaml")
    pieces.load_text(first, folder, "overlays/bench/first.yaml")
    pieces.load_text(text, folder, "overlays/bench/second.yaml")
    if "house rule: Both" in text:
        return read_rules(folder / "bench.yaml", ["first", "second"])
    return read_rules(folder / "overlays" / "bench" / "second.yaml")


def outcome(rules: Loaded) -> list[Any]:
    """What people are told, see and may do in some moves by chance, and how the examples go."""
    assert rules.checked is not None and rules.ruleset is not None
    r = rules.ruleset
    told: list[Any] = [r.title, r.also_known_as, r.about, r.source, r.rulings, r.titles]
    told += [used.form.title for used in rules.stack.forms]
    told += [[rule.title for rule in rules.stack.overlays], [o.option.help for o in r.options]]
    told += [([p.text for p in e.proves], run(rules.checked, e).passed) for e in r.examples]
    game = Game(rules.checked)
    told.append(sorted(game.options.items()))
    chance = random.Random(1)
    try:
        state = game.start(1)
        for _ in range(MOVES):
            told += [state.view(seat).to_json() for seat in (0, 1, None)]
            if state.is_over:
                break
            state.apply(chance.choice(state.legal_moves))
        told += [state.payoffs, len(state.legal_moves)]
    except RuleError as error:
        told.append(error.code)
    return told


@pytest.mark.parametrize(("table", "name"), ENTRIES, ids=ids)
def test_an_entry_does_something(table: str, name: str, tmp_path: Path) -> None:
    demo = DEMONSTRATIONS[table][name]
    if is_a_move(demo):
        first, second = (after_move(table, name, side) for side in "ab")
        if "ask" in demo:
            said = [[view["said"] for view in views] for views, _ in (first, second)]
            assert said == [[("yes",)] * len(said[0]), [()] * len(said[0])]
        assert first != second, "nothing is different without it"
        return
    texts = two_files(table, name)
    with_it, without = (loaded(text, tmp_path / str(n)) for n, text in enumerate(texts))
    assert not pieces.errors(with_it), pieces.told(pieces.errors(with_it))
    if demo.get("refused"):
        assert pieces.errors(without), "nothing is missing without it"
        return
    assert not pieces.errors(without), pieces.told(pieces.errors(without))
    assert outcome(with_it) != outcome(without), "nothing is different without it"


def test_every_entry_has_its_demonstration() -> None:
    for table, entries in TABLES.items():
        assert list(DEMONSTRATIONS[table]) == list(entries), table
        for name, demo in DEMONSTRATIONS[table].items():
            word = demo.get("name", name.partition(".")[2] if table == "keys" else name)
            text = demo.get("do") or demo.get("ask") or f"{demo['piece']} {demo.get('at', '')}"
            assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text), f"{name}: where is it?"
