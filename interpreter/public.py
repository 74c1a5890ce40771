"""Card games as rule files, with house rules.

    import rulerun

    game = rulerun.load("rulesets/gin.yaml", overlays=["ace_both"], options={}, players=2)
    state = game.start(seed=1)
    while not state.is_over:
        state.apply(next(iter(state.legal_moves)))
    print(state.winners)

This file is `rulerun/__init__.py` once installed. The names below are fetched from their modules
when they are first used, so that `rulerun --version` need not load the language.
"""

TYPE_CHECKING = False  # to import it would take longer than all that is done here
if TYPE_CHECKING:
    from rulerun.interpreter.bots.seating import bot
    from rulerun.interpreter.bots.strategy import Strategy
    from rulerun.interpreter.errors import (
        GameSetupError,
        IllegalMoveError,
        RuleError,
        RulesetError,
    )
    from rulerun.interpreter.loading import load
    from rulerun.interpreter.machine.game import Game
    from rulerun.interpreter.machine.moves import Move
    from rulerun.interpreter.machine.state import State
    from rulerun.interpreter.machine.view import View
    from rulerun.interpreter.simulation.comparison import Comparison, Comparisons
    from rulerun.interpreter.simulation.results import Simulation
    from rulerun.interpreter.simulation.simulating import compare, compare_all, simulate
    from rulerun.interpreter.simulation.workers import LostWorkersError

__version__ = "0.1.0"

__all__ = [
    "Comparison",
    "Comparisons",
    "Game",
    "GameSetupError",
    "IllegalMoveError",
    "LostWorkersError",
    "Move",
    "RuleError",
    "RulesetError",
    "Simulation",
    "State",
    "Strategy",
    "View",
    "__version__",
    "bot",
    "compare",
    "compare_all",
    "load",
    "simulate",
]

_HOMES = {
    "Comparison": "rulerun.interpreter.simulation.comparison",
    "Comparisons": "rulerun.interpreter.simulation.comparison",
    "Game": "rulerun.interpreter.machine.game",
    "GameSetupError": "rulerun.interpreter.errors",
    "IllegalMoveError": "rulerun.interpreter.errors",
    "LostWorkersError": "rulerun.interpreter.simulation.workers",
    "Move": "rulerun.interpreter.machine.moves",
    "RuleError": "rulerun.interpreter.errors",
    "RulesetError": "rulerun.interpreter.errors",
    "Simulation": "rulerun.interpreter.simulation.results",
    "State": "rulerun.interpreter.machine.state",
    "Strategy": "rulerun.interpreter.bots.strategy",
    "View": "rulerun.interpreter.machine.view",
    "bot": "rulerun.interpreter.bots.seating",
    "compare": "rulerun.interpreter.simulation.simulating",
    "compare_all": "rulerun.interpreter.simulation.simulating",
    "load": "rulerun.interpreter.loading",
    "simulate": "rulerun.interpreter.simulation.simulating",
}


if not TYPE_CHECKING:  # or type checkers would let every misspelt name pass

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'rulerun' has no attribute '{name}'")
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return __all__
