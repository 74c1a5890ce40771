"""Expressions (LANGUAGE part 6), sentence by sentence: a table of positions, questions and answers."""

from __future__ import annotations

import pytest

from .tables import position, value

RULES = """
game: A table of questions
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  jokers: small_joker, big_joker
  values: A = 11, J Q K = 10, small_joker = 50
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
  run: 3 or more cards of one suit in sequence
options:
  stake: number from 1 to 100, normally 20
  hook: yes or no, normally yes
  ace: high or low, normally low
  best_suit: suit, normally spades
  best_rank: rank, normally Q
chips:
  each player: stake
  pot: 7
  wager: 0 per player
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  posts: face up
  third: face up
  trick: face up, remembers who played
  tableau: 4 columns, face either
  foundations: 2 piles, face up
  table: groups, face up
  spread: per player, groups, face up
  kitty: per player, 2 slots
remember:
  dealer: player, starts as last of everyone
  n: number
  m: number
  tricks: number per player
  final: yes or no
  direction_of: up or down
  chosen: card
  seen: cards
  named: player
  friends: players
  wish: rank
  trump: suit
terms:
  strength of player: total value of player's hand
  low_post: lowest of posts
  playable of card: rank of card = rank of top of row or suit of card is suit of top of row
  card beats other_card: suit of card is suit of other_card and card > other_card
  player above other_player: player's tricks > other_player's tricks
  card lies_on pile: card is top of pile
  points_in of suit: total value of your hand where suit is card's suit
  leading: all players with most tricks
  far_off of pile: size of pile > 2
  held of rank: number of cards in your hand where rank is card's rank
phases:
  round:
    repeat: 3 times
    phases:
      turn:
        who: players in turn
        moves:
          wait: do nothing
          lay:
            choose: card in your hand
            do: move card to trick
          show_melds:
            do: lay melds of your hand on table
tables:
  worth of card:
    gives: number
    big: when card > 10H -> 3
    red: when color of card is red -> 2
    none: otherwise -> 0
  size_of of cards:
    gives: small or large
    small: when size of cards < 3
    large: otherwise
  sum_of of card:
    gives: number
    hit: sum
    king: when rank of card is K -> 4
    heart: when suit of card is hearts -> 1
end:
  enough: when n = 1000
winner: all players with most chips
examples:
  start:
    players: Anna, Ben, Carla
    given:
      n: 5
      m: -7
      Anna's tricks: 3
      Ben's tricks: 1
      Carla's tricks: 3
      final: yes
      named: Ben
      friends: (Carla, Anna)
      wish: 9
      trump: hearts
      chosen: 9H
      seen: 4C 5D
      Anna's hand: 5H 6H 7H KS 5C AD
      Ben's hand: 5D 5S
      row: 2C 9D 9S
      posts: 4H QS
      third: 9C
      first pile in foundations: 2S 3S
      first column in tableau: KH QC 8D
      last column in tableau: 4D
      first pile in Anna's kitty: JC
      last pile in Ben's kitty: JD JH
      pot: 7
    play: [ expect: n = 5 ]
"""

# Anna speaks. Her hand: 5H 6H 7H KS 5C AD; Ben's: 5D 5S; Carla's is empty.
QUESTIONS = {
    "numbers": """
        7 : 7
        n : 5
        -n : -5
        n + m : -2
        2 + 3 * 4 : 14
        (2 + 3) * 4 : 20
        10 - 3 - 2 : 5
        -7 / 2 : -4
        7 / -2 : -4
        7 / 2 : 3
        -7 mod 2 : 1
        7 mod -2 : -1
        7 mod 2 : 1
        smaller of n and m : -7
        larger of n and m : 5
        larger of 0 and (m - n) : 0
        smaller of size of row and size of posts : 2
        stake : 20
        pot + 1 : 8
        round_number : 1
    """,
    "comparing numbers": """
        n = 5 : yes
        n != 5 : no
        n < 5 : no
        n <= 5 : yes
        n > m : yes
        n >= 6 : no
        n is 5 : yes
        n is not 5 : no
        n is between 4 and 6 : yes
        n is between 5 and 6 : no
        n is not between 5 and 6 : yes
        n is in (3, 5) : yes
        n is not in (3, 5) : no
        n is in numbers from 1 to 4 : no
        pot = 7 : yes
        your chips = 20 : yes
        Anna's chips >= Ben's chips : yes
        n = pot - 2 : yes
        round_number = 1 : yes
    """,
    "logic": """
        yes : yes
        no : no
        final : yes
        not final : no
        not not final : yes
        hook : yes
        final and not hook : no
        final or n = 0 : yes
        n = 0 and n = 1 or final : yes
        n = 0 and (n = 1 or final) : no
        n = 0 unless final : yes
        n = 0 unless not final : no
        not n = 0 and final : yes
        n = 5 or 1 / 0 = 1 : yes
        n = 0 and 1 / 0 = 1 : no
        final unless 1 / 0 = 1 : yes
        n = 0 unless n = 5 or n = 6 : yes
    """,
    "words": """
        ace : low
        ace is low : yes
        ace is high : no
        ace is not high : yes
        direction_of : up
        direction_of is up : yes
        best_suit : spades
        best_suit is spades : yes
        best_rank : Q
        best_rank is Q : yes
    """,
    "comparing cards and ranks": """
        4H : 4H
        4H < QS : yes
        4H = 4D : yes
        4H is 4D : no
        4H is 4H : yes
        4H is not 4D : yes
        AH > KS : yes
        10H < JC : yes
        small_joker > AS : yes
        big_joker > small_joker : yes
        small_joker is small_joker : yes
        third = 9D : yes
        third is 9C : yes
        third is 9D : no
        rank of 4H is 4 : yes
        rank of 4H = 4 : yes
        rank of third >= 7 : yes
        7 <= rank of third : yes
        rank of third < J : yes
        rank of third is not J : yes
        wish : 9
        wish = 9 : yes
        wish is rank of third : yes
        rank of QS - rank of 4H : 8
        rank of QS - rank of 4H > 7 : yes
        position of rank of 2C : 1
        position of A : 13
        third is between low_post and highest of posts : yes
        third is between 9H and QS : no
        rank of third is between 8 and 10 : yes
        third is in posts : no
        4H is in posts : yes
        4D is not in posts : yes
        suit of third is in (hearts, clubs) : yes
        suit of third is clubs : yes
        color of third is black : yes
        color of AH is red : yes
        4H is red : yes
        4H is hearts : yes
        4H is not spades : yes
        rank of third is in (8, 9) : yes
        rank of third is in (J, Q) : no
        value of AD : 11
        value of KS : 10
        value of 7H : 7
        value of small_joker : 50
        value of big_joker : 0
        suit of small_joker : nothing
        suit of small_joker is nothing : yes
        color of small_joker : nothing
        color of hearts : red
        color of suit of QS is color of clubs : yes
        color of suit of QS is color of diamonds : no
        color of suit of small_joker : nothing
        color of suit of small_joker is color of clubs : no
        place of third is third : yes
        place of 9C is row : no
        place of 9C is third : yes
    """,
    "piles and lists": """
        row : row
        size of row : 3
        row's size : 3
        top of row : 9S
        bottom of row : 2C
        first of row : 2C
        last of row : 9S
        first 2 of row : 2C 9D
        last 2 of row : 9D 9S
        top 2 of row : 9D 9S
        bottom 2 of row : 2C 9D
        first 4 of row : nothing
        size of first 4 of row : 0
        first n of your hand : 5H 6H 7H KS 5C
        first (n - 3) of row : 2C 9D
        top of Carla's hand : nothing
        Carla's hand is empty : yes
        your hand is empty : no
        your hand is not empty : yes
        size of Carla's hand : 0
        size of tableau : 4
        size of foundations : 2
        tableau is empty : no
        ranks of your hand : 5 6 7 K A
        suits of your hand : clubs diamonds hearts spades
        highest of your hand : AD
        lowest of your hand : 5H
        highest of posts : QS
        highest of Carla's hand : nothing
        ranks of Carla's hand : nothing
        your hand without 5H : 6H 7H KS 5C AD
        your hand without row : 5H 6H 7H KS 5C AD
        your hand without third : 5H 6H 7H KS 5C AD
        row + third : 2C 9D 9S 9C
        third + row : 9C 2C 9D 9S
        size of (row + tableau) : 7
        size of (row + posts + third) : 6
        row without 9D + third : 2C 9S 9C
        friends : P3 P1
        size of friends : 2
        named is in friends : no
        Anna is in friends : yes
        friends without Anna : P3
        friends + Ben : P3 P1 P2
        Ben + friends : P2 P3 P1
        Ben + Carla : P2 P3
        friends + friends : P3 P1 P3 P1
        size of (Anna + friends) : 3
        (Carla, Anna) is friends : yes
        (Anna, Ben) is friends : no
        row is row : yes
        row is posts : no
        seen is (4C, 5D) : yes
        seen is (5D, 4C) : yes
        posts is posts : yes
        Anna's hand is your hand : yes
        Anna's hand is Ben's hand : no
        first of friends : P3
        last of friends : P1
        first of numbers from 3 to 6 : 3
        size of numbers from 3 to 2 : 0
        last 2 of numbers from 1 to n : 4 5
        (1, 2) is (2, 1) : yes
        total value of first 2 of your hand : 11
    """,
    "adjectives": """
        your hand is matching : no
        Ben's hand is matching : yes
        Ben's hand is suited : no
        posts are suited : no
        first 3 of your hand is suited : yes
        first 3 of your hand is consecutive : yes
        first 4 of your hand is consecutive : no
        Ben's hand is consecutive : no
        third is matching : yes
        third is consecutive : yes
        (9H, 8H, 7C) is descending : yes
        (9H, 7H) is descending : no
        (7C, 8H, 9H) is descending : no
        (7C, 8H, 9H) is ascending : yes
        (9H, 9C) is ascending : no
        (9H, 8H, 7C) is alternating : no
        (9H, 9S, 7H) is alternating : yes
        first 0 of row is descending : no
        first 0 of row is ascending : no
        first 0 of row is alternating : no
        (9H, small_joker) is alternating : no
        third is alternating : yes
        Anna is out : no
        Anna is not out : yes
        named is out : no
        top of row is playable : yes
        4H is playable : no
        4H is not playable : yes
        9H is playable : yes
    """,
    "relations": """
        third matches row : yes
        third matches posts : no
        5H matches Ben's hand : yes
        third matches 9H : yes
        4H fits first 3 of your hand : yes
        8H fits first 3 of your hand : yes
        9H fits first 3 of your hand : no
        4C fits first 3 of your hand : no
        9C fits row : no
        KH beats QH : yes
        QH beats KH : no
        KH beats QS : no
        third beats 8C : yes
        Anna above Ben : yes
        Ben above Anna : no
        Anna above Carla : no
        9S lies_on row : yes
        9D lies_on row : no
        8D lies_on first column in tableau : yes
    """,
    "where": """
        number of cards in your hand where rank is 5 : 2
        number of cards in your hand where rank of card is 5 : 2
        number of cards in your hand whose rank is 5 : 2
        number of cards in your hand with rank = 5 : 2
        number of cards in row where value = 9 : 2
        any card in row where rank is 9 and suit is spades : yes
        any player has chips = 20 : yes
        any player whose chips > 20 : no
        (number of players where chips > 0) < 2 : no
        fewer than 2 players have chips > 0 : no
        at least 2 players have tricks = 3 : yes
        at most 2 players have tricks = 3 : yes
        at most 1 player has tricks = 3 : no
        exactly 1 player has tricks = 1 : yes
        more than 2 players have tricks = 3 : no
        exactly n cards in your hand where value < 11 : yes
        exactly (n - 3) cards in row where rank is 9 : yes
        every card in your hand where value > 4 : yes
        no card in your hand where suit is clubs : no
        no card in your hand where suit is clubs and rank is 6 : yes
        any player where any card in hand where rank is K : yes
        first player where no card in hand where rank is K : P2
        any player where hand is empty : yes
        first player where hand is empty : P3
        every card in Carla's hand where rank is K : yes
        any card in Carla's hand where rank is K : no
        all cards in your hand where suit is hearts and playable : nothing
        all cards in Ben's hand where playable : 5S
        all cards in your hand where card is playable : KS
        number of players where player is not you : 2
        first player where tricks < your tricks : P2
        first player where tricks < Anna's tricks : P2
        first player where player's tricks < 2 : P2
        number of players where strength > 20 : 1
        number of columns in tableau where size > 0 : 2
        first column in tableau where column is empty : 2
        first column in tableau where top of column is 8D : 1
        number of cards in tableau where suit is diamonds : 2
        any card in tableau : yes
        any card in tableau where card is 4D : yes
        number of hands where size > 1 : 2
        any hand is empty : yes
        every hand is empty : no
        no hand is empty : no
        any card in your hand is 5H : yes
        every card in row is red : no
        no card in posts is 4D : yes
        any card in Ben's hand is 5S : yes
        every card in Carla's hand is red : yes
        any card in posts > KH : no
        any card in posts >= QH : yes
        at least 2 cards in your hand are red : yes
        at least 5 cards in your hand are red : no
        exactly 2 cards in row are black : yes
        any card in your hand matches Ben's hand : yes
        any card in your hand is between 5H and 7H : yes
        any card in your hand is in posts : no
        any player is out : no
    """,
    "picking": """
        any card in row : yes
        any card in Carla's hand : no
        no card in Carla's hand : yes
        every card in Carla's hand : yes
        number of cards in row : 3
        number of players : 3
        number of suits : 4
        number of ranks : 13
        all players : P1 P2 P3
        players : P1 P2 P3
        everyone : P1 P2 P3
        all players where tricks = 3 : P1 P3
        all cards in row where rank is 9 : 9D 9S
        first card in row where rank is 9 : 9D
        last card in row where rank is 9 : 9S
        first card in row where rank is 3 : nothing
        first player where tricks = 3 : P1
        last player where tricks = 3 : P3
        highest card in row : 9D
        lowest card in your hand : 5H
        highest card in your hand where value < 11 : KS
        highest card in Carla's hand : nothing
        highest rank in ranks of your hand : A
        lowest rank in ranks of row : 2
        highest number in numbers from 1 to 4 where number < n - 1 : 3
        highest k in numbers from 1 to 9 where k < n : 4
        highest k in numbers from 1 to 9 where first k of row is suited : 1
        lowest pile in (row, third) : third
        all players with most tricks : P1 P3
        all players with fewest tricks : P2
        first player with fewest tricks : P2
        last player with most tricks : P3
        number of players with most tricks : 2
        all players in friends with most tricks : P3 P1
        all players with highest top of hand : P1
        all players with lowest bottom of hand : P1 P2
        first player with most strength : P1
        first card in your hand with highest value : AD
        all cards in row with fewest value : 2C
        total value of your hand : 44
        total value of Carla's hand : 0
        largest value of your hand : 11
        smallest value of your hand : 5
        largest value of Carla's hand : 0
        smallest value of Carla's hand : 0
        total value of your hand where suit is hearts : 18
        total value of your hand where suit is hearts and card is not 5H : 13
        total tricks of players : 7
        total tricks of players where player is not you : 4
        largest tricks of players : 3
        total strength of players : 54
        largest points_in of suits : 18
        total worth of your hand : 12
        total size of tableau : 4
        largest size of tableau : 3
        smallest size of tableau : 0
        total held of ranks of your hand : 6
        largest held of ranks : 2
        total value of deadwood of your hand : 26
        strength of first player with most tricks : 44
        top of first column in tableau : 8D
        top of first column in tableau where column is not empty : 8D
        suit of first of row : clubs
        suit of highest card in row : diamonds
        next after first player where tricks = 1 : P3
        (first player where tricks = 1)'s hand : P2
        size of (first player where tricks = 1)'s hand : 2
        first kind in ranks of your hand where (number of cards in your hand where rank is kind) > 1 : 5
        all suits where (number of cards in your hand where suit of card is hearts) = 3 : clubs diamonds hearts spades
    """,
    "properties of players": """
        your chips : 20
        you : P1
        left of you : P2
        right of you : P3
        opponent of you : P2
        left of left of you : P3
        your left : P2
        position of Ben : 2
        next after Carla : P1
        your hand : P1
        size of your hand : 6
        size of hand of Ben : 2
        Ben's tricks : 1
        strength of Ben : 10
        your strength : 44
        Anna's strength : 44
        leading : P1 P3
        first of leading : P1
        tricks of first of leading : 3
        named : P2
        named's chips : 20
        hand of named : P2
        size of hand of named : 2
        named is Ben : yes
        named is you : no
        dealer : P3
        left of dealer : P1
        named's wager : 0
        your wager + 3 : 3
        size of your kitty : 1
        size of first pile in your kitty : 1
        top of last pile in Ben's kitty : JD
        first slot in your kitty : P1 1
        position of last slot in your kitty : 2
        number of slots in Ben's kitty where slot is empty : 1
        who holds KS : P1
        who holds 9C : nothing
        who holds JC : P1
        who played 9C : nothing
        everything from QC : QC 8D
        everything from 8D : 8D
        size of (everything from KH) : 3
        position of place of 4D : 4
        position of first column in tableau where size = 1 : 4
    """,
    "face": """
        4H is face up : yes
        top of first column in tableau is face up : yes
        top of first column in tableau is not face down : yes
        KS is face up : no
        KS is face down : yes
        top of Carla's hand is face up : no
        top of Carla's hand is face down : no
        top of Carla's hand is not face up : yes
    """,
    "terms and tables": """
        low_post : 4H
        worth of 9C : 0
        worth of KS : 3
        worth of 9D : 2
        9D's worth : 2
        size_of of row : large
        size_of of posts : small
        size_of of posts is small : yes
        row's size_of : large
        sum_of of KH : 5
        sum_of of KS : 4
        sum_of of 3C : 0
        size of all cards in your hand where worth = 2 : 3
        row is far_off : yes
        posts is far_off : no
        any column in tableau is far_off : yes
        first column in tableau where far_off : 1
        points_in of hearts : 18
        held of 5 : 2
        held of K : 1
    """,
    "nothing": """
        nothing : nothing
        top of Carla's hand is nothing : yes
        top of Carla's hand is not nothing : no
        suit of top of Carla's hand is nothing : yes
        rank of top of Carla's hand : nothing
        value of top of Carla's hand : nothing
        value of top of Carla's hand + 1 : nothing
        value of top of Carla's hand = 0 : no
        value of top of Carla's hand != 0 : yes
        value of top of Carla's hand < 5 : no
        value of top of Carla's hand >= 0 : no
        value of top of Carla's hand is not 0 : yes
        top of Carla's hand is 5H : no
        top of Carla's hand is not 5H : yes
        top of Carla's hand = 5H : no
        top of Carla's hand != 5H : yes
        top of Carla's hand matches row : no
        top of Carla's hand is between 2C and AC : no
        top of Carla's hand is not between 2C and AC : yes
        top of Carla's hand is in row : no
        top of Carla's hand is not in row : yes
        top of Carla's hand is playable : no
        top of Carla's hand beats 2C : no
        top of Carla's hand fits row : no
        top of Carla's hand is red : no
        top of Carla's hand = lowest of Carla's hand : yes
        -(value of top of Carla's hand) : nothing
        (value of top of Carla's hand) * 0 : nothing
        smaller of 1 and value of top of Carla's hand : nothing
        chips of first player where tricks = 9 : nothing
        (first player where tricks = 9)'s hand is empty : yes
        size of (first player where tricks = 9)'s hand : 0
        hand of first player where tricks = 9 : nothing
        left of first player where tricks = 9 : nothing
        place of top of Carla's hand : nothing
        everything from top of Carla's hand : nothing
        who holds top of Carla's hand : nothing
        third without top of Carla's hand : 9C
        row + top of Carla's hand : 2C 9D 9S
        chosen : 9H
        named is nothing : no
        third is nothing : no
        Carla's hand is nothing : yes
        ended_by : nothing
        ended_by is nothing : yes
        ended_by is enough : no
        winners : nothing
        winners is empty : yes
        game_over : no
        value of top of Carla's hand is value of top of Carla's hand : yes
    """,
    "one of several": """
        third is 9C : yes
        posts is 4H : no
        posts is not 4H : yes
        Carla's hand is nothing : yes
        third > 8H : yes
        posts > 2H : no
        rank of third : 9
        value of third + 1 : 10
        third's suit : clubs
        leading is Anna : no
        all players with fewest tricks is Ben : yes
        tricks of (first player with fewest tricks) : 1
        rank of posts : nothing
    """,
    "melds": """
        melds of your hand : 5H 6H 7H
        deadwood of your hand : KS 5C AD
        size of melds of your hand : 1
        deadwood of (your hand without 5H) : 6H 7H KS 5C AD
        deadwood of Ben's hand against (melds of your hand) : 5D 5S
        total value of deadwood of (your hand without AD) : 15
        number of melds in melds of your hand where size = 3 : 1
        first meld in melds of your hand : 5H 6H 7H
        subsets of posts : 4H QS 4H QS
        number of groups in subsets of row where size = 2 : 3
        number of groups in subsets of row where group is matching and size = 2 : 1
        number of groups in subsets of Carla's hand : 0
        number of groups in table : 0
    """,
}

ROWS = [
    pytest.param(*(part.strip() for part in row.rsplit(" : ", 1)), id=f"{topic}: {row.strip()}")
    for topic, rows in QUESTIONS.items()
    for row in rows.strip().splitlines()
]


@pytest.mark.parametrize(("question", "answer"), ROWS)
def test_an_expression_gives_what_the_language_says(question: str, answer: str) -> None:
    state, people = position(RULES, "start")
    assert value(state, question, people) == answer
