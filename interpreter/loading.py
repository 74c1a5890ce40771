"""From a path to a game: every stage in order, all that is wrong collected on the way."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import Diagnostic, Note, has_errors, in_order, worst
from rulerun.grammar.nodes import Entry, Node, Sequence
from rulerun.grammar.nodes import Mapping as NodeMapping
from rulerun.grammar.reader import MAX_TOLD
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from .checking.core import Expr, Program
from .checking.flow import FlowChecker
from .checking.following import without_followers
from .checking.misnamed import told_where_declared
from .checking.one_for_each import told_for_each
from .checking.parted import told_in_one_word
from .checking.reserved import told_at_the_name
from .checking.reworded import told_as_wordings
from .checking.scope import Enough, Findings
from .checking.symbols import Symbols, collect, is_taken
from .declarations.house_rule import HouseRule
from .declarations.library import RuleFile
from .declarations.overlay import Stack, stack
from .declarations.replaced import with_both_places, with_what_is_gone
from .declarations.ruleset import Example, Ruleset
from .declarations.structure import build_with_gaps, wrong_in_form
from .declarations.using import with_uses
from .errors import RulesetError
from .examples.preparing import prepare
from .given import listed
from .given import path as path_of
from .machine.checked import Checked

if TYPE_CHECKING:
    from .machine.game import Game


@record
class Loaded:
    """What came of reading a rule file: as far as the stages got, and all that is wrong.

    `checked` is there when the rules are right, even if something is wrong in an example. `is_cut`: so much
    is wrong that not all of it is told.
    """

    stack: Stack
    ruleset: Ruleset | None
    checked: Checked | None
    diagnostics: tuple[Diagnostic, ...]
    is_cut: bool = False


def read_rules(
    path: str | os.PathLike[str] | RuleFile,
    overlays: Iterable[str | os.PathLike[str]] = (),
    *,
    linted: bool = False,
    forms: Iterable[RuleFile] = (),
) -> Loaded:
    """Read a game or house rule with further house rules on it, and check all of it.

    `linted`: look also for what reads right and is probably not meant. `forms` stand for the forms
    that lie at their paths. Whatever stands in the files, this does not raise.
    """
    if isinstance(overlays, str | os.PathLike):
        raise TypeError(f"overlays is a list of house rules: [{os.fspath(overlays)!r}]")
    named = [
        path_of(overlay, "a house rule is a name or a path")
        for overlay in listed(overlays, "overlays is a list of house rules")
    ]
    if not isinstance(path, RuleFile):
        path = path_of(path, "a game is a name or a path")
    stacked = stack(path, named, forms)
    found = list(stacked.diagnostics)
    ruleset = checked = None
    if stacked.form is not None:
        found += [d for d in wrong_in_form(stacked.form.node) if d not in found]
    if stacked.root is not None:
        whole = not has_errors(found)
        ruleset, wrong = build_with_gaps(
            stacked.root, name=stacked.game, overlays=stacked.files, whole=whole
        )
        is_cut = stacked.is_cut or (
            has_errors(found + wrong) and (_lacks_a_form(stacked) or _is_use_misspelt(wrong))
        )
        # A phase may have from its form what it seems to lack.
        rest = [d for d in wrong if d.code not in _LACKING]
        found += rest if is_cut and has_errors(found + rest) else wrong
        found = _without_cut_off(found)
        if ruleset is not None and has_errors(found):
            if len(found) < MAX_TOLD and not is_cut:
                found += _names_and_types(ruleset, found)
                found = told_at_the_name(found)
            ruleset = None
    if ruleset is not None:
        symbols, wrong = collect(ruleset)
        found += wrong
        findings = Findings(most=MAX_TOLD + 1)
        program = _program(symbols, findings)
        found += findings.diagnostics
        if program is not None and not has_errors(found):
            checked = Checked(ruleset, symbols, program, stacked.file)
            wrong_seats: list[Example] = []
            asked: list[tuple[Span, Expr, bool]] = []
            for example in ruleset.examples:
                if len(found) <= MAX_TOLD:
                    prepared, wrong = prepare(checked, example)
                    asked += () if prepared is None else prepared.expected
                    if any(d.code == _SEATS for d in wrong) and _is_of_the_game(example, stacked):
                        wrong_seats.append(example)
                    else:
                        found += _with_breaks(wrong, example, stacked.own)
            if wrong_seats:
                found.append(_seated_otherwise(wrong_seats, ruleset, stacked))
            if linted:
                # Imported late: who only plays does without.
                from .lint import lint
                from .lint.causes import with_causes

                lints = partial(_linted, stacked)
                found += with_causes(_of_the_game(lint(checked, asked), stacked), stacked, lints)
    if stacked.root is not None:
        found = without_followers(told_in_one_word(found, stacked.root), stacked.root)
        found = told_for_each(told_where_declared(found, stacked.root), stacked.root)
        found = told_as_wordings(found, stacked.root)
        found = with_both_places(found, stacked.root)
        found = with_what_is_gone(found, stacked.changes)
        found = with_uses(found, stacked.root, stacked.forms)
        found = _without_unread(found)
        if stacked.overlays and has_errors(found):
            from .lint.causes import errors_with_causes  # who only plays does without

            found = errors_with_causes(found, stacked, partial(_errors, stacked))
    if linted or has_errors(found):
        from rulerun.grammar.cut_texts import with_cut_texts  # who only plays does without

        found = with_cut_texts(found, stacked.roots, linted=linted)
    if linted:
        found += stacked.slips
        from .lint.house_rules import of_house_rules
        from .lint.silencing import silenced

        found += of_house_rules(stacked, are_right=not has_errors(found))

        found = silenced(found, stacked, complete=checked is not None)
    told, is_cut = _told(found)
    return Loaded(stacked, ruleset, checked, tuple(told), is_cut)


_SEATS = "S241"


def _is_of_the_game(example: Example, stacked: Stack) -> bool:
    """Whether an example stands in the game's file, or that of an earlier house rule."""
    return stacked.own is not None and example.span.file.name != stacked.own.file


def _seated_otherwise(examples: list[Example], ruleset: Ruleset, stacked: Stack) -> Diagnostic:
    """That the game's examples seat more or fewer players than it is for now: one mistake, told once."""
    first = examples[0]
    others = [e for e in ruleset.examples if e not in examples and _is_of_the_game(e, stacked)]
    several = len(examples) > 1
    what = f"{len(examples)} examples seat" if several else f"the example '{first.name}' seats"
    message = f"{what} other numbers of players than the game is for now"
    names = [f"'{e.name}'" if re.search(r"[^\w ()-]", e.name) else e.name for e in examples]
    listed = f"[{', '.join(names)}]" if others or not several else "all"
    seats = ruleset.players.span
    note = Note(f"this one seats {len(first.players)}", first.people)
    return Diagnostic(
        _SEATS, message, seats, f"if that is meant, write 'breaks: {listed}'", (note,)
    )


def _with_breaks(
    found: list[Diagnostic], example: Example, own: HouseRule | None
) -> list[Diagnostic]:
    """What is wrong in an example of the game may be so because a house rule made it another game."""
    if own is None or example.span.file.name == own.file:
        return found
    entry = own.node.entry("breaks") or own.node.entry("house rule")
    message = f"if '{own.name}' is meant so, the example '{example.name}' belongs under 'breaks'"
    note = Note(message, None if entry is None else entry.key.span, equal=entry is not None)
    return [replace(diagnostic, notes=(*diagnostic.notes, note)) for diagnostic in found]


def _program(symbols: Symbols, findings: Findings) -> Program | None:
    """The program of a ruleset; None when so much is wrong that the check was given up."""
    try:
        return FlowChecker(symbols, findings).program()
    except Enough:
        return None


def _told(found: Iterable[Diagnostic]) -> tuple[list[Diagnostic], bool]:
    """What is told of all that was found, in order: of very many mistakes the worst ones; whether it is."""
    told = in_order([_with_rest(d) if d.code in _OF_ALL else d for d in found])
    if len(told) <= MAX_TOLD:
        return told, False
    note = Note(
        f"more is wrong than these {MAX_TOLD} mistakes; the rest is told once they are mended"
    )
    left_open = [d for d in told if d.code == _LEFT_OPEN]
    kept = worst((d for d in told if d.code != _LEFT_OPEN), MAX_TOLD - len(left_open))
    *told, last = in_order([*kept, *left_open])
    return [*told, replace(last, notes=(*last.notes, note))], True


_LEFT_OPEN = "L619"
"""What says that something was not looked for is told however much else there is."""


OF_FORMS = ("L603", "L613")
"""What is not told of a form's own lines: that a game does not use all of them, or not for all."""


def _of_the_game(found: Iterable[Diagnostic], stacked: Stack) -> list[Diagnostic]:
    """What lints find that is news of this game.

    A form is written for many games: one need not use all of it. And what is probably a misspelt
    name of a form's is told as that.
    """
    forms = {used.form.file for used in stacked.forms}
    slips = {(slip.span.file, slip.span.start) for slip in stacked.slips}
    return [
        d for d in found
        if (d.span.file, d.span.start) not in slips
        and (d.code not in OF_FORMS or d.span.file.name not in forms)
    ]  # fmt: skip


def _errors(stacked: Stack, root: NodeMapping) -> list[Diagnostic]:
    """What is wrong with the rules in other nodes of a stack, examples left out."""
    ruleset, wrong = build_with_gaps(root, name=stacked.game, overlays=stacked.files, whole=True)
    if ruleset is None or has_errors(wrong):
        return wrong
    symbols, misnamed = collect(ruleset)
    findings = Findings(most=MAX_TOLD + 1)
    _program(symbols, findings)
    return [*wrong, *misnamed, *findings.diagnostics]


def _linted(stacked: Stack, root: NodeMapping) -> list[Diagnostic]:
    """What the lints find in other nodes of a stack; nothing where something is wrong with these."""
    from .lint import lint

    ruleset, wrong = build_with_gaps(root, name=stacked.game, overlays=stacked.files, whole=True)
    if ruleset is None or has_errors(wrong):
        return []
    symbols, wrong = collect(ruleset)
    findings = Findings()
    program = FlowChecker(symbols, findings).program()
    if has_errors([*wrong, *findings.diagnostics]):
        return []
    return lint(Checked(ruleset, symbols, program, stacked.file))


_USE = re.compile(r"^[ \t]*(?:- +)?use[ \t]*:[ \t]*\w", re.MULTILINE)


def _lacks_a_form(stacked: Stack) -> bool:
    """Whether a form is asked for where nobody could read it: under a misspelt key, behind a mistake."""
    asked = sum(len(_USE.findall(root.span.file.text)) for root in stacked.roots)
    return asked > len(stacked.forms)


def _is_use_misspelt(found: Iterable[Diagnostic]) -> bool:
    """Whether a key that nothing knows is probably the one that asks for a form."""
    return any(d.code == "S201" and d.suggestion == "did you mean 'use'?" for d in found)


def _without_unread(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without forms' needs that a game meets under a key which could not be read."""
    words = {word for d in found if d.code == "S201" for word in _words_below(d.span)}

    def is_met(one: Diagnostic) -> bool:
        needed = re.search(r" needs '(\w+)'", one.message)
        return one.code == "O511" and needed is not None and needed[1] in words

    return [one for one in found if not is_met(one)] if words else found


def _without_cut_off(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without what seems to be missing only because something unreadable follows it at once.

    Up to there no other key of the file begins. Where the rest of a file is not read, all may stand
    in it that is missing.
    """
    unread = sorted(
        (d.span.file.name, d.span.start) for d in found if d.code.startswith("Y")
    )  # fmt: skip
    if not unread:
        return found

    def is_cut_off(one: Diagnostic) -> bool:
        file, start = one.span.file, one.span.start
        at = next((at for name, at in unread if name == file.name and at > start), None)
        if not _is_perhaps_cut_off(one):
            return False
        if any(d.code in _AT_THEIR_PLACE and d.span.file == file for d in found):
            return True
        if at is None:
            return False
        end = file.text.rfind("\n", 0, at) + 1
        return re.search(r"\n[^\s#-]", file.text[start : end - 1]) is None

    return [one for one in found if not is_cut_off(one)]


def _is_perhaps_cut_off(one: Diagnostic) -> bool:
    """Whether something is missing which may stand further down."""
    match one.code:
        case "S202" | "S203" | "S215" | "S216" | "S217" | "S220" | "S225" | "S230" | "S234":
            return True
        case "S213":
            return one.suggestion is None  # there are no moves, and nothing else is wrong
        case "S221":
            return not one.notes  # there is no 'otherwise', and no row after one
    return False


_LACKING = ("S202", "S203", "S215", "S230")
"""That something is missing: a key, what stands under one, whoever is to move, a pile."""


def _names_and_types(ruleset: Ruleset, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with names and types in the part of a rule file that could be read.

    One run tells all the mistakes; but what may only be wrong because something else could not be
    read is left for the next one.
    """
    symbols, misnamed = collect(ruleset)
    taken = [d for d in misnamed if d.code == "T404" and is_taken(d.span.text)]
    unsure = set(symbols.nouns).union(*(_keys(entry.value) for entry in ruleset.node))
    for diagnostic in found:
        file = diagnostic.span.file
        if diagnostic.code.startswith("Y"):
            # What could not be read may declare any of the names that stand as keys in the file.
            unsure |= file.words_of_keys
        if diagnostic.code not in _AT_THEIR_PLACE:
            words = re.findall(r"[^\W\d]\w*", file.line(diagnostic.span.line))
            unsure.update(words, (word.removesuffix("s") for word in words))
        if diagnostic.code == "S201":
            unsure |= _words_below(diagnostic.span)
        if diagnostic.code in _NAMING and diagnostic.suggestion:
            unsure.update(re.findall(r"[^\W\d]\w*", diagnostic.suggestion))
    findings = Findings(unsure, most=MAX_TOLD + 1)
    _program(symbols, findings)
    rests = _of_the_unread(ruleset)
    sure = [d for d in findings.diagnostics if d.code in _SURE]
    return [*taken, *(d for d in sure if not (rests and d.message.startswith(rests)))]


def _words_below(key: Span) -> set[str]:
    """The words of the keys that stand under a key, which may be names."""
    file, column, words = key.file, key.column, set[str]()
    for number in range(key.line + 1, len(file.line_starts) + 1):
        line = file.line(number)
        if line.strip() and len(line) - len(line.lstrip()) < column:
            break
        words.update(re.findall(r"\w+", line.partition(":")[0]))
    return words


def _of_the_unread(ruleset: Ruleset) -> tuple[str, ...]:
    """How messages begin that rest on a section of which nothing could be read.

    Where no rank could be read, the deck has none; where nothing is known of the chips, any name
    may be one of theirs.
    """
    begins: tuple[str, ...] = ()
    if not ruleset.deck.ranks:
        begins += ("the deck has no ",)
    if any(_is_unread(entry) for entry in ruleset.node):
        begins += ("no pile, term or memory is called ",)
    return begins


_DECLARING = ("options", "chips", "piles", "remember", "terms", "tables", "payouts")


def _is_unread(entry: Entry) -> bool:
    """Whether names would be declared here, and there is no map of them."""
    value = entry.value
    return entry.key.text in _DECLARING and not (isinstance(value, NodeMapping) and value.entries)


_OF_ALL = ("T411", "T412")
"""What may be wrong because a text is only half of what was meant."""


def _with_rest(diagnostic: Diagnostic) -> Diagnostic:
    """A text that goes on behind a sign for comments: what is wrong with the half is shown there, too."""
    span = diagnostic.span
    rest = re.match(r" # ?[=<>+*/-]", span.file.text[span.end : span.end + 4])
    if rest is None:
        return diagnostic
    sign = Span(span.file, span.end + 1, span.end + 2)
    note = Note("what stands behind this sign is a comment", sign, equal=True)
    return replace(diagnostic, notes=(*diagnostic.notes, note))


_AT_THEIR_PLACE = ("Y112",)
"""What is not about the line that it points at."""

_NAMING = ("S204", "S206", "E301")
"""What may say how a name is written that could not be read."""

_SURE = ("T401", "T402", "T403", "T405", "T411", "T412", "T413")


def _keys(node: Node) -> Iterator[str]:
    if isinstance(node, NodeMapping):
        for entry in node:
            yield from re.findall(r"\w+", entry.key.text)
            yield from _keys(entry.value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _keys(item)


def load(
    path: str | os.PathLike[str],
    *,
    overlays: Iterable[str | os.PathLike[str]] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
) -> Game:
    """Load a game to play.

    `path` is a rule file, a house rule's file, or the name of a game that comes with rulerun;
    `overlays` are names of house rules found beside the game, or paths; `options` maps names to
    values; `players` is the number of seats (without it the fewest that the game allows).

    Raises RulesetError with all that is wrong with the files, GameSetupError for options or a
    number of players that the game does not allow.
    """
    loaded = read_rules(path, overlays)
    if loaded.checked is None or has_errors(loaded.diagnostics):
        raise RulesetError(loaded.diagnostics)
    from .machine.game import Game  # imported late: who only checks does without

    return Game(loaded.checked, options, players)
