"""The course of a game (LANGUAGE part 5): passes, turns, leaving early, at any time, the end.

The games here keep a trace: each line writes digits down, so that an order is one number.
"""

from __future__ import annotations

import textwrap

import pytest

from rulerun.interpreter.errors import RuleError

from .tables import failures, game_of, loaded, problems, value

HEAD = """
game: A trace
players: {players}
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
chips:
  each player: 5
  pot: 0
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
remember:
  trace: number
  total: number
  final: yes or no
  leader: player
  points: number per player
{remember}
"""
TELL = "trace becomes 10 * trace +"


def rules(body: str, remember: str = "", players: str = "3") -> str:
    """A whole rule file: `body` is everything after the material."""
    if "phases:" not in body:
        body = textwrap.dedent(body) + "\nphases: { p: { at start: do nothing } }\n"
    return HEAD.format(players=players, remember=remember) + textwrap.dedent(body).replace(
        "TELL", TELL
    )


def trace(text: str) -> str:
    """What a game without decisions, or up to its first, writes down."""
    return value(game_of(text).start(), "trace")


# ------------------------------------------------------------------ passes

PASSES = {
    "once, without repeat": ("phases: { p: { at start: TELL 1, at end: TELL 2 } }", "12"),
    "as often as it says": ("phases: { p: { repeat: 3 times, at start: TELL p_number } }", "123"),
    "no pass for nought": ("phases: { p: { repeat: 0 times, at start: TELL 1 } }", "0"),
    "a number evaluated anew": (
        "phases: { p: { repeat: 6 - trace mod 10 times, at start: TELL p_number } }".replace(
            "6 - trace mod 10", "(6 - trace mod 10)"
        ),
        "123",
    ),
    "until, tested before each": (
        "phases: { p: { repeat: until p_number = 2, at start: TELL p_number } }",
        "12",
    ),
    "until, tested before the first": (
        "phases: { p: { repeat: until trace = 0, at start: TELL 1 } }",
        "0",
    ),
    "either bound": (
        "phases: { p: { repeat: 5 times or until p_number = 2, at start: TELL 1 } }",
        "11",
    ),
    "for ever, until the game ends": (
        """
        phases: { p: { repeat: always, at start: TELL p_number } }
        end: { enough: 'after p, when p_number = 4' }
        """,
        "1234",
    ),
    "a skipped pass counts and runs nothing": (
        "phases: { p: { repeat: 4 times, skip when: p_number = 2, at start: TELL p_number, at end: TELL 0 } }",
        "103040",
    ),
    "a phase that is skipped": (
        "phases: { p: { skip when: trace = 0, at start: TELL 1 }, q: { at start: TELL 2 } }",
        "2",
    ),
    "sub-phases in the order written": (
        """
        phases:
          p:
            repeat: 2 times
            at start: TELL 1
            phases:
              q: { at start: TELL 2 }
              r: { repeat: 2 times, at start: TELL 3, at end: TELL 4 }
            at end: TELL 5
        """,
        "1234345" * 2,
    ),
    "the count begins anew with each entering": (
        """
        phases:
          p:
            repeat: 2 times
            phases:
              q: { repeat: 2 times, at start: TELL q_number }
        """,
        "1212",
    ),
    "the count stays readable": (
        "phases: { p: { repeat: 2 times }, q: { at start: TELL p_number } }",
        "2",
    ),
    "setup comes first": ("setup: TELL 9\nphases: { p: { at start: TELL 1 } }", "91"),
    "lines in a block": (
        """
        phases:
          p:
            at start: [TELL 1, TELL 2]
            at end:
              first: TELL 3
              second: TELL 4; TELL 5
        """,
        "12345",
    ),
}


@pytest.mark.parametrize(("body", "told"), PASSES.values(), ids=PASSES)
def test_passes(body: str, told: str) -> None:
    assert trace(rules(body)) == told


def test_a_game_whose_last_phase_is_over_is_played_out() -> None:
    state = game_of(rules("phases: { p: { at start: TELL 1 } }")).start()
    assert state.is_over and state.ended_by == "played_out"


# ------------------------------------------------------------------ memories of passes and turns


def test_memories_start_afresh_with_every_pass_before_skip_when() -> None:
    body = """
    phases:
      p:
        repeat: 3 times
        remember: { m: 'number, starts as p_number * 2' }
        skip when: m = 4
        at start: TELL m; add 1 to m; TELL m
    """
    assert trace(rules(body)) == "2367"


def test_a_memory_of_a_phase_is_as_without_its_start_before_the_first_pass_and_stays_after() -> (
    None
):
    body = """
    setup: TELL m + 1
    phases:
      p: { remember: { m: 'number, starts as 7' }, at start: add 1 to m }
      q: { at start: TELL m }
    """
    assert trace(rules(body)) == "18"


def test_memories_of_a_phase_with_turns_start_afresh_for_all_with_every_turn() -> None:
    body = """
    phases:
      p:
        who: each player
        remember: { m: number, mine: number per player }
        at start: m becomes 5
        before turn: TELL m + total mine of players; m becomes 4; your mine becomes 3; left of you's mine becomes 2
        after turn: TELL m + total mine of players
    """.replace("left of you's mine", "mine of left of you")
    assert trace(rules(body)) == "090909".lstrip("0")


def test_starts_as_is_evaluated_in_the_order_written() -> None:
    remember = """
  x: number, starts as 2
  y: number, starts as x + 3
  z: number per player, starts as y + position
  best: player, starts as last of everyone
"""
    body = "setup: TELL x; TELL y; TELL points of best + z of best"
    assert trace(rules(body, remember)) == "258"


# ------------------------------------------------------------------ turns

TURNS = {
    "each player once": ("each player", "123"),
    "each player from somebody": ("each player starting with last of players", "312"),
    "each player where": ("each player where position != 2", "13"),
    "asked when the turn would come": ("each player where trace mod 2 = 0 or position = 3", "13"),
    "from the left of the dealer": ("each player", "231", "  dealer: player, starts as first of everyone"),
    "one player": ("last of players", "3"),
    "one player, a term": ("second", "2"),
    "a list with one member, of which it is taken": ("first player in everyone where position = 3", "3"),
    "players in turn, until": ("players in turn", "12312"),
    "players in turn from somebody": ("players in turn starting with last of players", "31231"),
    "players in turn where": ("players in turn where position != 2", "13131"),
    "players in turn whom where leaves out at first": (
        "players in turn starting with second where position != 2",
        "31313",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("row"), TURNS.values(), ids=TURNS)
def test_turns(row: tuple[str, ...]) -> None:
    who, told, *remember = row
    body = f"""
    terms:
      second: first player where position = 2
    phases:
      p:
        who: {who}
        until: turns = 5
        remember: {{ }}
        before turn: TELL position of you; add 1 to turns
    """.replace("        remember: { }\n", "")
    assert trace(rules(body, "\n".join(["  turns: number", *remember]))) == told


def test_the_parts_of_a_turn() -> None:
    body = """
    phases:
      p:
        repeat: 2 times
        at start: TELL 1
        who: each player where position < 3
        before turn: TELL 2
        skip turn when: position of you = 2
        phases:
          q: { at start: TELL 3 }
          r: { at start: TELL 4 }
        after turn: TELL 5
        at end: TELL 6
    """
    assert trace(rules(body)) == "12345256" * 2


def test_until_is_tested_before_each_turn() -> None:
    body = """
    phases:
      p: { who: each player, until: total = 2, before turn: add 1 to total, after turn: TELL total }
      q: { who: each player, until: total = 2, before turn: TELL 9 }
      r: { who: first of players, until: total = 2, before turn: TELL 9 }
      s: { at start: TELL 4 }
    """
    assert trace(rules(body)) == "124"


def test_you_is_the_player_of_the_phase_and_around_it_that_of_the_enclosing_one() -> None:
    body = """
    phases:
      outer:
        who: first player where position = 2
        phases:
          inner:
            at start: TELL position of you
            skip when: position of you = 1
            who: each player starting with left of you where player is not you
            before turn: TELL position of you
            after turn: TELL position of you
            at end: TELL position of you
          same:
            at start: TELL position of you
            phases: { deep: { at end: TELL position of you } }
    """
    assert trace(rules(body)) == "23311222"


def test_each_other_player() -> None:
    body = """
    phases:
      outer:
        who: first player where position = 2
        phases:
          others: { who: each other player, before turn: TELL position of you }
          from_one: { who: each other player starting with first of players, before turn: TELL position of you }
          some: { who: each other player where position = 1, before turn: TELL position of you }
    """
    assert trace(rules(body)) == "31131"


def test_players_who_dropped_out_get_no_turn_but_finish_their_own() -> None:
    body = """
    phases:
      p:
        who: each player
        before turn: TELL position of you; when position of you = 1 -> left of you drops out; you drop out
        after turn: TELL 0
      q: { who: each player, before turn: TELL position of you }
      r: { who: left of leader, before turn: TELL position of you }
      s: { who: leader, before turn: TELL 9 }
      t: { who: players in turn starting with leader, until: total = 2, before turn: TELL position of you; add 1 to total }
    setup: leader becomes first of players
    """.replace("when position of you = 1 -> left of you drops out; you drop out", "consult leave")
    body += """
    tables:
      leave:
        one: when position of you = 1 -> left of you drops out; you drop out
        rest: otherwise -> do nothing
    """
    assert trace(rules(body)) == "10" + "30" + "3" + "3" + "33"


def test_the_order_of_each_is_fixed_when_the_turns_begin() -> None:
    body = """
    setup: leader becomes first of players
    phases:
      p:
        who: each player starting with leader
        before turn: TELL position of you; leader becomes last of players
    """
    assert trace(rules(body)) == "123"


def test_nobody_to_play_is_no_error_where_nobody_is_left() -> None:
    body = """
    setup: each player drops out
    phases:
      p: { who: each player starting with left of leader, before turn: TELL 1 }
      q: { who: players in turn starting with leader, before turn: TELL 2 }
      r: { who: players in turn, before turn: TELL 3 }
      s: { at start: TELL 4 }
    """
    assert trace(rules(body)) == "4"


@pytest.mark.parametrize(
    "who", ["leader", "each player starting with leader", "players in turn starting with leader"]
)
def test_nothing_where_a_player_is_needed_is_an_error(who: str) -> None:
    game = game_of(rules(f"phases: {{ p: {{ who: {who}, before turn: TELL 1 }} }}"))
    with pytest.raises(RuleError) as caught:
        game.start()
    assert caught.value.code == "R702"
    assert caught.value.span is not None and caught.value.span.text == who


# ------------------------------------------------------------------ the order of turns

WAIT = """
        moves:
          wait: do nothing
"""


def test_plays_next_and_reverse_direction() -> None:
    text = rules(
        """
        phases:
          p:
            who: players in turn
            before turn: TELL position of you
            moves:
              wait: do nothing
              turn_round: reverse direction
              pass_to: { choose: player, do: player plays next }
              out: { choose: player, do: player drops out }
        examples:
          round and round:
            players: Anna, Ben, Carla
            play:
              - { Anna: wait }
              - { Ben: wait }
              - { Carla: wait }
              - expect: trace = 1231
          another next:
            players: Anna, Ben, Carla
            play:
              - { Anna: pass_to Carla }
              - { Carla: pass_to Carla }
              - { Carla: wait }
              - expect: trace = 1331
          the other way round:
            players: Anna, Ben, Carla
            play:
              - { Anna: turn_round }
              - { Carla: wait }
              - { Ben: wait }
              - { Anna: turn_round }
              - expect: trace = 13212
              - expect: next after Anna is Ben
          next after somebody who is out:
            players: Anna, Ben, Carla
            play:
              - { Anna: out Ben }
              - { Carla: wait }
              - { Anna: out Anna }
              - { Carla: wait }
              - { Carla: pass_to Carla }
              - expect: trace = 131333
        """
    )
    assert failures(text) == []


def test_plays_next_means_whoever_comes_after_if_that_player_may_not_play() -> None:
    body = """
    phases:
      p:
        who: players in turn where position != 2
        until: total = 3
        before turn: TELL position of you; add 1 to total; first player where position = 2 plays next
    """.replace("first player where position = 2 plays next", "left of first of players plays next")
    assert trace(rules(body)) == "133"


def test_reverse_direction_turns_round_each_player_too() -> None:
    body = """
    phases:
      p: { repeat: 2 times, who: each player, before turn: TELL position of you, at end: reverse direction }
      q: { who: each player starting with last of players, before turn: TELL position of you }
    """
    assert trace(rules(body)) == "123" + "132" + "312"


# ------------------------------------------------------------------ leaving early

LEAVING = {
    "end of the phase": (
        """
        phases:
          p:
            repeat: 2 times
            at start: TELL 1; end p; TELL 9
            phases: { q: { at start: TELL 9 } }
            at end: TELL 2
          r: { at start: TELL 3 }
        """,
        "12123",
    ),
    "end of a turn's phase leaves the other turns": (
        """
        phases:
          p: { who: each player, before turn: TELL position of you; end p, after turn: TELL 9, at end: TELL 8 }
        """,
        "18",
    ),
    "end of an enclosing phase": (
        """
        phases:
          p:
            phases:
              q: { who: each player, before turn: end p, after turn: TELL 9, at end: TELL 9 }
              r: { at start: TELL 9 }
            at end: TELL 2
        """,
        "2",
    ),
    "from within a guard, a loop and tables": (
        """
        phases:
          p:
            at start: [TELL 5, for each player -> TELL 1; player consults t, TELL 9]
            at end: TELL 2
        tables:
          t: { two: when position of you = 2 -> consult u; TELL 9, rest: otherwise -> do nothing }
          u: { all_of_it: otherwise -> TELL 3; end p; TELL 9 }
        """,
        "5113" + "2",
    ),
    "go to p phase beside": (
        """
        phases:
          p: { at start: TELL 1; go to r; TELL 9, at end: TELL 9 }
          q: { at start: TELL 9 }
          r: { at start: TELL 3 }
          s: { at start: TELL 4 }
        """,
        "134",
    ),
    "go back": (
        """
        phases:
          p: { at start: TELL 1 }
          q: { at start: when trace < 10 -> go to p, at end: TELL 2 }
        """,
        "112",
    ),
    "go to p phase beside an enclosing one": (
        """
        phases:
          p:
            at end: TELL 9
            phases:
              q: { who: each player, before turn: TELL 1; go to r, after turn: TELL 9, at end: TELL 9 }
          r: { at start: TELL 3 }
        """,
        "13",
    ),
    "a phase that is gone to counts from 1": (
        """
        phases:
          p: { repeat: 2 times, at start: [TELL p_number, when trace = 12 -> go to p] }
        """,
        "12" + "12",
    ),
    "end in at end of an inner phase": (
        """
        phases:
          p:
            phases:
              q: { at end: TELL 1; end p }
              r: { at start: TELL 9 }
            at end: TELL 2
        """,
        "12",
    ),
}


@pytest.mark.parametrize(("body", "told"), LEAVING.values(), ids=LEAVING)
def test_leaving_early(body: str, told: str) -> None:
    # A guard covers its whole line, so lines after it stand alone.
    assert trace(rules(body)) == told


def test_end_your_turn() -> None:
    """What is left of it is left out, but for its own `after turn`; inner phases have no `at end`."""
    text = rules(
        """
        phases:
          p:
            who: each player
            phases:
              begin:
                moves:
                  over: consult whether
                  onward: TELL 1
                at end: TELL 2
              middle:
                at start: TELL 3
            after turn: TELL 4
            at end: TELL 5
        tables:
          whether:
            yes: when trace < 1000 -> end your turn
            no: otherwise -> do nothing
        examples:
          the rest is left out:
            players: Anna, Ben, Carla
            play:
              - { Anna: over }
              - expect: trace = 4
              - { Ben: onward }
              - expect: trace = 41234
        """
    )
    assert failures(text) == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "phases: { p: { at start: end your turn } }",
            "there is no 'you' here: it is nobody's turn",
        ),
        (
            "phases: { p: { who: each player, moves: { m: TELL 1 }, after turn: end your turn } }",
            "this is the 'after turn': the turn is ending already",
        ),
        (
            """
            phases: { p: { who: each player, moves: { m: each player consults t } } }
            tables: { t: { few: when trace > 1 -> end your turn, many: otherwise -> do nothing } }
            """,
            "'you' is whoever consults the table here, and it need not be that one's turn",
        ),
    ],
)
def test_where_no_turn_can_be_ended(body: str, told: str) -> None:
    assert any(told in line for line in problems(rules(body)))


def test_go_again_and_end_game() -> None:
    text = rules(
        """
        phases:
          p:
            who: each player
            before turn: TELL 1
            moves:
              again: TELL 2; go again; TELL 9
              more: { do: consult again_if }
              wait: TELL 3
              give_up: { do: [TELL 4, end game] }
            after turn: TELL 5
        tables:
          again_if:
            few: when trace < 100 -> go again
            many: otherwise -> do nothing
        winner: all players where position = 3
        examples:
          the same turn:
            players: Anna, Ben, Carla
            play:
              - { Anna: again }
              - { Anna: again }
              - { Anna cannot: pass }
              - { Anna: wait }
              - expect: trace = 122351
          from a table:
            players: Anna, Ben, Carla
            play:
              - { Anna: more }
              - { Anna: again }
              - { Anna: again }
              - { Anna: more }
              - expect: trace = 12251
          giving up:
            players: Anna, Ben, Carla
            play:
              - { Anna: wait }
              - { Ben: give_up }
              - expect: trace = 13514 and game_over and ended_by is give_up and winners is Carla
        """.replace("{ Anna cannot: pass }", "{ Ben cannot: wait }")
    )
    assert failures(text) == []


# ------------------------------------------------------------------ moves

MOVES = rules(
    """
    options:
      most: number from 1 to 9, normally 3
    terms:
      high of card: value of card > 4
    phases:
      p:
        who: players in turn
        moves:
          bet: { choose: { amount: number from 1 to smaller of most and your chips }, do: pay amount to pot }
          none: { choose: { amount: number from most to 2 }, do: do nothing }
          put:
            choose: card in your hand where value < 9
            may:
              high_enough: card is high
              same_suit: row is empty or suit of card is suit of top of row
            do: move card to row
          two: { choose: { pair: 2 cards in your hand }, may: pair is matching, do: move pair to row }
          some: { choose: { few: 1 to (size of row + 1) cards in your hand where value < 8 }, do: move few to row }
          name: { choose: { who_else: player where player is not you }, do: leader becomes who_else }
          colour: { choose: { way: red_one or black_one }, may: way is red_one, do: TELL 1 }
          call: { choose: { wanted: rank in ranks of your hand, colour: suit in suits of row }, do: TELL 2 }
          give: { choose: { card: card in your hand, whom: player where player is not you and position > value of card - 9 }, do: move card to hand of whom }
          any_suit: { choose: suit, may: suit is hearts or suit is spades, do: TELL 3 }
          lift: { choose: { k: 'number in (4, 2, 4)' }, do: TELL k }
    """,
    players="3",
)


def legal(state: object) -> list[str]:
    return [str(m) for m in state.legal_moves]  # type: ignore[attr-defined]


def test_legal_moves_are_listed_in_the_order_of_the_language() -> None:
    game = game_of(
        MOVES
        + textwrap.dedent(
            """
            examples:
              here:
                players: Anna, Ben, Carla
                start at: p
                given: { Anna's hand: 5H 10C 5S 3H 7D, row: 6H, Ben's hand: 2C }
                play: [ expect: trace = 0 ]
            """
        )
    )
    from rulerun.interpreter.examples import playing as examples

    state = examples.position(game.checked, game.rules.examples[0])
    assert legal(state) == [
        "bet 1", "bet 2", "bet 3",
        "put 5H",
        "two 5H 5S",
        "some 5H", "some 5S", "some 3H", "some 7D",
        "some 5H 5S", "some 5H 3H", "some 5H 7D", "some 5S 3H", "some 5S 7D", "some 3H 7D",
        "name P2", "name P3",
        "colour red_one",
        "call 3, hearts", "call 5, hearts", "call 7, hearts", "call 10, hearts",
        "give 5H, P2", "give 5H, P3", "give 10C, P2", "give 10C, P3", "give 5S, P2",
        "give 5S, P3", "give 3H, P2", "give 3H, P3", "give 7D, P2", "give 7D, P3",
        "any_suit hearts", "any_suit spades",
        "lift 4", "lift 2",
    ]  # fmt: skip
    assert len(state.legal_moves) == len(legal(state))


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("put 3H", "P1 may not put 3H: high enough"),
        ("put 7D", "P1 may not put 7D: same suit"),
        (
            "put 10C",
            "P1 may not put 10C: '10C' is not among the cards to choose from: 5H, 5S, 3H, 7D",
        ),
        ("put 2C", "P1 may not put 2C: '2C' is not among the cards to choose from: 5H, 5S, 3H, 7D"),
        ("two 5H 7D", "P1 may not two 5H 7D: two"),
        ("bet 4", "P1 may not bet 4: at most 3"),
        ("bet 0", "P1 may not bet 0: at least 1"),
        ("none 3", "P1 may not none 3: no amount is possible"),
        ("colour black_one", "P1 may not colour black_one: colour"),
        ("name P1", "P1 may not name P1: 'P1' is not among the who elses to choose from: P2, P3"),
    ],
)
def test_the_first_condition_that_fails_is_the_message(move: str, message: str) -> None:
    from rulerun.interpreter.errors import IllegalMoveError
    from rulerun.interpreter.examples import playing as examples

    game = game_of(
        MOVES
        + textwrap.dedent(
            """
            examples:
              here:
                players: Anna, Ben, Carla
                start at: p
                given: { Anna's hand: 5H 10C 5S 3H 7D, row: 6H, Ben's hand: 2C }
                play: [ expect: trace = 0 ]
            """
        )
    )
    state = examples.position(game.checked, game.rules.examples[0])
    before = state.to_json()
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(move)
    assert caught.value.message == message
    assert state.to_json() == before


def test_if_stuck_when_no_move_is_legal() -> None:
    text = rules(
        """
        phases:
          p:
            who: each player
            moves:
              put: { choose: card in your hand, do: move card to row; TELL 1 }
            if stuck: TELL 2
            after turn: TELL 0
        examples:
          stuck:
            players: Anna, Ben, Carla
            given: { Ben's hand: 5H }
            play:
              - expect: trace = 20
              - { Ben: put 5H }
              - expect: trace = 201020
        """
    )
    assert failures(text) == []


# ------------------------------------------------------------------ everyone at once

AT_ONCE = rules(
    """
    phases:
      p:
        who: everyone at once where size of hand < 5
        at start: TELL 7
        moves:
          put: { choose: card in your hand, do: [move card to row, TELL position of you] }
          knock_out: { choose: { who_else: player where player is not you }, may: your hand is not empty, do: [who_else drops out, TELL position of you] }
        if stuck: TELL 9
        at end: TELL 8
    end:
      one_left: when number of players = 1
      all_done: after p, when trace > 0
    examples:
      in turn order, whoever chooses first:
        players: Anna, Ben, Carla
        given: { Anna's hand: 5H, Ben's hand: 6H, Carla's hand: 7H }
        play:
          - expect: trace = 7
          - { Carla: put 7H }
          - expect: trace = 7 and row is empty
          - { Anna: put 5H }
          - { Carla cannot: put 7H }
          - { Ben: put 6H }
          - expect: trace = 71238 and row is (5H, 6H, 7H) and top of row is 7H
          - expect: ended_by is all_done
      who has no legal move takes part:
        players: Anna, Ben, Carla
        given: { Anna's hand: 5H, Carla's hand: 7H }
        play:
          - { Anna: put 5H }
          - { Carla: put 7H }
          - expect: trace = 71938
      those who are out by then do nothing:
        players: Anna, Ben, Carla
        given: { Anna's hand: 5H, Ben's hand: 6H, Carla's hand: 7H }
        play:
          - { Anna: knock_out Ben }
          - { Ben: put 6H }
          - { Carla: put 7H }
          - expect: trace = 7138 and row is 7H
      some stay away:
        players: Anna, Ben, Carla
        given: { Anna's hand: 5H, Ben's hand: 6H 6C 6D 6S 8S, Carla's hand: 7H }
        play:
          - { Anna: put 5H }
          - { Ben cannot: put 6H }
          - { Carla: put 7H }
          - expect: trace = 7138
      an end on the way:
        players: Anna, Ben, Carla
        given: { Anna's hand: 5H, Ben's hand: 6H, Carla's hand: 7H }
        play:
          - { Anna: knock_out Ben }
          - { Ben: put 6H }
          - { Carla: knock_out Anna }
          - expect: ended_by is one_left and trace = 71
    """
)


def test_everyone_at_once() -> None:
    assert failures(AT_ONCE) == []


def test_at_once_in_the_order_of_the_dealer() -> None:
    text = AT_ONCE.replace(
        "leader: player\n", "leader: player\n  dealer: player, starts as first of everyone\n"
    )
    text = text[: text.index("examples:")] + textwrap.dedent(
        """
        examples:
          from the left of the dealer:
            players: Anna, Ben, Carla
            given: { Anna's hand: 5H, Ben's hand: 6H, Carla's hand: 7H }
            play:
              - { Anna: put 5H }
              - { Ben: put 6H }
              - { Carla: put 7H }
              - expect: trace = 72318
        """
    )
    assert failures(text) == []


def test_without_if_stuck_a_player_without_a_legal_move_is_an_error_at_once_too() -> None:
    game = game_of(AT_ONCE.replace("    if stuck: TELL 9\n".replace("TELL", TELL), ""))
    with pytest.raises(RuleError) as caught:
        game.start()
    assert (caught.value.code, caught.value.seats) == ("R705", (0,))


# ------------------------------------------------------------------ at any time

AT_ANY_TIME = {
    "after every complete effect, in setup too": (
        """
        setup: total becomes 1; TELL 1; total becomes 2; TELL 2
        at any time:
          seen: when total > 0 -> total becomes 0; TELL 5
        """,
        "51" + "52",
    ),
    "the first that holds, then again from the top": (
        """
        setup: total becomes 3; TELL 9
        at any time:
          one: when total = 1 -> total becomes 0; TELL 1
          two: when total > 1 -> remove 1 from total; TELL 2
        """,
        "221" + "9",
    ),
    "not while a row is carried out": (
        """
        setup: total becomes 1
        at any time:
          one: when total = 1 -> total becomes 2; total becomes 3; TELL 1
          two: when total = 2 -> TELL 2; total becomes 0
        """,
        "1",
    ),
    "an effect with each is one": (
        """
        setup: each player scores 1
        at any time:
          some: when not final and any player has points = 1 -> final becomes yes; TELL total points of players
        """,
        "3",
    ),
    "a consult is none of its own": (
        """
        setup: consult t
        at any time:
          two: when total = 1 -> total becomes 5; TELL 2
        tables:
          t: { r: otherwise -> total becomes 1; TELL 1 }
        """,
        "21",
    ),
    "the one found has its name": (
        """
        setup: points of last of players becomes 4
        at any time:
          high: when any player has points > 3 -> points of that player becomes 1; TELL position of player
        """,
        "3",
    ),
    "the number of a pass": (
        """
        phases: { p: { repeat: 3 times, at start: TELL 1 } }
        at any time:
          second: when p_number = 2 and not final -> final becomes yes; TELL 7
        """,
        "11" + "7" + "1",
    ),
    "what holds from the beginning, after the first effect": (
        """
        setup: TELL 1; TELL 2
        at any time:
          none: when total = 0 and not final -> final becomes yes; TELL 7
        """,
        "1" + "7" + "2",
    ),
    "what holds from the beginning, without setup": (
        """
        phases: { p: { at start: TELL 1 } }
        at any time:
          none: when total = 0 and not final -> final becomes yes; TELL 7
        """,
        "7" + "1",
    ),
    "a memory of a phase": (
        """
        phases: { p: { repeat: 2 times, remember: { m: 'number, starts as p_number' }, at start: TELL 1 } }
        at any time:
          second: when m = 2 and not final -> final becomes yes; TELL 7
        """,
        "11" + "7",
    ),
}


@pytest.mark.parametrize(("body", "told"), AT_ANY_TIME.values(), ids=AT_ANY_TIME)
def test_at_any_time(body: str, told: str) -> None:
    assert trace(rules(body)) == told


def test_rows_that_fire_for_ever_are_named_without_those_that_only_began_it() -> None:
    body = """
    at any time:
      began: when trace = 0 -> trace becomes 1
      up: when trace = 1 and total < 2 -> add 1 to total
      down: when total = 2 -> total becomes 0
      never: when total = 9 -> trace becomes 2
    """
    with pytest.raises(RuleError) as caught:
        game_of(rules(body)).start()
    assert caught.value.message == "'up' and 'down' fire a hundred times in a row"
    assert caught.value.span is not None and caught.value.span.text == "up"


def test_ninety_nine_firings_in_a_row_are_fine_and_a_hundred_are_not() -> None:
    body = """
    setup: total becomes COUNT
    at any time:
      down: when total > 0 -> remove 1 from total
      never: when trace = 1 -> trace becomes 0
    """
    assert game_of(rules(body.replace("COUNT", "99"))).start().is_over
    game = game_of(rules(body.replace("COUNT", "100")))
    with pytest.raises(RuleError) as caught:
        game.start()
    assert caught.value.code == "R706"
    assert caught.value.message == "'down' fires a hundred times in a row"
    assert caught.value.span is not None and caught.value.span.text == "down"


# ------------------------------------------------------------------ the end


def ended(body: str) -> str:
    state = game_of(rules(body)).start()
    assert state.is_over
    return f"{value(state, 'trace')} {state.ended_by}"


ENDS = {
    "after a phase without turns, when its pass is complete": (
        """
        phases: { p: { repeat: 3 times, at start: TELL 1, at end: TELL 2 } }
        end: { enough: 'after p, when p_number = 2' }
        """,
        "1212 enough",
    ),
    "after a phase with turns, when a turn is complete": (
        """
        phases: { p: { who: each player, before turn: TELL 1, after turn: TELL 2, at end: TELL 3 } }
        end: { enough: 'after p, when position of you = 2' }
        """,
        "1212 enough",
    ),
    "a skipped turn included": (
        """
        phases: { p: { who: each player, skip turn when: position of you = 2, before turn: TELL 1, after turn: TELL 2 } }
        end: { enough: 'after p, when position of you = 2' }
        """,
        "1212 enough",
    ),
    "a skipped pass is not tested": (
        """
        phases: { p: { repeat: 3 times, skip when: p_number = 2, at start: TELL 1 } }
        end: { enough: 'after p, when p_number = 2', later: 'after p, when p_number = 3' }
        """,
        "11 later",
    ),
    "what is left by a line is not complete": (
        """
        phases: { p: { who: each player, before turn: TELL 1; end p, at end: TELL 2 } }
        end: { enough: 'after p, when trace > 0' }
        """,
        "12 played_out",
    ),
    "a pass that was ended is complete": (
        """
        phases: { p: { at start: TELL 1; end p } }
        end: { enough: 'after p, when trace = 1' }
        """,
        "1 enough",
    ),
    "without after, when setup is complete": (
        """
        setup: TELL 1; TELL 2
        phases: { p: { at start: TELL 3 } }
        end: { enough: when trace > 0 }
        """,
        "12 enough",
    ),
    "and then after every complete effect, on the spot": (
        """
        phases: { p: { at start: TELL 1; TELL 2; TELL 3, at end: TELL 4 } }
        end: { enough: when trace = 12 }
        """,
        "12 enough",
    ),
    "in the middle of a loop": (
        """
        phases: { p: { at start: for each player -> TELL position of player; TELL 0 } }
        end: { enough: when trace mod 10 = 2 }
        """,
        "102 enough",
    ),
    "in the middle of a table": (
        """
        phases: { p: { at start: consult t; TELL 4 } }
        tables: { t: { r: otherwise -> TELL 1; TELL 2 } }
        end: { enough: when trace = 1 }
        """,
        "1 enough",
    ),
    "once the rows of at any time have settled": (
        """
        phases: { p: { at start: TELL 1; TELL 2 } }
        at any time: { one: when trace = 1 -> trace becomes 5; trace becomes 6 }
        end: { one: when trace = 1, five: when trace = 5, six: when trace = 6 }
        """,
        "6 six",
    ),
    "the topmost that holds": (
        """
        phases: { p: { at start: TELL 1 } }
        end: { none: when trace = 2, first_one: when trace = 1, second_one: when trace > 0 }
        """,
        "1 first_one",
    ),
    "the topmost that holds, after a phase": (
        """
        phases: { p: { at end: TELL 1 } }
        end: { z: 'after p, when trace = 1', y: 'after p, when trace > 0' }
        """,
        "1 z",
    ),
    "by the number of a pass": (
        """
        phases: { p: { repeat: 5 times, at start: TELL 1 } }
        end: { third: when p_number = 3 }
        """,
        "111 third",
    ),
    "a doing of nothing is an effect too": (
        """
        phases: { p: { repeat: 5 times, at start: do nothing } }
        end: { third: when p_number = 3 }
        """,
        "0 third",
    ),
    "in a sub-phase, of whom it is the turn": (
        """
        phases:
          p:
            who: each player
            phases: { q: { at end: TELL 1 } }
        end: { second_one: 'after q, when position of you = 2' }
        """,
        "11 second_one",
    ),
}


@pytest.mark.parametrize(("body", "told"), ENDS.values(), ids=ENDS)
def test_the_end(body: str, told: str) -> None:
    assert ended(body) == told


def test_the_limit_of_moves() -> None:
    text = rules(
        "limit: 4 moves\nphases: { p: { who: players in turn, moves: { wait: do nothing } } }\nwinner: players\npayoff: 3"
    )
    state = game_of(text).start()
    for _ in range(4):
        assert not state.is_over
        state.apply("wait")
    assert state.ended_by == "abandoned" and state.winners == () and state.payoffs == (0, 0, 0)
    assert state.moves_made == 4 and len(state.legal_moves) == 0


def test_payoffs() -> None:
    body = "setup: points of first of players becomes 4\nwinner: all players with fewest points\n"
    state = game_of(rules(body)).start()
    assert state.winners == (1, 2) and state.payoffs == (0, 0.5, 0.5)
    state = game_of(rules(body + "payoff: points - chips")).start()
    assert state.payoffs == (-1, -5, -5)
    assert game_of(rules("setup: TELL 1")).start().payoffs == (0, 0, 0)


def test_a_payoff_is_asked_once_the_game_is_over() -> None:
    body = (
        "winner: all players with most points\npayoff: points * size of winners - chips\n"
        "phases: { p: { who: first of players, moves: { win: score 4 } } }\n"
    )
    state = game_of(rules(body)).start()
    asked = "(first of players)'s payoff"
    assert value(state, asked) == "0"
    state.apply("win")
    assert state.payoffs == (-1, -5, -5) and value(state, asked) == "-1"
    assert value(state, "payoff of leader") == "nothing"
    assert value(state, "all players with most payoff") == value(state, "first of players")


@pytest.mark.parametrize(
    ("ends", "asked"),
    [
        ("winner: winners", "winners"),
        ("winner: all players in winners with most chips", "winners"),
        ("winner: all players with most payoff\npayoff: chips", "payoff"),
        ("winner: players\npayoff: 5 - payoff", "payoff"),
        ("winner: players\npayoff: total payoff of players", "payoff"),
    ],
)
def test_who_has_won_and_a_payoff_are_not_asked_of_themselves(ends: str, asked: str) -> None:
    told = f"T414 “{asked}”: '{asked}' cannot be asked here: it is not settled before this"
    assert problems(rules(ends)) == [told]


def test_a_payoff_that_nothing_says() -> None:
    told = "T401 “payoff”: this game says nothing under 'payoff'"
    assert problems(rules("winner: all players with most payoff")) == [told]


def test_a_phase_without_end_is_refused() -> None:
    assert problems(rules("phases: { p: { repeat: always, at start: TELL 1 } }"))


def test_names_of_phases_may_be_words_of_the_machine() -> None:
    names = ("pass", "begin", "body", "seated", "prepare", "stuck", "setup", "ready", "over")
    phases = "".join(f"      {name}: {{ at start: add 1 to total }}\n" for name in names)
    body = f"phases:\n  outer:\n    repeat: 2 times\n    who: each player\n    phases:\n{phases}"
    state = game_of(rules(body)).start()
    assert value(state, "total") == str(2 * 3 * len(names))


# ------------------------------------------------------------------ where lines may stand

WRONG_PLACES = {
    "go again outside a move": ("phases: { p: { at start: go again } }", "go again"),
    "go again in if stuck": (
        """
        phases:
          p:
            who: players in turn
            moves: { put: { choose: card in your hand, do: move card to row } }
            if stuck: go again
        """,
        "go again",
    ),
    "end game outside a move": ("phases: { p: { at end: end game } }", "end game"),
    "end game in a table": (
        """
        phases:
          p:
            who: players in turn
            moves: { wait: { do: consult t } }
        tables:
          t: { all_of_it: otherwise -> end game }
        """,
        "end game",
    ),
    "the end of a phase in its own at end": ("phases: { p: { at end: end p } }", "end p"),
    "the end of a phase in a table that its at end consults": (
        """
        phases: { p: { at end: consult t } }
        tables:
          t: { all_of_it: otherwise -> end p }
        """,
        "end p",
    ),
    "the end of a phase that is not around": (
        "phases: { p: { at start: end q }, q: { at start: do nothing } }",
        "q",
    ),
    "going to a phase inside another": (
        "phases: { p: { at start: go to r }, q: { phases: { r: { at start: do nothing } } } }",
        "r",
    ),
    "leaving in setup": ("setup: go to p\nphases: { p: { at start: do nothing } }", "go to p"),
    "leaving at any time": (
        """
        phases: { p: { at start: do nothing } }
        at any time: { now: when trace = 1 -> end p }
        """,
        "end p",
    ),
    "leaving where everyone chooses at once": (
        """
        phases:
          p:
            phases:
              q:
                who: everyone at once
                moves: { wait: end p }
        """,
        "end p",
    ),
    "going again where everyone chooses at once": (
        "phases: { p: { who: everyone at once, moves: { wait: go again } } }",
        "go again",
    ),
    "plays next without players in turn": (
        "phases: { p: { who: each player, before turn: left of you plays next } }",
        "left of you plays next",
    ),
    "you where it is nobody's turn": ("phases: { p: { at start: you score 1 } }", "you"),
    "you in setup": ("setup: you score 1\nphases: { p: { at start: do nothing } }", "you"),
    "you in an end without after": (
        """
        phases: { p: { who: each player, before turn: do nothing } }
        end: { e: when your chips = 0 }
        """,
        "your",
    ),
}


@pytest.mark.parametrize(("body", "underlined"), WRONG_PLACES.values(), ids=WRONG_PLACES)
def test_lines_that_cannot_stand_there(body: str, underlined: str) -> None:
    (wrong,) = loaded(rules(body)).diagnostics
    assert wrong.code in ("S218", "T401", "T402", "T414"), wrong
    assert wrong.span.text == underlined


def test_a_table_that_is_consulted_nowhere_may_say_anything_that_some_place_allows() -> None:
    body = """
    phases: { p: { at start: do nothing } }
    tables:
      t:
        hit: all
        one: always -> go again
        two: always -> end p
        three: always -> go to p
        four: always -> you score 1
        five: always -> left of you plays next
    """
    assert [d.code for d in loaded(rules(body)).diagnostics if d.code[0] != "L"] == []


def test_what_the_next_pass_asks_twice_is_not_known_when_a_move_is_tested() -> None:
    body = """
    terms: { best: highest card in your hand }
    setup: deal 2 cards from stock to each hand
    phases:
      turn:
        who: each player
        phases:
          p:
            repeat: 2 times
            skip when: best is AS or best is KS
            moves:
              go:
                may: { red: best is not AC }
                do: TELL p_number
    """
    state = game_of(rules(body)).start(deck=["AH", "2C", "3C", "4H", "5C", "6C"])
    state.apply("go")
    state.apply("go")
    assert value(state, "trace") == "12"
