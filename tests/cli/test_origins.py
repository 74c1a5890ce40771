"""`rulerun explain FILE ADDRESS`: the chain of values of an address, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.declarations.addresses import places
from rulerun.interpreter.declarations.house_rule import Address
from rulerun.interpreter.declarations.origins import Trace, address_of, trace
from rulerun.interpreter.declarations.overlay import stack

from ..playing import some_house_rules
from .command import Rulerun
from .places import place

GIN = "rulesets/gin.yaml"
TEN = place(GIN, "  knock_limit:", "10 ")
IN_BETWEEN = "rulesets/in_between.yaml"
RULES = "rulesets/overlays"
OKLAHOMA = f"{RULES}/gin/oklahoma.yaml"
HOME_GAME = f"{RULES}/in_between/home_game.yaml"


def test_the_chain_of_an_option(rulerun: Rulerun) -> None:
    done = rulerun(
        "explain", "gin", "knock_limit", "--with", "knock_at_7", "--set", "knock_limit=5"
    )
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "the option options.knock_limit: most deadwood you may knock with",
        "5  --set knock_limit=5",
        f"← 7  {place(f'{RULES}/gin/knock_at_7.yaml', '  knock_limit: 7', '7')}",
        f"← 10  {TEN}",
    ]


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        (
            ("gin", "knock_limit", "--with", "oklahoma"),
            [f"removed  {place(OKLAHOMA, 'remove: [', 'options.')} ← 10  {TEN}"],
        ),
        (
            ("gin", "most_deadwood", "--with", "oklahoma"),
            [
                f"upcard_limit  {place(OKLAHOMA, 'most_deadwood:', 'upcard_limit')}",
                f"← knock_limit  {place(GIN, 'most_deadwood:', 'knock_limit')}",
            ],
        ),
        (
            ("in_between", "post.then", "--with", "home_game"),
            [
                f"pay your bet to pot  {place(HOME_GAME, 'payout.post.then:', 'pay your')}",
                f"← pay up to 2 * your bet to pot  {place(IN_BETWEEN, '    post:', 'pay up')}",
            ],
        ),
        (  # the half that stayed is the game's own
            ("in_between", "payout.post.when", "--with", "home_game"),
            [f"third matches posts and not pair  {place(IN_BETWEEN, '    post:', 'third')}"],
        ),
        (
            ("in_between", "last_with_chips.when"),
            [f"number of players = 1  {place(IN_BETWEEN, '  last_with_chips:', 'number')}"],
        ),
        (
            ("in_between", "pair_prize", "--with", "pair_pays_three"),
            [
                f"3  {place(f'{RULES}/in_between/pair_pays_three.yaml', 'pair_prize: 3', '3')}",
                f"← 2  {place(HOME_GAME, 'options.pair_prize:', '2  --')}",
            ],
        ),
        (("gin", "decline.do"), [f"do nothing  {place(GIN, 'decline: do', 'do nothing')}"]),
        (
            ("in_between", "piles", "--with", "home_game"),
            [
                f"{{ stock, posts, third, discard, lot }}  {place(IN_BETWEEN, 'piles:')}",
                f"{place(HOME_GAME, 'piles.discard:')} changes piles.discard",
                f"{place(HOME_GAME, 'piles.lot:')} adds piles.lot",
            ],
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_chains(rulerun: Rulerun, asked: tuple[str, ...], lines: list[str]) -> None:
    done = rulerun("explain", *asked)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1:] == lines


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (("gin", "knok_limit"), 2, "the game has no 'knok_limit'; did you mean 'knock_limit'?"),
        (("gin", "gin"), 2, "the row 'result.gin' (rulesets/gin.yaml:"),
        (("gin", "examples.undercut"), 2, "'examples' of a game have no address"),
        (("gin", "a..b"), 2, "a name is missing in the address 'a..b'"),
        (("gin", ""), 2, "a name is missing in the address ''"),
        (("gin", "x, first"), 2, "an address has no comma"),
        (("gin", "target", "--set", "target=0"), 2, "a number from 1 to 1000, not 0"),
        (("gin", "target", "--with", "nobody"), 2, "'gin' has no house rule 'nobody'"),
        (("no_game", "target"), 3, "there is no such file"),
    ],
)
def test_what_means_nothing(rulerun: Rulerun, asked: tuple[str, ...], code: int, said: str) -> None:
    done = rulerun("explain", *asked)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_a_value_is_explained_though_something_is_wrong(rulerun: Rulerun, tmp_path: Path) -> None:
    rule = tmp_path / "rule.yaml"
    text = "house rule: A rule\nfor: gin\nset: { target: 50 }\nremove: [winers]\n"
    rule.write_text(text, encoding="utf-8")
    done = rulerun("explain", str(rule), "target")
    assert done.code == 1
    assert done.out.splitlines()[1] == "50"
    assert "error[O501]" in done.err


@pytest.mark.parametrize("path", some_house_rules("origins"))
def test_every_address_has_a_history_that_ends_in_the_game(path: Path) -> None:
    """Whatever stands in a merged game; what was changed begins in the house rule's file."""
    found = stack(path)
    assert found.root is not None
    changed = {c.path: c for c in found.changes if c.verb == "change"}
    files = {str(path), *(f.file for f in found.overlays)}
    assert found.base is not None
    for thing in places(found.root):
        address = address_of(".".join(thing.canonical))
        assert isinstance(address, Address)
        told = trace(found.root, found.changes, address)
        assert isinstance(told, Trace), thing
        assert told.origins, thing
        if thing.canonical in changed:
            assert told.origins[0].span.file.name in files
            begun = {found.base.span.file.name, *(used.form.file for used in found.forms)}
            assert told.origins[-1].span.file.name in begun
            assert len(told.origins) > 1
