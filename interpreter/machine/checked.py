"""Checked rules: what a game is made of. Who only checks rules needs nothing of the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from rulerun.grammar.record import record

from ..checking.core import Program
from ..checking.symbols import Symbols
from ..declarations import ruleset as rules

if TYPE_CHECKING:
    from ..checking.marks import Marks
    from .game import Game
    from .plain_game import PlainGame


@record
class Checked:
    """Rules that were checked and found right: what a `Game` is made of.

    `file` names the rule file, for messages.
    """

    rules: rules.Ruleset
    symbols: Symbols
    program: Program
    file: str
    _games: dict[tuple[object, ...], Game] = field(default_factory=dict, repr=False, compare=False)

    def game(self, options: Mapping[str, str], players: int) -> Game:
        """The game with these options, made once; GameSetupError as from `Game`."""
        from .game import Game

        key = (players, *sorted(options.items()))
        if key not in self._games:
            self._games[key] = Game(self, options, players)
        return self._games[key]

    def plainly(self, options: Mapping[str, str], players: int) -> tuple[PlainGame, bool]:
        """A game to try out at once, and whether it was made for that; those made serve again.

        Only the one that was asked for last has the options that were asked for. GameSetupError as
        from `Game`.
        """
        from .plain_game import PlainGame, is_of_options

        own = tuple(sorted(options.items())) if is_of_options(self) else ()
        key = ("plain", players, *own)
        game = self._games.get(key)
        if isinstance(game, PlainGame):
            game.settle(options)
            return game, False
        self._games[key] = made = PlainGame(self, options, players)
        return made, True

    def noting(self, marks: Marks) -> Checked:
        """The same rules, checked into a program that notes which places it passes."""
        from ..checking.flow import FlowChecker
        from ..checking.scope import Findings
        from ..checking.symbols import collect

        symbols, _ = collect(self.rules)
        symbols.marks = marks
        program = FlowChecker(symbols, Findings()).program()
        return replace(self, symbols=symbols, program=program, _games={})
