"""House rules: what addresses mean, what merging gives, and what is said of those that are wrong."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import read
from rulerun.grammar.rendering import render_full
from rulerun.grammar.source import SourceFile
from rulerun.grammar.vocabulary.codes import CODES
from rulerun.grammar.vocabulary.entry import Code
from rulerun.grammar.vocabulary.keys import Holds, keys_at
from rulerun.interpreter.declarations.addresses import (
    NAMED,
    Kind,
    Place,
    find,
    half_of,
    kind_under,
    node_at,
    places,
    short_address,
)
from rulerun.interpreter.declarations.house_rule import HouseRule, read_house_rule
from rulerun.interpreter.declarations.merging import Merging
from rulerun.interpreter.declarations.overlay import Stack, stack
from rulerun.interpreter.declarations.replaced import history, with_both_places
from rulerun.interpreter.declarations.structure import build
from rulerun.interpreter.loading import read_rules

ROOT = Path(__file__).resolve().parents[2]
WRONG = ROOT / "tests" / "golden" / "overlays"
RULES = WRONG / "overlays" / "high_card"
HIGH_CARD = WRONG / "high_card.yaml"
SHIPPED_GAMES = sorted((ROOT / "rulesets").glob("*.yaml"))
SHIPPED_RULES = sorted((ROOT / "rulesets" / "overlays").glob("*/*.yaml"))


def nodes(text: str, name: str = "high_card.yaml") -> Mapping:
    """The nodes of a text that is YAML."""
    root, problems = read(SourceFile(name, text))
    assert root is not None
    assert not problems, [str(p) for p in problems]
    return root


@cache
def game(path: Path) -> Mapping:
    """The nodes of a rule file."""
    return nodes(path.read_text(encoding="utf-8"), path.name)


def house_rule(text: str, name: str = "rule") -> HouseRule:
    """A house rule whose form is right; `text` is what stands below its name and its game."""
    root = nodes(f"house rule: A rule\nfor: high_card\n{text}", f"{name}.yaml")
    rule, problems = read_house_rule(name, root)
    assert rule is not None
    assert not problems, [str(p) for p in problems]
    return rule


def laid(*texts: str, on: Mapping | None = None) -> Merging:
    """What comes of laying house rules on a game, one after the other."""
    merging = Merging(game(HIGH_CARD) if on is None else on)
    for i, text in enumerate(texts):
        merging.apply(house_rule(text, f"rule_{i + 1}"), frozenset())
    return merging


def merged(*texts: str, on: Mapping | None = None) -> Mapping:
    """The same, of house rules in which nothing is wrong."""
    merging = laid(*texts, on=on)
    assert not merging.diagnostics, [str(d) for d in merging.diagnostics]
    return merging.root


def text_at(root: Mapping, address: str) -> str:
    """The text at an address."""
    (place,) = find(places(root), address.split("."))
    node = place.node
    assert isinstance(node, Scalar)
    return node.text


def leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    """Every text in a node, with the way to it."""
    if isinstance(node, Scalar):
        yield path, node
    elif isinstance(node, Mapping):
        for entry in node:
            yield from leaves(entry.value, (*path, entry.key.text))
    else:
        for i, item in enumerate(node):
            yield from leaves(item, (*path, str(i)))


def codes(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[str]:
    return [d.code for d in diagnostics]


# -- addresses -------------------------------------------------------------------------------------

ROUND = "phases.round"
BIDDING = f"{ROUND}.phases.bidding"

ADDRESSES = {
    "winner": "winner",
    "players": "players",
    "deck.ranks": "deck.ranks",
    "ranks": "deck.ranks",
    "options.stake": "options.stake",
    "stake": "options.stake",
    "setup": "setup",
    "at any time.broke": "at any time.broke",
    "broke": "at any time.broke",
    "broke.when": "at any time.broke.when",
    "broke.then": "at any time.broke.then",
    "phases": "phases",
    "round": ROUND,
    "round.repeat": f"{ROUND}.repeat",
    "round.at start": f"{ROUND}.at start",
    "round.at start.ante": f"{ROUND}.at start.ante",
    "phases.round.at start.ante": f"{ROUND}.at start.ante",
    "at start.ante": f"{ROUND}.at start.ante",
    "collect": f"{ROUND}.at start.collect",
    "showdown.at start": f"{ROUND}.phases.showdown.at start",
    "round.showdown.show": f"{ROUND}.phases.showdown.at start.show",
    "bidding.who": f"{BIDDING}.who",
    "who": f"{BIDDING}.who",
    "bidding.remember.raised": f"{BIDDING}.remember.raised",
    # `moves` of a phase, and the sub-phase of that name, for which the phase is short
    "bidding.moves": f"{BIDDING}.phases.moves.moves",
    f"{BIDDING}.moves": f"{BIDDING}.phases.moves.moves",
    "bidding.phases.moves.moves": f"{BIDDING}.phases.moves.moves",
    "bidding.moves.moves": f"{BIDDING}.phases.moves.moves",
    "bidding.phases.moves": f"{BIDDING}.phases.moves",
    "bidding.phases": f"{BIDDING}.phases",
    "raise": f"{BIDDING}.phases.moves.moves.raise",
    "bidding.raise": f"{BIDDING}.phases.moves.moves.raise",
    "bidding.moves.raise": f"{BIDDING}.phases.moves.moves.raise",
    "bidding.phases.moves.raise": f"{BIDDING}.phases.moves.moves.raise",
    f"{BIDDING}.phases.moves.moves.raise": f"{BIDDING}.phases.moves.moves.raise",
    "round.raise.choose.amount": f"{BIDDING}.phases.moves.moves.raise.choose.amount",
    "amount": f"{BIDDING}.phases.moves.moves.raise.choose.amount",
    "raise.may.not_yet": f"{BIDDING}.phases.moves.moves.raise.may.not_yet",
    "raise.do.pay": f"{BIDDING}.phases.moves.moves.raise.do.pay",
    "double.do": f"{BIDDING}.phases.moves.moves.double.do",
    "pass.do": f"{BIDDING}.phases.moves.moves.pass.do",  # written short
    # heads of terms and tables: whole or bare
    "terms.best": "terms.best",
    "total of player": "terms.total of player",
    "total": "terms.total of player",
    "card beats other_card": "terms.card beats other_card",
    "terms.beats": "terms.card beats other_card",
    "penalty of card.jack": "tables.penalty of card.jack",
    "penalty.jack": "tables.penalty of card.jack",
    "penalty.jack.then": "tables.penalty of card.jack.then",
    "penalty.gives": "tables.penalty of card.gives",
    "mood.high.when": "tables.mood.high.when",
    "result.tie": "payouts.result.tie",
    "payouts.result": "payouts.result",
    "tie.then": "payouts.result.tie.then",
    "result.best.when": "payouts.result.best.when",
    "end.one_left": "end.one_left",
    "one_left.when": "end.one_left.when",
}

SEVERAL = {
    "best": ["terms.best", "payouts.result.best"],
    "ante": ["options.ante", f"{ROUND}.at start.ante"],
    "at start": [f"{ROUND}.at start", f"{ROUND}.phases.showdown.at start"],
    "best_rank": [
        f"{ROUND}.phases.showdown.remember.best_rank",
        f"{ROUND}.phases.showdown.at start.best_rank",
    ],
}

NOTHING = [
    "bid",
    "round.moves.raise.who",
    "tie.result",
    "examples.a tie",
    "titles.de.pot",
    "rulings.HC3",
    "five_rounds.then",
    "mood.high.then",
    "collect.then",
    "then",
    "when",
    "total of card",
    "bidding.after turn.0",
    "result..tie",
]


@pytest.mark.parametrize(("address", "path"), ADDRESSES.items())
def test_an_address_means_one_thing(address: str, path: str) -> None:
    found = find(places(game(HIGH_CARD)), address.split("."))
    assert [".".join(p.canonical) for p in found] == [path]


@pytest.mark.parametrize(("address", "paths"), SEVERAL.items())
def test_an_address_may_mean_several_things(address: str, paths: list[str]) -> None:
    found = find(places(game(HIGH_CARD)), address.split("."))
    assert [".".join(p.canonical) for p in found] == paths


def test_a_key_before_a_name_says_what_bears_it() -> None:
    root = nodes(
        "phases:\n"
        "  round:\n"
        "    phases:\n"
        "      pass: { who: each player, moves: { pass: do nothing, take: draw 1 from stock } }\n"
        "      play: { who: each player, moves: { pass: do nothing } }\n"
    )
    inner = "phases.round.phases"
    for address, paths in {
        "round.phases.pass": [f"{inner}.pass"],
        "phases.pass": [f"{inner}.pass"],
        "pass.moves.pass": [f"{inner}.pass.phases.moves.moves.pass"],
        "phases.take": [f"{inner}.pass.phases.moves.moves.take"],
        "moves.pass": [f"{inner}.{phase}.phases.moves.moves.pass" for phase in ("pass", "play")],
    }.items():
        found = find(places(root), address.split("."))
        assert [".".join(p.canonical) for p in found] == paths, address


@pytest.mark.parametrize("address", NOTHING)
def test_an_address_may_mean_nothing(address: str) -> None:
    assert find(places(game(HIGH_CARD)), address.split(".")) == []


@pytest.mark.parametrize("address", [a for a in ADDRESSES if "moves" in a or "raise" in a])
def test_addresses_hold_when_a_phase_is_written_out(address: str) -> None:
    """`bidding.moves` stays the address of the moves after an overlay put a phase beside them."""
    root = merged("add:\n  bidding.phases.second, after moves: { moves: { wait: do nothing } }")
    before = find(places(game(HIGH_CARD)), address.split("."))
    after = find(places(root), address.split("."))
    assert [p.canonical for p in after] == [p.canonical for p in before]


def test_a_key_belongs_to_the_phase_before_it() -> None:
    """`round.remember` is not that of `bidding`, and is made when something is added to it."""
    root = merged("add:\n  round.remember.raised: number")
    memory = node_at(root, ("phases", "round", "remember", "raised"))
    assert isinstance(memory, Scalar)


@cache
def all_places() -> dict[str, tuple[Path, Place]]:
    """Every place of every game, under a name that says which (and is short, should a test fail)."""
    return {
        f"{path.stem}: {'.'.join(place.canonical)}": (path, place)
        for path in [HIGH_CARD, *SHIPPED_GAMES]
        for place in places(game(path))
    }


def some_place(wanted: Callable[[Place], bool] = lambda place: True) -> st.SearchStrategy[str]:
    return st.sampled_from([name for name, (_, place) in all_places().items() if wanted(place)])


def is_half(place: Place) -> bool:
    return place.kind in (Kind.WHEN, Kind.THEN)


@given(some_place())
def test_a_full_path_means_itself(name: str) -> None:
    path, place = all_places()[name]
    for spelling in place.spellings:
        found = find(places(game(path)), [step.word for step in spelling])
        assert [p.path for p in found] == [place.path]


@given(some_place())
def test_a_short_address_is_enough(name: str) -> None:
    path, place = all_places()[name]
    among = places(game(path))
    words = short_address(place, among).split(".")
    assert [p.path for p in find(among, words)] == [place.path]


@given(some_place(), st.data())
def test_what_an_address_leaves_out_is_only_levels(address: str, data: st.DataObject) -> None:
    """Any address made by leaving words out of a full one finds it, or something of that name."""
    path, place = all_places()[address]
    words = [step.word for step in place.spellings[-1]]
    kept = [w for w in words[:-1] if data.draw(st.booleans())] + words[-1:]
    halved = is_half(place)
    assume(not halved or kept[-2:] == words[-2:])
    for found in find(places(game(path)), kept):
        name, canonical = place.name, place.canonical[-1]
        assert (
            name in (found.name, found.spellings[-1][-1].bare) or found.canonical[-1] == canonical
        )
    if not halved and place.name != "moves" and "moves" not in kept:
        assert find(places(game(path)), kept)


def test_the_kinds_of_keys_are_those_of_the_vocabulary() -> None:
    """Whatever holds names in the vocabulary has an address for each of them."""
    holders = {Holds.LINES, Holds.CONDITIONS, Holds.CHOICES, Holds.ROWS, Holds.NAMED}
    for place in ("ruleset", "phase", "move", "table", "deck"):
        for key in keys_at(place).values():
            if key.inner == "example":
                continue
            assert (kind_under(key) in NAMED) == (key.holds in holders), key.name


# -- merging ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED_GAMES, ids=lambda p: p.stem)
def test_without_house_rules_a_game_stays_as_it_is(path: Path) -> None:
    found = stack(path)
    assert found.diagnostics == ()
    assert found.root == found.base
    assert found.game == path.stem
    assert (found.own, found.by_hand, found.overlays) == (None, False, ())


@pytest.mark.parametrize("path", SHIPPED_GAMES, ids=lambda p: p.stem)
def test_an_empty_house_rule_changes_nothing(path: Path, tmp_path: Path) -> None:
    rule = tmp_path / "empty.yaml"
    rule.write_text(f"house rule: As it was\nfor: {path.stem}\n", encoding="utf-8")
    found = stack(path, [str(rule)])
    assert found.diagnostics == ()
    assert found.root == found.base
    assert found.own is not None
    assert found.own.name == "empty"


@pytest.mark.parametrize("path", SHIPPED_RULES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_the_house_rules_that_come_with_rulerun_merge(path: Path) -> None:
    found = stack(path)
    assert found.diagnostics == ()
    assert found.root is not None
    assert found.game == path.parent.name
    assert found.own is not None
    assert found.own.name == path.stem
    assert found.overlays[-1] is found.own
    assert not found.by_hand


@pytest.mark.parametrize("path", SHIPPED_RULES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_every_leaf_knows_where_it_comes_from(path: Path) -> None:
    """A leaf stands in the game or in a house rule; in a house rule, it was added or is over one."""
    found = stack(path)
    assert found.root is not None
    assert found.base is not None
    of_base = dict(leaves(found.base))
    files = {found.base.span.file.name, *found.files, *(u.form.file for u in found.forms)}
    changed = {c.path for c in found.changes}
    for way, leaf in leaves(found.root):
        assert {s.file.name for s in history(leaf)} <= files
        old = of_base.get(way)
        if old is not None and old != leaf and way[0] not in ("source", "examples"):
            before = list(history(old))
            assert list(history(leaf))[-len(before) :] == before, way
    assert changed or found.settings


def test_a_house_rule_runs_on_what_it_is_built_on() -> None:
    found = stack(RULES / "on_dear.yaml")
    assert [r.name for r in found.overlays] == ["dear", "on_dear"]
    assert found.diagnostics == ()
    assert [(s.option, s.value.text, s.overlay) for s in found.settings] == [
        ("ante", "4", "on_dear")
    ]
    assert found.root is not None
    option = node_at(found.root, ("options", "ante"))
    assert option is not None
    assert [Path(s.file.name).name for s in history(option)] == [
        "on_dear.yaml",
        "dear.yaml",
        "high_card.yaml",
    ]


@pytest.mark.parametrize(
    ("names", "own", "by_hand"),
    [
        ([], None, False),
        (["dear"], "dear", False),
        (["on_dear"], "on_dear", False),
        (["dear", "on_dear"], "on_dear", False),
        (["on_dear", "dear"], "on_dear", False),
        (["dear", "shared_tie"], None, True),
        (["on_dear", "shared_tie"], None, True),
    ],
)
def test_a_stack_is_made_up_by_hand_or_not(
    names: list[str], own: str | None, by_hand: bool
) -> None:
    found = stack(HIGH_CARD, names)
    assert (found.own.name if found.own else None, found.by_hand) == (own, by_hand)


def test_set_gives_an_option_another_normal_value() -> None:
    root = merged("set: { ante: 2, stake: 20, joker_wild: yes }")
    assert text_at(root, "options.ante") == "number from 1 to 10, normally 2"
    stake = "number from 1 to 100, normally 20   -- chips each player starts with"
    assert text_at(root, "stake") == stake
    assert text_at(root, "joker_wild") == "yes or no, normally yes"


def test_an_option_that_was_set_points_into_both_files() -> None:
    """So an option set out of its bounds is told of where it was set (schema-diagnostics-02)."""
    option = node_at(merged("set:\n  stake: 500"), ("options", "stake"))
    assert isinstance(option, Scalar)
    at = option.text.index("500")
    assert option.span_at(at, at + 3).place == "rule_1.yaml:4:10"
    assert option.span_at(0, 6).place == "high_card.yaml:7:10"
    help_at = option.text.index("chips each")
    assert option.span_at(help_at, help_at + 5).text == "chips"
    assert option.span == option.span_at(at, at + 3)


def test_half_a_row_is_changed_and_the_other_half_stays() -> None:
    root = merged("change:\n  result.tie.then: split pot among best")
    row = node_at(root, ("payouts", "result", "tie"))
    assert isinstance(row, Scalar)
    assert row.text == "when size of best > 1 -> split pot among best"
    when, then = row.text.index("size"), row.text.index("split")
    assert row.span_at(when, when + 4).place == "high_card.yaml:71:15"
    assert row.span_at(then, len(row.text)).place == "rule_1.yaml:4:20"
    assert row.span_at(then, len(row.text)).text == "split pot among best"
    # A stretch over both halves is cut to the new one; the place after the end follows it.
    assert row.span_at(when, len(row.text)) == row.span_at(then, len(row.text))
    end = row.span_at(len(row.text), len(row.text))
    assert (end.file.name, end.column) == ("rule_1.yaml", 40)
    assert [s.file.name for s in history(row)] == ["rule_1.yaml", "high_card.yaml"]


HALVES = [
    ("result.tie.when", "size of best > 2", "when size of best > 2 -> do nothing"),
    ("result.tie.when", "otherwise", "otherwise -> do nothing"),
    ("result.best.when", "pot = 0", "when pot = 0 -> first of best takes all from pot"),
    ("result.best.when", "always", "always -> first of best takes all from pot"),
    ("result.best.then", "do nothing", "otherwise -> do nothing"),
    ("mood.high.when", "pot > 20", "when pot > 20"),
    ("mood.low.when", "pot < 5", "when pot < 5"),
    ("broke.then", "when pot = 0 -> end game", "when any player has chips = 0 -> when pot = 0 -> end game"),
    ("five_rounds.when", "round_number = 9", "after round, when round_number = 9"),
]  # fmt: skip


@pytest.mark.parametrize(("address", "half", "row"), HALVES)
def test_halves_of_rows(address: str, half: str, row: str) -> None:
    root = merged(f"change:\n  {address}: {half}")
    assert text_at(root, address.rpartition(".")[0]) == row


@pytest.mark.parametrize("order", ["when-then", "then-when"])
def test_both_halves_by_two_house_rules(order: str) -> None:
    """They do not get in each other's way, and each half stays where it was written."""
    halves = {"when": "size of best > 2", "then": "split pot among best"}
    root = merged(*(f"change:\n  tie.{h}: {halves[h]}" for h in order.split("-")))
    row = node_at(root, ("payouts", "result", "tie"))
    assert isinstance(row, Scalar)
    assert row.text == "when size of best > 2 -> split pot among best"
    for half in halves.values():
        at = row.text.index(half)
        span = row.span_at(at, at + len(half))
        assert span.text == half
        assert span.file.name.startswith("rule_")
    assert len(list(history(row))) == 3


@pytest.mark.parametrize(
    ("text", "places_told"),
    [
        ("change:\n  result.tie.then: pay + to pot", ["rule_1.yaml:4:24"]),
        ("change:\n  result.tie.when: size of best >", ["rule_1.yaml:4:34"]),
        ("change:\n  five_rounds.when: round_number >", ["rule_1.yaml:4:35"]),
        ("set:\n  ante: and", ["rule_1.yaml:4:9"]),
    ],
)
def test_an_error_in_a_new_half_is_told_in_its_file(text: str, places_told: list[str]) -> None:
    """As schema-diagnostics-02 wants it: the file and line of the house rule, not of the game."""
    base = game(HIGH_CARD)
    _, old = build(base, name="high_card")
    _, found = build(merged(text, on=base), name="high_card")
    assert old == []
    assert [d.span.place for d in found] == places_told


def test_an_error_in_an_old_half_is_told_in_the_game() -> None:
    text = HIGH_CARD.read_text(encoding="utf-8").replace("size of best > 1", "size of best > +")
    root = merged("change:\n  result.tie.then: do nothing whatever", on=nodes(text))
    _, found = build(root, name="high_card")
    assert [d.span.file.name for d in found] == ["high_card.yaml"]
    assert found[0].span.line == 71


def test_the_end_of_a_row_keeps_its_columns() -> None:
    root = merged("change:\n  one_left.when: number of players = 1")
    row = node_at(root, ("end", "one_left"))
    assert isinstance(row, Scalar)
    assert row.text == "after bidding, when number of players = 1"
    assert row.span_at(6, 13).text == "bidding"


def test_a_map_over_a_map_keeps_the_history_of_each_entry() -> None:
    root = merged("change:\n  raise.choose: { amount: number from 2 to 4, who: player }")
    amount = node_at(root, (*BIDDING.split("."), "moves", "raise", "choose", "amount"))
    who = node_at(root, (*BIDDING.split("."), "moves", "raise", "choose", "who"))
    assert amount is not None
    assert who is not None
    assert [s.place for s in history(amount)] == ["rule_1.yaml:4:27", "high_card.yaml:35:31"]
    assert len(list(history(who))) == 1


PLACES = [
    ("", ["tie", "new", "best"]),  # before the last row, which says 'otherwise'
    (", last", ["tie", "best", "new"]),
    (", first", ["new", "tie", "best"]),
    (", before tie", ["new", "tie", "best"]),
    (", after tie", ["tie", "new", "best"]),
    (", before best", ["tie", "new", "best"]),
    (" ,  after   best", ["tie", "best", "new"]),
]


@pytest.mark.parametrize(("place", "order"), PLACES)
def test_what_is_added_stands_in_its_place(place: str, order: list[str]) -> None:
    root = merged(f"add:\n  result.new{place}: when pot = 0 -> do nothing")
    table = node_at(root, ("payouts", "result"))
    assert isinstance(table, Mapping)
    assert table.keys() == order


def test_the_first_row_of_a_table_stands_below_its_keys() -> None:
    root = merged("add:\n  penalty.queen, first: when rank of card is Q -> 1")
    table = node_at(root, ("tables", "penalty of card"))
    assert isinstance(table, Mapping)
    assert table.keys() == ["gives", "queen", "jack", "other"]


def test_a_table_is_named_whole_or_bare_in_a_place() -> None:
    for name in ("total", "total of player"):
        root = merged(f"add:\n  terms.half of player, after {name}: player's total / 2")
        terms = node_at(root, ("terms",))
        assert isinstance(terms, Mapping)
        assert terms.keys()[1:3] == ["total of player", "half of player"]


ADDED = {
    "payoff": "payoff",
    "remember.dealer": "remember.dealer",
    "melds.set": "melds.set",
    "deck.values": "deck.values",
    "options.bonus": "options.bonus",
    "terms.worst": "terms.worst",
    "tables.rank_of of team": "tables.rank_of of team",
    "phases.lots": "phases.lots",
    "round.phases.auction": f"{ROUND}.phases.auction",
    "round.at start.say": f"{ROUND}.at start.say",
    "round.remember.first_card": f"{ROUND}.remember.first_card",
    "round.before turn.say": f"{ROUND}.before turn.say",
    "round.skip when": f"{ROUND}.skip when",
    "bidding.moves.fold": f"{BIDDING}.moves.fold",
    "bidding.phases.moves.fold": f"{BIDDING}.moves.fold",
    "bidding.if stuck": f"{BIDDING}.if stuck",
    "bidding.remember.folded": f"{BIDDING}.remember.folded",
    "bidding.moves.skip when": f"{BIDDING}.phases.moves.skip when",
    "bidding.phases.moves.skip when": f"{BIDDING}.phases.moves.skip when",
    "bidding.moves.at start.say": f"{BIDDING}.phases.moves.at start.say",
    "bidding.phases.last_call": f"{BIDDING}.phases.last_call",
    "raise.may.rich": f"{BIDDING}.moves.raise.may.rich",
    "raise.choose.other": f"{BIDDING}.moves.raise.choose.other",
    "raise.do.say": f"{BIDDING}.moves.raise.do.say",
    "pass.may.late": f"{BIDDING}.moves.pass.may.late",
    "pass.may": f"{BIDDING}.moves.pass.may",
    "pass.choose.card": f"{BIDDING}.moves.pass.choose.card",
    "mood.hit": "tables.mood.hit",
    "end.rich": "end.rich",
    "at any time.rich": "at any time.rich",
}


@pytest.mark.parametrize(("address", "path"), ADDED.items())
def test_what_is_added_lands_where_its_address_says(address: str, path: str) -> None:
    root = merged(f"add:\n  {address}: something")
    added = node_at(root, tuple(path.split(".")))
    assert isinstance(added, Scalar)
    assert added.span.place == f"rule_1.yaml:4:{len(address) + 5}"


def test_a_phase_beside_the_moves_writes_the_phase_out() -> None:
    second = "{ moves: { wait: do nothing } }"
    root = merged(
        f"add:\n  bidding.phases.second, after moves: {second}\n"
        f"  bidding.phases.zeroth, before moves: {second}\n"
        "  bidding.moves.skip when: pot = 0\n"
        "  bidding.if stuck: do nothing\n"
        "  bidding.moves.fold: do nothing\n"
    )
    bidding = node_at(root, tuple(BIDDING.split(".")))
    assert isinstance(bidding, Mapping)
    assert bidding.keys() == ["who", "remember", "phases", "after turn"]
    phases = bidding.get("phases")
    assert isinstance(phases, Mapping)
    assert phases.keys() == ["zeroth", "moves", "second"]
    moves = phases.get("moves")
    assert isinstance(moves, Mapping)
    assert moves.keys() == ["moves", "skip when", "if stuck"]
    inner = moves.get("moves")
    assert isinstance(inner, Mapping)
    assert inner.keys() == ["raise", "double", "pass", "fold"]
    old = node_at(game(HIGH_CARD), (*BIDDING.split("."), "moves", "raise"))
    assert inner.get("raise") == old


def test_a_game_may_give_its_sub_phase_keys_beside_its_moves() -> None:
    """`moves` beside `phases` with keys for the sub-phase `moves`: addresses mean the same there."""
    text = HIGH_CARD.read_text(encoding="utf-8").replace(
        "        after turn:\n",
        "        phases:\n"
        "          moves: { skip when: pot = 99 }\n"
        "          second: { at start: do nothing }\n"
        "        after turn:\n",
    )
    root = merged(
        "change:\n  bidding.moves.skip when: pot = 98\n  bidding.moves.pass: end round\n"
        "add:\n  bidding.moves.fold: do nothing\n  bidding.if stuck: do nothing\n"
        "  bidding.phases.third, after moves: { at start: do nothing }\n",
        on=nodes(text),
    )
    bidding = node_at(root, tuple(BIDDING.split(".")))
    assert isinstance(bidding, Mapping)
    assert bidding.keys() == ["who", "remember", "moves", "phases", "after turn", "if stuck"]
    assert text_at(root, "bidding.moves.skip when") == "pot = 98"
    assert text_at(root, "bidding.moves.fold") == "do nothing"
    assert text_at(root, "bidding.pass") == "end round"
    phases = bidding.get("phases")
    assert isinstance(phases, Mapping)
    assert phases.keys() == ["moves", "third", "second"]
    assert build(root, name="high_card")[1] == []


def test_if_stuck_goes_with_the_moves() -> None:
    stuck = merged("add:\n  bidding.if stuck: do nothing")
    root = merged("add:\n  bidding.phases.second: { moves: { wait: do nothing } }", on=stuck)
    moves = node_at(root, (*BIDDING.split("."), "phases", "moves"))
    assert isinstance(moves, Mapping)
    assert moves.keys() == ["moves", "if stuck"]


def test_what_is_removed_is_gone_and_nothing_else() -> None:
    root = merged("remove: [round.at start.ante, result.tie, mood]")
    before = {way for way, _ in leaves(game(HIGH_CARD))}
    after = {way for way, _ in leaves(root)}
    assert before - after == {
        ("phases", "round", "at start", "ante"),
        ("payouts", "result", "tie"),
        ("tables", "mood", "gives"),
        ("tables", "mood", "high"),
        ("tables", "mood", "low"),
    }
    assert after <= before


@pytest.mark.parametrize(
    ("address", "emptied"),
    [
        ("round.at end.settle", f"{ROUND}.at end"),
        ("raise.may", f"{BIDDING}.moves.raise.may"),
        ("raise.may.not_yet", f"{BIDDING}.moves.raise.may"),
        ("raised", f"{BIDDING}.remember"),
        ("broke", "at any time"),
        ("result", "payouts"),
    ],
)
def test_a_map_that_is_emptied_goes_too(address: str, emptied: str) -> None:
    assert node_at(merged(f"remove: [{address}]"), tuple(emptied.split("."))) is None


def test_the_last_row_leaves_a_table_that_is_told_of() -> None:
    """A table without rows is not silently no table: reading its structure tells."""
    table = node_at(merged("remove: [result.tie, result.best]"), ("payouts", "result"))
    assert isinstance(table, Mapping)
    assert table.entries == ()


def test_the_order_of_work_is_set_change_add_remove() -> None:
    """However they are written: what is added may be removed beside, what is removed not changed."""
    merging = laid(
        "remove: [result.tie]\n"
        "add: { 'result.new, after tie': otherwise -> do nothing }\n"
        "change: { best.then: do nothing }\n"
        "set: { ante: 3 }\n"
    )
    assert [c.verb for c in merging.changes] == ["set", "change", "add", "remove"]
    assert merging.diagnostics == []


def test_the_name_of_a_form_is_no_address(tmp_path: Path) -> None:
    (tmp_path / "overlays" / "holdem").mkdir(parents=True)
    file = tmp_path / "overlays" / "holdem" / "rule.yaml"
    advised = {
        "betting_round.check.may.nothing_to_call: pot > 0": "write 'check.nothing_to_call'",
        "betting_round.wait: do nothing": "its parts stand in the phase 'street'",
    }
    for deed, advice in advised.items():
        file.write_text(f"house rule: Rule\nfor: holdem\nchange: {{ {deed} }}\n", encoding="utf-8")
        (told,) = read_rules(file).diagnostics
        assert told.message == "'betting_round' is a form, and its parts stand in the game itself"
        assert told.suggestion == advice


def test_the_rest_is_done_when_something_cannot_be() -> None:
    merging = laid("change: { tye.then: do nothing, best.then: do nothing }")
    assert codes(merging.diagnostics) == ["O501"]
    assert text_at(merging.root, "result.best") == "otherwise -> do nothing"


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


PLAIN = st.text(st.sampled_from("abcz Q9'äß♠->#:,"), min_size=1).filter(lambda t: t.strip() == t)


@given(some_place(lambda p: isinstance(p.node, Scalar) and not is_half(p)), PLAIN)
def test_a_changed_leaf_is_read_back_and_all_others_stay(name: str, text: str) -> None:
    path, place = all_places()[name]
    base = game(path)
    assert isinstance(place.node, Scalar)
    assume(text.split() != place.node.text.split())
    # A value alone is no text of an option: 'set' is told to be meant.
    assume(place.path[0] != "options" or re.fullmatch(r"-?\w+", text) is None)
    address = short_address(place, places(base))
    root = merged(f"change:\n  {quoted(address)}: {quoted(text)}", on=base)
    before, after = dict(leaves(base)), dict(leaves(root))
    changed = after.pop(place.path)
    old = before.pop(place.path)
    assert changed.text == text
    assert changed.span_at(0, len(text)).file.name == "rule_1.yaml"
    assert list(history(changed)) == [changed.span, old.span]
    assert after == before


@given(some_place(is_half), PLAIN)
def test_a_changed_half_is_read_back_and_the_row_stays(name: str, text: str) -> None:
    path, place = all_places()[name]
    base = game(path)
    row = place.node
    assert isinstance(row, Scalar)
    assume("->" not in text)
    address = short_address(place, places(base))
    merging = laid(f"change:\n  {quoted(address)}: {quoted(text)}", on=base)
    assume(not merging.diagnostics)
    new = node_at(merging.root, place.path[:-1])
    assert isinstance(new, Scalar)
    kind = Kind.ENDING if place.path[0] == "end" else Kind.ROW
    half = half_of(new, kind, place.kind)
    assert half is not None
    at = half[0]
    assert new.text[at : half[1]] == text
    # What stands in no file counts as standing at either end of the new half.
    is_when = place.kind is Kind.WHEN
    whens = range(at if is_when and kind is Kind.ROW and not row.text.startswith("when ") else 0)
    then = half_of(new, kind, Kind.THEN)
    arrow = range(half[1], then[0]) if then and is_when else range(0)
    for i, char in enumerate(new.text):
        span = new.span_at(i, i + 1)
        is_new = half[0] <= i < half[1] or i in whens or i in arrow
        assert span.file.name == ("rule_1.yaml" if is_new else path.name)
        # A line break of the file is a blank of the text.
        assert span.text.replace("\n", " ") == ("" if i in whens or i in arrow else char)
    others = {way: leaf for way, leaf in leaves(merging.root) if way != place.path[:-1]}
    assert others == {way: leaf for way, leaf in leaves(base) if way != place.path[:-1]}


NEEDED = {"game", "players", "deck", "piles", "phases", "deck.ranks", "deck.starts in"}


def is_needed(place: Place) -> bool:
    """Whether it is a key that a game, its deck or a move must have."""
    of_move = place.canonical[-1] == "do" and place.canonical[-3] == "moves"
    return ".".join(place.canonical) in NEEDED or of_move


@pytest.mark.parametrize("key", sorted(NEEDED))
def test_a_game_keeps_what_it_needs(key: str) -> None:
    (found,) = laid(f"remove: [{key}]").diagnostics
    whole = "the deck" if "." in key else "a game"
    assert found.message == f"{whole} cannot do without '{key.split('.')[-1]}'"
    assert found.span.text == key
    assert found.suggestion is not None and found.suggestion.startswith("change it instead: ")


@given(some_place(lambda p: p.written_short is None))
def test_a_removed_thing_can_no_longer_be_found(name: str) -> None:
    path, place = all_places()[name]
    base = game(path)
    merging = laid(f"remove: [{quoted('.'.join(place.canonical))}]", on=base)
    if is_half(place) or is_needed(place):
        assert codes(merging.diagnostics) == ["O508"]
        return
    assert merging.diagnostics == []
    assert place.canonical not in [p.canonical for p in places(merging.root)]
    left = dict(leaves(merging.root))
    for way, leaf in leaves(base):
        kept = way[: len(place.path)] != place.path
        assert (left.get(way) == leaf) == kept or "moves" in place.canonical


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(["change", "add", "set"]))
def test_no_address_makes_it_stumble(address: str, value: str, verb: str) -> None:
    text = f"house rule: A\nfor: high_card\n{verb}:\n  {quoted(address)}: {quoted(value)}\n"
    root, unread = read(SourceFile("rule.yaml", text))
    assert root is not None
    rule, problems = read_house_rule("rule", root)
    assert rule is not None
    merging = Merging(game(HIGH_CARD))
    merging.apply(rule, frozenset())
    told = (*unread, *problems, *merging.diagnostics)
    for found in told:
        assert found.code in CODES
        assert found.span.file.name == "rule.yaml"
        assert found.message
    assert merging.changes or told


WORDS = st.sampled_from(
    [*{w for p in places(game(HIGH_CARD)) for w in p.canonical}, "moves", "new", "examples", "say"]
)
VALUES = st.sampled_from(
    ["text", "''", "[]", "{}", "[a, [b]]", "{ a: b }", "{ when: x, then: y }", "when a -> b", "->"]
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["change", "add", "remove"]),
            st.lists(WORDS, min_size=1, max_size=5),
            st.sampled_from(["", ", first", ", after tie", ", before", ", after moves"]),
            VALUES,
        ),
        max_size=6,
    )
)
def test_no_house_rule_makes_it_stumble(
    deeds: list[tuple[str, list[str], str, str]],
) -> None:
    """Whatever is added where and changed how: merging goes on, and what results has addresses."""
    text = ["house rule: A", "for: high_card"]
    for verb in ("change", "add", "remove"):
        mine = {".".join(w) + place: value for v, w, place, value in deeds if v == verb}
        if not mine:
            continue
        text.append(f"{verb}:")
        if verb == "remove":
            text += [f"  - {quoted(a)}" for a in mine]
        else:
            text += [f"  {quoted(a)}: {v}" for a, v in mine.items()]
    root = nodes("\n".join(text) + "\n", "rule.yaml")
    rule, _ = read_house_rule("rule", root)
    assert rule is not None
    merging = Merging(game(HIGH_CARD))
    merging.apply(rule, frozenset())
    merging.apply(house_rule("set: { ante: 2 }\nremove: [result]", "other"), frozenset())
    assert merging.lookup.places == places(merging.root)


def test_both_places_are_named_where_two_good_files_give_a_bad_one() -> None:
    """As schema-diagnostics-02 wants it."""
    root = merged("set:\n  ante: and\nchange:\n  tie.then: pay +\n  winner: everyone and")
    _, found = build(root, name="high_card")
    told = with_both_places(found, root)
    assert [d.span for d in told] == [d.span for d in found]
    assert [(d.span.place, [n.span.place for n in d.notes if n.span]) for d in told] == [
        ("rule_1.yaml:4:9", ["high_card.yaml:8:9"]),
        ("rule_1.yaml:6:17", ["high_card.yaml:71:10"]),
        ("rule_1.yaml:7:23", ["high_card.yaml:76:9"]),
    ]
    assert with_both_places(told, root) == told
    assert with_both_places(found, game(HIGH_CARD)) == found


KEYS = st.sampled_from([*keys_at("overlay"), "game", "phases", "For"])
CONTENTS = st.sampled_from(
    [
        "text", "''", "[]", "{}", "[a, [b], '']", "{ a: b }", "{ a: { b: c } }", "{ a: [b] }", "all",
        "high_card", "high_card with dear, on_dear", "[a tie, the king wins, a tie]", "{ ante: 3 }",
        "{ a tie: { players: Anna }, new: text }", "[dear]", "{ de: { pot: Kasse }, HC3: text }",
        "{ de: text, result.tie: otherwise -> do nothing, titles: x }", "[result, result.tie]",
    ]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, CONTENTS, max_size=8), st.lists(st.sampled_from(["dear", "no_ties"])))
def test_no_file_makes_it_stumble(keys: dict[str, str], names: list[str]) -> None:
    """Whatever stands under the keys of a house rule, its stack is told of and not raised."""
    text = "".join(f"{key}: {content}\n" for key, content in keys.items())
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder)
        (table / "high_card.yaml").write_bytes(HIGH_CARD.read_bytes())
        rules = table / "overlays" / "high_card"
        rules.mkdir(parents=True)
        for rule in ("dear", "on_dear", "no_ties"):
            (rules / f"{rule}.yaml").write_bytes((RULES / f"{rule}.yaml").read_bytes())
        (rules / "rule.yaml").write_text(text, encoding="utf-8")
        for found in (stack(rules / "rule.yaml", names), stack(table / "high_card.yaml", names)):
            assert {d.code for d in found.diagnostics} <= set(CODES)
            assert found.root is not None or found.diagnostics
        beside = stack(table / "high_card.yaml", [*names, "rule"])
        assert beside.root is not None
        assert beside.game == "high_card"


def test_a_word_alone_is_added_to_the_game_itself() -> None:
    """Also where an earlier change took something away, in which no address is empty."""
    merging = laid("change: { options: none }\nadd: { starts in: stock }")
    assert codes(merging.diagnostics) == ["O501"]


# -- several house rules ---------------------------------------------------------------------------

TIE = "change: { result.tie.then: split pot among best }"
PAIRS = [
    (TIE, TIE.replace("split pot among best", "end round"), True),
    (TIE, "change: { result.tie.when: size of best > 2 }", False),
    (TIE, "change: { result.tie: otherwise -> do nothing }", True),
    (TIE, "remove: [result.tie]", True),
    (TIE, "remove: [result]", True),
    (TIE, "remove: [result.best]", False),
    (TIE, "add: { result.new: when pot = 0 -> do nothing }", False),
    ("set: { ante: 2 }", "set: { ante: 3 }", True),
    ("set: { ante: 2 }", "set: { stake: 3 }", False),
    ("set: { ante: 2 }", "change: { options.ante: 'number from 1 to 5, normally 3' }", True),
    ("set: { ante: 2 }", "remove: [options.ante]", True),
    ("add: { result.new: when pot = 0 -> end round }", "remove: [result]", True),
    ("add: { round.remember.a: number }", "add: { round.remember.b: number }", False),
    ("remove: [bidding.moves.pass]", "change: { pass: end round }", True),
    ("change: { pass: end round }", "remove: [bidding.phases.moves]", True),
    ("add: { bidding.phases.x: { at start: end round } }", "change: { pass: end round }", False),
    ("add: { bidding.phases.x: { at start: end round } }", "remove: [bidding.moves]", False),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "clash"), PAIRS)
@pytest.mark.parametrize("turned", [False, True], ids=["", "turned"])
def test_house_rules_get_in_each_others_way_or_not(
    one: str, other: str, clash: bool, turned: bool
) -> None:
    first, second = (other, one) if turned else (one, other)
    found = laid(first, second).diagnostics
    assert codes(found) == (["O504"] if clash else [])
    for conflict in found:
        assert conflict.span.file.name == "rule_2.yaml"
        assert [n.span.file.name for n in conflict.notes if n.span] == ["rule_1.yaml"]


@pytest.mark.parametrize(("one", "other", "clash"), PAIRS)
def test_over_lets_the_later_one_win(one: str, other: str, clash: bool) -> None:
    merging = laid(one, f"{other}\nover: [rule_1]")
    kept = "O501" if one.startswith("remove") else None
    assert codes(merging.diagnostics) == ([kept] if kept and clash else [])


def test_what_another_house_rule_added_may_be_changed_by_name() -> None:
    root = merged(
        "add: { result.new: when pot = 0 -> end round }",
        "remove: [result.new]",
    )
    assert root == game(HIGH_CARD)
    root = merged(
        "add: { result.new: when pot = 0 -> end round }",
        "change: { result.new.then: do nothing }",
        "add: { 'result.newer, before new': when pot = 1 -> do nothing }",
    )
    assert text_at(root, "result.new") == "when pot = 0 -> do nothing"


def test_two_cannot_add_one_thing() -> None:
    add = "add: { options.bonus: 'number from 1 to 5, normally 3' }"
    (found,) = laid(add, add).diagnostics
    assert found.code == "O504"
    assert found.message == "the house rule 'rule_1' adds 'options.bonus' too"
    assert [n.span.file.name for n in found.notes if n.span] == ["rule_1.yaml"]
    (found,) = laid(add, f"{add}\nover: [rule_1]").diagnostics
    assert found.code == "O503"  # what stands there is not added, it is changed


def test_texts_of_house_rules_are_added() -> None:
    found = stack(HIGH_CARD, ["shared_tie"])
    assert found.diagnostics == ()
    assert found.root is not None
    ruling = node_at(found.root, ("rulings", "HC3"))
    labels = node_at(found.root, ("titles", "de"))
    assert isinstance(ruling, Scalar)
    assert isinstance(labels, Mapping)
    assert ruling.text == "In a tie the pot is shared."
    assert len(list(history(ruling))) == 2
    assert [(e.key.text, v.text) for e in labels if isinstance(v := e.value, Scalar)] == [
        ("pot", "Kasse"),
        ("tie", "Gleichstand"),
    ]


def test_sources_of_house_rules_are_added() -> None:
    found = stack(ROOT / "rulesets" / "overlays" / "in_between" / "home_game.yaml")
    assert found.root is not None
    sources = found.root.get("source")
    assert isinstance(sources, Sequence)
    assert [s.text for s in sources if isinstance(s, Scalar)] == ["in_between", "in_between_home"]


def test_examples_of_the_game_and_of_house_rules_are_kept_apart() -> None:
    found = stack(HIGH_CARD, ["shared_tie"])
    assert [(e.title.text, e.overlay, e.broken_by) for e in found.examples] == [
        ("the king wins", None, None),
        ("a tie", None, "shared_tie"),
    ]
    assert titles_in_root(found) == ["the king wins"]


def test_the_examples_of_a_house_rule_stand_beside_those_that_still_hold() -> None:
    path = ROOT / "rulesets" / "overlays" / "in_between" / "pair_pays_three.yaml"
    found = stack(path)
    own = [e.title.text for e in found.examples if e.overlay == "pair_pays_three"]
    home = [e.title.text for e in found.examples if e.overlay == "home_game" and not e.broken_by]
    assert own
    assert home
    assert {e.broken_by for e in found.examples if e.overlay is None} == {"home_game"}
    assert titles_in_root(found) == [*home, *own]


def test_a_stack_made_up_by_hand_has_no_examples_to_hold() -> None:
    found = stack(HIGH_CARD, ["dear", "shared_tie"])
    assert found.by_hand
    assert titles_in_root(found) == []
    assert len(found.examples) == 2


def titles_in_root(found: Stack) -> list[str]:
    assert found.root is not None
    examples = found.root.get("examples")
    return examples.keys() if isinstance(examples, Mapping) else []


# -- what is wrong ---------------------------------------------------------------------------------

STACKS = {
    "clash": ("overlays/high_card/shared_tie.yaml", ["kitty_tie"]),
    "clash_turned": ("overlays/high_card/kitty_tie.yaml", ["shared_tie"]),
    "clash_removed": ("high_card.yaml", ["no_ties", "shared_tie"]),
    "clash_removing": ("high_card.yaml", ["shared_tie", "no_ties"]),
    "clash_set": ("high_card.yaml", ["no_ties", "dear"]),
    "clash_around": ("high_card.yaml", ["dear", "whole_result"]),
    "clash_inside": ("high_card.yaml", ["whole_result", "on_dear"]),
    "asked_for": (
        "high_card.yaml",
        ["dear", "deer", "dear", "other_game", "high_card.yaml", "missing.yaml", "overlays/"],
    ),
    "no_such_file": ("hihg_card.yaml", []),
    "a_folder": ("overlays", ["dear"]),
}
USED_IN_STACKS = {
    "about_round", "dear", "kitty_tie", "no_ties", "on_dear", "over_dear", "shared_tie",
    "whole_result",
}  # fmt: skip


def messages(path: str, names: list[str]) -> str:
    """What is told; games that come along are not named, of which there are more and more."""
    text = render_full(stack(path, names).diagnostics)
    return re.sub(r"(the games are high_card, ).*", r"\1...", text)


@pytest.mark.parametrize("path", sorted(RULES.glob("*.yaml")), ids=lambda p: p.stem)
def test_all_that_is_wrong_is_told(
    path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(WRONG)
    text = messages(f"overlays/high_card/{path.name}", [])
    if path.stem in USED_IN_STACKS - {"about_round"}:
        assert text == ""
    else:
        golden(f"overlays/{path.stem}.txt", text)


@pytest.mark.parametrize("name", STACKS)
def test_what_is_wrong_with_a_stack_is_told(
    name: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(WRONG)
    golden(f"overlays/{name}.txt", messages(*STACKS[name]))


OWN = [code for code in CODES.values() if code.code.startswith("O5")]


@pytest.mark.parametrize("code", OWN, ids=lambda c: c.code)
def test_the_examples_of_the_codes(code: Code, tmp_path: Path) -> None:
    """The bad one gives the code and nothing else, the good one gives nothing."""
    (tmp_path / "high_card.yaml").write_bytes(HIGH_CARD.read_bytes())
    for text, expected in ((code.bad, [code.code]), (code.good, [])):
        rule = tmp_path / "rule.yaml"
        rule.write_text(text, encoding="utf-8")
        assert codes(stack(rule).diagnostics) == expected, text


def test_only_a_change_that_changes_nothing_is_a_warning() -> None:
    found = stack(RULES / "changes_nothing.yaml").diagnostics
    assert {(d.code, d.severity) for d in found} == {("O507", Severity.WARNING)}


# -- cases of others -------------------------------------------------------------------------------


def test_overlay_merge_01_an_empty_key_wipes_nothing() -> None:
    """A key with nothing after it is an error at its line, and what stood there stays."""
    found = stack(RULES / "empty.yaml")
    (told_of,) = found.diagnostics
    assert (told_of.code, told_of.span.line) == ("S203", 4)
    assert found.root is not None
    result = node_at(found.root, ("payouts", "result"))
    assert isinstance(result, Mapping)
    assert result.keys() == ["tie", "best"]


def test_overlay_merge_03_named_rows_are_never_merged_by_position() -> None:
    root = merged("change: { result.best: otherwise -> do nothing }")
    result = node_at(root, ("payouts", "result"))
    assert isinstance(result, Mapping)
    assert [(e.key.text, v.text) for e in result if isinstance(v := e.value, Scalar)] == [
        ("tie", "when size of best > 1 -> do nothing"),
        ("best", "otherwise -> do nothing"),
    ]


def test_overlay_merge_03_a_list_is_changed_as_a_whole() -> None:
    merging = laid("change:\n  bidding.after turn: [end round]")
    assert merging.diagnostics == []
    lines = node_at(merging.root, (*BIDDING.split("."), "after turn"))
    assert isinstance(lines, Sequence)
    assert [i.text for i in lines if isinstance(i, Scalar)] == ["end round"]
    assert len(list(history(lines))) == 2


def test_overlay_merge_05_merge_keys_are_refused(tmp_path: Path) -> None:
    rule = tmp_path / "rule.yaml"
    rule.write_text(
        "house rule: Merged\nfor: in_between\nset:\n  <<: { ante: 2 }\n  stake: 30\n",
        encoding="utf-8",
    )
    found = stack(rule)
    assert [(d.code, d.span.line) for d in found.diagnostics] == [("Y109", 4)]
    assert [s.option for s in found.settings] == ["stake"]


def test_a_value_beside_a_misspelt_option_is_judged_too() -> None:
    found = read_rules(WRONG / "overlays" / "high_card" / "beside.yaml").diagnostics
    assert [d.code for d in found] == ["O506", "T411"]


def test_a_name_under_over_that_no_house_rule_has_overrules_nothing(tmp_path: Path) -> None:
    (tmp_path / "high_card.yaml").write_text(HIGH_CARD.read_text(encoding="utf-8"))
    folder = tmp_path / "overlays" / "high_card"
    folder.mkdir(parents=True)
    text = "house rule: {}\nfor: high_card\nset: {{ stake: 3 }}\nover: [{}]\n"
    (folder / "dear.yaml").write_text(text.format("Dear", "cheap"))
    (folder / "cheap.yaml").write_text(text.format("Cheap", "deer"))
    assert read_rules(folder / "dear.yaml").diagnostics == ()
    (found,) = read_rules(folder / "cheap.yaml").diagnostics
    assert (found.code, found.severity, found.span.text) == ("O506", Severity.WARNING, "deer")
    assert found.suggestion == "did you mean 'dear'?"
