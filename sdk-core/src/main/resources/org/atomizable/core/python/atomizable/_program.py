"""What belongs to the program: its files and classes, the attributes of its things, and what it has registered."""

import functools
import os
import sys
import sysconfig
from typing import Any


# In the form of one file, this is that file.
_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep if __name__.endswith("._program") else os.path.abspath(__file__)
_LIBRARY = [os.path.abspath(sysconfig.get_paths()[each]) + os.sep for each in ("stdlib", "platstdlib", "purelib", "platlib")]
# Where pip has installed something, such as pip install --target; but not where the program itself is.
_LIBRARY += [os.path.abspath(each) + os.sep for each in sys.path[1:] if os.path.isdir(each) and os.path.abspath(
    each) != os.getcwd() and any(it.endswith(".dist-info") for it in os.listdir(each))]
_PLAIN = (type(None), bool, int, float, complex, str, bytes)


@functools.lru_cache(None)
def _own_file(path):
    """Whether a file is part of the program, not of Python, of a library or this one."""
    if not path or path.startswith("<"):
        return False
    real = os.path.abspath(path)
    return "site-packages" not in real and "dist-packages" not in real and not any(
        real.startswith(each) for each in [_OURS] + _LIBRARY)


def _own_class(kind):
    return _own_file(getattr(sys.modules.get(kind.__module__), "__file__", None))


_NOTHING = type("Nothing", (), {"__slots__": ()})()


def _attributes(thing):
    slots = [_mangled(base, it) for base in type(thing).__mro__ for slots in [vars(base).get("__slots__", ())]
             for it in ([slots] if isinstance(slots, str) else slots)]
    return dict({name: getattr(thing, name) for name in slots if hasattr(thing, name)}, **getattr(
        thing, "__dict__", {}))


def _mangled(kind, name):
    """As what Python keeps a name in a class: __n is _Count__n."""
    private = name.startswith("__") and not name.endswith("__") and kind.__name__.strip("_")
    return "_%s%s" % (kind.__name__.lstrip("_"), name) if private else name


def _attribute(thing, name):
    own = _attributes(thing) if thing is not _NOTHING else {}
    if name in own:
        return own[name]
    value = getattr(type(thing), name, _NOTHING)
    return _NOTHING if callable(value) or isinstance(value, property) else value


class State:
    """What was registered with state(), as attributes."""

    __slots__ = ("__dict__", "_fixed")

    def _fix(self) -> None:
        """From now on, nothing is added."""
        object.__setattr__(self, "_fixed", True)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError("the state has no %s: register it with atomizable.state(%s=...) before the loop"
                             % (name, name))

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(self, "_fixed") and name not in vars(self):
            raise AttributeError("the state has no %s: register it with atomizable.state(%s=...) before the loop"
                                 % (name, name))
        vars(self)[name] = value

    def __repr__(self) -> str:
        return "State(%s)" % ", ".join("%s=%r" % each for each in vars(self).items())


class ForgottenState(RuntimeError):
    """The program would not end in the bits of its straight run: something that its loop changes is not in the state."""


def _refuse(message):
    raise ForgottenState(message)
