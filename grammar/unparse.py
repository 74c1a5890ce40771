"""Trees as text: canonical words, the fewest brackets, and `parse` gives the same tree again.

Used in messages, for showing merged rules, and to show how a text was read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import syntax as s

# How tightly a text holds together; a part goes into brackets where its place asks for more. The
# names are those of the rules in rules.lark.
LOOSE, UNLESS, OR, AND, NOT, COMPARED, SUM, PRODUCT, UNARY, OF, OWNED, ATOM = range(12)


class Text(NamedTuple):
    """The text of a node and what decides whether it needs brackets.

    `open`: it ends in a `where`, which would take in what follows. `extreme`: it ends in `smaller
    of A and B`, after which no arithmetic may stand.
    """

    text: str
    level: int = LOOSE
    open: bool = False
    extreme: bool = False


def unparse(tree: Any) -> str:
    """The canonical text of a node of the syntax tree, readable by the start rule it came from."""
    return _write(tree).text


def _write(node: Any) -> Text:
    written: str | Text = _WRITERS[type(node)](node)
    return Text(written) if isinstance(written, str) else written


def _last(node: Any, level: int) -> Text:
    """A part at the end of a text, in brackets if it is too loose for its place."""
    written = _write(node)
    return written if written.level >= level else Text(f"({written.text})", ATOM)


def _at(node: Any, level: int) -> str:
    """The text of a part that something follows; no open `where` stands there without brackets."""
    written = _last(node, level)
    return f"({written.text})" if written.open else written.text


def _infix(left: str, word: str, right: Text, level: int) -> Text:
    return Text(f"{left} {word} {right.text}", level, right.open, right.extreme)


# --------------------------------------------------------------------------------------------
# Expressions


def _listing(node: s.Listing) -> Text:
    return Text(f"({', '.join(map(unparse, node.items))})", ATOM)


def _property(node: s.Property) -> Text:
    if node.form == "your" and isinstance(node.owner, s.You):
        return Text(f"your {node.name}", OWNED)
    if node.form == "'s":
        return Text(f"{_at(node.owner, OWNED)}'s {node.name}", OWNED)
    return _of(f"{node.name} of", node.owner)


def _of(words: str, node: Any) -> Text:
    """`NAME of X`, where X may be a picking phrase; then the whole is as loose as one."""
    written = _write(node)
    if written.level >= OF:
        return Text(f"{words} {written.text}", OF)
    picked = isinstance(node, (s.Pick, s.PickBest, s.Count, s.Total, s.WhoDid))
    reached = isinstance(node, (s.Property, s.EndOf, s.NextAfter)) and written.level == UNARY
    if picked or reached:
        return Text(f"{words} {written.text}", UNARY, written.open, written.extreme)
    return Text(f"{words} ({written.text})", OF)


def _count(node: s.Expr) -> str:
    """A number, a name, or anything in brackets."""
    text = unparse(node)
    return text if isinstance(node, (s.Number, s.Name)) else f"({text})"


def _end_of(node: s.EndOf) -> Text:
    count = "" if node.count is None else f" {_count(node.count)}"
    return _of(f"{node.end}{count} of", node.of)


def _arith(node: s.Arith) -> Text:
    level = PRODUCT if node.op in ("*", "/", "mod") else SUM
    left = _last(node.left, level)
    first = f"({left.text})" if left.open or left.extreme else left.text
    return _infix(first, node.op, _last(node.right, level + 1), level)


def _negative(node: s.Negative) -> Text:
    operand = _last(node.operand, UNARY)
    gap = " " if operand.text.startswith("-") else ""  # two signs in a row begin a help text
    return Text(f"-{gap}{operand.text}", UNARY, operand.open, operand.extreme)


def _is(word: str, node: s.Is | s.IsIn) -> Text:
    return _infix(_at(node.left, SUM), f"{_verb_is(node)}{word}", _last(node.right, SUM), COMPARED)


def _verb_is(node: s.Is | s.IsIn | s.IsFacing | s.Between) -> str:
    left = node.left
    are_many = isinstance(left, s.Count) and _count(left.count) != "1"
    verb = "are" if are_many or isinstance(left, s.You) else "is"
    return f"{verb} not" if node.negated else verb


def _between(node: s.Between) -> Text:
    start = f"{_at(node.left, SUM)} {_verb_is(node)} between {_at(node.low, SUM)}"
    return _infix(start, "and", _last(node.high, SUM), COMPARED)


def _is_facing(node: s.IsFacing) -> Text:
    return Text(f"{_at(node.left, SUM)} {_verb_is(node)} face {node.facing}", COMPARED)


def _logic(node: s.Logic) -> Text:
    level = {"unless": UNLESS, "or": OR, "and": AND}[node.op]
    left = _at(node.left, OR if node.op == "unless" else level)
    return _infix(left, node.op, _last(node.right, level + 1), level)


def _not(node: s.Not) -> Text:
    operand = _last(node.operand, NOT)
    return Text(f"not {operand.text}", NOT, operand.open, operand.extreme)


def _in_where(within: s.Expr | None, where: s.Expr | None) -> str:
    inside = "" if within is None else f" in {_at(within, OF)}"
    return inside + _where(where)


def _where(where: s.Expr | None, word: str = "where") -> str:
    return "" if where is None else f" {word} {unparse(where)}"


def _asked(start: str, node: s.Pick | s.Count, verb: str) -> Text:
    """A question about things, which is a sentence if it asks of something that they have: `any player
    has points >= target`, but `any player where player is not dealer`."""
    within = "" if node.within is None else f" in {_at(node.within, OF)}"
    word = verb if _is_of_theirs(node.where, node.noun) else "where"
    return Text(f"{start}{within}{_where(node.where, word)}", UNARY, node.where is not None)


def _is_of_theirs(where: s.Expr | None, noun: str) -> bool:
    """Whether a condition begins with a property of what it is asked of, and compares it."""
    while isinstance(where, s.Logic):
        where = where.left
    if not isinstance(where, (s.Compare, s.Is, s.IsIn, s.Between)):
        return False
    left = where.left
    while isinstance(left, s.Arith):
        left = left.left
    return isinstance(left, s.Name) and left.name != noun


def _pick(node: s.Pick) -> Text:
    start = f"{node.word} {node.noun}"
    if node.word in ("any", "every", "no"):
        return _asked(start, node, "has")
    return Text(start + _in_where(node.within, node.where), UNARY, node.where is not None)


def _pick_best(node: s.PickBest) -> Text:
    start = f"{node.word} {node.noun}{_in_where(node.within, None)}"
    return Text(f"{start} with {node.best} {_at(node.by, OF)}", UNARY)


def _quant(node: s.Count) -> Text:
    count = _count(node.count)
    return _asked(f"{node.how} {count} {node.noun}", node, "has" if count == "1" else "have")


def _total(node: s.Total) -> Text:
    text = f"{node.word} {node.property} of {_at(node.of, OF)}{_where(node.where)}"
    return Text(text, UNARY, node.where is not None)


def _extreme(node: s.Extreme) -> Text:
    text = f"{node.which} of {_at(node.left, OF)} and {_at(node.right, OF)}"
    return Text(text, UNARY, extreme=True)


def _who_did(node: s.WhoDid) -> Text:
    card = _last(node.card, UNARY)
    return Text(f"who {node.verb} {card.text}", UNARY, card.open, card.extreme)


# --------------------------------------------------------------------------------------------
# Lines


def _value(node: Any) -> str:
    """A value at a place of an effect; the word that follows ends a `where` too."""
    return _last(node, SUM).text


def _amount(node: Any) -> str:
    """How many. `all cards` and `all chips` would read as `all` and a word for what is counted."""
    counted = ("card", "cards", "chip", "chips")
    if isinstance(node, s.UpTo):
        return f"up to {_amount(node.amount)}"
    if isinstance(node, s.Pick) and node.word == "all" and node.noun in counted:
        return f"({unparse(node)})"
    return _value(node)


def _sum(node: Any) -> str:
    """A value where the grammar takes no open `where`."""
    return _at(node, SUM)


def _subject(node: Any) -> str:
    return "" if node is None else f"{_value(node)} "


def _verb(node: Any, you: str, others: str) -> str:
    """`take 1`, `dealer takes 1`, `you take 1`."""
    subject = node.subject
    return f"{_subject(subject)}{you if subject is None or isinstance(subject, s.You) else others}"


def _facing(node: s.Deal | s.Move) -> str:
    return "" if node.facing is None else f" face {node.facing}"


def _each(node: s.Each) -> Text:
    return Text(f"each {node.noun}{_in_where(node.within, node.where)}", ATOM)


def _pay(node: s.Pay) -> str:
    source = "" if node.source is None else f" from {_sum(node.source)}"
    return f"{_verb(node, 'pay', 'pays')} {_amount(node.amount)}{source} to {_sum(node.to)}"


def _take(node: s.Take) -> str:
    return f"{_verb(node, 'take', 'takes')} {_amount(node.amount)} from {_sum(node.source)}"


def _shuffle(node: s.Shuffle) -> str:
    into = "" if node.into is None else f" into {_sum(node.into)}"
    return f"shuffle {_value(node.cards)}{into}"


def _deal(node: s.Deal) -> str:
    amount = node.amount
    cards = "card" if isinstance(amount, s.Number) and amount.value == 1 else "cards"
    start = f"deal {_amount(amount)} {cards} from {_sum(node.source)}"
    return f"{start} to {_value(node.to)}{_facing(node)}"


def _draw(node: s.Draw) -> str:
    return f"{_verb(node, 'draw', 'draws')} {_amount(node.amount)} from {_sum(node.source)}"


def _move(node: s.Move) -> str:
    cards = ", ".join(map(_value, node.cards))
    return f"move {cards} {'under' if node.under else 'to'} {_value(node.to)}{_facing(node)}"


def _gather(node: s.Gather) -> str:
    sources = ", ".join(map(_gathered, node.sources))
    return f"gather {sources} {'under' if node.under else 'into'} {_sum(node.into)}"


def _gathered(node: Any) -> str:
    """A pile. As a source, `all cards` is the whole deck."""
    plain = isinstance(node, s.Pick) and unparse(node) == "all cards"
    return "(all cards)" if plain else _value(node)


def _show(node: s.Show) -> str:
    return f"show {_value(node.cards)}" + ("" if node.to is None else f" to {_value(node.to)}")


def _say(node: s.Say) -> str:
    parts = (part if isinstance(part, str) else f"{{{unparse(part)}}}" for part in node.parts)
    return f'say "{"".join(parts)}"'


def _for_each(node: s.ForEach) -> str:
    return f"for each {node.noun}{_in_where(node.within, node.where)} -> {unparse(node.line)}"


def _row(node: s.Row) -> str:
    start = node.kind if node.condition is None else f"when {unparse(node.condition)}"
    return start if node.outcome is None else f"{start} -> {unparse(node.outcome)}"


def _ending(node: s.Ending) -> str:
    after = "" if node.after is None else f"after {node.after}, "
    return f"{after}when {unparse(node.condition)}"


# --------------------------------------------------------------------------------------------
# Turns, choices, definitions


def _starting(starting: s.Expr | None, where: s.Expr | None) -> str:
    if starting is None:
        return _where(where)
    begins = _sum(starting)
    if where is not None and isinstance(starting, s.Pick) and begins[0] != "(":
        begins = f"({begins})"  # a 'where' after it could be its own
    return f" starting with {begins}{_where(where)}"


def _repeat(node: s.Repeat) -> str:
    times = "" if node.times is None else f"{_sum(node.times)} times"
    until = "" if node.until is None else f"until {unparse(node.until)}"
    return "always" if node.always else " or ".join(filter(None, (times, until)))


def _choose_number(node: s.ChooseNumber) -> str:
    return f"number from {_sum(node.low)} to {_value(node.high)}"


def _choose_some(node: s.ChooseSome) -> str:
    if node.more:
        low = _count(node.low)
        many = f"{low if isinstance(node.low, s.Number) or low[0] == '(' else f'({low})'} or more"
    else:
        many = _count(node.low) + ("" if node.high is None else f" to {_count(node.high)}")
    alike = "" if node.same is None else f" of one {node.same}"
    row = " in sequence" if node.sequence else ""
    return f"{many} {node.noun}{alike}{row}{_in_where(node.within, node.where)}"


def _head(node: s.Head) -> str:
    match node.parameters:
        case ():
            return node.name
        case (noun,):
            return f"{node.name} of {noun}"
        case (first, second, *_):
            return f"{first} {node.name} {second}"
    raise AssertionError(node)


# --------------------------------------------------------------------------------------------
# Declarations


def _kind(node: s.Kind) -> str:
    if node.name == "words":
        return " or ".join(node.words)
    if node.low is None or node.high is None:
        return node.name
    return f"{node.name} from {_sum(node.low)} to {_sum(node.high)}"


def _option(node: s.Option) -> str:
    help_ = "" if node.help is None else f" -- {node.help}"
    return f"{unparse(node.kind)}, normally {unparse(node.normally)}{help_}"


def _per(per: str | None) -> str:
    return "" if per is None else f" per {per}"


def _remember(node: s.Remember) -> str:
    starts = "" if node.starts is None else f", starts as {unparse(node.starts)}"
    return f"{unparse(node.kind)}{_per(node.per)}{starts}{', secret' if node.secret else ''}"


def _pile_word(node: s.PileWord) -> str:
    if node.word == "family":
        return f"{node.count} {node.name}"
    if node.name is None:
        return node.word
    start, _, end = node.word.partition(" except")
    return f"{start} {node.name}{' except' + end if end else ''}"


def _seats(node: s.Seats) -> str:
    if node.teams is not None:
        return f"{node.low} in {node.teams} teams"
    return str(node.low) if node.low == node.high else f"{node.low} to {node.high}"


def _rank_span(node: s.RankSpan) -> str:
    return node.first if node.last is None else f"{node.first} to {node.last}"


def _meld(node: s.Meld) -> str:
    word = "or" if node.most is not None and node.most == node.least + 1 else "to"
    most = f" {word} {node.most}" if node.most != node.least else ""
    many = f"{node.least} or more" if node.most is None else f"{node.least}{most}"
    order = f" in order {unparse(node.order)}" if node.order is not None else ""
    natural = f"at least {node.natural} natural" if node.natural is not None else ""
    wild = f"at most {node.wild} wild" if node.wild is not None else ""
    shares = " and ".join(filter(None, (natural, wild)))
    row = " in sequence" if node.sequence else ""
    return f"{many} cards of one {node.same}{row}{order}{f' with {shares}' if shares else ''}"


def _commas(nodes: tuple[Any, ...]) -> str:
    return ", ".join(map(unparse, nodes))


def _args(node: s.Args) -> str:
    return ", ".join(
        unparse(arg) if isinstance(arg, (s.Cards, s.YesNo)) else _value(arg) for arg in node.args
    )


_WRITERS: dict[type, Callable[[Any], Any]] = {
    s.Number: lambda n: Text(str(n.value), ATOM),
    s.YesNo: lambda n: "yes" if n.value else "no",
    s.RankName: lambda n: Text(n.label, ATOM),
    s.CardName: lambda n: Text(n.rank + n.suit, ATOM),
    s.Name: lambda n: Text(n.name, ATOM),
    s.Person: lambda n: Text(n.name, ATOM),
    s.You: lambda n: Text("you", ATOM),
    s.Nothing: lambda n: Text("nothing", ATOM),
    s.Listing: _listing,
    s.Numbers: lambda n: Text(f"numbers from {_count(n.low)} to {_count(n.high)}", ATOM),
    s.Property: _property,
    s.EndOf: _end_of,
    s.NextAfter: lambda n: _of("next after", n.of),
    s.EverythingFrom: lambda n: Text(f"everything from {_at(n.of, OF)}", UNARY),
    s.WhoDid: _who_did,
    s.Against: lambda n: Text(
        f"{n.what} of {_at(n.cards, OWNED)} against {_at(n.against, OWNED)}",
        OF,
    ),
    s.Extreme: _extreme,
    s.Arith: _arith,
    s.Negative: _negative,
    s.Compare: lambda n: _infix(_at(n.left, SUM), n.op, _last(n.right, SUM), COMPARED),
    s.Is: lambda n: _is("", n),
    s.IsIn: lambda n: _is(" in", n),
    s.IsFacing: _is_facing,
    s.Between: _between,
    s.Relation: lambda n: _infix(_at(n.left, SUM), n.name, _last(n.right, SUM), COMPARED),
    s.Not: _not,
    s.Logic: _logic,
    s.Pick: _pick,
    s.PickBest: _pick_best,
    s.Count: _quant,
    s.Total: _total,
    s.Cards: lambda n: " ".join(map(unparse, n.cards)),
    s.Each: _each,
    s.UpTo: lambda n: Text(_amount(n), ATOM),
    s.AllOfIt: lambda n: Text("all", ATOM),
    s.EachPile: lambda n: Text(f"each {n.name}{_in_where(n.within, None)}", ATOM),
    s.AllCards: lambda n: Text("all cards", ATOM),
    s.Pay: _pay,
    s.Take: _take,
    s.Split: lambda n: f"split {_sum(n.holder)} among {_value(n.among)}",
    s.Score: lambda n: f"{_verb(n, 'score', 'scores')} {_value(n.points)}",
    s.Shuffle: _shuffle,
    s.Deal: _deal,
    s.Draw: _draw,
    s.Move: _move,
    s.Gather: _gather,
    s.Flip: lambda n: f"flip {_sum(n.source)} into {_sum(n.into)}",
    s.Turn: lambda n: f"turn {_value(n.cards)} face {n.facing}",
    s.Lay: lambda n: f"lay {_value(n.melds)} on {_sum(n.on)}",
    s.Show: _show,
    s.Becomes: lambda n: f"{_sum(n.target)} becomes {unparse(n.value)}",
    s.Add: lambda n: f"add {_value(n.value)} to {_sum(n.target)}",
    s.Remove: lambda n: f"remove {_value(n.value)} from {_sum(n.target)}",
    s.Let: lambda n: f"let {n.name} be {unparse(n.value)}",
    s.Consult: lambda n: f"{_verb(n, 'consult', 'consults')} {n.table}",
    s.GoAgain: lambda n: "go again",
    s.PlaysNext: lambda n: (
        f"{_value(n.player)} {'play' if isinstance(n.player, s.You) else 'plays'} next"
    ),
    s.ReverseDirection: lambda n: "reverse direction",
    s.GoTo: lambda n: f"go to {n.phase}",
    s.EndYourTurn: lambda n: "end your turn",
    s.End: lambda n: f"end {n.phase}",
    s.DropOut: lambda n: f"{_verb(n, 'drop', 'drops')} out",
    s.Say: _say,
    s.DoNothing: lambda n: "do nothing",
    s.Steps: lambda n: "; ".join(map(unparse, n.effects)),
    s.Guard: lambda n: f"when {unparse(n.condition)} -> {unparse(n.line)}",
    s.ForEach: _for_each,
    s.Row: _row,
    s.Ending: _ending,
    s.EachPlayer: lambda n: (
        f"each {'other ' if n.other else ''}player{_starting(n.starting, n.where)}"
    ),
    s.InTurn: lambda n: f"players in turn{_starting(n.starting, n.where)}",
    s.AtOnce: lambda n: f"everyone at once{_where(n.where)}",
    s.OnePlayer: lambda n: _value(n.player),
    s.Repeat: _repeat,
    s.ChooseNumber: _choose_number,
    s.ChooseOne: lambda n: f"{n.noun}{_in_where(n.within, n.where)}",
    s.ChooseSome: _choose_some,
    s.ChooseWord: lambda n: " or ".join(n.words),
    s.Head: _head,
    s.Kind: _kind,
    s.Option: _option,
    s.Remember: _remember,
    s.Chips: lambda n: (
        f"{_sum(n.amount)}{_per(n.per)}{', remembers who paid' if n.remembers_who_paid else ''}"
    ),
    s.PileWord: _pile_word,
    s.Pile: lambda n: _commas(n.words),
    s.Seats: _seats,
    s.Limit: lambda n: f"{n.moves} moves",
    s.RankSpan: _rank_span,
    s.Ranks: lambda n: _commas(n.spans),
    s.Names: lambda n: _commas(n.names),
    s.Value: lambda n: f"{' '.join(map(_rank_span, n.spans))} = {n.value}",
    s.Values: lambda n: _commas(n.values),
    s.Meld: _meld,
    s.People: lambda n: _commas(n.people),
    s.Args: _args,
    s.Seen: lambda n: ", ".join(map(_value, n.things)),
}
