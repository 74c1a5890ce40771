"""Codes Y1xx, reading: the characters of the file and its YAML."""

from __future__ import annotations

from ..entry import Code

READING: tuple[Code, ...] = (
    Code(
        "Y101",
        "not readable here",
        "The line does not fit what stands around it: a list item among keys, a key among list "
        "items, or more text where a comma should stand.",
        bad="""\
setup:
  shuffle: shuffle stock
  - deal 1 card from stock to discard
""",
        good="""\
setup:
  shuffle: shuffle stock
  first: deal 1 card from stock to discard
""",
    ),
    Code(
        "Y102",
        "a key given twice",
        "Two entries of one map have the same key. Other programs silently keep the last one; here "
        "nothing is lost in silence.",
        bad="""\
chips:
  pot: 0
  each player: 20
  pot: 5
""",
        good="""\
chips:
  pot: 5
  each player: 20
""",
    ),
    Code(
        "Y103",
        "an anchor or alias",
        "In YAML a text that begins with '&' or '*' names a part of the file, or repeats it. Rule "
        "files repeat nothing that way: an overlay or a term does it better.",
        bad="""\
terms:
  rich: &rich chips > 10
  proud: *rich
""",
        good="""\
terms:
  rich: chips > 10
  proud: rich
""",
    ),
    Code(
        "Y104",
        "a tag",
        "In YAML a text that begins with '!' gives the type of what follows. Every text of a rule "
        "file is text, and 'not' is written as a word.",
        bad="""\
terms:
  open: !closed
""",
        good="""\
terms:
  open: not closed
""",
    ),
    Code(
        "Y105",
        "a key that is no text",
        "A key is one text on one line, with a colon after it.",
        bad="""\
payouts:
  ? [tie, win]
  : always -> do nothing
""",
        good="""\
payouts:
  tie_or_win:
    both: always -> do nothing
""",
    ),
    Code(
        "Y106",
        "an instruction to YAML",
        "A line that begins with '%' tells other programs which YAML a file is written in. There is "
        "only one for rule files.",
        bad="""\
%YAML 1.2
---
game: High Card
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y107",
        "a tab",
        "A tab is as wide as each program likes, so that nobody knows what stands below what.",
        bad="""\
chips:
\tpot: 0
""",
        good="""\
chips:
  pot: 0
""",
    ),
    Code(
        "Y108",
        "no space after a colon",
        "Only a colon with a space or the end of the line after it makes what stands before it a "
        "key.",
        bad="""\
chips: { pot:0, each player: 20 }
""",
        good="""\
chips: { pot: 0, each player: 20 }
""",
    ),
    Code(
        "Y109",
        "a merge key",
        "In YAML '<<' copies the entries of another map, and which entry wins depends on the "
        "program. House rules are overlays.",
        bad="""\
chips:
  <<: { pot: 0 }
  each player: 20
""",
        good="""\
chips:
  pot: 0
  each player: 20
""",
    ),
    Code(
        "Y110",
        "an indentation by number",
        "After '|' and '>' a number says how far the text is indented. Its first line says so too.",
        bad="""\
about: >2
  Higher cards win.
""",
        good="""\
about: >
  Higher cards win.
""",
    ),
    Code(
        "Y111",
        "nested too deeply",
        "More than 64 maps and lists stand inside one another. No rule needs a tenth of that.",
        bad="""\
rulings: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[x
""",
        good="""\
rulings:
  first deal: The first seat deals first.
""",
    ),
    Code(
        "Y112",
        "a file too large",
        "A rule file may have 2 MiB, and in it 5000 keys and texts, and 200,000 characters of rules, prose "
        "aside: far more than any game needs. Larger ones are no rule files, or keep something else in them.",
        bad="""\
# a file of 50 MB
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y113",
        "an invisible character",
        "Control characters, foreign ends of lines and marks that turn the direction of writing "
        "make a text look other than it is.",
        bad="""\
about: Higher cards\x0bwin.
""",
        good="""\
about: Higher cards win.
""",
    ),
    Code(
        "Y114",
        "no text in UTF-8",
        "Rule files are texts in UTF-8. A file in another encoding, or a picture or program, is not "
        "guessed at.",
        bad="""\
# a file that an old editor saved in Latin-1
""",
        good="""\
game: Höchste Karte
""",
    ),
    Code(
        "Y115",
        "an empty file",
        "There is nothing in the file but blanks and comments.",
        bad="""\
# the rules come later
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y116",
        "more than one document",
        "In YAML '---' begins another document in the same file. A file holds one ruleset or one "
        "house rule.",
        bad="""\
game: High Card
---
game: Low Card
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y117",
        "a file that cannot be opened",
        "There is no such file, or it is a directory, or it may not be read.",
        bad="""\
# the name of a file that is not there
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y118",
        "a colon inside a text",
        "A colon with a space after it ends a text without quotes, since what stands before it is a "
        "key. In single quotes it is a sign like any other.",
        bad="""\
about: Acey-Deucey: home rules
""",
        good="""\
about: 'Acey-Deucey: home rules'
""",
    ),
    Code(
        "Y119",
        "text after the closing quotes",
        "A text that begins with quotes ends with them, and one that begins with a bracket ends with "
        "the bracket. Nothing may follow on the line.",
        bad="""\
about: "High" is what the card must be.
""",
        good="""\
about: '"High" is what the card must be.'
""",
    ),
    Code(
        "Y120",
        "a list or map where a text belongs, or the other way round",
        "Each key of a rule file holds a text, a map or a list, and some of them several of these.",
        bad="""\
game:
  - High Card
""",
        good="""\
game: High Card
""",
    ),
    Code(
        "Y121",
        "a quote or bracket without its partner",
        "What is opened must be closed, by the same kind of quote or bracket.",
        bad="""\
chips: { pot: 0, each player: 20
piles:
  stock: face down
""",
        good="""\
chips: { pot: 0, each player: 20 }
piles:
  stock: face down
""",
    ),
    Code(
        "Y122",
        "a wrong indentation",
        "The entries of one map begin in the same column; what belongs to a key stands deeper.",
        bad="""\
piles:
    stock: face down
  hand: per player
""",
        good="""\
piles:
  stock: face down
  hand: per player
""",
    ),
    Code(
        "Y123",
        "a sign that cannot begin a text",
        "Some signs mean something to YAML at the beginning of a text: ', > | % @ `'. Such a text "
        "stands in single quotes.",
        bad="""\
terms:
  rich: >= 10
""",
        good="""\
terms:
  rich: chips >= 10
""",
    ),
    Code(
        "Y124",
        "a line without a colon",
        "In a map every line is 'key: text'. Only a text that began on the line above may go on, "
        "and then it stands deeper than its key.",
        bad="""\
piles:
  stock: face down
  discard
  hand: per player
""",
        good="""\
piles:
  stock: face down
  discard: face up
  hand: per player
""",
    ),
    Code(
        "Y125",
        "an unknown escape",
        "Between double quotes a backslash gives the next sign another meaning, and not every sign "
        "has one. Between single quotes a backslash is a backslash.",
        bad="""\
about: "Who \\dares wins."
""",
        good="""\
about: Who dares wins.
""",
    ),
    Code(
        "Y126",
        "a file that is no map",
        "A rule file is a map: 'game:', 'players:' and so on, each with something under it.",
        bad="""\
- game: High Card
- players: 2
""",
        good="""\
game: High Card
players: 2
""",
    ),
    Code(
        "Y127",
        "a comma inside a text in braces",
        "Between braces and between brackets a comma ends a text without quotes. In quotes it is a "
        "sign like any other; in a map on lines of its own no quotes are needed.",
        bad="""\
deck: { ranks: 2 to 10, J, Q, K, A, starts in: stock }
""",
        good="""\
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
""",
    ),
)
