"""The structure of rule files: what is built from them, and what is said of those that are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile, Span
from rulerun.grammar.vocabulary.codes import CODES
from rulerun.grammar.vocabulary.entry import Code
from rulerun.grammar.vocabulary.keys import KEYS, PLACES, keys_at
from rulerun.interpreter.declarations.course import ancestors, find, walk
from rulerun.interpreter.declarations.overlay import stack
from rulerun.interpreter.declarations.ruleset import Ruleset
from rulerun.interpreter.declarations.structure import build

ROOT = Path(__file__).resolve().parents[2]
WRONG = ROOT / "tests" / "golden" / "structure"
OWN = [c for c in CODES.values() if c.code.startswith("S2") and c.code != "S241"]

#: The smallest game: each test puts its own keys in the place of these.
SMALLEST = {
    "game": "game: Passing",
    "players": "players: 2",
    "deck": "deck: { ranks: 'J, Q, K', starts in: stock }",
    "piles": "piles: { stock: face down, hand: 'per player, seen by owner' }",
    "phases": "phases: { turn: { who: each player, moves: { pass: do nothing } } }",
}


def with_keys(fragment: str) -> str:
    """The smallest game with some top-level keys of one's own."""
    own = {line.partition(":")[0] for line in fragment.splitlines() if line[:1].strip()}
    return "\n".join([*(text for key, text in SMALLEST.items() if key not in own), fragment, ""])


def structure(text: str, name: str = "game.yaml") -> tuple[Ruleset | None, list[Diagnostic]]:
    """What `build` makes of a text that is YAML."""
    node, problems = read(SourceFile(name, text))
    assert node is not None
    assert not problems, [str(p) for p in problems]
    return build(node, name="game")


def built(fragment: str) -> Ruleset:
    """The ruleset of the smallest game with some keys of one's own."""
    ruleset, problems = structure(with_keys(fragment))
    assert ruleset is not None, [str(p) for p in problems]
    assert not problems, [str(p) for p in problems]
    return ruleset


def codes(fragment: str) -> set[str]:
    """The codes of what is wrong with the smallest game with some keys of one's own."""
    return {p.code for p in structure(with_keys(fragment))[1]}


def told(problems: list[Diagnostic]) -> str:
    """Diagnostics as text, with their notes."""
    lines = []
    for problem in problems:
        lines.append(str(problem))
        for note in problem.notes:
            at = f"{note.span.place}: " if note.span else ""
            lines.append(f"    {at}{note.message}")
    return "\n".join(lines) + "\n"


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(WRONG.glob("*.yaml")), ids=lambda p: p.stem)
def test_all_that_is_wrong_is_told(path: Path, golden: Callable[[str, str], None]) -> None:
    ruleset, problems = structure(path.read_text(encoding="utf-8"), path.name)
    assert ruleset is None
    golden(f"structure/{path.stem}.txt", told(problems))


@pytest.mark.parametrize("code", OWN, ids=lambda c: c.code)
def test_the_examples_of_a_code_show_it(code: Code) -> None:
    assert codes(code.bad) == {code.code}
    assert codes(code.good) == set()


def test_there_is_a_ruleset_only_without_errors() -> None:
    assert structure(with_keys("setup: shuffle stock"))[0] is not None
    assert structure(with_keys("setup: shufle stock"))[0] is None


def test_a_broken_part_has_no_followers() -> None:
    assert codes("deck: { ranks: 'J, Q,', values: A = 1, starts in: stock }") == {"E301"}
    assert codes("piles: { stock: 'face up,' }") == {"E301"}
    assert codes("deck: { raanks: 'J, Q', starts in: stock }") == {"S201"}
    assert codes("tables: { fee: { gives: number, one: when stock is -> 1 } }") == {"E301"}


def test_a_long_way_through_tables_is_followed() -> None:
    tables = [f"  t{n}: {{ one: otherwise -> consult t{n + 1} }}" for n in range(1100)]
    last = "  t1100: { one: otherwise -> go again }"
    assert codes("\n".join(["setup: consult t0", "tables:", *tables, last])) == {"S218"}


def test_nothing_is_missing_from_a_file_that_could_not_be_read_whole() -> None:
    node, problems = read(SourceFile("game.yaml", "game: Half\nplayers: 2\ndeck: { ranks: [\n"))
    assert node is not None
    assert problems
    ruleset, problems = build(node, name="half", whole=False)
    assert ruleset is None
    assert problems == []


def parts(node: Node, way: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The ways to all nodes in a node."""
    yield way
    inner = (
        [e.value for e in node]
        if isinstance(node, Mapping)
        else list(node)
        if isinstance(node, Sequence)
        else []
    )
    for number, part in enumerate(inner):
        yield from parts(part, (*way, number))


def replaced(node: Node, way: tuple[int, ...], by: Node | None) -> Node:
    """A node with one of its parts replaced, or taken out when `by` is None."""
    if not way:
        return node if by is None else by
    at, rest = way[0], way[1:]
    if isinstance(node, Mapping):
        entry = node.entries[at]
        new = (
            []
            if by is None and not rest
            else [replace(entry, value=replaced(entry.value, rest, by))]
        )
        return replace(node, entries=(*node.entries[:at], *new, *node.entries[at + 1 :]))
    assert isinstance(node, Sequence)
    items = [] if by is None and not rest else [replaced(node.items[at], rest, by)]
    return replace(node, items=(*node.items[:at], *items, *node.items[at + 1 :]))


WHOLE_GAME = read(SourceFile("gin.yaml", (ROOT / "rulesets" / "gin.yaml").read_text("utf-8")))[0]
assert WHOLE_GAME is not None
PARTS = list(parts(WHOLE_GAME))
NOWHERE = Span(WHOLE_GAME.span.file, 0, 1)
OTHERS: list[Node | None] = [
    None,
    Scalar("", NOWHERE, ()),
    Scalar("stock", NOWHERE, tuple(range(5))),
    Scalar("otherwise -> go again", NOWHERE, tuple(range(21))),
    Mapping((), NOWHERE),
    Sequence((), NOWHERE),
    Sequence((Scalar("stock", NOWHERE, tuple(range(5))), Mapping((), NOWHERE)), NOWHERE),
    WHOLE_GAME,
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PARTS), st.sampled_from(OTHERS)), max_size=3))
def test_whatever_stands_there_is_told_and_never_raises(
    changes: list[tuple[tuple[int, ...], Node | None]],
) -> None:
    assert WHOLE_GAME is not None
    node: Node = WHOLE_GAME
    for way, by in changes:
        if way in set(parts(node)):
            node = replaced(node, way, by)
    if isinstance(node, Mapping):
        ruleset, problems = build(node, name="gin")
        assert (ruleset is None) == any(p.severity is Severity.ERROR for p in problems)


# -- what is right ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "rulesets").glob("*.yaml")), ids=lambda p: p.stem)
def test_the_rule_files_have_no_fault(path: Path) -> None:
    laid = stack(path)  # the forms that it uses are laid under it
    assert laid.root is not None
    assert laid.diagnostics == ()
    ruleset, problems = build(laid.root, name=laid.game)
    assert problems == []
    assert ruleset is not None


@pytest.mark.parametrize(
    "path", sorted((ROOT / "rulesets" / "overlays").glob("*/*.yaml")), ids=lambda p: p.stem
)
def test_the_house_rules_have_no_fault(path: Path) -> None:
    laid = stack(path)
    assert laid.root is not None
    assert laid.diagnostics == ()
    ruleset, problems = build(laid.root, name=laid.game, overlays=laid.files)
    assert problems == []
    assert ruleset is not None
    assert path.stem in {e.overlay for e in ruleset.examples}


def test_ranks_are_counted_out() -> None:
    deck = built("deck: { ranks: 'A, 2 to 10, J, Q, K', starts in: stock }").deck
    assert deck.ranks == ("A", *(str(n) for n in range(2, 11)), "J", "Q", "K")
    assert deck.suits == ("clubs", "diamonds", "hearts", "spades")
    assert deck.copies == 1


def test_values_jokers_and_copies() -> None:
    deck = built(
        "deck: { ranks: 'J, Q, K, A', suits: 'spades, hearts', copies: 2, jokers: fool,\n"
        "  values: 'A = 1, J Q K = 10, fool = 50', starts in: stock }"
    ).deck
    assert deck.values == (("A", 1), ("J", 10), ("Q", 10), ("K", 10), ("fool", 50))
    assert deck.suits == ("spades", "hearts")
    assert deck.jokers == ("fool",)
    assert deck.copies == 2


def test_the_order_of_a_run_may_hold_a_rank_twice() -> None:
    text = (
        "deck: { ranks: 'A, 2 to 4, K', starts in: stock }\n"
        "melds: { run: '3 or more cards of one suit in order A, 2 to 4, K, A' }"
    )
    (run,) = built(text).melds
    assert run.order == ("A", "2", "3", "4", "K", "A")
    assert run.pattern.least == 3
    assert run.pattern.most is None


def test_the_words_of_piles_are_sorted_out() -> None:
    piles = {
        p.name: p
        for p in built(
            "piles:\n"
            "  stock: refilled from waste except top\n"
            "  waste: top face up\n"
            "  hand: per player, seen by owner\n"
            "  tableau: per player, 4 columns, face either\n"
            "  melds: per player, groups, face up\n"
            "  trick: face up, remembers who played\n"
        ).piles
    }
    assert (piles["stock"].face, piles["stock"].refilled_from) == ("down", "waste")
    assert piles["stock"].except_top
    assert piles["waste"].top_face_up
    assert (piles["hand"].per, piles["hand"].seen_by) == ("player", "owner")
    assert (piles["tableau"].family, piles["tableau"].count) == ("columns", 4)
    assert (piles["tableau"].per, piles["tableau"].face) == ("player", "either")
    assert (piles["melds"].groups, piles["melds"].face) == (True, "up")
    assert piles["trick"].remembers_who_played


def test_chips_know_purse_and_holders() -> None:
    ruleset = built("chips: { each player: 10, pot: 0, bet: 1 per player }")
    assert isinstance(ruleset.purse, syntax.Number)
    assert [(c.name, c.chips.per) for c in ruleset.chips] == [("pot", None), ("bet", "player")]


def test_a_phase_with_moves_has_them_in_its_sub_phase() -> None:
    ruleset = built(
        "phases: { turn: { who: each player, moves: { pass: do nothing }, if stuck: do nothing } }"
    )
    (turn,) = ruleset.phases
    (inner,) = turn.phases
    assert turn.moves == ()
    assert turn.if_stuck is None
    assert (inner.name, inner.path) == ("moves", "turn.moves")
    assert [m.name for m in inner.moves] == ["pass"]
    assert inner.if_stuck is not None
    assert inner.who is None


def test_house_rules_reach_the_sub_phase_moves() -> None:
    ruleset = built(
        "phases:\n"
        "  turn:\n"
        "    who: each player\n"
        "    moves: { pass: do nothing }\n"
        "    if stuck: do nothing\n"
        "    phases:\n"
        "      before: { at start: shuffle stock }\n"
        "      moves: { skip when: stock is empty, remember: { seen: number } }\n"
        "      later: { moves: { wait: do nothing } }\n"
    )
    (turn,) = ruleset.phases
    assert [p.name for p in turn.phases] == ["before", "moves", "later"]
    inner = find(ruleset.phases, "turn.moves")
    assert inner is not None
    assert inner.skip_when is not None
    assert inner.if_stuck is not None
    assert [m.name for m in inner.moves] == ["pass"]
    assert [(m.name, m.phase) for m in inner.memories] == [("seen", "turn.moves")]


def test_the_sub_phase_moves_may_be_written_out() -> None:
    short = built("phases: { turn: { who: each player, moves: { pass: do nothing } } }")
    long = built(
        "phases: { turn: { who: each player, phases: { moves: { moves: { pass: do nothing } } } } }"
    )
    assert [p.path for p in walk(short.phases)] == [p.path for p in walk(long.phases)]


def test_one_finds_ones_way_among_phases() -> None:
    ruleset = built(
        "phases:\n"
        "  round:\n"
        "    phases:\n"
        "      turn: { who: each player, moves: { pass: do nothing } }\n"
        "  last: { at start: shuffle stock }\n"
    )
    assert [p.path for p in walk(ruleset.phases)] == [
        "round",
        "round.turn",
        "round.turn.moves",
        "last",
    ]
    turn = find(ruleset.phases, "turn")
    assert turn is not None
    assert turn is find(ruleset.phases, "round.turn")
    assert find(ruleset.phases, "moves") is None
    assert find(ruleset.phases, "nowhere") is None
    assert [p.name for p in ancestors(ruleset.phases, "round.turn.moves")] == [
        "round",
        "turn",
        "moves",
    ]
    assert ancestors(ruleset.phases, "round.gone") == ()


def test_memories_know_their_phase() -> None:
    ruleset = built(
        "remember: { points: number per player }\n"
        "phases: { turn: { who: each player, remember: { drawn: number },\n"
        "  moves: { pass: do nothing } } }"
    )
    assert [(m.name, m.phase) for m in ruleset.memories] == [("points", None)]
    (turn,) = ruleset.phases
    assert [(m.name, m.phase) for m in turn.memories] == [("drawn", "turn")]


def test_blocks_are_a_text_a_map_or_a_list() -> None:
    for text, names in (
        ("shuffle stock", [None]),
        ("{ one: shuffle stock, where: shuffle stock }", ["one", "where"]),
        ("[shuffle stock, shuffle stock]", [None, None]),
    ):
        assert [line.name for line in built(f"setup: {text}").setup] == names


def test_choices_and_conditions_have_names() -> None:
    ruleset = built(
        "phases:\n"
        "  turn:\n"
        "    who: each player\n"
        "    moves:\n"
        "      lay: { choose: card in your hand, may: stock is empty, do: do nothing }\n"
        "      some: { choose: 2 cards in your hand, do: do nothing }\n"
        "      bet:\n"
        "        choose: { amount: number from 1 to 5, whom: player }\n"
        "        may: { in_time: stock is empty, early: stock is not empty }\n"
        "        do: do nothing\n"
        "      pass: do nothing\n"
    )
    inner = find(ruleset.phases, "turn.moves")
    assert inner is not None
    lay, some, bet, short = inner.moves
    assert [c.name for c in lay.choices] == ["card"]
    assert [c.name for c in lay.may] == ["may"]
    assert [c.name for c in some.choices] == ["cards"]
    assert [c.name for c in bet.choices] == ["amount", "whom"]
    assert [c.name for c in bet.may] == ["in_time", "early"]
    assert [line.name for line in short.do] == [None]


def test_tables_are_sorted_out() -> None:
    ruleset = built(
        "payouts: { result: { hit: unique, won: when stock is empty -> score 1,\n"
        "  lost: otherwise -> do nothing } }\n"
        "tables: { worth of card: { gives: number, hit: sum, one: always -> 1 } }"
    )
    result, worth = ruleset.tables
    assert (result.name, result.payout, result.hit, result.gives) == (
        "result",
        True,
        "unique",
        None,
    )
    assert [r.name for r in result.rows] == ["won", "lost"]
    assert (worth.name, worth.parameters, worth.payout) == ("worth", ("card",), False)
    assert worth.gives is not None


def test_examples_keep_their_texts_and_their_overlay() -> None:
    text = with_keys(
        "source: [sheet, home]\n"
        "examples:\n"
        "  passing:\n"
        "    proves: [A1, A2]\n"
        "    players: Anna, Ben\n"
        "    set: { ante: 2 }\n"
        "    shuffle: KS QS\n"
        "    start at: turn\n"
        "    given: { Anna's hand: KH }\n"
        "    play:\n"
        "      - Anna: pass\n"
        "      - Ben cannot: pass\n"
        "      - expect: stock is empty\n"
        "      - Anna sees: Anna's hand, KC\n"
        "      - Ben cannot see: stock\n"
    )
    node, _ = read(SourceFile("rule.yaml", text))
    assert node is not None
    ruleset, problems = build(node, name="game", overlays={"rule.yaml": "rule"})
    assert ruleset is not None, [str(p) for p in problems]
    assert ruleset.source == ("sheet", "home")
    assert ruleset.overlays == ("rule",)
    (example,) = ruleset.examples
    assert example.overlay == "rule"
    assert [p.text for p in example.proves] == ["A1", "A2"]
    assert example.players == ("Anna", "Ben")
    assert [(k.text, v.text) for k, v in example.set] == [("ante", "2")]
    assert [(s.kind, s.player, s.text.text) for s in example.play] == [
        ("move", "Anna", "pass"),
        ("cannot", "Ben", "pass"),
        ("expect", None, "stock is empty"),
        ("sees", "Anna", "Anna's hand, KC"),
        ("cannot see", "Ben", "stock"),
    ]
    assert isinstance(example.given[0].target, syntax.Property)


def test_titles_and_rulings_are_texts() -> None:
    ruleset = built("rulings: { A-1: As we play it. }\ntitles: { de: { stock: Stapel } }")
    assert ruleset.rulings == (("A-1", "As we play it."),)
    assert ruleset.titles == (("de", (("stock", "Stapel"),)),)


# -- the table of keys -----------------------------------------------------------------------------


def test_every_key_says_what_it_is_and_shows_it() -> None:
    for address, key in KEYS.items():
        assert key.help, address
        assert not key.help.endswith("."), address
        assert key.template.startswith(f"{key.name}:"), address
        assert set(key.where) <= set(PLACES), address
        assert not key.inner or key.inner in PLACES, address
        example, problems = read(SourceFile(address, key.example + "\n"))
        assert example is not None, address
        assert not problems, address
        assert example.keys() == [key.name], address


def example_of(key: str, place: str) -> str:
    """A small game in which the example of a key stands at its place."""
    example = keys_at(place)[key].example
    if place == "ruleset":
        return example
    if place == "deck":
        rest = {"ranks": "ranks: J, Q, K, A, 2 to 10", "starts in": "starts in: stock"}
        rest.pop(key, None)
        return "\n  ".join(["deck:", *rest.values(), example])
    if place == "phase":
        rest = {"who": "who: each player", "moves": "moves: { pass: do nothing }"}
        rest.pop(key, None)
        if key == "phases":
            rest.pop("moves")
        if key == "who":
            rest = {"at start": "at start: shuffle stock"}
        return "\n    ".join(["phases:\n  turn:", *rest.values(), example])
    if place == "move":
        rest = {"do": "do: do nothing"}
        rest.pop(key, None)
        return "\n        ".join(
            [
                "phases:\n  turn:\n    who: each player\n    moves:\n      act:",
                *rest.values(),
                example,
            ]
        )
    if place == "table":
        row = "otherwise -> 1" if key == "gives" else "otherwise -> do nothing"
        return f"tables:\n  result:\n    {example}\n    any: {row}"
    rest = {"players": "players: Anna, Ben, Carla", "play": "play: [ Anna: pass ]"}
    rest.pop(key, None)
    seats = "players: 2 to 4\nexamples:\n  one:"
    return "\n    ".join([seats, *rest.values(), example])


ELSEWHERE = ("overlay", "form")
"""Files that are no games: `test_overlay.py` and `test_forms.py` are about them, and about `use`."""


@pytest.mark.parametrize(
    ("place", "key"),
    [(p, k) for p in PLACES if p not in ELSEWHERE for k in keys_at(p) if k != "use"],
)
def test_the_example_of_a_key_can_be_used(place: str, key: str) -> None:
    text = example_of(key, place)
    if place == "ruleset" and key == "deck":
        text += "\npiles: { stock: face down }"
    assert codes(text) == set()


@pytest.mark.parametrize(
    ("place", "key"),
    [
        (place, key.name)
        for place in PLACES
        if place not in ELSEWHERE
        for key in keys_at(place).values()
        if not key.required and key.name != "use"
    ],
)
def test_each_key_changes_what_is_built(place: str, key: str) -> None:
    text = example_of(key, place)
    without = text.replace(keys_at(place)[key].example, "")
    if key == "gives":
        without = without.replace("-> 1", "-> do nothing")
    # places do not show in the `repr`, so this compares what was read
    assert repr(built(text)) != repr(built(without))
