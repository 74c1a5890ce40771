"""`rulerun render`: one rule file that plays the same games as the stack it was made of."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rulerun.cli.merged import merged_lines, rendered_lines
from rulerun.grammar.diagnostics import has_errors
from rulerun.interpreter.bots.chance import chance_bots
from rulerun.interpreter.declarations.library import RuleFile
from rulerun.interpreter.declarations.overlay import stack
from rulerun.interpreter.loading import Loaded, read_rules
from rulerun.interpreter.machine.game import Game

from .command import ROOT, Rulerun
from .places import place

GAMES = sorted(path.stem for path in (ROOT / "rulesets").glob("*.yaml"))
RULES = {
    game: sorted(path.stem for path in (ROOT / "rulesets" / "overlays" / game).glob("*.yaml"))
    for game in GAMES
}
#: Of each game the suite has one house rule by itself, and a pair; the soak has all the others.
ALONE = [
    pytest.param(game, rule, marks=() if rule in chosen else pytest.mark.soak)
    for game in GAMES
    for chosen in [Random(game).sample(RULES[game], min(1, len(RULES[game])))]
    for rule in RULES[game]
]

Golden = Callable[[str, str], None]


def written(game: str) -> str:
    return (ROOT / "rulesets" / f"{game}.yaml").read_text(encoding="utf-8")


@cache
def rules(game: str, *overlays: str) -> Loaded:
    return read_rules(game, overlays)


def transcript(game: Game, seed: int, most: int = 120) -> list[str]:
    """The moves of a game that plays itself, and how all lies in the end."""
    state = game.start(seed=seed)
    bots = chance_bots(seed, game.players)
    made: list[str] = []
    while not state.is_over and len(made) < most:
        move = bots[state.actor or 0].choose(state, state.legal_moves)
        made.append(f"{state.actor}: {move}")
        state.apply(move)
    return [*made, str(state.view(None)), str(state.ended_by)]


def is_the_same_game(rendered: Path, stacked: Loaded, options: dict[str, str]) -> None:
    # What the lints find is the same, unless a comment that silences one has got lost.
    silences = any("# allow" in root.span.file.text for root in stacked.stack.roots)
    again = read_rules(rendered, linted=silences and not stacked.stack.by_hand)
    assert [str(d) for d in again.diagnostics] == []
    assert again.checked is not None and stacked.checked is not None
    seats = again.checked.rules.players
    players = seats.low if stacked.stack.by_hand else min(seats.low + 1, seats.high)
    of_stack = stacked.checked.game(options, players)
    of_file = again.checked.game({}, players)
    assert of_file.options == of_stack.options
    assert transcript(of_file, players) == transcript(of_stack, players)


def plays_the_games_of_its_stack(folder: Path, game: str, *overlays: str) -> None:
    stacked = read_rules(game, overlays)
    path = folder / f"{game}.yaml"
    path.write_text("\n".join(merged_lines(stacked.stack)), encoding="utf-8")
    is_the_same_game(path, stacked, {})


@pytest.mark.parametrize(("game", "rule"), ALONE)
def test_a_rendered_file_plays_the_games_of_its_stack(tmp_path: Path, game: str, rule: str) -> None:
    plays_the_games_of_its_stack(tmp_path, game, rule)


def pairs(game: str) -> Iterator[tuple[str, str]]:
    """House rules of a game, two by two, that can be laid on it together."""
    for pair in itertools.combinations(reversed(RULES[game]), 2):
        if not has_errors(stack(game, pair).diagnostics):
            yield pair


WITH_PAIRS = pytest.mark.parametrize("game", [game for game in GAMES if len(RULES[game]) > 1])


@WITH_PAIRS
def test_a_pair_of_house_rules_is_rendered_as_well(tmp_path: Path, game: str) -> None:
    """One pair of each game; the soak has the others."""
    first = next(pairs(game), None)
    if first is None:
        pytest.skip(f"no two house rules of {game} go together")
    plays_the_games_of_its_stack(tmp_path, game, *first)


@pytest.mark.soak
@WITH_PAIRS
def test_soak_all_pairs_of_house_rules(tmp_path: Path, game: str) -> None:
    for pair in itertools.islice(pairs(game), 1, None):
        plays_the_games_of_its_stack(tmp_path, game, *pair)


FORMS = sorted(path.stem for path in (ROOT / "rulesets" / "forms").glob("*.yaml"))
#: Of each form the shortest game that uses it.
OF_FORMS = [
    min((g for g in GAMES if f"use: {form}" in written(g)), key=lambda g: len(written(g)))
    for form in FORMS
]


def is_told_of_the_same(game: str, *overlays: str) -> None:
    """A rendered file checks as its stack does: what comes from forms is not told of."""
    stacked = read_rules(game, overlays, linted=True)
    assert stacked.stack.root is not None
    text = "\n".join(rendered_lines(stacked.stack, stacked.stack.root))
    file = RuleFile(game, f"{game}.yaml", Path(f"{game}.yaml"), text.encode())
    again = read_rules(file, linted=True)
    assert [d.code for d in again.diagnostics] == [d.code for d in stacked.diagnostics]


@pytest.mark.parametrize("game", OF_FORMS)
def test_what_is_rendered_with_forms_checks_as_the_game_does(game: str) -> None:
    is_told_of_the_same(game)


@pytest.mark.parametrize(
    "overlays", [(), ("jack_of_diamonds", "no_moon"), ("left_leads", "queen_breaks")]
)
def test_what_a_form_says_for_other_games_is_allowed_where_it_is_rendered(
    overlays: tuple[str, ...],
) -> None:
    is_told_of_the_same("hearts", *overlays)  # there are no trumps in it


def test_where_a_line_comes_from_is_no_part_of_a_help_text() -> None:
    is_told_of_the_same("leduc", "big_leduc")  # it stands behind the text of an option


def test_what_a_house_rule_leaves_without_an_effect_is_allowed_where_it_is_rendered() -> None:
    is_told_of_the_same("go_fish", "short_game")  # it ends the game before the game's own rows


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_soak_what_is_rendered_checks_as_its_stack_does(game: str) -> None:
    chosen: list[tuple[str, ...]] = [(rule,) for rule in RULES[game]]
    found = list(pairs(game))
    chosen += Random(game).sample(found, min(6, len(found)))
    for overlays in chosen:
        is_told_of_the_same(game, *overlays)


HIGH_CARD = "tests/golden/overlays/high_card.yaml"
ALL_SORTS = (HIGH_CARD, "--with", "tests/golden/cli/all_sorts.yaml")

SET = {"gin": "hand_size=7", "in_between": "rounds=2", "aussenseiter": "bank=3"}


@pytest.mark.parametrize(
    ("game", "rule"),
    [("aussenseiter", "fifteen_cards"), ("gin", "oklahoma_spades"), ("in_between", "ace_either")],
)
def test_options_that_are_set_are_in_the_file(
    rulerun: Rulerun, tmp_path: Path, game: str, rule: str
) -> None:
    done = rulerun("render", game, "--with", rule, "--set", SET[game])
    assert (done.code, done.err) == (0, "")
    path = tmp_path / f"{game}.yaml"
    path.write_text(done.out, encoding="utf-8")
    name, value = SET[game].split("=")
    (line,) = [line for line in done.out.splitlines() if line.startswith(f"  {name}:")]
    assert f"normally {value}" in line
    assert line.rpartition(" # ")[2].startswith(f"--set over {game}.yaml:")
    is_the_same_game(path, rules(game, rule), {name: value})


def test_an_option_that_a_house_rule_takes_away_is_told(rulerun: Rulerun) -> None:
    asked = ("gin", "--with", "oklahoma", "--set", "knock_limit=3")
    for command in ("render", "play"):
        done = rulerun(command, *asked)
        assert (done.code, done.out) == (2, "")
        assert "with the house rule 'Oklahoma" in done.err
        assert "there is no option 'knock_limit'" in done.err


@pytest.mark.parametrize("game", GAMES)
def test_without_house_rules_the_file_is_printed_as_it_is(rulerun: Rulerun, game: str) -> None:
    schema, _, rest = written(game).partition("\n")  # which is not there where the copy will lie
    assert schema.endswith("rule-file.schema.json")
    if not any(line.lstrip().startswith("use: ") for line in rest.splitlines()):
        assert rulerun("render", game).out == rest
        return
    printed = rulerun("render", game).out.splitlines()  # a form's parts are in it
    forms = [f"# {path.name}" for path in (ROOT / "rulesets" / "forms").glob("*.yaml")]
    forms.append("# allow L613: the form ")
    own = [line for line in printed if not any(f in line for f in forms) and line[:2] != "# "]
    written_lines = [line for line in rest.splitlines() if not line.lstrip().startswith("use: ")]

    def bare(lines: list[str]) -> list[str]:
        return [line.partition(" #")[0].rstrip() for line in lines if line]

    assert bare(own) == bare(written_lines)


def test_every_changed_line_says_where_it_comes_from(rulerun: Rulerun, golden: Golden) -> None:
    golden("cli/render.yaml", rulerun("render", *ALL_SORTS).out)
    done = rulerun("render", *ALL_SORTS, "--set", "joker_wild=yes")
    assert (
        "  joker_wild: yes or no, normally yes                                  # --set over"
        in done.out
    )
    assert "examples:" not in done.out


OKLAHOMA = "rulesets/overlays/gin/oklahoma.yaml"


def at(line: str, file: str = "rulesets/gin.yaml") -> str:
    """`gin.yaml:19`: where the only line with some words stands."""
    return place(file, line, column=False).rpartition("/")[2]


def test_comments_go_with_what_they_speak_of(rulerun: Rulerun, tmp_path: Path) -> None:
    """Those of the game stay; that of a changed line is its new one's, a silencing stands alone."""
    rule = tmp_path / "rule.yaml"
    rule.write_text(
        "house rule: A rule\nfor: gin\nchange:\n"
        "  deck.values: A = 11, J Q K = 10  # allow L603: the ace\n"
        "  terms.defender: opponent of knocker   # always\n"
        "add:\n"
        "  # Nobody needs it.\n"
        "  terms.nobody: first of players  # allow L603\n",
        encoding="utf-8",
    )
    lines = rulerun("render", "gin", "--with", str(rule)).out.splitlines()
    here = next(i for i, line in enumerate(lines) if line.startswith("  values:"))
    assert lines[here - 1] == "  # allow L603: the ace"
    assert lines[here].split(" # ")[1:] == [f"rule.yaml:4 over {at('  values:')}"]
    (defender,) = [line for line in lines if line.startswith("  defender:")]
    assert defender.endswith(f"# rule.yaml:5 over {at('  defender:  ')}: always")
    here = next(i for i, line in enumerate(lines) if line.startswith("  nobody:"))
    assert lines[here - 2 : here] == ["  # Nobody needs it.", "  # allow L603"]
    assert "  round:                              # one deal" in lines


def test_what_is_not_there_any_more_is_said_above(rulerun: Rulerun) -> None:
    head = rulerun("render", "gin", "--with", "oklahoma").out.split("\n\n")[0]
    removed, breaks = (at(line, OKLAHOMA) for line in ("remove: [", "breaks: all"))
    assert f"# {removed} removes 'options.knock_limit' ({at('  knock_limit:')})." in head
    assert re.search(rf"^# {breaks} lays aside \d+ examples.$", head, re.MULTILINE)
    assert "# Labels of what is no more are left out: knock_limit." in head


@pytest.mark.parametrize(
    ("wrong", "code", "said"),
    [
        (("--with", "knock_at_seven"), 2, "did you mean 'knock_at_7'?"),
        (("--with", "knock_at_7", "--with", "oklahoma"), 1, "error[O504]"),
        (("--set", "target=0"), 2, "option 'target' is a number from 1 to 1000, not 0"),
        (("--set", "targe=5"), 2, "did you mean 'target'?"),
        (("--set", "target"), 2, "--set NAME=VALUE"),
        (("--with", "no_such_file.yaml"), 3, "no_such_file.yaml"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    rulerun: Rulerun, wrong: tuple[str, ...], code: int, said: str
) -> None:
    done = rulerun("render", "gin", *wrong)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
