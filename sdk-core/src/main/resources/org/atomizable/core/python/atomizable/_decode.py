"""Turns nodes back into things: into the registered object, if it was one of these, or into a new one."""

import array
import collections
import random
import struct
import sys
import types

from ._encode import _FACTORIES, _Kept, _VALUES, _class_named, _dtype, _little, _seeds
from ._program import _attributes
from ._torch import _set_own


class _Decoder:
    """Turns nodes back into things: into the registered object, if it was one of these, or into a new one."""

    def __init__(self, tensors, originals=(), changed=frozenset()):
        self.tensors = tensors
        self.originals = originals
        self.changed = changed
        self.met = []

    def data(self, name):
        return self.tensors[name][2]

    def restored(self, node, current=None):
        of = node.pop("of", None)
        (kind, value), = node.items()
        if of is not None:
            current = self.originals[of]
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
        return self._dict(value[0], current, lambda: collections.defaultdict(_FACTORIES.get(value[1])))

    def _object(self, value, current):
        if current is None:
            kind = _class_named(value[-1])
            current = (kind if kind is types.SimpleNamespace else object).__new__(kind)
        self.meet(current)
        pairs = [(self.restored(key), self.restored(each)) for key, each in value[:-1]]
        for name in set(_attributes(current)).difference(name for name, _ in pairs):
            object.__delattr__(current, name)
        if hasattr(current, "__dict__"):
            vars(current).clear()  # the order of attributes is restored too
        for name, each in pairs:
            object.__setattr__(current, name, each)
        return current

    def _namedtuple(self, value, current):
        return _class_named(value[0])._make([self.restored(each) for each in value[1]])

    def _value(self, value, current):
        return _VALUES[value[0]][2](value[1])

    def _enum(self, value, current):
        return self.meet(_class_named(value[0])[value[1]])

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
        told, buffers, training, requires, gradients, *own = self.restored(value)  # older checkpoints have no attributes
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
        if own:
            _set_own(current, own[0], self.changed)
        return current

    def _kept(self, value, current):
        made = self.meet(_Kept(None))
        made.name = value
        return made

    def _state_dict(self, value, current):
        self.meet(current)
        return self._loaded(current, self.restored(value))

    @staticmethod
    def _loaded(current, told):
        if current is None:
            raise ValueError("a thing with load_state_dict must be in atomizable.state, not in what save returns")
        fresh = current.state_dict()
        for key, each in list(told.items()) if isinstance(told, dict) else ():
            if isinstance(each, _Kept):
                told[key] = fresh[key]
                if _Kept(fresh[key]).name != each.name:
                    raise ValueError("the checkpoint has %s for %s, and this program has %s" % (each.name, key, _Kept(fresh[key]).name))
        if hasattr(fresh, "_metadata"):
            told._metadata = fresh._metadata  # versions of the layout, by which PyTorch reads it
        current.load_state_dict(told)
        return current
