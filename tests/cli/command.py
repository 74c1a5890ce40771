"""What came of a command, and where things are."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Done:
    """What came of a command."""

    code: int
    out: str
    err: str


class Input(io.TextIOWrapper):
    """What stands in for the standard input: lines, and no terminal."""

    def __init__(self, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        super().__init__(io.BytesIO(data), encoding="utf-8")


Rulerun = Callable[..., Done]
