"""The diagnostic codes: what each means, why it is refused, a bad example and a good one.

A module for each family, each in ascending order. A code is never used again for something else.
"""

from __future__ import annotations

from ..entry import Code
from .lints import LINTS
from .overlays import OVERLAYS
from .parsing import PARSING
from .reading import READING
from .running import RUNNING
from .structure import STRUCTURE
from .types import TYPES

CODES: dict[str, Code] = {
    code.code: code
    for code in (*READING, *STRUCTURE, *PARSING, *TYPES, *OVERLAYS, *LINTS, *RUNNING)
}
