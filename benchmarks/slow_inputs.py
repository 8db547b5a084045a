"""Texts under 1 MB that are hard to read: many of everything, deep, long, wrong. None may take over 2 s.

    python benchmarks/slow_inputs.py                     every text, every function
    python benchmarks/slow_inputs.py --only phases       some
    python benchmarks/slow_inputs.py --bytes 200000      smaller ones

Each text goes through check, compile, fmt, convert (classic ones) and the studio's draft, outline, hover
and completion. Times are CPU seconds of one process. The exit code is 1 if anything took too long or
raised anything but a FootfallError.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any

from footfall.errors import FootfallError
from footfall.script import DictLoader, Source, check, compile_text
from footfall.script.compile.lowering import FUNCTIONS
from footfall.script.convert import convert
from footfall.script.statements import STATEMENTS
from footfall.script.syntax.format import format_text
from footfall.studio.editing.analysis import analyse
from footfall.studio.editing.assist import complete, hover

LIMIT = 2.0  # s
GIVE_UP = 20  # s
BYTES = 990_000
_HEAD = "SKILL a()\nPHASE x\n"
_END = "  TO end WHEN time > 1;\n"


@dataclass(frozen=True)
class Text:
    """One input: its name, dialect and text."""

    name: str
    text: str
    classic: bool = False


def _fill(head: str, unit: Callable[[int], str], tail: str, size: int, join: str = "") -> str:
    """As many units as fit into a text of `size` bytes."""
    pieces, room = [], size - len(head.encode()) - len(tail.encode())
    for i in range(size):
        piece = unit(i)
        room -= len(piece.encode()) + len(join)
        if room < 0:
            break
        pieces.append(piece)
    return head + join.join(pieces) + tail


def _always(text: str, _: int) -> str:
    return text


def _name(i: int, long: int = 0) -> str:
    return f"n{i}" + "x" * long


def modern(size: int) -> Iterator[Text]:
    """Modern scripts."""
    yield Text("phases", _fill("SKILL a()\n", lambda i: f"PHASE p{i}\n", "", size))
    yield Text(
        "phases in a row",
        _fill("SKILL a()\n", lambda i: f"PHASE p{i}\n  TO p{i + 1} WHEN time > 1;\n", "", size),
    )
    yield Text(
        "phases that keep",
        _fill(
            "SKILL a()\n", lambda i: f"PHASE p{i}\n  KEEP POSE lKnee(1);\n  TO end WHEN time > 1;\n", "", size
        ),
    )
    yield Text("unknown DOs", _fill(_HEAD, lambda i: f"  DO {_name(i)}();\n", _END, size))
    yield Text("one DO a phase", _fill("SKILL a()\n", lambda i: f"PHASE p{i}\n DO {_name(i)}();\n", "", size))
    yield Text("known DOs", _fill("SKILL a()\n", lambda i: f"PHASE p{i}\n DO moves/curl();\n", "", size))
    yield Text("SAVEs", _fill(_HEAD, lambda i: f"SAVE {i}.sav;", _END, size))
    yield Text("one SAVE", _fill(_HEAD, lambda _: "SAVE a.sav;", _END, size))
    yield Text("POSEs", _fill(_HEAD, lambda _: "POSE lKnee(1);", _END, size))
    yield Text("POSEs in one statement", _fill(_HEAD + " POSE ", lambda _: "lKnee(1)", ";" + _END, size, ","))
    yield Text("unknown joints", _fill(_HEAD, lambda i: f"POSE {_name(i)}(1);", _END, size))
    yield Text("unknown names", _fill(_HEAD, lambda i: f"POSE lKnee({_name(i)});", _END, size))
    yield Text("unknown statements", _fill(_HEAD, lambda i: f"P{i} a;", _END, size))
    yield Text("unknown targets", _fill(_HEAD, lambda i: f"TO t{i} WHEN time>1;", "", size))
    yield Text("transitions", _fill(_HEAD, lambda _: "TO end WHEN time>1;", "", size))
    yield Text("ALWAYS", _fill(_HEAD, lambda _: "ALWAYS TO x WHEN time>1;", "", size))
    yield Text("senses", _fill(_HEAD, lambda i: f"TO end WHEN near e{i}>1;", "", size))
    yield Text("keys", _fill(_HEAD, lambda _: "TO end WHEN key A;", "", size))
    yield Text("parameters", _fill("SKILL a(", lambda i: f"p{i}=1", ")\nPHASE x\n" + _END, size, ","))
    used = _fill("SKILL a(", lambda i: f"p{i}=1", ")\nPHASE x\n", size // 2, ",")
    yield Text("used parameters", _fill(used, lambda i: f"POSE lKnee(p{i});", _END, size))
    yield Text("same parameter", _fill("SKILL a(", lambda _: "p=1", ")\nPHASE x\n" + _END, size, ","))
    yield Text("clauses", _fill(_HEAD + " POSE lKnee(1)", lambda _: ".roll(1)", ";" + _END, size))
    yield Text("unknown clauses", _fill(_HEAD + " POSE lKnee(1)", lambda i: f".c{i}(1)", ";" + _END, size))
    yield Text("arguments", _fill(_HEAD + " POSE lKnee(", lambda _: "1", ");" + _END, size, ","))
    yield Text("call arguments", _fill(_HEAD + "DO moves/curl(", lambda i: f"a{i}=1", ");" + _END, size, ","))
    yield Text("positional arguments", _fill(_HEAD + "DO moves/curl(", lambda _: "1", ");" + _END, size, ","))
    yield Text("knots", _fill(_HEAD + " POSE lKnee(curve(", lambda i: f"{i}:1", "));" + _END, size, ","))
    lasting = "SKILL a(b=1)\nPHASE x LASTS 1\n POSE lKnee(curve("
    yield Text("knots of names", _fill(lasting, lambda i: f"{i}:b", "));" + _END, size, ","))
    yield Text("max of many", _fill(_HEAD + " POSE lKnee(max(", lambda _: "1", "));" + _END, size, ","))
    yield Text("sums", _fill(_HEAD, lambda _: "POSE lKnee(" + "+".join("1" * 90) + ");", _END, size))
    yield Text("brackets", _HEAD + "POSE lKnee(" + "(" * (size // 2) + "1" + ")" * (size // 2 - 90) + ");")
    yield Text(
        "calls in calls", _HEAD + "POSE lKnee(" + "abs(" * (size // 5) + "1" + ")" * (size // 5) + ");"
    )
    yield Text("minuses", _HEAD + "POSE lKnee(" + "- " * (size // 2) + "1);" + _END)
    yield Text("nots", _HEAD + "TO end WHEN " + "not " * (size // 4 - 20) + "contact lFoot;")
    yield Text("one long sum", _HEAD + "POSE lKnee(" + "1+" * (size // 2 - 30) + "1);" + _END)
    yield Text("ands", _HEAD + "TO end WHEN " + "time>1 and " * (size // 11 - 10) + "time>1;")
    yield Text("open brackets", _fill(_HEAD, lambda _: "POSE lKnee((((1;", _END, size))
    yield Text(
        "PROPs", _fill("SKILL a()\n", lambda i: f"PROP p{i}.ball(1).at(1,0,1).mass(1)\n", "PHASE x\n", size)
    )
    yield Text("broken PROPs", _fill("SKILL a()\n", lambda i: f"PROP p{i}\n", "PHASE x\n", size))
    yield Text(
        "PROPs with parameters",
        _fill(
            _fill("SKILL a(", lambda i: f"q{i}=1", ")\n", size // 3, ","),
            lambda i: f"PROP p{i}.ball(q{i % 100}).at(a.b,0,1).mass(1)\n",
            "PHASE x\n",
            size,
        ),
    )
    yield Text(
        "GRASPs",
        _fill(
            "SKILL a()\nPROP p.ball(1).at(1,0,1).mass(1)\nPHASE x\n", lambda _: "GRASP lHand(p);", "", size
        ),
    )
    yield Text("unknown things", _fill(_HEAD, lambda i: f"GRASP lHand(t{i});", _END, size))
    yield Text("headers", _fill("SKILL a()\n", lambda _: "BODY human\n", "PHASE x\n", size))
    yield Text("SKILL lines", _fill("", lambda _: "SKILL a()\n", "PHASE x\n", size))
    yield Text("comments", _fill(_HEAD, lambda _: "# c\n", _END, size))
    yield Text("doc lines", _fill("", lambda _: "## c\n", _HEAD + _END, size))
    yield Text(
        "comments between pieces", _fill(_HEAD, lambda _: "POSE#\nlKnee#\n(#\n1#\n)#\n;#\n", _END, size)
    )
    yield Text("one long comment", "#" + "c" * (size - 99) + "\n" + _HEAD + _END)
    yield Text("one long line", _fill("SKILL a() PHASE x ", lambda _: "POSE lKnee(1); ", "", size))
    yield Text("errors in one long line", _fill("SKILL a() PHASE x ", lambda _: "POSE lKne(1); ", "", size))
    yield Text("one long name", _HEAD + "POSE " + "l" * (size - 99) + "(1);" + _END)
    yield Text("long names", _fill(_HEAD, lambda i: f"POSE {_name(i, 5000)}(1);", _END, size))
    yield Text("long phase names", _fill("SKILL a()\n", lambda i: f"PHASE {_name(i, 5000)}\n", "", size))
    yield Text("long DOs", _fill(_HEAD, lambda i: f"DO {_name(i, 5000)}();", _END, size))
    yield Text("one long number", _HEAD + "POSE lKnee(" + "1" * (size - 99) + ");" + _END)
    yield Text("long fractions", _fill(_HEAD, lambda _: "POSE lKnee(." + "1" * 5000 + ");", _END, size))
    yield Text("long path", _HEAD + "DO " + "a/" * (size // 2 - 50) + "a();" + _END)
    yield Text("dots", _HEAD + "TO end WHEN a" + ".b" * (size // 2 - 50) + " > 1;")
    yield Text("marks", _fill(_HEAD, lambda _: "POSE lKnee(1~1<0,2>);", _END, size))
    yield Text("wrong marks", _fill(_HEAD, lambda _: "POSE lKnee(1~1<2,0>);", _END, size))
    yield Text("missing semicolons", _fill(_HEAD, lambda _: "POSE lKnee(1)\n", _END, size))
    yield Text("semicolons", _fill(_HEAD, lambda _: ";", _END, size))
    yield Text("words", _fill("", lambda _: "a ", "", size))
    yield Text("letters beyond ASCII", _fill(_HEAD, lambda _: "ä", _END, size))
    yield Text("signs beyond ASCII", _fill(_HEAD, lambda _: "POSE lKnee(1 ≥ 2);", _END, size))
    yield Text("emoji between", _fill(_HEAD, lambda _: "POSE lKnee(1);🦿", _END, size))
    yield Text("blank lines", _fill(_HEAD, lambda _: "\n", _END, size))
    yield Text("carriage returns", _fill(_HEAD, lambda _: "\r", _END, size))
    yield Text("tabs and spaces", _fill(_HEAD, lambda _: "\t ", _END, size))
    yield Text("brackets only", "(" * size)
    yield Text("nothing but control characters", "\x01" * size)
    yield Text("grounds", "SKILL a()\nGROUND " + "a" * (size - 99) + "\nPHASE x\n")
    yield Text(
        "ground of many pieces", _fill("SKILL a()\nGROUND ", lambda i: f"{i}=1,", "1\nPHASE x\n", size)
    )
    yield Text("FALL", "SKILL a()\nFALL " + "time>1 or " * (size // 10 - 10) + "time>1\nPHASE x\n")
    for row in STATEMENTS:
        unit = row.example if row.example.endswith(";") else row.example + ";"
        yield Text(f"{row.word} by the thousand", _fill(_HEAD, partial(_always, unit + "\n"), _END, size))
    for name, (fewest, _) in FUNCTIONS.items():
        call = f"TO end WHEN {name}({', '.join(['time'] * fewest)}) > 1;\n"
        yield Text(f"{name} by the thousand", _fill(_HEAD, partial(_always, call), "", size))


_CLASSIC_HEAD = "BEGINSCRIPT a(void)\n"
_PHASE = "PHASE 0\nTRANSITION to(0).after(1);\nENDPHASE\n"


def classic(size: int) -> Iterator[Text]:
    """Classic scripts."""
    begin = _CLASSIC_HEAD + "PHASE 0\nACTIONS\n"
    end = "ENDACTIONS\nTRANSITION to(0).after(1);\nENDPHASE\nENDSCRIPT\n"

    def acts(name: str, unit: Callable[[int], str]) -> Text:
        return Text(name, _fill(begin, unit, end, size), classic=True)

    def phases(name: str, unit: Callable[[int], str]) -> Text:
        return Text(name, _fill(_CLASSIC_HEAD, unit, "ENDSCRIPT\n", size), classic=True)

    yield phases("phases", lambda _: _PHASE)
    yield phases("phases in a row", lambda i: f"PHASE {i}\nTRANSITION to({i + 1}).after(1);\nENDPHASE\n")
    yield phases("empty phases", lambda i: f"PHASE {i} ENDPHASE\n")
    yield phases(
        "unknown calls",
        lambda i: f"PHASE {i}\n> n{i}.t(1);\nTRANSITION to({i + 1}).after(complete);\nENDPHASE\n",
    )
    yield phases(
        "known calls",
        lambda i: f"PHASE {i}\n> walk.s(void);\nTRANSITION to({i + 1}).after(complete);\nENDPHASE\n",
    )
    yield phases("inline scripts", lambda i: f">>> n{i}.t\n")
    yield acts("POSEs", lambda _: "POSE lKnee(1, 100, 10);\n")
    yield acts("SAVEs", lambda i: f"SAVE {i}.sav;\n")
    yield acts("VPDs", lambda _: "VPD rThigh(-.4, -300, -30).joint(rHip).flags(s);\n")
    yield acts("COMFB2s", lambda _: "COMFB2(.1, .1).base(lFoot);\n")
    yield acts("unknown joints", lambda i: f"POSE n{i}(1, 100, 10);\n")
    yield acts("unknown names", lambda i: f"POSE lKnee(n{i}, 100, 10);\n")
    yield acts("unknown actions", lambda i: f"NIX n{i};\n")
    yield acts("linterps", lambda _: "POSE lKnee(linterp(1,0,1,0,1), 100, 10);\n")
    yield acts("broken ones", lambda _: "POSE lKnee(((1;\n")
    yield acts("comments", lambda _: "# c\n")
    yield acts("words", lambda _: "a ")
    yield acts("letters beyond ASCII", lambda _: "ä")
    yield Text("includes", _fill("SCRIPTS ", lambda i: f"n{i}.t ", ";\n" + begin + end, size), classic=True)
    yield Text("include lists", _fill("", lambda i: f"SCRIPTS n{i}.t;\n", begin + end, size), classic=True)
    yield Text("open include lists", _fill("", lambda _: "SCRIPTS a.t\n", begin + end, size), classic=True)
    yield Text("scripts", _fill("", lambda _: _CLASSIC_HEAD, _PHASE, size), classic=True)
    yield Text("broken scripts", _fill("", lambda _: "BEGINSCRIPT a(\n", _PHASE, size), classic=True)
    yield Text("SETs", _fill("", lambda _: "SET TORQUELIMIT = 300\n", begin + end, size), classic=True)
    many = _fill("BEGINSCRIPT a(", lambda i: f"p{i}", ")\n" + _PHASE + "ENDSCRIPT\n", size, ",")
    yield Text("parameters", many, classic=True)
    targets = _fill(
        _CLASSIC_HEAD + "PHASE 0\n",
        lambda i: f"TRANSITION to({i}).after(1);\n",
        "ENDPHASE\nENDSCRIPT\n",
        size,
    )
    yield Text("transitions", targets, classic=True)
    deep = "linterp(1,0,1,0," * (size // 17)
    yield Text("linterps in each other", begin + f"POSE lKnee({deep}1);\n" + end, classic=True)
    yield Text("one long name", begin + "POSE " + "l" * (size - 300) + "(1, 1, 1);\n" + end, classic=True)
    yield Text("one long number", begin + "POSE lKnee(" + "1" * (size - 300) + ");\n" + end, classic=True)
    yield Text("open brackets", begin + "(" * (size - 300) + end, classic=True)
    yield Text("nothing", "\n" * size, classic=True)


def works(text: Text) -> dict[str, Callable[[], object]]:
    """What is done with a text."""
    path = "a.s" if text.classic else "a.skill"
    source = Source(path, path, text.text)
    spots = [len(text.text) * k // 4 for k in range(5)]
    jobs: dict[str, Callable[[], object]] = {
        "check": lambda: check(text.text, name=path, loader=DictLoader({})),
        "compile": lambda: compile_text(text.text, name=path, loader=DictLoader({})),
        "studio": lambda: analyse(source, 1).outline({}),
        "hover": lambda: [hover(1, text.text, spot) for spot in spots[2:3]],
        "complete": lambda: [complete(1, text.text, spot, source) for spot in spots[3:4]],
    }
    if text.classic:
        return jobs | {"convert": lambda: convert(source, "new")}
    return jobs | {"fmt": lambda: format_text(text.text)}


class _LongError(Exception):
    pass


def _alarm(_: int, __: FrameType | None) -> None:
    raise _LongError


def seconds(job: Callable[[], object]) -> tuple[float, str]:
    """CPU seconds of a job, and what it raised that it must not."""
    began = time.process_time()
    wrong = ""
    signal.setitimer(signal.ITIMER_PROF, GIVE_UP)  # of CPU time
    try:
        job()
    except FootfallError as error:
        str(error)  # showing it counts
    except _LongError:
        wrong = "given up"
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"[:60]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - began, wrong


def main() -> int:
    """Run all, print a row for what is slow or wrong and one that sums up."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--only", default="", help="texts and functions whose name holds this")
    options.add_argument("--bytes", type=int, default=BYTES)
    options.add_argument("--all", action="store_true", help="print every time")
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    signal.signal(signal.SIGPROF, _alarm)
    rows: list[dict[str, Any]] = []
    for text in (*modern(asked.bytes), *classic(asked.bytes)):
        label = f"{'classic' if text.classic else 'modern'}: {text.name}"
        if asked.only not in label:
            continue
        assert len(text.text.encode()) <= 1_000_000, text.name
        for function, job in works(text).items():
            took, wrong = seconds(job)
            bad = bool(wrong) or took > LIMIT
            rows.append({"text": label, "function": function, "seconds": round(took, 2), "wrong": wrong})
            if bad or asked.all:
                sys.stderr.write(f"{label:<40} {function:<9} {took:6.2f} s  {wrong}\n")
    slow = [row for row in rows if row["seconds"] > LIMIT or row["wrong"]]
    worst = max((row["seconds"] for row in rows), default=0.0)
    if asked.json:
        import json

        sys.stdout.write(json.dumps({"runs": len(rows), "slow": slow, "worst": worst}) + "\n")
    else:
        sys.stdout.write(f"{len(rows)} runs, {len(slow)} slow or wrong, the longest {worst:.2f} s of CPU\n")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
