"""The house rule that leads from one game to another: on the first it gives the second."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulerun.cli.merged import merged_lines
from rulerun.grammar.nodes import Entry, Mapping, Scalar
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.grammar.writing import Writer
from rulerun.interpreter.declarations.addresses import (
    NAMED,
    find,
    node_at,
    places,
    with_entry,
    with_node,
    without,
)
from rulerun.interpreter.declarations.house_rule import read_house_rule
from rulerun.interpreter.declarations.lookup import Lookup
from rulerun.interpreter.declarations.merging import Merging
from rulerun.interpreter.declarations.overlay import Stack, stack
from rulerun.interpreter.declarations.spelling import Speller
from rulerun.interpreter.examples.proof import prove
from rulerun.interpreter.loading import Loaded, read_rules
from rulerun.interpreter.variants.comparison import differences
from rulerun.interpreter.variants.derivation import derive

ROOT = Path(__file__).resolve().parents[2]
GAMES = [
    path
    for path in sorted([*ROOT.glob("rulesets/*.yaml"), *ROOT.glob("tests/rulesets/*.yaml")])
    if "\ngame:" in "\n" + path.read_text(encoding="utf-8")
]
OVERLAYS = sorted(ROOT.glob("rulesets/overlays/*/*.yaml"))

PROVED = [p for p in OVERLAYS if p.stem in ("knock_at_7", "oklahoma_spades", "fifteen_cards")]


def nodes(text: str, name: str = "game.yaml") -> Mapping:
    root, wrong = read(SourceFile(name, text))
    assert root is not None and not wrong, [str(d) for d in wrong]
    return root


def deeds(text: str) -> int:
    rule, wrong = read_house_rule("rule", nodes(text))
    assert rule is not None and not wrong
    return len(rule.deeds)


@pytest.mark.parametrize("path", OVERLAYS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_rendered_stack_leads_back_to_its_house_rule(path: Path) -> None:
    """In as few deeds as those that were laid on, and without the remarks of where they came from."""
    laid = stack(path)
    own = laid.own
    assert own is not None and laid.root is not None
    below = stack(laid.game, [rule.file for rule in laid.overlays if rule is not own])
    assert below.root is not None
    edited = nodes("\n".join(merged_lines(laid)))
    derived = derive(loaded(unproved(below.root)), loaded(unproved(edited)), own.title)
    assert derived.text is not None
    assert derived.diagnostics == ()
    assert deeds(derived.text) <= len(own.deeds)
    assert ".yaml:" not in derived.text


def unproved(root: Mapping) -> Mapping:
    return without(root, ("examples",))


@pytest.mark.parametrize("path", PROVED, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_the_house_rule_is_as_right_as_what_it_was_made_of(path: Path, tmp_path: Path) -> None:
    """Checked, with the same rules and examples, which hold; the broken ones do not."""
    laid = read_rules(path)
    own = laid.stack.own
    assert own is not None
    edited = tmp_path / "edited" / f"{laid.stack.game}.yaml"
    again = tmp_path / "overlays" / laid.stack.game / "again.yaml"
    for file in (edited, again):
        file.parent.mkdir(parents=True)
    edited.write_text("\n".join(merged_lines(laid.stack)), encoding="utf-8")
    below = [rule.file for rule in laid.stack.overlays if rule is not own]
    derived = derive(read_rules(laid.stack.game, below), read_rules(edited), own.title)
    assert derived.text is not None
    again.write_text(derived.text, encoding="utf-8")
    reread = read_rules(again)
    assert [str(d) for d in reread.diagnostics] == []
    assert laid.stack.root is not None and reread.stack.root is not None
    assert differences(laid.stack.root, reread.stack.root) == []
    assert [p.name for p in prove(reread) if p.failures] == []


def loaded(root: Mapping) -> Loaded:
    """A game's nodes as if they had been read from a file; their texts may mean nothing."""
    return Loaded(Stack(game="game", file="game.yaml", base=root, root=root), None, None, ())


def edited_somewhere(root: Mapping, rng: random.Random) -> Mapping:
    """The game with one thing taken away, rewritten, doubled, flattened, or in another order."""
    known = places(root)
    place = rng.choice([p for p in known if node_at(root, p.path) is not None])
    node, around = node_at(root, place.path), node_at(root, place.path[:-1])
    assert node is not None and isinstance(around, Mapping)
    kinds = {p.path: p.kind for p in known}
    has_names = kinds.get(place.path[:-1]) in NAMED
    what = rng.choice(["less", "text", "more", "order", "flat"])
    if what == "less" and len(around.entries) > 1 and place.name != "moves":
        return without(root, place.path)
    if what == "text" and isinstance(node, Scalar):
        return with_node(root, place.path, Scalar(f"{node.text} or else", node.span))
    if what == "more" and has_names:
        key = Scalar(f"{place.name.split()[0]}_2", node.span)
        at = rng.randrange(len(around.entries) + 1)
        return with_entry(root, place.path[:-1], Entry(key, node), at)
    if what == "order" and has_names:
        entries = list(around.entries)
        rng.shuffle(entries)
        return with_node(root, place.path[:-1], replace(around, entries=tuple(entries)))
    if what == "flat" and isinstance(node, Mapping):
        return with_node(root, place.path, Scalar("do nothing", node.span))
    return root


def rendered(root: Mapping, text: str) -> tuple[Mapping, Mapping]:
    """A game with a house rule on it, and what is read of it as `rulerun render` prints it."""
    rule, _ = read_house_rule("rule", nodes(text, "rule.yaml"))
    assert rule is not None
    merging = Merging(root)
    merging.apply(rule, frozenset())
    changes = tuple(merging.changes)
    laid = Stack(
        game="game",
        file="game.yaml",
        base=root,
        root=merging.root,
        overlays=(rule,),
        changes=changes,
    )
    return merging.root, nodes("\n".join(merged_lines(laid)))


def same_rules(one: Mapping, other: Mapping) -> bool:
    """Whether two games are the same, but for labels of what is no more."""
    return all(d.path[0] == "titles" for d in differences(one, other))


NEEDED = {
    ("game",), ("players",), ("deck",), ("piles",), ("phases",), ("deck", "ranks"),
    ("deck", "starts in"),
}  # fmt: skip
"""What no game is without."""


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_whatever_is_edited_can_be_said_and_rendered(path: Path) -> None:
    root = nodes(path.read_text(encoding="utf-8"))
    one = without(root, ("examples",))
    for number in range(6):
        seed = f"{path.stem} {number}"  # other ones for each game
        rng = random.Random(seed)
        two = one
        for _ in range(rng.randrange(1, 4)):
            two = edited_somewhere(two, rng)
        two = nodes("\n".join(Writer([]).lines(two)), "edited.yaml")
        found = differences(one, two)
        derived = derive(loaded(one), loaded(two), "A rule")
        if any(d.how == "removed" and (d.path in NEEDED or d.path[-1] == "do") for d in found):
            continue  # what was made is no game
        assert (derived.text is None) == (not found), (seed, [str(d) for d in derived.diagnostics])
        if derived.text is not None:  # `derive` has tried it; it must be few words, too
            assert deeds(derived.text) <= len(found)
            assert same_rules(*rendered(root, derived.text))


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_an_address_is_spelt_so_that_it_means_the_thing(path: Path) -> None:
    lookup = Lookup(nodes(path.read_text(encoding="utf-8")))
    speller = Speller(lookup, lookup)
    for place in lookup.places:
        words = speller.existing(place.canonical).split(".")
        assert [p.path for p in find(lookup.places, words)] == [place.path]
        assert len(words) <= len(place.canonical)


def variant(tmp_path: Path, *changes: tuple[str, str]) -> Loaded:
    text = (ROOT / "rulesets" / "gin.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "gin.yaml"
    path.write_text(text, encoding="utf-8")
    return read_rules(path)


RIVAL = "  # allow L603\n  rival: opponent of knocker   # as it were\n"


def test_comments_go_along(tmp_path: Path) -> None:
    edited = variant(
        tmp_path,
        ("  defender:  ", RIVAL + "  defender:  "),
        ("Q, K\n  values", "Q, K   # aces are low\n  values"),
        ("normally 100 --", "normally 50 --"),
    )  # fmt: skip
    derived = derive(read_rules("gin"), edited, "Fifty")
    assert derived.text == (
        "house rule: Fifty\n"
        "for: gin\n"
        "set:\n"
        "  target: 50\n"
        "add:\n"
        "  # allow L603\n"
        "  terms.rival: opponent of knocker   # as it were\n"
        "breaks: [points add up]\n"
    )


def test_an_example_that_was_changed_needs_another_name(tmp_path: Path) -> None:
    edited = variant(tmp_path, ("Anna's points = 8\n", "8 = Anna's points\n"))
    derived = derive(read_rules("gin"), edited, "A rule")
    assert derived.text is None
    (wrong,) = derived.diagnostics
    assert (wrong.code, wrong.span.text) == ("O503", "ten is low enough")
    assert wrong.suggestion == "give this one another name: a house rule adds examples"


def test_what_a_house_rule_cannot_take_away_stays(tmp_path: Path) -> None:
    edited = variant(
        tmp_path,
        ("  GN5a: The ace is low in runs.\n", ""),
        ("  GN12a: Gin cannot be undercut, not even by an opponent without deadwood.\n", ""),
        ("    knock: klopfen\n", "    knock: anklopfen\n"),
        ("    stock: Nachziehstapel\n", ""),
    )
    derived = derive(read_rules("gin"), edited, "A rule")
    assert derived.text == (
        "house rule: A rule\nfor: gin\n\ntitles:\n  de:\n    knock: anklopfen\n"
    )
    assert [d.message for d in derived.diagnostics] == [
        "ruling 'GN5a' and 1 more stay: a house rule takes none away",
        "label 'stock' stays: a house rule takes none away",
    ]


def test_one_game_can_be_said_as_a_house_rule_of_another() -> None:
    one = nodes((ROOT / "rulesets/gin.yaml").read_text(encoding="utf-8"))
    two = nodes((ROOT / "rulesets/in_between.yaml").read_text(encoding="utf-8"))
    derived = derive(loaded(unproved(one)), loaded(unproved(two)), "As In-Between")
    assert derived.text is not None
    assert "yaml-language-server" not in derived.text
    assert same_rules(*rendered(one, derived.text))


def test_no_difference_is_no_house_rule(tmp_path: Path) -> None:
    derived = derive(read_rules("gin"), variant(tmp_path), "A rule")
    assert (derived.text, derived.diagnostics) == (None, ())


def test_a_house_rule_on_a_house_rule(tmp_path: Path) -> None:
    base = read_rules(ROOT / "rulesets/overlays/gin/oklahoma.yaml")
    path = tmp_path / "gin.yaml"
    text = "\n".join(merged_lines(base.stack)).replace(
        "normally 25   -- for k", "normally 9 -- for k"
    )
    path.write_text(text, encoding="utf-8")
    derived = derive(base, read_rules(path), "Little for gin")
    assert derived.text is not None
    assert derived.text.startswith(
        "house rule: Little for gin\nfor: gin with oklahoma\nset:\n  gin_bonus: 9\nbreaks: "
    )
    assert stack(path).diagnostics == ()


def test_a_row_behind_otherwise_is_said_to_be_last() -> None:
    """What is added without a place goes before a last row that says `otherwise`."""
    one = (ROOT / "rulesets" / "in_between.yaml").read_text(encoding="utf-8")
    found = re.search(r"^( +)(\w+): +otherwise +-> .*\n", one, re.MULTILINE)
    assert found is not None
    row = f"{found[1]}more: when pot = 0 -> do nothing\n"
    behind, before = (one[:at] + row + one[at:] for at in (found.end(), found.start()))
    for two, place in ((behind, ", last"), (before, r", after \w+")):
        derived = derive(loaded(unproved(nodes(one))), loaded(unproved(nodes(two))), "More")
        assert derived.text is not None
        assert re.search(rf"more{place}'?: when pot = 0", derived.text), derived.text
