"""`simulate`, `compare` and `compare_all` as Python code calls them: as much as the commands can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulerun
from rulerun.cli import compare as command
from rulerun.cli.rule_files import series_options
from rulerun.interpreter.simulation import comparing, workers

RULE = Path(__file__).resolve().parents[2] / "rulesets/overlays/kuhn/one_raise.yaml"


def test_until_it_is_known_well_enough() -> None:
    found = rulerun.compare("kuhn", overlays=["one_raise"], until=0.045, seed=2)
    assert found.pairs == 500 and found.width_of_wins <= 0.045
    assert (found.asked, found.interrupted) == (1_000_000, False)
    twice = rulerun.compare("kuhn", overlays=["one_raise"], until=0.035, seed=2)
    assert twice.pairs == 1000 and twice.width_of_wins <= 0.035 < found.width_of_wins
    most = rulerun.compare("kuhn", overlays=["one_raise"], until=0.001, games=60, seed=2)
    assert most.pairs == most.asked == 60 and most.width_of_wins > 0.1


@pytest.mark.parametrize("until", [0, 1, 5, -0.1, float("nan"), float("inf")])
def test_what_is_no_share(until: float) -> None:
    with pytest.raises(ValueError, match="'until' is a share of one, above 0 and below 1"):
        rulerun.compare("kuhn", overlays=["one_raise"], until=until)


@pytest.mark.parametrize("until", ["0.5pp", True, [0.1]])
def test_what_is_no_number(until: float) -> None:
    with pytest.raises(TypeError, match=r"'until' is a share of one, as 0\.005, not"):
        rulerun.compare_all("kuhn", until=until)


@pytest.mark.parametrize(
    ("overlays", "against"),
    [
        ([], []),
        (["one_raise"], ["one_raise"]),
        (["one_raise"], [RULE]),
        (iter(["one_raise"]), iter([str(RULE)])),
    ],
)
def test_both_sides_are_the_same(overlays: list[str], against: list[str]) -> None:
    with pytest.raises(ValueError, match="both sides are played by the same rules"):
        rulerun.compare("kuhn", overlays=overlays, against=against)


def test_the_file_of_a_house_rule_is_compared_with_its_game() -> None:
    found = rulerun.compare(RULE, games=20)
    assert (found.against, found.overlays) == ((), ("one_raise",))
    assert (
        found.differences == rulerun.compare("kuhn", overlays=["one_raise"], games=20).differences
    )


def test_more_processes_than_any_machine_has() -> None:
    with pytest.raises(ValueError, match="the number of jobs is a whole number from 1 to 256"):
        rulerun.simulate("kuhn", jobs=257)


def test_the_command_has_the_same_bounds() -> None:
    """Which does not load all this only to say what they are."""
    assert (command._GAMES, command._GAMES_UNTIL) == (comparing.GAMES, comparing.GAMES_UNTIL)
    (jobs,) = (
        option.type
        for option in series_options(lambda: None).__click_params__  # type: ignore[attr-defined]
        if option.name == "jobs"
    )
    assert (jobs.low, jobs.high) == (1, workers.MOST_JOBS)


@pytest.fixture(scope="module")
def every() -> rulerun.Comparisons:
    return rulerun.compare_all("kuhn", games=60)


def test_all_house_rules_of_a_game(every: rulerun.Comparisons) -> None:
    assert (every.game, every.players, every.seed, every.left_out) == ("kuhn", 2, 1, ())
    assert [one.overlays for one in every] == [("foreheads",), ("one_raise",)]
    assert len(every) == 2 and every["one_raise"] is every[1] is list(every)[1]
    with pytest.raises(KeyError, match="no_such_rule"):
        every["no_such_rule"]
    alone = rulerun.compare("kuhn", overlays=["one_raise"], games=60)
    for one, among in zip(alone.differences, every["one_raise"].differences, strict=True):
        assert one.difference == among.difference and one.corrected <= among.corrected
    assert json.loads(json.dumps(every.to_json()))[1]["overlays"] == ["one_raise"]
    assert {row["with"] for row in every.rows()} == {"foreheads", "one_raise"}


def test_house_rules_for_another_number_of_players(tmp_path: Path) -> None:
    game = tmp_path / "small.yaml"
    game.write_text(RULE.parents[2].joinpath("kuhn.yaml").read_text(), encoding="utf-8")
    rules = tmp_path / "overlays" / "small"
    rules.mkdir(parents=True)
    (rules / "one_raise.yaml").write_text(
        RULE.read_text().replace("for: kuhn", "for: small"), encoding="utf-8"
    )
    (rules / "alone.yaml").write_text(
        "house rule: Alone\nfor: small\nchange: { players: 1 }\nbreaks: all\n", encoding="utf-8"
    )
    found = rulerun.compare_all(game, games=5)
    assert [one.overlays for one in found] == [("one_raise",)]
    assert found.left_out == ("alone",)


def test_a_game_without_house_rules(tmp_path: Path) -> None:
    game = tmp_path / "lone.yaml"
    game.write_text(RULE.parents[2].joinpath("kuhn.yaml").read_text(), encoding="utf-8")
    with pytest.raises(ValueError, match=r"lone\.yaml' has no house rules to compare"):
        rulerun.compare_all(game)


def test_one_pair_is_one() -> None:
    found = rulerun.compare("kuhn", overlays=["one_raise"], games=1)
    assert "against kuhn: 1 pair of games, seed 1" in found._repr_html_()
    assert ": 1 game, seed 1" in rulerun.simulate("kuhn", games=1)._repr_html_()
    assert not any(d.difference.is_told for d in found.differences if d.kind == "number")


def test_a_notebook_shows_all_house_rules(
    every: rulerun.Comparisons, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = every._repr_html_()
    assert "kuhn: 2 house rules, 2 players, seed 1" in shown
    assert all(f">{name}</td>" in shown for name in ("foreheads", "one_raise"))


def test_what_was_interrupted_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    play = workers.Alone.play

    def lost(alone: workers.Alone[object], first: int, end: int) -> Iterator[object]:
        for number, told in enumerate(play(alone, first, end)):
            if number == 2:
                raise workers.LostWorkersError("gone")
            yield told

    monkeypatch.setattr(workers.Alone, "play", lost)
    with pytest.raises(rulerun.LostWorkersError) as error:
        rulerun.compare_all("kuhn", games=60)
    found = error.value.so_far
    assert isinstance(found, rulerun.Comparisons) and found[0].interrupted and len(found) == 1
    assert "6 of 60 pairs of games" in found[0]._repr_html_()
