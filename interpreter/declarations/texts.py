"""What house rules say beside the rules: sources, rulings, labels and examples."""

from __future__ import annotations

from dataclasses import field, replace

from rulerun.grammar.diagnostics import Diagnostic, Note, did_you_mean
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from .addresses import with_entry, with_node, without
from .house_rule import HouseRule


@record
class SourcedExample:
    """An example and whose it is: `overlay` is a house rule's short name, None for the game.

    `broken_by` is the first house rule that says under `breaks` that it no longer holds, and
    `broken_at` where it says so.
    """

    title: Scalar
    node: Node = field(repr=False)
    overlay: str | None
    broken_by: str | None = None
    broken_at: Span | None = field(default=None, repr=False)


@record
class Laid:
    """A house rule in the stack. `below` are the files of those it is built on, all the way down."""

    rule: HouseRule
    below: frozenset[str]

    def may_overrule(self, other: Laid) -> bool:
        """Whether it may do something to what another one in the stack has done."""
        return other.rule.file in self.below or self.rule.overrules(other.rule.name)


class Texts:
    """The texts of a game as house rules are laid on it, one by one with `add`."""

    def __init__(self, root: Mapping) -> None:
        self.root = root
        self.diagnostics: list[Diagnostic] = []
        self.said: dict[tuple[str, ...], Laid] = {}
        examples = root.get("examples")
        entries = examples.entries if isinstance(examples, Mapping) else ()
        self.examples = [SourcedExample(e.key, e.value, None) for e in entries]

    def add(self, one: Laid) -> None:
        rule = one.rule
        for key, extra in (("rulings", rule.rulings), ("titles", rule.titles)):
            entry = rule.node.entry(key)
            if extra is not None and entry is not None:
                under = self.root.get(key)
                self.put(entry.key, self.merged(under, extra, one, (key,)))
        entry = rule.node.entry("source")
        if rule.sources and entry is not None:
            written = self.root.get("source")
            first = () if written is None else (written,)
            items = written.items if isinstance(written, Sequence) else first
            span = entry.key.span if written is None else written.span
            self.put(entry.key, Sequence((*items, *rule.sources), span))
        self.break_examples(one)
        for example in rule.examples:
            self.add_example(one, example)

    def put(self, key: Scalar, value: Node) -> None:
        if self.root.get(key.text) is not None:
            self.root = with_node(self.root, (key.text,), value)
        else:
            self.root = with_entry(self.root, (), Entry(key, value), len(self.root.entries))

    def merged(
        self, under: Node | None, extra: Mapping, one: Laid, path: tuple[str, ...]
    ) -> Mapping:
        """A map of texts with more of them; what was said already gives way, if it may."""
        here = under if isinstance(under, Mapping) else Mapping((), extra.span)
        entries = {e.key.text: e for e in here}
        for entry in extra:
            word = entry.key.text
            place = (*path, word)
            old = entries.get(word)
            new = entry.value
            if isinstance(new, Mapping) and (old is None or isinstance(old.value, Mapping)):
                merged = self.merged(None if old is None else old.value, new, one, place)
                entries[word] = Entry(entry.key if old is None else old.key, merged)
                continue
            earlier = self.said.get(place)
            if earlier is not None and not one.may_overrule(earlier) and old is not None:
                self.clash(one, earlier, entry, old)
            entries[word] = entry if old is None else Entry(entry.key, replace(new, over=old.value))
            self.said[place] = one
        return replace(here, entries=tuple(entries.values()))

    def clash(self, one: Laid, earlier: Laid, entry: Entry, old: Entry) -> None:
        new, under = entry.value, old.value
        if isinstance(new, Scalar) and isinstance(under, Scalar) and new.text == under.text:
            return
        name = earlier.rule.name
        message = f"the house rule '{name}' says something about '{entry.key.text}' too"
        advice = f"if this one is to win, write 'over: [{name}]'"
        note = Note(f"'{name}' says it here", old.key.span)
        self.tell("O504", message, entry.key.span, advice, note)

    # -- examples --------------------------------------------------------------------------------

    def is_of_base(self, example: SourcedExample, one: Laid) -> bool:
        """Whether an example belongs to what a house rule is built on."""
        span = example.title.span
        return example.overlay is None or span.file.name in one.below

    def break_examples(self, one: Laid) -> None:
        rule = one.rule
        if rule.breaks_all:
            entry = rule.node.entry("breaks")
            assert entry is not None
            for i, example in enumerate(self.examples):
                if example.broken_by is None and self.is_of_base(example, one):
                    self.examples[i] = replace(
                        example, broken_by=rule.name, broken_at=entry.value.span
                    )
        for title in rule.breaks:
            matching = [
                i
                for i, example in enumerate(self.examples)
                if example.title.text == title.text and self.is_of_base(example, one)
            ]
            whole = [i for i in matching if self.examples[i].broken_by is None]
            for i in whole:
                self.examples[i] = replace(
                    self.examples[i], broken_by=rule.name, broken_at=title.span
                )
            if not whole:
                self.nothing_to_break(one, title, [self.examples[i] for i in matching])

    def nothing_to_break(self, one: Laid, title: Scalar, broken: list[SourcedExample]) -> None:
        """Tell why `breaks` names no example; of one that somebody else broke nothing is told."""
        if not broken:
            known = [e.title.text for e in self.examples if self.is_of_base(e, one)]
            message = f"no example of the game is called '{title.text}'"
            advice = did_you_mean(title.text, known) or "leave it out"
            self.tell("O505", message, title.span, advice)
            return
        first = broken[0]
        note = () if first.broken_at is None else (Note("here", first.broken_at),)
        if first.broken_by == one.rule.name:
            message = f"the example '{title.text}' is listed twice"
            self.tell("O505", message, title.span, "leave it out", *note)
        elif first.broken_at is not None and first.broken_at.file.name in one.below:
            message = f"the example '{title.text}' does not hold since '{first.broken_by}' already"
            self.tell("O505", message, title.span, "leave it out", *note)

    def add_example(self, one: Laid, entry: Entry) -> None:
        for example in self.examples:
            same = example.title.text == entry.key.text and example.broken_by is None
            if same and self.is_of_base(example, one):
                message = f"an example '{entry.key.text}' is there already"
                advice = "give it another name, or list that one under 'breaks'"
                note = Note("here", example.title.span)
                self.tell("O503", message, entry.key.span, advice, note)
                return
        self.examples.append(SourcedExample(entry.key, entry.value, one.rule.name))

    def with_examples(self, by_hand: bool) -> Mapping:
        """The nodes with the examples that are to hold; a stack made up by hand has none."""
        entries = tuple(Entry(e.title, e.node) for e in self.examples if e.broken_by is None)
        written = self.root.entry("examples")
        if written is not None and (by_hand or not entries):
            return without(self.root, ("examples",))
        if by_hand or not entries:
            return self.root
        if written is not None and isinstance(written.value, Mapping):
            examples = replace(written.value, entries=entries)
            return with_node(self.root, ("examples",), examples)
        if written is not None:  # no map: told by the stage that reads examples
            return self.root
        first = entries[0].key
        key = Scalar("examples", first.span)
        examples = Mapping(entries, first.span)
        return with_entry(self.root, (), Entry(key, examples), len(self.root.entries))

    def tell(self, code: str, message: str, span: Span, advice: str | None, *notes: Note) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, advice, notes))
