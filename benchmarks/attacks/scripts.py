"""Scripts in both dialects: checked, compiled, formatted, converted, shown in the editor, run."""

from __future__ import annotations

import random
from functools import cache

from benchmarks.attacks import corpus
from benchmarks.attacks.case import LINK, PIPE, Bench, Case, Failure
from benchmarks.attacks.mutate import mutate_text
from footfall.errors import FootfallError
from footfall.script import DictLoader, Program, ScriptError, Source, check, compile_source, find_skill
from footfall.script.convert import convert
from footfall.script.help.mistakes import CALLED
from footfall.script.source import FileLoader
from footfall.script.syntax.format import format_text

SECONDS = 0.3  # of simulation
_STAND = "SKILL a()\nPHASE x\n  POSE lKnee(.1);\n"


def examine(source: Source, bench: Bench, place: int) -> Program:
    """All that is done with the text of a script.

    Raises:
        FootfallError: It is refused.
        Failure: Two parts of the program disagree about it.
    """
    with bench.work("check"):
        found = check(source.text, name=source.name, path=source.path)
    for d in found:
        if not 0 <= d.span.start <= d.span.end <= len(d.source.text):
            raise Failure(f"{d.code} points outside the text")
    with bench.work("render"):
        for d in found[:200]:
            d.render()
    _edit(source, bench, place)
    wrong = any(d.severity == "error" for d in found)
    try:
        with bench.work("compile"):
            program = compile_source(source)
    except ScriptError:
        if not wrong:
            raise Failure("checked without errors, and refused") from None
        if source.name.endswith(".skill"):
            _format(source.text, bench)
        raise
    if wrong:
        raise Failure("checked with errors, and compiled")
    _format(source.text, bench)
    return program


def _format(text: str, bench: Bench) -> None:
    try:
        with bench.work("fmt"):
            neat = format_text(text)
    except ScriptError:
        return
    if format_text(neat) != neat:
        raise Failure("formatting twice changes it again")


def _edit(source: Source, bench: Bench, place: int) -> None:
    """What the studio does while the text is in its editor."""
    from footfall.studio.editing import assist
    from footfall.studio.editing.analysis import analyse

    with bench.work("draft"):
        made = analyse(source, 1)
    with bench.work("outline"):
        made.outline({})
    offset = place % (len(source.text) + 1)
    with bench.work("complete"):
        assist.complete(1, source.text, offset, source)
    with bench.work("hover"):
        assist.hover(1, source.text, offset)


def simulate(program: Program, bench: Bench, *, body: str | None = None, seconds: float = SECONDS) -> None:
    """Run a Program for a moment, and make its report."""
    from footfall.engine.sim import Sim

    if bench.physics:
        with bench.work("simulate"):
            Sim(program, body=body).run(seconds).report()


class Modern:
    """Scripts of the modern dialect."""

    name = "skills"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        crafted = _crafted_modern()
        if number < len(crafted):
            return Case(self.name, dict(crafted[number]), [rng.randrange(10**6)])
        text, files = rng.choice(corpus.modern()), {"helper.skill": _STAND.encode()}
        if rng.random() < 0.15:
            text = rng.choice(corpus.mistakes())
            files |= {f"{name}.skill": called.encode() for name, called in CALLED.items()}
        text = mutate_text(rng, text, corpus.modern(), corpus.WORDS)
        files["attack.skill"] = text.encode("utf-8", "surrogatepass")
        return Case(self.name, files, [rng.randrange(10**6)])

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        with bench.work("read"):
            source = find_skill("attack.skill")
        simulate(examine(source, bench, case.orders[0]), bench)
        return True


class Classic:
    """Scripts of the classic dialect, with those they include."""

    name = "classic"

    def make(self, rng: random.Random, number: int) -> Case:
        """See `Surface`."""
        crafted = _crafted_classic()
        if number < len(crafted):
            return Case(self.name, dict(crafted[number]), [rng.randrange(10**6)])
        known = corpus.classic()
        texts = list(known.values())
        root = mutate_text(rng, rng.choice(texts), texts, corpus.WORDS)
        files = {"attack.s": root.encode()}
        for name in rng.sample(sorted(known), 2):
            text = known[name]
            if rng.random() < 0.5:
                text = mutate_text(rng, text, texts, corpus.WORDS)
            files[name] = text.encode()
        return Case(self.name, files, [rng.randrange(10**6)])

    def run(self, case: Case, bench: Bench) -> bool:
        """See `Surface`."""
        with bench.work("read"):
            source = find_skill("attack.s")
        program = examine(source, bench, case.orders[0])
        _convert(source, bench)
        simulate(program, bench)
        return True


def _convert(source: Source, bench: Bench) -> None:
    """A classic script without errors becomes a modern one without errors, unless it calls itself."""
    try:
        with bench.work("convert"):
            done = convert(source, "root", FileLoader())
    except FootfallError as problem:
        if "calls itself" not in problem.message:
            raise Failure(f"checked without errors, and not converted: {problem.message}") from None
        return
    others = DictLoader({skill.name: skill.text for skill in done.skills})
    for d in check(done.skills[0].text, name="root", loader=others):
        if d.severity == "error":
            raise Failure(f"converted to a wrong script: {d.code} {d.message}")


@cache
def _crafted_modern() -> list[dict[str, bytes]]:
    head = "SKILL a()\nPHASE x\n"
    many = {
        "a fourth argument": head + "POSE lKnee(ramp(1, 2, 3, 4));",
        "deep parentheses": head + "POSE lKnee(" + "(" * 20_000 + "1" + ")" * 20_000 + ");",
        "deep not": head + "TO end WHEN " + "not " * 20_000 + "time > 1;",
        "deep minus": head + "POSE lKnee(" + "-" * 50_000 + "1);",
        "long sum": head + "POSE lKnee(" + "+".join(["1"] * 50_000) + ");",
        "long number": head + f"POSE lKnee({'9' * 100_000});",
        "long name": head + f"POSE {'l' * 100_000}(1);",
        "unknown calls": head + "DO nosuch();\n" * 20_000,
        "many phases": "SKILL a()\n" + "".join(f"PHASE p{k}\nTO end WHEN time > 1;\n" for k in range(20_000)),
        "many saves": head + "SAVE a.sav;\n" * 50_000,
        "many poses": head + "POSE lKnee(1);\n" * 30_000,
        "many parameters": f"SKILL a({', '.join(f'p{k} = 1' for k in range(20_000))})\nPHASE x\n",
        "many props": "SKILL a()\n" + "".join(f"PROP c{k}.ball(.1).at(1,0,1).mass(1)\n" for k in range(5000)),
        "long curve": head + f"POSE lKnee(curve({', '.join(f'{k / 9999}: 1' for k in range(10_000))}));",
        "comments": "#" * 900_000,
        "comment lines": "# x\n" * 200_000 + head,
        "one line": head + "POSE lKnee(1); " * 50_000,
        "tall capsule": "SKILL a()\nPROP c.box(1e20, 1e20, 1e20).at(0, 0, 0).mass(1e300)\nPHASE x\n",
        "leads out": head + "DO moves/../../../outside/keep();",
        "leads out 2": head + "DO ../outside/keep();",
        "absolute": head + "DO /etc/passwd();",
        "saves a script": head + "SAVE attack.skill;",
        "saves outside": head + "SAVE ../outside/keep.sav;\nTO end WHEN complete;",
        "saves through a link": head + "SAVE link.sav;\nTO end WHEN complete;",
        "saves through a folder": head + "SAVE way/keep.sav;\nTO end WHEN complete;",
        "loads outside": head + "LOAD ../outside/keep.sav;\nTO end WHEN complete;",
        "calls itself": head + "DO attack();",
        "calls a pipe": head + "DO pipe();",
        "calls through a link": head + "DO out();",
        "calls through a folder": head + "DO way/keep();",
        "stuck": "SKILL a()\nPHASE x\nTO y WHEN time >= 0;\nPHASE y\nTO x WHEN time >= 0;",
        "huge gain": head + "POSE lKnee(1e20).gains(1e300, 1e300);\nVPD pelvis(1e300);",
        "huge push": head + "VF trunk(1e300, 1e300);\nEF trunk(1e300, 1e300);",
        "zero by zero": head + "POSE lKnee(0/0), rKnee(1/0), lHip(0 * (1/0));",
        "tiny time": "SKILL a()\nPHASE x LASTS 1e-300\nPOSE lKnee(phi);",
        "controls": "".join(chr(k) for k in range(1, 32)) + head,
        "right to left": "\u202e" + head,
        "surrogates": "SKILL \ud800()",
        "nothing": "",
        "spaces": " \n\t",
        "zeros": "\0" * 1000,
        "mark": "\ufeff",
        "large": "x" * 999_999,
        "too large": "x" * 1_000_001,
    }
    extra = {"link.sav": LINK + b"../outside/keep.sav", "way": LINK + b"../outside", "pipe.skill": PIPE}
    extra["out.skill"] = LINK + b"../outside/keep.skill"
    out = [{"attack.skill": text.encode("utf-8", "surrogatepass"), **extra} for text in many.values()]
    out += [{"attack.skill": PIPE}, {"attack.skill": LINK + b"/dev/zero"}, {"attack.skill": LINK + b"."}]
    out += [{"attack.skill/a": b""}, {"attack.skill": LINK + b"attack.skill"}, {}]
    deep = {f"d{k}.skill": f"SKILL d{k}()\nPHASE x\nDO d{k + 1}();".encode() for k in range(300)}
    return [*out, {"attack.skill": b"SKILL a()\nPHASE x\nDO d0();", **deep}]


@cache
def _crafted_classic() -> list[dict[str, bytes]]:
    begin = "BEGINSCRIPT x(void) "
    phase = "PHASE 0 ACTIONS {} ENDACTIONS TRANSITION to(-1).after(time 1); ENDPHASE "
    many = {
        "begin": "BEGINSCRIPT " * 20_000,
        "arrows": ">>>\n" * 20_000,
        "linterp": begin + "PHASE 0 " + "linterp(" * 20_000,
        "scripts": "SCRIPTS a " * 20_000,
        "includes": "SCRIPTS " + ", ".join(f"a{k}.t" for k in range(20_000)) + ";",
        "phases": begin + phase.format("") * 10_000 + "ENDSCRIPT",
        "poses": begin + phase.format("POSE lKnee(1);" * 20_000) + "ENDSCRIPT",
        "comment": "#" * 900_000,
        "saves": begin + "PHASE 0 SAVE attack.s; TRANSITION to(-1).after(complete); ENDPHASE ENDSCRIPT",
        "saves out": begin + "PHASE 0 SAVE ../outside/a.sav; TRANSITION to(-1).after(complete); ENDPHASE "
        "ENDSCRIPT",
        "huge": begin + phase.format("POSE lKnee(1e300, 1e300, 1e300); VF 1e300 1e300;") + "ENDSCRIPT",
        "huge phase": begin + "PHASE 99999999999999999999 ENDPHASE ENDSCRIPT",
        "to nowhere": begin + "PHASE 0 TRANSITION to(1e300).after(time nan); ENDPHASE ENDSCRIPT",
        "limit": begin + phase.format("SET TORQUELIMIT -1; SET TORQUELIMIT 1e300;") + "ENDSCRIPT",
        "nothing": "",
    }
    out = [{"attack.s": text.encode()} for text in many.values()]
    circle = b"SCRIPTS attack.s, b.t;\nBEGINSCRIPT x(void)\nPHASE 0\n> attack.s();\nENDPHASE\nENDSCRIPT\n"
    out += [{"attack.s": circle, "b.t": circle}, {"attack.s": PIPE}, {"attack.s": circle, "b.t": PIPE}]
    chain = {f"c{k}.t": f"SCRIPTS c{k + 1}.t;\n{begin}PHASE 0\n> c{k + 1}.t();\nENDPHASE\nENDSCRIPT".encode()
             for k in range(600)}  # fmt: skip
    return [*out, {"attack.s": chain["c0.t"], **chain}]
