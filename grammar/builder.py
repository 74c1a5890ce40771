"""From the rules of rules.lark to the nodes of the syntax tree.

The parser calls the method named after a rule (or after what stands behind its `->`) with what the
rule found: tokens and nodes, nothing left out. A text that fits the grammar but cannot be meant is
refused with `Refusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from . import syntax as s
from .diagnostics import Diagnostic, did_you_mean
from .nodes import Scalar
from .record import record
from .source import Span
from .tokens import Shape, Token, card_of

Child: TypeAlias = Any  # Token | syntax.Node

#: Spellings that say the same, and the one by which the builder finds them.
SAME = {
    "pay": "pays",
    "take": "takes",
    "score": "scores",
    "draw": "draws",
    "consult": "consults",
    "play next": "plays next",
    "drop out": "drops out",
    "card": "cards",
    "are": "is",
    "whose": "where",
    "has": "where",
    "have": "where",
    "with": "where",
    "starts at": "starts as",
    "starts with": "starts as",
}
VALUES = frozenset({"NAME", "INT", "LETTER", "WRITTEN", "PERSON", "STRING", "HELP"})


class Refusal(Exception):
    """A text that is not taken, with what is to be said about it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(*(d.message for d in diagnostics))
        self.diagnostics = diagnostics


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


class Parts:
    """What a rule found, by the word in front of it.

    In `deal 2 cards from stock to each hand`, `2` stands under `deal`, `stock` under `from`. What
    stands before the first word is under the empty one; commas are passed over.
    """

    def __init__(self, children: list[Child]) -> None:
        self.under: dict[str, list[Child]] = {"": []}
        here = self.under[""]
        for child in children:
            if type(child) is Token and child.type not in VALUES:
                word = SAME.get(child.text, child.text)
                if word != ",":
                    here = self.under.setdefault(word, [])
            else:
                here.append(child)

    def __contains__(self, word: str) -> bool:
        return word in self.under

    def __getitem__(self, word: str) -> Child:
        return self.under[word][0]

    def get(self, word: str) -> Child | None:
        found = self.under.get(word)
        return found[0] if found else None

    def all(self, word: str) -> tuple[Child, ...]:
        return tuple(self.under[word])

    @property
    def facing(self) -> s.Facing:
        return "up" if "face up" in self.under else "down" if "face down" in self.under else None


class Builder:
    """One method for each rule. `text` is what is being parsed; set anew for each text.

    `expression` parses what stands in the braces of `say`.
    """

    def __init__(self, expression: Callable[[Scalar], s.Expr]) -> None:
        self.text: Scalar
        self.bracketed: dict[int, s.Node] = {}
        self._expression = expression

    def span(self, children: list[Child]) -> Span:
        """From the first to the last of them; the whole text if there are none."""
        if not children:
            return self.text.span_at(0, len(self.text.text))
        first, last = children[0].span, children[-1].span
        return Span(first.file, first.start, max(first.start, last.end))

    def refuse(self, code: str, message: str, span: Span, suggestion: str) -> Refusal:
        return Refusal([Diagnostic(code, message, span, suggestion)])

    # ---------------------------------------------------------------------------- lines

    def guard(self, c: list[Child]) -> s.Guard:
        return s.Guard(c[1], c[3], span=self.span(c))

    def for_each(self, c: list[Child]) -> s.ForEach:
        p = Parts(c)
        return s.ForEach(
            c[2].text, p.get("in"), p.get("where"), p["->"], span=self.span(c), noun_span=c[2].span
        )

    def steps(self, c: list[Child]) -> s.Steps:
        return s.Steps(tuple(c[::2]), span=self.span(c))

    def row(self, c: list[Child]) -> s.Row:
        p = Parts(c)
        return s.Row(c[0].text, p.get("when"), p.get("->"), span=self.span(c))

    def ending(self, c: list[Child]) -> s.Ending:
        p = Parts(c)
        after = p.get("after")
        return s.Ending(
            after and after.text, p["when"], span=self.span(c), after_span=after and after.span
        )

    def pay(self, c: list[Child]) -> s.Pay:
        p = Parts(c)
        return s.Pay(p.get(""), self.amount(p["pays"]), p.get("from"), p["to"], span=self.span(c))

    def take(self, c: list[Child]) -> s.Take:
        p = Parts(c)
        return s.Take(p.get(""), self.amount(p["takes"]), p["from"], span=self.span(c))

    def split(self, c: list[Child]) -> s.Split:
        return s.Split(c[1], c[3], span=self.span(c))

    def score(self, c: list[Child]) -> s.Score:
        p = Parts(c)
        return s.Score(p.get(""), p["scores"], span=self.span(c))

    def shuffle(self, c: list[Child]) -> s.Shuffle:
        p = Parts(c)
        return s.Shuffle(p["shuffle"], p.get("into"), span=self.span(c))

    def deal(self, c: list[Child]) -> s.Deal:
        p = Parts(c)
        return s.Deal(p["deal"], p["from"], p["to"], p.facing, span=self.span(c))

    def draw(self, c: list[Child]) -> s.Draw:
        p = Parts(c)
        return s.Draw(p.get(""), p["draws"], p["from"], span=self.span(c))

    def move(self, c: list[Child]) -> s.Move:
        p = Parts(c)
        under = "under" in p
        to = p["under" if under else "to"]
        return s.Move(p.all("move"), to, under, p.facing, span=self.span(c))

    def gather(self, c: list[Child]) -> s.Gather:
        p = Parts(c)
        under = "under" in p
        sources = tuple(
            s.AllCards(span=x.span) if self._whole_deck(x) else x for x in p.all("gather")
        )
        return s.Gather(sources, p["under" if under else "into"], under, span=self.span(c))

    def _whole_deck(self, source: Child) -> bool:
        """Whether a source says `all cards`, without more."""
        plain = type(source) is s.Pick and id(source) not in self.bracketed
        return plain and (source.word, source.noun, source.within, source.where) == (
            "all",
            "cards",
            None,
            None,
        )

    def flip(self, c: list[Child]) -> s.Flip:
        return s.Flip(c[1], c[3], span=self.span(c))

    def turn(self, c: list[Child]) -> s.Turn:
        facing = "up" if c[2].text == "face up" else "down"
        return s.Turn(c[1], facing, span=self.span(c))  # type: ignore[arg-type]

    def lay(self, c: list[Child]) -> s.Lay:
        return s.Lay(c[1], c[3], span=self.span(c))

    def show(self, c: list[Child]) -> s.Show:
        p = Parts(c)
        return s.Show(p["show"], p.get("to"), span=self.span(c))

    def becomes(self, c: list[Child]) -> s.Becomes:
        return s.Becomes(c[0], c[2], span=self.span(c))

    def add(self, c: list[Child]) -> s.Add:
        return s.Add(c[1], c[3], span=self.span(c))

    def remove(self, c: list[Child]) -> s.Remove:
        return s.Remove(c[1], c[3], span=self.span(c))

    def let(self, c: list[Child]) -> s.Let:
        return s.Let(c[1].text, c[3], span=self.span(c))

    def consult(self, c: list[Child]) -> s.Consult:
        p = Parts(c)
        table = p["consults"]
        return s.Consult(p.get(""), table.text, span=self.span(c), table_span=table.span)

    def go_again(self, c: list[Child]) -> s.GoAgain:
        return s.GoAgain(span=self.span(c))

    def plays_next(self, c: list[Child]) -> s.PlaysNext:
        return s.PlaysNext(c[0], span=self.span(c))

    def reverse(self, c: list[Child]) -> s.ReverseDirection:
        return s.ReverseDirection(span=self.span(c))

    def go_to(self, c: list[Child]) -> s.GoTo:
        return s.GoTo(c[1].text, span=self.span(c), phase_span=c[1].span)

    def end(self, c: list[Child]) -> s.End:
        return s.End(c[1].text, span=self.span(c), phase_span=c[1].span)

    def drop_out(self, c: list[Child]) -> s.DropOut:
        return s.DropOut(Parts(c).get(""), span=self.span(c))

    def do_nothing(self, c: list[Child]) -> s.DoNothing:
        return s.DoNothing(span=self.span(c))

    def say(self, c: list[Child]) -> s.Say:
        return s.Say(tuple(self._said(c[1])), span=self.span(c))

    def _said(self, quoted: Token) -> Iterator[str | s.Expr]:
        """The texts and expressions of `"text {E}"`."""
        value, at, end = self.text.text, quoted.start + 1, quoted.end - 1
        while at < end:
            stop = next((i for i in range(at, end) if value[i] in "{}"), end)
            if stop > at:
                yield value[at:stop]
            if stop == end:
                return
            close = value.find("}", stop, end)
            span = self.text.span_at(stop, stop + 1)
            if value[stop] == "}" or close < 0:
                other = "{" if value[stop] == "}" else "}"
                raise self.refuse(
                    "E301",
                    f"'{value[stop]}' without '{other}'",
                    span,
                    "in the text of 'say', braces hold a value: \"the pot holds {pot}\"",
                )
            first, last = stop + 1, close
            while first < last and value[first].isspace():
                first += 1
            while first < last and value[last - 1].isspace():
                last -= 1
            yield self._expression(self.piece(first, last))
            at = close + 1

    def piece(self, start: int, end: int) -> Scalar:
        """A part of the text as a text of its own, with its places in the file."""
        text = self.text
        offsets = None if text.offsets is None else text.offsets[start:end]
        return Scalar(text.text[start:end], text.span_at(start, end), offsets)

    def each(self, c: list[Child]) -> s.Each:
        p = Parts(c)
        return s.Each(
            c[1].text, p.get("in"), p.get("where"), span=self.span(c), noun_span=c[1].span
        )

    def amount(self, amount: Child) -> Child:
        """Chips are counted without a word for them: `all chips` is `all`."""
        bracketed = id(amount) in self.bracketed
        if (
            type(amount) is s.Pick
            and not bracketed
            and amount.word == "all"
            and amount.noun in ("chips", "chip")
        ):
            raise self.refuse(
                "E301",
                "'all' needs no word for chips here",
                amount.noun_span,
                "write 'all': pays all to H, takes all from H",
            )
        return amount

    def up_to(self, c: list[Child]) -> s.UpTo:
        return s.UpTo(c[1], span=self.span(c))

    def all_of_it(self, c: list[Child]) -> s.AllOfIt:
        return s.AllOfIt(span=self.span(c))

    def each_pile(self, c: list[Child]) -> s.EachPile:
        return s.EachPile(c[1].text, span=self.span(c))

    # ---------------------------------------------------------------------------- expressions

    def yes(self, c: list[Child]) -> s.YesNo:
        return s.YesNo(True, span=self.span(c))

    def no(self, c: list[Child]) -> s.YesNo:
        return s.YesNo(False, span=self.span(c))

    def logic(self, c: list[Child]) -> s.Logic:
        left, right = c[0], c[2]
        if type(right) is s.Person and type(left) is s.Is and type(left.right) is s.Person:
            subject, first = left.left.span.text, left.right.name
            raise self.refuse(
                "E301",
                f"a player alone cannot stand after '{c[1].text}'",
                right.span,
                f"several players are a list in brackets: {subject} is ({first}, {right.name})",
            )
        return s.Logic(c[1].text, left, right, span=self.span(c))

    def negation(self, c: list[Child]) -> s.Not:
        return s.Not(c[1], span=self.span(c))

    def compare(self, c: list[Child]) -> s.Compare:
        return s.Compare(c[1].text, c[0], c[2], span=self.span(c))

    def is_(self, c: list[Child]) -> s.Is:
        return s.Is(c[0], c[-1], len(c) == 4, span=self.span(c))

    def is_in(self, c: list[Child]) -> s.IsIn:
        return s.IsIn(c[0], c[-1], len(c) == 5, span=self.span(c))

    def is_facing(self, c: list[Child]) -> s.IsFacing:
        facing = "up" if c[-1].text == "face up" else "down"
        return s.IsFacing(c[0], facing, len(c) == 4, span=self.span(c))  # type: ignore[arg-type]

    def between(self, c: list[Child]) -> s.Between:
        return s.Between(c[0], c[-3], c[-1], len(c) == 7, span=self.span(c))

    def relation(self, c: list[Child]) -> s.Relation:
        return s.Relation(c[0], c[1].text, c[2], span=self.span(c), name_span=c[1].span)

    def arith(self, c: list[Child]) -> s.Arith:
        extreme = self._open_extreme(c[0])
        if extreme is not None:
            start = extreme.left.span.start
            last = extreme.right.span
            file = last.file
            outer = file.text[extreme.span.start : extreme.span.end]
            inner = file.text[extreme.span.start : last.start]
            rest = file.text[c[1].span.start : c[2].span.end]
            both = (
                f"({outer}) {rest}, or {inner}({last.text} {rest})" if start != last.start else ""
            )
            raise self.refuse(
                "E302",
                f"'{c[1].text}' after '{extreme.which} of A and B' can be read in two ways; put brackets",
                Span(file, c[1].span.start, c[2].span.end),
                f"write {both}" if both else "put brackets round what belongs together",
            )
        return s.Arith(c[1].text, c[0], c[2], span=self.span(c))

    def _open_extreme(self, node: s.Node) -> s.Extreme | None:
        """The `smaller of A and B` in which a node ends, unless it stands in brackets."""
        while id(node) not in self.bracketed:
            if type(node) is s.Extreme:
                return node
            if type(node) is s.Arith:
                node = node.right
            elif type(node) is s.Negative:
                node = node.operand
            else:
                return None
        return None

    def negative(self, c: list[Child]) -> s.Negative:
        return s.Negative(c[1], span=self.span(c))

    def extreme(self, c: list[Child]) -> s.Extreme:
        return s.Extreme(c[0].text.split()[0], c[1], c[3], span=self.span(c))

    def everything_from(self, c: list[Child]) -> s.EverythingFrom:
        return s.EverythingFrom(c[1], span=self.span(c))

    def who_did(self, c: list[Child]) -> s.WhoDid:
        return s.WhoDid(c[0].text.split()[1], c[1], span=self.span(c))

    def pick(self, c: list[Child]) -> s.Pick:
        p = Parts(c)
        return s.Pick(
            c[0].text,
            c[1].text,
            p.get("in"),
            p.get("where"),
            span=self.span(c),
            noun_span=c[1].span,
        )

    def pick_best(self, c: list[Child]) -> s.PickBest:
        p = Parts(c)
        word, best = c[0].text, c[-2]
        if word not in ("all", "first", "last", "random", "number of"):
            raise self.refuse(
                "E301",
                f"'{word}' does not go with '{best.text}'",
                c[0].span,
                "write all, first, last, random or number of: "
                f"first {c[1].text} {best.text} {c[-1].span.text}",
            )
        return s.PickBest(
            word,
            c[1].text,
            p.get("in"),
            best.text.split()[1],
            c[-1],
            span=self.span(c),
            noun_span=c[1].span,
        )

    def quant(self, c: list[Child]) -> s.Count:
        p = Parts(c)
        return s.Count(
            c[0].text,
            c[1],
            c[2].text,
            p.get("in"),
            p.get("where"),
            span=self.span(c),
            noun_span=c[2].span,
        )

    def total(self, c: list[Child]) -> s.Total:
        p = Parts(c)
        return s.Total(
            c[0].text,
            c[1].text,
            c[3],
            p.get("where"),
            span=self.span(c),
            property_span=c[1].span,
        )

    def property(self, c: list[Child]) -> s.Property:
        return s.Property(c[0].text, c[2], "of", span=self.span(c), name_span=c[0].span)

    def possessive(self, c: list[Child]) -> s.Property:
        return s.Property(c[2].text, c[0], "'s", span=self.span(c), name_span=c[2].span)

    def your(self, c: list[Child]) -> s.Property:
        you = s.You(span=c[0].span)
        return s.Property(c[1].text, you, "your", span=self.span(c), name_span=c[1].span)

    def against(self, c: list[Child]) -> s.Against:
        if c[0].text not in ("melds", "deadwood"):
            near = did_you_mean(c[0].text, ("melds", "deadwood"))
            raise self.refuse(
                "E301",
                f"'against' goes only with melds and deadwood, not with '{c[0].text}'",
                c[0].span,
                near or "it is written: melds of X against Y, deadwood of X against P",
            )
        return s.Against(c[0].text, c[2], c[4], span=self.span(c))

    def end_of(self, c: list[Child]) -> s.EndOf:
        count = c[1] if len(c) == 4 else None
        if type(count) is s.Name and count.name in ("card", "cards"):
            end, of = c[0].text, c[-1].span.text
            raise self.refuse(
                "E301",
                f"'{end} {count.name} of' has a word too many",
                count.span,
                f"write '{end} of {of}', or with a number '{end} 3 of {of}'",
            )
        return s.EndOf(c[0].text, count, c[-1], span=self.span(c))

    def next_after(self, c: list[Child]) -> s.NextAfter:
        return s.NextAfter(c[1], span=self.span(c))

    def number(self, c: list[Child]) -> s.Number:
        return s.Number(int(c[0].text), span=c[0].span)

    def letter(self, c: list[Child]) -> s.RankName:
        return s.RankName(c[0].text, span=c[0].span)

    def written(self, c: list[Child]) -> s.CardName:
        return self._card(c[0])

    def name(self, c: list[Child]) -> s.Name:
        return s.Name(c[0].text, span=c[0].span)

    def person(self, c: list[Child]) -> s.Person:
        return s.Person(c[0].text, span=c[0].span)

    def you(self, c: list[Child]) -> s.You:
        return s.You(span=c[0].span)

    def nothing(self, c: list[Child]) -> s.Nothing:
        return s.Nothing(span=c[0].span)

    def numbers(self, c: list[Child]) -> s.Numbers:
        return s.Numbers(c[1], c[3], span=self.span(c))

    def brackets(self, c: list[Child]) -> s.Node:
        node: s.Node = replace(c[1], span=self.span(c))
        self.bracketed[id(node)] = node
        return node

    def listing(self, c: list[Child]) -> s.Listing:
        return s.Listing(tuple(c[1::2]), span=self.span(c))

    # ---------------------------------------------------------------------------- turns, choices

    def each_player(self, c: list[Child]) -> s.EachPlayer:
        p = Parts(c)
        return s.EachPlayer(p.get("starting with"), p.get("where"), "other" in p, span=self.span(c))

    def in_turn(self, c: list[Child]) -> s.InTurn:
        p = Parts(c)
        return s.InTurn(p.get("starting with"), p.get("where"), span=self.span(c))

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
        if type(low) is s.Name and low.name in ("any", "each", "every", "one", "some"):
            nouns = noun.text if noun.text.endswith("s") else noun.text + "s"
            raise self.refuse(
                "E301",
                f"'{low.name}' is no number of things to choose",
                low.span,
                f"one is chosen with '{noun.text} in X', several with '2 {nouns} in X'",
            )
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

    def _card(self, token: Token) -> s.CardName:
        rank, suit = card_of(token.text)
        return s.CardName(rank, suit, span=token.span)

    def args(self, c: list[Child]) -> s.Args:
        return s.Args(tuple(c[::2]), span=self.span(c))

    def people(self, c: list[Child]) -> s.People:
        return s.People(tuple(self.person([x]) for x in c[::2]), span=self.span(c))
