"""`rulerun diff`: what a variant changes, in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .command import ROOT, Rulerun
from .places import place

BIG_GIN = "rulesets/overlays/gin/big_gin.yaml"

Golden = Callable[[str, str], None]


def test_a_house_rule_in_words(rulerun: Rulerun) -> None:
    done = rulerun("diff", "in_between", "--with", "triple_penalty")
    assert done.code == 0
    assert done.out.splitlines()[0] == (
        "table 'payout', row 'post', outcome: pay up to [2 → 3] * your bet to pot"
    )
    assert done.err == "in_between --with triple_penalty: 1 difference from in_between\n"


def test_all_sorts_of_differences(rulerun: Rulerun, golden: Golden) -> None:
    game, rule = "tests/golden/overlays/high_card.yaml", "tests/golden/cli/all_sorts.yaml"
    golden("cli/diff.out", rulerun("diff", game, "--with", rule).out)


def test_options_that_are_set(rulerun: Rulerun) -> None:
    done = rulerun("diff", "gin", "--set", "target=50", "--with", "knock_at_7")
    assert done.out.splitlines()[:2] == [
        "option 'knock_limit': normally 10 → 7",
        "option 'target': normally 100 → 50",
    ]


def test_a_house_rule_is_compared_with_what_it_is_built_on(rulerun: Rulerun) -> None:
    done = rulerun("diff", "rulesets/overlays/in_between/pair_pays_three.yaml")
    assert done.out.splitlines()[0] == "option 'pair_prize': normally 2 → 3"
    assert done.err.endswith("1 difference from in_between with home_game\n")


def test_into_a_file(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "told.txt"
    done = rulerun("diff", "gin", "--set", "target=50", "--output-file", str(path))
    assert (done.code, done.out) == (0, "")
    assert path.read_text(encoding="utf-8") == "option 'target': normally 100 → 50\n"


def test_two_files(rulerun: Rulerun, tmp_path: Path) -> None:
    text = (ROOT / "rulesets" / "gin.yaml").read_text(encoding="utf-8")
    path = tmp_path / "my_gin.yaml"
    path.write_text(text.replace("-> say", "->  say"), "utf-8")
    assert rulerun("diff", "gin", str(path)).out == ""
    text = text.replace("target:", "goal:").replace("points >= target", "points >= goal")
    path.write_text(text, "utf-8")
    done = rulerun("diff", "gin", str(path))
    assert [line.split(":")[0] for line in done.out.splitlines()] == [
        "option 'goal'",
        "option 'target'",
        "end condition 'target_reached', condition",
        "label 'goal' (de)",
        "label 'target' (de)",
    ]


def test_as_json(rulerun: Rulerun) -> None:
    done = rulerun("diff", "gin", "--with", "big_gin", "--format", "json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.out)
    assert (told["from"], told["to"]) == ("gin", "gin --with big_gin")
    option = told["differences"][0]
    where = option.pop("after_at")
    assert "{file}:{line}:{column}".format(**where) == place(BIG_GIN, "big_gin_bonus:", "number")
    assert option == {
        "how": "added",
        "address": "options.big_gin_bonus",
        "where": ["option 'big_gin_bonus'"],
        "placed_after": None,
        "before": None,
        "after": "number from 0 to 100, normally 31  -- instead of the bonus for gin",
        "before_at": None,
    }
    move = told["differences"][1]
    assert move["placed_after"] == "knock"
    assert move["after"]["may"] == {"all_melded": "deadwood of your hand is empty"}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("gin",), 2, "--with, --set, or a second file"),
        (("gin", "in_between", "--with", "ace_low"), 2, "leave out --with and --set"),
        (("gin", "no_game"), 3, "there is no such file"),
        (("gin", "--with", "nobody"), 2, "'gin' has no house rule 'nobody'"),
        (("gin", "--set", "target=0"), 2, "a number from 1 to 1000"),
        (("gin", "--with", "oklahoma", "--with", "knock_at_7"), 1, "error[O504]"),
    ],
)
def test_what_cannot_be_compared(
    rulerun: Rulerun, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = rulerun("diff", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
