"""The cases about tricks: who may lead a heart, and which card takes a trick."""

from __future__ import annotations

from .book import lay_out, moves, rules_of, tell, the_case


def test_hearts_are_broken_as_soon_as_one_is_played() -> None:
    case = the_case("trick-taking-01")
    led, heart = "7C", "4H"
    assert case.scenario["tricks"] == [f"{led} led, player B void discards {heart}"]
    given = {
        "trick_number": "5",
        "leader": "Anna",
        "Anna's hand": f"{led} 2S 4S 5S",
        "Ben's hand": f"{heart} 6S 7S 8S",
        "Carla's hand": f"KC {' '.join(case.scenario['hand'])}",
        "Dirk's hand": "3C 9S 10S JS",
    }
    state = lay_out(rules_of("hearts"), given, players=4, start_at="trick")
    state.apply(f"play {led}")
    assert tell(state, "broken") == "no"
    state.apply(f"play {heart}")
    assert tell(state, "broken") == "yes"
    state.apply("play KC")
    state.apply("play 3C")
    assert set(moves(state)) == {f"play {card}" for card in case.expected["legal_leads"]}


def test_a_card_of_another_plain_suit_takes_no_trick() -> None:
    case = the_case("trick-taking-03")
    assert case.scenario["trump"] == "S"
    names = ["Anna", "Ben", "Carla", "Dirk"]
    others = ["2H", "3D", "3C", "5H"]
    given = {"leader": "Anna"}
    for name, card, other in zip(names, case.scenario["trick"], others, strict=True):
        given[f"{name}'s hand"] = f"{card} {other}"
    state = lay_out(rules_of("spades"), given, players=4, start_at="trick")
    for card in case.scenario["trick"]:
        state.apply(f"play {card}")
    assert tell(state, f"leader is {names[case.expected['winner_index']]}") == "yes"
