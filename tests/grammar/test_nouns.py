"""The singular and the plural of what families of piles are called."""

from __future__ import annotations

import pytest

from rulerun.grammar.nouns import plural_of, singular_of

NOUNS = [
    ("column", "columns"), ("house", "houses"), ("box", "boxes"), ("post", "posts"),
    ("hand", "hands"), ("meld", "melds"), ("bench", "benches"), ("dish", "dishes"),
    ("pass", "passes"), ("place", "places"), ("prize", "prizes"), ("case", "cases"),
    ("city", "cities"), ("tie", "ties"), ("day", "days"), ("shelf", "shelves"), ("cave", "caves"),
    ("canasta", "canastas"), ("row", "rows"), ("pile", "piles"), ("reserve", "reserves"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "several"), NOUNS)
def test_one_and_several(one: str, several: str) -> None:
    assert singular_of(several) == one and plural_of(one) == several
    assert singular_of(one) == one


def test_a_noun_that_has_no_plural_of_its_own() -> None:
    assert singular_of("sheep") == "sheep" and singular_of("glass") == "glass"
