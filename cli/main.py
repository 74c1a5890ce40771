"""The command `rulerun`: reads its arguments, calls one function, prints."""

import click

import rulerun


@click.group()
@click.version_option(rulerun.__version__, prog_name="rulerun", message="%(prog)s %(version)s")
def main() -> None:
    """Play, check and test card games written as rule files."""
