"""What a turn changes in a way that the source does not show: the program's things are compared before and after it.

Only what is changed in place, or in a namespace, and is not registered. Variables and attributes that the loop is seen to
change are left to the analysis of the source, which knows whether anybody reads them.
"""

import collections
import functools
import gc
import itertools
import os
import sys
import threading
import types

from ._flow import _CHANGERS
from ._look import _token
from ._output import Output
from ._print import _Prints, _flat, _within
from ._program import _NOTHING, _PLAIN, ForgottenState, State, _attributes, _own_class, _own_file
from ._steps import _Steps

_MOST_THINGS, _MOST_ITEMS, _MOST_OF_ONE, _MOST_WITHIN = 50000, 5000000, 1000, 100000
_OPAQUE, _PLAIN_TYPES = (State, _Steps, Output), frozenset(_PLAIN)
# Of the process, not of a variable, so it cannot be registered.
_PROCESS = {
    "os.getcwd": os.getcwd,
    "sys.getrecursionlimit": sys.getrecursionlimit,
    "decimal.getcontext": lambda: "decimal" in sys.modules and [
        getattr(sys.modules["decimal"].getcontext(), each) for each in ("prec", "rounding", "Emin", "Emax", "clamp", "capitals")],
    "locale.setlocale": lambda: "locale" in sys.modules and sys.modules["locale"].setlocale(sys.modules["locale"].LC_ALL),
    "numpy.set_printoptions": lambda: "numpy" in sys.modules and repr(sys.modules["numpy"].get_printoptions()),
    "numpy.geterr": lambda: "numpy" in sys.modules and tuple(sys.modules["numpy"].geterr().items()),
    "torch.set_default_dtype": lambda: "torch" in sys.modules and sys.modules["torch"].get_default_dtype(),
    "torch.set_grad_enabled": lambda: "torch" in sys.modules and sys.modules["torch"].is_grad_enabled(),
    "torch.set_num_threads": lambda: "torch" in sys.modules and sys.modules["torch"].get_num_threads(),
    "torch.use_deterministic_algorithms": lambda: "torch" in sys.modules and (
        sys.modules["torch"].are_deterministic_algorithms_enabled()),
}


class _NoWatch:
    """Where the loop's source is not at hand, nobody knows what its turns may change."""

    def after_turn(self):
        pass

    def before_save(self):
        pass


class _Watch:
    """Compares after turns 1, 2, 4, 8 ... of a process, and before what it has done is saved."""

    def __init__(self, job, look, exempt):
        self.job, self.exempt = job, exempt
        self.frames, self.variable, self.judged, self.alive = look.frames, look.variable, look.judged, look.alive
        self.reached = look.reached
        self.sized = look.source.names("cache_info")
        how = {token: {each[1] for each in records} for token, records in look.flow.changes.items()}
        self.seen = {token for token in how if how[token] & (_CHANGERS | {"=", "[]", "seek"})}
        self.assigned = {token for token in how if "=" in how[token]} - look.once  # what is made once is held
        self.judging = self.seen - self.assigned - look.once
        # Only what no name in the source shows: a library also keeps something in itself.
        self.libraries = [(name, sys.modules[name]) for name in look.source.imported() if name in sys.modules] if (
            look.source.sets_by_name()) else []
        self.turns, self.looked, self.next = 0, 0, 1
        self.before = self.things()

    def after_turn(self):
        self.turns += 1
        if self.turns == self.next:
            self.next *= 2
            self.again()

    def before_save(self):
        if self.turns > self.looked:
            self.again()

    def again(self):
        self.looked = self.turns
        self.job.bonds.check()
        now = self.things()
        self.compare(now)
        self.before = now

    def read(self, name):
        return "." in name or _token(name) in self.alive or self.variable(_token(name)) is _NOTHING

    def compare(self, now):
        if self.gone:
            raise ForgottenState("%s was in the state and is no longer, but the program still has it, as steps have changed it: give it"
                                 " a name in the state, or change what is in the state in place" % ", ".join(sorted(set(self.gone))[:10]))
        forgotten = []
        for number, (thing, names, print_before) in self.before.items():
            if number not in now or number in self.known:
                continue
            print_now = now[number][2]
            if print_now != print_before:
                forgotten += self.forgotten(thing, names | now[number][1], print_before, print_now)
        if forgotten:
            of_process = all(each in _PROCESS or each == "os.environ" for each in forgotten)
            raise ForgottenState(
                "the loop has changed what is not in the state, so another process would not know it: %s. %s, or, if it need not"
                " be known, name it: steps(..., unregistered=[%s])" % (
                    ", ".join(sorted(set(forgotten))[:10]),
                    "Set it before the loop" if of_process else "Register it with atomizable.state",
                    ", ".join(sorted({'"%s"' % _last(each) for each in forgotten})[:10])))

    def forgotten(self, thing, names, before, now):
        # A parameter is also a key of what its optimizer remembers of it, which is not how a program names it.
        names = sorted(names, key=lambda it: (".keys" in it, _token(it) in self.assigned, len(it), it))
        if isinstance(before, dict):  # a namespace
            variables = isinstance(thing, types.ModuleType)
            own = "" if variables and thing.__name__ == "__main__" else names[0] + "."
            return [(own + key).rstrip(".") for key in set(before) | set(now) if before.get(key) != now.get(key) and key not in self.exempt
                    and (key == "__class__" or not self.shown(thing, key if variables else "." + key)) and not isinstance(
                        getattr(type(thing), key, None), functools.cached_property if hasattr(
                            functools, "cached_property") else ())]
        known = any(self.settled(token, id(thing)) if token[0] == "." else "[" in name or self.variable(token) is thing
                    for name in names for token in [_token(name)] if token in self.judging)
        return [] if known else [names[0].split("._modules")[0].split("._parameters")[0].split("._buffers")[0]]

    def settled(self, token, number):
        """Whether the analysis of the source has seen that nobody reads this attribute, or has judged this thing."""
        return token not in self.alive and number in self.reached or (token, number) in self.judged

    def shown(self, thing, token):
        return token in self.seen and not isinstance(thing, (type, types.FunctionType)) and (
            token[0] != "." or self.settled(token, id(thing)))

    def things(self):
        """What the program's variables lead to: number -> (the thing, its names, what it holds)."""
        known = self.job.known()
        # What a step has put into the state is another object in the next process.
        self.known = {number: each for number, each in known.items() if number in self.job.first}
        self.prints = _Prints(known, self.known)
        found, self.items, self.within = {}, _MOST_ITEMS, _MOST_WITHIN
        todo = collections.deque([("os.environ", os.environ)])
        for module in list(sys.modules.values()):
            if isinstance(module, types.ModuleType) and _own_module(module):
                todo.append((module.__name__, module))
        todo += self.libraries
        for frame in self.frames:
            if frame.f_code.co_name != "<module>":
                todo += [(name, each) for name, each in frame.f_locals.items() if name not in self.assigned]
        while todo and len(found) < _MOST_THINGS:
            name, thing = todo.popleft()
            number, kind = id(thing), type(thing)
            if kind in _PLAIN or issubclass(kind, _OPAQUE) or number in self.known or _last(name) in self.exempt:
                continue
            if number in found:
                found[number][1].add(name)
                continue
            try:
                parts, what = self.look(thing, name)
            except Exception:  # a proxy of a library, for instance, that has nothing behind it
                continue
            found[number] = (thing, {name}, what)
            todo += parts
        self.gone = [min(read, key=len) for number, (thing, names, _) in found.items() if number in self.job.first
                     for read in [list(filter(self.read, names))] if read
                     and self.prints.shallow(thing) != self.job.first[number][1]]
        for name, ask in _PROCESS.items():
            if name not in self.exempt and _last(name) not in self.exempt:
                found[name] = (None, {name}, ask())
        return found

    def look(self, thing, name):
        """The things that this one holds, with their names, and a print of it; None if it cannot change."""
        if isinstance(thing, types.ModuleType):
            if not _own_module(thing):
                return [], {key: _print(each) for key, each in vars(thing).items() if not callable(each) and not isinstance(
                    each, types.ModuleType) and key[:2] != "__"}
            return self.namespace(thing, "" if thing.__name__ == "__main__" else name + ".")
        if isinstance(thing, type):
            if not _own_class(thing):
                return [], None
            parts, what = self.namespace(thing, name + ".")
            return parts + [(each.__name__, each) for each in (type(thing),) + thing.__mro__[1:]], what
        if isinstance(thing, types.FunctionType):
            return self.function(thing, name) if _own_file(thing.__code__.co_filename) else (self.below(thing, name), None)
        if isinstance(thing, types.MethodType):
            return [(name, thing.__self__), (name, thing.__func__)], None
        if isinstance(thing, (types.BuiltinMethodType, types.MethodWrapperType)):  # such as seen.append
            return [(name, thing.__self__)], None
        if isinstance(thing, functools.partial):
            return [(name, each) for each in (thing.func, *thing.args, *thing.keywords.values())], None
        if isinstance(thing, (list, tuple, collections.deque, set, frozenset)):
            some = self.some(thing)
            parts = [("%s[%d]" % (name, i), each) for i, each in enumerate(some) if not _still(each)]
            return self.with_attributes(thing, name, parts, (len(thing), _flat(some)))
        if isinstance(thing, dict):
            some = self.some(thing.items())
            parts = [("%s[%r]" % (name, key), each) for key, each in some if not _still(each)]
            parts += [("%s.keys" % name, key) for key, _ in some if not _still(key)]
            return self.with_attributes(thing, name, parts, (len(thing), _flat(it for pair in some for it in pair)))
        if type(thing).__name__ == "_lru_cache_wrapper":
            # Its results may change; how many there are tells only who asks for that.
            parts = [it for each in gc.get_referents(thing) for it in (each.values() if isinstance(each, dict) else [each])]
            return [(name, each) for each in parts] + self.below(thing, name), thing.cache_info() if self.sized else None
        return self.of_library(thing, name)

    def some(self, things):
        """All items, unless these are too many."""
        most = len(things) if len(things) <= self.items else _MOST_OF_ONE
        self.items -= most
        return list(itertools.islice(things, most))

    def function(self, thing, name):
        code, cells = thing.__code__, [each for each in zip(thing.__code__.co_freevars, thing.__closure__ or ()) if _filled(each[1])]
        parts, what = self.namespace(thing, name + ".")
        parts += [(each, cell.cell_contents) for each, cell in cells]
        parts += [(each + "=", value) for each, value in _defaults(thing)]
        what["__code__"], what["__defaults__"] = id(code), _flat(thing.__defaults__ or ())
        # The variables around the loop are left to the analysis.
        what.update((each, _print(cell.cell_contents)) for each, cell in cells if not any(
            each in frame.f_code.co_cellvars + frame.f_code.co_freevars and frame.f_locals.get(each) is cell.cell_contents
            for frame in self.frames))
        return parts, what

    def below(self, thing, name):
        found = _within(thing, max(0, min(5000, self.within)))
        self.within -= 100 + len(found)
        return [(name, each) for each in found]

    def of_library(self, thing, name):
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(thing, torch.Tensor):
            return [], None if any(isinstance(each, torch.Tensor) and each.data_ptr() == thing.data_ptr()
                                   for each in self.known.values()) else thing._version
        if _own_class(type(thing)) or isinstance(thing, types.SimpleNamespace) or hasattr(type(thing), "state_dict"):
            parts, what = self.namespace(thing, name + ".")
            what[""], what["__class__"] = self.prints.of_base(thing), id(type(thing))
            return parts + [(type(thing).__name__, type(thing))], what
        if isinstance(thing, threading.local):
            return self.namespace(thing, name + ".")
        return self.below(thing, name), self.prints.of(thing)

    def with_attributes(self, thing, name, parts, what):
        if _own_class(type(thing)) and getattr(thing, "__dict__", None):
            what = (what, tuple((key, _print(each)) for key, each in vars(thing).items() if "." + key not in self.seen))
            parts += [("%s.%s" % (name, key), each) for key, each in vars(thing).items()]
        return parts, what

    def namespace(self, thing, before):
        values = vars(thing) if isinstance(thing, (type, types.ModuleType, types.FunctionType)) else _attributes(thing)
        plain = {key: each for key, each in list(values.items()) if (not key.startswith("__") or type(each) in _PLAIN) and not (
            isinstance(each, types.ModuleType) and isinstance(thing, types.ModuleType) and not _own_module(each))}
        # What the loop assigns is mostly of one turn, and is not held for longer.
        return [(before + key, each) for key, each in plain.items() if isinstance(thing, type)
                or id(thing) in self.job.first or ("." if before else "") + key not in self.assigned], {key: _print(each) for key, each in plain.items()}


def _print(thing):
    """What a thing that cannot be changed is, and which thing another one is."""
    kind = type(thing)
    return (kind, thing.hex()) if kind is float else (kind, thing) if kind in _PLAIN else id(thing)


def _still(thing):
    """Whether it can never change."""
    return type(thing) in _PLAIN or type(thing) is tuple and _PLAIN_TYPES.issuperset(map(type, thing))


def _own_module(module):
    """Also one that the program has made without a file."""
    path = getattr(module, "__file__", None)
    return _own_file(path) if path else getattr(module, "__spec__", None) is None and type(module) is types.ModuleType


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


def _last(name):
    return name.split("[")[0].rpartition(".")[2].rstrip("=")
