"""`rulerun schema`: what editors need to help with rule files."""

from __future__ import annotations

import json

import click

from .output import output_option, written_to
from .terminal import say


@click.command("schema", short_help="Print the JSON Schema of rule files, for editors.")
@click.argument("kind", type=click.Choice(["rule-file", "house-rule", "form"]), required=False)
@output_option
def command(kind: str | None, output_file: str | None) -> None:
    """Print the JSON Schema of rule files, house rules and forms, by which editors complete and explain.

    \b
    rulerun schema --output-file rule-file.schema.json
    rulerun schema house-rule

    One schema is good for all; a file says itself what it is. A rule file names it in its first line:

    \b
    # yaml-language-server: $schema=rule-file.schema.json

    It knows the keys and what kind of thing stands under each; what the texts say is for 'rulerun
    check'.

    Exit code: 0 it was printed, 2 wrong use, 3 the file cannot be written.
    """
    from rulerun.grammar.json_schema import schema

    with written_to(output_file):
        say(json.dumps(schema(kind), ensure_ascii=False, indent=2))
