"""`footfall tune`: events, folder, resuming, and what is refused."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.script import compile_skill

QUICK = ("--seconds", "0.5", "--evaluator", "serial", "--no-pictures", "--json")
AIM = ("--speed", "1.2")


def events(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.sim
def test_events_and_folder(footfall: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "found"
    answer = footfall("tune", "simbicon/walk", *AIM, "--evaluations", "8", "-o", str(folder), *QUICK)
    assert answer.code == 0, answer.err
    told = events(answer.out)
    assert [e["event"] for e in told][:2] == ["started", "improved"]
    done = told[-1]
    assert done["event"] == "done" and done["folder"] == str(folder)
    assert done["score"] <= done["start_score"] and done["evaluations"] >= 8
    assert len(done["vector_hash"]) == 16
    for name in (
        "search.json",
        "bundle.json",
        "checkpoint.json",
        "result.json",
        "inputs/simbicon/walk.skill",
    ):
        assert (folder / name).is_file(), name
    rows = list(csv.DictReader((folder / "history.csv").open()))
    assert float(rows[-1]["best"]) == done["score"]
    result = json.loads((folder / "result.json").read_text())
    assert result["vector_hash"] == done["vector_hash"]
    assert result["scenarios"][0]["after"]["score"] == done["score"]  # the written numbers give the score


@pytest.mark.sim
def test_the_best_script_keeps_its_layout(footfall: Callable[..., Any], tmp_path: Path) -> None:
    source = Path(compile_skill("simbicon/walk").units[0].path).read_text()
    mine = tmp_path / "mine.skill"
    mine.write_text(source.replace("# put it down", "# mine: put it down"))
    found = tmp_path / "out"
    footfall("tune", str(mine), *AIM, "--free", "lean,dt", "--evaluations", "8", "-o", str(found), *QUICK)
    best, before = (found / "best.skill").read_text(), mine.read_text()
    changed = [(a, b) for a, b in zip(before.splitlines(), best.splitlines(), strict=True) if a != b]
    assert len(changed) == 1 and "lean" in changed[0][1]  # both free numbers stand in the SKILL line
    assert mine.read_text() == before
    compile_skill(str(found / "best.skill"))


@pytest.mark.sim
def test_resuming_gives_the_same_as_going_through(footfall: Callable[..., Any], tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    footfall("tune", "simbicon/walk", *AIM, "--evaluations", "20", "-o", str(whole), *QUICK)
    footfall("tune", "simbicon/walk", *AIM, "--evaluations", "8", "-o", str(cut), *QUICK)
    answer = footfall("tune", "--resume", str(cut), "--evaluations", "20", "--no-pictures", "--json")
    assert answer.code == 0, answer.err
    assert (cut / "history.csv").read_text() == (whole / "history.csv").read_text()
    assert (cut / "best.skill").read_text() == (whole / "best.skill").read_text()


@pytest.mark.sim
def test_plain_lines_without_a_terminal(footfall: Callable[..., Any], tmp_path: Path) -> None:
    quick = [word for word in QUICK if word != "--json"]
    answer = footfall("tune", "simbicon/walk", *AIM, "--evaluations", "4", "-o", str(tmp_path / "o"), *quick)
    assert "score by term" in answer.out and "numbers that moved most" in answer.out
    assert "13 free numbers" in answer.err and "\x1b" not in answer.err + answer.out


@pytest.mark.sim
def test_an_objective_file_and_free_phases(footfall: Callable[..., Any], tmp_path: Path) -> None:
    aim = tmp_path / "aim.toml"
    aim.write_text(
        'seconds = 0.5\n[[term]]\nkind = "torque"\n[[scenario]]\n[[scenario]]\nground = "slope:2"\n'
    )
    found = tmp_path / "o"
    answer = footfall(
        "tune", "simbicon/walk", "--objective", str(aim), "--free", "lift", "--evaluations", "3",
        "-o", str(found), "--evaluator", "serial", "--no-pictures", "--json", "--search", "one-plus-one",
    )  # fmt: skip
    started = events(answer.out)[0]
    assert started["scenarios"] == 2 and started["free"] > 5
    assert (found / "inputs" / "objective.toml").read_text() == aim.read_text()


def test_the_folder_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from footfall.learn.result import unused_folder

    monkeypatch.chdir(tmp_path)
    (tmp_path / "tuned" / "walk-1").mkdir(parents=True)
    assert unused_folder("simbicon/walk") == Path("tuned/walk-2")


@pytest.mark.sim
def test_ctrl_c_keeps_the_best(tmp_path: Path) -> None:
    found = tmp_path / "o"
    options = (*AIM, "--minutes", "5", "-o", str(found), *QUICK)
    command = [sys.executable, "-m", "footfall", "tune", "simbicon/walk", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if json.loads(line).get("generation", 0) >= 2:
                break
        process.send_signal(2)
        out = process.stdout.read()
    assert process.returncode == 0
    assert events(out)[-1]["reason"] == "interrupted"
    assert (found / "best.skill").is_file()


@pytest.mark.sim
def test_being_told_to_end_keeps_the_best_and_can_be_gone_on_with(tmp_path: Path) -> None:
    found = tmp_path / "o"
    options = (*AIM, "--minutes", "5", "-o", str(found), *QUICK)
    command = [sys.executable, "-m", "footfall", "tune", "simbicon/walk", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        for line in process.stdout:
            if json.loads(line).get("generation", 0) >= 2:
                break
        second = [sys.executable, "-m", "footfall", "tune", "--resume", str(found), *QUICK[2:]]
        refused = subprocess.run(second, capture_output=True, text=True, check=False)
        assert refused.returncode == 2 and f"(process {process.pid})" in refused.stderr
        process.terminate()
        out, err = process.communicate()
    assert process.returncode == 143 and "told to end" in err
    done = events(out)[-1]
    assert done["reason"] == "terminated"
    compile_skill(str(found / "best.skill"))
    more = [*second, "--evaluations", str(done["evaluations"] + 5)]
    again = subprocess.run(more, capture_output=True, text=True, check=True)
    assert events(again.stdout)[0]["evaluations"] == done["evaluations"]


@pytest.mark.sim
def test_a_search_that_was_killed_before_its_first_checkpoint_begins_again(
    footfall: Callable[..., Any], tmp_path: Path
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    asked = ("tune", "simbicon/walk", *AIM, "--evaluations", "6", *QUICK)
    footfall(*asked, "-o", str(whole))
    for again in (("tune", "--resume", str(killed), *QUICK[2:]), (*asked, "-o", str(killed))):
        shutil.copytree(whole, killed)
        for name in ("checkpoint.json", "checkpoint.previous.json", "best.skill", "history.csv"):
            (killed / name).unlink(missing_ok=True)
        answer = footfall(*again)
        assert answer.code == 0, answer.err
        assert (killed / "history.csv").read_text() == (whole / "history.csv").read_text()
        shutil.rmtree(killed)


@pytest.mark.sim
def test_start_scores_are_those_of_their_scenarios_when_they_are_drawn(
    footfall: Callable[..., Any], tmp_path: Path
) -> None:
    aim = tmp_path / "aim.toml"
    aim.write_text(
        'seconds = 0.5\n[[term]]\nkind = "torque"\n[[scenario]]\ndraw = true\n'
        "[[scenario]]\ndraw = true\nweight = 3\n"
    )
    found = tmp_path / "o"
    footfall(
        *("tune", "simbicon/walk", "--objective", str(aim), "--evaluations", "12", "-o", str(found)),
        *QUICK[2:],
    )
    result = json.loads((found / "result.json").read_text())
    one, three = (s["before"]["score"] for s in result["scenarios"])
    assert one != three and result["start_score"] == (one + 3 * three) / 4
    one, three = (s["after"]["score"] for s in result["scenarios"])
    assert result["score_of_start_draws"] == (one + 3 * three) / 4


@pytest.mark.sim
def test_a_changed_search_file_is_refused_by_its_field(footfall: Callable[..., Any], tmp_path: Path) -> None:
    found = tmp_path / "o"
    footfall("tune", "simbicon/walk", *AIM, "--evaluations", "3", "-o", str(found), *QUICK)
    file = found / "search.json"
    sound = json.loads(file.read_text())
    changes: list[tuple[object, str]] = [
        ({**sound, "seed": "x"}, "search.json: seed"),
        ({**sound, "sigma": float("nan")}, "search.json: sigma"),
        ({**sound, "evaluations": 10**30}, "search.json: evaluations"),
        ({**sound, "search": "cme"}, "search.json: search"),
        ({**sound, "evaluator": "thraeds"}, "search.json: evaluator"),
        ({k: v for k, v in sound.items() if k != "seed"}, "seed"),
        ([sound], "search.json"),
    ]
    for change, word in changes:
        file.write_text(json.dumps(change))
        answer = footfall("tune", "--resume", str(found))
        assert answer.code == 2 and word in answer.err.replace("\n", "") and "help:" in answer.err, answer.err
    for data in (b"\xff\xfe", b"", file.read_bytes()[:40]):
        file.write_bytes(data)
        answer = footfall("tune", "--resume", str(found))
        assert answer.code == 2 and "not JSON" in answer.err, answer.err


BAD = {
    "no script": ((), "which script"),
    "nothing wanted": (("simbicon/walk",), "nothing to aim for"),
    "unknown skill": (("simbicon/wakl", *AIM), "no skill 'simbicon/wakl'"),
    "unknown search": (("simbicon/walk", *AIM, "--search", "cme"), "no 'cme'"),
    "unknown evaluator": (("simbicon/walk", *AIM, "--evaluator", "thread"), "no 'thread'"),
    "unknown term": (("simbicon/walk", "--term", "sped=1"), "no term 'sped'"),
    "a term that is none": (("simbicon/walk", "--term", "speed=fast"), "'fast' is not a number"),
    "a term without its phase": (("simbicon/walk", "--term", "phase=.3"), "needs the name of a phase"),
    "a term of an unknown phase": (("simbicon/walk", "--term", "phase:lfit=.3"), "no phase 'lfit'"),
    "unknown phase": (("simbicon/walk", *AIM, "--free", "lfit"), "no phase 'lfit'"),
    "unknown body": (("simbicon/walk", *AIM, "--body", "hman"), "no body 'hman'"),
    "no time": (("simbicon/walk", *AIM, "--minutes", "0"), "0 is not a legal value"),
    "sideways in a plane": (("simbicon/walk", *AIM, "--push", "1:0.1:0,5"), "planar"),
    "file and option": (("simbicon/walk", *AIM, "--objective", "x.toml"), "exclude each other"),
    "missing file": (("simbicon/walk", "--objective", "none.toml"), "there is no such file"),
    "nothing to resume": (("--resume", "nowhere"), "no search in this folder"),
    "nothing marked": (("moves/squat", *AIM), "no number of this script is free"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(
    name: str, footfall: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, message = BAD[name]
    answer = footfall("tune", *arguments)
    assert answer.code == 2 and message in answer.err.replace("\n", " ") and "help:" in answer.err, answer.err
    assert "Traceback" not in answer.err and not list(tmp_path.iterdir())


def test_bounds_the_wrong_way_round(footfall: Callable[..., Any], tmp_path: Path) -> None:
    script = tmp_path / "x.skill"
    script.write_text("SKILL x(a = 0.1~0.1<1,-1>)\nPHASE only\n POSE lKnee(a);\n")
    answer = footfall("tune", str(script), *AIM)
    assert answer.code == 2 and "x.skill" in answer.err


def test_an_unwritable_folder(footfall: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = footfall("tune", "simbicon/walk", *AIM, "-o", str(tmp_path / "file" / "o"))
    assert answer.code == 2 and "cannot write to this folder" in answer.err


@pytest.mark.sim
def test_folders_of_other_searches(footfall: Callable[..., Any], tmp_path: Path) -> None:
    found = tmp_path / "o"
    footfall("tune", "simbicon/walk", *AIM, "--evaluations", "3", "-o", str(found), *QUICK)
    again = footfall("tune", "simbicon/walk", *AIM, "-o", str(found))
    assert again.code == 2 and "holds another search" in again.err and "--resume" in again.err
    other = footfall("tune", "simbicon/walk3d", "--resume", str(found))
    assert other.code == 2 and "of another script" in other.err
    shutil.copy(found / "bundle.json", tmp_path / "kept.json")
    text = (found / "bundle.json").read_text()
    (found / "bundle.json").write_text(text[: len(text) // 2])
    damaged = footfall("tune", "--resume", str(found))
    assert damaged.code == 2 and "bundle" in damaged.err
    (found / "bundle.json").write_text(text.replace("1.2", "1.3"))
    mixed = footfall("tune", "--resume", str(found))
    assert mixed.code == 2 and "two searches" in mixed.err
