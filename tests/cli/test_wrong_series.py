"""What `simulate` and `compare` answer to wrong use and to what goes wrong, word for word."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulerun.interpreter.simulation import workers
from rulerun.interpreter.simulation.tally import Tally

from .command import Rulerun

COMMANDS = """\
simulate kuhn --games 0
simulate kuhn --games -3
simulate kuhn --games many
simulate kuhn --jobs 0
simulate kuhn --bot greedi
simulate kuhn --bot 3=greedy
simulate kuhn --players 3 --bot greedy --bot random
simulate kuhn --bot 1=greedy --bot 1=random
simulate kuhn --bot 'random without sing'
simulate kuhn --bot ''
simulate kuhn --players 9
simulate kuhn --jobs 2 --cluster tcp://127.0.0.1:1
simulate kuhn --cluster 127.0.0.1:8786
simulate kuhn --cluster ''
simulate kuhn --cluster tcp://127.0.0.1:1
simulate kuhn --plot plot.gif
simulate kuhn --plot ''
simulate kuhn --plot no/such/folder.svg
simulate kuhn --output-file no/such/folder.txt
simulate kuhn --output-file kuhn.svg --plot ./kuhn.svg
simulate kuhn --output-file linked.svg --plot kuhn.svg
compare kuhn --all --output-file twin.svg --plot there.svg
compare kuhn --games 0 --all
compare kuhn --games -1 --all
compare kuhn
compare kuhn --with one_rise
compare kuhn --with one_raise --against one_raise
compare kuhn --all --bot 3=greedy
compare kuhn --all --cluster tcp://127.0.0.1:1
compare kuhn --all --plot plot
compare kuhn --all --until 5
compare small.yaml --with three.yaml
compare small.yaml --with three.yaml --players 2
"""
THREE = """\
house rule: Three
for: small
change: { players: 3 to 4 }
breaks: [the ace takes the round]
"""


def test_wrong_use(
    rulerun: Rulerun, golden: Callable[[str, str], None], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    rulerun("new", "game", "small")
    Path("three.yaml").write_text(THREE, encoding="utf-8")
    Path("linked.svg").symlink_to("kuhn.svg")
    Path("there.svg").touch()
    Path("twin.svg").hardlink_to("there.svg")
    told = []
    for line in COMMANDS.splitlines():
        done = rulerun(*shlex.split(line))
        assert done.out == "" and done.code in (2, 3), line
        told.append(f"$ rulerun {line}\n{done.err}[{done.code}]\n")
    golden("cli/wrong_series.out", "\n".join(told))


def lost(alone: workers.Alone[Tally], first: int, end: int) -> Iterator[Tally]:
    """Some games are played; then those who played are gone."""
    for number, tally in enumerate(_play(alone, first, end)):
        if number == 3:
            raise workers.LostWorkersError("the cluster tcp://table:8786 does not answer any more")
        yield tally


_play = workers.Alone.play


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (("simulate", "kuhn"), "kuhn: 9 of 60 games, 2 players"),
        (
            ("compare", "kuhn", "--with", "one_raise"),
            "kuhn with one_raise, against kuhn: 9 of 60 pairs",
        ),
        (("compare", "kuhn", "--all"), "kuhn: 1 house rule, 2 players"),
    ],
)
def test_what_was_measured_before_a_cluster_was_lost_is_told(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], begins: str
) -> None:
    monkeypatch.setattr(workers.Alone, "play", lost)
    done = rulerun(*arguments, "--games", "60", "--jobs", "1")
    assert done.code == 3
    assert done.out.startswith(begins)
    assert done.err == (
        "rulerun: the cluster tcp://table:8786 does not answer any more; "
        "told is what was measured until then\n"
    )


def test_in_python_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    import rulerun

    monkeypatch.setattr(workers.Alone, "play", lost)
    with pytest.raises(rulerun.LostWorkersError, match="does not answer any more") as error:
        rulerun.simulate("kuhn", games=60)
    found = error.value.so_far
    assert (found.games, found.asked, found.interrupted) == (9, 60, True)
    with pytest.raises(rulerun.LostWorkersError) as error:
        rulerun.compare("kuhn", overlays=["one_raise"], games=60)
    found = error.value.so_far
    assert (found.pairs, found.asked, found.interrupted) == (9, 60, True)
    with pytest.raises(rulerun.LostWorkersError) as error:
        rulerun.compare_all("kuhn", games=60)
    assert error.value.so_far[0].pairs == 9


def test_without_the_library_for_clusters_it_is_said_how_to_get_it(
    rulerun: Rulerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = rulerun("simulate", "kuhn", "--cluster", "tcp://127.0.0.1:1")
    assert (done.code, done.out) == (2, "")
    assert "clusters need Dask, which is not there: pip install distributed" in done.err
