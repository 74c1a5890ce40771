"""What the code that is being written may rely on, and do."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from ..checking.core import Const, Expr
from .placing import Placed


@dataclass(slots=True)
class Context:
    """What the code being emitted may do about `at any time` and `end` rows.

    `lie_in` says in which piles chosen cards, or those of a loop, lay at first, `untouched` that no card has been
    moved since. `known` are cells that hold what is known while the code is written. `firing` is the number of the place of the row of `at any time` that is being carried out.
    """

    settles: bool = True
    ends: bool = True
    in_firing: bool = False
    firing: ast.expr | None = None
    available: dict[Expr, str] = field(default_factory=dict)
    known: dict[Expr, Const] = field(default_factory=dict)
    placed: dict[Expr, Placed] = field(default_factory=dict)
    filled: frozenset[Expr] = frozenset()
    lie_in: dict[Expr, Expr] = field(default_factory=dict)
    untouched: bool = False
    temporaries: int = 0
