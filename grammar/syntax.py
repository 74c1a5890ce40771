"""The syntax tree of the rule language: what the texts under a rule file's keys say.

Frozen nodes, each with the span of the text it stands for. Spans do not take part in equality, so
two trees are equal when they say the same. Nothing here knows types, games or evaluation.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from .record import record
from .source import Span


@record(kw_only=True)
class Node:
    """Anything that stands at a place in a file."""

    span: Span = field(compare=False, repr=False)


# --------------------------------------------------------------------------------------------
# Expressions (LANGUAGE part 6)


@record
class Number(Node):
    """`7`"""

    value: int


@record
class YesNo(Node):
    """`yes`, `no`"""

    value: bool


@record
class RankName(Node):
    """`Q`: a rank written by its letter. A number that stands for a rank is a `Number`."""

    label: str


@record
class CardName(Node):
    """`10H`, `A♦`; `suit` is one of C D H S."""

    rank: str
    suit: Literal["C", "D", "H", "S"]


@record
class Name(Node):
    """A lower-case word: option, pile, memory, term, noun, suit, color, word, joker, ..."""

    name: str


@record
class Person(Node):
    """`Anna`: a player of an example."""

    name: str


@record
class You(Node):
    """`you`"""


@record
class Nothing(Node):
    """`nothing`"""


@record
class Listing(Node):
    """`(hearts, spades)`; at least two items, or exactly one where one was written in brackets
    followed by a comma is not possible, so always two or more."""

    items: tuple[Expr, ...]


@record
class Numbers(Node):
    """`numbers from 1 to 5`"""

    low: Expr
    high: Expr


@record
class Property(Node):
    """`NAME of X`, `X's NAME`, `your NAME` (then `owner` is `You`).

    `form` is how it was written; it takes no part in the meaning.
    """

    name: str
    owner: Expr
    form: Literal["of", "'s", "your"] = field(compare=False)
    name_span: Span = field(compare=False, repr=False)


@record
class EndOf(Node):
    """`top of X`, `first 3 of X`"""

    end: Literal["first", "last", "top", "bottom"]
    count: Expr | None
    of: Expr


@record
class NextAfter(Node):
    """`next after X`"""

    of: Expr


@record
class EverythingFrom(Node):
    """`everything from card`"""

    of: Expr


@record
class WhoDid(Node):
    """`who played card`, `who holds card`"""

    verb: Literal["played", "holds"]
    card: Expr


@record
class Against(Node):
    """`melds of X against Y`, `deadwood of X against P`"""

    what: Literal["melds", "deadwood"]
    cards: Expr
    against: Expr


@record
class Extreme(Node):
    """`smaller of A and B`, `larger of A and B`"""

    which: Literal["smaller", "larger"]
    left: Expr
    right: Expr


@record
class Arith(Node):
    """`A + B`, and `- without * / mod`"""

    op: Literal["+", "-", "without", "*", "/", "mod"]
    left: Expr
    right: Expr


@record
class Negative(Node):
    """`-A`"""

    operand: Expr


@record
class Compare(Node):
    """`A = B`, and `!= < <= > >=`"""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@record
class Is(Node):
    """`A is B`, `A is not B`: identity or a property"""

    left: Expr
    right: Expr
    negated: bool = False


@record
class IsIn(Node):
    """`A is in LIST`, `A is not in LIST`"""

    left: Expr
    right: Expr
    negated: bool = False


@record
class IsFacing(Node):
    """`A is face up`, `A is not face down`"""

    left: Expr
    facing: Literal["up", "down"]
    negated: bool = False


@record
class Between(Node):
    """`A is between B and C`, strictly; `A is not between B and C`"""

    left: Expr
    low: Expr
    high: Expr
    negated: bool = False


@record
class Relation(Node):
    """`A NAME B`: `third matches posts`, or a term of two nouns"""

    left: Expr
    name: str
    right: Expr
    name_span: Span = field(compare=False, repr=False)


@record
class Not(Node):
    """`not A`"""

    operand: Expr


@record
class Logic(Node):
    """`A and B`, `A or B`, `A unless B` (which is `A or B`, read with another stress)"""

    op: Literal["and", "or", "unless"]
    left: Expr
    right: Expr


@record
class Pick(Node):
    """`any card in X where C`, `all players`, `number of ...`, `highest card in trick`, ..."""

    word: Literal[
        "any", "every", "no", "all", "number of", "highest", "lowest", "first", "last", "random"
    ]
    noun: str
    within: Expr | None
    where: Expr | None
    noun_span: Span = field(compare=False, repr=False)


@record
class PickBest(Node):
    """`all players in X with most chips`; also with `first`, `last`, `random`, `number of`"""

    word: Literal["all", "first", "last", "random", "number of"]
    noun: str
    within: Expr | None
    best: Literal["most", "fewest", "highest", "lowest"]
    by: Expr
    noun_span: Span = field(compare=False, repr=False)


@record
class Count(Node):
    """`at least 2 cards in hand where C`, `fewer than 2 players have chips > 0`"""

    how: Literal["at least", "at most", "exactly", "fewer than", "more than"]
    count: Expr
    noun: str
    within: Expr | None
    where: Expr | None
    noun_span: Span = field(compare=False, repr=False)


@record
class Total(Node):
    """`total value of X where C`, `largest P of X`, `smallest P of X`"""

    word: Literal["total", "largest", "smallest"]
    property: str
    of: Expr
    where: Expr | None
    property_span: Span = field(compare=False, repr=False)


@record
class Cards(Node):
    """Cards written one after the other, as examples do: `4H QS small_joker`."""

    cards: tuple[CardName | Name, ...]


Expr: TypeAlias = (
    Number | YesNo | RankName | CardName | Name | Person | You | Nothing | Listing | Numbers
    | Property | EndOf | NextAfter | EverythingFrom | WhoDid | Against | Extreme | Arith | Negative
    | Compare | Is | IsIn | IsFacing | Between | Relation | Not | Logic | Pick | PickBest | Count
    | Total | Cards
)  # fmt: skip

# --------------------------------------------------------------------------------------------
# Lines that do things (LANGUAGE part 8)


@record
class Each(Node):
    """`each player in X where C`, as the subject of an effect"""

    noun: str
    within: Expr | None
    where: Expr | None
    noun_span: Span = field(compare=False, repr=False)


@record
class UpTo(Node):
    """`up to N`"""

    amount: Expr


@record
class AllOfIt(Node):
    """`all`, before `from` or `to`"""


@record
class EachPile(Node):
    """`each hand`, `each stake`: a per-player thing, one for each player; `each column in tableau`"""

    name: str
    within: Expr | None = None


@record
class AllCards(Node):
    """`all cards` in `gather all cards into P`: every card of the deck, wherever it lies"""


Subject: TypeAlias = Expr | Each | None  # None: you
Amount: TypeAlias = Expr | UpTo | AllOfIt
Place: TypeAlias = Expr | EachPile
Facing: TypeAlias = Literal["up", "down"] | None


@record
class Pay(Node):
    """`[X] pays N to H`, `pays N from H to H`, `pays all to H`"""

    subject: Subject
    amount: Amount
    source: Expr | None
    to: Expr


@record
class Take(Node):
    """`[X] takes N from H`"""

    subject: Subject
    amount: Amount
    source: Expr


@record
class Split(Node):
    """`split H among PLAYERS`"""

    holder: Expr
    among: Expr


@record
class Score(Node):
    """`[X] scores N`"""

    subject: Subject
    points: Expr


@record
class Shuffle(Node):
    """`shuffle P`; `shuffle C into P`"""

    cards: Expr
    into: Expr | None


@record
class Deal(Node):
    """`deal N cards from P to Q [face up]`, `deal N cards from P to each hand`"""

    amount: Amount
    source: Expr
    to: Place
    facing: Facing


@record
class Draw(Node):
    """`[X] draws N from P`"""

    subject: Subject
    amount: Amount
    source: Expr


@record
class Move(Node):
    """`move C to Q [face up]`; `under`: to the bottom"""

    cards: tuple[Expr, ...]
    to: Place
    under: bool
    facing: Facing


@record
class Gather(Node):
    """`gather P, each hand, all cards into Q`, `gather each stake into H`"""

    sources: tuple[Place | AllCards, ...]
    into: Expr
    under: bool


@record
class Flip(Node):
    """`flip P into Q`"""

    source: Expr
    into: Expr


@record
class Turn(Node):
    """`turn C face up`"""

    cards: Expr
    facing: Literal["up", "down"]


@record
class Lay(Node):
    """`lay M on P`"""

    melds: Expr
    on: Expr


@record
class Show(Node):
    """`show C [to X]`"""

    cards: Expr
    to: Expr | None


@record
class Becomes(Node):
    """`X becomes E`"""

    target: Expr
    value: Expr


@record
class Add(Node):
    """`add E to X`"""

    value: Expr
    target: Expr


@record
class Remove(Node):
    """`remove E from X`"""

    value: Expr
    target: Expr


@record
class Let(Node):
    """`let NAME be E`"""

    name: str
    value: Expr


@record
class Consult(Node):
    """`[X] consults TABLE`"""

    subject: Subject
    table: str
    table_span: Span = field(compare=False, repr=False)


@record
class GoAgain(Node):
    """`go again`"""


@record
class PlaysNext(Node):
    """`X plays next`"""

    player: Expr


@record
class ReverseDirection(Node):
    """`reverse direction`"""


@record
class GoTo(Node):
    """`go to PHASE`"""

    phase: str
    phase_span: Span = field(compare=False, repr=False)


@record
class End(Node):
    """`end PHASE`, `end game` (then `phase` is `game`)"""

    phase: str
    phase_span: Span = field(compare=False, repr=False)


@record
class EndYourTurn(Node):
    """`end your turn`"""


@record
class DropOut(Node):
    """`X drops out`"""

    subject: Subject


@record
class Say(Node):
    """`say "text {E}"`: `parts` are texts and the expressions that stood in braces"""

    parts: tuple[str | Expr, ...]


@record
class DoNothing(Node):
    """`do nothing`"""


Effect: TypeAlias = (
    Pay | Take | Split | Score | Shuffle | Deal | Draw | Move | Gather | Flip | Turn | Lay | Show
    | Becomes | Add | Remove | Let | Consult | GoAgain | PlaysNext | ReverseDirection | GoTo
    | EndYourTurn | End | DropOut | Say | DoNothing
)  # fmt: skip
Leaving: TypeAlias = GoAgain | GoTo | EndYourTurn | End
"""After these nothing more of a list of lines is done."""


@record
class Steps(Node):
    """`effect; effect; ...`"""

    effects: tuple[Effect, ...]


@record
class Guard(Node):
    """`when C -> line`"""

    condition: Expr
    line: Line


@record
class ForEach(Node):
    """`for each NOUN [in X] [where C] -> line`"""

    noun: str
    within: Expr | None
    where: Expr | None
    line: Line
    noun_span: Span = field(compare=False, repr=False)


Line: TypeAlias = Steps | Guard | ForEach

# --------------------------------------------------------------------------------------------
# Rows (LANGUAGE parts 5.6, 5.7 and 7)


@record
class Row(Node):
    """`when C -> outcome`, `otherwise -> outcome`, `always -> outcome`.

    In a value table the outcome is an expression, or None for `when C` and `otherwise` alone, which
    give the row's own name. Elsewhere it is a line.
    """

    kind: Literal["when", "otherwise", "always"]
    condition: Expr | None
    outcome: Line | Expr | None


@record
class Ending(Node):
    """`[after PHASE,] when C`"""

    after: str | None
    condition: Expr
    after_span: Span | None = field(compare=False, repr=False)


# --------------------------------------------------------------------------------------------
# Turn structure and choices (LANGUAGE parts 5.1 to 5.3)


@record
class EachPlayer(Node):
    """`each player [starting with X] [where C]`, `each other player ...` (part 14.7)"""

    starting: Expr | None
    where: Expr | None
    other: bool = False


@record
class InTurn(Node):
    """`players in turn [starting with X] [where C]`"""

    starting: Expr | None
    where: Expr | None


@record
class AtOnce(Node):
    """`everyone at once [where C]`"""

    where: Expr | None


@record
class OnePlayer(Node):
    """`defender`: that player, one turn"""

    player: Expr


Who: TypeAlias = EachPlayer | InTurn | AtOnce | OnePlayer


@record
class Repeat(Node):
    """`13 times`, `until C`, `10 times or until C`, `always`"""

    times: Expr | None
    until: Expr | None
    always: bool = False


@record
class ChooseNumber(Node):
    """`number from A to B`"""

    low: Expr
    high: Expr


@record
class ChooseOne(Node):
    """`card in your hand where C`, `player where C`, `suit`"""

    noun: str
    within: Expr | None
    where: Expr | None
    noun_span: Span = field(compare=False, repr=False)


@record
class ChooseSome(Node):
    """`3 cards in your hand` (`high` is None), `1 to 4 cards in your hand where C`.

    `more` stands for `3 or more cards`; `same` and `sequence` for `2 to 4 cards of one rank`, `3 or
    more cards of one suit in sequence`.
    """

    low: Expr
    high: Expr | None
    noun: str
    within: Expr
    where: Expr | None
    more: bool = False
    same: Literal["rank", "suit"] | None = None
    sequence: bool = False
    noun_span: Span = field(compare=False, repr=False, kw_only=True)


@record
class ChooseWord(Node):
    """`high or low`"""

    words: tuple[str, ...]


Choice: TypeAlias = ChooseNumber | ChooseOne | ChooseSome | ChooseWord


@record
class Head(Node):
    """The key of a term or table: `best`, `strength of player`, `card beats other_card`.

    `parameters` are the nouns: none, one or two.
    """

    name: str
    parameters: tuple[str, ...]


# --------------------------------------------------------------------------------------------
# Declarations (LANGUAGE parts 3 and 4)


@record
class Kind(Node):
    """`number [from A to B]`, `yes or no`, `high or low`, `card`, `players`, ...

    `name` is `number`, `yes or no`, `words` or the noun.
    """

    name: str
    words: tuple[str, ...] = ()
    low: Expr | None = None
    high: Expr | None = None


@record
class Option(Node):
    """`KIND, normally E [-- help]`"""

    kind: Kind
    normally: Expr
    help: str | None


@record
class Remember(Node):
    """`KIND [per NOUN][, starts as E][, secret]`; `per` is `player`, `team` or a noun of the game."""

    kind: Kind
    per: str | None
    starts: Expr | None
    secret: bool
    per_span: Span = field(compare=False, repr=False)


@record
class Chips(Node):
    """`0 per player`, `stake`, `0, remembers who paid`"""

    amount: Expr
    per: str | None
    per_span: Span = field(compare=False, repr=False)
    remembers_who_paid: bool = False


@record
class PileWord(Node):
    """One word of a pile: `face up`, `per player`, `7 columns`, `refilled from discard`.

    `word` is the fixed part (`face up`, `per player`, `seen by owner`, `top face up`, `groups`,
    `remembers who played`, `family`, `refilled from`, `refilled from except top`); `name` is the
    family's noun in the plural or the other pile; `count` the size of a family.
    """

    word: str
    name: str | None = None
    count: int | None = None


@record
class Pile(Node):
    """`face down, refilled from discard`"""

    words: tuple[PileWord, ...]


@record
class Seats(Node):
    """`2 to 8`, `4`, `4 in 2 teams`"""

    low: int
    high: int
    teams: int | None


@record
class Limit(Node):
    """`5000 moves`"""

    moves: int


@record
class RankSpan(Node):
    """`A`, `2 to 10`: labels, as written"""

    first: str
    last: str | None


@record
class Ranks(Node):
    """`2 to 10, J, Q, K, A`"""

    spans: tuple[RankSpan, ...]


@record
class Names(Node):
    """`hearts, spades`"""

    names: tuple[Name, ...]


@record
class Value(Node):
    """`J Q K = 10`, `3 to 7 = 5`"""

    spans: tuple[RankSpan, ...]
    value: int


@record
class Values(Node):
    """`A = 1, J Q K = 10`"""

    values: tuple[Value, ...]


@record
class Meld(Node):
    """`3 or 4 cards of one rank`, `3 or more cards of one suit in sequence`, `... in order RANKS`.

    `least` and `most` cards; `most` is None for `or more`. `order` is None unless `in order`. Of the
    cards at most `wild` may be wild (None if nothing is said of it), and at least `natural` not.
    """

    least: int
    most: int | None
    same: Literal["rank", "suit"]
    sequence: bool
    order: Ranks | None
    wild: int | None = None
    natural: int | None = None


@record
class People(Node):
    """`Anna, Ben, Carla`"""

    people: tuple[Person, ...]


@record
class Args(Node):
    """What follows a move's name in an example: `10C`, `3, spades`, `3C 3D`"""

    args: tuple[Expr, ...]


@record
class Seen(Node):
    """What a player of an example sees, or cannot see: `Anna's hand, top of discard, KC`"""

    things: tuple[Expr, ...]
