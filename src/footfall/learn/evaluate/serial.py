"""Jobs one after the other, in this very process."""

from __future__ import annotations

from footfall.learn.evaluate.evaluator import ENTRY, Entry, Evaluator, Feed, OnResult, resolve, run_job


class Serial(Evaluator):
    """The simplest evaluator: for tests, profiles and debuggers."""

    name = "serial"

    def __init__(self) -> None:
        super().__init__(1)
        self._bundle = b""
        self._entry: Entry | None = None

    def start(self, bundle: bytes, entry: str = ENTRY) -> None:
        """Get ready for Jobs of this bundle."""
        self._bundle, self._entry = bundle, resolve(entry)

    def run(self, feed: Feed, on_result: OnResult) -> None:
        """Run the Jobs in order."""
        assert self._entry is not None, "start() comes first"
        number = 0
        while (job := feed()) is not None:
            if on_result(number, run_job(self._entry, self._bundle, job)):
                return
            number += 1

    def close(self) -> None:
        """There is nothing to release."""
