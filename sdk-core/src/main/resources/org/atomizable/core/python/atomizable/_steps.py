"""The steps, alone or as the scheduler asks for them."""

import sys
from typing import Iterator

from ._protocol import _gpu_memory


def _metric(name, value, low=None, high=None):
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise TypeError("value of metric %s must be a number, was %r" % (name, value)) from None
    return {"name": str(name), "value": value,
            "low": value if low is None else float(low), "high": value if high is None else float(high)}


class _Steps:
    """The steps of a job, once."""

    def __init__(self, job):
        self.job, self.step, self.taken, self.running = job, 0, False, None

    def __len__(self) -> int:
        if self.job.total is None:
            raise TypeError("steps() without a total has no len()")
        return self.job.total

    def __iter__(self) -> Iterator[int]:
        if self.taken:
            raise RuntimeError("the steps can be taken once")
        return self

    def __next__(self) -> int:
        if not self.taken:
            self.taken = True
            if not self.job.looked:
                self.begin()
        return self.next()


class _Straight(_Steps):
    """All steps, one after the other."""

    def begin(self):
        self.job.look(sys._getframe(2), False)

    opened = False

    def next(self):
        if not self.opened:
            self.opened = True
            self.job.open_outputs()
        if self.running is not None:
            self.job.after_step()
        if self.job.is_enough or self.step == self.job.total:
            self.running = None
            raise StopIteration
        self.job.before_step()
        self.running = self.step
        self.step += 1
        return self.running


class _Managed(_Steps):
    """The steps that the scheduler asks for. Between two steps, it does what else it is asked for."""

    def __init__(self, job, spec):
        super().__init__(job)
        self.channel = job.channel
        self.evaluated = False
        self.channel.answer({"spec": spec})

    def begin(self):
        self.frame = sys._getframe(2)

    frame = None

    def next(self):
        if self.evaluated:
            raise StopIteration
        if self.running is not None:
            self.guarded(self.job.after_step, "after step %d" % self.running)
            done = {"done": self.running, "enough": self.job.is_enough}
            memory = _gpu_memory()
            if memory is not None:
                done["memory"] = memory
            if self.channel.measured is not None:
                done["metric"], self.channel.measured = self.channel.measured, None
            self.channel.running = self.running = None
            self.channel.answer(done)
        while True:
            request = self.channel.next()
            what = request.get("do")
            if self.frame is not None and what != "stop":
                frame, self.frame = self.frame, None
                self.guarded(lambda: self.job.look(frame, False), "before its first step")
            if what == "run":
                self.job.before_step()
                self.channel.running = self.running = request["atom"]
                return self.running
            if what == "save":
                self.guarded(lambda: self.job.write(request["path"]), "in save")
                self.channel.answer({"saved": request["path"]})
            elif what == "restore":
                self.guarded(lambda: self.job.read(request["path"]), "in restore")
                self.channel.answer({"restored": request["path"], "enough": self.job.is_enough})
            elif what == "evaluate":
                self.channel.metric_due = self.evaluated = True
                self.guarded(self.job.open_outputs, "after the loop")
                if self.job.evaluate is not None:
                    self.guarded(lambda: self.channel.answer_metric(_told(self.job.evaluate())), "in evaluate")
                raise StopIteration
            elif what == "stop":
                sys.stdout.flush()
                raise SystemExit(0)
            else:
                self.channel.fail("this program does not know \"%s\"" % what)

    def guarded(self, action, when):
        """What fails here is told in one line; the stack is in the log."""
        try:
            action()
        except (MemoryError, Exception) as problem:
            self.channel.say_failed(problem, when)
            raise


def _told(result):
    if result is None:
        return None
    if isinstance(result, dict):
        return _metric(**result)
    return _metric("result", result)
