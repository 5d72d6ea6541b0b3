"""What of PyTorch's things state_dict() does not tell: attributes, gradients, hooks, and which of them hold one and the same tensor."""

import collections
import sys

from ._program import _PLAIN, ForgottenState


def _library(thing):
    """The module that defines a thing's type, if that is one of those that need no import here."""
    for base in type(thing).__mro__:
        root = (base.__module__ or "").split(".")[0]
        if root in ("numpy", "torch"):
            return root
    return None


def _modules(thing):
    return thing.modules() if _library(thing) == "torch" and hasattr(thing, "modules") else [thing]


def _owners(module):
    return list(module.modules()) + list(module.parameters())


def _is_data(value, depth=20):
    """Whether a value can be saved by itself: it has no gradients, parameters or modules in it."""
    if isinstance(value, _PLAIN):
        return True
    if type(value) in (list, tuple, collections.deque, dict):
        some = list(value) + list(value.values() if type(value) is dict else ())
        return depth > 0 and all(_is_data(each, depth - 1) for each in some)
    numpy, torch = sys.modules.get("numpy"), sys.modules["torch"]
    if numpy is not None and type(value) is numpy.ndarray:
        return not value.dtype.hasobject
    return type(value) is torch.Tensor and value.grad_fn is None and value.layout == torch.strided and not (
        value.is_meta or value.is_quantized)


def _own(owner, names):
    """The attributes with these names that PyTorch does not keep itself: values that are data, and the names of the others."""
    kept = vars(sys.modules["torch"].nn.Module())
    found = {key: each for key, each in sorted(vars(owner).items()) if key in names and key not in kept}
    values = {key: each for key, each in found.items() if _is_data(each)}
    return values, sorted(set(found).difference(values))


def _besides(place, module, names):
    """The state of a PyTorch module, with what its state_dict() leaves out; of attributes those that the program changes."""
    import torch
    for name, each in module.named_modules():
        if isinstance(each, torch.jit.ScriptModule):
            raise TypeError("state %s is a scripted module: its first calls in a process may have other bits than later ones, and its"
                            " attributes cannot be saved. Register the module that it was made of" % ".".join(filter(None, (place, name))))
    for name, each in module.named_parameters():
        if torch.nn.parameter.is_lazy(each):
            raise TypeError("parameter %s.%s has no shape before the first batch: run one before state()" % (place, name))
        if each.grad is not None and each.grad.layout != torch.strided:
            raise TypeError("the gradient of parameter %s.%s is sparse and is there between two steps, where it cannot be saved: end the"
                            " step with zero_grad(set_to_none=True)" % (place, name))
    told = module.state_dict()
    return [told, {name: each for name, each in module.named_buffers() if name not in told},
            [each.training for each in module.modules()], [each.requires_grad for each in module.parameters()],
            [each.grad for each in module.parameters()], [_own(each, names) for each in _owners(module)]]


def _set_own(module, told, names):
    for owner, (values, others) in zip(_owners(module), told):
        for key in set(_own(owner, names)[0]).difference(values, others):
            delattr(owner, key)
        for key, each in values.items():
            setattr(owner, key, each)


def _bonds(place, thing):
    """The tensors of a module or an optimizer by name, and the hooks on them."""
    if hasattr(thing, "named_modules"):
        for prefix, module in thing.named_modules():
            name = "%s.%s" % (place, prefix) if prefix else place
            yield from (("%s.%s" % (name, key), each) for key, each in module._parameters.items() if each is not None)
            for kind in ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks"):
                yield from (("a hook of %s" % name, each) for each in getattr(module, kind, {}).values())
    for i, group in enumerate(getattr(thing, "param_groups", ())):
        yield from (("%s.param_groups[%d]['params'][%d]" % (place, i, j), each) for j, each in enumerate(group["params"]))


class _Bonds:
    """Which names stand for one and the same tensor. A restore fills tensors in place, so a step may not change that."""

    def __init__(self, things):
        """Of registered things, as pairs of a place and a thing."""
        self.things = things if "torch" in sys.modules else []
        self.before = self.now()

    def now(self):
        first, found = {}, {}
        for place, thing in self.things:
            for name, each in _bonds(place, thing):
                found.setdefault(name, []).append(first.setdefault(id(each), name))
                if not name.startswith("a hook") and getattr(each, "_backward_hooks", None):
                    found["a hook of %s" % name] = len(each._backward_hooks)
        return found

    def check(self):
        now = self.now() if self.things else self.before
        name = next((each for each in [*self.before, *now] if self.before.get(each) != now.get(each)), None)
        if name is None:
            return
        if name.startswith("a hook") or name not in self.before or name not in now:
            raise ForgottenState("the loop has added or removed %s, and another process restores into what was there when the loop"
                                 " began: do it before the loop" % name)
        raise ForgottenState("the loop has put another tensor in the place of %s, or has tied or untied it, and another process restores"
                             " into the tensors that were there when the loop began: change its numbers in place, such as by copy_, or"
                             " do it before the loop" % name)
