"""Makes a loop stoppable after any step, so that it runs in windows and ends in the bits of an uninterrupted run.

    import random
    import atomizable

    state = atomizable.state(weights=[0.0] * 4, rng=random.Random(7))
    for step in atomizable.steps(10_000, name="fit"):
        ...                          # one step; changes only what is in state
    print(state.weights)             # runs once, after the last step

`python3 fit.py` runs it straight. `./atomizable run --scheduler URL --command 'python3 fit.py'` runs it in windows. A
step may depend on nothing but its number and the state: on no clock, no unseeded random numbers, no order of threads.

One file without dependencies, for Python 3.8 and newer. NumPy and PyTorch are used if the program has imported them.
The protocol is specified in docs/any-command.md.
"""

import array
import ast
import collections
import collections.abc
import faulthandler
import json
import linecache
import math
import os
import random
import struct
import sys
import sysconfig
import traceback
import types
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional

__all__ = ["state", "steps", "enough", "metric", "State", "ForgottenState", "__version__"]
__version__ = "0.1.0"

PROTOCOL = 1


# ---------------------------------------------------------------------------------------------------------------------
# For programs


def state(**things: Any) -> "State":
    """Registers what the loop changes; returns an object whose attributes they are.

    Numbers, texts, bytes, None, lists, tuples, dicts, deques, Counters, array.array, random.Random and the module
    random; objects of the program's own classes; NumPy arrays, scalars, Generator, RandomState and the module
    numpy.random; PyTorch tensors, everything with state_dict() and load_state_dict() (modules, optimizers, schedulers),
    Generator and the module torch, for its random state.

    What can be changed in place is restored in place, so other references to it stay good. Numbers and texts cannot:
    change them as attributes (`state.loss = ...`).
    """
    _job.register(things, sys._getframe(1))
    return _job.state


def steps(total: Optional[int] = None, *, name: Optional[str] = None,
          save: Optional[Callable[[], Dict[str, Any]]] = None,
          restore: Optional[Callable[[Dict[str, Any]], Any]] = None, evaluate: Optional[Callable[[], Any]] = None,
          enough: Optional[Callable[[], bool]] = None, memory: Optional[int] = None,
          every: Optional[Dict[str, int]] = None, stages: Optional[List[Dict[str, Any]]] = None,
          traits: Optional[Dict[str, Any]] = None, priority: Optional[int] = None,
          unregistered: Iterable[str] = ()) -> "_Steps":
    """Returns the steps 0, 1, 2 ... as an iterable. Each turn of the loop is an atom: it is never interrupted.

    total         how many; None if enough() or the function `enough` says when the work is done
    name          of the job; default: the name of the script
    save          a function that returns more state, as a dict by name (as in state())
    restore       a function that takes such a dict back
    evaluate      a function that returns a number, or {"name": ..., "value": ..., "low": ..., "high": ...}
    enough        a function of no arguments, called after each step; true ends the loop
    memory        the most bytes that it will use, if known
    every         steps that take more memory or time than others: {"evaluation": 100} means every 100th
    stages        parts that do: [{"name": "long sequences", "from": 600, "to": 1000}]
    traits        what memory and time depend on: {"batch": 64}
    priority      among the jobs of a scheduler
    unregistered  names that the loop changes and that another process need not know, such as those of a cache
    """
    if total is not None and (type(total) is not int or total < 1):
        raise ValueError("total must be 1 or more, or None if it is not known, was %r" % (total,))
    for argument, kind, value in (("name", str, name), ("memory", int, memory), ("every", dict, every),
                                  ("stages", list, stages), ("traits", dict, traits), ("priority", int, priority)):
        if value is not None and not isinstance(value, kind):
            raise TypeError("%s must be a %s, was %r" % (argument, kind.__name__, value))
    for argument, value in (("save", save), ("restore", restore), ("evaluate", evaluate), ("enough", enough)):
        if value is not None and not callable(value):
            raise TypeError("%s must be a function, was %r" % (argument, value))
    if isinstance(unregistered, str):
        raise TypeError("unregistered must be a list of names, was %r" % unregistered)
    if (save is None) != (restore is None):
        raise ValueError("give save and restore, or neither")
    if total is not None and enough is not None:
        raise ValueError("give total or enough, not both")
    spec = {"name": name or _script(), "total": total, "state": "safetensors", "memory": memory, "recurring": every,
            "stages": stages, "traits": traits, "priority": priority}
    return _job.begin(sys._getframe(1), total, save, restore, evaluate, enough, unregistered,
                      {key: value for key, value in spec.items() if value is not None or key == "total"})


def enough() -> None:
    """Ends the loop after this step. Only for steps without a total. Never leave the loop with break."""
    _job.say_enough()


def metric(name: str, value: float, low: Optional[float] = None, high: Optional[float] = None) -> None:
    """Tells what the job has achieved; to be called after the loop. `atomizable run` prints it."""
    _job.say_metric(_metric(name, value, low, high))


class State:
    """What was registered with state(), as attributes."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError("the state has no %s: register it with atomizable.state(%s=...) before the loop"
                             % (name, name))

    def __setattr__(self, name: str, value: Any) -> None:
        if _job.begun and name not in vars(self):
            raise AttributeError("the state has no %s: register it with atomizable.state(%s=...) before the loop"
                                 % (name, name))
        vars(self)[name] = value

    def __repr__(self):
        return "State(%s)" % ", ".join("%s=%r" % each for each in vars(self).items())


# ---------------------------------------------------------------------------------------------------------------------
# The job, alone or under a scheduler


def _metric(name, value, low=None, high=None):
    try:
        value = float(value)
    except (TypeError, ValueError):
        raise TypeError("value of metric %s must be a number, was %r" % (name, value)) from None
    return {"name": str(name), "value": value,
            "low": value if low is None else float(low), "high": value if high is None else float(high)}


class _Job:
    def __init__(self):
        self.state = State()
        self.begun = False
        self.is_enough = False
        self.aliases = {}
        self.originals, self.original = [], {}
        self.places, self.looked = [], False
        self.sets = False  # whether the program has sets or hashes
        self.parts = []
        self.channel = _Channel.opened()

    def register(self, things, frame):
        if self.begun:
            raise RuntimeError("call atomizable.state before the loop")
        for name, thing in things.items():
            if hasattr(self.state, name):
                raise ValueError("the state has two things named %s" % name)
            if name.startswith("_"):
                raise ValueError("a name in the state cannot begin with _, was %s" % name)
            setattr(self.state, name, thing)
            if name in frame.f_locals and frame.f_locals[name] is thing:
                self.aliases[name] = (frame, thing)
        try:
            self.encoded(_Encoder())  # refuses now what could not be saved later
        except RecursionError:
            raise ValueError("the state is nested too deeply: use flat lists") from None

    def encoded(self, encoder):
        return {name: encoder.encode(thing, name) for name, thing in vars(self.state).items()}

    def known(self):
        """What is restored: all that the state leads to, by identity."""
        found, todo = {}, list(vars(self.state).values())
        while todo:
            each = todo.pop()
            if id(each) not in found:
                found[id(each)] = each
                todo += list(each.values()) if isinstance(each, dict) else list(each) if isinstance(
                    each, (list, tuple, collections.deque)) else [] if isinstance(
                    each, _PLAIN + (types.ModuleType,)) else list(_attributes(each).values())
        return found

    def begin(self, frame, total, save, restore, evaluate, enough, unregistered, spec):
        if self.begun:
            raise RuntimeError("a program has one loop over atomizable.steps; make the nested ones plain loops")
        self.total, self.save, self.restore, self.evaluate, self.ask_enough = total, save, restore, evaluate, enough
        if not vars(self.state) and save is None:
            raise ValueError("a job needs a state: call atomizable.state, or give save and restore")
        self.begun = True
        if self.channel:
            self.channel.expect_start()
        encoder = _Encoder()
        self.encoded(encoder)
        self.originals = [thing for _, thing, _ in encoder.met.values()]
        self.original = {id(thing): number for number, thing in enumerate(self.originals)}
        self.parts = [(place, each, dict(vars(each))) for _, thing, place in encoder.met.values()
                      if hasattr(thing, "state_dict") for each in _modules(thing) if _own_class(type(each))]
        self.turns = 0
        self.exempt = set(unregistered) | (_names_of(restore) if restore else set())
        self.look(frame, True)
        return _Managed(self, spec) if self.channel else _Straight(self)

    @staticmethod
    def left_out(thing):
        """The attributes with plain values that no value of its state_dict() tells."""
        told, todo = [], [thing.state_dict()]
        while todo:
            each = todo.pop()
            if isinstance(each, (dict, list, tuple)):
                todo += each.values() if isinstance(each, dict) else each
            elif isinstance(each, _PLAIN):
                told.append(each)
        return {name: each for name, each in vars(thing).items()
                if isinstance(each, _PLAIN) and each not in told and name != "training"}

    def tells_all(self):
        for name, thing, before in self.parts:
            for key, value in self.left_out(thing).items():
                if value != before.get(key, value):
                    raise ForgottenState("%s.%s changes, and state_dict() of %s does not tell it: add it there"
                                         % (name, key, name))

    def look(self, frame, first):
        """Looks through the program for what it forgets: when it calls steps(), or when it takes the first."""
        look = _Look(self, frame, first)
        self.sets = look.source.uses_sets()
        if look.loop is None:
            return
        self.looked = True
        look.look(self.exempt, *[{it for name in _names_of(each) for it in (name, "." + name)} if each else set()
                                 for each in (self.evaluate, self.ask_enough)])
        self.places = look.places

    def say_enough(self):
        if not self.begun or self.total is not None:
            raise RuntimeError("enough() is for a loop over atomizable.steps() without a total")
        self.is_enough = True

    def say_metric(self, metric):
        if self.channel:
            self.channel.answer_metric(metric)
        else:
            print("%(name)s = %(value)r [%(low)r, %(high)r]" % metric)

    def after_step(self):
        """At a safe point: finds out whether the work is done, and whether the state is what the loop works on."""
        for name, (frame, thing) in self.aliases.items():
            if getattr(self.state, name, None) is thing and frame.f_locals.get(name, thing) is not thing:
                raise ForgottenState(
                    "the variable %s is no longer what is in the state: write state.%s = ..., or change it in place"
                    % (name, name))
        self.turns += 1
        if self.turns <= 10:
            self.tells_all()
        for name, read, thing in self.places:
            if read() is not thing:
                raise ForgottenState("%s is no longer what is in the state: change it in place (%s[:] = ... or %s -= ...)"
                                     ", or register the object that holds it" % (name, name, name))
        if self.ask_enough is not None and self.ask_enough():
            self.is_enough = True

    def write(self, path):
        self.tells_all()
        encoder = _Encoder(self.original)
        structure = self.encoded(encoder)
        for name, thing in (self.save() if self.save else {}).items():
            if name in structure:
                raise ValueError("save returns %s, which is in the state already" % name)
            structure[name] = encoder.encode(thing, name)
        told = {"enough": self.is_enough, "things": structure}
        if self.sets:
            told["texts"] = hash("atomizable")
        text = json.dumps(told, separators=(",", ":"))
        tensors = {"atomizable": ("U8", [len(text)], lambda: text.encode())}
        tensors.update(encoder.tensors)
        _write_safetensors(path, tensors)

    def read(self, path):
        tensors = _read_safetensors(path)
        told = json.loads(bytes(tensors["atomizable"][2]).decode())
        missing = [name for name in vars(self.state) if name not in told["things"]]
        more = [name for name in told["things"] if not hasattr(self.state, name)]
        if missing or (more and self.restore is None):
            raise ValueError("the checkpoint was written by other code: it lacks %s and has %s in addition"
                             % (missing, more))
        if told.get("texts", hash("atomizable")) != hash("atomizable"):
            raise ForgottenState("the order of sets and the hashes of texts differ between the processes of this job: set"
                                 " PYTHONHASHSEED=0 for all of them, and do not start Python with -E, -I or -R")
        decoder = _Decoder(tensors, self.originals)
        saved = {}
        for name, node in told["things"].items():
            thing = decoder.restored(node)
            if name in more:
                saved[name] = thing
            else:
                setattr(self.state, name, thing)
        if self.restore is not None:
            self.restore(saved)
        # A number that was restored is another object; the program's own variable is not.
        self.aliases = {name: each for name, each in self.aliases.items() if getattr(self.state, name) is each[1]}
        self.is_enough = told["enough"]


def _script():
    base = os.path.splitext(os.path.basename(sys.argv[0] or "python"))[0]
    return "".join(each if each.isascii() and each.isalnum() or each in "._-" else "-" for each in base).lstrip(
        "._-") or "python"


class _Steps:
    """The steps of a job, once."""

    def __init__(self, job):
        self.job, self.step, self.taken, self.running = job, 0, False, None

    def __len__(self):
        if self.job.total is None:
            raise TypeError("steps() without a total has no len()")
        return self.job.total

    def __iter__(self):
        if self.taken:
            raise RuntimeError("the steps can be taken once")
        return self

    def __next__(self):
        if not self.taken:
            self.taken = True
            if not self.job.looked:
                self.begin()
        return self.next()


class _Straight(_Steps):
    """All steps, one after the other."""

    def begin(self):
        self.job.look(sys._getframe(2), False)

    def next(self):
        if self.running is not None:
            self.job.after_step()
        if self.job.is_enough or self.step == self.job.total:
            self.running = None
            raise StopIteration
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
            self.channel.running = self.running = None
            self.channel.answer(done)
        while True:
            request = self.channel.next()
            what = request.get("do")
            if self.frame is not None and what != "stop":
                frame, self.frame = self.frame, None
                self.guarded(lambda: self.job.look(frame, False), "before its first step")
            if what == "run":
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


# ---------------------------------------------------------------------------------------------------------------------
# Things as tensors: a tree of JSON, whose large leaves are tensors. What can be changed in place has an identity: a
# thing that was registered is restored into that very object ("of": its number), and a second way to it is "again".

_INTEGERS = {"b": "I8", "B": "U8", "h": "I16", "H": "U16", "i": "I32", "I": "U32", "q": "I64", "Q": "U64",
             "f": "F32", "d": "F64"}
_NUMPY = {"|b1": "BOOL", "|u1": "U8", "|i1": "I8", "<u2": "U16", "<i2": "I16", "<f2": "F16", "<u4": "U32",
          "<i4": "I32", "<f4": "F32", "<u8": "U64", "<i8": "I64", "<f8": "F64"}
_TORCH = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "uint16": "U16", "int16": "I16", "float16": "F16",
          "bfloat16": "BF16", "uint32": "U32", "int32": "I32", "float32": "F32", "uint64": "U64", "int64": "I64",
          "float64": "F64", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2"}
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_FACTORIES = {each.__name__: each for each in (int, float, list, dict, str, bool)}


def _module(thing):
    """The module that defines a thing's type, if that is one of those that need no import here."""
    for base in type(thing).__mro__:
        root = (base.__module__ or "").split(".")[0]
        if root in ("numpy", "torch"):
            return root
    return None


class _Encoder:
    """Turns things into nodes {"kind": value}; large ones become tensors, named by their place."""

    def __init__(self, original=None):
        self.tensors = {}
        self.original = original or {}  # id -> number
        self.met = {}     # id -> (number, the thing, its place), in the order of their first meeting
        self.arrays = []  # (first byte, behind the last, NumPy array, place)

    def encode(self, thing, place):
        if type(thing) is str and any(0xD800 <= ord(each) < 0xE000 for each in thing):
            return {"surrogates": thing.encode("utf-8", "surrogatepass").hex()}  # JSON would join two halves
        if type(thing) is int and not -2 ** 63 <= thing < 2 ** 63:
            return {"integer": hex(thing)}  # Python refuses to write more than 4300 decimal digits
        if type(thing) in (type(None), bool, int, str):
            return {"is": thing}
        if type(thing) is float:
            return {"float": struct.pack(">d", thing).hex()}
        if type(thing) is complex:
            return {"complex": struct.pack(">dd", thing.real, thing.imag).hex()}
        if type(thing) is bytes:
            return {"bytes": self.tensor(place, "U8", [len(thing)], lambda: thing)}
        if type(thing) is tuple:
            return {"tuple": self.items(thing, place)}
        if id(thing) in self.met:
            return {"again": self.met[id(thing)][0]}
        self.met[id(thing)] = (len(self.met), thing, place)
        node = self.of_collection(thing, place)
        if id(thing) in self.original:
            node["of"] = self.original[id(thing)]
        return node

    def of_collection(self, thing, place):
        kind = type(thing)
        if kind is bytearray:
            return {"bytearray": self.tensor(place, "U8", [len(thing)], lambda: bytes(thing))}
        if kind is list:
            return {"list": self.items(thing, place)}
        if kind is collections.deque:
            return {"deque": [self.items(thing, place), thing.maxlen]}
        if kind is collections.defaultdict and getattr(thing.default_factory, "__name__", None) in _FACTORIES:
            return {"defaultdict": [self.pairs(thing, place), thing.default_factory.__name__]}
        if kind in (dict, collections.OrderedDict, collections.Counter):
            return {kind.__name__: self.pairs(thing, place)}
        if kind is array.array:
            code = thing.typecode
            kind = _INTEGERS.get(code) or {4: "I32", 8: "I64"}.get(thing.itemsize if code == "l" else 0) or {
                4: "U32", 8: "U64"}.get(thing.itemsize if code == "L" else 0)
            if kind is None:
                raise TypeError("state %s is an array of type code %s, which cannot be saved" % (place, code))
            return {"array": [code, self.tensor(place, kind, [len(thing)], lambda: _little(thing).tobytes())]}
        if thing is random or kind is random.Random:
            return {"random": self.encode(thing.getstate(), place)}
        if isinstance(thing, types.ModuleType):
            return self.of_module(thing, place)
        return self.of_library(thing, place)

    def pairs(self, thing, place):
        return [[self.encode(key, "%s.key%d" % (place, i)), self.encode(value, "%s.%s" % (place, key))]
                for i, (key, value) in enumerate(thing.items())]

    def items(self, things, place):
        if things and all(type(each) is float for each in things):
            return {"floats": self.numbers(place, "F64", "d", things)}
        if len(things) > 8 and all(type(each) is int and -2 ** 63 <= each < 2 ** 63 for each in things):
            return {"integers": self.numbers(place, "I64", "q", things)}
        return [self.encode(each, "%s.%d" % (place, i)) for i, each in enumerate(things)]

    def numbers(self, place, kind, code, things):
        return self.tensor(place, kind, [len(things)], lambda: struct.pack("<%d%s" % (len(things), code), *things))

    def of_module(self, thing, place):
        if thing.__name__ == "numpy.random":
            return {"numpy.random": self.encode(thing.get_state(), place)}
        if thing.__name__ == "torch":
            states = [thing.get_rng_state()]
            if thing.cuda.is_available() and thing.cuda.is_initialized():
                states += thing.cuda.get_rng_state_all()
            return {"torch": self.encode(states, place)}
        raise TypeError("state %s is the module %s; only random, numpy.random and torch can be saved"
                        % (place, thing.__name__))

    def of_library(self, thing, place):
        library, kind = _module(thing), type(thing).__name__
        if library == "numpy":
            import numpy
            if isinstance(thing, numpy.ndarray):
                return {"ndarray": self.ndarray(thing, place)}
            if isinstance(thing, numpy.generic):
                return {"scalar": self.ndarray(numpy.asarray(thing), place)}
            if isinstance(thing, numpy.random.Generator):
                children = getattr(_seeds(thing), "n_children_spawned", 0)
                return {"generator": [self.encode(thing.bit_generator.state, place), children]}
            if isinstance(thing, numpy.random.RandomState):
                return {"random-state": self.encode(thing.get_state(legacy=False), place)}
        if library == "torch":
            import torch
            if isinstance(thing, torch.Tensor):
                return {"tensor": self.torch_tensor(thing, place)}
            if isinstance(thing, torch.Generator):
                return {"torch-generator": self.encode(thing.get_state(), place)}
            if isinstance(thing, torch.nn.Module):
                return {"module": self.encode(_besides(thing), place)}
        if hasattr(thing, "state_dict") and hasattr(thing, "load_state_dict"):
            told = thing.state_dict()
            if not told and getattr(thing, "__dict__", None):
                raise TypeError("state %s is a %s whose state_dict() is empty, though it has %s: give steps() the"
                                " functions save and restore" % (place, kind, ", ".join(sorted(vars(thing)))))
            return {"state-dict": self.encode(told, place)}
        if isinstance(thing, (set, frozenset)):
            raise TypeError("state %s is a %s, whose order differs from run to run: use a list or a dict"
                            % (place, kind))
        if isinstance(thing, random.SystemRandom):
            raise TypeError("state %s draws from the system, which nobody can repeat: use random.Random(seed)" % place)
        if _is_plain(thing):
            return {"object": self.pairs(vars(thing), place) + [type(thing).__module__ + ":" + type(thing).__qualname__]}
        raise TypeError("state %s is a %s, which cannot be saved: give steps() the functions save and restore"
                        % (place, kind))

    def ndarray(self, thing, place):
        import numpy
        if type(thing) not in (numpy.ndarray, numpy.generic):
            raise TypeError("state %s is a %s, of which only the numbers could be saved: register plain arrays, such as"
                            " its data and its mask" % (place, type(thing).__name__))
        if thing.dtype.hasobject:
            raise TypeError("state %s is an array of objects, which cannot be saved: use a list" % place)
        dtype = thing.dtype.str if thing.dtype.names is None else [list(each) for each in thing.dtype.descr]
        if _dtype(json.loads(json.dumps(dtype))) != thing.dtype:
            raise TypeError("state %s has records with gaps (%s), which cannot be saved" % (place, thing.dtype))
        kind, shape = _NUMPY.get(thing.dtype.str), list(thing.shape)
        if thing.size:
            self.apart(thing, place)
        # Of complex numbers, dates and records the bytes are kept, with the type beside.
        stored = shape if kind else [thing.size * thing.itemsize]
        node = [dtype, shape, self.tensor(place, kind or "U8", stored, lambda: thing.tobytes())]
        if not (thing.flags.c_contiguous and thing.flags.writeable):
            node += [list(thing.strides), bool(thing.flags.writeable)]
        return node

    def apart(self, thing, place):
        """Two arrays on the same memory would be two when they are restored."""
        import numpy
        low, high = numpy.byte_bounds(thing) if hasattr(numpy, "byte_bounds") else numpy.lib.array_utils.byte_bounds(
            thing)
        for first, last, other, name in self.arrays:
            if low < last and first < high and numpy.shares_memory(thing, other):
                raise TypeError("state %s and state %s share memory: register the one that holds all of it"
                                % (name, place))
        self.arrays.append((low, high, thing, place))

    def torch_tensor(self, thing, place):
        import torch
        name = str(thing.dtype).split(".")[1]
        kind, shape = _TORCH.get(name), list(thing.shape)
        for bad, words in ((thing.layout != torch.strided or thing.is_quantized, "is a sparse or quantized tensor"),
                           (thing.is_meta, "is a tensor without data (device meta)"),
                           (thing.grad_fn is not None, "is a result that gradients flow through (use detach())")):
            if bad:
                raise TypeError("state %s %s, which cannot be saved" % (place, words))
        stored = shape if kind else [thing.numel() * thing.element_size()]
        more = {"grad": thing.requires_grad, "device": str(thing.device)}
        if not thing.is_contiguous():
            more["strides"] = list(thing.stride())
        if isinstance(thing, torch.nn.Parameter):
            more["parameter"] = True
        if thing.is_leaf and thing.grad is not None:
            more["gradient"] = self.encode(thing.grad, place + ".grad")
        return [name, shape, self.tensor(place, kind or "U8", stored, lambda: _torch_bytes(thing)), more]

    def tensor(self, name, kind, shape, data):
        """Adds a tensor, whose bytes the function `data` returns when they are written; returns its name."""
        unique, n = name[:900], 1
        while unique in self.tensors or unique == "atomizable":
            n += 1
            unique = "%s~%d" % (name[:900], n)
        self.tensors[unique] = (kind, shape, data)
        return unique


def _seeds(generator):
    return getattr(generator.bit_generator, "seed_seq", None) or getattr(generator.bit_generator, "_seed_seq", None)


def _dtype(told):
    import numpy
    return numpy.dtype(told if isinstance(told, str) else [
        tuple(tuple(it) if isinstance(it, list) else it for it in each) for each in told])


def _is_plain(thing):
    """Whether an object is its attributes and nothing else: one of a class that was written in Python, for itself."""
    kind = type(thing)
    return (getattr(thing, "__dict__", None) is not None and kind.__flags__ & (1 << 9) and _own_class(kind)
            and kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__
            and all(base is object or _own_class(base) and "__slots__" not in vars(base) and "__getstate__" not in
                    vars(base) for base in kind.__mro__))


def _own_class(kind):
    return _own_file(getattr(sys.modules.get(kind.__module__), "__file__", None))


def _modules(thing):
    return thing.modules() if _module(thing) == "torch" and hasattr(thing, "modules") else [thing]


def _besides(module):
    """The state of a PyTorch module, with what its state_dict() leaves out."""
    import torch
    for name, each in module.named_parameters():
        if torch.nn.parameter.is_lazy(each):
            raise TypeError("parameter %s has no shape before the first batch: run one before state()" % name)
    told = module.state_dict()
    return [told, {name: each for name, each in module.named_buffers() if name not in told},
            [each.training for each in module.modules()], [each.requires_grad for each in module.parameters()],
            [each.grad for each in module.parameters()]]


def _torch_bytes(tensor):
    import ctypes
    flat = tensor.detach().cpu().contiguous()
    if flat.is_conj() or flat.is_neg():
        flat = flat.resolve_conj().resolve_neg()
    if flat.numel() == 0:
        return b""
    return ctypes.string_at(flat.data_ptr(), flat.numel() * flat.element_size())


def _little(values):
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values


class _Decoder:
    """Turns nodes back into things: into the registered object, if it was one of these, or into a new one."""

    def __init__(self, tensors, originals=()):
        self.tensors = tensors
        self.originals = originals
        self.met = []

    def data(self, name):
        return self.tensors[name][2]

    def restored(self, node):
        of = node.pop("of", None)
        (kind, value), = node.items()
        current = None if of is None else self.originals[of]
        return getattr(self, "_" + kind.replace("-", "_").replace(".", "_"))(value, current)

    def meet(self, thing):
        self.met.append(thing)
        return thing

    def _again(self, value, current):
        return self.met[value]

    def _is(self, value, current):
        return value

    def _integer(self, value, current):
        return int(value, 16)

    def _surrogates(self, value, current):
        return bytes.fromhex(value).decode("utf-8", "surrogatepass")

    def _float(self, value, current):
        return struct.unpack(">d", bytes.fromhex(value))[0]

    def _complex(self, value, current):
        return complex(*struct.unpack(">dd", bytes.fromhex(value)))

    def _bytes(self, value, current):
        return bytes(self.data(value))

    def _bytearray(self, value, current):
        made = self.meet(bytearray() if current is None else current)
        made[:] = self.data(value)
        return made

    def items(self, value):
        if isinstance(value, dict):
            (kind, name), = value.items()
            data = self.data(name)
            return list(struct.unpack("<%d%s" % (len(data) // 8, "d" if kind == "floats" else "q"), data))
        return [self.restored(node) for node in value]

    def _tuple(self, value, current):
        return tuple(self.items(value))

    def _list(self, value, current):
        made = self.meet([] if current is None else current)
        made[:] = self.items(value)
        return made

    def _deque(self, value, current):
        made = self.meet(collections.deque(maxlen=value[1]) if current is None else current)
        items = self.items(value[0])
        made.clear()
        made.extend(items)
        return made

    def _dict(self, value, current, kind=dict):
        made = self.meet(kind() if current is None else current)
        pairs = [(self.restored(key), self.restored(each)) for key, each in value]
        made.clear()  # the order of keys is restored too
        for key, each in pairs:
            made[key] = each
        return made

    def _OrderedDict(self, value, current):
        return self._dict(value, current, collections.OrderedDict)

    def _Counter(self, value, current):
        return self._dict(value, current, collections.Counter)

    def _defaultdict(self, value, current):
        return self._dict(value[0], current, lambda: collections.defaultdict(_FACTORIES[value[1]]))

    def _object(self, value, current):
        if current is None:
            module, _, name = value[-1].partition(":")
            kind = sys.modules[module]
            for each in name.split("."):
                kind = getattr(kind, each)
            current = object.__new__(kind)
        self.meet(current)
        pairs = [(self.restored(key), self.restored(each)) for key, each in value[:-1]]
        vars(current).clear()
        vars(current).update(pairs)
        return current

    def _array(self, value, current):
        restored = array.array(value[0])
        restored.frombytes(bytes(self.data(value[1])))
        made = self.meet(array.array(value[0]) if current is None else current)
        made[:] = _little(restored)
        return made

    def _random(self, value, current):
        made = self.meet(random.Random() if current is None else current)
        made.setstate(self.restored(value))
        return made

    def _numpy_random(self, value, current):
        import numpy.random
        self.meet(numpy.random)
        numpy.random.set_state(self.restored(value))
        return numpy.random

    def _torch(self, value, current):
        import torch
        self.meet(torch)
        states = self.restored(value)
        torch.set_rng_state(states[0])
        if len(states) > 1:
            torch.cuda.set_rng_state_all(states[1:])
        return torch

    def _ndarray(self, value, current):
        import numpy
        dtype, shape, name = _dtype(value[0]), tuple(value[1]), value[2]
        data = numpy.frombuffer(bytes(self.data(name)), dtype=dtype).reshape(shape)
        strides, writeable = value[3:] or (data.strides, True)
        if current is None or not current.flags.writeable or (current.shape, current.dtype) != (shape, dtype) or any(
                n > 1 and one != two for n, one, two in zip(shape, current.strides, strides)):
            if current is not None and current.flags.writeable:
                raise ValueError("an array that was registered has changed its shape, type or layout: assign a new one"
                                 " to the attribute of the state instead")
            current = self.laid_out(data, strides)
        current[...] = data
        if not writeable:
            current.flags.writeable = False
        return self.meet(current)

    @staticmethod
    def laid_out(data, strides):
        """A new array with these strides: sums and products depend on the order in memory."""
        import numpy
        if not data.size or list(strides) == list(data.strides):
            return numpy.empty(data.shape, data.dtype)
        low = sum(min(0, step * (n - 1)) for step, n in zip(strides, data.shape))
        high = sum(max(0, step * (n - 1)) for step, n in zip(strides, data.shape)) + data.itemsize
        return numpy.ndarray(data.shape, data.dtype, numpy.empty(high - low, numpy.uint8), -low, strides)

    def _scalar(self, value, current):
        place = len(self.met)
        self.met.append(self._ndarray(value, None)[()])
        del self.met[place]  # the array
        return self.met[place]

    def _generator(self, value, current):
        import numpy
        place = len(self.met)
        self.meet(current)
        told, children = self.restored(value[0]), value[1]
        if current is None:
            current = self.met[place] = numpy.random.Generator(getattr(numpy.random, told["bit_generator"])())
        more = children - getattr(_seeds(current), "n_children_spawned", 0)
        if more < 0:
            raise ValueError("a generator has spawned more children than the checkpoint says")
        if more:
            _seeds(current).spawn(more)
        current.bit_generator.state = told
        return current

    def _random_state(self, value, current):
        import numpy
        made = self.meet(numpy.random.RandomState() if current is None else current)
        made.set_state(self.restored(value))
        return made

    def _tensor(self, value, current):
        import torch
        name, shape, tensor, more = value
        data = bytearray(self.data(tensor))
        dtype = getattr(torch, name)
        made = torch.frombuffer(data, dtype=dtype).reshape(shape) if data else torch.empty(shape, dtype=dtype)
        strides = more.get("strides", list(made.stride()))
        if current is None:
            with torch.no_grad():
                current = torch.empty_strided(shape, strides, dtype=dtype, device=more["device"]).copy_(made)
            if more.get("parameter"):
                current = torch.nn.Parameter(current, requires_grad=more["grad"])
        else:
            with torch.no_grad():
                current.copy_(made)
        self.meet(current)
        if current.is_leaf and current.requires_grad != more["grad"]:
            current.requires_grad_(more["grad"])
        if current.is_leaf:
            current.grad = self.restored(more["gradient"]) if "gradient" in more else None
        return current

    def _torch_generator(self, value, current):
        import torch
        made = self.meet(torch.Generator() if current is None else current)
        made.set_state(self.restored(value))
        return made

    def _module(self, value, current):
        import torch
        self.meet(current)
        told, buffers, training, requires, gradients = self.restored(value)
        self._loaded(current, told)
        with torch.no_grad():
            for name, each in current.named_buffers():
                if name in buffers:
                    each.copy_(buffers[name])
        for each, flag in zip(current.modules(), training):
            each.training = flag
        for each, flag, gradient in zip(current.parameters(), requires, gradients):
            each.requires_grad_(flag)
            each.grad = gradient
        return current

    def _state_dict(self, value, current):
        self.meet(current)
        return self._loaded(current, self.restored(value))

    @staticmethod
    def _loaded(current, told):
        if current is None:
            raise ValueError("a thing with load_state_dict must be in atomizable.state, not in what save returns")
        fresh = current.state_dict()
        if hasattr(fresh, "_metadata"):
            told._metadata = fresh._metadata  # versions of the layout, by which PyTorch reads it
        current.load_state_dict(told)
        return current


# ---------------------------------------------------------------------------------------------------------------------
# Forgotten state, found in the program's source before its first step: a name, or an attribute, that the loop changes
# and that a later turn or the code after the loop reads, is state. Names are tokens "name", attributes ".name", the
# generators of modules "np.random". Which tokens are alive at the loop's head and behind it is found by a backward
# analysis of the statements (liveness); what objects these are, by a look at the variables before the first step.

_CHANGERS = {"append", "extend", "insert", "remove", "pop", "popleft", "appendleft", "clear", "update", "setdefault",
             "popitem", "add", "discard", "sort", "reverse", "rotate", "subtract", "fill", "resize", "put", "itemset",
             "readline", "read", "readlines", "heappush", "heappop", "shuffle", "copy_", "add_", "mul_", "zero_"}
_OVERWRITERS = {"clear", "fill", "seed", "manual_seed", "setstate", "set_state", "zero_"}
_CHANCE = {"seed", "Random", "SystemRandom", "getstate", "setstate", "default_rng", "RandomState", "Generator",
           "SeedSequence", "PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64", "get_state", "set_state"}
_WRAPPERS = {"zip", "enumerate", "map", "filter", "zip_longest", "islice", "chain", "cycle", "takewhile", "pairwise"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _own_file(path):
    """Whether a file is part of the program, not of Python, of a library or this one."""
    if not path or path.startswith("<") or os.path.abspath(path) == os.path.abspath(__file__):
        return False
    real = os.path.abspath(path)
    library = [sysconfig.get_paths()[each] for each in ("stdlib", "platstdlib", "purelib", "platlib")]
    return "site-packages" not in real and "dist-packages" not in real and not any(
        real.startswith(os.path.abspath(each) + os.sep) for each in library)


def _dotted(node):
    """The text of a chain of names such as np.random; None if it is another expression."""
    if isinstance(node, ast.Name):
        return node.id
    before = _dotted(node.value) if isinstance(node, ast.Attribute) else None
    return before and "%s.%s" % (before, node.attr)


def _inside(node, kinds):
    """The nodes of some kinds in a tree, without those in functions and classes of its own."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, kinds):
            yield each
        if not isinstance(each, _FUNCTIONS + (ast.ClassDef, ast.Lambda)):
            yield from _inside(each, kinds)


class _Source:
    """The functions and methods of the program's own modules."""

    def __init__(self, main):
        self.trees, self.functions, self.methods, self.classes, self.properties = {}, {}, {}, {}, set()
        self.class_of, self.file_of, self.main = {}, {}, main
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if path and path.endswith(".py") and _own_file(path) and path not in self.trees:
                self.add(path)

    def add(self, path):
        try:
            tree = ast.parse("".join(linecache.getlines(path)), path)
        except (SyntaxError, ValueError, RecursionError):
            return
        self.trees[path] = tree
        self.collect(tree, None, path)

    def collect(self, node, owner, path):
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.Lambda) and owner is None:
                for target in each.targets:
                    if isinstance(target, ast.Name):
                        self.functions.setdefault(target.id, []).append(each.value)
                        self.file_of[each.value] = path
            if isinstance(each, _FUNCTIONS):
                (self.methods if owner else self.functions).setdefault(each.name, []).append(each)
                self.file_of[each] = path
                self.class_of[each] = owner
                if owner and any(_dotted(it) in ("property", "cached_property", "functools.cached_property")
                                 for it in each.decorator_list):
                    self.properties.add(each.name)
            if isinstance(each, ast.ClassDef):
                self.classes[each.name] = each
            self.collect(each, each.name if isinstance(each, ast.ClassDef)
                         else None if isinstance(each, _FUNCTIONS) else owner, path)

    def uses_sets(self):
        return any(isinstance(it, (ast.Set, ast.SetComp)) or isinstance(it, ast.Name) and it.id in (
            "set", "frozenset", "hash", "id") for tree in self.trees.values() for it in ast.walk(tree))

    def scope(self, frame):
        """The function or module whose code a frame runs; None if its source is not at hand."""
        path, code = frame.f_code.co_filename, frame.f_code
        if path not in self.trees and _own_file(path) and linecache.getlines(path):
            self.add(path)
        tree = self.trees.get(path)
        if tree is None or code.co_name == "<module>":
            return tree
        for each in ast.walk(tree):
            if isinstance(each, _FUNCTIONS) and each.name == code.co_name:
                first = min([each.lineno] + [it.lineno for it in each.decorator_list])
                if first == code.co_firstlineno:
                    return each
        return None


class _Flow:
    """Liveness. What an expression does is a series of (what, token, line, detail, receiver), as it is evaluated."""

    def __init__(self, source, path):
        self.source, self.path, self.owner = source, path, None
        self.hidden = self.defaults = frozenset()  # of the function that is walked: local names, and default values
        self.summaries, self.watched, self.reads, self.changes = {}, {}, {}, None

    def does(self, node, may=False):
        """Yields what an expression does; `may` if it is perhaps not evaluated, and so overwrites nothing for sure."""
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                yield "read", node.id, node.lineno, None, None
                if node.id in self.source.functions:
                    yield "call", (node.id, "function", True), node.lineno, None, None
            else:
                yield "change" if may else "store", node.id, node.lineno, "=", None
        elif isinstance(node, ast.Attribute):
            yield from self.does(node.value, may)
            yield "read", "." + node.attr, node.lineno, None, None
            if node.attr in self.source.methods:
                yield "call", (node.attr, "method", may or node.attr not in self.source.properties), node.lineno, None, None
        elif isinstance(node, ast.Call):
            yield from self.calls(node, may)
        elif isinstance(node, (ast.BoolOp, ast.IfExp)):
            first, rest = (node.values[0], node.values[1:]) if isinstance(node, ast.BoolOp) else (
                node.test, [node.body, node.orelse])
            yield from self.does(first, may)
            for each in rest:
                yield from self.does(each, True)
        elif isinstance(node, ast.NamedExpr):
            yield from self.does(node.value, may)
            yield from self.does(node.target, may)
        elif isinstance(node, ast.Lambda):
            own = self.own_names(node)
            yield from (it for it in self.does(node.body, True) if it[1] not in own)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            own = {it.id for each in node.generators for it in ast.walk(each.target) if isinstance(it, ast.Name)}
            parts = [it for each in node.generators for it in [each.iter] + each.ifs]
            parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            for part in parts:
                yield from (it for it in self.does(part, may) if it[1] not in own)
        elif node is not None:
            for each in ast.iter_child_nodes(node):
                yield from self.does(each, may)

    def calls(self, node, may):
        function, line = node.func, node.lineno
        method = function.attr if isinstance(function, ast.Attribute) else None
        if not isinstance(function, ast.Name):
            yield from self.does(function.value if method else function, may)
        for each in node.args:
            yield from self.does(each, may)
        for each in node.keywords:
            yield from self.assigns(each.value, "store") if each.arg == "out" else self.does(each.value, may)
        name = method or (function.id if isinstance(function, ast.Name) else None)
        changed = [function.value] if method else node.args[:1] if name in _CHANGERS | {"next"} else []
        sure = method in _OVERWRITERS and not may
        for each in changed:
            yield from self.changes_item(each, line, name, sure)
        if name is None:
            return
        if name in ("setattr", "getattr") and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield "change" if name == "setattr" else "read", ".%s" % node.args[1].value, line, "=", _dotted(node.args[0])
        # Of a generator of random numbers that has a name in a module, each use is a change.
        dotted = _dotted(function)
        if dotted and name not in _CHANCE - _OVERWRITERS:
            place = (dotted.rpartition(".")[0] or dotted) + "()"
            if not sure:
                yield "read", place, line, None, None
            yield "store" if sure else "change", place, line, name, None
        if not method:
            yield "read", name, line, None, None
            if name not in self.source.functions and name not in self.source.classes:
                yield "call", ("__call__", "method", True), line, None, None
        else:
            yield "call", (name, "method", may), line, None, None
        if not (method and name in self.source.methods):
            yield "call", (name, "function", may), line, None, None

    @staticmethod
    def changes_item(node, line, how, sure=False):
        """What a change of an item, or by a method, changes: rows in rows[i][j] = 0."""
        whole = not isinstance(node, ast.Subscript)
        while isinstance(node, (ast.Subscript, ast.Starred)):
            node = node.value
        what = "store" if sure and whole else "change"
        if isinstance(node, ast.Name):
            yield what, node.id, line, how, None
        elif isinstance(node, ast.Attribute):
            yield what, "." + node.attr, line, how, _dotted(node.value)

    def assigns(self, node, what="store"):
        """What an assignment to this target does."""
        if isinstance(node, (ast.Tuple, ast.List)):
            for each in node.elts:
                yield from self.assigns(each, what)
        elif isinstance(node, ast.Starred):
            yield from self.assigns(node.value, what)
        elif isinstance(node, ast.Name):
            yield what, node.id, node.lineno, "=", None
        elif isinstance(node, ast.Attribute):
            yield from self.does(node.value)
            yield what if _dotted(node.value) else "change", "." + node.attr, node.lineno, "=", _dotted(node.value)
        elif isinstance(node, ast.Subscript):
            index = getattr(node.slice, "value", node.slice) if isinstance(node.slice, ast.Constant) else node.slice
            whole = index is Ellipsis or isinstance(index, ast.Slice) and not (index.lower or index.upper or index.step)
            yield from self.does(node.slice)
            if not whole or isinstance(node.value, ast.Subscript):
                whole = False
                yield from self.does(node.value)
            elif isinstance(node.value, ast.Attribute):
                yield from self.does(node.value.value)
            yield from self.changes_item(node.value, node.lineno, "[]", whole)

    def before(self, done, alive):
        """What is alive before, if `alive` is behind."""
        alive = set(alive)
        for what, token, line, how, receiver in reversed(list(done)):
            if what == "call":
                name, kind, may = token
                reads, kills = self.summary(name, kind)
                alive = (alive if may else alive - kills) | reads
            elif what == "read":
                alive.add(token)
                if token not in self.hidden:
                    self.reads.setdefault(token, set()).add((self.path, line))
            else:
                if what == "store":
                    alive.discard(token)
                if self.changes is not None and token in self.defaults and what == "change":
                    self.changes.setdefault(token + "=", set()).add((line, how, None, None, self.path))
                elif self.changes is not None and token not in self.hidden:
                    self.changes.setdefault(token, set()).add((line, how, receiver, self.owner, self.path))
        return alive

    def summary(self, name, kind):
        """What a call reads before it overwrites it, and what it surely overwrites, of all that is not its own."""
        key = (name, kind)
        if key not in self.summaries:
            self.summaries[key] = (frozenset(), frozenset())  # of a recursive call
            found = self.source.methods.get(name, []) if kind == "method" else self.source.functions.get(name, [])
            if kind == "function" and name in self.source.classes:
                found = [it for it in self.source.classes[name].body
                         if isinstance(it, _FUNCTIONS) and it.name in ("__init__", "__post_init__")]
            both = [self.of_function(each) for each in found]
            self.summaries[key] = (frozenset().union(*[reads for reads, _ in both]),
                                   frozenset.intersection(*[kills for _, kills in both]) if both else frozenset())
        return self.summaries[key]

    def of_function(self, node):
        before = self.path, self.owner, self.hidden, self.defaults
        self.path, self.owner = self.source.file_of.get(node, self.path), self.source.class_of.get(node)
        own = self.own_names(node)
        all_names = {it.id for it in ast.walk(node) if isinstance(it, ast.Name)}
        if self.path != self.source.main:
            own |= all_names  # names of other modules are not followed
        own |= {it + "()" for it in own}
        self.hidden, positional = own, getattr(node.args, "posonlyargs", []) + node.args.args
        given = list(zip(reversed(positional), reversed(node.args.defaults))) + list(
            zip(node.args.kwonlyargs, node.args.kw_defaults))
        self.defaults = {it.arg for it, value in given if value and not isinstance(value, ast.Constant)}
        body = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        nothing = frozenset()
        every = frozenset(all_names | {"." + it.attr for it in ast.walk(node) if isinstance(it, ast.Attribute)})
        reads = self.block(body, nothing, (nothing, nothing, nothing))
        left = self.block(body, every, (nothing, nothing, every))
        self.path, self.owner, self.hidden, self.defaults = before
        return frozenset(reads) - own, every - left - own

    @staticmethod
    def own_names(node):
        own = {it.arg for it in ast.walk(node.args) if isinstance(it, ast.arg)}
        if not isinstance(node, ast.Lambda):
            own |= {it.id for it in _inside(node, ast.Name) if not isinstance(it.ctx, ast.Load)}
            own |= {it.name for it in _inside(node, _FUNCTIONS)}
            for each in _inside(node, (ast.Global, ast.Nonlocal)):
                own -= set(each.names)
        return own

    # `ends` is what is alive behind a break, a continue and a return.

    def block(self, statements, alive, ends):
        for each in reversed(statements):
            if each in self.watched:
                self.watched[each][0] |= alive
            alive = self.statement(each, alive, ends)
        return alive

    def statement(self, node, alive, ends):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self.loop(node, alive, ends)
        if isinstance(node, ast.If):
            return self.before(self.does(node.test),
                               self.block(node.body, alive, ends) | self.block(node.orelse, alive, ends))
        if isinstance(node, (ast.With, ast.AsyncWith)):
            alive = self.block(node.body, alive, ends)
            return self.before([it for each in node.items for it in list(self.does(each.context_expr)) + list(
                self.assigns(each.optional_vars) if each.optional_vars else [])], alive)
        if type(node).__name__ in ("Try", "TryStar"):
            behind = self.block(node.finalbody, alive, ends)
            caught = set().union(*[self.block(each.body, behind, ends) - {each.name} for each in node.handlers])
            return self.block(node.body, self.block(node.orelse, behind, ends), ends) | caught
        if type(node).__name__ == "Match":
            cases = [self.block(each.body, alive, ends) for each in node.cases]
            return self.before(self.does(node.subject), alive.union(*cases))
        if isinstance(node, _FUNCTIONS + (ast.ClassDef,)):
            return self.before([("store", node.name, node.lineno, "=", None)], alive)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return alive - {(it.asname or it.name).split(".")[0] for it in node.names}
        if isinstance(node, ast.Return):
            return self.before(self.does(node.value), ends[2])
        if isinstance(node, ast.Raise):
            return self.before(list(self.does(node.exc)) + list(self.does(node.cause)), frozenset())
        if isinstance(node, (ast.Break, ast.Continue)):
            return ends[0 if isinstance(node, ast.Break) else 1]
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if node.value else []
            return self.before(list(self.does(node.value)) + [it for each in targets for it in self.assigns(each)], alive)
        if isinstance(node, ast.AugAssign):
            read = ast.copy_location(type(node.target)(**dict(ast.iter_fields(node.target), ctx=ast.Load())), node.target)
            return self.before(list(self.does(read)) + list(self.does(node.value)) + list(self.assigns(node.target)), alive)
        if isinstance(node, ast.Delete):
            return self.before([it for each in node.targets for it in self.assigns(each)], alive)
        return self.before(self.does(node), alive)

    def loop(self, node, alive, ends):
        """A `for` is taken to have a turn: what it overwrites is overwritten behind it."""
        takes = not isinstance(node, ast.While)
        endless = not takes and isinstance(node.test, ast.Constant) and node.test.value
        behind = frozenset() if endless else self.block(node.orelse, alive, ends)
        target = list(self.assigns(node.target)) if takes else []
        if takes:
            target += list(self.changes_item(node.iter, node.lineno, "next"))
        else:
            target += list(self.does(node.test))
        head = set(behind)
        while True:
            turn = self.before(target, self.block(node.body, head, (alive, head, ends[2])) | (behind if not takes else set()))
            if turn <= head:
                break
            head = head | turn
        if node in self.watched:
            self.watched[node][1] |= head
        return self.before(self.does(node.iter), turn) if takes else turn


def _statements_at(node, line):
    """The statements that a line is in, from the outermost to the innermost."""
    chain = []
    while node is not None:
        below = [it for name in ("body", "orelse", "finalbody") for it in getattr(node, name, [])
                 if isinstance(it, ast.stmt)]
        below += [it for each in list(getattr(node, "handlers", [])) + list(getattr(node, "cases", []))
                  for it in each.body]
        node = next((it for it in below if it.lineno <= line <= it.end_lineno), None)
        if isinstance(node, _FUNCTIONS + (ast.ClassDef,)):
            break
        chain += [node] if node is not None else []
    return chain


def _frames(frame):
    while frame is not None:
        if _own_file(frame.f_code.co_filename):
            yield frame
        frame = frame.f_back


class _Look:
    """Finds the loop that takes the steps, and what it changes and forgets."""

    def __init__(self, job, frame, first):
        self.job, self.loop, self.problems, self.places = job, None, [], []
        self.frames = list(_frames(frame))
        self.source = _Source(self.frames[0].f_code.co_filename if self.frames else None)
        self.find(first)

    def find(self, first):
        """Looks for the loop. `first` tells that steps() is just called, so the loop may come later."""
        for i, frame in enumerate(self.frames):
            scope = self.source.scope(frame)
            if scope is None and frame.f_code.co_name in ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>", "<lambda>"):
                continue
            if scope is None:
                return
            chain = _statements_at(scope, frame.f_lineno)
            loops = [it for it in chain if isinstance(it, (ast.For, ast.While))]
            takes = [it for it in loops if isinstance(it, ast.For) and it.iter.lineno <= frame.f_lineno <=
                     it.iter.end_lineno]
            if first and not takes:
                return
            if not takes and not loops:
                _refuse("line %d of %s takes steps outside of a loop: write for step in atomizable.steps(...):"
                        % (frame.f_lineno, os.path.basename(frame.f_code.co_filename)))
            loop = (takes or loops)[-1]
            if not any(_inside(loop, (ast.Yield, ast.YieldFrom))):
                self.frames, self.scope, self.loop = self.frames[i:], scope, loop
                return
            first = False

    def shape(self):
        """Refuses loops whose turns are more, or fewer, than the steps."""
        loop, where = self.loop, "line %d: " % self.loop.lineno
        for call in ast.walk(loop.iter) if isinstance(loop, ast.For) else ():
            name = isinstance(call, ast.Call) and (_dotted(call.func) or "").rpartition(".")[2]
            if name in _WRAPPERS:
                _refuse(where + "%s(...) around the steps begins anew in each process: take the steps alone, and what"
                        " goes with step i by its number" % name)
        if isinstance(loop, ast.While):
            return
        for each in _leaving(loop.body):
            _refuse("line %d: %s leaves the loop over the steps: take steps() without a total, and end it with"
                    " atomizable.enough()" % (each.lineno, "break" if isinstance(each, ast.Break) else "return"))

    def look(self, exempt, behind, each_turn):
        self.shape()
        frame, loop = self.frames[0], self.loop
        alive = set(behind)
        for each in reversed(self.frames):
            scope = self.source.scope(each)
            if scope is None:
                continue
            path = each.f_code.co_filename
            target = loop if each is frame else (_statements_at(scope, each.f_lineno) or [None])[-1]
            flow = _Flow(self.source, path)
            flow.owner = self.source.class_of.get(scope)
            flow.watched[target] = [set(), set()]
            flow.block(scope.body, alive, (frozenset(), frozenset(), alive))
            own = set() if scope in self.source.trees.values() else flow.own_names(scope)
            alive = set(flow.watched[target][0]) - (own if each is not frame else set())
        head = set(flow.watched[loop][1]) | each_turn
        alive |= behind
        self.flow = _Flow(self.source, frame.f_code.co_filename)
        self.flow.owner, self.flow.changes = self.source.class_of.get(self.scope), {}
        self.flow.loop(loop, frozenset(alive), (frozenset(), frozenset(), frozenset(alive)))
        self.objects = self.reachable()
        self.known = self.job.known()
        self.reads = flow.reads
        self.iterators(_Flow(self.source, frame.f_code.co_filename).loop(loop, frozenset(), (frozenset(),) * 3))
        for token in sorted(self.flow.changes):
            if token.endswith("=") and token[:-1] not in exempt:
                self.add(token[:-1], self.flow.changes[token], "is a default value that is changed",
                         "atomizable.state, and give it to the function", False, True)
            if (token in head or token in alive) and token.rpartition(".")[2] not in exempt and token not in exempt:
                self.judge(token, sorted(self.flow.changes[token], key=str), token in alive, token in head)
        if self.problems:
            _refuse("the loop changes what is not in the state, so another process would not know it:\n  " +
                    "\n  ".join(self.problems) + "\n(what need not be known: steps(..., unregistered=[\"name\"]))")

    def iterators(self, read):
        """What the loop reads of an iterator, another process would read again."""
        for token in read:
            found = [(name, _attribute(each, token[1:])) for name, each in self.objects.values()] if (
                token.startswith(".")) else [("", self.variable(token))]
            for name, value in found:
                if isinstance(value, collections.abc.Iterator) and not hasattr(value, "fileno") and not isinstance(
                        value, _Steps) and id(value) not in self.known:
                    self.flow.changes.setdefault(token, set()).update(
                        (line, "next", name or None, None, path) for path, line in self.reads.get(token, ())
                        if path == self.frames[0].f_code.co_filename and line >= self.loop.lineno)

    def judge(self, token, records, behind, head):
        if token.endswith("()"):
            self.chance(token[:-2], records)
        elif not token.startswith("."):
            value = self.variable(token)
            self.value(token, lambda: self.variable(token), value, records, behind, head)
        else:
            attribute = token[1:]
            for name, thing in self.holders(attribute, records):
                if id(thing) not in self.known:
                    read = lambda thing=thing: _attribute(thing, attribute)
                    self.value("%s.%s" % (name, attribute), read, read(), records, behind, head)

    def variable(self, name):
        frame = self.frames[0]
        return frame.f_locals.get(name, frame.f_globals.get(name, _NOTHING))

    def chance(self, name, records):
        """Draws from the generator of a module."""
        parts = name.split(".")
        value = self.variable(parts[0])
        for each in parts[1:]:
            value = getattr(value, each, _NOTHING) if isinstance(value, types.ModuleType) else _NOTHING
        numpy_random = sys.modules.get("numpy.random")
        owner = getattr(value, "__self__", None)
        for module, hidden in ((random, random._inst), (numpy_random, getattr(numpy_random, "mtrand", None) and
                                                        numpy_random.mtrand._rand)):
            draws = [it for it in records if it[1] not in _CHANCE]
            if module is not None and (value is module or owner is hidden is not None) and draws:
                if id(module) not in self.known:
                    self.add(name, draws, "draws from the module %s" % module.__name__,
                             "atomizable.state(%s=%s), or a generator of your own" % (
                                 module.__name__.rpartition(".")[2], module.__name__), False, True)

    def value(self, name, read, value, records, behind, head):
        """Whether a variable or attribute is forgotten; `read` reads it again later."""
        assigned = [it for it in records if it[1] == "="]
        if value is _NOTHING:
            if assigned and "." not in name:
                self.add(name, assigned, "is assigned", "atomizable.state(%s=...)" % name, behind, head)
            return
        if isinstance(value, (State, _Steps, types.ModuleType, types.FunctionType, type)) and not assigned:
            return
        if id(value) in self.known and not isinstance(value, _PLAIN + (tuple,)):
            if assigned:
                self.places.append((name, read, value))
            return
        if self.shares(value):  # a view of what is registered
            if assigned:
                self.places.append((name, read, value))
            return
        if not assigned and not self.changed(value, records):
            return
        if isinstance(value, (list, dict)) and not assigned and value and all(
                id(it) in self.known and not isinstance(it, _PLAIN) for it in (
                    value.values() if isinstance(value, dict) else value)):
            for key in (value if isinstance(value, dict) else range(len(value))):
                self.places.append(("%s[%r]" % (name, key), lambda key=key: value[key], value[key]))
            return
        key, holder = name.rpartition(".")[2], name.split(".")[0].split("[")[0]
        registered = getattr(self.job.state, key, _NOTHING)
        if registered is not _NOTHING and (registered is value or registered == value) and isinstance(
                value, _PLAIN + (tuple,)):
            remedy = "state.%s in place of it, which is in the state already" % key
        elif hasattr(value, "__next__"):
            remedy = "its items by the number of the step, or save= and restore= of steps()"
        elif "." in name and not isinstance(self.variable(holder), (type, types.FunctionType, types.ModuleType)):
            remedy = "atomizable.state(%s=%s), the object that holds it" % ("me" if holder == "self" else holder, holder)
        elif isinstance(value, _PLAIN + (tuple,)):
            remedy = "state = atomizable.state(%s=...), and state.%s in place of it" % (key, key)
        else:
            remedy = "atomizable.state(%s=%s)" % (key, name)
        self.add(name, assigned or records, "is assigned" if assigned else "is changed", remedy, behind, head)

    def changed(self, value, records):
        """Whether calls of methods and assignments of items change this value."""
        if isinstance(value, random.Random) or type(value).__name__ in ("Generator", "RandomState"):
            return any(it[1] not in _CHANCE for it in records)
        how = {it[1] for it in records}
        if _own_class(type(value)) and not isinstance(value, (list, dict, set)):
            return "next" in how and hasattr(value, "__next__")
        if how & {"next"} and hasattr(value, "__next__"):
            return True
        return "[]" in how or bool(how & (_CHANGERS - {"next"})) and not isinstance(value, _PLAIN) and not callable(value)

    def shares(self, value):
        numpy = sys.modules.get("numpy")
        return numpy is not None and isinstance(value, numpy.ndarray) and any(
            isinstance(it, numpy.ndarray) and numpy.may_share_memory(it, value) for it in self.known.values())

    def add(self, name, records, what, remedy, behind, head):
        line, _, _, _, path = min(records, key=lambda it: it[0])
        token = name if "." not in name else "." + name.rpartition(".")[2]
        main = self.frames[0].f_code.co_filename
        later = [n for where, n in self.reads.get(token, ()) if where == main and n > self.loop.end_lineno]
        use = "read after the loop%s" % (" in line %d" % min(later) if later else "") if behind and (
            later or not head) else "read in a later turn"
        where = "line %d" % line if path == main else "%s line %d" % (os.path.basename(path), line)
        self.problems.append("%s: %s %s in the loop and %s: use %s" % (where, name, what, use, remedy))

    def holders(self, attribute, records):
        """The objects that the changed attribute is one of, with their names."""
        found = {}
        for _, _, receiver, owner, path in records:
            frame = self.frames[0]
            if receiver and path == frame.f_code.co_filename and (receiver.split(".")[0] != "self" or owner is None
                                                                 or self.flow.owner == owner):
                value = self.variable(receiver.split(".")[0])
                for each in receiver.split(".")[1:]:
                    value = _attribute(value, each)
                if value is not _NOTHING:
                    if not isinstance(value, State):
                        found[id(value)] = (receiver, value)
                    continue
            for name, each in self.objects.values():
                if _attribute(each, attribute) is _NOTHING:
                    continue
                if receiver != "self" or owner is None or owner in [it.__name__ for it in type(each).__mro__]:
                    found[id(each)] = (name, each)
        return list(found.values())

    def reachable(self):
        """Objects of the program's own classes that its variables lead to."""
        found, seen, todo = {}, set(), []
        for frame in self.frames:
            todo += [(name, each) for name, each in list(frame.f_locals.items()) + list(frame.f_globals.items())]
        while todo and len(seen) < 20000:
            name, each = todo.pop()
            if id(each) in seen or isinstance(each, _PLAIN + (State, type, types.ModuleType, types.FunctionType)):
                continue
            seen.add(id(each))
            if isinstance(each, (list, tuple)):
                todo += [("%s[%d]" % (name, i), it) for i, it in enumerate(each[:1000])]
            elif isinstance(each, dict):
                todo += [("%s[%r]" % (name, key), it) for key, it in list(each.items())[:1000]]
            elif _own_class(type(each)):
                found[id(each)] = (name, each)
                todo += [("%s.%s" % (name, key), it) for key, it in _attributes(each).items()]
        return found


_NOTHING = type("Nothing", (), {"__slots__": ()})()


def _attributes(thing):
    slots = [it for base in type(thing).__mro__ for it in vars(base).get("__slots__", ())]
    return dict({name: getattr(thing, name) for name in slots if hasattr(thing, name)}, **getattr(
        thing, "__dict__", {}))


def _attribute(thing, name):
    own = _attributes(thing) if thing is not _NOTHING else {}
    if name in own:
        return own[name]
    value = getattr(type(thing), name, _NOTHING)
    return _NOTHING if callable(value) or isinstance(value, property) else value


def _leaving(statements):
    """The break statements that leave the loop with this body, and each return."""
    for each in statements:
        if isinstance(each, (ast.Break, ast.Return)):
            yield each
        elif isinstance(each, (ast.For, ast.AsyncFor, ast.While)):
            yield from (it for it in _inside(each, ast.Return))
            yield from _leaving(each.orelse)
        elif not isinstance(each, _FUNCTIONS + (ast.ClassDef,)):
            for name in ("body", "orelse", "finalbody"):
                yield from _leaving(getattr(each, name, []))
            for below in list(getattr(each, "handlers", [])) + list(getattr(each, "cases", [])):
                yield from _leaving(below.body)


def _refuse(message):
    raise ForgottenState(message)


class ForgottenState(RuntimeError):
    """The program would not end in the bits of its straight run: something that its loop changes is not in the state."""


def _names_of(function):
    """The names that a function's code has, of variables and of attributes."""
    codes = [getattr(getattr(function, "__func__", function), "__code__", None)]
    names = set()
    while codes:
        code = codes.pop()
        if code is not None:
            names |= set(code.co_names) | set(code.co_freevars)
            codes += [it for it in code.co_consts if isinstance(it, types.CodeType)]
    return names


# ---------------------------------------------------------------------------------------------------------------------
# safetensors: 8 bytes of length, a header of JSON, the data

_WIDTH = {"BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "U16": 2, "I16": 2, "F16": 2, "BF16": 2, "U32": 4,
          "I32": 4, "F32": 4, "U64": 8, "I64": 8, "F64": 8}


def _write_safetensors(path, tensors):
    header, offset = {}, 0
    ordered = sorted(tensors.items(), key=lambda each: -_WIDTH[each[1][0]])
    for name, (kind, shape, data) in ordered:
        length = _WIDTH[kind] * math.prod(shape)
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [offset, offset + length]}
        offset += length
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)))
        out.write(text)
        for _, (_, _, data) in ordered:
            out.write(data())
        if out.tell() != 8 + len(text) + offset:
            raise RuntimeError("a tensor has another size than its shape tells")


def _read_safetensors(path):
    with open(path, "rb") as file:
        length, = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            if not 0 <= begin <= end <= len(data):
                raise ValueError("the file ends before its data: tensor %s" % name)
            tensors[name] = (entry["dtype"], entry["shape"], memoryview(data)[begin:end])
    return tensors


_job = _Job()

if __name__ == "__main__":
    print(__doc__.strip())
