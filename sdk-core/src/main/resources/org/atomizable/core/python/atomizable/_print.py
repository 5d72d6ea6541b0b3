"""What a thing of Python or of a library holds, as a number that differs when it has changed.

What it holds is what it would tell to be copied (__reduce_ex__), its memory (the buffer protocol), or its place. Things of
the program are told by their identity: they are looked at for themselves. What cannot be copied, since it holds a lock, a
thread, a connection or a file that is written, is a tool and has no print."""

import array
import collections
import contextvars
import copyreg
import functools
import gc
import io
import itertools
import marshal
import mmap
import queue
import random
import sys
import threading
import types
import weakref
import zlib

from ._program import _PLAIN, _attributes, _own_class, _own_file

_MOST_DEEP, _MOST_MET, _WHOLE = 40, 20000, 64 << 20
_BY_NAME = (type, types.FunctionType, types.ModuleType, weakref.ReferenceType)
_CACHED = (getattr(functools, "cached_property", property),)
_MISSING = object()
_PLACES = ("line_num", "iterindex", "index", "__length_hint__")  # by which iterators that cannot be copied tell where they are


class _Tool(Exception):
    """Nothing that could be copied."""


def _flat(things):
    """A number for the things in a row, each by what it is or which it is."""
    total, things = 0, iter(things)
    while True:
        some = [each if type(each) in _PLAIN else (id(each),) for each in itertools.islice(things, 65536)]
        if not some:
            return total
        total = zlib.crc32(marshal.dumps(some, 2), total)


class _Prints:
    """`known` is what is restored: number -> thing; `filled` is what of this is restored in place, with all that shares its memory.
    All prints of one look share a limit for the bytes of memory."""

    def __init__(self, known, filled):
        self.known, self.left = known, 4 * _WHOLE
        numpy = sys.modules.get("numpy")
        self.arrays = [each for each in filled.values() if isinstance(each, numpy.ndarray)] if numpy is not None else []

    def of(self, thing):
        self.total, self.met, self.deep = 0, {}, 0
        try:
            self.inside(thing)
        except Exception:  # a tool, or a proxy of a library that has nothing behind it
            return None
        finally:
            self.met = {}
        return self.total

    def of_base(self, thing):
        """What a thing of the program holds besides its attributes."""
        self.total = 0
        if isinstance(thing, BaseException):
            return _flat(thing.args)
        if isinstance(thing, random.Random):
            return _flat(thing.getstate()[1])
        return self.total if self.of_memory(thing) else None

    def shallow(self, thing):
        """What a thing of any kind holds itself, and which ones."""
        if isinstance(thing, (list, tuple, collections.deque)):
            return _flat(thing)
        if isinstance(thing, dict) or _own_class(type(thing)):
            pairs = thing if isinstance(thing, dict) else _attributes(thing)
            return _flat(it for pair in list(pairs.items()) for it in pair), self.of_base(thing)
        return self.of(thing)

    def put(self, told):
        self.total = zlib.crc32(marshal.dumps(told, 2), self.total)

    def add(self, thing):
        kind = type(thing)
        if kind in _PLAIN:
            self.put(thing)
        elif id(thing) in self.known or isinstance(thing, _BY_NAME) or _own_class(kind):
            self.put(id(thing()) if isinstance(thing, weakref.ReferenceType) else id(thing))
        elif id(thing) in self.met or len(self.met) > _MOST_MET or self.deep > _MOST_DEEP:
            self.put(self.met.get(id(thing), (0,))[0])
        else:
            self.met[id(thing)] = (len(self.met), thing)  # held, so that its number is of no other
            self.put(kind.__name__)
            self.deep += 1
            self.inside(thing)
            self.deep -= 1

    def items(self, things):
        """A tool in a collection does not make a tool of that."""
        for each in things:
            deep = self.deep
            try:
                self.add(each)
            except _Tool:
                self.put("tool")
                self.deep = deep

    def inside(self, thing):
        kind = type(thing)
        if isinstance(thing, (list, tuple, set, frozenset, collections.deque)):
            self.items(list(thing))
        elif isinstance(thing, dict):
            self.items([it for pair in list(thing.items()) for it in pair])
        elif isinstance(thing, types.MethodType):
            self.add(thing.__func__)
            self.add(thing.__self__)
        elif isinstance(thing, (types.BuiltinMethodType, types.MethodWrapperType)):
            self.put(thing.__name__)
            self.add(thing.__self__)
        elif isinstance(thing, threading.local):
            self.items([it for pair in vars(thing).items() for it in pair])
        elif isinstance(thing, contextvars.ContextVar):
            self.add(thing.get(_MISSING))
        elif isinstance(thing, contextvars.Context):
            self.items([it for pair in thing.items() for it in pair])
        elif isinstance(thing, queue.Queue):
            self.items(list(thing.queue))
        elif isinstance(thing, queue.SimpleQueue):
            self.put(thing.qsize())
        elif isinstance(thing, random.Random):
            self.add(thing.getstate() if not isinstance(thing, random.SystemRandom) else None)
        elif isinstance(thing, (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)):
            self.frame(getattr(thing, "gi_frame", None) or getattr(thing, "cr_frame", None) or getattr(thing, "ag_frame", None))
        elif isinstance(thing, io.IOBase):
            self.file(thing)
        elif hasattr(thing, "hexdigest"):
            self.put(thing.hexdigest())
        elif not self.of_memory(thing):
            self.of_library(thing)

    def frame(self, frame):
        self.put(frame and frame.f_lasti)
        self.items(frame.f_locals.values() if frame else ())

    def file(self, thing):
        """The place in a file that is only read; what a file in memory holds."""
        if isinstance(thing, (io.StringIO, io.BytesIO)):
            self.put("closed" if thing.closed else (thing.getvalue(), thing.tell()))
            return
        if thing.closed or thing.writable() or not thing.seekable():
            raise _Tool
        try:
            self.put(thing.tell())
        except OSError:  # a text is told no place while a loop is in it
            self.put(thing.buffer.tell())

    def of_memory(self, thing):
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(thing, numpy.ndarray):
            if thing.dtype.hasobject:
                self.items(thing.ravel().tolist())
            elif not any(numpy.may_share_memory(each, thing) for each in self.arrays) and not (
                    isinstance(thing, numpy.memmap) and thing.mode == "r"):
                self.put(thing.shape)
                self.bytes(thing.reshape(-1).view(numpy.ndarray).view("u1") if thing.flags.c_contiguous and thing.nbytes else
                           thing.tobytes())
            return True
        try:
            memory = memoryview(thing)
        except (TypeError, BufferError, ValueError):
            return False
        with memory:
            if not (memory.readonly and isinstance(thing, mmap.mmap)):
                self.bytes(memory.cast("B") if memory.c_contiguous and memory.nbytes else memory.tobytes())
        if hasattr(thing, "_objects"):  # what a pointer of ctypes holds
            self.add(thing._objects)
        return True

    def bytes(self, memory):
        """All of it, or, where that is too much, some pages."""
        whole = len(memory) <= min(_WHOLE, self.left)
        self.left -= len(memory) if whole else 0
        for start in [0] if whole else range(0, len(memory), len(memory) // 256):
            self.total = zlib.crc32(memory[start:len(memory) if whole else start + 4096], self.total)

    def of_library(self, thing):
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(thing, torch.Tensor):
            self.put((id(thing), thing._version))
            return
        if torch is not None and isinstance(thing, torch.Generator):
            self.put(bytes(thing.get_state().tolist()))
            return
        new = type(thing).__module__ == "itertools" and sys.version_info >= (3, 12)
        if new:
            told = None  # asked to be copied, these complain, and later ones cannot be
        else:
            try:
                told = thing.__reduce_ex__(4)
            except Exception:
                told = None
        if told is None:
            if not new and not hasattr(thing, "__next__") and not isinstance(thing, types.MappingProxyType):
                raise _Tool
            self.place(thing)
        elif isinstance(told, str):
            self.put(told)
        else:
            self.copied(type(thing), *told)

    def place(self, thing):
        """Of an iterator. A cursor of a data base is a tool: it gives what it is asked for."""
        if hasattr(thing, "execute"):
            raise _Tool
        self.put(repr(thing) if isinstance(thing, (itertools.count, itertools.repeat)) else None)
        for name in _PLACES:
            try:
                told = getattr(thing, name)
                self.put(int(told() if callable(told) else told))
            except (AttributeError, TypeError, ValueError):  # it tells no such place
                pass
        self.items(gc.get_referents(thing))

    def copied(self, kind, function, arguments, state=None, items=None, pairs=None, *_):
        self.put(id(function) if function is not copyreg.__newobj__ else 0)
        for each in arguments:
            self.add(each)
        for each in state if isinstance(state, tuple) and len(state) == 2 else (state,):
            if isinstance(each, dict) and each is not arguments:
                for key, value in list(each.items()):
                    if isinstance(key, str) and not key.startswith("__") and not isinstance(getattr(kind, key, None), _CACHED):
                        self.put(key)
                        self.add(value)
            else:
                self.add(each)
        self.items(list(items or ()))
        self.items([it for pair in list(pairs or ()) for it in pair])


def _place_of(thing):
    """A number that differs where an iterator stands elsewhere; None if it does not tell its place."""
    if hasattr(thing, "execute"):
        return 0
    told = _Prints({}, {}).of(thing)
    try:
        copied = thing.__reduce_ex__(4)
    except Exception:
        copied = None
    module = type(thing).__module__
    shows = copied is not None or module == "itertools" or any(hasattr(thing, each) for each in _PLACES + ("gi_frame", "cr_frame", "ag_frame")) or (
        _own_class(type(thing)))
    return told if shows else None


def _within(thing, most):
    """The program's own functions, classes and objects that a thing of a library leads to."""
    found, seen, todo = [], {id(thing): thing}, collections.deque([thing])
    while todo and len(seen) < most:
        each = todo.popleft()
        if isinstance(each, types.FunctionType):  # not to its module
            below = [each.__closure__, vars(each), each.__defaults__, each.__kwdefaults__]
        else:
            below = gc.get_referents(each)
        for it in below:
            kind = type(it)
            if kind in _PLAIN or id(it) in seen or isinstance(it, (types.ModuleType, types.FrameType, array.array)) or (
                    kind is dict and "__builtins__" in it):
                continue
            seen[id(it)] = it
            if (_own_file(it.__code__.co_filename) if kind is types.FunctionType else
                    _own_class(it) if isinstance(it, type) else _own_class(kind)):
                found.append(it)
            elif not isinstance(it, type):
                todo.append(it)
    return found
