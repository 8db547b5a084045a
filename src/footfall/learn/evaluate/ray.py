"""Jobs on a Ray cluster: many machines, or this one made to look like several."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from footfall.errors import FootfallError
from footfall.learn.evaluate.blas import one_blas_thread
from footfall.learn.evaluate.evaluator import (
    ATTEMPTS,
    ENTRY,
    Entry,
    Evaluator,
    Feed,
    OnResult,
    failed,
    resolve,
    run_job,
)

if TYPE_CHECKING:
    from footfall.learn.job import Job, Result

_entries: dict[str, Entry] = {}  # of this worker process


def run_remotely(bundle: bytes, entry: str, job: Job) -> Result | FootfallError:
    """Run one Job in a Ray worker. The bundle came once, through Ray's store of shared objects."""
    if entry not in _entries:
        one_blas_thread()
        _entries[entry] = resolve(entry)
    try:
        return run_job(_entries[entry], bundle, job)
    except FootfallError as error:
        return error


class Ray(Evaluator):
    """Jobs as Ray tasks. When a worker or a node dies, its Jobs run again elsewhere."""

    name = "ray"

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        """Use a cluster, or start one on this machine.

        Args:
            workers: CPUs of the local cluster; all cores unless given. A cluster that runs has its own.
            address: Of a running cluster: "auto", "host:port"; None starts one here.
        """
        super().__init__(workers or os.cpu_count() or 1)
        self._address = address
        self._ours = False
        self._ray: Any = None
        self._bundle: Any = None
        self._entry = ENTRY
        self._task: Any = None

    def start(self, bundle: bytes, entry: str = ENTRY) -> None:
        """Join or start the cluster and put the bundle where all its workers see it."""
        self._ray = _import_ray()
        if not self._ray.is_initialized():
            self._join()
            self._ours = True
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._bundle, self._entry = self._ray.put(bundle), entry
        # Retries are made here, so that a Job that ends its worker is abandoned after a few.
        self._task = self._ray.remote(num_cpus=1, max_retries=0)(run_remotely)

    def _join(self) -> None:
        options: dict[str, Any] = {"include_dashboard": False} if self._address is None else {}
        if self._address is None:
            options["num_cpus"] = self.workers
        try:
            self._ray.init(self._address, log_to_driver=False, logging_level="ERROR", **options)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise FootfallError(
                f"no Ray cluster at '{self._address}': {error}",
                where="--cluster",
                help="start one with `ray start --head`, or leave --cluster out to run on this machine",
            ) from error

    def run(self, feed: Feed, on_result: OnResult) -> None:
        """Run the Jobs wherever there is a CPU."""
        pending: dict[Any, tuple[int, Job, int]] = {}  # reference → number, Job, attempt
        fed = 0
        try:
            while True:
                while len(pending) < self.workers and (job := feed()) is not None:
                    pending[self._submit(job)] = (fed, job, 1)
                    fed += 1
                if not pending:
                    return
                (ready, *_), _ = self._ray.wait(list(pending), num_returns=1)
                number, job, attempt = pending.pop(ready)
                result = self._collect(ready, attempt)
                if result is None:
                    pending[self._submit(job)] = (number, job, attempt + 1)
                elif on_result(number, result):
                    return
        finally:
            for reference in pending:
                self._ray.cancel(reference)

    def _submit(self, job: Job) -> Any:
        return self._task.remote(self._bundle, self._entry, job)

    def _collect(self, reference: Any, attempt: int) -> Result | None:
        """The Result, or None when its worker died and the Job deserves another try."""
        errors = self._ray.exceptions
        try:
            answer: Result | FootfallError = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise FootfallError(
                f"a Ray worker could not run a job: {str(error).strip().splitlines()[-1]}",
                help="every machine of the cluster needs the same version of footfall",
            ) from error
        except errors.RayError as error:
            what = type(error).__name__
            if attempt >= ATTEMPTS:
                return failed(f"crashed: {what}")
            self.on_note(f"a Ray worker was lost ({what}); its job runs again")
            return None
        if isinstance(answer, FootfallError):
            raise answer
        return answer

    def close(self) -> None:
        """Leave the cluster; if it was started here, end it."""
        self._bundle = None
        if self._ours and self._ray is not None:
            self._ray.shutdown()
            self._ours = False


def _import_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise FootfallError(
            "Ray is not installed", where="--evaluator ray", help="pip install 'footfall[cluster]'"
        ) from error
    return ray
