"""``footfall tune``: search for better numbers in a script."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from footfall.cli import options
from footfall.cli import tune_arguments as arguments
from footfall.errors import FootfallError
from footfall.reading import read_text

if TYPE_CHECKING:
    from footfall.learn.job import Bundle
    from footfall.learn.loop import Search
    from footfall.learn.settings import Settings

TERMINATED = 143  # as a shell reports a process that SIGTERM ended


def tune(
    script: arguments.Script = None,
    objective: arguments.Objective = None,
    speed: arguments.Speed = None,
    survive_pushes: arguments.SurvivePushes = None,
    term: arguments.Term = None,
    free: arguments.Free = None,
    body: arguments.Body = None,
    seconds: arguments.Seconds = 10.0,
    push: arguments.Push = None,
    ground: arguments.Ground = "flat",
    seeds: arguments.Seeds = 0,
    at: arguments.At = "",
    from_state: arguments.FromState = "",
    search: arguments.Search = "cma",
    evaluations: arguments.Evaluations = None,
    minutes: arguments.Minutes = None,
    workers: arguments.Workers = None,
    evaluator: arguments.Evaluator = None,
    cluster: arguments.Cluster = None,
    seed: arguments.Seed = 0,
    sigma: arguments.Sigma = 0.5,
    population: arguments.Population = None,
    folder: arguments.Folder = None,
    resume: arguments.Resume = None,
    as_json: arguments.AsJson = False,
    pictures: arguments.Pictures = True,
) -> int:
    """Search for better numbers in a script: those with a mark like 0.4~0.1<-1,1>, or whole phases.

    Ctrl-C keeps the best that was found; so does SIGTERM, with the exit code 143. The script itself is not
    touched: the tuned copy is in the folder.
    """
    from footfall.learn.lock import only_one
    from footfall.learn.settings import Settings

    where_run = evaluator or ("ray" if cluster else "processes")
    settings = Settings(search, where_run, seed, sigma, population, evaluations, minutes, workers, cluster)
    _check(settings)
    if resume is not None:
        bundle, settings = _resumed(resume, script, settings)
        with only_one(resume):
            return _run(bundle, settings, resume, as_json, pictures, resumed=True)
    if script is None:
        raise FootfallError(
            "which script?", where="footfall tune", help="like `footfall tune simbicon/walk3d --speed 1`"
        )
    if speed is not None:
        options.number("--speed", speed, above=-20, most=20, unit="m/s")
    if survive_pushes is not None:
        options.number("--survive-pushes", survive_pushes, above=0, most=1e5, unit="N")
    wishes = {
        "speed": speed,
        "survive_pushes": survive_pushes,
        "terms": tuple(term or ()),
        "seconds": options.number("--seconds", seconds, above=0, most=3600, unit="s"),
        "push": tuple(push or ()),
        "ground": ground,
        "seeds": options.count("--seeds", seeds, least=0, most=1000),
        "at": at,
        "state": from_state,
    }
    bundle, text = _bundle(script, objective, wishes, body, free)
    from footfall.learn import result

    where = result.new_folder(folder or result.unused_folder(script))
    with only_one(where):
        result.check_unused(where)  # another may have begun and ended here since
        result.write_inputs(where, bundle, settings, script, text)
        return _run(bundle, settings, where, as_json, pictures, resumed=False)


def _check(settings: Settings, file: str = "") -> None:
    """Check how it is searched.

    Args:
        settings: As given.
        file: Where they were read; "" when they are options.

    Raises:
        FootfallError: Naming the option, or the file and its field.
    """
    from footfall.errors import nearest
    from footfall.learn.evaluate import EVALUATORS
    from footfall.learn.search import SEARCHES

    for option, word, words in (
        ("--search", settings.search, SEARCHES),
        ("--evaluator", settings.evaluator, EVALUATORS),
    ):
        if word not in words:
            where = f"{file}: {option.removeprefix('--')}" if file else option
            raise FootfallError(f"there is no '{word}'", where=where, help=nearest(word, words))
    if file:  # the numbers' ranges were checked when it was read
        return
    options.count("--seed", settings.seed, least=0, most=2**31 - 1)
    options.number("--sigma", settings.sigma, above=0, most=100)
    if settings.evaluations is not None:
        options.count("--evaluations", settings.evaluations, least=1, most=10**9)
    if settings.minutes is not None:
        options.number("--minutes", settings.minutes, above=0, most=1e6)
    if settings.workers is not None:
        options.count("--workers", settings.workers, least=1, most=10_000)
    if settings.population is not None:
        options.count("--population", settings.population, least=2, most=100_000)


def _bundle(
    script: str, objective: Path | None, wishes: dict[str, Any], body: str | None, free: str | None
) -> tuple[Bundle, str]:
    """The Bundle, and the objective's text if it is a file."""
    from footfall.body import load_body
    from footfall.learn.objective.file import read_objective
    from footfall.learn.objective.options import ObjectiveOptions
    from footfall.learn.prepare import prepare
    from footfall.script import compile_skill

    asked = ObjectiveOptions(**wishes)
    if objective is not None:
        extra = [name for name in ("speed", "survive_pushes", "terms", "push", "at", "state") if wishes[name]]
        if extra:
            raise FootfallError(
                f"--objective and --{extra[0].replace('_', '-')} exclude each other",
                where="--objective",
                help="write the term or push into the file",
            )
        return prepare(script, read_objective(objective), body=body, free=free), read_text(objective)
    with options.at(script):
        name = body or compile_skill(script).body or "human"
    with options.at(f"--body {body}"):
        planar = load_body(name).planar
    return prepare(script, asked.objective(planar), body=body, free=free), ""


def _resumed(folder: Path, script: str | None, asked: Settings) -> tuple[Bundle, Settings]:
    """A search that was begun before; a new budget, new workers or another evaluator may be given."""
    from footfall.learn.result import SEARCH, read_inputs
    from footfall.learn.settings import Settings
    from footfall.script import find_skill

    bundle, before = read_inputs(folder)
    _check(before, str(folder / SEARCH))
    if script is not None and find_skill(script).text != bundle.texts[bundle.skill]:
        raise FootfallError(
            "the search in this folder is of another script",
            where=f"--resume {folder}",
            help="leave the script out, or start anew in another folder",
        )
    known = asdict(before)
    for key in ("evaluations", "minutes", "workers", "cluster"):
        value = getattr(asked, key)
        known[key] = known[key] if value is None else value
    if asked.evaluations is not None or asked.minutes is not None:
        known |= {"evaluations": asked.evaluations, "minutes": asked.minutes}
    if asked.cluster is not None or asked.evaluator != "processes":
        known["evaluator"] = asked.evaluator
    return bundle, Settings(**known)


def _run(
    bundle: Bundle, settings: Settings, folder: Path, as_json: bool, pictures: bool, *, resumed: bool
) -> int:
    """Search, show how it goes, write what was found.

    Returns:
        The exit code.
    """
    from footfall.cli import show
    from footfall.cli.tune_show import printer
    from footfall.learn import checkpoint
    from footfall.learn.events import Note
    from footfall.learn.prepare import holds_at_start

    show.warm_up()
    if not resumed and any(t.kind in ("goal", "margin") for t in bundle.terms) and holds_at_start(bundle):
        show.note(
            "warning: the GOAL holds already at the start: a body that does nothing reaches it. "
            "Let it ask for what must have happened: SET jumped = 1 WHEN …, GOAL jumped and …"
        )
    with printer(as_json, bundle, folder) as shown:
        search = _search(bundle, settings, folder, shown.on_event)
        if resumed and checkpoint.exists(folder):
            search.resume()
        elif resumed:
            shown.on_event(Note("it was stopped before its first checkpoint: it begins at the start"))
        done = search.run()
        shown.finish(search, pictures)
    return TERMINATED if done.reason == "terminated" else 0


def _search(bundle: Bundle, settings: Settings, folder: Path, on_event: Any) -> Search:
    from footfall.learn.budget import Budget
    from footfall.learn.evaluate import make_evaluator
    from footfall.learn.loop import Search
    from footfall.learn.search import make_strategy

    strategy = make_strategy(
        settings.search,
        bundle.lower,
        bundle.upper,
        seed=settings.seed,
        sigma=settings.sigma,
        population=settings.population,
    )
    minutes = settings.minutes
    if minutes is None and settings.evaluations is None:
        minutes = 5.0
    return Search(
        bundle,
        strategy,
        make_evaluator(settings.evaluator, settings.workers, settings.cluster),
        seed=settings.seed,
        budget=Budget(settings.evaluations, None if minutes is None else 60.0 * minutes),
        folder=folder,
        on_event=on_event,
    )
