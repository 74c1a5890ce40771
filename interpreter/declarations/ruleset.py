"""A ruleset as typed declarations: what a rule file says, key by key, nothing yet about its meaning.

Built from merged nodes by `structure`, read by `checker`. Every declaration has the span of its key
and the syntax trees of its texts.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from rulerun.grammar import syntax
from rulerun.grammar.nodes import Mapping, Scalar
from rulerun.grammar.record import record
from rulerun.grammar.source import Span


@record(kw_only=True)
class Declared:
    """Something with a name, declared at a place."""

    name: str
    span: Span = field(repr=False)


@record(kw_only=True)
class NamedLine:
    """A line of a block; `name` is None for lines that no overlay can address.

    `source` is the text, for messages and for `show`.
    """

    name: str | None
    line: syntax.Line
    source: Scalar = field(repr=False)


Block: TypeAlias = tuple[NamedLine, ...]


@record(kw_only=True)
class Condition(Declared):
    """A named condition of a move; `name` is `may` where only one without a name was written."""

    expr: syntax.Expr
    source: Scalar = field(repr=False)


@record(kw_only=True)
class Deck:
    """`deck`. Ranks are labels from low to high; suits are names; `values` are those written."""

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    only: syntax.Expr | None
    wild: syntax.Expr | None
    copies: int
    jokers: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    starts_in: str
    starts_in_span: Span = field(repr=False)
    span: Span = field(repr=False)


@record(kw_only=True)
class MeldKind(Declared):
    """A row of `melds`. `order` lists rank labels when the kind says `in order`."""

    pattern: syntax.Meld
    order: tuple[str, ...] | None


@record(kw_only=True)
class Option(Declared):
    """A row of `options`."""

    option: syntax.Option


@record(kw_only=True)
class ChipHolder(Declared):
    """A row of `chips`, `each player` excepted (see `Ruleset.purse`)."""

    chips: syntax.Chips


@record(kw_only=True)
class Pile(Declared):
    """A row of `piles`, its words sorted out.

    `face`: how its cards lie. `seen_by` is set for a pile that is `seen by owner` or `seen by
    others`. `per`: who has one each. `family` is the noun in the plural (`columns`) and `count` its
    size.
    """

    face: Literal["up", "down", "either"]
    seen_by: Literal["owner", "others"] | None
    top_face_up: bool
    per: Literal["player", "team"] | None
    family: str | None
    count: int | None
    groups: bool
    remembers_who_played: bool
    refilled_from: str | None
    except_top: bool


@record(kw_only=True)
class Memory(Declared):
    """A row of `remember`; `phase` is the name of the phase that starts it afresh, or None."""

    remember: syntax.Remember
    phase: str | None


@record(kw_only=True)
class Term(Declared):
    """A row of `terms`. `parameters` are nouns (none, one or two)."""

    parameters: tuple[str, ...]
    expr: syntax.Expr
    source: Scalar = field(repr=False)


@record(kw_only=True)
class Row(Declared):
    """A row of a table or of `at any time`."""

    row: syntax.Row
    source: Scalar = field(repr=False)


@record(kw_only=True)
class Table(Declared):
    """A row of `payouts` or `tables`. `gives` is None for an action table."""

    parameters: tuple[str, ...]
    payout: bool
    gives: syntax.Kind | None
    hit: Literal["first", "unique", "all", "sum"]
    rows: tuple[Row, ...]


@record(kw_only=True)
class Choice(Declared):
    """One choice of a move; an unnamed one bears the name of its noun."""

    choice: syntax.Choice
    source: Scalar = field(repr=False)


@record(kw_only=True)
class Move(Declared):
    """A move of a phase."""

    choices: tuple[Choice, ...]
    may: tuple[Condition, ...]
    do: Block


@record(kw_only=True)
class Phase(Declared):
    """A phase. Either `moves` or `phases` is not empty (or neither: lines alone).

    A phase that was written with `moves` has them in its only sub-phase `moves` (LANGUAGE 5.4), so
    here `moves` stand only in such leaves. `path` is the dotted way from the top: `round.turn`.
    """

    path: str
    repeat: syntax.Repeat | None
    skip_when: syntax.Expr | None
    memories: tuple[Memory, ...]
    at_start: Block
    who: syntax.Who | None
    until: syntax.Expr | None
    before_turn: Block
    skip_turn_when: syntax.Expr | None
    moves: tuple[Move, ...]
    phases: tuple[Phase, ...]
    if_stuck: Block | None
    after_turn: Block
    at_end: Block


@record(kw_only=True)
class EndCondition(Declared):
    """A row of `end`."""

    ending: syntax.Ending
    source: Scalar = field(repr=False)


@record(kw_only=True)
class GivenValue:
    """An entry of an example's `given`: where, and what (a list of cards, or an expression)."""

    target: syntax.Expr
    value: Scalar
    span: Span = field(repr=False)


StepKind: TypeAlias = Literal["move", "cannot", "expect", "sees", "cannot see"]


@record(kw_only=True)
class PlayStep:
    """`- Anna: bet 3`, `- Anna cannot: bet 5`, `- expect: C`, `- Anna sees: discard`, `- Ben cannot see: KC`.

    `kind` says which; `player` is None for an `expect`. `text` is what stands after the colon.
    """

    kind: StepKind
    player: str | None
    text: Scalar
    span: Span = field(repr=False)


@record(kw_only=True)
class Example(Declared):
    """An example. Its texts are parsed and checked by `examples`.

    `people` is where its players are written. `overlay` is the name of the overlay it comes from, None for the game's own.
    """

    proves: tuple[Scalar, ...]
    players: tuple[str, ...]
    people: Span
    set: tuple[tuple[Scalar, Scalar], ...]
    shuffle: Scalar | None
    start_at: Scalar | None
    given: tuple[GivenValue, ...]
    play: tuple[PlayStep, ...]
    overlay: str | None


@record(kw_only=True)
class Ruleset:
    """A whole ruleset, overlays merged in.

    `name` is the game's short name (`gin`), `title` what `game:` says.
    `purse` is what each player starts with. `winner` and `payoff` may be absent.
    """

    name: str
    title: str
    also_known_as: str | None
    about: str | None
    source: tuple[str, ...]
    players: syntax.Seats
    limit: int
    deck: Deck
    melds: tuple[MeldKind, ...]
    options: tuple[Option, ...]
    purse: syntax.Expr | None
    chips: tuple[ChipHolder, ...]
    piles: tuple[Pile, ...]
    memories: tuple[Memory, ...]
    terms: tuple[Term, ...]
    setup: Block
    at_any_time: tuple[Row, ...]
    phases: tuple[Phase, ...]
    tables: tuple[Table, ...]
    ends: tuple[EndCondition, ...]
    winner: syntax.Expr | None
    payoff: syntax.Expr | None
    rulings: tuple[tuple[str, str], ...]
    examples: tuple[Example, ...]
    titles: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    node: Mapping = field(repr=False, compare=False)
    overlays: tuple[str, ...] = ()
