"""How expressions become nodes of the syntax tree: one method for each rule of rules.lark."""

from __future__ import annotations

from dataclasses import replace

from . import syntax as s
from .diagnostics import did_you_mean
from .parts import Child, Making, Parts
from .source import Span


class ExpressionMaking(Making):
    """The rules of expressions."""

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

    def letter(self, c: list[Child]) -> s.RankName:
        return s.RankName(c[0].text, span=c[0].span)

    def written(self, c: list[Child]) -> s.CardName:
        return self._card(c[0])

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
