"""The moves a person may make, numbered for the screen, and the move that typed words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from rulerun.grammar.diagnostics import did_you_mean, shortened
from rulerun.interpreter.checking.core import Do, PileAt
from rulerun.interpreter.checking.types import CARD
from rulerun.interpreter.errors import IllegalMoveError, RuleError
from rulerun.interpreter.labels import seat_name
from rulerun.interpreter.machine.moves import Move
from rulerun.interpreter.machine.refusal import on_offer

from .paint import Paint, columns, padded, wrapped
from .table import Table
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.checking.core import Domain
    from rulerun.interpreter.machine.moves import MoveKind
    from rulerun.interpreter.machine.state import State

NUMBERED = 10_000
"""Moves that get a number; of more only the first."""
SHOWN = 60
"""Moves that are shown unless all are asked for."""
LISTED = 12
"""Ways to choose several cards that are listed one by one; of more the cards are shown."""
_MOST_TRIED = 200
_MOST_NAMED = 6

_NUMBER = re.compile(r"[0-9]{1,9}")
_BESIDE = re.compile(r"([0-9]) *\([^()]*\)")
"""A pile by its number, and what is shown beside it."""


class NotUnderstood(Exception):
    """Words that are no legal move here: what to answer, and what the rule file says."""

    def __init__(
        self,
        message: str,
        error: IllegalMoveError | None = None,
        move: Move | None = None,
        alike: Sequence[Move] = (),
    ) -> None:
        super().__init__(message)
        self.error = error
        self.move = move
        self.alike = alike


@dataclass(frozen=True, slots=True)
class Range:
    """A move with one number between two: said with the number, not listed."""

    kind: MoveKind
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Some:
    """A move with several cards, or other things, out of a number of them: said, not listed."""

    kind: MoveKind
    members: tuple[str, ...]
    low: int
    high: int
    ways: str

    @property
    def many(self) -> str:
        """How many are to be chosen."""
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


class Begun(Exception):
    """A move of which a part is said: some of the cards that go with it."""

    def __init__(self, some: Some, chosen: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.some = some
        self.kind = some.kind
        self.chosen = chosen


class Offer:
    """The legal moves of a state, as they are put before a person."""

    def __init__(self, state: State, table: Table) -> None:
        self.state = state
        self.table = table
        self.kinds = state.game.kinds[state.at]
        self.ranges: list[Range] = []
        self.somes: list[Some] = []
        self.moves: list[Move] = []
        self.is_cut = False
        self._goes: dict[str, str] = {}
        last: list[Move] = []
        for kind in self.kinds:
            if kind.bounds is not None:
                low, high = kind.bounds(state)
                if low is not None and high is not None and low < high:
                    self.ranges.append(Range(kind, low, high))
                    continue
            room = NUMBERED - len(self.moves) - len(last)
            legal = list(islice(kind.legal(state), room + 1))
            self.is_cut |= len(legal) > room
            moves = [Move(kind, choices) for choices in legal[:room]]
            if all(d.type == CARD or d.type.item == CARD for d in kind.rule.choices):
                moves.sort(key=table.places)  # as the hand is shown
            some = self._some(kind, moves, len(legal) > room)
            if some is not None:
                self.somes.append(some)
                last += moves
            else:
                self.moves += moves
        self.listed = len(self.moves)
        self.moves += last  # which have numbers only for those who want to see them all

    @property
    def paint(self) -> Paint:
        """As the table is painted now: windows change their size."""
        return self.table.paint

    def _some(self, kind: MoveKind, moves: list[Move], is_cut: bool) -> Some | None:
        """A choice of several things that is too long to be listed."""
        domain = self._list_chosen(kind)
        if domain is None or len(moves) <= LISTED:
            return None
        assert domain.low is not None and domain.high is not None
        game, state = self.state.game, self.state
        values: dict[Any, None] = {}
        sizes = set()
        for move in moves:
            values.update(dict.fromkeys(move.choices[0]))
            sizes.add(len(move.choices[0]))
        item = domain.type.item
        assert item is not None
        shown = [game.values.said_value(state, item, v) for v in values]
        if item == CARD:
            shown.sort(key=self.table.place)
        low, high = (int(game.evaluate(b, state)) for b in (domain.low, domain.high))
        low, high = max(low, min(sizes)), min(high, len(shown))
        ways = f"more than {len(moves)} ways" if is_cut else f"{len(moves)} ways"
        return Some(kind, tuple(shown), low, max(low, high), ways)

    @staticmethod
    def _list_chosen(kind: MoveKind) -> Domain | None:
        """The list that is all that is chosen with a move; None where that is something else."""
        choices = kind.rule.choices
        return choices[0] if len(choices) == 1 and choices[0].how == "some" else None

    def goes_to(self, kind: MoveKind) -> str:
        """To whom the cards of a move go: ` to P2`, empty where that is nobody else."""
        state, game = self.state, self.state.game
        for line in kind.rule.do:
            if not isinstance(line, Do) or not line.procedure.startswith("move"):
                continue
            for pile in line.arguments:
                if not isinstance(pile, PileAt) or pile.seat is None:
                    continue
                try:
                    seat = game.evaluate(pile.seat, state)
                except (RuleError, NameError, KeyError, TypeError):  # it depends on what is chosen
                    continue
                if isinstance(seat, int) and seat != state.actor:
                    return f" to {seat_name(seat)}"
        return ""

    # ---------------------------------------------------------------- showing

    def lines(self, whole: bool = False) -> list[str]:
        """Ranges and numbered moves, the choices of one move side by side."""
        game = self.state.game
        rows: list[tuple[str, list[str]]] = []
        notes: dict[str, str] = {}
        for found in self.ranges:
            name = game.label(found.kind.name)
            rows.append((self.paint.name(name), [self._range(found)]))
        for some in self.somes if not whole else ():
            rows.append((self.paint.name(game.label(some.kind.name)), self._some_of(some)))
        if whole:
            self.listed = len(self.moves)
        shown = len(self.moves) if whole else min(self.listed, SHOWN)
        size = len(str(shown))
        view = self.state.view(self.state.actor)
        single: list[str] = []
        for i, move in enumerate(self.moves[:shown]):
            number = self.paint.name(f"{i + 1:>{size}})")
            name, _, rest = self.table.said(self.state, move, view).partition(" ")
            if not move.choices:
                single.append(f"{number} {game.label(name)}")
                continue
            if single:
                rows.append(("", single))
                single = []
            label = game.label(name) + self._to(move.kind)
            if not rows or rows[-1][0] != label:
                rows.append((label, []))
                if len(move.kind.rule.choices) > 1:
                    notes[label] = self._chosen_of(move.kind)
            rows[-1][1].append(f"{number} {self._choices(rest)}")
        if single:
            rows.append(("", single))
        return [*self._drawn(rows, notes), *self._rest(shown)]

    def _chosen_of(self, kind: MoveKind) -> str:
        """What is chosen with a move of several choices: `(card, column)`."""
        names = ", ".join(self.state.game.label(d.name) for d in kind.rule.choices)
        return self.paint.dim(f"({names})")

    def _to(self, kind: MoveKind) -> str:
        if kind.name not in self._goes:
            self._goes[kind.name] = self.goes_to(kind)
        return self._goes[kind.name]

    def _some_of(self, some: Some) -> list[str]:
        """What several things are chosen from, and how it is said."""
        cards = " ".join(self._word(m) for m in some.members)
        return [f"{some.many} of {cards}{self._to(some.kind)}", self.paint.dim(f"({some.ways})")]

    def _word(self, word: str) -> str:
        return self.paint.word(word, self.state.game.deck.numbers)

    def _drawn(self, rows: list[tuple[str, list[str]]], notes: dict[str, str]) -> Iterator[str]:
        head = max((columns(name) for name, _ in rows), default=0)
        width = self.paint.width - 2
        for name, items in rows:
            size = max(columns(i) for i in items)
            items = [padded(i, size) for i in items]
            indent = " " * (head + 2 if head else 0)
            first = padded(name, head) + "  " if head else ""
            lines = wrapped(items, width, indent)
            if name in notes:  # before the choices, or above them if they take several lines
                beside = wrapped([notes[name], *items], width, indent)
                lines = beside if len(beside) == 1 else [notes[name], indent + lines[0], *lines[1:]]
            yield ("  " + first + lines[0]).rstrip()
            for line in lines[1:]:
                yield ("  " + line).rstrip()

    def _range(self, found: Range) -> str:
        return f"{self.paint.name(str(found.low))} to {self.paint.name(str(found.high))}"

    def _choices(self, rest: str) -> str:
        return " ".join(self._word(word) for word in rest.split(" "))

    def _rest(self, shown: int) -> list[str]:
        left = self.listed - shown
        if not left and not self.is_cut:
            return []
        many = f"{left} more" if not self.is_cut else "many more"
        return [self.paint.dim(f"  {self.paint.more} and {many}; 'moves' lists them")]

    def texts(self) -> list[str]:
        """What can be typed, for completion: names alone, and moves with their choices."""
        names = [k.name for k in self.kinds]
        return list(dict.fromkeys([*names, *(str(m) for m in self.moves)]))

    # ---------------------------------------------------------------- understanding

    def understood(self, text: str) -> Move:
        """The legal move that a text means: a number of the list, or the move in words, which may be
        cut short where only one can be meant.

        Raises Begun where some of several cards are said, NotUnderstood for what is no legal move.
        """
        text = _BESIDE.sub(r"\1", text)
        words = re.sub(r",(?=\S)", ", ", text).split()
        if len(words) == 1 and _NUMBER.fullmatch(words[0]):
            return self._numbered(int(words[0]))
        name, rest = self._name(words)
        short = self._cut_short(words) if name is None else self._cut_short([name, *rest])
        if name is None and short is None:
            name, rest = self._name_begun(words)
        if name is None:
            return short or self._choice_alone(text)
        if name not in {k.name for k in self.kinds}:
            here = ", ".join(dict.fromkeys(k.name for k in self.kinds))
            raise NotUnderstood(f"you may not {name} now; moves here: {here}")
        self._begin(name, rest)
        if not rest and short is not None:
            return short
        self._be_possible(name, rest)
        try:
            move = self._parsed(name, rest)
        except NotUnderstood:
            if short is not None:
                return short
            raise
        if move.kind.at == self.state.at and not move.kind.check(self.state, *move.choices):
            return move
        if short is not None:
            return short
        error = self.state.game.refusal(self.state, move)
        raise NotUnderstood(error.message, error, move)

    def _name_begun(self, words: list[str]) -> tuple[str | None, list[str]]:
        """The one move here whose name begins with the first words, and the other words."""
        known = list(dict.fromkeys(k.name for k in self.kinds))
        for size in range(len(words), 0, -1):
            small = "_".join(words[:size]).replace("-", "_").casefold()
            begun = [name for name in known if name.casefold().startswith(small)]
            if len(begun) == 1:
                return begun[0], words[size:]
        return None, words

    def _cut_short(self, words: list[str]) -> Move | None:
        """The one legal move that words mean if each may be cut short; None if there is none such.

        Raises NotUnderstood where there are several. Whole words go before those cut short.
        """
        found: dict[int, list[Move]] = {}
        for move in self.moves:
            name, *choices = str(move).replace(",", "").split()
            for size in range(len(words), 0, -1):
                begun = "_".join(words[:size]).replace("-", "_").casefold()
                if not name.casefold().startswith(begun):
                    continue
                fit = self._fit([w.strip(",") for w in words[size:]], choices)
                if fit is not None:
                    rank = fit + (0 if name.casefold() == begun else 2)
                    found.setdefault(rank, []).append(move)
                break
        if not found:
            return None
        best = found[min(found)]
        if len(best) == 1:
            return best[0]
        if len({move.name for move in best}) == 1 and best[0].name.casefold().startswith(
            "_".join(words).replace("-", "_").casefold()
        ):
            return None  # the name alone: what is to be chosen is told elsewhere
        if all(self._list_chosen(move.kind) is not None for move in best):
            return None
        told = ", ".join(f"'{move}'" for move in best[:_MOST_NAMED])
        more = f" or {len(best) - _MOST_NAMED} others" if len(best) > _MOST_NAMED else ""
        raise NotUnderstood(f"say which: {told}{more}")

    def _fit(self, words: list[str], choices: list[str]) -> int | None:
        """How well words say what is chosen: 0 as a whole, 1 cut short, None not at all."""
        left = list(choices)
        short = 0
        for word in words:
            small = word.casefold()
            exact = next((c for c in left if c.casefold() == small), None)
            if exact is None:
                known = self.state.game.deck.find(word)
                label = self.state.game.deck.labels[known[0]] if known else ""
                exact = label if label in left else None
            if exact is None:
                exact = next((c for c in left if self._begins(c, small)), None)
                short = 1
            if exact is None:
                return None
            left.remove(exact)
        return 1 if left else short

    def _begins(self, choice: str, word: str) -> bool:
        """Whether a word is the beginning of what is chosen: of a card its rank."""
        if choice in self.state.game.deck.numbers:
            return choice[:-1].casefold() == word
        return choice[:1].isalpha() and not word.isdigit() and choice.casefold().startswith(word)

    # ---------------------------------------------------------------- several cards, one by one

    def _begin(self, name: str, rest: list[str]) -> None:
        """Raise Begun if some of the things that go with a move are said, and more are needed."""
        kind = next((k for k in self.kinds if k.name == name), None)
        domain = None if kind is None else self._list_chosen(kind)
        if kind is None or domain is None:
            return
        moves = [m for m in self.moves if m.kind is kind]
        some = next((s for s in self.somes if s.kind is kind), None)
        if some is None and not rest and len(moves) > 1:
            some = self._some_listed(kind, moves)
        if some is None:
            return
        words = self._things(kind, [w.strip(",") for w in rest if w.strip(",")])
        chosen = self._members(kind, words, some.members)
        if chosen is not None and len(chosen) < some.low:
            raise Begun(some, chosen)

    def _some_listed(self, kind: MoveKind, moves: list[Move]) -> Some:
        """The things that a short list of moves is made of."""
        item = kind.rule.choices[0].type.item
        assert item is not None
        said = self.state.game.values.said_value
        texts = [[said(self.state, item, value) for value in move.choices[0]] for move in moves]
        members = list(dict.fromkeys(word for words in texts for word in words))
        members.sort(key=self.table.place)
        sizes = [len(words) for words in texts]
        return Some(kind, tuple(members), min(sizes), max(sizes), f"{len(moves)} ways")

    def _things(self, kind: MoveKind, words: list[str]) -> list[str]:
        """Words put together where one of several things is called by more than one: `P1 2`."""
        item = kind.rule.choices[0].type.item
        assert item is not None
        return list(self.state.game.values.in_members(item, words, {}, self.state))

    def _members(
        self, kind: MoveKind, words: Sequence[str], members: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Which of the things to choose from words say, each one once; None if one of them is none."""
        chosen: list[str] = []
        values = self.state.game.values
        item = kind.rule.choices[0].type.item
        assert item is not None
        for word in words:
            left = list(members)
            for one in chosen:
                left.remove(one)
            read = values.read(item, word, {}, self.state)
            said = [values.said_value(self.state, item, v) for v in read]
            same = [m for m in left if m.casefold() == word.casefold()]
            same += [one for one in said if one in left]
            begun = [m for m in dict.fromkeys(left) if self._begins(m, word.casefold())]
            if same:
                chosen.append(same[0])
            elif len(begun) == 1:
                chosen.append(begun[0])
            else:
                return None
        return tuple(chosen)

    def begun_lines(self, begun: Begun) -> Iterator[str]:
        """What is chosen so far, and what there is."""
        some = begun.some
        left = list(some.members)
        for one in begun.chosen:
            left.remove(one)
        name = self.state.game.label(begun.kind.name)
        chosen = " ".join(map(self._word, begun.chosen)) or "nothing yet"
        yield f"{name}{self.goes_to(begun.kind)}: {chosen} ({len(begun.chosen)} of {some.many})"
        yield from wrapped(
            ["  of", *(self._word(m) for m in left)], self.paint.width, "     ", gap=" "
        )
        done = ", 'done' ends" if some.low != some.high else ""
        yield self.paint.dim(f"  one or more at a time; -CARD takes one back{done}; "
                             "nothing: no such move")  # fmt: skip

    def goes_on(self, begun: Begun, text: str) -> Move | Begun:
        """The move, or what is chosen of it, after more was said; NotUnderstood for what is none."""
        some, chosen = begun.some, list(begun.chosen)
        words = text.replace(",", " ").split()
        name, rest = self._name(words)
        words = self._things(begun.kind, words)
        if name == begun.kind.name:
            rest = self._things(begun.kind, rest)
            words = rest or ["."] * (len(chosen) >= some.low)
            if not words:
                return begun
        is_done = words[-1].casefold() in ("done", ".")
        for word in words[:-1] if is_done else words:
            away = (
                self._members(some.kind, [word[1:]], tuple(chosen))
                if word.startswith("-")
                else None
            )
            if away:
                chosen.remove(away[0])
                continue
            more = self._members(some.kind, [*chosen, word], some.members)
            if more is None:
                raise NotUnderstood(self._no_member(some, word, chosen))
            chosen = list(more)
        if len(chosen) > some.high:
            raise NotUnderstood(f"{some.many} are to be chosen, not {len(chosen)}")
        if len(chosen) < some.low and is_done:
            raise NotUnderstood(f"{some.many} are to be chosen, not {len(chosen)}")
        if len(chosen) < (some.low if is_done else some.high):
            return Begun(some, tuple(chosen))
        move = self._parsed(begun.kind.name, chosen)
        if move.kind.check(self.state, *move.choices):
            error = self.state.game.refusal(self.state, move)
            raise NotUnderstood(error.message, error, move)
        return move

    def _no_member(self, some: Some, word: str, chosen: list[str]) -> str:
        """Why a word says none of the things that are still to be chosen, or not which."""
        left = list(some.members)
        for one in chosen:
            left.remove(one)
        meant = [m for m in dict.fromkeys(left) if self._begins(m, word.casefold())]
        said = f"'{shortened(harmless(word))}'"
        if meant:
            return f"{said} may be {', '.join(meant[:-1])} or {meant[-1]}: say which"
        if self._members(some.kind, [word], tuple(chosen)):
            return f"{said} is chosen already"
        return f"{said} is not among them"

    # ---------------------------------------------------------------- words

    def _be_possible(self, name: str, rest: list[str]) -> None:
        """Say so if a move is named alone and there is nothing that it could be made with, and why."""
        kinds = [k for k in self.kinds if k.name == name and k.rule.choices]
        if not kinds or rest or any(next(k.legal(self.state), None) is not None for k in kinds):
            return
        tried = [
            Move(kind, choices) for kind in kinds
            for choices in islice(
                on_offer(self.state.game, self.state, kind.rule.choices, ()), _MOST_TRIED
            )
        ]  # fmt: skip
        errors = [self.state.game.refusal(self.state, move) for move in tried]
        named = list(dict.fromkeys(e.condition for e in errors))
        message = f"you cannot {name} now, whatever you choose"
        if len(named) == 1 and errors[0].span is not None and named[0] is not None:
            label = self.state.game.label(named[0])
            why = "" if named[0] == "may" else f": {label}"
            raise NotUnderstood(f"{message}{why}", errors[0], tried[0], tried)
        raise NotUnderstood(message)

    def _numbered(self, number: int) -> Move:
        numbered = self.moves[: self.listed]
        if not numbered and len(self.ranges) == 1:
            (only,) = self.ranges
            return self.understood(f"{only.kind.name} {number}")
        listed = numbered[number - 1] if 1 <= number <= len(numbered) else None
        # A rank or a column may be called by a number too; neither is silently taken for the other.
        called = next((m for m in numbered if str(m).split()[1:] == [str(number)]), None)
        if listed is not None and called is not None and listed != called:
            raise NotUnderstood(
                f"'{number}' may be number {number} of the list, '{listed}', or '{called}': say which"
            )
        if found := listed or called:
            return found
        names = [r.kind.name for r in self.ranges]
        hint = f"; with a number of your own say '{names[0]} {number}'" if names else ""
        if not numbered:
            names += [some.kind.name for some in self.somes]
            hint = f"; say {' or '.join(f'{n!r}' for n in names)} and {'the number' if self.ranges else 'what goes with it'}"
        there = f"the list goes from 1 to {len(numbered)}" if numbered else "nothing is numbered"
        raise NotUnderstood(f"there is no move {number}: {there}{hint}")

    def _name(self, words: list[str]) -> tuple[str | None, list[str]]:
        """The move's name that the first words are, however they are spelt, and the other words."""
        known = list(dict.fromkeys(k.name for k in self.kinds))
        everywhere = {k.name for kinds in self.state.game.kinds.values() for k in kinds}
        for size in range(len(words), 0, -1):
            spelt = "_".join(words[:size]).replace("-", "_")
            small = spelt.casefold()  # names are in small letters
            if small in known:
                return small, words[size:]
            if spelt in everywhere:
                return spelt, words[size:]
        return None, words

    def _parsed(self, name: str, rest: list[str]) -> Move:
        game, state = self.state.game, self.state
        said = " ".join(rest)
        kind = next((k for k in self.kinds if k.name == name), None)
        if kind is not None and "," not in said and len(kind.rule.choices) == len(rest) > 1:
            said = ", ".join(rest)  # without the commas
        if kind is not None and self._list_chosen(kind) is not None:
            said = said.replace(",", " ")
        first: IllegalMoveError | None = None
        for way in dict.fromkeys((said, said.casefold(), said.replace(" ", "_").casefold())):
            try:
                return game.parse_move(state, f"{name} {way}".strip())
            except IllegalMoveError as error:
                first = first or error
        assert first is not None
        raise NotUnderstood(str(first) + self._ranges_of(name), None)

    def _ranges_of(self, name: str) -> str:
        found = next((r for r in self.ranges if r.kind.name == name), None)
        return f" (from {found.low} to {found.high})" if found is not None else ""

    def _choice_alone(self, text: str) -> Move:
        """A choice said without the name of the move, where only one move can be meant."""
        meant = []
        for kind in self.kinds:
            if len(kind.rule.choices) == 1:
                try:
                    move = self.state.game.parse_move(self.state, f"{kind.name} {text}")
                except IllegalMoveError:
                    continue
                if move.kind is kind:
                    meant.append(move)
        legal = [m for m in meant if not m.kind.check(self.state, *m.choices)]
        if len(legal) == 1:
            return legal[0]
        if len(legal) > 1:
            raise NotUnderstood(f"say which: {' or '.join(f'{str(m)!r}' for m in legal)}")
        if len(meant) == 1:
            error = self.state.game.refusal(self.state, meant[0])
            raise NotUnderstood(error.message, error, meant[0])
        known = list(dict.fromkeys(k.name for k in self.kinds))
        word = text.split()[0]
        here = ", ".join(name + self._ranges_of(name) for name in known)
        begun = [n for n in known if len(word) > 1 and n.startswith(word.casefold())]
        meant_names = " or ".join(f"'{name}'" for name in begun)
        hint = f"did you mean {meant_names}?" if begun else did_you_mean(word, known)
        hint = hint or f"moves here: {here}"
        raise NotUnderstood(f"no move is called '{shortened(harmless(word))}'; {hint}")
