"""What examples exercise: of the rule files that come with rulerun, and of one that shows too little."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

import pytest

from rulerun.interpreter.examples.coverage import Covered, Measuring
from rulerun.interpreter.examples.proof import Proof, prove
from rulerun.interpreter.loading import Loaded, read_rules

from ..playing import go_on, rules

ROOT = Path(__file__).resolve().parents[2]
HALF_SHOWN = ROOT / "tests" / "golden" / "cli" / "coverage.yaml"
SHIPPED = sorted(p for p in (ROOT / "rulesets").rglob("*.yaml") if p.parent.name != "forms")


def measured(loaded: Loaded) -> tuple[Covered, list[Proof]]:
    """What the examples of a rule file exercise, and how they went."""
    assert loaded.checked is not None, loaded.diagnostics
    measuring = Measuring(loaded)
    proofs = []
    for proof in prove(measuring.loaded):
        proofs.append(proof)
        measuring.played(proof)
    return measuring.covered, proofs


def missing(path: Path) -> set[str]:
    """What no example of a rule file does."""
    covered, proofs = measured(read_rules(path))
    assert [p.failures for p in proofs if p.failures] == []
    return {unit.what.replace("is reached and never", "never") for unit in covered.missing}


def titles(paths: Iterable[Path]) -> list[str]:
    return ["-".join(path.relative_to(ROOT / "rulesets").with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("path", SHIPPED, ids=titles(SHIPPED))
def test_the_examples_that_come_with_rulerun_pass_and_show_what_the_rules_say(path: Path) -> None:
    covered, proofs = measured(rules(path))
    assert [p.failures for p in proofs if p.failures] == []
    assert covered.units
    assert covered.percent >= 95, [unit.what for unit in covered.missing]


@pytest.mark.parametrize("name", ["gin", "aussenseiter", "asking"])
def test_a_game_is_the_same_when_it_notes_what_it_passes(name: str) -> None:
    folder = ROOT / ("rulesets" if name in titles(SHIPPED) else "tests/rulesets")
    loaded = read_rules(folder / f"{name}.yaml")
    noting = Measuring(loaded).loaded
    assert loaded.checked is not None and noting.checked is not None
    one = loaded.checked.game({}, loaded.checked.rules.players.low)
    other = noting.checked.game({}, loaded.checked.rules.players.low)
    plain, noted = one.start(7), other.start(7)
    assert go_on(plain, 3, 40) == go_on(noted, 3, 40)
    assert [str(m) for m in plain.legal_moves] == [str(m) for m in noted.legal_moves]
    # Blocks that note something are no longer empty, so that they have numbers of their own.
    assert {**plain._data(), "at": 0} == {**noted._data(), "at": 0}


# --------------------------------------------------------------------------------------------
# A game that shows too little


def half_shown(folder: Path, example: str, *, rules: tuple[str, str] = ("", "")) -> Path:
    """The game with one example more, and something in its rules in the place of something else."""
    text = HALF_SHOWN.read_text(encoding="utf-8").replace(*rules)
    steps = textwrap.indent("players: Anna, Ben" + textwrap.dedent(example), "    ")
    path = folder / "half_shown.yaml"
    path.write_text(f"{text}  one more:\n{steps}" if example else text, encoding="utf-8")
    return path


BEFORE = {
    "line 'shuffle' in 'setup' never does anything",
    "row 'last_card' is never carried out",
    "phase 'round' never begins",
    "'round' never ends by its 'until'",
    "line 'hands' in 'at start' of 'round' never does anything",
    "line 'bonus' in 'at start' of 'round' never does anything",
    "no turn of 'lay' is skipped",
    "condition 'small' of 'play' never forbids a move",
    "line 'again' in 'play' never does anything",
    "move 'fold' is never made",
    "condition 'full' of 'fold' never holds for a move that is made",
    "condition 'full' of 'fold' never forbids a move",
    "nobody is stuck in 'lay'",
    "line 'rest' in 'at end' of 'round' never does anything",
    "row 'low' of 'worth' never applies",
    "row 'rest' of 'reward' never applies",
    "no game ends by 'rich'",
    "no game ends by 'over'",
}
LOW = {"row 'low' of 'worth' never applies", "row 'rest' of 'reward' never applies"}
FOLDED = {
    "move 'fold' is never made",
    "condition 'full' of 'fold' never holds for a move that is made",
}


def test_what_is_not_shown(tmp_path: Path) -> None:
    assert missing(half_shown(tmp_path, "")) == BEFORE


MORE = [
    (
        """
        play:
          - expect: size of stock = 48
        """,
        {
            "line 'shuffle' in 'setup' never does anything",
            "phase 'round' never begins",
            "line 'hands' in 'at start' of 'round' never does anything",
        },
    ),
    (
        """
        start at: lay
        given: { Anna's hand: 9H 2C, Ben's hand: 3C 4C, stock: 5C 6C }
        play:
          - Anna: fold
          - Ben: fold
        """,
        {
            *FOLDED,
            "line 'rest' in 'at end' of 'round' never does anything",
            "'round' never ends by its 'until'",
        },
    ),
    (  # the first condition that fails is the reason
        """
        start at: lay
        given: { Anna's hand: QH 2C, Ben's hand: 3C 4C, discard: 5D }
        play:
          - Anna cannot: play QH
        """,
        set(),
    ),
    (
        """
        start at: lay
        given: { Anna's hand: QH 2C, Ben's hand: 3C 4C, discard: 5H }
        play:
          - Anna cannot: play QH
        """,
        {"condition 'small' of 'play' never forbids a move"},
    ),
    (  # who is stuck was refused everything
        """
        start at: lay
        given: { Anna's hand: QH, Ben's hand: 3C 4C, discard: 5H }
        play:
          - Ben cannot: play 3C
        """,
        {
            "nobody is stuck in 'lay'",
            "condition 'small' of 'play' never forbids a move",
            "condition 'full' of 'fold' never forbids a move",
        },
    ),
    (
        """
        start at: lay
        given: { Anna's hand: 5H 2C, Ben's hand: 3C 4C }
        play:
          - Anna: play 5H
        """,
        LOW,
    ),
    (  # an `expect` asks the table too, but pays nobody
        """
        start at: lay
        given: { discard: 5H, Anna's hand: 2H 3H }
        play:
          - expect: worth = 1
        """,
        {"row 'low' of 'worth' never applies"},
    ),
    (
        """
        start at: lay
        given: { Anna's hand: 10H 2C 3H 4H 5H 6H 7H, Ben's hand: 3C 4C }
        play:
          - Anna: play 10H
        """,
        {"line 'again' in 'play' never does anything"},
    ),
    (
        """
        start at: lay
        given: { Ben's hand: 3C 4C, Ben's points: 20 }
        play:
          - Ben: play 3C
          - expect: ended_by is rich
        """,
        {
            "row 'low' of 'worth' never applies",
            "no turn of 'lay' is skipped",
            "no game ends by 'rich'",
        },
    ),
    (
        """
        start at: lay
        given: { Anna's hand: 3H, Ben's hand: 3C 4C, stock: nothing }
        play:
          - Anna: play 3H
        """,
        {*LOW, "row 'last_card' is never carried out"},
    ),
]


@pytest.mark.parametrize(("example", "shown"), MORE)
def test_what_one_example_more_shows(tmp_path: Path, example: str, shown: set[str]) -> None:
    assert BEFORE - missing(half_shown(tmp_path, example)) == shown


def test_what_is_asked_for_nothing_is_not_shown(tmp_path: Path) -> None:
    """A table asked in two rows is not asked at all where the first row applies."""
    rules = ("hit: all\n    some: when worth > 0 -> score worth",
             "some: when shown > 8 -> score 2\n    more: when worth > 5 -> score 5")  # fmt: skip
    found = missing(half_shown(tmp_path, "", rules=rules))
    assert {"row 'high' of 'worth' never applies", "row 'low' of 'worth' never applies"} <= found


# --------------------------------------------------------------------------------------------
# House rules: what they change


GAME = """\
game: Low Stakes
players: 2
deck: { ranks: 2 to 10, starts in: stock }
options:
  prize: number from 1 to 9, normally 2
  fee: number from 1 to 9, normally 1
chips: { each player: 10, pot: 5 }
piles: { stock: face down, hand: 'per player, seen by owner' }
terms:
  gain: prize + 1
phases:
  turn:
    repeat: 2 times
    who: each player
    at start:
      fee: each player pays fee to pot
      deal: deal 1 card from stock to each hand
    moves:
      win: take gain from pot
      lose:
        may: { rich: your chips > 3 }
        do: pay 1 to pot
payouts: {}
end:
  broke: when pot = 0
winner: all players with most chips
examples:
  the game:
    players: Anna, Ben
    play:
      - Anna: win
""".replace("payouts: {}\n", "")


@pytest.mark.parametrize(
    ("rules", "example", "left"),
    [
        ("set: { prize: 3 }", "- Anna: win", set()),
        ("set: { prize: 3 }", "- Anna: lose", {"setting 'prize'"}),
        ("set: { prize: 3 }", "set: { prize: 3 }\n- Anna: win", {"setting 'prize'"}),
        ("change:\n  terms.gain: prize", "- Anna: lose", {"changing 'terms.gain'"}),
        ("change:\n  terms.gain: prize", "- Anna: win", set()),
        ("add:\n  terms.loss: fee\nchange:\n  lose.do: pay loss to pot", "- Anna: win",
         {"adding 'terms.loss'", "move 'lose' is never made"}),
        ("remove: [turn.at start.fee]", "- Anna: win", set()),
        ("remove: [lose.may.rich]", "- Anna: win", {"removing 'lose.may.rich'"}),
        ("remove: [lose.may.rich]", "- Anna: lose", set()),
        ("change:\n  deck.ranks: 2 to 9", "- Anna: lose", set()),
        ("change:\n  winner: all players with fewest chips", "- Anna: win", {"changing 'winner'"}),
        ("change:\n  end.broke: when pot < 9", "- expect: game_over", set()),
        ("change:\n  lose.may.rich: your chips > 4", "- Anna: lose",
         {"condition 'rich' of 'lose' never forbids a move"}),
        ("add:\n  turn.moves.pass: do nothing", "- Anna: win", {"move 'pass' is never made"}),
        ("titles: { de: { pot: Topf } }\nset: { fee: 2 }", "- Anna: win", set()),
        ("change:\n  chips.each player: 9", "- Anna: lose", set()),
    ],
)  # fmt: skip
def test_what_a_house_rule_changes_is_its_own_to_show(
    tmp_path: Path, rules: str, example: str, left: set[str]
) -> None:
    (tmp_path / "low_stakes.yaml").write_text(GAME, encoding="utf-8")
    path = tmp_path / "overlays" / "low_stakes" / "other.yaml"
    path.parent.mkdir(parents=True)
    given, step = example.rsplit("\n", 1) if "\n" in example else ("", example)
    path.write_text(
        f"house rule: Other\nfor: low_stakes\n{rules}\nbreaks: all\nexamples:\n  shown:\n"
        f"    players: Anna, Ben\n    {given}\n    play:\n      {step}\n",
        encoding="utf-8",
    )
    found, proofs = measured(read_rules(path))
    assert [p.failures for p in proofs if p.failures] == []
    changes = " makes no difference that an example meets"
    assert {unit.what.removesuffix(changes) for unit in found.missing} == left
    assert found.file == str(path)
