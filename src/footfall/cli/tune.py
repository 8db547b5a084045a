"""``footfall tune``: search for better numbers in a script."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footfall.cli import options
from footfall.errors import FootfallError
from footfall.reading import read_text

if TYPE_CHECKING:
    from footfall.learn.job import Bundle
    from footfall.learn.loop import Search
    from footfall.learn.settings import Settings

WANTED = "What is wanted"
SCENARIOS = "What each candidate goes through"
SEARCHING = "How it is searched"
OUTPUT = "What is written"
TERMINATED = 143  # as a shell reports a process that SIGTERM ended


def tune(
    script: Annotated[
        str | None, typer.Argument(metavar="SCRIPT", help="A skill of the library, or a script file.")
    ] = None,
    objective: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml", help="Terms and scenarios, see docs/search.md.", rich_help_panel=WANTED
        ),
    ] = None,
    speed: Annotated[
        float | None, typer.Option(metavar="V", help="Move at this speed, m/s.", rich_help_panel=WANTED)
    ] = None,
    survive_pushes: Annotated[
        float | None,
        typer.Option(
            metavar="N", help="Survive pushes of up to N newtons (0.4 s, both sides).", rich_help_panel=WANTED
        ),
    ] = None,
    term: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND[:OF][=TARGET][@WEIGHT]",
            help="Another term: margin, energy, step=0.6, apex>=1.3, impact<=1, phase:lift=0.3 … Repeatable.",
            rich_help_panel=WANTED,
        ),
    ] = None,
    free: Annotated[
        str | None,
        typer.Option(metavar="PHASES", help="Free every number of these phases; else those with a mark."),
    ] = None,
    body: Annotated[str | None, typer.Option(help="A body, or a .toml file; else the script's own.")] = None,
    seconds: Annotated[float, typer.Option(help="Length of each run.", rich_help_panel=SCENARIOS)] = 10.0,
    push: Annotated[
        list[str] | None,
        typer.Option(
            metavar="T:DURATION:FX[,FY[,FZ]][:PART]",
            help="As in `run`. May be repeated.",
            rich_help_panel=SCENARIOS,
        ),
    ] = None,
    ground: Annotated[
        str, typer.Option(metavar="GROUND", help="As in `run`.", rich_help_panel=SCENARIOS)
    ] = "flat",
    seeds: Annotated[
        int,
        typer.Option(
            metavar="N", help="Run from N drawn starts, not the exact one.", rich_help_panel=SCENARIOS
        ),
    ] = 0,
    at: Annotated[
        str,
        typer.Option(
            metavar="PHASE",
            help="Begin each run with this phase; drawn starts are drawn there.",
            rich_help_panel=SCENARIOS,
        ),
    ] = "",
    from_state: Annotated[
        str,
        typer.Option(
            metavar="FILE[@SECONDS]",
            help="Begin each run with the body as a recording has it; at its end, unless told.",
            rich_help_panel=SCENARIOS,
        ),
    ] = "",
    search: Annotated[
        str, typer.Option(metavar="cma|one-plus-one|random", rich_help_panel=SEARCHING)
    ] = "cma",
    evaluations: Annotated[
        int | None, typer.Option(metavar="N", help="Candidates to try.", rich_help_panel=SEARCHING)
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="Time to take; 5 unless told.", rich_help_panel=SEARCHING),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Runs at once; one per core.", rich_help_panel=SEARCHING)
    ] = None,
    evaluator: Annotated[
        str | None,
        typer.Option(
            metavar="serial|threads|processes|ray", help="Where runs happen.", rich_help_panel=SEARCHING
        ),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="auto|ADDRESS", help="A Ray cluster.", rich_help_panel=SEARCHING)
    ] = None,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.", rich_help_panel=SEARCHING)] = 0,
    sigma: Annotated[
        float, typer.Option(help="First step, in standard deviations.", rich_help_panel=SEARCHING)
    ] = 0.5,
    population: Annotated[
        int | None, typer.Option(metavar="N", help="Candidates a generation.", rich_help_panel=SEARCHING)
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", help="Of the results; tuned/… else.", rich_help_panel=OUTPUT
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Go on with a search that was stopped.", rich_help_panel=OUTPUT),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print events, one JSON object a line.", rich_help_panel=OUTPUT)
    ] = False,
    pictures: Annotated[
        bool, typer.Option(help="Draw plots and a film strip.", rich_help_panel=OUTPUT)
    ] = True,
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
