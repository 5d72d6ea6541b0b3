"""Lines of JSON, on descriptors that the environment names; docs/any-command.md specifies them."""

import faulthandler
import json
import math
import os
import sys
import traceback

from ._program import _own_file


PROTOCOL = 1


class _Channel:
    """Lines of JSON, on descriptors that the environment names. What this program prints is not among them."""

    def __init__(self, requests, answers):
        # What this program starts or forks must not speak for it.
        for each in (requests, answers):
            os.set_inheritable(each, False)
        self.requests = os.fdopen(requests, "rb")
        self.answers = answers
        self.owner = os.getpid()
        self.metric_due = False
        self.measured = None  # the newest metric of the steps that the scheduler was not told yet
        self.running, self.failed = None, False
        sys.excepthook = self.tell_and(sys.excepthook)
        try:
            faulthandler.enable()  # SIGABRT, before a kill, prints the stack
        except (ValueError, OSError, AttributeError):
            pass  # standard error is no file

    @staticmethod
    def opened():
        requests, answers = os.environ.pop("ATOMIZABLE_IN", None), os.environ.pop("ATOMIZABLE_OUT", None)
        return _Channel(int(requests), int(answers)) if requests and answers else None

    def tell_and(self, hook):
        """An exception that ends the program, such as one of a step, is told before it does."""

        def told(kind, problem, trace):
            if os.getpid() == self.owner and isinstance(problem, Exception):
                self.say_failed(problem, None if self.running is None else "in step %d" % self.running)
            hook(kind, problem, trace)

        return told

    def expect_start(self):
        request = self.next()
        if request.get("do") != "start" or request.get("protocol") != PROTOCOL:
            self.fail("this is protocol %d, was asked for %s: use the atomizable.py that belongs to this version"
                      " (./atomizable python-helper)" % (PROTOCOL, request))

    def next(self):
        line = self.requests.readline()
        if not line.endswith(b"\n"):
            # Whoever asks is gone. Nothing that this program does from now on counts.
            sys.stdout.flush()
            os._exit(3)
        return json.loads(line)

    def answer(self, message):
        if os.getpid() != self.owner:
            raise RuntimeError("a forked process left the loop of its parent: end it with os._exit")
        line = json.dumps(message, allow_nan=False).encode() + b"\n"
        while line:
            line = line[os.write(self.answers, line):]

    def answer_metric(self, metric):
        if self.metric_due:
            self.metric_due = False
            self.answer({"metric": metric})
        elif metric is not None:
            # A number that is none has no JSON.
            self.measured = metric if all(map(math.isfinite, (metric["low"], metric["value"], metric["high"]))) else None
            print("%(name)s = %(value)r [%(low)r, %(high)r]" % metric)

    def say_failed(self, problem, when):
        """Tells an exception, with the last place in the program that it passed; only once."""
        if self.failed:
            return
        self.failed = True
        places = [each for each in traceback.extract_tb(problem.__traceback__) if _own_file(each.filename)]
        where = ["line %d of %s" % (places[-1].lineno, os.path.basename(places[-1].filename))] if places else []
        where += [when] if when else []
        message = {"error": "%s: %s%s" % (type(problem).__name__, str(problem)[:100000],
                                          " (%s)" % ", ".join(where) if where else "")}
        if isinstance(problem, MemoryError) or type(problem).__name__ == "OutOfMemoryError":
            message["kind"] = "out-of-memory"
        try:
            self.answer(message)
        except OSError:
            pass

    def fail(self, what):
        self.answer({"error": what})
        raise SystemExit(2)


def _gpu_memory():
    """The most that PyTorch has held on its GPU since the last call; None if it uses none."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_available() or not torch.cuda.is_initialized():
        return None
    peak = torch.cuda.max_memory_reserved()
    torch.cuda.reset_peak_memory_stats()
    return peak
