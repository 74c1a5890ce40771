"""The cases about the bluffing game with thirteen cards."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from rulerun.cli.narration import Narrator
from rulerun.cli.paint import Paint
from rulerun.interpreter.errors import GameSetupError, RuleError
from rulerun.interpreter.loading import load
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.view import report

from .book import (
    PEOPLE,
    everybody,
    game_of,
    last_number,
    lay_out,
    moves,
    number,
    pile,
    rules_of,
    tell,
    the_case,
)

LETTERS = {name[0]: name for name in PEOPLE}


def card(value: int) -> str:
    """The card with that number."""
    return game_of("aussenseiter").deck.labels[value - 1]


def in_the_last_round(tokens: dict[str, int], *overlays: str) -> State:
    given: dict[str, object] = {"final": "yes", "bank_chips": 2}
    given |= {f"{LETTERS[letter]}'s chips": n for letter, n in tokens.items()}
    return lay_out(
        rules_of("aussenseiter", *overlays), given, players=len(tokens), start_at="battle"
    )


def test_whether_one_chip_is_enough_in_the_last_round() -> None:
    case = the_case("insolvent-player-04")
    tokens, stake = case.scenario["tokens"], case.scenario["stake"]
    short, strict = case.expected["allow_short"], case.expected["strict"]

    state = in_the_last_round(tokens)
    assert ("fight" in moves(state)) is short["A_may_fight"]
    state.apply("fight")
    assert tokens["A"] - number(state, "Anna's chips") == short["A_pays"]
    state.apply("fight")
    assert tokens["B"] - number(state, "Ben's chips") == stake
    assert number(state, "fight_chips") == short["A_pays"] + stake  # what was really paid
    state.apply("pass")
    assert sum(state.view(None).purses) == sum(tokens.values()) + 2

    state = in_the_last_round(tokens, "strict_stake")
    assert ("fight" in moves(state)) is strict["A_may_fight"]
    state.apply("pass")
    assert "fight" in moves(state)  # Ben has enough


def test_equal_chips_share_the_win() -> None:
    case = the_case("tie-resolution-02")
    state = in_the_last_round(case.scenario["tokens"])
    for _ in case.scenario["tokens"]:
        state.apply("pass")
    assert state.is_over
    assert ["ABC"[seat] for seat in state.winners] == case.expected["winners"]
    shared = 1 / len(case.expected["winners"])
    assert state.payoffs == tuple(
        shared if letter in case.expected["winners"] else 0 for letter in case.scenario["tokens"]
    )


@pytest.mark.parametrize("fighting", ["alone", "two"])
def test_a_lone_fighter_shows_nothing(fighting: str) -> None:
    case = the_case("bluff-showdown-02")
    held = {letter: card(value) for letter, value in case.scenario["cards"].items()}
    fighters = case.scenario["fighting"] + (["C"] if fighting == "two" else [])
    given: dict[str, object] = {f"{LETTERS[a]}'s hand": c for a, c in held.items()}
    given |= {"final": "yes", "bank_chips": 2, "outsider": card(5)}
    state = lay_out(rules_of("aussenseiter"), given, players=3, start_at="battle")

    logs: list[list[str]] = [[], [], []]
    narrators = [Narrator(state.game, seat, Paint(), logs[seat].append) for seat in range(3)]
    reports: list[str] = []
    for narrator in narrators:
        narrator.begins(state)
    for letter in held:
        actor = state.actor
        assert actor is not None and letter == "ABC"[actor]
        move = state.game.parse_move(state, "fight" if letter in fighters else "pass")
        for narrator in narrators:
            narrator.moves(actor, move)
        state.apply(move)
        reports += [report(state, actor, move, seat) for seat in (0, 1, 2, None)]
        for narrator in narrators:
            narrator.stands(state)
    assert state.is_over

    revealed = [a for seat, a in enumerate(held) if pile(state.view(None), "hand", seat) != [None]]
    for seat, view in enumerate(everybody(state)[:3]):
        own = {c for c in pile(view, "hand", seat) if c is not None}
        assert own == {held["ABC"[seat]]}
        seen = {a for s, a in enumerate(held) if pile(view, "hand", s) != [None]}
        assert seen == {*revealed, "ABC"[seat]}
    told = {a: "\n".join([*reports, *(line for s, log in enumerate(logs) if "ABC"[s] != a
                                      for line in log)])
            for a in held}  # fmt: skip
    log_tells = {a for a, c in held.items() if c in told[a]}
    if fighting == "two":  # the same look does see what is shown
        assert revealed == ["B", "C"] and log_tells == {"B", "C"}
        return
    assert tell(state, f"starter is {LETTERS[case.expected['winner']]}") == "yes"
    assert revealed == case.expected["revealed"]
    assert bool(log_tells) is case.expected["public_log_contains_cards"]


def test_a_lone_fighters_card_stays_unknown_in_the_rounds_after() -> None:
    case = the_case("bluff-showdown-02")
    held = {letter: card(value) for letter, value in case.scenario["cards"].items()}
    given: dict[str, object] = {f"{LETTERS[a]}'s hand": c for a, c in held.items()}
    state = lay_out(rules_of("aussenseiter"), given, players=3, start_at="battle")
    for letter in held:
        state.apply("fight" if letter in case.scenario["fighting"] else "pass")
    assert number(state, "round_number") == 2
    for view in everybody(state):
        assert view.known == ()
        others = [p for p in view.piles if (p.name, p.seat) != ("hand", view.seat)]
        seen = [c for p in others for c in p.cards if c is not None]
        assert seen == pile(view, "outsider")


def test_one_of_two_cards_is_kept_or_the_middle_is_new() -> None:
    case = the_case("bluff-showdown-04")
    hand, top, middle = (card(case.scenario[w]) for w in ("hand", "deck_top", "middle"))
    given = {"Anna's hand": hand, "stock": f"{top} {card(1)} {card(2)}", "outsider": middle}
    state = lay_out(rules_of("aussenseiter"), given, players=3, start_at="draw")
    assert moves(state) == ["swap", "new_outsider"] and len(case.scenario["actions"]) == 2

    drawn = state.clone()
    drawn.apply("swap")
    both = [card(value) for value in case.expected["draw"]["choose_one_of"]]
    assert sorted(moves(drawn, "lay_down")) == sorted(both)
    for laid, kept in (both, both[::-1]):
        after = drawn.clone()
        after.apply(f"lay_down {laid}")
        assert pile(after.view(0), "hand", 0) == [kept]
        for view in everybody(after):
            assert pile(view, "front", 0) == [laid]
            assert pile(view, "outsider") == [middle]
    assert case.expected["draw"]["other_goes"] == "face up before the player"

    state.apply("new_outsider")
    replaced = case.expected["replace_middle"]
    assert pile(state.view(0), "hand", 0) == [card(replaced["hand"])]
    for view in everybody(state):
        assert pile(view, "outsider") == [middle, card(replaced["middle"])]
    assert tell(state, "top of outsider") == card(replaced["middle"])
    assert len(pile(state.view(None), "stock")) == 2


def test_a_save_belongs_to_its_edition(tmp_path: Path) -> None:
    case = the_case("bluff-showdown-06")
    changed = tmp_path / "changed" / "aussenseiter.yaml"
    changed.parent.mkdir()
    text = Path(rules_of("aussenseiter").file).read_text(encoding="utf-8")
    changed.write_text(text.replace("normally 8", "normally 9"), encoding="utf-8")
    editions = [
        game_of("aussenseiter"),
        game_of("aussenseiter", "fifteen_cards"),
        load(changed),
        game_of("aussenseiter", players=4),
    ]
    assert len(case.scenario["rulesets"]) == 2
    assert len({game.edition for game in editions}) == len(editions)
    for one, other in pairwise([*editions, editions[0]]):
        state = one.start(seed=3)
        saved = json.loads(json.dumps(state.to_json()))
        assert saved["edition"] == one.edition
        assert State.from_json(one, saved) == state
        with pytest.raises(ValueError, match="cannot go on") as refused:
            State.from_json(other, saved)
        assert one.edition in str(refused.value) and other.edition in str(refused.value)
    assert (
        case.expected["loading_a_save_with_another_version"] == "refused with both versions named"
    )


def test_more_hands_than_the_deck_has_cards(tmp_path: Path) -> None:
    case = the_case("option-interplay-04")
    gin, bluff = case.scenario["overlays"]
    with pytest.raises(GameSetupError, match=f"from 7 to 10, not {gin['hand_size']}"):
        game_of("gin", hand_size=gin["hand_size"])
    most = last_number(case.expected["bluff"])
    with pytest.raises(GameSetupError, match=f"3 to {most} players, not {bluff['players']}"):
        game_of("aussenseiter", players=bluff["players"])

    # A table that raises the bound is told at the deal what it lacks.
    house = tmp_path / "large_hands.yaml"
    size = gin["hand_size"]
    house.write_text(
        "house rule: Large hands\nfor: gin\nchange:\n"
        f"  options.hand_size: number from 7 to {size}, normally {size}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleError, match="too few cards: 'stock' is empty") as failed:
        load(house).start()
    assert failed.value.span is not None
    assert failed.value.span.text == "deal 1 card from stock to discard"

    # With the most players the bluffing game uses every card.
    state = game_of("aussenseiter", players=most).start()
    for _ in range(most):
        state.apply("swap")
        state.apply(f"lay_down {moves(state, 'lay_down')[0]}")
    view = state.view(None)
    assert not pile(view, "stock") and sum(len(p.cards) for p in view.piles) == len(state.game.deck)
