"""The language: from a rule file's text to a syntax tree, and what is wrong with it.

`files` loads, `reader` turns YAML into nodes that know their places, `parser` turns the texts under
the keys into the syntax tree of `syntax`, `vocabulary` lists every word once, `rendering` prints
diagnostics. Nothing here knows games, types or evaluation. Only the small types are named here, so
that importing the package stays cheap.
"""

from .diagnostics import (
    Diagnostic,
    Note,
    Severity,
    did_you_mean,
    has_errors,
    in_order,
    nearest,
)
from .nodes import Entry, Mapping, Node, Scalar, Sequence
from .source import SourceFile, Span

__all__ = [
    "Diagnostic",
    "Entry",
    "Mapping",
    "Node",
    "Note",
    "Scalar",
    "Sequence",
    "Severity",
    "SourceFile",
    "Span",
    "did_you_mean",
    "has_errors",
    "in_order",
    "nearest",
]
