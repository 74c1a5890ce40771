"""Every word of the language, once.

Structural keys, effects, built-ins, words of piles and kinds, reserved words, diagnostic codes: each
is one entry of one table, read by the parser's messages, the checker, the reference and completion.
"""

from .builtins import BUILTINS
from .codes import CODES
from .effects import EFFECTS
from .keys import KEYS
from .words import RESERVED, WORDS

__all__ = ["BUILTINS", "CODES", "EFFECTS", "KEYS", "RESERVED", "WORDS"]
