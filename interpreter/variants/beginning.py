"""Rule files to begin with: a small game, a form, and a house rule that is made for a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from rulerun.grammar.nodes import Mapping, Scalar
from rulerun.grammar.record import record
from rulerun.grammar.writing import list_lines, plain_or_quoted

from ..checking.settings import check_option
from ..declarations.addresses import Kind, half_of, node_at
from ..declarations.library import file_at
from ..declarations.lookup import Lookup
from ..declarations.normal_values import normal_value
from ..declarations.spelling import Speller
from ..errors import GameSetupError
from ..examples.proof import holds
from ..loading import Loaded, read_rules

_TRIED = 6
"""How many options are tried to find one that a house rule can set and that breaks few examples."""
_PEOPLE = (
    "Anna",
    "Ben",
    "Carla",
    "Dirk",
    "Eva",
    "Finn",
    "Gerd",
    "Hanna",
    "Ida",
    "Jan",
    "Kim",
    "Leo",
)

_GAME = """\
# {title}: a game for rulerun. After each change of yours
#
#   rulerun check {path}     says what is wrong with it, and what would be right
#   rulerun test {path}      plays the examples at the end
#   rulerun {path}           lets you play it
#
# Whatever has a name of your own (hand_size, front, lay, ...) can be called as you like, in one
# lower-case word or several with underscores.

game: {title}
about: Lay a card. The highest one wins the round.
players: 2 to 4

# The pack: its ranks from low to high, and the pile in which it lies when the game begins.
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock

# What a table may agree on before it plays: rulerun {path} --set hand_size=3
options:
  hand_size: number from 1 to 10, normally 5  -- cards each player is dealt

# Where cards lie, and who sees them there.
piles:
  stock: face down
  hand:  per player, seen by owner
  front: per player, face up            # the card just laid

# What is remembered from one move to the next.
remember:
  leader: player, starts as first of players
  points: number per player

# Names for what is asked more than once.
terms:
  best: all players with highest rank of top of front

# Done once, before the first phase.
setup:
  shuffle: shuffle stock
  deal:    deal hand_size cards from stock to each hand

# The course of the game. The phase `round` has the phase `lay` in it, in which each player has a
# turn and makes a move: `play`, which chooses a card.
phases:
  round:
    repeat: hand_size times
    phases:
      lay:
        who: each player starting with leader
        moves:
          play:
            choose: card in your hand
            do: move card to your front
    at end:
      score: each player consults result
      next:  leader becomes left of leader
      clear: gather each front into stock

# Who gets what: the first row whose condition holds is done.
payouts:
  result:
    won:  when you is in best -> score 1
    lost: otherwise           -> do nothing

winner: all players with most points

# What happens in a small situation. `shuffle` are the cards that the stock gives, in this order.
examples:
  the ace takes the round:
    players: Anna, Ben
    set: {{ hand_size: 1 }}
    shuffle: 9H AS
    play:
      - Anna sees: Anna's hand
      - Ben cannot see: Anna's hand, stock
      - Anna: play 9H
      - Ben: play AS
      - expect: Ben's points = 1 and Anna's points = 0
      - expect: game_over and winners is Ben
"""

_FORM = """\
# {title}: a form for rulerun, a part of games that is written once
#
#   rulerun check {path}     says what is wrong with it
#
# A game beside the folder forms/ has it in a phase of its own, under a name of its own:
#
#   phases:
#     trick:
#       use: {name}
#       repeat: 5 times
#
# Whatever has a name here (row, best_card, lay, ...) the game may replace, or add to, by writing it
# in the same place under the same name.

form: {title}
about: Everybody lays a card; whoever laid the highest takes them, and lays first the next time.

# What the game has to declare, and what it is for.
needs:
  hand: the cards from which a player lays

# What the form brings along. A game that declares one of these by itself has its own word.
piles:
  row:   face up, remembers who played
  taken: per player, face down

remember:
  beginner: player, starts as first of players

terms:
  best_card: highest card in row

# The one phase that a game's phase becomes; a form without a phase is used at the top of a game.
phases:
  round:
    who: each player starting with beginner
    moves:
      lay:
        choose: card in your hand
        do:
          lay: move card to row
    at end:
      winner: beginner becomes who played best_card
      clear:  gather row into beginner's taken
"""

_RULE = """\
# A house rule for {game}. To play with it: rulerun {path}
#
{commands}
#
# Whatever has a name in the game can be changed.

house rule: {title}
for: {for_}
"""
_COMMANDS = {
    "check {path}": "says what is wrong with it",
    "test {path}": "plays the examples, the game's and its own",
    "diff {path}": "says what it changes",
    "render {base}": "prints the game",
}


def new_game(title: str, path: str) -> str:
    """The text of a small game that can be checked, tested and played at once.

    `path` is where it will lie, for the commands in its comments.
    """
    return _GAME.format(title=plain_or_quoted(_one_line(title)), path=path)


def new_form(title: str, path: str) -> str:
    """The text of a small form that can be checked, and used by a game that deals hands.

    `path` is where it will lie; its name there is what a game says under `use`.
    """
    name = PurePath(path).stem
    return _FORM.format(title=plain_or_quoted(_one_line(title)), path=path, name=name)


def new_house_rule(title: str, path: str, base: Loaded, asked: str) -> str:
    """The text of a house rule for a game, or for a house rule, that was read without an error.

    It gives one option another value, and says which examples that breaks; what else it could do
    stands there as comments, with addresses of this game. `path` is where it will lie, `asked` how
    the base was called.
    """
    return _HouseRule(title, path, base, asked).text()


@record
class _HouseRule:
    """Writes a house rule for `base`."""

    title: str
    path: str
    base: Loaded
    asked: str

    def text(self) -> str:
        best = None
        for name, value in self.values():
            text = self.written(name, value, [])
            broken = self.broken_by(text)
            if broken is None:
                continue
            if best is None or len(broken) < len(best[2]):
                best = (name, value, broken)
            if not broken:
                break
        return self.written(*best) if best is not None else self.written(None, "", [])

    def written(self, option: str | None, value: str, broken: list[str]) -> str:
        """The whole file, with an option that it sets and the examples that this breaks."""
        own = self.base.stack.own
        assert self.base.checked is not None
        commands = {k.format(path=self.path, base=self.asked): v for k, v in _COMMANDS.items()}
        widest = max(map(len, commands))
        head = _RULE.format(
            game=_one_line(self.base.checked.rules.title),
            title=plain_or_quoted(_one_line(self.title)),
            path=self.path,
            commands="\n".join(f"#   rulerun {k.ljust(widest)}  {v}" for k, v in commands.items()),
            for_=self.base.stack.game + (f" with {own.name}" if own is not None else ""),
        )
        people = ", ".join(_PEOPLE[: self.base.checked.rules.players.low])
        lines = [*self.setting(option, value), *self.deeds(), *_examples(broken, people)]
        return head + "".join(f"{line}\n" for line in lines)

    def setting(self, option: str | None, value: str) -> Iterator[str]:
        if option is None:
            return
        yield ""
        yield "# Other normal values of options."
        yield "set:"
        yield f"  {option}: {value}    # {' '.join(self.option(option).text.split())}"

    def deeds(self) -> Iterator[str]:
        """What else a house rule can do, as comments: with things that are there in this game."""
        root = self.base.stack.root
        assert root is not None
        lookup = Lookup(root)
        speller = Speller(lookup, lookup)
        halves = [p for p in lookup.places if p.kind is Kind.THEN and p.path[0] == "payouts"]
        texts = [p for p in lookup.places if p.kind is Kind.LINE and isinstance(p.node, Scalar)]
        lines = [p for p in lookup.places if p.kind is Kind.LINES and isinstance(p.node, Mapping)]
        changed = next(iter([*halves, *texts]), None)
        yield ""
        yield "# Something else in the place of what is there."
        yield "# change:"
        if changed is not None and isinstance(changed.node, Scalar):
            text = changed.node.text
            half = half_of(changed.node, Kind.ROW, Kind.THEN) if changed in halves else None
            text = text if half is None else text[slice(*half)]
            address = speller.existing(changed.canonical)
            yield f"#   {address}: {plain_or_quoted(' '.join(text.split()))}"
        yield ""
        yield "# What is not there yet; a place may follow: first, last, before NAME, after NAME."
        yield "# add:"
        yield "#   options.another: number from 0 to 10, normally 1  -- what it is for"
        if lines:
            yield f"#   {speller.existing(lines[0].canonical)}.more, first: do nothing"
        yield ""
        yield "# What is taken away."
        removed = f"[{speller.existing(texts[0].canonical)}]" if texts else "[ADDRESS]"
        yield f"# remove: {removed}"

    def option(self, name: str) -> Scalar:
        """An option's text."""
        assert self.base.stack.root is not None
        text = node_at(self.base.stack.root, ("options", name))
        assert isinstance(text, Scalar)
        return text

    def values(self) -> Iterator[tuple[str, str]]:
        """Options, each with a value that it may have and does not have normally."""
        assert self.base.checked is not None
        symbols = self.base.checked.symbols
        for name in list(symbols.options)[:_TRIED]:
            text = self.option(name)
            normally = normal_value(text)
            if normally is None:
                continue
            for value in _others(text.text, normally.text):
                try:
                    check_option(symbols, name, value)
                except GameSetupError:
                    continue
                yield name, value
                break

    def broken_by(self, text: str) -> list[str] | None:
        """Which examples of the base do not hold with the house rule; None if it is wrong."""
        loaded = read_rules(file_at(self.path, text.encode()))
        if loaded.checked is None:
            return None
        return [
            example.title.text
            for example in loaded.stack.examples
            if example.broken_by is None and not holds(loaded, example)
        ]


def _others(option: str, normally: str) -> Iterator[str]:
    """Values that an option may have, other than its normal one."""
    if re.fullmatch(r"-?[0-9]+", normally):
        yield str(int(normally) + 1)
        yield str(int(normally) - 1)
        return
    words = option.partition(",")[0].split(" or ")
    yield from (word.strip() for word in words if word.strip() != normally)


def _examples(broken: list[str], people: str) -> Iterator[str]:
    yield ""
    yield "# Examples of the game that do not hold with this rule; `rulerun test` tells which."
    if broken:
        yield from list_lines("breaks", broken)
    else:
        yield "# breaks: [the title of an example]"
    yield ""
    yield "# Examples of its own show what the rule does. They are written as the game's are."
    yield "# examples:"
    yield "#   the beginning:"
    yield f"#     players: {people}"
    yield "#     play:"
    yield "#       - expect: not game_over"


def _one_line(text: str) -> str:
    return " ".join(text.split())
