"""The checked program: typed expressions, statements and blocks, with every name resolved.

Made by the checker from syntax trees, turned into Python by the emitter. Terms and tables are already
written out at each place of use; options are still named, so that one checked game serves every
value of its options. Expressions never change the state; equal expressions are equal nodes, which
is how the emitter finds what it may compute once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any, Literal, TypeAlias, TypeVar

from rulerun.grammar import syntax
from rulerun.grammar.record import kept_property, names_of, record, with_values
from rulerun.grammar.source import Span

from .types import Type

E = TypeVar("E", bound="Expr")
Value: TypeAlias = int | bool | str | tuple["Value", ...] | None

# --------------------------------------------------------------------------------------------
# Expressions


@record
class Expr:
    """A value. `maybe`: it may be nothing."""

    type: Type = field(compare=False)
    maybe: bool = field(compare=False)

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        """The expressions it is made of."""
        return ()


@record
class Const(Expr):
    """A value that is known: numbers, seats, cards, ranks and words as small ints."""

    value: Value


@record
class OptionValue(Expr):
    """The value of an option; a constant once a game is made."""

    name: str


@record
class Local(Expr):
    """A name of the generated code: a choice, a `let`, the thing tested by a `where`."""

    name: str


@record
class Slot(Expr):
    """A cell of the state: `key` names it (`memory bet`, `chips pot`, `you of turn`).

    `index` is the seat or team for a thing that each of them has.
    """

    key: str
    index: Expr | None = None

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return () if self.index is None else (self.index,)


@record
class PileAt(Expr):
    """A place with cards: `pile` declared under that name, of a seat, the n-th of a family."""

    pile: str
    seat: Expr | None = None

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return () if self.seat is None else (self.seat,)


@record
class PilesAt(Expr):
    """All piles of a family, of groups, or of a pile that each player has (`seat` None: all).

    Of the piles that each player has, those of players who dropped out count only with `everyone`.
    """

    pile: str
    seat: Expr | None = None
    everyone: bool = False

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return () if self.seat is None else (self.seat,)


@record
class CardsIn(Expr):
    """What lies in a pile, bottom first. `ordered`: the order matters, so this is a look."""

    of: Expr
    ordered: bool = True

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return (self.of,)


@record
class Lookup(Expr):
    """A fact about a card (`rank`, `suit`, `color`, `value`), a suit (`suit_color`), or a seat
    (`team`, `partner`)."""

    table: str
    of: Expr

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return (self.of,)


@record
class Op(Expr):
    """An operator of the language; where an operand may be nothing, LANGUAGE 6.5 holds."""

    op: Literal[
        "+", "-", "*", "/", "mod", "neg", "<", "<=", "=", "!=", "in", "and", "or", "not",
        "smaller", "larger", "join", "without",
    ]  # fmt: skip
    operands: tuple[Expr, ...]
    site: Site | None = field(default=None, compare=False)

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return self.operands


@record
class Call(Expr):
    """A function of `runtime`; `state` says whether it is handed the state.

    `reads` are the parts of the state that it looks at beside its arguments. With a `site` the
    function may stop the game there.
    """

    function: str
    arguments: tuple[Expr, ...]
    state: bool = False
    reads: frozenset[str] = frozenset()
    site: Site | None = field(default=None, compare=False)

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return self.arguments


@record
class Choose(Expr):
    """`then` if the condition holds, else `otherwise` (a value table's rows, one in the other)."""

    condition: Expr
    then: Expr
    otherwise: Expr

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return (self.condition, self.then, self.otherwise)


@record
class NoRow(Expr):
    """A value table in which no row applies, or `several` do: a run-time error at `site`."""

    site: Site = field(compare=False)
    several: bool = False


@record
class Needed(Expr):
    """A thing that has to be there: nothing is a run-time error at `site`."""

    of: Expr
    site: Site = field(compare=False)

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return (self.of,)


@record
class Items(Expr):
    """A list written out."""

    items: tuple[Expr, ...]

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return self.items


@record
class Loop(Expr):
    """Something said of the members of a list.

    `how`: `any every no` yes/no · `count` a number · `all` the list of `value`s · `first last` one
    or nothing · `sum largest smallest` of `value`s · `max min` the member with the greatest or
    least `value`, of equals the first · `most least` all of those.
    """

    how: Literal[
        "any", "every", "no", "count", "all", "first", "last", "sum", "largest", "smallest",
        "max", "min", "most", "least",
    ]  # fmt: skip
    variable: Local
    source: Expr
    where: Expr | None
    value: Expr | None

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return tuple(e for e in (self.source, self.where, self.value) if e is not None)


@record
class Site:
    """A place in a rule file at which something can go wrong while playing.

    `what` is what is needed there, or what the thing is called; `phase` the phase that is on then.
    """

    span: Span
    what: str = ""
    phase: str = ""


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and all it is made of, outermost first."""
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += reversed(here.children)


def with_parts(expr: E, change: Callable[[Expr], Expr]) -> E:
    """An expression with its parts as `change` makes them, the name that a loop gives its members
    among them; the expression itself if all of them stay the same objects."""
    kind = type(expr)
    changes: dict[str, Any] = {}
    fields = expr.__dict__
    for name in _PARTS.get(kind) or _parts_of(kind):
        held = fields[name]
        if isinstance(held, Expr):
            new = change(held)
            if new is not held:
                changes[name] = new
        elif held.__class__ is tuple and held and isinstance(held[0], Expr):
            all_new = [change(part) for part in held]
            for a, b in zip(all_new, held, strict=True):
                if a is not b:
                    changes[name] = tuple(all_new)
                    break
    return with_values(expr, changes) if changes else expr


_PARTS: dict[type[Expr], tuple[str, ...]] = {}


def _parts_of(kind: type[Expr]) -> tuple[str, ...]:
    names = tuple(n for n in names_of(kind) if n not in ("type", "maybe", "site"))
    return _PARTS.setdefault(kind, names)


# --------------------------------------------------------------------------------------------
# Statements


@record
class Set:
    """A cell gets a value. With a `site` the value is checked: there is one, and in its range."""

    target: Slot
    value: Expr
    site: Site | None = None


@record
class Bind:
    """A local name gets a value: `let`, a list that is fixed before it is gone through."""

    name: str
    value: Expr


@record
class Do:
    """A procedure of `runtime`. Slots among the arguments are handed as places, not values."""

    procedure: str
    arguments: tuple[Expr, ...]
    site: Site


MARKED = "marked"
"""The function that notes that a place gives a value (see `marks`)."""

MOVING = ("deal", "move", "gather", "flip", "lay", "shuffle_into")
"""Procedures that take cards to another pile begin so."""


@record
class Address(Expr):
    """Where a cell is, for a procedure that changes it."""

    slot: Slot

    @kept_property
    def children(self) -> tuple[Expr, ...]:
        return (self.slot,)


@record
class If:
    """The body, if the condition holds; else `otherwise`. `span` is where a guard is written."""

    condition: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    span: Span | None = field(default=None, compare=False)


@record
class For:
    """The body for each member of a list that is fixed beforehand."""

    variable: Local
    source: Expr
    body: tuple[Stmt, ...]


@record
class Changed:
    """An effect is complete: `at any time` and `end` rows that read these parts are tested.

    Until `setup` is complete no `end` row is tested, nor is one while a row of `at any time` is
    carried out.
    """

    parts: frozenset[str]


EVERYTHING = frozenset({"everything"})
"""What has changed when a game begins: a row may hold before anything that it reads changes."""


@record
class Leave:
    """Go on at a block; nothing after this runs."""

    label: str


@record
class GameOver:
    """The game ends for a reason (a word)."""

    reason: int


OWNER = "owner_0"
"""The name of whoever has a memory, while what it starts as is worked out for all of them."""


@record
class Start:
    """A memory of which each player (or team, or pile ...) has one starts afresh, for all of them."""

    key: str
    variable: Local
    value: Expr
    site: Site


@record
class Fired:
    """A row of `at any time` was carried out: testing starts again at the top."""


@record
class CarryOut:
    """The moves chosen at once are carried out, in turn order, of those still in.

    `decision` is the number of the decision, `chosen` the cell of the choices, `stuck` what is done
    for those who had no legal move.
    """

    decision: int
    chosen: Slot
    you: Slot
    stuck: tuple[Stmt, ...]


Stmt: TypeAlias = Set | Bind | Do | If | For | Changed | Leave | GameOver | Start | Fired | CarryOut


def every(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """All statements in their order, those within others too."""
    waiting = [*body][::-1]
    while waiting:
        statement = waiting.pop()
        yield statement
        match statement:
            case If():
                waiting += statement.otherwise[::-1]
                waiting += statement.body[::-1]
            case For():
                waiting += statement.body[::-1]
            case CarryOut():
                waiting += statement.stuck[::-1]


# --------------------------------------------------------------------------------------------
# Blocks

SETUP, READY, PLAYED, OVER = ":setup", ":ready", ":played", ":over"
"""The blocks that every game has: setup, what is tested after it, the last phase over, the end."""


def phase_of(label: str) -> str:
    """The name of the phase that a block, a decision or a path belongs to; empty for none."""
    return label.split(":")[0].removesuffix(".moves").split(".")[-1]


@record
class Block:
    """Statements, then on to the block `next`."""

    label: str
    body: tuple[Stmt, ...]
    next: str


@record
class Domain:
    """What a choice ranges over.

    `how`: `range` of numbers (`low`, `high`) · `one` member of `source` · `some` from `low` to
    `high` members of it, as a list. `where` is asked of `variable`; so are the conditions of
    `alike`, which say what cards have in common that are chosen together.
    """

    name: str
    how: Literal["range", "one", "some"]
    variable: Local
    low: Expr | None
    high: Expr | None
    source: Expr | None
    where: Expr | None
    span: Span
    type: Type
    alike: tuple[Expr, ...] = ()


@record
class Rule:
    """A named condition of a move."""

    name: str
    condition: Expr
    span: Span


@record
class MoveRule:
    """A move at a decision: what is chosen, when it may be made, what it does."""

    name: str
    choices: tuple[Domain, ...]
    may: tuple[Rule, ...]
    do: tuple[Stmt, ...]
    next: str
    span: Span


@record
class Decision:
    """A place where one seat chooses. `you` is the cell that holds the seat.

    `stuck` is the block to go on with when no move is legal, None where that is an error.
    `at_once`: the phase whose players all choose before anything happens.
    """

    label: str
    phase: str
    you: Slot
    moves: tuple[MoveRule, ...]
    stuck: str | None
    at_once: bool
    span: Span


Per: TypeAlias = Literal["", "player", "team", "suit", "rank", "pile"]


@record
class Cell:
    """A part of the state: how it is indexed, what it starts as, who sees it.

    `per`: what has one each; where that is a pile, those of the `family` (the name of its declaration)
    have one. `fresh`: passes and turns start it afresh, so that it changes without an effect.
    """

    key: str
    per: Per
    type: Type
    start: Expr | None
    secret: bool = False
    low: Expr | None = None
    high: Expr | None = None
    span: Span | None = None
    fresh: bool = False
    family: str = ""


@record
class OfOne:
    """A place at which one thing is meant and a pile or list may stand for the only one in it.

    `said` is what is wrong where there are several, `advice` what to write then; `members` are the
    things. `shared`: it is the rank or suit that all of them have, and it is to be compared.
    """

    span: Span
    members: Expr
    said: str
    advice: str
    shared: bool = False


@record
class Program:
    """A checked game: its cells, its blocks and decisions, and the rows tested in between.

    `words` are the words of the game, numbered by their place. `firing` are the rows of `at any
    time`, `ending` those of `end` without `after`. `only` is asked of each card of the deck, `wild` of each
    of those that are left.
    `unused` are the terms and tables that are used nowhere, or by one another only. `asked` are the
    conditions and their parts as they are written, each time they are written out. `of_one` are the
    places where several things stand for the only one, if it is one. `no_pick` are the places of what
    things are picked by and what says nothing of them, each with the noun of the things.
    `written_out` is how many terms and rows of value tables stand in it, each counted as often as it is
    written out where it is used.
    """

    cells: tuple[Cell, ...]
    blocks: tuple[Block, ...]
    decisions: tuple[Decision, ...]
    words: tuple[str, ...]
    firing: tuple[Firing, ...]
    ending: tuple[tuple[int, Expr], ...]
    winner: Expr | None
    payoff: tuple[Local, Expr] | None
    only: tuple[Local, Expr] | None
    wild: tuple[Local, Expr] | None
    entries: dict[str, Entry] = field(compare=False)
    unused: tuple[str, ...] = ()
    asked: tuple[tuple[syntax.Expr, Expr], ...] = field(default=(), compare=False, repr=False)
    of_one: tuple[OfOne, ...] = field(default=(), compare=False, repr=False)
    no_pick: tuple[tuple[Span, str], ...] = field(default=(), compare=False, repr=False)
    written_out: int = field(default=0, compare=False)


@record
class Entry:
    """How an example starts at a phase: `prepare` what counts as begun, then `go` on there.

    Between the two the example's `given` is put in place. Both are labels of blocks.
    """

    prepare: str
    go: str


@record
class Firing:
    """A row of `at any time`: its test, with `Fired` at the end of what it does."""

    name: str
    body: tuple[Stmt, ...]
    site: Site
