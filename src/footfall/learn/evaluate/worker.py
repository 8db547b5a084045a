"""The worker process: ``python -m footfall.learn.evaluate.worker``, fed by its parent through pipes.

Messages are pickles behind their length. The first from the parent is (bundle, entry), the first answer
is None once the worker is ready; then each Job is answered by a Result or a FootfallError.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from typing import IO, Any

_LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message.

    Raises:
        EOFError: The other end is gone.
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    return pickle.loads(_exactly(stream, length))


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError("the other end of the pipe is gone")
    return data


def main() -> None:
    """Answer Jobs until the parent closes the pipe, or dies."""
    # Whatever prints on stdout would be read as a message: it goes to stderr instead.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs = sys.stdin.buffer
    try:
        _serve(jobs, answers)
    except (EOFError, BrokenPipeError):
        # Not sys.exit: flushing the broken pipe would complain.
        os._exit(0)


def _serve(jobs: IO[bytes], answers: IO[bytes]) -> None:
    from footfall.errors import FootfallError
    from footfall.learn.evaluate.evaluator import resolve, run_job

    bundle, entry_name = receive(jobs)
    entry = resolve(entry_name)
    send(answers, None)
    while True:
        job = receive(jobs)
        try:
            answer: Any = run_job(entry, bundle, job)
        except FootfallError as error:
            answer = error
        send(answers, answer)


if __name__ == "__main__":
    main()
