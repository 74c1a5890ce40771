"""From the rules of rules.lark to the nodes of the syntax tree.

The parser calls the method named after a rule, or after what stands behind its `->` (parts.py). Here
are those of what is written once for a game or a move: declarations, turns and choices, examples.
Lines and expressions have modules of their own.
"""

from __future__ import annotations

from typing import Any, Literal

from . import syntax as s
from .expression_nodes import ExpressionMaking
from .line_nodes import LineMaking
from .parts import SAME, Child, Parts
from .record import record
from .tokens import Shape, Token
from .vocabulary.words import NUMBERS


@record
class Words(s.Node):
    """`high or low`"""

    words: tuple[str, ...]


@record
class Many(s.Node):
    """`3`, `1 to 4`, `3 or more`"""

    low: s.Expr
    high: s.Expr | None
    more: bool


@record
class Per(s.Node):
    """`per player`, `per column`"""

    noun: str | None


@record
class Alike(s.Node):
    """`of one rank`, `of one suit in sequence`"""

    same: Literal["rank", "suit"]
    sequence: bool


@record
class Share(s.Node):
    """`at most 3 wild`, `at least 2 natural`"""

    word: str
    number: int


_NO_NUMBER = ("any", "each", "every", "one", "some", "all", "both", "up")
"""Words before a noun that say less than how many of them are chosen."""


class Builder(LineMaking, ExpressionMaking):
    """All rules of the grammar."""

    # ---------------------------------------------------------------------------- turns, choices

    def each_player(self, c: list[Child]) -> s.EachPlayer:
        p = Parts(c)
        self._no_doubtful_where(c, p)
        return s.EachPlayer(p.get("starting with"), p.get("where"), "other" in p, span=self.span(c))

    def in_turn(self, c: list[Child]) -> s.InTurn:
        p = Parts(c)
        self._no_doubtful_where(c, p)
        return s.InTurn(p.get("starting with"), p.get("where"), span=self.span(c))

    def _no_doubtful_where(self, c: list[Child], p: Parts) -> None:
        """Refuse `starting with first player where C`: C may say who begins, or who has turns."""
        starting, where = p.get("starting with"), p.get("where")
        if where is None or type(starting) is not s.Pick or id(starting) in self.bracketed:
            return
        word = next(t for t in c if isinstance(t, Token) and SAME.get(t.text, t.text) == "where")
        begins = starting.span.text
        asked = f"{word.text} {where.span.text}"
        raise self.refuse(
            "E302",
            f"'{word.text}' after 'starting with {begins}' can be read in two ways; put brackets",
            word.span,
            f"who begins: 'starting with ({begins} {asked})'; who has turns: "
            f"'starting with ({begins}) {asked}'",
        )

    def at_once(self, c: list[Child]) -> s.AtOnce:
        return s.AtOnce(Parts(c).get("where"), span=self.span(c))

    def one_player(self, c: list[Child]) -> s.OnePlayer:
        return s.OnePlayer(c[0], span=self.span(c))

    def repeat(self, c: list[Child]) -> s.Repeat:
        p = Parts(c)
        return s.Repeat(p.get(""), p.get("until"), "always" in p, span=self.span(c))

    def choose_number(self, c: list[Child]) -> s.ChooseNumber:
        return s.ChooseNumber(c[2], c[4], span=self.span(c))

    def choose_one(self, c: list[Child]) -> s.ChooseOne:
        p = Parts(c)
        return s.ChooseOne(
            c[0].text, p.get("in"), p.get("where"), span=self.span(c), noun_span=c[0].span
        )

    def many(self, c: list[Child]) -> Many:
        return Many(c[0], c[2] if len(c) > 1 else None, False, span=self.span(c))

    def or_more(self, c: list[Child]) -> Many:
        low: Any = self.number(c[:1]) if len(c) == 3 else self.brackets(c[:3])
        return Many(low, None, True, span=self.span(c))

    def alike(self, c: list[Child]) -> Alike:
        return Alike(c[2].text, len(c) > 3, span=self.span(c))

    def choose_some(self, c: list[Child]) -> s.ChooseSome:
        many, noun, alike = c[0], c[1], c[2] if type(c[2]) is Alike else None
        p = Parts([x for x in c[1:] if x is not alike])
        low, high = many.low, many.high
        if type(low) is s.Name and (
            low.name in _NO_NUMBER
            or (low.name in NUMBERS and low.name not in self.text.span.file.words_of_keys)
        ):
            from .idioms import how_many  # most files have no mistakes, and start sooner without

            said = f"'{low.name}' is no number of things to choose"
            write = how_many(self.text.text)
            advice = f"write: {write}" if write else f"several are chosen with '2 {noun.text} in X'"
            raise self.refuse("E301", said, low.span, advice)
        if alike is not None and noun.text not in ("card", "cards"):
            raise self.refuse(
                "E301",
                f"only cards are 'of one {alike.same}', not {noun.text}",
                alike.span,
                f"write 'cards of one {alike.same}', or leave it out",
            )
        if alike is not None and alike.same == "rank" and alike.sequence:
            raise self.refuse(
                "E301",
                "cards of one rank have no sequence",
                alike.span,
                "write 'of one suit in sequence', or 'of one rank' alone",
            )
        return s.ChooseSome(
            low,
            high,
            noun.text,
            p["in"],
            p.get("where"),
            many.more,
            None if alike is None else alike.same,
            alike is not None and alike.sequence,
            span=self.span(c),
            noun_span=noun.span,
        )

    def choose_word(self, c: list[Child]) -> s.ChooseWord:
        return s.ChooseWord(c[0].words, span=self.span(c))

    def words(self, c: list[Child]) -> Words:
        return Words(tuple(x.text for x in c[::2]), span=self.span(c))

    def head(self, c: list[Child]) -> s.Head:
        names = [x.text for x in c]
        if len(c) == 1:
            return s.Head(names[0], (), span=self.span(c))
        if c[1].type == "NAME":
            return s.Head(names[1], (names[0], names[2]), span=self.span(c))
        return s.Head(names[0], (names[2],), span=self.span(c))

    # ---------------------------------------------------------------------------- declarations

    def option(self, c: list[Child]) -> s.Option:
        last = c[-1]
        help_ = last.text[2:].strip() if type(last) is Token and last.shape is Shape.HELP else None
        return s.Option(c[0], Parts(c)["normally"], help_ or None, span=self.span(c))

    def remember(self, c: list[Child]) -> s.Remember:
        per, rest = self._per(c)
        p = Parts(rest)
        starts, secret = p.get("starts as"), "secret" in p
        return s.Remember(c[0], per.noun, starts, secret, span=self.span(c), per_span=per.span)

    def per(self, c: list[Child]) -> Per:
        noun = c[-1].text.removeprefix("per ")
        return Per(noun, span=c[-1].span)

    def kind(self, c: list[Child]) -> s.Kind:
        first, span = c[0], self.span(c)
        if type(first) is Words:
            return s.Kind("words", first.words, span=span)
        if first.text == "yes":
            return s.Kind("yes or no", span=span)
        p = Parts(c)
        return s.Kind(first.text, (), p.get("from"), p.get("to"), span=span)

    def pile(self, c: list[Child]) -> s.Pile:
        return s.Pile(tuple(c[::2]), span=self.span(c))

    def pile_word(self, c: list[Child]) -> s.PileWord:
        first, span = c[0], self.span(c)
        if first.type == "INT":
            return s.PileWord("family", c[1].text, int(first.text), span=span)
        word = f"refilled from {c[2].text}" if len(c) == 3 else first.text
        return s.PileWord(word, c[1].text if len(c) > 1 else None, span=span)

    def chips(self, c: list[Child]) -> s.Chips:
        per, rest = self._per(c)
        remembers = "remembers who paid" in Parts(rest)
        return s.Chips(c[0], per.noun, per.span, remembers, span=self.span(c))

    def _per(self, c: list[Child]) -> tuple[Per, list[Child]]:
        """Of what each has one, and the other parts."""
        per = next((x for x in c if type(x) is Per), None)
        return per or Per(None, span=self.span(c)), [x for x in c if type(x) is not Per]

    def seats(self, c: list[Child]) -> s.Seats:
        low = int(c[0].text)
        if len(c) == 4:
            return s.Seats(low, low, int(c[2].text), span=self.span(c))
        return s.Seats(low, int(c[-1].text), None, span=self.span(c))

    def limit(self, c: list[Child]) -> s.Limit:
        return s.Limit(int(c[0].text), span=self.span(c))

    def ranks(self, c: list[Child]) -> s.Ranks:
        return s.Ranks(tuple(c[::2]), span=self.span(c))

    def rank_span(self, c: list[Child]) -> s.RankSpan:
        return s.RankSpan(c[0].text, c[2].text if len(c) > 1 else None, span=self.span(c))

    def names(self, c: list[Child]) -> s.Names:
        return s.Names(tuple(self.name([x]) for x in c[::2]), span=self.span(c))

    def values(self, c: list[Child]) -> s.Values:
        return s.Values(tuple(c[::2]), span=self.span(c))

    def value(self, c: list[Child]) -> s.Value:
        below_0 = c[-2].text == "-"
        spans = tuple(c[: -3 if below_0 else -2])
        number = int(c[-1].text)
        return s.Value(spans, -number if below_0 else number, span=self.span(c))

    def meld(self, c: list[Child]) -> s.Meld:
        least, most = int(c[0].text), int(c[0].text)
        if c[1].text == "to":
            return self._meld(c, least, int(c[2].text))
        if c[1].text == "or":
            top = None if c[2].text == "more" else int(c[2].text)
            if top is not None and top != least + 1:
                raise self.refuse(
                    "E301",
                    f"'{least} or {top} cards' is no size of a meld",
                    c[2].span,
                    f"write '{least} to {top} cards', '{least} or {least + 1} cards' or "
                    f"'{least} or more cards'",
                )
            return self._meld(c, least, top)
        return self._meld(c, least, most)

    def _meld(self, c: list[Child], least: int, most: int | None) -> s.Meld:
        p = Parts([x for x in c if type(x) is not Share])
        shares: dict[str, Share] = {}
        for share in c:
            if type(share) is not Share:
                continue
            if share.word in shares:
                raise self.refuse(
                    "E301", f"'{share.word}' stands here twice", share.span, "say it once"
                )
            shares[share.word] = share
        return s.Meld(
            least,
            most,
            "rank" if "rank" in p else "suit",
            "in sequence" in p,
            p.get("in order"),
            shares["wild"].number if "wild" in shares else None,
            shares["natural"].number if "natural" in shares else None,
            span=self.span(c),
        )

    def share(self, c: list[Child]) -> Share:
        return Share(c[2].text, int(c[1].text), span=self.span(c))

    # ---------------------------------------------------------------------------- examples

    def cards(self, c: list[Child]) -> s.Cards:
        return s.Cards(
            tuple(self._card(x) if x.type == "WRITTEN" else self.name([x]) for x in c),
            span=self.span(c),
        )

    def no_cards(self, c: list[Child]) -> s.Cards:
        return s.Cards((), span=self.span(c))

    def args(self, c: list[Child]) -> s.Args:
        return s.Args(tuple(c[::2]), span=self.span(c))

    def seen(self, c: list[Child]) -> s.Seen:
        return s.Seen(tuple(c[::2]), span=self.span(c))

    def people(self, c: list[Child]) -> s.People:
        return s.People(tuple(self.person([x]) for x in c[::2]), span=self.span(c))
