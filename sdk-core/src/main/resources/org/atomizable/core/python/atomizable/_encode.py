"""Things as tensors: a tree of JSON, whose large leaves are tensors. What can be changed in place has an identity: a
thing that was registered is restored into that very object ("of": its number), and a second way to it is "again"."""

import array
import collections
import datetime
import decimal
import enum
import fractions
import json
import logging
import math
import pathlib
import random
import struct
import sys
import types
import weakref

from ._program import _attributes, _own_class
from ._safetensors import _WIDTH
from ._torch import _besides, _library


_LARGEST = 2 ** 31 - 9  # bytes of a tensor: one buffer of the Java that reads checkpoints

_INTEGERS = {"b": "I8", "B": "U8", "h": "I16", "H": "U16", "i": "I32", "I": "U32", "q": "I64", "Q": "U64",
             "f": "F32", "d": "F64"}
_NUMPY = {"|b1": "BOOL", "|u1": "U8", "|i1": "I8", "<u2": "U16", "<i2": "I16", "<f2": "F16", "<u4": "U32",
          "<i4": "I32", "<f4": "F32", "<u8": "U64", "<i8": "I64", "<f8": "F64"}
_TORCH = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "uint16": "U16", "int16": "I16", "float16": "F16",
          "bfloat16": "BF16", "uint32": "U32", "int32": "I32", "float32": "F32", "uint64": "U64", "int64": "I64",
          "float64": "F64", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2"}
_FACTORIES = {each.__name__: each for each in (int, float, list, dict, str, bool, tuple, complex, bytes, bytearray,
                                               collections.Counter, collections.OrderedDict, collections.deque)}


# Values that never change: how one is known, what is told of it, and how it is made of that.
_VALUES = {
    "path": (lambda it: isinstance(it, pathlib.PurePath), lambda it: [type(it).__name__, str(it)],
             lambda told: getattr(pathlib, told[0])(told[1])),
    "decimal": (lambda it: type(it) is decimal.Decimal, str, decimal.Decimal),
    "fraction": (lambda it: type(it) is fractions.Fraction, lambda it: [str(it.numerator), str(it.denominator)],
                 lambda told: fractions.Fraction(int(told[0]), int(told[1]))),
    "range": (lambda it: type(it) is range, lambda it: [it.start, it.stop, it.step], lambda told: range(*told)),
    "date": (lambda it: type(it) is datetime.date, lambda it: it.toordinal(), datetime.date.fromordinal),
    "time span": (lambda it: type(it) is datetime.timedelta, lambda it: [it.days, it.seconds, it.microseconds],
                  lambda told: datetime.timedelta(*told)),
    "moment": (lambda it: type(it) is datetime.datetime and type(it.tzinfo) in (type(None), datetime.timezone)
               and not it.fold, lambda it: it.isoformat(), datetime.datetime.fromisoformat),
    "logger": (lambda it: type(it) is logging.Logger and logging.getLogger(it.name) is it, lambda it: it.name,
               logging.getLogger),
    "code": (lambda it: isinstance(it, (type, types.FunctionType, types.BuiltinFunctionType)) and _named(it),
             lambda it: _named(it), lambda told: _class_named(told)),
}


def _named(thing):
    """Where a class or function can be found again, if it can."""
    text = "%s:%s" % (thing.__module__, thing.__qualname__)
    try:
        return text if _class_named(text) is thing else None
    except (AttributeError, KeyError):
        return None


def _class_named(text):
    module, _, name = text.partition(":")
    kind = sys.modules[module]
    for each in name.split("."):
        kind = getattr(kind, each)
    return kind


class _Kept:
    """A method that a state_dict() tells: that of the thing there is restored in its place."""

    def __init__(self, method):
        self.name = getattr(method() if isinstance(method, weakref.ref) else method, "__qualname__", "")


class _Encoder:
    """Turns things into nodes {"kind": value}; large ones become tensors, named by their place."""

    def __init__(self, original=None, changed=frozenset()):
        self.tensors = {}
        self.original = original or {}  # id -> number
        self.changed = changed  # the names of attributes that the program changes
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
        value = None if type(thing) in (list, dict) else self.of_value(thing, place)
        if value:
            return value
        if id(thing) in self.met:
            return {"again": self.met[id(thing)][0]}
        self.met[id(thing)] = (len(self.met), thing, place)
        node = self.of_collection(thing, place)
        if id(thing) in self.original and "scalar" not in node:  # which never changes, and so is not restored in place
            node["of"] = self.original[id(thing)]
        return node

    def of_value(self, thing, place):
        """What never changes has no identity."""
        if isinstance(thing, tuple) and hasattr(type(thing), "_make") and _own_class(type(thing)):
            return {"namedtuple": [type(thing).__module__ + ":" + type(thing).__qualname__,
                                   [self.encode(each, "%s.%d" % (place, i)) for i, each in enumerate(thing)]]}
        return next(({"value": [named, told(thing)]} for named, (of, told, _) in _VALUES.items() if of(thing)), None)

    def of_collection(self, thing, place):
        kind = type(thing)
        if kind is bytearray:
            return {"bytearray": self.tensor(place, "U8", [len(thing)], lambda: bytes(thing))}
        if kind is list:
            return {"list": self.items(thing, place)}
        if kind is collections.deque:
            return {"deque": [self.items(thing, place), thing.maxlen]}
        if kind is collections.defaultdict:
            return {"defaultdict": [self.pairs(thing, place), self.factory(thing, place)]}
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
        if kind is _Kept:
            return {"kept": thing.name}
        return self.of_library(thing, place)

    def factory(self, thing, place):
        """Its name; None of any other one where the thing is there when it is restored, and so keeps its own."""
        name = getattr(thing.default_factory, "__name__", None)
        if thing.default_factory is None or _FACTORIES.get(name) is thing.default_factory:
            return name
        if self.original and id(thing) not in self.original:
            raise TypeError("state %s is a defaultdict that was made in the loop, and its factory %s has no name by which it"
                            " can be restored: use a dict and setdefault, or a factory such as list or int"
                            % (place, getattr(thing.default_factory, "__qualname__", thing.default_factory)))
        return None

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
        library, kind = _library(thing), type(thing).__name__
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
        if hasattr(thing, "state_dict") and hasattr(thing, "load_state_dict"):
            if self.original and id(thing) not in self.original:
                raise TypeError("state %s is a %s that was not registered when the loop began, and another process has none to restore it"
                                " into: register it before the loop, and change it in place" % (place, kind))
            if library == "torch" and hasattr(thing, "named_modules"):
                return {"module": self.encode(_besides(place, thing, self.changed), place)}
            told = thing.state_dict()
            if type(told) is dict:
                told = {key: _Kept(each) if isinstance(each, (types.MethodType, weakref.ref)) else each for key, each in told.items()}
            if not told and getattr(thing, "__dict__", None) and (library != "torch" or thing.__dict__.get("_enabled", True)):
                raise TypeError("state %s is a %s whose state_dict() is empty, though it has %s: give steps() the"
                                " functions save and restore" % (place, kind, ", ".join(sorted(vars(thing)))))
            return {"state-dict": self.encode(told, place)}
        if isinstance(thing, (set, frozenset)):
            raise TypeError("state %s is a %s, whose order differs from run to run: use a list or a dict"
                            % (place, kind))
        if isinstance(thing, random.SystemRandom):
            raise TypeError("state %s draws from the system, which nobody can repeat: use random.Random(seed)" % place)
        if isinstance(thing, enum.Enum) and _own_class(type(thing)):
            return {"enum": [type(thing).__module__ + ":" + type(thing).__qualname__, thing.name]}
        if _is_plain(thing):
            return {"object": self.pairs(_attributes(thing), place) + [type(thing).__module__ + ":" + type(thing).__qualname__]}
        raise TypeError("state %s is a %s, which cannot be saved: keep it outside of the state if no step changes it, keep what"
                        " steps change in numbers, texts, lists, dicts or arrays, or give steps() the functions save and"
                        " restore" % (place, kind))

    def ndarray(self, thing, place):
        import numpy
        if type(thing) not in (numpy.ndarray, numpy.generic):
            raise TypeError("state %s is a %s, of which only the numbers could be saved: register plain arrays, such as"
                            " its data and its mask" % (place, type(thing).__name__))
        if thing.dtype.hasobject:
            raise TypeError("state %s is an array of objects, which cannot be saved: use a list" % place)
        try:
            dtype = thing.dtype.str if thing.dtype.names is None else [list(each) for each in thing.dtype.descr]
            same = _dtype(json.loads(json.dumps(dtype))) == thing.dtype
        except (TypeError, ValueError):  # overlapping fields, records as fields, or a gap that NumPy names as a field
            same = False
        if not same:
            raise TypeError("state %s has records with gaps, overlaps or records in them (%s), which cannot be saved: use a plain"
                            " array for each field" % (place, thing.dtype))
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
        length = _WIDTH[kind] * math.prod(shape)
        if length > _LARGEST:
            raise ValueError("state %s has %d bytes, and a tensor of a checkpoint may have at most %d: divide it into a list of"
                             " smaller ones" % (name, length, _LARGEST))
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
    if kind is types.SimpleNamespace or (kind.__module__, kind.__name__) == ("argparse", "Namespace"):
        return True
    return (kind.__flags__ & (1 << 9) and _own_class(kind)
            and kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__
            and all(base is object or base.__module__ in ("abc", "typing") or _own_class(base) and "__getstate__" not in
                    vars(base) for base in kind.__mro__))


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
