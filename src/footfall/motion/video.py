"""Films of a recording: .mp4 for players, .gif for pages, .webm and .mov also without a background."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures

from footfall.errors import FootfallError
from footfall.motion import gl, overlay
from footfall.motion.camera import camera_of
from footfall.motion.files import check_output, writing
from footfall.motion.gl_renderer import open_renderer
from footfall.motion.renderer import Image
from footfall.motion.samples import MotionSamples, RecordingLike

SUFFIXES = (".mp4", ".gif", ".webm", ".mov")
WITH_ALPHA = (".webm", ".mov")
GIF_FPS = 25
GIF_SIZE = (640, 360)
FILM_SIZE = (1280, 720)
PATIENCE = 2.0
"""Seconds of work above which a progress bar is shown."""
LEAST_PUSH = 0.15
"""Seconds for which a push stays on show: a short one would be gone in a blink."""


def video(
    rec: RecordingLike,
    path: str | Path,
    *,
    fps: int | None = None,
    size: tuple[int, int] | None = None,
    start: float = 0.0,
    seconds: float | None = None,
    view: str | None = None,
    camera: str = "follow",
    transparent: bool = False,
) -> Path:
    """Write a film, in real time, with a label of time, phase and speed.

    Args:
        rec: The recording.
        path: A .mp4 (H.264), .gif, .webm (VP9) or .mov (ProRes 4444) file.
        fps: Frames a second; left out, 60, or 30 where a processor draws, 25 for a .gif.
        size: (width, height) in pixels, made even; left out, 1280 by 720, 640 by 360 for a .gif.
        start: Where to begin, s.
        seconds: How long; left out, to the end.
        view: "side", "front" or "quarter"; left out, side for planar bodies, else quarter.
        camera: "follow" goes with the figure, "fixed" sees all of its way, "turntable" goes once around it.
        transparent: Show only what moves, without label, on a transparent background (.webm, .mov).

    Raises:
        FootfallError: The path cannot be written, the ending is unknown, a number makes no sense.
    """
    suffix = check_output(path, SUFFIXES).suffix.lower()
    if transparent and suffix not in WITH_ALPHA:
        raise FootfallError(
            f"a {suffix} has no transparent background",
            where=str(path),
            help="write a .webm (browsers, Blender) or a .mov (programs that cut films)",
        )
    rate, shape = _settings(suffix, fps, size)
    motion = MotionSamples.of(rec)
    begin, end = motion.window(start, seconds)
    times = begin + np.arange(max(1, int((end - begin) * rate + 1e-6))) / rate
    view = view or ("side" if motion.planar else "quarter")
    frames = _frames(motion, times, shape, view, camera, transparent)
    frames = _with_progress(frames, len(times), Path(path).name)
    with writing(path, SUFFIXES) as draft:
        if suffix == ".gif":
            _write_gif(draft, frames, rate)
        else:
            _encode(draft, frames, rate, shape, _codec(suffix, transparent), transparent)
    return Path(path)


def _settings(suffix: str, fps: int | None, size: tuple[int, int] | None) -> tuple[int, tuple[int, int]]:
    """Frames a second and even size of a film, with defaults filled in."""
    gif = suffix == ".gif"
    if fps is None:
        fps = GIF_FPS if gif else 30 if _slow() else 60
    if not 1 <= fps <= 240:
        raise FootfallError(f"fps must be 1 to 240, not {fps}", help="30 or 60 are good numbers")
    width, height = size or (GIF_SIZE if gif else FILM_SIZE)
    if not (16 <= width <= 4096 and 16 <= height <= 4096):
        raise FootfallError(f"a film of {width} by {height} pixels", help="each side must be 16 to 4096")
    return fps, (width - width % 2, height - height % 2)


def _slow() -> bool:
    found = gl.gl_support()
    return found.backend is None or found.software


def _frames(
    motion: MotionSamples,
    times: NDArray[np.float64],
    size: tuple[int, int],
    view: str,
    camera: str,
    clear: bool,
) -> Iterator[Image]:
    follow = camera_of(camera, motion, times, view, size[0] / size[1])
    reach = _push_reach(motion)
    with open_renderer(motion.model, size, many=True, clear=clear) as renderer:
        for time in times.tolist():
            now = motion.instant(time, reach)
            image = renderer.frame(motion.pose(time), follow.at(time), now.pushes, motion.pendulum(time))
            yield image if clear else overlay.label_film(image, motion.title, now)


def _push_reach(motion: MotionSamples) -> float:
    """How much to lengthen pushes at both ends so that the shortest can be seen, s."""
    shortest = min((t1 - t0 for t0, t1, _, _ in motion.pushes), default=LEAST_PUSH)
    return max(0.0, (LEAST_PUSH - shortest) / 2)


def _with_progress(frames: Iterator[Image], count: int, name: str) -> Iterator[Image]:
    """Pass frames on; show a bar on stderr once it is clear that the work takes long."""
    began = clock.perf_counter()
    done = 0
    for frame in frames:
        yield frame
        done += 1
        if done >= 5 and (clock.perf_counter() - began) / done * count > PATIENCE:
            break
    else:
        return
    yield from _bar(frames, done, count, name)


def _bar(frames: Iterator[Image], done: int, count: int, name: str) -> Iterator[Image]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"filming {name}", total=count, completed=done)
        for frame in frames:
            yield frame
            progress.advance(task)


def _codec(suffix: str, clear: bool) -> dict[str, Any]:
    """How ffmpeg shall write a film."""
    if suffix == ".webm":
        more = ["-crf", "24", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "6", "-auto-alt-ref", "0"]
        pixels = "yuva420p" if clear else "yuv420p"
        return {"codec": "libvpx-vp9", "pix_fmt_out": pixels, "output_params": more}
    if suffix == ".mov":
        more = ["-profile:v", "4444", "-vendor", "apl0"]
        pixels = "yuva444p10le" if clear else "yuv444p10le"
        return {"codec": "prores_ks", "pix_fmt_out": pixels, "output_params": more}
    more = ["-preset", "veryfast", "-crf", "20", "-movflags", "+faststart"]
    return {"codec": "libx264", "pix_fmt_out": "yuv420p", "output_params": more}


def _encode(
    path: Path, frames: Iterator[Image], fps: int, size: tuple[int, int], codec: dict[str, Any], clear: bool
) -> None:
    import imageio_ffmpeg

    try:
        imageio_ffmpeg.get_ffmpeg_exe()
    except RuntimeError as problem:
        raise FootfallError(
            f"ffmpeg is not there, so no {path.suffix} can be written", help="write a .gif, or install ffmpeg"
        ) from problem
    encoder = imageio_ffmpeg.write_frames(
        str(path),
        size,
        fps=fps,
        pix_fmt_in="rgba" if clear else "rgb24",
        macro_block_size=2,
        ffmpeg_log_level="error",
        quality=None,
        **codec,
    )
    encoder.send(None)
    try:
        for frame in frames:
            encoder.send(np.ascontiguousarray(frame))
    finally:
        encoder.close()


def _write_gif(path: Path, frames: Iterator[Image], fps: int) -> None:
    """One palette for the whole film, no dithering: small files, and still areas stay still."""
    pictures = [Pictures.fromarray(np.ascontiguousarray(frame)) for frame in frames]
    palette = _palette(pictures)
    flat = [p.quantize(palette=palette, dither=Pictures.Dither.NONE) for p in pictures]
    flat[0].save(
        path,
        format="GIF",
        save_all=True,
        append_images=flat[1:],
        duration=round(1000 / fps),
        loop=0,
        optimize=True,
    )


def _palette(pictures: list[Pictures.Image]) -> Pictures.Image:
    """The 256 colours that suit a handful of frames spread over the film."""
    chosen = [pictures[i] for i in np.unique(np.linspace(0, len(pictures) - 1, 6).astype(int))]
    width, height = pictures[0].size
    sheet = Pictures.new("RGB", (width, height * len(chosen)))
    for i, picture in enumerate(chosen):
        sheet.paste(picture, (0, i * height))
    return sheet.quantize(256, method=Pictures.Quantize.MEDIANCUT)
