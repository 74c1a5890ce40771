"""What was found in rule files, as people and other programs read it: one module for each format."""

from __future__ import annotations

FORMATS = ("full", "concise", "json", "json-lines", "github", "gitlab", "sarif", "junit")
"""What `rulerun check --format` takes; `report.render` has them all."""
