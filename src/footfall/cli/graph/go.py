"""``footfall go``: a sentence such as "walk to x = 8; stand", planned over the graph and carried out."""

from __future__ import annotations

from typing import Annotated

import typer

from footfall.cli.graph.common import (
    AsJson,
    BodyName,
    GraphFile,
    GroundText,
    Pushes,
    SaveFile,
    StripFile,
    VideoFile,
    carried_out,
    entry_data,
    load,
    make_carrier,
    teller,
)

Sentence = Annotated[
    str,
    typer.Argument(
        metavar="SENTENCE",
        help="Nodes of the graph, with ; between them: 'walk to x = 8; hop 2 times; stand'.",
    ),
]


def go(
    sentence: Sentence,
    seed: Annotated[int, typer.Option(help="0: the exact start; else a drawn one.")] = 0,
    body: BodyName = None,
    push: Pushes = None,
    ground: GroundText = None,
    video: VideoFile = None,
    strip: StripFile = None,
    save: SaveFile = None,
    file: GraphFile = None,
    as_json: AsJson = False,
) -> None:
    """Go there: carry out a sentence, by the way through the graph on which least is expected to fail.

    Behind a node may stand `to x = 8`, `for 5 s`, `3 times`, `with speed = 1.2`. The way is planned anew
    after each move and after each fall.
    """
    from footfall.cli import show
    from footfall.cli.report import Outputs
    from footfall.graph.journey import Guide, parse_sentence

    graph = load(file)
    errands = parse_sentence(sentence, graph)
    outputs = Outputs(strip, video, None, save)
    if outputs.wanted():
        outputs.check()
    carrier = make_carrier(graph, body, seed, push, ground)
    guide = Guide(carrier, teller(as_json))
    made = carried_out(carrier, outputs, f"Going: {sentence}", lambda: guide.run(errands))
    if as_json:
        errands_data = [
            {"errand": text, "done": None if at is None else round(at, 3), "x": round(x, 3)}
            for text, at, x in made.errands
        ]
        show.print_json(
            {"reached": made.reached, "moves": made.moves, "falls": made.falls, "seed": seed}
            | {"seconds": round(made.seconds, 3), "because": made.because, "errands": errands_data}
            | {"path": [e.node for e in made.log], "log": [entry_data(e) for e in made.log]}
        )
        return
    end = "[green]reached[/]" if made.reached else f"[red]not reached[/]: {made.because}"
    show.out().print(f"{made.moves} moves in {made.seconds:.1f} s, {made.falls} falls, {end}", soft_wrap=True)
