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
import json
import math
import os
import random
import struct
import sys
import types

__all__ = ["state", "steps", "enough", "metric", "State"]

PROTOCOL = 1


# ---------------------------------------------------------------------------------------------------------------------
# For programs


def state(**things):
    """Registers what the loop changes; returns an object whose attributes they are.

    Numbers, texts, bytes, None, lists, tuples, dicts, array.array, random.Random and the module random; NumPy arrays,
    scalars, Generator, RandomState and the module numpy.random; PyTorch tensors, everything with state_dict() and
    load_state_dict() (modules, optimizers, schedulers), Generator and the module torch, for its random state.

    What can be changed in place is restored in place, so other references to it stay good. Numbers and texts cannot:
    change them as attributes (`state.loss = ...`).
    """
    _job.register(things, sys._getframe(1))
    return _job.state


def steps(total=None, *, name=None, save=None, restore=None, evaluate=None, enough=None, memory=None, every=None,
          stages=None, traits=None, priority=None):
    """Returns the steps 0, 1, 2 ... as an iterable. Each turn of the loop is an atom: it is never interrupted.

    total     how many; None if enough() or the function `enough` says when the work is done
    name      of the job; default: the name of the script
    save      a function that returns more state, as a dict by name (as in state())
    restore   a function that takes such a dict back
    evaluate  a function that returns a number, or {"name": ..., "value": ..., "low": ..., "high": ...}
    enough    a function of no arguments, called after each step; true ends the loop
    memory    the most bytes that it will use, if known
    every     steps that take more memory or time than others: {"evaluation": 100} means every 100th
    stages    parts that do: [{"name": "long sequences", "from": 600, "to": 1000}]
    traits    what memory and time depend on: {"batch": 64}
    """
    if total is not None and (not isinstance(total, int) or total < 1):
        raise ValueError("total must be 1 or more, or None if it is not known, was %r" % (total,))
    if (save is None) != (restore is None):
        raise ValueError("give save and restore, or neither")
    return _job.begin(total, name, save, restore, evaluate, enough, {
        "memory": memory, "recurring": every, "stages": stages, "traits": traits, "priority": priority})


def enough():
    """Ends the loop after this step. Only for steps without a total. Never leave the loop with break."""
    _job.say_enough()


def metric(name, value, low=None, high=None):
    """Tells what the job has achieved; to be called after the loop. `atomizable run` prints it."""
    _job.say_metric(_metric(name, value, low, high))


class State:
    """What was registered with state(), as attributes."""

    def __repr__(self):
        return "State(%s)" % ", ".join("%s=%r" % each for each in vars(self).items())


# ---------------------------------------------------------------------------------------------------------------------
# The job, alone or under a scheduler


def _metric(name, value, low=None, high=None):
    value = float(value)
    return {"name": str(name), "value": value,
            "low": value if low is None else float(low), "high": value if high is None else float(high)}


class _Job:
    def __init__(self):
        self.state = State()
        self.begun = False
        self.is_enough = False
        self.aliases = {}
        self.channel = _Channel.opened()

    def register(self, things, frame):
        if self.begun:
            raise RuntimeError("call atomizable.state before the loop")
        for name, thing in things.items():
            if hasattr(self.state, name):
                raise ValueError("the state has two things named %s" % name)
            if name.startswith("_"):
                raise ValueError("a name in the state cannot begin with _, was %s" % name)
            _Encoder().encode(thing, name)  # refuses now what could not be saved later
            setattr(self.state, name, thing)
            if name in frame.f_locals and frame.f_locals[name] is thing:
                self.aliases[name] = (frame, thing)

    def begin(self, total, name, save, restore, evaluate, enough, more):
        if self.begun:
            raise RuntimeError("a program has one loop over atomizable.steps; make the nested ones plain loops")
        self.begun = True
        self.total, self.save, self.restore, self.evaluate, self.ask_enough = total, save, restore, evaluate, enough
        if total is not None and enough is not None:
            raise ValueError("give a total or enough, not both")
        if not vars(self.state) and save is None:
            raise ValueError("a job needs a state: call atomizable.state, or give save and restore")
        spec = {"name": name or _script(), "total": total, "state": "safetensors"}
        spec.update({key: value for key, value in more.items() if value is not None})
        return _Managed(self, spec) if self.channel else _Straight(self)

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
                raise RuntimeError(
                    "the variable %s is no longer what is in the state: write state.%s = ..., or change it in place"
                    % (name, name))
        if self.ask_enough is not None and self.ask_enough():
            self.is_enough = True

    def write(self, path):
        things = dict(vars(self.state))
        if self.save is not None:
            for name, thing in self.save().items():
                if name in things:
                    raise ValueError("save returns %s, which is in the state already" % name)
                things[name] = thing
        encoder = _Encoder()
        structure = {name: encoder.encode(thing, name) for name, thing in things.items()}
        text = json.dumps({"enough": self.is_enough, "things": structure}, separators=(",", ":"))
        tensors = {"atomizable": ("U8", [len(text)], lambda: text.encode())}
        tensors.update(encoder.tensors)
        _write_safetensors(path, tensors)

    def read(self, path):
        tensors = _read_safetensors(path)
        told = json.loads(bytes(tensors["atomizable"][2]).decode())
        decoder = _Decoder(tensors)
        saved = {}
        for name, node in told["things"].items():
            if hasattr(self.state, name):
                setattr(self.state, name, decoder.restored(node, getattr(self.state, name)))
            else:
                saved[name] = decoder.restored(node, None)
        missing = [name for name in vars(self.state) if name not in told["things"]]
        if missing or (saved and self.restore is None):
            raise ValueError("the checkpoint was written by other code: it lacks %s and has %s in addition"
                             % (missing, sorted(saved)))
        if self.restore is not None:
            self.restore(saved)
        # A number that was restored is another object; the program's own variable is not.
        self.aliases = {name: each for name, each in self.aliases.items() if getattr(self.state, name) is each[1]}
        self.is_enough = told["enough"]


def _script():
    base = os.path.splitext(os.path.basename(sys.argv[0] or "python"))[0]
    return "".join(each if each.isalnum() or each in "._-" else "-" for each in base).lstrip("._-") or "python"


class _Straight:
    """All steps, one after the other."""

    def __init__(self, job):
        self.job = job

    def __iter__(self):
        job, step = self.job, 0
        while (job.total is None or step < job.total) and not job.is_enough:
            yield step
            job.after_step()
            step += 1


class _Managed:
    """The steps that the scheduler asks for. Between two steps, it does what else it is asked for."""

    def __init__(self, job, spec):
        self.job = job
        self.channel = job.channel
        self.running = None
        request = self.channel.next()
        if request.get("do") != "start" or request.get("protocol") != PROTOCOL:
            self.channel.fail("this is protocol %d, was asked for %s: use the atomizable.py that belongs to this"
                              " version (./atomizable python-helper)" % (PROTOCOL, request))
        self.channel.answer({"spec": spec})

    def __iter__(self):
        return self

    def __next__(self):
        if self.running is not None:
            self.guarded(self.job.after_step)
            done = {"done": self.running, "enough": self.job.is_enough}
            memory = _gpu_memory()
            if memory is not None:
                done["memory"] = memory
            self.running = None
            self.channel.answer(done)
        while True:
            request = self.channel.next()
            what = request.get("do")
            if what == "run":
                self.running = request["atom"]
                return self.running
            if what == "save":
                self.guarded(lambda: self.job.write(request["path"]))
                self.channel.answer({"saved": request["path"]})
            elif what == "restore":
                self.guarded(lambda: self.job.read(request["path"]))
                self.channel.answer({"restored": request["path"], "enough": self.job.is_enough})
            elif what == "evaluate":
                self.channel.metric_due = True
                if self.job.evaluate is not None:
                    self.guarded(lambda: self.channel.answer_metric(_told(self.job.evaluate())))
                raise StopIteration
            elif what == "stop":
                sys.stdout.flush()
                raise SystemExit(0)
            else:
                self.channel.fail("this program does not know \"%s\"" % what)

    def guarded(self, action):
        """What fails here is told in one line; the stack is in the log."""
        try:
            action()
        except MemoryError as problem:
            self.channel.say_failed(problem)
            raise
        except Exception as problem:
            self.channel.say_failed(problem)
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
        sys.excepthook = self.tell_and(sys.excepthook)

    @staticmethod
    def opened():
        requests, answers = os.environ.pop("ATOMIZABLE_IN", None), os.environ.pop("ATOMIZABLE_OUT", None)
        return _Channel(int(requests), int(answers)) if requests and answers else None

    def tell_and(self, hook):
        """An exception that ends the program, such as one of a step, is told before it does."""

        def told(kind, problem, trace):
            if os.getpid() == self.owner and isinstance(problem, Exception):
                self.say_failed(problem)
            hook(kind, problem, trace)

        return told

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

    def say_failed(self, problem):
        message = {"error": "%s: %s" % (type(problem).__name__, problem)}
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
# Things as tensors: a tree of JSON, whose large leaves are tensors

_INTEGERS = {"b": "I8", "B": "U8", "h": "I16", "H": "U16", "i": "I32", "I": "U32", "q": "I64", "Q": "U64",
             "f": "F32", "d": "F64"}
_NUMPY = {"|b1": "BOOL", "|u1": "U8", "|i1": "I8", "<u2": "U16", "<i2": "I16", "<f2": "F16", "<u4": "U32",
          "<i4": "I32", "<f4": "F32", "<u8": "U64", "<i8": "I64", "<f8": "F64"}
_TORCH = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "uint16": "U16", "int16": "I16", "float16": "F16",
          "bfloat16": "BF16", "uint32": "U32", "int32": "I32", "float32": "F32", "uint64": "U64", "int64": "I64",
          "float64": "F64", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2"}


def _module(thing):
    """The module that defines a thing's type, if that is one of those that need no import here."""
    for base in type(thing).__mro__:
        root = (base.__module__ or "").split(".")[0]
        if root in ("numpy", "torch"):
            return root
    return None


class _Encoder:
    """Turns things into nodes {"kind": value}; large ones become tensors, named by their place."""

    def __init__(self):
        self.tensors = {}

    def encode(self, thing, place):
        if type(thing) is str and any(0xD800 <= ord(each) < 0xE000 for each in thing):
            return {"surrogates": thing.encode("utf-8", "surrogatepass").hex()}  # JSON would join two halves
        if thing is None or type(thing) in (bool, int, str):
            return {"is": thing}
        if type(thing) is float:
            return {"float": struct.pack(">d", thing).hex()}
        if type(thing) is complex:
            return {"complex": struct.pack(">dd", thing.real, thing.imag).hex()}
        if type(thing) in (bytes, bytearray):
            return {type(thing).__name__: self.tensor(place, "U8", [len(thing)], lambda: bytes(thing))}
        if type(thing) in (list, tuple):
            return {type(thing).__name__: self.items(thing, place)}
        if isinstance(thing, dict) and type(thing).__name__ in ("dict", "OrderedDict"):
            return {"dict": [[self.encode(key, "%s.key%d" % (place, i)), self.encode(value, "%s.%s" % (place, key))]
                             for i, (key, value) in enumerate(thing.items())]}
        if type(thing) is array.array:
            code = thing.typecode
            kind = _INTEGERS.get(code) or {4: "I32", 8: "I64"}.get(thing.itemsize if code == "l" else 0) or {
                4: "U32", 8: "U64"}.get(thing.itemsize if code == "L" else 0)
            if kind is None:
                raise TypeError("state %s is an array of type code %s, which cannot be saved" % (place, code))
            return {"array": [code, self.tensor(place, kind, [len(thing)], lambda: _little(thing).tobytes())]}
        if isinstance(thing, random.Random) or thing is random:
            return {"random": self.encode(thing.getstate(), place)}
        if isinstance(thing, types.ModuleType):
            return self.of_module(thing, place)
        return self.of_library(thing, place)

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
                return {"generator": self.encode(thing.bit_generator.state, place)}
            if isinstance(thing, numpy.random.RandomState):
                return {"random-state": self.encode(thing.get_state(legacy=False), place)}
        if library == "torch":
            import torch
            if isinstance(thing, torch.Tensor):
                return {"tensor": self.torch_tensor(thing, place)}
            if isinstance(thing, torch.Generator):
                return {"torch-generator": self.torch_tensor(thing.get_state(), place)}
        if hasattr(thing, "state_dict") and hasattr(thing, "load_state_dict"):
            return {"state-dict": self.encode(thing.state_dict(), place)}
        if isinstance(thing, (set, frozenset)):
            raise TypeError("state %s is a %s, whose order differs from run to run: use a list or a dict"
                            % (place, kind))
        raise TypeError("state %s is a %s, which cannot be saved: give steps() the functions save and restore"
                        % (place, kind))

    def ndarray(self, thing, place):
        import numpy
        if thing.dtype.hasobject:
            raise TypeError("state %s is an array of objects, which cannot be saved: use a list" % place)
        kind, shape = _NUMPY.get(thing.dtype.str), list(thing.shape)
        dtype = thing.dtype.str if thing.dtype.names is None else [list(each) for each in thing.dtype.descr]
        # Of complex numbers, dates and records the bytes are kept, with the type beside.
        stored = shape if kind else [thing.size * thing.itemsize]
        return [dtype, shape, self.tensor(place, kind or "U8", stored, lambda: thing.tobytes())]

    def torch_tensor(self, thing, place):
        import torch
        name = str(thing.dtype).split(".")[1]
        kind, shape = _TORCH.get(name), list(thing.shape)
        if thing.layout != torch.strided or thing.is_quantized:
            raise TypeError("state %s is a sparse or quantized tensor, which cannot be saved" % place)
        stored = shape if kind else [thing.numel() * thing.element_size()]
        return [name, shape, self.tensor(place, kind or "U8", stored, lambda: _torch_bytes(thing))]

    def tensor(self, name, kind, shape, data):
        """Adds a tensor, whose bytes the function `data` returns when they are written; returns its name."""
        unique, n = name[:900], 1
        while unique in self.tensors or unique == "atomizable":
            n += 1
            unique = "%s~%d" % (name[:900], n)
        self.tensors[unique] = (kind, shape, data)
        return unique


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
    """Turns nodes back into things; what can be changed in place is, if there is such a thing already."""

    def __init__(self, tensors):
        self.tensors = tensors

    def data(self, name):
        return self.tensors[name][2]

    def restored(self, node, current):
        (kind, value), = node.items()
        return getattr(self, "_" + kind.replace("-", "_").replace(".", "_"))(value, current)

    def _is(self, value, current):
        return value

    def _surrogates(self, value, current):
        return bytes.fromhex(value).decode("utf-8", "surrogatepass")

    def _float(self, value, current):
        return struct.unpack(">d", bytes.fromhex(value))[0]

    def _complex(self, value, current):
        return complex(*struct.unpack(">dd", bytes.fromhex(value)))

    def _bytes(self, value, current):
        return bytes(self.data(value))

    def _bytearray(self, value, current):
        return self.in_place(current, bytearray, bytearray(self.data(value)))

    def items(self, value, current):
        if isinstance(value, dict):
            (kind, name), = value.items()
            data = self.data(name)
            return list(struct.unpack("<%d%s" % (len(data) // 8, "d" if kind == "floats" else "q"), data))
        known = list(current) if isinstance(current, (list, tuple)) else []
        known += [None] * (len(value) - len(known))
        return [self.restored(node, each) for node, each in zip(value, known)]

    @staticmethod
    def in_place(current, kind, value):
        if type(current) is kind:
            current[:] = value
            return current
        return value

    def _list(self, value, current):
        return self.in_place(current, list, self.items(value, current))

    def _tuple(self, value, current):
        return tuple(self.items(value, current))

    def _dict(self, value, current):
        known = current if isinstance(current, dict) else {}
        pairs = []
        for key_node, node in value:
            key = self.restored(key_node, None)
            pairs.append((key, self.restored(node, known.get(key))))
        if isinstance(current, dict):
            current.clear()  # the order of keys is restored too
            current.update(pairs)
            return current
        return dict(pairs)

    def _array(self, value, current):
        restored = array.array(value[0])
        restored.frombytes(bytes(self.data(value[1])))
        restored = _little(restored)
        if type(current) is array.array and current.typecode == value[0]:
            current[:] = restored
            return current
        return restored

    def _random(self, value, current):
        current = current if current is not None else random.Random()
        current.setstate(self.restored(value, None))
        return current

    def _numpy_random(self, value, current):
        import numpy.random
        numpy.random.set_state(self.restored(value, None))
        return numpy.random

    def _torch(self, value, current):
        import torch
        states = self.restored(value, None)
        torch.set_rng_state(states[0])
        if len(states) > 1:
            torch.cuda.set_rng_state_all(states[1:])
        return torch

    def _ndarray(self, value, current):
        import numpy
        dtype, shape, name = value
        dtype = numpy.dtype(dtype if isinstance(dtype, str) else [tuple(each) for each in dtype])
        made = numpy.frombuffer(bytes(self.data(name)), dtype=dtype).reshape(shape)
        if isinstance(current, numpy.ndarray) and current.shape == made.shape and current.dtype == dtype:
            current[...] = made
            return current
        return made.copy()

    def _scalar(self, value, current):
        return self._ndarray(value, None)[()]

    def _generator(self, value, current):
        import numpy
        told = self.restored(value, None)
        if not isinstance(current, numpy.random.Generator) or (
                type(current.bit_generator).__name__ != told["bit_generator"]):
            current = numpy.random.Generator(getattr(numpy.random, told["bit_generator"])())
        current.bit_generator.state = told
        return current

    def _random_state(self, value, current):
        import numpy
        current = current if current is not None else numpy.random.RandomState()
        current.set_state(self.restored(value, None))
        return current

    def _tensor(self, value, current):
        import torch
        name, shape, tensor = value
        data = bytearray(self.data(tensor))
        dtype = getattr(torch, name)
        made = torch.frombuffer(data, dtype=dtype).reshape(shape) if data else torch.empty(shape, dtype=dtype)
        if isinstance(current, torch.Tensor) and list(current.shape) == shape and current.dtype == dtype:
            with torch.no_grad():
                current.copy_(made)
            return current
        return made.clone()

    def _torch_generator(self, value, current):
        import torch
        current = current if current is not None else torch.Generator()
        current.set_state(self._tensor(value, None))
        return current

    def _state_dict(self, value, current):
        if current is None:
            raise ValueError("a thing with load_state_dict must be in atomizable.state, not in what save returns")
        current.load_state_dict(self.restored(value, None))
        return current


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
