"""How lines that do things become nodes of the syntax tree: one method for each rule of rules.lark."""

from __future__ import annotations

from collections.abc import Iterator

from . import syntax as s
from .parts import Child, Making, Parts
from .tokens import Token


class LineMaking(Making):
    """The rules of lines and rows."""

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

    def end_your_turn(self, c: list[Child]) -> s.EndYourTurn:
        return s.EndYourTurn(span=self.span(c))

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
        return s.EachPile(c[1].text, Parts(c).get("in"), span=self.span(c))
