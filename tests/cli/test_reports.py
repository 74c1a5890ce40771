"""What other programs read: each format has all that was found, where it stands, and nothing wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

import rulerun
from rulerun.cli.reports import FORMATS, github
from rulerun.cli.reports.report import Report, Target, render
from rulerun.grammar.diagnostics import Diagnostic, Note, Severity
from rulerun.grammar.source import SourceFile, Span

from . import sarif_schema
from .command import Rulerun

ROOT = "/home/anna/game night"
RULES = SourceFile(
    f"{ROOT}/rules/höchste, 100%.yaml",
    "game: Höchste\r\nterms:\r\n  漢字: size of stokc\r\n  about: |\r\n    two\r\n    lines\r\n",
)
HOUSE = SourceFile("/elsewhere/house.yaml", "house rule: <Aces> | low\nset:\n  ante: 200\n")
GONE = SourceFile(f"{ROOT}/gone.yaml", "")
GIVEN = SourceFile("the house rules asked for", "big_gin, knok_at_7", is_file=False)


def span(file: SourceFile, text: str) -> Span:
    start = file.text.index(text)
    return Span(file, start, start + len(text))


UNKNOWN = Diagnostic(
    "T401",
    "no pile is called 'stokc'",
    span(RULES, "stokc"),
    "did you mean 'stock'?",
    (Note("the piles are here", span(HOUSE, "set")), Note("100% sure, and\nmore: yes")),
)
LINES = Diagnostic("L609", "two lines", span(RULES, "two\r\n    lines"), severity=Severity.WARNING)
REMARK = Diagnostic("L610", "200 | <b>much</b>", span(HOUSE, "200"), severity=Severity.NOTE)
MISSING = Diagnostic("Y117", "there is no such file", Span(GONE, 0, 0), "look again")
ASKED = Diagnostic(
    "O506",
    "'gin' has no house rule 'knok_at_7'",
    span(GIVEN, "knok_at_7"),
    None,
    (Note("asked for here", span(GIVEN, "big_gin")),),
)
ALL = (UNKNOWN, LINES, REMARK, MISSING, ASKED)


def report(
    *diagnostics: Diagnostic, most: int | None = None, fails: Severity = Severity.WARNING
) -> Report:
    """A report on one file in which these were found."""
    targets = (Target("the game", RULES.name, diagnostics),)
    return Report(targets, fails, ROOT, most)


def loaded(form: str, *diagnostics: Diagnostic, most: int | None = None) -> Any:
    return json.loads(render(form, report(*diagnostics, most=most)))


def by_code(found: list[Any], key: str) -> dict[str, Any]:
    return {one[key]: one for one in found}


@pytest.mark.parametrize("form", FORMATS)
def test_the_text_of_each_format(form: str, golden: Callable[[str, str], None]) -> None:
    text = render(form, report(*ALL)).replace(f'"{rulerun.__version__}"', '"VERSION"')
    golden(f"cli/reports/{form}.out", text)


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_ends_with_its_line(form: str) -> None:
    assert render(form, report(*ALL)).endswith("\n")
    nothing = render(form, report())
    assert nothing == "" or nothing.endswith("\n")


@pytest.mark.parametrize("form", ["json", "json-lines", "gitlab", "sarif"])
def test_nothing_found_is_json_too(form: str) -> None:
    text = render(form, report())
    if form == "json-lines":
        assert text == ""
    elif form == "sarif":
        assert json.loads(text)["runs"][0]["results"] == []
    else:
        assert json.loads(text) == []


# -- which ones are shown ---------------------------------------------------------------------------


def test_the_worst_are_shown_in_their_order() -> None:
    first = Diagnostic("L609", "first", Span(RULES, 0, 1), severity=Severity.WARNING)
    cut = report(first, *ALL, most=4)
    assert cut.shown == tuple(d for d in cut.found if d.severity is Severity.ERROR or d is first)
    assert cut.hidden == 2
    assert report(*ALL, most=0).shown == ()
    assert report(*ALL, most=5).hidden == 0


@pytest.mark.parametrize("form", ["concise", "json-lines", "github"])
def test_what_is_not_shown_is_in_no_format(form: str) -> None:
    text = render(form, report(*ALL, most=1))
    assert text.count("\n") == 1


# -- JSON -------------------------------------------------------------------------------------------


def test_an_object_says_where_and_what() -> None:
    found = by_code(loaded("json", *ALL), "code")
    assert found["T401"] == {
        "code": "T401",
        "name": "an unknown name",
        "severity": "error",
        "message": "no pile is called 'stokc'",
        "suggestion": "did you mean 'stock'?",
        "place": {
            "file": RULES.name,
            "line": 3,
            "column": 15,
            "end": {"line": 3, "column": 20},
        },
        "notes": [
            {
                "message": "the piles are here",
                "place": {
                    "file": HOUSE.name,
                    "line": 2,
                    "column": 1,
                    "end": {"line": 2, "column": 4},
                },
            },
            {"message": "100% sure, and\nmore: yes", "place": None},
        ],
    }
    assert found["L609"]["place"]["end"] == {"line": 6, "column": 10}
    assert {code: one["severity"] for code, one in found.items()} == {
        d.code: str(d.severity) for d in ALL
    }


def test_lines_have_the_objects_of_the_list() -> None:
    lines = render("json-lines", report(*ALL)).splitlines()
    assert list(map(json.loads, lines)) == loaded("json", *ALL)


# -- GitHub -----------------------------------------------------------------------------------------

_COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def unescaped(text: str, *, is_property: bool = False) -> str:
    """A text as the runner of GitHub reads it."""
    pairs = {"%0D": "\r", "%0A": "\n", "%25": "%"}
    if is_property:
        pairs |= {"%3A": ":", "%2C": ","}
    return re.sub(r"%(0D|0A|25|3A|2C)", lambda m: pairs.get(m[0], m[0]), text)


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The annotations in an output: the kind, the properties, the message."""
    found = []
    for line in text.splitlines():
        if line.startswith("::") and not line.startswith(("::group::", "::endgroup::")):
            match = _COMMAND.fullmatch(line)
            assert match, line
            properties = dict(pair.split("=", 1) for pair in match[2].split(","))
            read = {k: unescaped(v, is_property=True) for k, v in properties.items()}
            found.append((match[1], read, unescaped(match[3])))
    return found


def test_annotations_are_read_back_as_they_were_meant() -> None:
    told = commands(render("github", report(*ALL)))
    assert [kind for kind, _, _ in told] == ["error", "error", "error", "warning", "notice"]
    by_title = {properties["title"]: (properties, message) for _, properties, message in told}
    properties, message = by_title["T401 an unknown name"]
    assert properties == {
        "file": "rules/höchste, 100%.yaml",
        "line": "3",
        "endLine": "3",
        "col": "15",
        "endColumn": "20",
        "title": "T401 an unknown name",
    }
    assert message == (
        f"{RULES.name}:3:15: no pile is called 'stokc'; did you mean 'stock'?\n"
        f"note: the piles are here ({HOUSE.name}:2:1)\n"
        "note: 100% sure, and\nmore: yes"
    )
    properties, _ = next(v for k, v in by_title.items() if k.startswith("L609"))
    # GitHub refuses columns where the lines differ.
    assert (properties["line"], properties["endLine"], "col" in properties) == ("5", "6", False)
    properties, _ = next(v for k, v in by_title.items() if k.startswith("O506"))
    assert (properties["file"], properties["line"]) == ("rules/höchste, 100%.yaml", "1")
    properties, _ = next(v for k, v in by_title.items() if k.startswith("L610"))
    assert properties["file"] == HOUSE.name


def many(number: int, severity: Severity) -> list[Diagnostic]:
    text = SourceFile(f"{ROOT}/{severity}.yaml", "x\n" * number)
    return [
        Diagnostic("T401", f"{severity} {n}", Span(text, 2 * n, 2 * n + 1), severity=severity)
        for n in range(number)
    ]


def test_no_more_than_ten_of_a_kind_are_annotations_and_the_others_are_counted() -> None:
    found = [*many(13, Severity.NOTE), *many(9, Severity.WARNING), *many(25, Severity.ERROR)]
    text = render("github", report(*found))
    kinds = [kind for kind, _, _ in commands(text)]
    assert kinds == ["error"] * 10 + ["warning"] * 9 + ["notice"] * 10
    assert "15 errors, 3 notes more, of which GitHub shows no annotation:\n" in text
    group = text[text.index("::group::") : text.index("::endgroup::")]
    assert group.count("\n") == 1 + 15 + 3
    assert f"{ROOT}/error.yaml:25:1: error[T401]: error 24\n" in group
    assert "more" not in render("github", report(*many(10, Severity.ERROR)))


def test_the_summary_is_a_table_that_nothing_breaks() -> None:
    text = github.summary(report(*ALL))
    head, *rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 1 + len(ALL)
    assert {row.count("|") for row in (head, *rows)} == {5}
    assert text.startswith("### rulerun check: 3 errors, 1 warning, 1 note in 1 file\n")
    assert "<b>" not in text
    assert "nothing is wrong in 1 file" in github.summary(report())


def test_a_summary_is_never_too_long_for_github() -> None:
    found = many(20_000, Severity.ERROR)
    text = github.summary(report(*found))
    rows = text.count("| error |")
    assert len(text.encode()) < 1024 * 1024
    assert f"and {20_000 - rows} more\n" in text


# -- GitLab -----------------------------------------------------------------------------------------


def test_gitlab_gets_what_its_report_must_have() -> None:
    found = by_code(loaded("gitlab", *ALL), "check_name")
    for one in found.values():
        assert set(one) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert one["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert one["location"]["lines"]["begin"] >= 1
        assert re.fullmatch(r"[0-9a-f]{32}", one["fingerprint"])
    assert found["T401"]["location"] == {
        "path": "rules/höchste, 100%.yaml",
        "lines": {"begin": 3, "end": 3},
        "positions": {"begin": {"line": 3, "column": 15}, "end": {"line": 3, "column": 20}},
    }
    assert "did you mean 'stock'?" in found["T401"]["description"]
    # What stands in no file is told of the one that was checked.
    assert found["O506"]["location"] == {
        "path": "rules/höchste, 100%.yaml",
        "lines": {"begin": 1, "end": 1},
        "positions": {"begin": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}},
    }


def prints(text: str, *marked: str, words: str = "unknown") -> list[str]:
    """The fingerprints of mistakes at texts of a file."""
    file = SourceFile(f"{ROOT}/a.yaml", text)
    starts = [m.start() for word in marked for m in re.finditer(word, text)]
    found = [Diagnostic("T401", words, Span(file, s, s + len(marked[0]))) for s in starts]
    return [one["fingerprint"] for one in loaded("gitlab", *found)]


def test_fingerprints_stay_when_other_lines_change() -> None:
    before = prints("a: stokc\nb: stock\nc: stokc\n", "stokc")
    assert len(set(before)) == 2
    assert prints("# a comment\n\na:   stokc\nb: discard\nd: 1\nc: stokc\n", "stokc") == before
    assert prints("a: stokc\nb: stock\nc: stokc\n", "stokc", words="see line 7") == before


def test_fingerprints_of_like_mistakes_differ() -> None:
    twice = prints("x:\n  a: stokc\ny:\n  a: stokc\n", "stokc")
    assert len(set(twice)) == 2
    # One of two alike is gone: the other one is known again.
    assert prints("x:\n  a: stokc\n", "stokc") == twice[:1]
    assert prints("a: stokc\n", "stokc") != prints("a: 2 * stokc\n", "stokc")


# -- SARIF ------------------------------------------------------------------------------------------


def sarif(*diagnostics: Diagnostic) -> Any:
    return sarif_schema.run_of(loaded("sarif", *diagnostics))


def test_a_log_fits_the_schema_and_its_rules_are_those_of_its_results() -> None:
    rules = sarif(*ALL)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({d.code for d in ALL})
    assert sarif()["tool"]["driver"]["rules"] == []


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        (("level",), "fatal"),
        (("place",), {}),
        (("message",), "a text"),
        (("locations", 0, "physicalLocation", "artifactLocation", "uri"), "höchste, 100%.yaml"),
        (("locations", 0, "physicalLocation", "region", "startLine"), 0),
        (("relatedLocations", 0, "id"), "first"),
    ],
)
def test_the_schema_refuses_what_sarif_refuses(way: tuple[str | int, ...], wrong: object) -> None:
    log = loaded("sarif", UNKNOWN)
    part = log["runs"][0]["results"][0]
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = wrong
    with pytest.raises(jsonschema.ValidationError):
        sarif_schema.run_of(log)


def test_regions_have_the_columns_of_characters() -> None:
    run = sarif(*ALL)
    assert run["columnKind"] == "unicodeCodePoints"
    results = by_code(run["results"], "ruleId")
    place = results["T401"]["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {
            "uri": "rules/h%C3%B6chste%2C%20100%25.yaml",
            "uriBaseId": "%SRCROOT%",
        },
        "region": {"startLine": 3, "startColumn": 15, "endLine": 3, "endColumn": 20},
    }
    (related,) = results["T401"]["relatedLocations"]
    assert related["message"] == {"text": "the piles are here"}
    assert related["physicalLocation"]["artifactLocation"] == {"uri": f"file://{HOUSE.name}"}
    assert results["T401"]["message"]["text"].startswith(
        "no pile is called 'stokc'; did you mean 'stock'?; 100% sure"
    )
    # A file that could not be read has no lines; for what is in no file stands the one checked.
    assert "region" not in results["Y117"]["locations"][0]["physicalLocation"]
    (asked,) = results["O506"]["locations"]
    assert asked["physicalLocation"] == {"artifactLocation": place["artifactLocation"]}
    assert "relatedLocations" not in results["O506"]
    assert results["O506"]["message"]["text"].endswith("'knok_at_7'; asked for here: big_gin")


@pytest.mark.parametrize("form", [form for form in FORMATS if form not in ("full", "concise")])
def test_no_program_is_told_of_a_file_that_is_none(form: str) -> None:
    """Neither as a place nor in words: a name such as that of a file would be looked for."""
    text = render(form, report(*(d for d in ALL if d is not ASKED)))
    whole = render(form, report(*ALL))
    assert "knok_at_7" in whole and "big_gin" in whole
    if form != "junit":  # whose text is for people
        assert GIVEN.name not in whole
    assert text != whole and "<" + "stdin" not in whole


def test_every_code_can_be_a_rule() -> None:
    from rulerun.grammar.vocabulary import CODES

    run = sarif(*(Diagnostic(code, "x", Span(RULES, 0, 1)) for code in CODES))
    assert len(run["tool"]["driver"]["rules"]) == len(CODES)
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["help"]["text"].isprintable() or "\n" in rule["help"]["text"]
        assert "\x00" not in rule["help"]["markdown"]


# -- JUnit ------------------------------------------------------------------------------------------


def cases(*targets: Target, fails: Severity = Severity.WARNING) -> Any:
    root = ElementTree.fromstring(render("junit", Report(targets, fails, ROOT)))
    suite = root.find("testsuite")
    assert suite is not None
    found = suite.findall("testcase")
    for element in (root, suite):
        assert element.get("tests") == str(len(found))
        assert element.get("failures") == str(len(suite.findall("testcase/failure")))
        assert element.get("errors") == str(len(suite.findall("testcase/error")))
    return found


def test_each_file_is_a_case() -> None:
    good, noted, bad, gone = cases(
        Target("good", "good.yaml", ()),
        Target("noted", "noted.yaml", (REMARK,)),
        Target("bad with <b>", "bad.yaml", (UNKNOWN, REMARK)),
        Target("gone", "gone.yaml", (MISSING,)),
    )
    assert (good.get("name"), good.get("file"), list(good)) == ("good", "good.yaml", [])
    assert [part.tag for part in noted] == ["system-out"]
    assert bad.get("name") == "bad with <b>"
    assert [part.tag for part in bad] == ["failure", "system-out"]
    assert bad.find("failure").get("type") == "T401"
    assert "^^^^^ did you mean 'stock'?" in bad.find("failure").text
    assert [part.tag for part in gone] == ["error"]


def test_what_fails_a_case_is_as_bad_as_was_asked() -> None:
    for fails, tag in ((Severity.ERROR, "system-out"), (Severity.WARNING, "failure")):
        (case,) = cases(Target("warned", "warned.yaml", (LINES,)), fails=fails)
        assert [part.tag for part in case] == [tag]


def test_xml_has_no_characters_that_it_cannot_have() -> None:
    evil = SourceFile("a\x1b.yaml", "a: \x00\x0b\ufffe\ud800\n")
    found = Diagnostic("T401", "bad \x08\ud800 ]]>", Span(evil, 3, 4), "\x1f")
    (case,) = cases(Target("a\x1b\ud800", evil.name, (found,)))
    assert case.get("name") == "a\ufffd\ufffd"
    assert "]]>" in case.find("failure").text


@pytest.mark.parametrize("form", FORMATS)
def test_the_name_of_a_file_does_not_command_the_terminal_of_a_log(
    rulerun: Rulerun, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "a\x1b[31mb.yaml"
    path.write_text("gmae: x\n")
    done = rulerun("check", str(path), "--format", form)
    assert "31mb.yaml" in done.out and "\x1b" not in done.out + done.err
