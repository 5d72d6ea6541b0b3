"""What a turn changes in a way that the source does not show: the program's things are compared before and after it.

Only what is changed in place, or in a namespace, and is not registered. Variables and attributes that the loop is seen to
change are left to the analysis of the source, which knows whether anybody reads them.
"""

import array
import collections
import functools
import io
import itertools
import random
import sys
import types
import zlib

from ._flow import _CHANGERS
from ._output import Output
from ._program import _PLAIN, ForgottenState, State, _attributes, _own_class, _own_file
from ._steps import _Steps

_MOST_THINGS, _MOST_ITEMS, _MOST_OF_ONE, _MOST_BYTES = 50000, 200000, 1000, 1 << 20
_OPAQUE = _PLAIN + (State, _Steps, Output)


class _NoWatch:
    """Where the loop's source is not at hand, nobody knows what its turns may change."""

    def after_turn(self):
        pass


class _Watch:
    """Compares after turns 1, 2, 4 ... 64 of a process."""

    def __init__(self, job, look, exempt):
        self.job, self.exempt = job, exempt
        self.frames, self.variable = look.frames, look.variable
        how = {token: {each[1] for each in records} for token, records in look.flow.changes.items()}
        self.seen = {token for token in how if how[token] & (_CHANGERS | {"=", "[]"})}
        self.assigned = {token for token in how if "=" in how[token]}
        self.turns, self.next = 0, 1
        self.before = self.things()

    def after_turn(self):
        self.turns += 1
        if self.turns == self.next:
            now = self.things()
            self.compare(now)
            self.before = now
            self.next = self.turns * 2 if self.turns < 64 else -1
            if self.next < 0:
                self.before = {}

    def compare(self, now):
        forgotten = []
        for number, (thing, names, print_before) in self.before.items():
            if number not in now or number in self.known:
                continue
            print_now = now[number][2]
            if print_now != print_before:
                forgotten += self.forgotten(thing, names | now[number][1], print_before, print_now)
        if forgotten:
            raise ForgottenState(
                "the loop has changed what is not in the state, so another process would not know it: %s. Register it with"
                " atomizable.state, or, if it need not be known, name it: steps(..., unregistered=[%s])" % (
                    ", ".join(sorted(set(forgotten))[:10]), ", ".join(sorted({'"%s"' % _last(each) for each in forgotten})[:10])))

    def forgotten(self, thing, names, before, now):
        names = sorted(names, key=lambda it: (_token(it) in self.assigned, len(it), it))
        if isinstance(before, dict):  # a namespace
            whole = isinstance(thing, (type, types.FunctionType))
            variables = isinstance(thing, types.ModuleType)
            own = "" if variables and thing.__name__ == "__main__" else names[0] + "."
            return [own + key for key in set(before) | set(now) if before.get(key) != now.get(key) and key not in self.exempt
                    and (whole or (key if variables else "." + key) not in self.seen) and not isinstance(
                        getattr(type(thing), key, None), functools.cached_property if hasattr(
                            functools, "cached_property") else ())]
        known = any(token[0] == "." or "[" in name or self.variable(token) is thing for name in names for token in [_token(name)]
                    if token in self.seen - self.assigned)
        return [] if known else [names[0].split("._modules")[0].split("._parameters")[0].split("._buffers")[0]]

    def things(self):
        """What the program's variables lead to: number -> (the thing, its names, what it holds)."""
        self.known = self.job.known()
        found, self.items = {}, 0
        todo = collections.deque()
        for module in list(sys.modules.values()):
            if isinstance(module, types.ModuleType) and _own_file(getattr(module, "__file__", None)):
                todo.append((module.__name__, module))
        for frame in self.frames:
            if frame.f_code.co_name != "<module>":
                todo += [(name, each) for name, each in frame.f_locals.items() if name not in self.assigned]
        while todo and len(found) < _MOST_THINGS and self.items < _MOST_ITEMS:
            name, thing = todo.popleft()
            number = id(thing)
            if issubclass(type(thing), _OPAQUE) or number in self.known or _last(name) in self.exempt:
                continue
            if number in found:
                found[number][1].add(name)
                continue
            try:
                parts, what = self.look(thing, name)
            except Exception:  # a proxy of a library, for instance, that has nothing behind it
                continue
            if what is not None:
                found[number] = (thing, {name}, what)
            todo += parts
        return found

    def look(self, thing, name):
        """The things that this one holds, with their names, and a print of it; None if it cannot change."""
        kind = type(thing)
        if isinstance(thing, types.ModuleType):
            if not _own_file(getattr(thing, "__file__", None)):
                return [], None
            return self.namespace(thing, "" if thing.__name__ == "__main__" else name + ".")
        if isinstance(thing, type):
            return self.namespace(thing, name + ".") if _own_class(thing) else ([], None)
        if isinstance(thing, types.FunctionType):
            if not _own_file(thing.__code__.co_filename):
                return [], None
            parts = [(each, cell.cell_contents) for each, cell in zip(thing.__code__.co_freevars, thing.__closure__ or ())
                     if _filled(cell)]
            parts += [(each + "=", value) for each, value in _defaults(thing)]
            more, what = self.namespace(thing, name + ".")
            return parts + more, what
        if isinstance(thing, types.MethodType):
            return [(name, thing.__self__), (name, thing.__func__)], None
        if isinstance(thing, types.BuiltinMethodType):  # such as seen.append
            return [(name, thing.__self__)], None
        if isinstance(thing, functools.partial):
            return [(name, each) for each in (thing.func, *thing.args, *thing.keywords.values())], None
        if isinstance(thing, types.GeneratorType):
            return [], (thing.gi_frame and thing.gi_frame.f_lasti, thing.gi_frame and tuple(
                _print(each) for each in thing.gi_frame.f_locals.values()))
        if isinstance(thing, (list, tuple, collections.deque, set, frozenset)):
            some = list(itertools.islice(thing, _MOST_OF_ONE))
            self.items += len(some)
            parts = [("%s[%d]" % (name, i), each) for i, each in enumerate(some) if not isinstance(each, _PLAIN)]
            what = (len(thing), tuple(map(_print, some))) if kind is not tuple else None
            return self.with_attributes(thing, name, parts, what)
        if isinstance(thing, dict):
            some = list(itertools.islice(thing.items(), _MOST_OF_ONE))
            self.items += len(some)
            parts = [("%s[%r]" % (name, key), each) for key, each in some if not isinstance(each, _PLAIN)]
            return self.with_attributes(thing, name, parts, (len(thing), tuple((_print(key), _print(each)) for key, each in some)))
        if isinstance(thing, (bytearray, array.array)):
            return [], zlib.crc32(memoryview(thing).cast("B")[:_MOST_BYTES])
        if isinstance(thing, random.Random):
            return [], hash(thing.getstate()) if not isinstance(thing, random.SystemRandom) else None
        if isinstance(thing, (io.StringIO, io.BytesIO)) and not thing.closed:
            return [], hash(thing.getvalue())
        if isinstance(thing, itertools.count):
            return [], repr(thing)
        if kind.__name__ == "_lru_cache_wrapper":
            return [(name, thing.__wrapped__)], None
        return self.of_library(thing, name)

    def of_library(self, thing, name):
        numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
        if numpy is not None and isinstance(thing, numpy.ndarray):
            if thing.dtype.hasobject or self.shares(thing):
                return [], None
            step = max(1, thing.nbytes // _MOST_BYTES)
            return [], (thing.shape, zlib.crc32((thing if step == 1 else thing.flat[::step]).tobytes()))
        if numpy is not None and isinstance(thing, numpy.random.Generator):
            return [], repr(thing.bit_generator.state)
        if numpy is not None and isinstance(thing, numpy.random.RandomState):
            return [], repr(thing.get_state())
        if torch is not None and isinstance(thing, torch.Tensor):
            return [], None if any(isinstance(each, torch.Tensor) and each.data_ptr() == thing.data_ptr()
                                   for each in self.known.values()) else thing._version
        if torch is not None and isinstance(thing, torch.Generator):
            return [], zlib.crc32(bytes(thing.get_state().tolist()))
        if _own_class(type(thing)) or isinstance(thing, types.SimpleNamespace) or hasattr(type(thing), "state_dict"):
            return self.namespace(thing, name + ".")
        return [], None

    def shares(self, array):
        numpy = sys.modules["numpy"]
        return any(isinstance(each, numpy.ndarray) and numpy.may_share_memory(each, array) for each in self.known.values())

    def with_attributes(self, thing, name, parts, what):
        if _own_class(type(thing)) and getattr(thing, "__dict__", None):
            what = (what, tuple((key, _print(each)) for key, each in vars(thing).items() if "." + key not in self.seen))
            parts += [("%s.%s" % (name, key), each) for key, each in vars(thing).items()]
        return parts, what

    def namespace(self, thing, before):
        values = vars(thing) if isinstance(thing, (type, types.ModuleType, types.FunctionType)) else _attributes(thing)
        plain = {key: each for key, each in list(values.items()) if not key.startswith("__") and not (
            isinstance(each, types.ModuleType) and isinstance(thing, types.ModuleType))}
        self.items += len(plain)
        # What the loop assigns is mostly of one turn, and is not held for longer.
        return [(before + key, each) for key, each in plain.items() if ("." if before else "") + key not in self.assigned], {key: _print(each) for key, each in plain.items()}


def _print(thing):
    """What a thing that cannot be changed is, and which thing another one is."""
    kind = type(thing)
    return (kind, thing.hex()) if kind is float else (kind, thing) if kind in _PLAIN else id(thing)


def _filled(cell):
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _defaults(function):
    code = function.__code__
    positional = code.co_varnames[:code.co_argcount]
    values = function.__defaults__ or ()
    return list(zip(positional[len(positional) - len(values):], values)) + list((function.__kwdefaults__ or {}).items())


def _token(name):
    """The name, or the attribute, that holds a thing: "rows" of rows[3][1], ".w" of net.w["a"]."""
    base = name.split("[")[0]
    return "." + base.rpartition(".")[2] if "." in base else base


def _last(name):
    return name.split("[")[0].rpartition(".")[2].rstrip("=")
