"""The cases about rule files: YAML, house rules, expressions, and what is said of mistakes.

Each file goes the whole way that a rule file goes, up to the checked rules.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Mapping, Node, Scalar, Sequence
from rulerun.grammar.parser import parse
from rulerun.grammar.reader import read
from rulerun.grammar.rendering import render_full
from rulerun.grammar.source import SourceFile
from rulerun.interpreter.loading import read_rules

from ..interpreter.language.tables import scalar
from .book import lay_out, rules_of, tell, the_case

# A whole game on five lines, to which lines are added.
GAME = """\
game: Small
players: 2
deck: { ranks: 'A, 2 to 10', starts in: stock }
chips: { each player: 10, pot: 0 }
piles: { stock: face down, hand: 'per player, seen by owner' }
"""
PHASES = """\
phases:
  turn:
    who: each player
    moves: { bet: { may: chips_left, do: do nothing }, pass: do nothing }
"""


def told(text: str, folder: Path, name: str = "rules.yaml") -> list[Diagnostic]:
    """All that is wrong with a rule file of this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return list(read_rules(path).diagnostics)


def of_yaml(text: str, folder: Path) -> list[Diagnostic]:
    """What is wrong with the YAML of a file, whatever its keys are."""
    return [d for d in told(text, folder) if d.code.startswith("Y")]


def place(diagnostic: Diagnostic) -> tuple[int, int]:
    return diagnostic.span.line, diagnostic.span.column


def said(diagnostic: Diagnostic) -> str:
    """The message with its advice."""
    return "; ".join(filter(None, (diagnostic.message, diagnostic.suggestion)))


def line_and_column(text: str) -> tuple[int, ...]:
    """The numbers that follow `line` and `column` in a text."""
    return tuple(int(n) for n in re.findall(r"(?:line|column) ([0-9]+)", text))


def texts(node: Node | None) -> list[tuple[str, int, int]]:
    """Every text in a file with its place, in order."""
    if isinstance(node, Scalar):
        return [(node.text, node.span.line, node.span.column)]
    if isinstance(node, Mapping):
        return [t for entry in node for t in (*texts(entry.key), *texts(entry.value))]
    return [t for item in node.items for t in texts(item)] if isinstance(node, Sequence) else []


# --------------------------------------------------------------------------------------------
# YAML


def test_a_key_keeps_its_text(tmp_path: Path) -> None:
    case = the_case("yaml-typing-02")
    (unknown,) = [d for d in told(case.scenario["yaml"], tmp_path) if d.code == "S201"]
    assert unknown.span.text == "on" and unknown.span.line == 1
    assert 'key "on" kept as text' in case.expected["rulerun"]
    # As the name of a move it is as good as any.
    text = GAME + PHASES.replace("pass:", "on:").replace("may: chips_left, ", "")
    assert told(text, tmp_path) == []


def test_a_number_keeps_its_text(tmp_path: Path) -> None:
    case = the_case("yaml-typing-04")
    root, wrong = read(SourceFile("rules.yaml", case.scenario["yaml"]))
    assert not wrong
    key, value = texts(root)
    assert value[0] == re.findall(r'"([^"]*)"', case.expected["rulerun"])[0]
    assert value[1:] == line_and_column(case.expected["rulerun"])
    assert key[0] == case.scenario["yaml"].split(":")[0]


def test_names_keep_their_text(tmp_path: Path) -> None:
    case = the_case("yaml-typing-06")
    root, wrong = read(SourceFile("rules.yaml", case.scenario["yaml"]))
    assert not wrong
    found = [text for text, _, _ in texts(root)]
    assert ", ".join(found[1:4]) in case.expected["rulerun"]
    assert found[4:] == ["layoff_on_gin", "off", "posts", "no"]
    # What is yes or no takes these two words, quoted or not, and no other.
    options = "options: {{ posts: 'yes or no, normally {}' }}\n"
    phases = PHASES.replace("chips_left", "posts")
    assert told(GAME + options.format("no") + phases, tmp_path) == []
    (wrong_word,) = told(GAME + options.format("off") + phases, tmp_path)
    assert wrong_word.span.text == "off" and wrong_word.span.line == 6


def test_an_exclamation_mark(tmp_path: Path) -> None:
    case = the_case("yaml-structure-01")
    (mistake,) = of_yaml(case.scenario["yaml"], tmp_path)
    assert place(mistake) == line_and_column(case.expected["rulerun"])
    assert "quotes" in said(mistake) and "write 'not " in said(mistake)
    assert "rules.yaml:1:7" in render_full([mistake])


def test_a_colon_ends_a_text(tmp_path: Path) -> None:
    case = the_case("yaml-structure-03")
    first, second = of_yaml(case.scenario["yaml"], tmp_path)
    assert place(first) == line_and_column(case.expected["rulerun"])
    for mistake, line in zip((first, second), case.scenario["yaml"].splitlines(), strict=True):
        assert "a colon with a space after it ends a text" in mistake.message
        assert f"'{line.split(': ', 1)[1]}'" in said(mistake) and "quotes" in said(mistake)


def test_a_key_given_twice(tmp_path: Path) -> None:
    case = the_case("yaml-structure-05")
    (mistake,) = of_yaml(case.scenario["yaml"], tmp_path)
    again, first = line_and_column(case.expected["rulerun"])
    assert mistake.span.line == again and f"line {first}" in mistake.message
    assert "'min' was given already" in mistake.message and '"min"' in case.expected["rulerun"]


def test_aliases_never_expand(tmp_path: Path) -> None:
    case = the_case("yaml-structure-07")
    begun = time.perf_counter()
    mistakes = of_yaml(case.scenario["yaml"], tmp_path)
    assert time.perf_counter() - begun < 1
    assert {d.code for d in mistakes} == {"Y103"}
    anchors = [d.span.line for d in mistakes if d.span.text.startswith("&")]
    assert anchors == [1, 2, 3, 4]
    aliases = [d for d in mistakes if d.span.text.startswith("*")]
    assert len(aliases) == case.scenario["yaml"].count("*")

    large = GAME + "rulings:\n" + "".join(
        f"  r{n}: {'as it is played at home, ' * 300}\n" for n in range(270)
    ) + PHASES.replace("may: chips_left, ", "")  # fmt: skip
    assert len(large) > 2_000_000 and "2 MB" in case.expected["rulerun"]
    assert told(large, tmp_path) == []


def test_quotes_end_a_text(tmp_path: Path) -> None:
    case = the_case("yaml-structure-09")
    (mistake,) = of_yaml(case.scenario["yaml"], tmp_path)
    assert "the quotes end" in mistake.message and "the quotes end" in case.expected["rulerun"]
    quoted = case.expected["rulerun"].split(": ")[-1]
    assert quoted in said(mistake)
    column = re.findall(r"col ([0-9]+)", case.expected["plain_pyyaml"])[0]
    assert place(mistake) == (1, int(column))


def test_merge_keys_are_refused(tmp_path: Path) -> None:
    case = the_case("overlay-merge-05")
    lines = [d.span.line for d in of_yaml(case.scenario["yaml"], tmp_path) if d.code == "Y109"]
    in_the_case = re.findall(r"\(([0-9, ]+)\)", case.expected["rulerun"])[0]
    assert set(lines) >= {int(n) for n in in_the_case.split(", ")}
    assert lines == [n for n, line in enumerate(case.scenario["yaml"].splitlines(), 1)
                     if "<<" in line]  # fmt: skip


# --------------------------------------------------------------------------------------------
# House rules


def test_an_error_in_a_house_rule_is_told_there(tmp_path: Path) -> None:
    case = the_case("schema-diagnostics-02")
    (tmp_path / "base.yaml").write_text(
        GAME + "options: { limit: 'number from 0 to 50, normally 10' }\n"
        + PHASES.replace("chips_left", "limit > 5"), encoding="utf-8",
    )  # fmt: skip
    written = case.scenario["files"]["house.yaml"].splitlines()[-1]
    house = f"for: base\nset:\n{written}\nhouse rule: Ten\n"
    (mistake,) = told(house, tmp_path, case.expected["file"])
    assert Path(mistake.span.file.name).name == case.expected["file"]
    assert place(mistake) == (case.expected["line"], case.expected["column"])
    for word in case.expected["mentions"]:
        assert word.split(".")[-1] in mistake.message
    # What it takes the place of is shown too.
    assert [Path(n.span.file.name).name for n in mistake.notes if n.span] == ["base.yaml"]


def test_two_good_files_that_make_a_bad_one(tmp_path: Path) -> None:
    assert the_case("schema-diagnostics-02").expected
    (tmp_path / "base.yaml").write_text(
        GAME + "options: { limit: 'number from 0 to 50, normally 10' }\n"
        + PHASES.replace("chips_left", "limit > 5"), encoding="utf-8",
    )  # fmt: skip
    house = "house rule: No limit\nfor: base\nremove: [options.limit]\n"
    (mistake,) = told(house, tmp_path, "house.yaml")
    names = [Path(s.file.name).name for s in (mistake.span, *(n.span for n in mistake.notes)) if s]
    assert set(names) == {"base.yaml", "house.yaml"}


NO_PAIR = """\
remove: [pair_safe, pair_hit]
change:
  outside: when not pair and not third matches posts
    and not third is between low_post and high_post -> pay your bet to pot
"""
NOBODY = """\
remove: [spoils.nobody]
change:
  spoils.last_round: when final and fighters is not empty
    -> take all from fight_chips; take all from bank_chips
  spoils.normally: when not final and fighters is not empty
    -> take all from fight_chips; take 1 from bank_chips; idle becomes 0
"""
GAPS = {
    "in-between without pair rule": (
        "in_between", NO_PAIR, "L602", "house.yaml", "pair_hit",
        "no row for posts 4H 4S in 'payout'",
    ),
    "bluff game without nobody_fights": (
        "aussenseiter", NOBODY, "L602", "house.yaml", "spoils.nobody",
        "no row for size of fighters 0 in 'spoils'",
    ),
    "gin without stock_out": (
        "gin", "remove: [void_deal]\n", "L601", "house.yaml", "void_deal",
        "with this change stock runs out",
    ),
}  # fmt: skip
"""For each gap of the case the rows that are taken away, and what is told, where."""


def test_every_gap_is_told_where_it_is(tmp_path: Path) -> None:
    case = the_case("schema-diagnostics-06")
    assert case.expected["validate"].startswith("reports each gap")
    for gap in case.scenario["overlays"]:
        game, text, code, file, there, message = GAPS[gap]
        path = tmp_path / "house.yaml"
        path.write_text(f"house rule: A gap\nfor: {game}\n{text}breaks: all\n", encoding="utf-8")
        told = read_rules(path, linted=True).diagnostics
        (found,) = (d for d in told if d.code == code)
        assert all(d.severity < found.severity for d in told if d is not found)
        assert (found.code, found.span.text) == (code, there)
        assert found.span.file.name.endswith(file)
        assert message in found.message


def test_the_deepest_error_is_told_alone(tmp_path: Path) -> None:
    case = the_case("schema-diagnostics-04")
    head, draw, bet = case.scenario["yaml"].splitlines()
    named = "\n".join([head, draw.replace("- draw", "  draw"), bet.replace("- bet", "  bet"), GAME])
    mistakes = [d for d in told(named, tmp_path) if d.span.line == case.expected["line"]]
    assert [d.span.text for d in mistakes] == ["min", "max"]
    assert all(len(said(d)) <= case.expected["message_length_max"] for d in mistakes)
    shown = render_full([mistakes[1]])
    assert all(word.split("].")[-1] in shown for word in case.expected["mentions"])
    # A list where names are needed is one mistake, not one for each thing in it.
    listed = [d for d in told(case.scenario["yaml"] + GAME, tmp_path) if d.code == "Y120"]
    assert [d.span.text for d in listed] == ["phases"]

    # In an expression it is the value itself.
    option = "options: { most: 'number from 1 to 5, normally -3' }\n"
    (mistake,) = told(GAME + option + PHASES.replace("chips_left", "most > 1"), tmp_path)
    assert mistake.span.text == "-3" and mistake.span.line == 6
    assert len(said(mistake)) <= case.expected["message_length_max"]


# --------------------------------------------------------------------------------------------
# Expressions


def test_keywords_end_where_words_end(tmp_path: Path) -> None:
    case = the_case("expr-semantics-02")
    for name in case.scenario["names"]:
        tree, wrong = parse("expr", scalar(name))
        assert not wrong and isinstance(tree, syntax.Name) and tree.name == name
    two_words, one_word = case.scenario["bad"]
    # The case's "a" is an article here; any other word shows the same.
    _, (mistake,) = parse("expr", scalar(two_words.replace("a ", "b ")))
    assert (mistake.span.column,) == line_and_column(case.expected["a_orb"])
    (unknown,) = told(GAME + PHASES.replace("chips_left", one_word), tmp_path)
    assert unknown.code == "T401" and unknown.span.text == one_word
    assert f"called '{one_word}'" in unknown.message


def test_a_guard_guards() -> None:
    case = the_case("expr-semantics-04")
    assert case.scenario["upcard"] is None and case.expected["error"] is False
    state = lay_out(rules_of("gin"), {"discard": ""}, start_at="draw")
    guarded = "top of discard is not nothing and rank of top of discard is 7"
    assert tell(state, guarded) == ("yes" if case.expected["value"] else "no")
    # The other side is not even looked at; where it is, a division by nought is an error.
    short = "top of discard is not nothing and 1 / size of discard = 1"
    assert tell(state, short) == "no"
    with pytest.raises(Exception, match="division by zero"):
        tell(state, short.replace("is not nothing and", "is nothing and"))
    assert tell(state, "top of discard is nothing") == "yes"
    assert tell(state, "top of discard = 7S") == "no"


def test_a_misspelt_property_is_unknown(tmp_path: Path) -> None:
    case = the_case("expr-semantics-06")
    theirs = case.scenario["expression"]
    misspelt = theirs.split(".")[1].split()[0]
    assert theirs.index(misspelt) + 1 == case.expected["column"]
    ours = f"any player has {misspelt} > 0"
    text = GAME + PHASES.replace("chips_left", ours)
    (mistake,) = told(text, tmp_path)
    assert mistake.code == "T401" and f"'{misspelt}'" in mistake.message
    line = text.splitlines()[mistake.span.line - 1]
    assert mistake.span.column == line.index(misspelt) + 1
    assert said(mistake).endswith(f"did you mean '{case.scenario['fields'][0]}'?")


def test_the_end_of_a_text_has_a_place() -> None:
    case = the_case("expr-diagnostics-02")
    for expression, column, message in zip(
        case.scenario["expressions"],
        case.expected["columns"],
        case.expected["message"],
        strict=True,
    ):
        tree, (mistake,) = parse("expr", scalar(expression))
        assert tree is None and mistake.span.column == column
        what = message.replace("a ", "").replace('"', "'").split(" is")[0]
        assert what in mistake.message and ("missing" in mistake.message)


def test_no_text_blocks_the_program(tmp_path: Path) -> None:
    case = the_case("expr-diagnostics-04")
    tower, repetition, repeat = case.scenario["expressions"]
    for text in (
        GAME + PHASES.replace("chips_left", f"'{tower} > 1'"),
        GAME + PHASES.replace("chips_left", f"'{repetition} > 1'"),
        GAME + PHASES.replace("    who:", f"    {repeat.replace('repeat', 'repeat:')}\n    who:"),
    ):
        begun = time.perf_counter()
        mistakes = told(text, tmp_path)
        assert time.perf_counter() - begun < 1
        assert "E301" in {d.code for d in mistakes}
    assert "refused within 1 second" in case.expected["result"]


def test_no_number_blocks_the_game(tmp_path: Path) -> None:
    case = the_case("expr-diagnostics-04")
    assert "play keep responding" in case.expected["result"]
    (too_large,) = told(
        GAME + PHASES.replace("    who:", f"    repeat: {10**12} times\n    who:")
        .replace("may: chips_left, ", ""), tmp_path,
    )  # fmt: skip
    assert "the largest number is 999999999" in said(too_large)
