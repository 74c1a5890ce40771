"""A game with its house rules on it: files found and read, stacked and merged.

`stack` takes the path of a game or of a house rule and the house rules to lay on it, and gives merged
nodes: a game as if somebody had written it so, in which every leaf knows its file and what it
replaced. What anything means is for the stages that follow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import PurePath

from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
    Severity,
    did_you_mean,
    has_errors,
    in_order,
    shortened,
)
from rulerun.grammar.nodes import Mapping, Scalar
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile, Span

from .displaced import put_right
from .forms import Form, Used, is_form, read_form
from .house_rule import HouseRule, is_house_rule, read_house_rule
from .library import (
    RuleFile,
    Shelf,
    advice_for,
    file_at,
    find_game,
    here,
    is_path,
    shelf_beside,
    shelves_of_house_rule,
    shipped,
    titles_of,
)
from .merging import Change, Merging, Setting
from .texts import Laid, SourcedExample, Texts
from .using import Using

#: What people see as the place of names that were given from outside, on the command line say.
GIVEN = "the house rules asked for"

_SHOWN = 8  # names in a message that lists them


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A game with its house rules.

    `game` is its short name; `written` its nodes as written, `base` with the forms that it uses under
    them, `root` with the house rules on them; all are None when no game could be read. `forms` are
    those, `slips` what is perhaps misspelt in their names, `is_cut` says that one could not be laid. `form` is what stands in the file if that
    is a form, and no game. `unreadable` says that a file could not even be opened.
    `overlays` are in the order in which they were laid on. `own` is the one whose examples are to
    hold here: the house rule on its own base. It is None for a game alone and for a stack made up
    `by_hand`, whose examples are not run. `read` are the paths of all files that were
    looked into, or looked for in vain.

    `root` has the examples that are to hold; `examples` are all there are.
    """

    game: str
    file: str
    written: Mapping | None = field(default=None, repr=False)
    base: Mapping | None = field(default=None, repr=False)
    root: Mapping | None = field(default=None, repr=False)
    forms: tuple[Used, ...] = ()
    slips: tuple[Diagnostic, ...] = ()
    is_cut: bool = False
    form: Form | None = None
    overlays: tuple[HouseRule, ...] = ()
    own: HouseRule | None = None
    by_hand: bool = False
    settings: tuple[Setting, ...] = ()
    changes: tuple[Change, ...] = field(default=(), repr=False)
    examples: tuple[SourcedExample, ...] = field(default=(), repr=False)
    diagnostics: tuple[Diagnostic, ...] = ()
    unreadable: bool = False
    read: tuple[str, ...] = field(default=(), repr=False)

    @property
    def roots(self) -> tuple[Mapping, ...]:
        """The nodes of its files as they were written: the game's, the forms', the house rules'."""
        game = () if self.written is None else (self.written,)
        forms = (used.form.node for used in self.forms)
        return (*game, *forms, *(rule.node for rule in self.overlays))

    @property
    def files(self) -> dict[str, str]:
        """The short name of each house rule by the path of its file."""
        return {rule.file: rule.name for rule in self.overlays}


def stack(
    path: str | os.PathLike[str] | RuleFile,
    overlays: Iterable[str] = (),
    forms: Iterable[RuleFile] = (),
) -> Stack:
    """The game or house rule at a path (or of a name that comes with rulerun), with house rules.

    Each of `overlays` is the path of a file, or a name found beside the game; `forms` are files that
    stand for forms of the same path. Never raises for what is wrong with the files: that is in
    `diagnostics`, in order of place.
    """
    return _Stacking(find_game(path), tuple(forms)).stack(list(overlays))


@lru_cache(maxsize=32)
def _nodes(source: SourceFile) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """The nodes of a file, which do not change: whoever lays many house rules on a game reads it once."""
    root, found = read(source)
    if root is not None:
        root, displaced = put_right(root)
        found += displaced
    return root, tuple(found)


class _Stacking:
    """Finds the files of one stack and lays them on one another."""

    def __init__(self, main: RuleFile, forms: tuple[RuleFile, ...] = ()) -> None:
        self.main = main
        self.given_forms = forms
        self.game = main
        self.diagnostics: list[Diagnostic] = []
        self.roots: dict[str, Mapping | None] = {}
        self.cut: set[str] = set()  # files of which a part could not be read
        self.rules: dict[str, HouseRule | None] = {}
        self.laid: dict[str, Laid] = {}
        self.using = Using(main, self.load)
        self.shipped_files: set[str] = set()
        self.missed: list[str] = []
        self.unreadable = False

    def stack(self, names: list[str]) -> Stack:
        written = self.base()
        form = None
        if written is not None and is_form(written):
            form, found = read_form(self.main.name, written)
            self.diagnostics += found
            written = None
        if written is None:
            return Stack(
                game=self.game.name,
                file=self.main.shown,
                form=form,
                diagnostics=tuple(in_order(self.diagnostics)),
                unreadable=self.unreadable,
                read=(*self.roots, *self.missed),
            )
        base = self.with_forms(written)
        asked = [] if self.game is self.main else [self.lay(self.main, None, ())]
        asked += [self.lay(file, span, ()) for file, span in self.given(names)]
        by_hand, own = _own([one for one in asked if one is not None])

        laid = list(self.laid.values())
        merging = Merging(base)
        for one in laid:
            merging.apply(one.rule, one.below)
        texts = Texts(merging.root)
        for one in laid:
            texts.add(one)
        clashes = [*merging.diagnostics, *texts.diagnostics]
        self.diagnostics += [self.with_way_out(found, by_hand) for found in clashes]
        return Stack(
            game=self.game.name,
            file=self.main.shown,
            written=written,
            base=base,
            forms=tuple(self.using.forms),
            slips=tuple(self.using.slips),
            is_cut=self.using.is_cut,
            root=texts.root if not laid else texts.with_examples(by_hand),
            overlays=tuple(one.rule for one in laid),
            own=own,
            by_hand=by_hand,
            settings=merging.settings,
            changes=tuple(merging.changes),
            examples=tuple(texts.examples),
            diagnostics=tuple(in_order(self.diagnostics)),
            unreadable=self.unreadable,
            read=(*self.roots, *self.missed),
        )

    # -- files -----------------------------------------------------------------------------------

    def load(self, file: RuleFile) -> Mapping | None:
        """The nodes of a file; None, told, if there are none."""
        if file.identity not in self.roots:
            source = file.read()
            root = None
            if isinstance(source, SourceFile):
                root, found = _nodes(source)
                self.diagnostics += found
                if has_errors(found):
                    self.cut.add(file.identity)
            else:
                is_missing = source.code == "Y117" and source.suggestion is None
                if is_missing and file is self.main:
                    source = replace(source, suggestion=advice_for(file))
                self.diagnostics.append(source)
                self.unreadable = True
            self.roots[file.identity] = root
        return self.roots[file.identity]

    def rule(self, file: RuleFile, root: Mapping) -> HouseRule | None:
        """A file as a house rule, its form checked once."""
        if file.identity not in self.rules:
            whole = file.identity not in self.cut
            self.rules[file.identity], found = read_house_rule(file.name, root, whole=whole)
            self.diagnostics += found
        return self.rules[file.identity]

    def base(self) -> Mapping | None:
        """The nodes of the game; sets `game` to its file."""
        root = self.load(self.main)
        if root is None or not is_house_rule(root):
            return root
        rule = self.rule(self.main, root)
        if rule is None:
            return None
        shelves = shelves_of_house_rule(self.main)
        found = [f for f in (s.game(rule.game.text) for s in shelves) if f is not None]
        others = [f for f in found if f.identity != self.main.identity]
        if not others:
            self.no_game(rule.game, shelves, is_itself=bool(found))
            return None
        self.game = others[0]
        base = self.load(self.game)
        if base is not None and is_house_rule(base):
            advice = f"write 'for: GAME with {self.game.name}'"
            message = f"'{self.game.name}' is itself a house rule, not a game"
            self.tell(message, rule.game.span, advice)
            return None
        if base is not None and is_form(base):
            advice = f"write the name of a game that says 'use: {self.game.name}'"
            self.tell(f"'{self.game.name}' is a form, not a game", rule.game.span, advice)
            return None
        return base

    # -- forms -----------------------------------------------------------------------------------

    def with_forms(self, root: Mapping) -> Mapping:
        """The game with the forms that it uses under it; what cannot be laid is told."""
        self.using = Using(self.game, self.load, self.given_forms)
        base = self.using.game_over_forms(root)
        self.diagnostics += self.using.diagnostics
        self.missed += self.using.missed
        return base

    def no_game(self, name: Scalar, shelves: list[Shelf], *, is_itself: bool) -> None:
        """Tell that a house rule's game is not there."""
        self.missed += filter(None, [shelf.path(f"{name.text}.yaml") for shelf in shelves])
        files = [f for shelf in shelves if not shelf.is_of_rules for f in shelf.games()]
        titles = {f.name: titles for f in files[:_READ] if (titles := titles_of(f)) is not None}
        known = list(titles)
        if is_itself:
            known = [k for k in known if k != name.text]
            message = f"'{name.text}' is this house rule itself; it needs a game under it"
        else:
            message = f"no game is called '{name.text}'"
        bare = PurePath(name.text).name.removesuffix(".yaml").removesuffix(".yml")
        said = bare.casefold().strip()
        meant = bare if bare in titles and bare != name.text else None
        spelt = said.replace(" ", "_").replace("-", "_")
        named = (g for g, its in titles.items() if said in its or spelt == g.casefold())
        meant = meant or next((g for g in named if g != name.text), None)
        advice = f"write '{meant}': games are called as their files are" if meant else None
        advice = advice or did_you_mean(spelt, known)
        self.tell(message, name.span, advice or _there_are("games", known))

    def given(self, names: list[str]) -> list[tuple[RuleFile, Span]]:
        """The files of the house rules asked for, each with the place of its name."""
        text = SourceFile(GIVEN, ", ".join(names), is_file=False)
        found: list[tuple[RuleFile, Span]] = []
        seen = {} if self.game is self.main else {self.main.identity: self.main.shown}
        at = 0
        for name in names:
            span = Span(text, at, at + len(name))
            at = span.end + 2
            file = file_at(name) if is_path(name) else self.named(name, span, self.main)
            if file is None:
                continue
            if file.identity in seen:
                first = seen[file.identity]
                message = f"the house rule '{name}' is asked for twice"
                if first != name:
                    message = f"'{first}' and '{name}' are the same house rule"
                self.tell(message, span, "once is enough")
                continue
            seen[file.identity] = name
            found.append((file, span))
        return found

    def named(
        self, name: str, span: Span, beside: RuleFile, severity: Severity = Severity.ERROR
    ) -> RuleFile | None:
        """The house rule of a short name, near another file or near the game; None, told, if none."""
        shelves = [s for s in (shelf_beside(self.game), here(), shipped()) if s is not None]
        own = shelf_beside(beside) if beside is not self.game else None
        found = own.game(name) if own is not None else None
        for shelf in shelves:
            found = found or shelf.house_rule(self.game.name, name)
        if found is not None:
            return found
        where = ("overlays", self.game.name, f"{name}.yaml")
        self.missed += filter(None, [shelf.path(*where) for shelf in shelves])
        known = [f.name for shelf in shelves for f in shelf.house_rules(self.game.name)]
        message = f"'{self.game.name}' has no house rule '{shortened(name)}'"
        advice = did_you_mean(name, known) or _there_are("house rules", known)
        if advice is None:
            advice = f"one of your own lies in overlays/{self.game.name}/{name}.yaml"
        self.tell(message, span, advice, severity=severity)
        return None

    def with_way_out(self, found: Diagnostic, by_hand: bool) -> Diagnostic:
        """A conflict between house rules as it is told to somebody who asked for both.

        They did not write them and may not have named both; of what they cannot change the file
        is not to be edited.
        """
        if found.code != "O504" or not by_hand:
            return found
        spans = [found.span, *(n.span for n in found.notes if n.span is not None)]
        rules = {one.rule.file: one.rule for one in self.laid.values()}
        clashing = list(dict.fromkeys(s.file.name for s in spans if s.file.name in rules))
        notes = [
            Note(f"'{rule.name}' is built on '{name.text}'", name.span)
            for rule in rules.values()
            for name in rule.built_on
            if name.text in {rules[file].name for file in clashing} and rule.file not in clashing
        ]
        suggestion = found.suggestion
        if len(clashing) > 1 and all(file in self.shipped_files for file in clashing):
            suggestion = "these house rules cannot be played together"
        return replace(found, suggestion=suggestion, notes=(*found.notes, *notes))

    # -- the order of the stack ------------------------------------------------------------------

    def lay(self, file: RuleFile, span: Span | None, chain: tuple[RuleFile, ...]) -> Laid | None:
        """Put a house rule on the stack, after those it is built on; None, told, if it cannot be.

        `span` is where it is named, `chain` the house rules that need it.
        """
        if file.identity in self.laid:
            return self.laid[file.identity]
        root = self.load(file)
        if root is None:
            return None
        if not is_house_rule(root):
            what = "form" if is_form(root) else "game"
            message = f"'{file.shown}' is a {what}, not a house rule"
            if span is not None:
                advice = "a house rule begins with 'house rule:' and says 'for:' which game it is"
                self.tell(message, span, advice)
            return None
        rule = self.rule(file, root)
        if rule is None:
            return None
        if rule.game.text != self.game.name:
            message = (
                f"this house rule is for '{rule.game.text}', and the game is '{self.game.name}'"
            )
            notes = () if span is None else (Note("asked for here", span),)
            self.tell(message, rule.game.span, None, *notes)
            return None
        below: set[str] = set()
        for name in rule.built_on:
            found = self.named(name.text, name.span, file)
            if found is None:
                continue
            if self.is_built_on_itself(found, (*chain, file), name):
                continue
            under = self.lay(found, name.span, (*chain, file))
            if under is not None:
                below |= {under.rule.file, *under.below}
        for name in rule.over:  # a name that nothing has overrules nothing
            self.named(name.text, name.span, file, Severity.WARNING)
        laid = Laid(rule, frozenset(below))
        self.laid[file.identity] = laid
        shipped_rule = shipped().house_rule(self.game.name, file.name)
        if shipped_rule is not None and shipped_rule.identity == file.identity:
            self.shipped_files.add(rule.file)
        return laid

    def is_built_on_itself(self, file: RuleFile, chain: tuple[RuleFile, ...], name: Scalar) -> bool:
        """Whether a house rule is one of those that need it, which is told."""
        at = next((i for i, f in enumerate(chain) if f.identity == file.identity), None)
        if at is None:
            return False
        message = f"'{file.name}' cannot be built on itself"
        if at < len(chain) - 1:
            message = " is built on ".join(f"'{f.name}'" for f in chain[at : at + 2])
            message += "".join(f", which is built on '{f.name}'" for f in (*chain[at + 2 :], file))
        self.tell(message, name.span, "leave it out")
        return True

    def tell(
        self,
        message: str,
        span: Span,
        advice: str | None,
        *notes: Note,
        severity: Severity = Severity.ERROR,
    ) -> None:
        self.diagnostics.append(Diagnostic("O506", message, span, advice, notes, severity))


def _own(asked: list[Laid]) -> tuple[bool, HouseRule | None]:
    """Whether a stack is made up by hand; if not, the house rule on whose own base it is."""
    for one in asked:
        if all(other is one or other.rule.file in one.below for other in asked):
            return False, one.rule
    return bool(asked), None


_READ = 500
"""So many files of a folder are looked into for the game that was meant."""


def _there_are(what: str, known: list[str]) -> str | None:
    """Which names there are, the first few of them."""
    names = list(dict.fromkeys(known))
    if not names:
        return None
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"the {what} are {', '.join(names[:_SHOWN])}{more}"
