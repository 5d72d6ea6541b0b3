"""The job: what is registered, what its loop may do, and its checkpoints."""

import collections
import enum
import importlib
import json
import os
import random
import sys
import types

from ._decode import _Decoder
from ._encode import _Encoder
from ._look import _Look, _names_of
from ._output import Output
from ._print import _Prints
from ._program import _PLAIN, ForgottenState, State, _attributes, _own_class
from ._protocol import _Channel
from ._safetensors import _read_safetensors, _write_safetensors
from ._source import _Source
from ._steps import _Managed, _Straight
from ._torch import _Bonds, _modules
from ._watch import _NoWatch, _Watch


class _Job:
    def __init__(self):
        self.state = State()
        self.begun = False
        self.is_enough = False
        self.aliases = {}
        self.originals, self.original = [], {}
        self.places, self.looked, self.watch = [], None, None
        self.unused, self.drawn = {}, set()  # generators of modules before the first step, and those that earlier steps have drawn from
        self.changed = frozenset()
        self.sets = False  # whether the program has sets or hashes
        self.parts, self.first = [], {}
        self.outputs = {}
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

    def add_output(self, path):
        if self.begun:
            raise RuntimeError("call atomizable.output before the loop")
        made = Output(path)
        if made._path in [each._path for each in self.outputs.values()]:
            raise ValueError("there are two outputs to %s" % made._path)
        self.outputs[made._name] = made
        return made

    def encoded(self, encoder):
        return {name: encoder.encode(thing, name) for name, thing in vars(self.state).items()}

    def known(self):
        """What is restored: all that the state leads to, by identity."""
        found, todo = {}, list(vars(self.state).values())
        found.update((id(each), each) for each in _hidden_generators())
        while todo:
            each = todo.pop()
            # The same class, function or member of an enum is restored, not what it holds.
            if id(each) not in found and not isinstance(each, (type, types.FunctionType, enum.Enum)):
                found[id(each)] = each
                todo += [it for name in ("bit_generator", "seed_seq") for it in [getattr(each, name, None)] if
                         (type(each).__module__ or "").startswith("numpy.random") and it is not None]
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
        self.state._fix()
        if self.channel:
            self.channel.expect_start()
        self.changed = _Source(None).changed_attributes()
        encoder = _Encoder(changed=self.changed)
        self.encoded(encoder)
        self.bonds = _Bonds([(place, thing) for _, thing, place in encoder.met.values() if hasattr(thing, "state_dict")])
        self.originals = [thing for _, thing, _ in encoder.met.values()]
        self.original = {id(thing): number for number, thing in enumerate(self.originals)}
        self.parts = [(place, each, dict(vars(each))) for _, thing, place in encoder.met.values()
                      if hasattr(thing, "state_dict") for each in _modules(thing) if _own_class(type(each))]
        known = self.known()
        prints = _Prints({}, {})
        self.first = {number: (each, prints.shallow(each)) for number, each in known.items()}  # held, so that no other gets its number
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
                if value != before.get(key, value) and not (key in self.changed and hasattr(thing, "named_modules")):
                    raise ForgottenState("%s.%s changes, and state_dict() of %s does not tell it: add it there"
                                         % (name, key, name))

    def look(self, frame, first):
        """Looks through the program for what it forgets: when it calls steps(), or when it takes the first."""
        look = _Look(self, frame, first)
        self.sets = look.source.uses_sets()
        if look.loop is None:
            return
        self.looked = look
        look.look(self.exempt, *[{it for name in _names_of(each) for it in (name, "." + name)} if each else set()
                                 for each in (self.evaluate, self.ask_enough)])
        self.places = look.places

    def open_outputs(self):
        for each in self.outputs.values():
            each._open()

    def say_enough(self):
        if not self.begun or self.total is not None:
            raise RuntimeError("enough() is for a loop over atomizable.steps() without a total")
        self.is_enough = True

    def say_metric(self, metric):
        if self.channel:
            self.channel.answer_metric(metric)
        else:
            print("%(name)s = %(value)r [%(low)r, %(high)r]" % metric)

    def before_step(self):
        if self.watch is None:
            self.keep_unused()
            self.watch = _Watch(self, self.looked, self.exempt | _names_of(self.save)) if self.looked else _NoWatch()

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
        self.watch.after_turn()
        if self.ask_enough is not None and self.ask_enough():
            self.is_enough = True

    def write(self, path):
        self.tells_all()
        self.bonds.check()
        if self.watch:
            self.watch.before_save()
        encoder = _Encoder(self.original, self.changed)
        structure = self.encoded(encoder)
        for name, thing in (self.save() if self.save else {}).items():
            if name in structure:
                raise ValueError("save returns %s, which is in the state already" % name)
            structure[name] = encoder.encode(thing, name)
        told = {"enough": self.is_enough, "things": structure, "outputs": {
            name: encoder.encode(each._pieces(), "output") for name, each in self.outputs.items()}}
        told["generators"] = self.generators(encoder)
        if self.sets:
            told["texts"] = hash("atomizable")
        text = json.dumps(told, separators=(",", ":"))
        tensors = {"atomizable": ("U8", [len(text)], lambda: text.encode())}
        tensors.update(encoder.tensors)
        _write_safetensors(path, tensors)

    def generators(self, encoder):
        """Those of modules from which the loop has drawn; others differ from process to process if nobody seeds them."""
        registered = [id(each) for each in vars(self.state).values()]
        drawn = {name: each for name, each in _generators().items() if id(each) not in registered and (
            name in self.drawn or self.unused.setdefault(name, _print_of(each)) != _print_of(each))}
        return {name: encoder.encode(each, name) for name, each in drawn.items()}

    def keep_unused(self):
        for name, each in _generators().items():
            if name not in self.unused:
                self.unused[name] = _print_of(each)

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
        by_path = {each._path: name for name, each in self.outputs.items()}  # older checkpoints name them so
        outputs = {name if name in self.outputs else by_path.get(name, name): node for name, node in told["outputs"].items()}
        if sorted(outputs) != sorted(self.outputs):
            raise ValueError("the checkpoint has outputs to %s, and this program has outputs to %s: let the program name them"
                             " as before" % (sorted(outputs), sorted(self.outputs)))
        decoder = _Decoder(tensors, self.originals, self.changed)
        saved = {}
        for name, node in told["things"].items():
            thing = decoder.restored(node)
            if name in more:
                saved[name] = thing
            else:
                setattr(self.state, name, thing)
        for name, node in outputs.items():
            self.outputs[name]._told[:] = b"".join(decoder.restored(node))
            self.outputs[name]._publish()
        self.keep_unused()
        self.drawn = set(told["generators"])
        for name, node in told["generators"].items():
            decoder.restored(node, importlib.import_module(name))
        for name in set(self.unused) - self.drawn:
            node, data = self.unused[name]
            _Decoder({each: (None, None, it) for each, it in data.items()}).restored(json.loads(node), importlib.import_module(name))
        self.watch = None
        if self.restore is not None:
            self.restore(saved)
        # A number that was restored is another object; the program's own variable is not.
        self.aliases = {name: each for name, each in self.aliases.items() if getattr(self.state, name) is each[1]}
        self.is_enough = told["enough"]


def _generators():
    """The generators of modules, by the names of these."""
    found = {"random": random, "numpy.random": sys.modules.get("numpy.random"), "torch": sys.modules.get("torch")}
    return {name: each for name, each in found.items() if each is not None}


def _hidden_generators():
    return [random._inst, getattr(getattr(sys.modules.get("numpy.random"), "mtrand", None), "_rand", None),
            getattr(sys.modules.get("torch"), "default_generator", None)]


def _print_of(module):
    """The whole state of a generator, so that it can be set back."""
    encoder = _Encoder()
    node = encoder.encode(module, "it")
    return json.dumps(node), {name: data() for name, (_, _, data) in encoder.tensors.items()}


def _script():
    base = os.path.splitext(os.path.basename(sys.argv[0] or "python"))[0]
    return "".join(each if each.isascii() and each.isalnum() or each in "._-" else "-" for each in base).lstrip(
        "._-") or "python"
