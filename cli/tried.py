"""A file whose examples were played, and what is told of it: in lines, as JSON, JUnit reports, annotations."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from rulerun.interpreter.examples.playing import CHOICE, CONDITION, IN_EXAMPLE

from . import under
from .covered import as_object, is_below, percent
from .covered import in_lines as coverage_in_lines
from .happened import Happenings
from .mutants import Mutated
from .mutants import as_object as mutants_as_object
from .paint import Paint, count
from .reports.json_objects import object_of, place_of
from .reports.junit import legal
from .reports.report import in_files
from .terminal import encoding_of, harmless

if TYPE_CHECKING:
    from rulerun.grammar.diagnostics import Diagnostic
    from rulerun.interpreter.declarations.library import RuleFile
    from rulerun.interpreter.examples.coverage import Covered
    from rulerun.interpreter.examples.proof import Proof
    from rulerun.interpreter.loading import Loaded


@dataclass(frozen=True, slots=True)
class Played:
    """How an example went, and how many seconds it took."""

    proof: Proof
    seconds: float


@dataclass(slots=True)
class Tried:
    """A file whose examples were played.

    `names` are those of all its examples, `played` what came of the ones that were wanted; `code` is
    what to exit with for the file alone. Where `loaded` has no checked rules, nothing was played, but
    for a form, which is tried with the `games` that use it. `covered` and `mutated` are there if
    coverage and mutants were asked for.
    """

    file: str
    overlays: tuple[str, ...]
    loaded: Loaded
    names: list[str]
    played: list[Played]
    code: int
    covered: Covered | None = None
    mutated: Mutated | None = None
    games: tuple[tuple[RuleFile, Loaded], ...] = ()

    @property
    def title(self) -> str:
        """The file and the house rules on it, as they were asked for."""
        with_ = f" with {', '.join(map(harmless, self.overlays))}" if self.overlays else ""
        return harmless(self.file) + with_

    @property
    def failed(self) -> list[Played]:
        """The examples that did not go as they say."""
        return [p for p in self.played if p.proof.failures]


# --------------------------------------------------------------------------------------------
# In lines


def in_lines(
    tried: Tried, paint: Paint, *, verbose: bool = False, trace: bool = False
) -> Iterator[str]:
    """What people read of one file: the examples that fail, and how many there are.

    `verbose` names all others, too; with `trace` all that was done in those that are told of is told.
    """
    happenings = Happenings()
    causes: dict[object, str] = {}
    was_alike = False
    for played in tried.played:
        proof = played.proof
        first = None if verbose else causes.setdefault(_cause(proof), proof.name)
        is_alike = bool(proof.failures) and first is not None and first != proof.name
        if was_alike and not is_alike and proof.failures:
            yield ""
        was_alike = is_alike or (was_alike and not proof.failures)
        if verbose or proof.failures:
            mark = paint.bold("FAILED") if proof.failures else "passed"
            broken = " (broken by the house rule)" if proof.broken else ""
            alike = f" (like '{harmless(first or '')}'): {_place(proof)}" if is_alike else ""
            yield f"{mark}  {harmless(proof.name)}{broken}{alike}"
        if is_alike:
            continue
        if proof.failures:
            yield from _indented(proof.failures, paint)
        if trace and (proof.failures or verbose):
            yield from _all_happened(proof, happenings)
        elif proof.failures:
            yield from _happened(proof, happenings)
        for valued in proof.values:
            yield from (f"  {line}".rstrip() for line in under.in_lines(valued, paint))
            yield ""
    if was_alike:
        yield ""
    if not tried.names:
        by_hand = tried.loaded.stack.by_hand
        why = ": house rules that do not belong together have none" if by_hand else ""
        yield f"{tried.title}: there are no examples{why}"
        return
    yield from _to_be_broken(tried)
    failed = len(tried.failed)
    passed = f"{len(tried.played) - failed} passed"
    more = f", {paint.bold(f'{failed} failed')}" if failed else ""
    some = "" if len(tried.played) == len(tried.names) else f"{len(tried.played)} of "
    yield f"{tried.title}: {some}{count(len(tried.names), 'example')}, {passed}{more}"


def _to_be_broken(tried: Tried) -> Iterator[str]:
    """What to write under `breaks` if a house rule is meant to break what fails with it."""
    own = tried.loaded.stack.own
    if own is None:
        return
    at_odds = [p.proof for p in tried.failed if p.proof.span.file.name != own.file]
    stopped = [p for p in at_odds if not p.broken and any(map(_stops, p.failures))]
    overturned = [p.name for p in at_odds if not p.broken and p not in stopped]
    if stopped:
        many = "an example stops" if len(stopped) == 1 else f"{len(stopped)} examples stop"
        yield f"With the house rule {many} at a rule that fails: that is to be mended, not listed under 'breaks'."
        yield ""
    if overturned:
        still_hold = [p.name for p in at_odds if p.broken]
        broken = [b.text for b in own.breaks if b.text not in still_hold]
        from rulerun.grammar.writing import list_lines

        these = "this does" if len(overturned) == 1 else "these do"
        yield f"If the house rule is meant so, it says that {these} not hold any more:"
        for line in list_lines("breaks", [*broken, *overturned], 78):
            yield f"  {harmless(line)}"
        yield ""


def _stops(failure: Diagnostic) -> bool:
    """Whether a rule failed, and no move or expectation: nobody can play on after that."""
    return failure.code.startswith("R7") and not failure.code.startswith("R71")


def _cause(proof: Proof) -> object:
    """What is the same for examples that fail by one place of the rules; else it is their own."""
    if len(proof.failures) == 1:
        (failure,) = proof.failures
        condition = next((n.span for n in failure.notes if n.message in (CHOICE, CONDITION)), None)
        if condition is not None:
            return failure.code, condition
        if _stops(failure):
            return failure.code, failure.message, failure.span
    return proof.name


def _lines(proof: Proof, happenings: Happenings) -> list[str]:
    return happenings.lines(proof.acts[-1], proof.players) if proof.acts else []


def _happened(proof: Proof, happenings: Happenings) -> Iterator[str]:
    """What was done before an example failed, and what came of it."""
    lines = _lines(proof, happenings)
    if lines:
        yield "  The last move before it:" if proof.acts[-1].move else "  Until then:"
        yield from (f"    {line}" for line in lines)
        yield ""


def _all_happened(proof: Proof, happenings: Happenings) -> Iterator[str]:
    """What lay where when an example began, and all that was done in it."""
    lines = happenings.trace(proof.acts, proof.players)
    if lines:
        yield "  It begins with this:"
        yield from (f"    {line}".rstrip() for line in lines)
        yield ""


def _place(proof: Proof) -> str:
    """The step of an example that does not go as it says: file, line, column."""
    (failure,) = proof.failures
    inside = [
        n.span for n in failure.notes if n.span is not None and n.message.startswith(IN_EXAMPLE)
    ]
    return harmless((inside[0] if inside else failure.span).place)


def _indented(wrong: tuple[Diagnostic, ...], paint: Paint) -> Iterator[str]:
    from rulerun.grammar.rendering import render_full

    encoding = encoding_of(sys.stdout)
    for line in render_full(wrong, color=paint.color, encoding=encoding).splitlines():
        yield f"  {line}".rstrip()
    yield ""


# --------------------------------------------------------------------------------------------
# As JSON


def as_json(all_tried: Iterable[Tried]) -> str:
    """One JSON object with everything; places are counted from 1."""
    files = [_file(tried) for tried in all_tried]
    played = sum(len(file["examples"]) for file in files)
    failed = sum(not example["passed"] for file in files for example in file["examples"])
    told = {"examples": played, "passed": played - failed, "failed": failed, "files": files}
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _file(tried: Tried) -> dict[str, Any]:
    told = Happenings()
    return {
        "file": tried.file,
        "with": list(tried.overlays),
        "problems": [
            object_of(in_files(d, tried.loaded.stack.file)) for d in tried.loaded.diagnostics
        ],
        "examples": [
            {
                "name": played.proof.name,
                "place": place_of(played.proof.span),
                "passed": not played.proof.failures,
                "broken": played.proof.broken,
                "seconds": round(played.seconds, 4),
                "failures": [object_of(d) for d in played.proof.failures],
                **({"happened": happened} if (happened := _lines(played.proof, told)) else {}),
                **({"values": _values(played.proof)} if played.proof.values else {}),
            }
            for played in tried.played
        ],
        **({} if tried.covered is None else {"coverage": as_object(tried.covered)}),
        **({} if tried.mutated is None else {"mutation": mutants_as_object(tried.mutated)}),
    }


def _values(proof: Proof) -> list[dict[str, Any]]:
    return [
        {
            "title": valued.title,
            "text": valued.text,
            "parts": [
                {"part": part.part, "at": part.at, "value": part.value} for part in valued.values
            ],
        }
        for valued in proof.values
    ]


# --------------------------------------------------------------------------------------------
# As JUnit reports


def as_annotations(all_tried: Iterable[Tried]) -> str:
    """What fails, and rules that are wrong, as annotations of their lines for GitHub Actions."""
    from rulerun.grammar.diagnostics import Severity

    from .reports.github import render
    from .reports.report import Report, Target, root_folder

    targets = []
    for tried in all_tried:
        found = [] if tried.loaded.checked is not None else list(tried.loaded.diagnostics)
        for proof in (played.proof for played in tried.failed):
            said = f"example '{proof.name}': "
            found += [replace(d, message=said + d.message) for d in proof.failures]
        targets.append(Target(tried.title, tried.file, tuple(found)))
    return render(Report(tuple(targets), Severity.ERROR, root_folder()))


def as_junit(all_tried: Iterable[Tried], threshold: int | None = None) -> str:
    """A JUnit report: one suite a file, one case an example.

    A file whose examples cannot be played, or has none, is an error of its suite. A file with less
    coverage than `threshold` percent has a case more, which fails.
    """
    root = ElementTree.Element("testsuites", name="rulerun test")
    for tried in all_tried:
        root.append(_suite(tried, threshold))
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("time", _seconds(sum(float(suite.get("time", "0")) for suite in root)))
    ElementTree.indent(root)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + ElementTree.tostring(root, "unicode") + "\n"


def _suite(tried: Tried, threshold: int | None) -> ElementTree.Element:
    happenings = Happenings()
    cases = [_case(tried, played, happenings) for played in tried.played]
    if tried.covered is not None and threshold is not None:
        cases.append(_coverage(tried, tried.covered, threshold))
    problem = _unplayed(tried)
    if problem is not None:
        case = ElementTree.Element("testcase", classname=legal(tried.title), name="examples")
        error = ElementTree.SubElement(case, "error", message=legal(problem))
        error.text = legal(_rendered(tried.loaded.diagnostics))
        cases.append(case)
    suite = ElementTree.Element(
        "testsuite",
        name=legal(tried.title),
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors=str(int(problem is not None)),
        skipped=str(len(tried.names) - len(tried.played)),
        time=_seconds(sum(p.seconds for p in tried.played)),
    )
    if tried.covered is not None:
        properties = ElementTree.SubElement(suite, "properties")
        value = str(round(tried.covered.percent, 2))
        ElementTree.SubElement(properties, "property", name="coverage", value=value)
    suite.extend(cases)
    return suite


def _coverage(tried: Tried, covered: Covered, threshold: int) -> ElementTree.Element:
    named = {"classname": legal(tried.title), "name": f"coverage of {threshold} %"}
    case = ElementTree.Element("testcase", {**named, "file": legal(covered.file)})
    if is_below(covered, threshold):
        message = f"{percent(covered)} is less than {threshold} %"
        failure = ElementTree.SubElement(case, "failure", type="coverage", message=message)
        failure.text = legal("\n".join(coverage_in_lines([covered], Paint())))
    return case


def _unplayed(tried: Tried) -> str | None:
    """Why a file has no example that could pass or fail."""
    if tried.loaded.checked is None:
        return "the examples cannot be played, the rules are wrong"
    return None if tried.names else "there are no examples"


def _case(tried: Tried, played: Played, happenings: Happenings) -> ElementTree.Element:
    proof = played.proof
    case = ElementTree.Element(
        "testcase",
        classname=legal(tried.title),
        name=legal(proof.name),
        file=legal(proof.span.file.name),
        line=str(proof.span.line),
        time=_seconds(played.seconds),
    )
    if proof.failures:
        first = proof.failures[0]
        failure = ElementTree.SubElement(
            case, "failure", type=first.code, message=legal(first.message)
        )
        happened = _happened(proof, happenings)
        values = (line for valued in proof.values for line in under.in_lines(valued, Paint()))
        failure.text = legal("\n".join([_rendered(proof.failures), *happened, *values]))
    return case


def _rendered(wrong: Iterable[Diagnostic]) -> str:
    from rulerun.grammar.rendering import render_full

    return render_full(wrong)


def _seconds(seconds: float) -> str:
    return f"{seconds:.4f}"
