"""The rule sheets as `seeds/` restates them: whole, proved, and true to the rule files.

The form of the files is told in seeds/README.md.
"""

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Severity
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.interpreter.declarations.addresses import find, places
from rulerun.interpreter.declarations.overlay import Stack, stack

ROOT = Path(__file__).resolve().parents[1]
SEEDS = ROOT / "seeds"
RULESETS = ROOT / "rulesets"
SHEETS = ROOT.parent / "shared" / "rules"  # the sheets themselves, where they lie beside us

MARKS = ("S", "D", "E", "V")
NEEDS_PROOF = ("S", "D", "V")
SEED_KEYS = ["sheet", "title", "ids", "clauses"]
CLAUSE_KEYS = ["mark", "says", "played", "proved"]
UNSEEN = "Nothing to observe."  # how a ruling begins that stands for a proof

Reference = tuple[str, str]
"""A rule file (or `test`, `ruling`), and what is meant in it."""


@dataclass(frozen=True)
class Clause:
    """One clause as a seed tells it."""

    id: str
    mark: str
    says: str
    played: tuple[Reference, ...]
    proved: tuple[Reference, ...]


@dataclass(frozen=True)
class Seed:
    """One file of `seeds/`; `ids` are the sheet's own list, `faults` what is wrong with its form."""

    sheet: str
    ids: tuple[str, ...]
    clauses: tuple[Clause, ...]
    faults: tuple[str, ...] = field(default=())

    def clause(self, clause_id: str) -> Clause:
        return next(c for c in self.clauses if c.id == clause_id)


@dataclass(frozen=True)
class Rules:
    """A game or a house rule on its base; `examples` are its own, with what they prove."""

    name: str
    merged: Stack
    examples: dict[str, tuple[str, ...]]

    @property
    def sheets(self) -> tuple[str, ...]:
        return texts(None if self.merged.root is None else self.merged.root.get("source"))

    def ruling(self, clause_id: str) -> str:
        """What this file itself rules about a clause; empty if nothing."""
        own = self.merged.own.node if self.merged.own else self.merged.base
        rulings = None if own is None else own.get("rulings")
        text = rulings.get(clause_id) if isinstance(rulings, Mapping) else None
        return text.text if isinstance(text, Scalar) else ""

    def plays_at(self, address: str) -> bool:
        """Whether an address means one thing here; in a house rule, one of its own making."""
        words = address.split(".")
        root = self.merged.root
        own = self.merged.own
        changes = [c for c in self.merged.changes if c.rule is own]
        if root is None:
            return False
        found = find(places(root), words)
        if own is None:
            return len(found) == 1
        if not found:  # it may be what the house rule took away
            return len(find((p for c in changes for p in c.gone), words)) == 1
        return len(found) == 1 and any(
            is_within(found[0].canonical, c.path) or is_within(c.path, found[0].canonical)
            for c in changes
        )


def is_within(inner: tuple[str, ...], outer: tuple[str, ...]) -> bool:
    return inner[: len(outer)] == outer


def texts(node: Node | None) -> tuple[str, ...]:
    """A text, or the texts of a list."""
    if isinstance(node, Scalar):
        return (node.text,)
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))


def read_seed(source: SourceFile) -> Seed:
    """A seed, read by the strict reader of rule files."""
    root, diagnostics = read(source)
    faults = [str(d) for d in diagnostics]
    if root is None:
        return Seed("", (), (), tuple(faults))
    if root.keys() != SEED_KEYS:
        faults.append(f"{source.name}: the keys are {SEED_KEYS}, in this order")
    clauses = []
    written = root.get("clauses")
    for entry in written if isinstance(written, Mapping) else ():
        clause_id, node = entry.key.text, entry.value
        if not isinstance(node, Mapping) or node.keys() != CLAUSE_KEYS:
            faults.append(f"{clause_id}: the keys are {CLAUSE_KEYS}, in this order")
            continue
        mark, says = (" ".join(texts(node.get(key))) for key in ("mark", "says"))
        if mark not in MARKS:
            faults.append(f"{clause_id}: no mark is called {mark!r}")
        if not says.endswith(".") or len(says) < 20:
            faults.append(f"{clause_id}: says nothing")
        played, proved = (tuple(references(node.get(key))) for key in ("played", "proved"))
        clauses.append(Clause(clause_id, mark, says, played, proved))
    ids = " ".join(texts(root.get("ids"))).split()
    return Seed("".join(texts(root.get("sheet"))), tuple(ids), tuple(clauses), tuple(faults))


def references(node: Node | None) -> Iterator[Reference]:
    for entry in node if isinstance(node, Mapping) else ():
        for what in texts(entry.value):
            yield entry.key.text, what


@cache
def seeds() -> tuple[Seed, ...]:
    found = sorted(SEEDS.glob("*.yaml"))
    return tuple(read_seed(SourceFile(p.name, p.read_text(encoding="utf-8"))) for p in found)


@cache
def rule_files() -> dict[str, Rules]:
    """All games and house rules, by the names that seeds give them: `gin`, `gin/oklahoma`."""
    found = {}
    for path in sorted(RULESETS.rglob("*.yaml")):
        parts = path.relative_to(RULESETS).with_suffix("").parts
        if parts[0] == "forms":
            continue
        name = "/".join(parts[1:] if parts[0] == "overlays" else parts)
        merged = stack(path)
        found[name] = Rules(name, merged, dict(own_examples(merged)))
    return found


def own_examples(merged: Stack) -> Iterator[tuple[str, tuple[str, ...]]]:
    own = merged.own.name if merged.own else None
    for example in merged.examples:
        if example.overlay == own and isinstance(example.node, Mapping):
            yield example.title.text, texts(example.node.get("proves"))


# --------------------------------------------------------------------------------------------
# What can be wrong


def faults_of_the_list(seed: Seed) -> list[str]:
    """Clauses of the sheet that have no entry, and entries that are no clause of it."""
    entries = [c.id for c in seed.clauses]
    return [
        *(f"{i}: has no entry" for i in seed.ids if i not in entries),
        *(f"{i}: is no clause of the sheet" for i in entries if i not in seed.ids),
        *(f"{i}: is listed twice" for i in {i for i in seed.ids if seed.ids.count(i) > 1}),
    ]


def faults_of_proof(seed: Seed) -> list[str]:
    """Clauses that nothing proves although something must."""
    return [
        f"{c.id}: is marked {c.mark} and nothing proves it"
        for c in seed.clauses
        if c.mark in NEEDS_PROOF and not c.proved
    ]


def faults_of_references(clause: Clause, rules: dict[str, Rules]) -> list[str]:
    """What a clause names that is not there, or does not say what it is named for."""
    faults = [] if clause.played else [f"{clause.id}: is played nowhere"]
    for file, address in clause.played:
        if file not in rules:
            faults.append(f"{clause.id}: there is no rule file '{file}'")
        elif not rules[file].plays_at(address):
            faults.append(f"{clause.id}: '{address}' is not one thing in {file}")
    for file, what in clause.proved:
        if file == "test":
            if not is_test(what):
                faults.append(f"{clause.id}: there is no test '{what}'")
        elif file == "ruling":
            if what not in rules or not rules[what].ruling(clause.id).startswith(UNSEEN):
                faults.append(f"{clause.id}: no ruling in '{what}' says: {UNSEEN}")
        elif file not in rules:
            faults.append(f"{clause.id}: there is no rule file '{file}'")
        elif what not in rules[file].examples:
            faults.append(f"{clause.id}: {file} has no example '{what}'")
        elif clause.id not in rules[file].examples[what]:
            faults.append(f"{clause.id}: the example '{what}' of {file} does not prove it")
    return faults


def faults_of_examples(rules: Rules, all_seeds: tuple[Seed, ...]) -> list[str]:
    """Clauses that an example says it proves and that its sheets do not have, or do not list so."""
    known = {c.id: c for s in all_seeds if s.sheet in rules.sheets for c in s.clauses}
    faults = []
    for title, proves in rules.examples.items():
        for clause_id in proves:
            if clause_id not in known:
                faults.append(f"{rules.name}: '{title}' proves {clause_id}, which is no clause")
            elif (rules.name, title) not in known[clause_id].proved:
                faults.append(f"{clause_id}: proved by '{title}' of {rules.name}, but not listed")
    return faults


def is_test(name: str) -> bool:
    """Whether `tests/test_x.py::test_y` is there."""
    path, _, function = name.partition("::")
    if not path.startswith("tests/") or not (ROOT / path).is_file():
        return False
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return function.startswith("test") and any(
        isinstance(node, ast.FunctionDef) and node.name == function for node in tree.body
    )


def clauses_of_sheet(text: str) -> dict[str, str]:
    """The clauses of a rule sheet and their marks, from its tables."""
    row = re.compile(r"^\| *([A-Z]+-?[A-Z]?\d+[a-z]?) *\| *([SDEV]) *\|", re.MULTILINE)
    return dict(row.findall(text))


# --------------------------------------------------------------------------------------------
# The seeds and the rule files as they are

SEED_NAMES = sorted(p.stem for p in SEEDS.glob("*.yaml"))


def seed_called(name: str) -> Seed:
    return next(s for s in seeds() if s.sheet == name)


def test_there_is_a_seed_for_every_sheet_that_is_followed() -> None:
    followed = {sheet for rules in rule_files().values() for sheet in rules.sheets}
    assert followed == {s.sheet for s in seeds()} == set(SEED_NAMES)


@pytest.mark.parametrize("name", SEED_NAMES)
def test_the_seed_is_well_formed(name: str) -> None:
    assert seed_called(name).faults == ()


@pytest.mark.parametrize("name", SEED_NAMES)
def test_every_clause_of_the_sheet_has_its_entry(name: str) -> None:
    assert faults_of_the_list(seed_called(name)) == []


@pytest.mark.parametrize("name", SEED_NAMES)
def test_every_clause_is_proved(name: str) -> None:
    assert faults_of_proof(seed_called(name)) == []


@pytest.mark.parametrize("name", SEED_NAMES)
def test_every_reference_leads_somewhere(name: str) -> None:
    faults = [f for c in seed_called(name).clauses for f in faults_of_references(c, rule_files())]
    assert faults == []


def test_every_example_proves_known_clauses() -> None:
    faults = [f for rules in rule_files().values() for f in faults_of_examples(rules, seeds())]
    assert faults == []


def test_the_rule_files_are_read_without_error() -> None:
    for rules in rule_files().values():
        errors = [str(d) for d in rules.merged.diagnostics if d.severity is Severity.ERROR]
        assert errors == [], rules.name


def test_the_seeds_have_the_clauses_of_the_sheets() -> None:
    if not SHEETS.is_dir():
        why = f"the rule sheets do not lie beside the checkout: {SHEETS}"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    sheets = {p.stem: p for p in SHEETS.glob("*.md") if p.stem != "README"}
    assert set(sheets) == set(SEED_NAMES)
    for name, path in sheets.items():
        marks = clauses_of_sheet(path.read_text(encoding="utf-8"))
        seed = seed_called(name)
        assert list(seed.ids) == list(marks), name
        assert {c.id: c.mark for c in seed.clauses} == marks, name


# --------------------------------------------------------------------------------------------
# That faults are found

SMALL = """\
sheet: small
title: A small sheet
ids: SM1 SM2
clauses:
  SM1:
    mark: S
    says: The stock is shuffled before anything else.
    played: { in_between: setup.shuffle }
    proved: { test: tests/test_seeds.py::test_a_small_seed_is_read }
  SM2:
    mark: E
    says: The source contradicts itself in this.
    played: { in_between: [payout.post, options.ante] }
    proved: {}
"""


def small(old: str = "", new: str = "") -> Seed:
    """The small seed, with something else in the place of a part of it."""
    assert old in SMALL
    return read_seed(SourceFile("small.yaml", SMALL.replace(old, new, 1) if old else SMALL))


def test_a_small_seed_is_read() -> None:
    seed = small()
    assert seed.faults == () and seed.ids == ("SM1", "SM2")
    assert seed.clause("SM2").played == (
        ("in_between", "payout.post"),
        ("in_between", "options.ante"),
    )
    assert faults_of_the_list(seed) == [] and faults_of_proof(seed) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("mark: S", "mark: X", "SM1: no mark is called 'X'"),
        ("    mark: S\n", "", "SM1: the keys are"),
        ("The stock is shuffled before anything else.", "Shuffle.", "SM1: says nothing"),
        ("title: A small sheet\n", "", "small.yaml: the keys are"),
        ("  SM2:", "  SM1:", "small.yaml:10:3: error"),
    ],
)
def test_a_fault_of_form_is_found(old: str, new: str, fault: str) -> None:
    assert any(f.startswith(fault) for f in small(old, new).faults)


def test_a_missing_clause_is_found() -> None:
    assert faults_of_the_list(small("SM1 SM2", "SM1 SM2 SM3")) == ["SM3: has no entry"]
    assert faults_of_the_list(small("SM1 SM2", "SM1")) == ["SM2: is no clause of the sheet"]
    assert faults_of_the_list(small("SM1 SM2", "SM1 SM2 SM2")) == ["SM2: is listed twice"]


@pytest.mark.parametrize("mark", NEEDS_PROOF)
def test_a_clause_without_proof_is_found(mark: str) -> None:
    faults = faults_of_proof(small("mark: E", f"mark: {mark}"))
    assert faults == [f"SM2: is marked {mark} and nothing proves it"]


PROVED = ("in_between", "the source's round")


@pytest.mark.parametrize(
    ("played", "proved", "fault"),
    [
        (("in_between", "payout.post"), PROVED, None),
        (("in_between/ace_low", "deck.ranks"), PROVED, None),
        (("in_between/home_game", "payout.pair_hit"), PROVED, None),
        (("in_between", "payout.pots"), PROVED, "is not one thing"),
        (("in_between/ace_low", "payout.post"), PROVED, "is not one thing"),
        (("in_betwixt", "payout.post"), PROVED, "no rule file 'in_betwixt'"),
        (None, PROVED, "played nowhere"),
        (("in_between", "options.ante"), ("in_betwixt", "a post"), "no rule file 'in_betwixt'"),
        (("in_between", "options.ante"), ("in_between", "a post"), "no example 'a post'"),
        (("in_between", "options.ante"), ("in_between", "outside"), "does not prove it"),
        (("in_between", "options.ante"), ("test", "tests/test_seeds.py::test_x"), "no test"),
        (("in_between", "options.ante"), ("test", "tests/no_tests.py::test_x"), "no test"),
        (("in_between", "options.ante"), ("ruling", "in_between"), "no ruling"),
    ],
)
def test_a_reference_to_nothing_is_found(
    played: Reference | None, proved: Reference, fault: str | None
) -> None:
    clause = Clause("IB13", "S", "A post costs twice.", (played,) if played else (), (proved,))
    faults = faults_of_references(clause, rule_files())
    assert [fault in f for f in faults if fault] == ([True] if fault else [])
    assert len(faults) == (1 if fault else 0)


def test_a_ruling_counts_only_where_nothing_can_be_observed() -> None:
    cut = seed_called("in_between_home").clause("HG5a")
    assert faults_of_references(cut, rule_files()) == []
    seen = replace(cut, id="HG15")
    assert faults_of_references(seen, rule_files()) == [
        f"HG15: no ruling in 'in_between/home_game' says: {UNSEEN}"
    ]


def test_a_proof_of_an_unknown_clause_is_found() -> None:
    rules = rule_files()["in_between/ace_low"]
    wrong = replace(rules, examples={"a king": ("IB22", "IB99", "HG1")})
    faults = faults_of_examples(wrong, seeds())
    assert faults == [
        "IB22: proved by 'a king' of in_between/ace_low, but not listed",
        "in_between/ace_low: 'a king' proves IB99, which is no clause",
        "in_between/ace_low: 'a king' proves HG1, which is no clause",
    ]
