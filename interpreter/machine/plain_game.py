"""A game made to be tried out at once: quickly there, with options that change from game to game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..checking.core import OptionValue, walk
from ..checking.settings import option_values
from ..compiling.emitter import Emitter
from ..compiling.plain_emitter import OPTION, PlainEmitter
from .checked import Checked
from .game import Game
from .runtime import Runtime
from .state import MOST_BLOCKS


class PlainGame(Game):
    """The same game, made in a third of the time; its moves take longer. Made for a few games.

    Other than any other game it is not settled: `settle` gives it other options.
    """

    emitting: ClassVar[type[Emitter]] = PlainEmitter
    patience = range(MOST_BLOCKS // 40)

    def _namespace(self, runtime: Runtime) -> dict[str, Any]:
        options = {OPTION + name: value for name, value in self.option_values.items()}
        return super()._namespace(runtime) | options

    def settle(self, options: Mapping[str, str]) -> None:
        """Go on with other options; GameSetupError for one that the rules do not allow."""
        self.option_values = option_values(self.symbols, options)
        self.options = {
            o.name: self.values.text(
                self.symbols.kind_type(o.option.kind), self.option_values[o.name]
            )
            for o in self.rules.options
        }
        for name, value in self.option_values.items():
            self._space[OPTION + name] = value
        for name, kept in self._space.items():
            if name.startswith("KNOWN_"):
                kept.clear()  # it was found out with other options
        self._blank = None


class Pack(PlainGame):
    """The pack of a game with its players and options, which nobody plays with: at once there."""

    def _compile(self) -> None:
        """Nothing is made to be played."""


def is_of_options(checked: Checked) -> bool:
    """Whether the pack is another one with other options: then a game is made for each of them."""
    asked = [pair[1] for pair in (checked.program.only, checked.program.wild) if pair is not None]
    return any(isinstance(part, OptionValue) for expr in asked for part in walk(expr))
