"""Makes a loop stoppable after any step, so that it runs in windows and ends in the bits of an uninterrupted run.

    import random
    import atomizable

    state = atomizable.state(weights=[0.0] * 4, rng=random.Random(7))
    for step in atomizable.steps(10_000, name="fit"):
        ...                          # one step; changes only what is in state
    print(state.weights)             # runs once, after the last step

`python3 fit.py` runs it straight. `./atomizable run --scheduler URL --command 'python3 fit.py'` runs it in windows. A
step may depend on nothing but its number and the state: on no clock, no unseeded random numbers, no order of threads.

Without dependencies, for Python 3.8 and newer. NumPy and PyTorch are used if the program has imported them.
The protocol is specified in docs/any-command.md.
"""

import os
import sys
from typing import Any, Callable, Dict, Iterable, List, Optional, Union

from ._loop import _Job, _script
from ._output import Output
from ._program import ForgottenState, State
from ._steps import _Steps, _metric

__all__ = ["state", "steps", "enough", "metric", "output", "Output", "State", "ForgottenState", "__version__"]
__version__ = "0.1.0.dev0"


def state(**things: Any) -> State:
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
          unregistered: Iterable[str] = ()) -> _Steps:
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


def output(path: Union[str, "os.PathLike[str]"]) -> Output:
    """Returns a text file that will hold each text that is written to it in the loop exactly once: print(..., file=it).

    To be called before the loop. The text is a part of the state. In windows, the file is replaced when a process goes
    on from a checkpoint, by what that holds, and after the loop, by all of it. A straight run writes it at once.
    """
    return _job.add_output(path)


def enough() -> None:
    """Ends the loop after this step. Only for steps without a total. Never leave the loop with break."""
    _job.say_enough()


def metric(name: str, value: float, low: Optional[float] = None, high: Optional[float] = None) -> None:
    """Tells what the job has achieved: in the loop so far, which the job's page shows, or after it, which `atomizable run` prints."""
    _job.say_metric(_metric(name, value, low, high))


_job = _Job()

if __name__ == "__main__":
    print(__doc__.strip())
