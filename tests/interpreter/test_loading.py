"""All the mistakes of a rule file in one run, and none that only follows from another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.grammar.diagnostics import Diagnostic, Severity, has_errors
from rulerun.grammar.reader import MAX_TOLD
from rulerun.interpreter.loading import read_rules

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
GAME = """\
game: Frame
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
chips:
  each player: 10
  pot: 0
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
remember:
  counter: number
terms:
  rich: counter > 3
phases:
  turn:
    who: each player
    moves:
      throw:
        choose: card in your hand
        may: { rich: rich }
        do: move card to discard
      pass: do nothing
"""


def told(text: str, folder: Path) -> list[str]:
    """What is told of a text: each code with the place it points at."""
    path = folder / "game.yaml"
    path.write_text(text)
    return [f"{d.code} {d.span.line}:{d.span.column}" for d in read_rules(path).diagnostics]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("rich: counter > 3", "rich: counter > > 3"),
        ("choose: card in your hand", "choose: card in in your hand"),
        ("counter: number", "counter: numbr"),
        ("hand: per player", "hand: pr player"),
    ],
)
def test_a_line_that_cannot_be_read_hides_no_other_mistake(
    was: str, now: str, tmp_path: Path
) -> None:
    broken = GAME.replace(was, now)
    assert broken != GAME
    alone = told(broken, tmp_path)
    assert len(alone) == 1, alone
    both = told(broken.replace("move card to discard", "move card to discrad"), tmp_path)
    assert both == sorted([*alone, "T401 24:26"], key=lambda d: int(d.split()[1].split(":")[0]))


@pytest.mark.parametrize(
    ("was", "now", "place"),
    [
        ("ranks: 2 to 10, J, Q, K, A", "ranks: 2-10 J Q K A", "E301 4:11"),
        ("chips:\n  each player: 10\n  pot: 0\n", "chips: tokens\n", "Y120 6:8"),
        ("chips:\n  each player: 10\n  pot: 0\n", "chips:\n", "S203 6:1"),
        ("terms:\n  rich: counter > 3\n", "terms: [rich]\n", "Y120 15:8"),
    ],
)
def test_what_rests_on_a_part_that_cannot_be_read_is_not_told(
    was: str, now: str, place: str, tmp_path: Path
) -> None:
    speaking = GAME.replace(
        "pass: do nothing",
        "pass: when rank of top of discard is 7 -> pay 1 to pot; move 4H to stock",
    )
    assert told(speaking, tmp_path) == []
    assert was in speaking
    assert told(speaking.replace(was, now), tmp_path) == [place]


def test_a_good_file_has_none(tmp_path: Path) -> None:
    assert told(GAME, tmp_path) == []


@pytest.mark.parametrize(
    ("asked", "place", "said"),
    [
        ("t39 > 3", "t39", "too many parts stand within one another here, all terms"),
        ("t20 > 3", "t12", "'t12' would have more than 5000 parts, each term and table in it"),
        ("t20 > t19 + t18", "t12", "'t12' would have more than 5000 parts"),
        ("t7 + t10 + t10 + t10 + t10 + t10 + t10 + t10 > t10", "t10",
         "this game would have more than 10000 parts, most of them for 't10'"),
        ("t11 > t10", None, ""),
    ],
)  # fmt: skip
def test_terms_that_double_with_every_level_are_refused_soon_and_once(
    asked: str, place: str | None, said: str, tmp_path: Path
) -> None:
    highest = max(int(n) for n in re.findall(r"t(\d+)", asked))
    terms = "".join(f"  t{n}: t{n - 1} + t{n - 1}\n" for n in range(1, highest + 1))
    text = GAME.replace("{ rich: rich }", f"'{asked}'").replace(
        "  rich: counter > 3\n", f"  t0: counter\n{terms}"
    )
    path = tmp_path / "game.yaml"
    path.write_text(text)
    found = [(d.code, d.span.text, d.message[: len(said)]) for d in read_rules(path).diagnostics]
    assert found == ([] if place is None else [("T414", place, said)])


LONG = """\
game: Long
players: 2
tables:
  worth of card:
    gives: number
    hit: first
    low:  when value of card < 5 -> 1
    rest: otherwise -> fee
  fee:
    low:  when counter < 5 -> 1
    rest: otherwise -> 2
    gives: number
phases:
  both:
    repeat: always
    phases:
      lay:
        moves:
          throw:
            do: move card to discard
            may: { dear: worth of card > 1 }
            choose: card in your hand
          pass: do nothing
        who: each player
        if stuck: do nothing
      show:
        who: everyone at once
        moves:
          point: { choose: card in your hand, do: add 1 to counter }
    at end: consult bonus
payouts:
  bonus:
    some: when pot > 3 -> split pot among all players with most counted
deck:
  starts in: stock
  ranks: 2 to 10, J, Q, K, A
end:
  full: after both, when counter > 3
winner: all players with most counted
piles:
  stock: face down, refilled from discard
  discard: face up
  hand: per player, seen by owner
chips:
  each player: 10
  pot: 0
remember:
  counter: number
  counted: number per player
"""


def test_what_is_cut_off_is_not_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the rest of a good file is not read, nothing else is told."""
    path = tmp_path / "game.yaml"
    path.write_text(LONG)
    assert not [str(d) for d in read_rules(path).diagnostics]
    for room in range(200):
        monkeypatch.setattr("rulerun.grammar.reader.MAX_NODES", room)
        path = tmp_path / f"game_{room}.yaml"
        path.write_text(LONG)
        found = [str(d) for d in read_rules(path).diagnostics]
        if not found:
            break
        assert len(found) == 1 and "the rest is not read" in found[0], (room, found)
    assert room > 60


def test_of_very_many_findings_the_worst_are_told(tmp_path: Path) -> None:
    """A mistake behind hundreds of warnings is a mistake all the same."""
    path = tmp_path / "game.yaml"
    terms = "".join(f"  t{n}: {n}\n" for n in range(MAX_TOLD + 100))
    row = "when rank of top of discard is A -> pay 1 to pot"
    text = GAME.replace("  rich: counter > 3\n", f"  rich: counter > 3\n{terms}")
    text = text.replace("pass: do nothing", "pass: consult prize")
    path.write_text(f"{text}payouts:\n  prize:\n    ace: {row}\n")
    found = read_rules(path, linted=True)
    assert found.is_cut and len(found.diagnostics) == MAX_TOLD
    last = found.diagnostics[-1]
    assert last.severity is Severity.ERROR and "more is wrong" in last.notes[-1].message


def too_many(was: str, now: str, folder: Path) -> list[Diagnostic]:
    """What is told of a text with very many mistakes: `now`, numbered, in the place of `was`."""
    path = folder / "game.yaml"
    path.write_text(GAME.replace(was, "".join(now.replace("N", str(n)) for n in range(2000))))
    diagnostics = read_rules(path).diagnostics
    assert len(diagnostics) == MAX_TOLD
    note = diagnostics[-1].notes[-1]
    assert note.message.startswith("more is wrong than these 500 mistakes; ")
    return list(diagnostics)


@pytest.mark.parametrize(
    ("was", "now", "code", "suggestion"),
    [
        ("terms:\n", "keeN: 3\n", "S201", None),
        ("  rich: counter > 3\n", "  tN: counter > > 3\n", "E301", None),
        ("  rich: counter > 3\n", "  tN: counterN > N\n", "T401", "did you mean 'counter'?"),
        ("  counter: number\n", "  aN: numbr\n", "T401", "did you mean 'number'?"),
    ],
)
def test_of_very_many_mistakes_the_first_ones_are_told(
    was: str, now: str, code: str, suggestion: str | None, tmp_path: Path
) -> None:
    diagnostics = too_many(was, now, tmp_path)
    first = GAME[: GAME.index(was)].count("\n") + 1
    begun = [d for d in diagnostics if d.code == code][:100]
    assert [d.span.line for d in begun] == list(range(first, first + 100))
    assert {d.code for d in diagnostics} == {code}
    if suggestion is not None:
        assert diagnostics[0].suggestion == suggestion


MISTAKES = sorted(GOLDEN.rglob("*.yaml"))


@pytest.mark.parametrize("path", MISTAKES, ids=[p.stem for p in MISTAKES])
def test_whatever_is_wrong_is_told(path: Path) -> None:
    """The files with mistakes of all other tests, whichever stage they are for."""
    found = read_rules(path, linted=True)
    is_right = found.checked is not None or found.stack.form is not None
    assert is_right or has_errors(found.diagnostics)


def test_a_reserved_name_is_told_where_it_is_declared(tmp_path: Path) -> None:
    """Not at the texts that cannot be read because of it; what else is wrong in them is told."""
    path = tmp_path / "reserved.yaml"
    path.write_text(
        """\
game: Reserved
players: 2
deck:
  ranks: 2 to 10
  starts in: stock
options:
  top: number from 50 to 200, normally 99
piles:
  stock: face down
remember:
  total: number
phases:
  turn:
    who: each player
    moves:
      take:
        may: { not_over: total <= top, odd: total + = 3 }
        do: total becomes top + 1
winner: all players
""",
        encoding="utf-8",
    )
    taken, other = read_rules(path).diagnostics
    assert (taken.code, taken.span.text) == ("T404", "top")
    assert taken.notes[0].message == "it is read as that word here and in other texts"
    assert other.code.startswith("E") and "+" in other.span.file.line(other.span.line)


@pytest.mark.parametrize(
    ("name", "use", "code", "note"),
    [
        ("or: number", "or becomes 1", "T404", "it is read as that word here"),
        ("a: number", "a becomes 1", "T404", "it is read as that word here"),
        (
            "opens: number\nterms: { card opens: rank of card is 7 }",
            "opens becomes number of cards in stock where card opens",
            "E301",
            "it is used so here: write 'opens of ...'",
        ),
        (
            "best: number\nterms: { row_of card: rank of card }",
            "best becomes number of cards in stock where row_of card is 7",
            "E301",
            "it is used so here: write 'row of ...'",
        ),
    ],
)
def test_a_name_that_cannot_stand_is_one_mistake(
    tmp_path: Path, name: str, use: str, code: str, note: str
) -> None:
    path = tmp_path / "named.yaml"
    path.write_text(
        f"""\
game: Named
players: 2
deck: {{ ranks: 2 to 10, starts in: stock }}
piles: {{ stock: face down }}
remember:
  {name}
phases:
  turn:
    who: each player
    moves: {{ take: {{ do: {use} }} }}
winner: all players
""",
        encoding="utf-8",
    )
    (found,) = read_rules(path).diagnostics
    assert found.code == code
    assert [n.message for n in found.notes] == [note]


def test_a_game_for_others_is_told_once_with_the_line_to_write(tmp_path: Path) -> None:
    six = tmp_path / "six.yaml"
    six.write_text("house rule: Six\nfor: whist\nchange:\n  players: 6 in 2 teams\n")
    (told,) = read_rules(six).diagnostics
    assert told.code == "S241" and told.span.text == "6 in 2 teams"
    assert told.suggestion == "if that is meant, write 'breaks: all'"
    six.write_text(six.read_text() + "breaks: all\n")
    assert read_rules(six).diagnostics == ()


def test_what_a_house_rule_takes_away_and_is_asked_for_is_told_at_the_house_rule(
    tmp_path: Path,
) -> None:
    rule = tmp_path / "pointless.yaml"
    rule.write_text("house rule: Pointless\nfor: hearts\nremove: [points]\n")
    (told,) = read_rules(rule).diagnostics
    assert told.code == "T401" and told.span.text == "points"
    assert "takes 'points' away" in told.message
    assert told.notes[-1].message == "and in 1 more place" and len(told.notes) == 4


@pytest.mark.parametrize(
    ("now", "was", "advice"),
    [
        (
            "deal 5 cards from stock to all players",
            "deal 5 cards from stock to each hand",
            "write 'each hand'",
        ),
        ("counter: integer", "counter: number", "write 'number'"),
        ("      - pass: do nothing", "      pass: do nothing", "leave the dash out"),
    ],
)
def test_what_was_meant_is_said(now: str, was: str, advice: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    rules = MEANT.replace(was, now)
    assert rules != MEANT
    path.write_text(rules)
    assert advice in [d.suggestion for d in read_rules(path).diagnostics]


MEANT = """\
game: Meant
players: 2 to 4
deck: { ranks: '2 to 10', starts in: stock }
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  counter: number
setup:
  deal: deal 5 cards from stock to each hand
phases:
  turn:
    who: each player
    moves:
      count: counter becomes counter + 1
      pass: do nothing
"""


def test_a_card_given_twice_is_told_where_it_stands_again(tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(
        "game: Twice\nplayers: 2\ndeck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }\n"
        "piles: { stock: face down, hand: 'per player, seen by owner' }\n"
        "phases: { deal: { at start: deal 1 card from stock to each hand } }\n"
        "examples:\n  twice:\n    players: Anna, Ben\n"
        "    given: { Anna's hand: KH 2C, Ben's hand: 3D KH }\n"
        "    play:\n      - expect: Anna's hand is (KH, 2C)\n",
        encoding="utf-8",
    )
    (told,) = read_rules(path).diagnostics
    assert (told.code, told.span.line, told.span.column) == ("R710", 9, 49)
    assert told.message == "KH is given more often than the deck has it"


@pytest.mark.parametrize(
    ("rule", "code", "at", "also"),
    [
        ("remove: [phases.turn]", "S203", "phases.turn", ["phases"]),
        ("remove: [turn.throw, turn.pay]", "S203", "turn.pay", ["moves"]),
        ("remove: [worth.red, worth.rest]", "S220", "worth.rest", ["worth of card"]),
        ("remove: [worth.rest]", "S221", "worth.rest", ["worth of card"]),
        ("change: { worth.rest: when rank of card is K -> 3 }", "S221", "worth.rest",
         ["worth of card"]),
        ("remove: [turn.who]", "S215", "turn.who", ["moves"]),
        ("change: { options.cards: 'yes or no, normally yes' }", "T411", "options.cards",
         ["cards", "cards"]),
    ],
)  # fmt: skip
def test_what_a_house_rule_makes_wrong_in_its_game_is_told_at_the_change_with_both_places(
    tmp_path: Path, rule: str, code: str, at: str, also: list[str]
) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    path = tmp_path / "overlays" / "small" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f"house rule: Mine\nfor: small\n{rule}\n")
    (told,) = read_rules(path).diagnostics
    assert (told.code, told.span.file.name, told.span.text) == (code, str(path), at)
    assert told.message.startswith("with this change ")
    assert [n.span.text for n in told.notes if n.span is not None] == also
    (tmp_path / "small.yaml").write_text(SMALL.replace("hand: per", "hands: per"))
    spans = [d.span for d in read_rules(path).diagnostics if d.code == "T401"]
    assert all(span.file.name != str(path) for span in spans)  # the game's own mistakes


SMALL = """\
game: Small
players: 2
deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
options: { cards: 'number from 1 to 6, normally 3' }
piles: { stock: face down, hand: 'per player, seen by owner', heap: face up }
remember: { points: number per player }
setup:
  mix: shuffle stock
  deal: deal cards cards from stock to each hand
phases:
  turn:
    repeat: cards times
    who: each player
    moves:
      throw: { choose: card in your hand, do: move card to heap; score worth of card }
      pay: score 1
tables:
  worth of card:
    gives: number
    red: when color of card is red -> 2
    rest: otherwise -> 1
winner: all players with most points
"""


def test_what_a_house_rule_adds_and_takes_away_again_is_told(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    path = tmp_path / "overlays" / "small" / "mine.yaml"
    path.parent.mkdir(parents=True)
    adds = "add:\n  worth.ace, before red: when rank of card is A -> 4"
    path.write_text(f"house rule: Mine\nfor: small\n{adds}\nremove: [worth.ace]\n")
    (told,) = read_rules(path).diagnostics
    assert told.code == "O507" and told.span.line == 5
    assert told.message == "this house rule adds 'worth.ace', and takes it away again"


@pytest.mark.parametrize(
    ("line", "wrong", "code", "advice"),
    [
        ("starts in: stock", "starts in: stock, copies: 99999999999", "S205", "copies: 2"),
        ("starts in: stock", "starts in: stock, copies: two", "S205", "copies: 2"),
        ("starts in: stock", "starts in: stock, copies: \uff13", "S205", "copies: 3"),
        ("number per player", "number per team", "S236", "players: 4 in 2 teams"),
    ],
)
def test_a_number_that_is_proposed_is_allowed(
    tmp_path: Path, line: str, wrong: str, code: str, advice: str
) -> None:
    path = tmp_path / "small.yaml"
    text = SMALL.replace("players: 2", "players: 2 to 3").replace(line, wrong)
    path.write_text(text, encoding="utf-8")
    told = next(d for d in read_rules(path).diagnostics if d.code == code)
    assert told.suggestion == f"write '{advice}'"
    key = advice.partition(":")[0]
    path.write_text(re.sub(rf"{key}: [^,\n}}]+", advice, text), encoding="utf-8")
    assert all(d.code != code for d in read_rules(path).diagnostics)
