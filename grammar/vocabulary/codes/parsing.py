"""Codes E3xx, parsing: what the texts under the keys say."""

from __future__ import annotations

from ..entry import Code

PARSING: tuple[Code, ...] = (
    Code(
        "E301",
        "a text that does not fit",
        "A word or sign stands where the language has no use for it, or something is missing. The "
        "message says what was found and what may stand there; for a line, how the effect is "
        "written.",
        bad="""\
setup:
  shuffle: shuffle stock
  hands: deal 5 cards of stock to each hand
""",
        good="""\
setup:
  shuffle: shuffle stock
  hands: deal 5 cards from stock to each hand
""",
    ),
    Code(
        "E302",
        "brackets are needed",
        "A 'where' reaches to the end of its text or bracket, arithmetic after 'smaller of A and B' could "
        "belong to B or to the whole, and a 'where' after 'starting with first player' could say who "
        "begins or who has turns. What can be read in two ways is never guessed.",
        bad="""\
end:
  one_left: after round, when number of players where chips > 0 < 2
""",
        good="""\
end:
  one_left: after round, when (number of players where chips > 0) < 2
""",
    ),
    Code(
        "E303",
        "an unknown effect",
        "Something must happen here, and no word of the language for what happens stands here. "
        "Every effect has one way of saying it; the message names the one that was probably meant.",
        bad="""\
setup:
  ante: each player gives 1 to pot
""",
        good="""\
setup:
  ante: each player pays 1 to pot
""",
    ),
)
