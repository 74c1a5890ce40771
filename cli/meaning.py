"""The move that typed words mean, of those that are on offer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from rulerun.grammar.diagnostics import did_you_mean, shortened
from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.machine.moves import Move
from rulerun.interpreter.machine.refusal import on_offer

from .offer import Offer
from .several import Begun, Several, begins
from .terminal import harmless

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


class Meaning:
    """What a person may mean to whom an offer is made."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.several = Several(offer)
        self.state = offer.state
        self.kinds = offer.kinds

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
        self.several.begin(name, rest)
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

    def goes_on(self, begun: Begun, text: str) -> Move | Begun:
        """The move, or what is chosen of it, after more was said; NotUnderstood for what is none."""
        some, chosen = begun.some, list(begun.chosen)
        words = text.replace(",", " ").split()
        name, rest = self._name(words)
        words = self.several.things(begun.kind, words)
        if name == begun.kind.name:
            rest = self.several.things(begun.kind, rest)
            words = rest or ["."] * (len(chosen) >= some.low)
            if not words:
                return begun
        is_done = words[-1].casefold() in ("done", ".")
        for word in words[:-1] if is_done else words:
            away = (
                self.several.members(some.kind, [word[1:]], tuple(chosen))
                if word.startswith("-")
                else None
            )
            if away:
                chosen.remove(away[0])
                continue
            more = self.several.members(some.kind, [*chosen, word], some.members)
            if more is None:
                raise NotUnderstood(self.several.no_member(some, word, chosen))
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
        for move in self.offer.moves:
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
        if all(self.offer.list_chosen(move.kind) is not None for move in best):
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
                exact = next((c for c in left if begins(self.state.game, c, small)), None)
                short = 1
            if exact is None:
                return None
            left.remove(exact)
        return 1 if left else short

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
        numbered = self.offer.moves[: self.offer.listed]
        if not numbered and len(self.offer.ranges) == 1:
            (only,) = self.offer.ranges
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
        names = [r.kind.name for r in self.offer.ranges]
        hint = f"; with a number of your own say '{names[0]} {number}'" if names else ""
        if not numbered:
            names += [some.kind.name for some in self.offer.somes]
            hint = f"; say {' or '.join(f'{n!r}' for n in names)} and {'the number' if self.offer.ranges else 'what goes with it'}"
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
        if kind is not None and self.offer.list_chosen(kind) is not None:
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
        found = next((r for r in self.offer.ranges if r.kind.name == name), None)
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
