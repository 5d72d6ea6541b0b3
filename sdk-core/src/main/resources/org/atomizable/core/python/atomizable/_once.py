"""What is made at its first use: `if data is None: data = load()`. Another process makes an equal one, if that depends on
nothing that the loop changes, on no argument, clock or chance, and changes nothing else."""

import ast

from ._source import _FUNCTIONS, _dotted

_NOT_EQUAL = {"random", "rand", "randn", "randint", "time", "uuid", "secrets", "urandom", "getpid", "now", "today", "perf_counter",
              "monotonic", "input", "stdin", "next", "environ", "globals", "exec", "eval", "setattr", "step", "atomizable"}


def _made_once(source, changed):
    """The statements that do it: node -> what they assign. `changed` has the names and attributes that the loop changes."""
    found = {}

    def visit(node, own):
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.If):
                target = _target(each)
                if target is not None and _equal(each.body[0].value, own, source, changed - {target.rpartition(".")[2], "." + (
                        target.rpartition(".")[2])}, set()):
                    found[each] = target
            visit(each, _stored(each) | _arguments(each) if isinstance(each, _FUNCTIONS + (ast.Lambda,)) else own)

    for tree in source.trees.values():
        visit(tree, frozenset())
    return found


def _target(node):
    test = node.test
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Is) and isinstance(
            test.comparators[0], ast.Constant) and test.comparators[0].value is None and not node.orelse:
        name, body = _dotted(test.left), node.body
        if name and len(body) == 1 and isinstance(body[0], ast.Assign) and [_dotted(it) for it in body[0].targets] == [name]:
            return name
    return None


def _equal(node, own, source, changed, seen):
    """Whether what is evaluated, or run, is the same in each process."""
    if node in seen:
        return True
    seen.add(node)
    here = _stored(node)
    for each in ast.walk(node):
        if isinstance(each, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await)):
            return False
        if isinstance(each, ast.Name):
            name = each.id
            if name in _NOT_EQUAL or name != "self" and name not in here and (name in own or name in changed):
                return False
        elif isinstance(each, ast.Attribute):
            name = each.attr
            new = isinstance(node, _FUNCTIONS) and node.name in ("__init__", "__post_init__") and _dotted(each.value) == "self"
            if name in _NOT_EQUAL or not new and ("." + name in changed or not isinstance(each.ctx, ast.Load)):
                return False
            if new and not isinstance(each.ctx, ast.Load):
                continue
        elif isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
            if not (isinstance(each.value, ast.Name) and each.value.id in here):
                return False
        else:
            continue
        below = source.functions.get(name, []) + source.methods.get(name, [])
        if name in source.classes:
            below = below + [it for it in source.classes[name].body if isinstance(it, _FUNCTIONS)]
        if not all(_equal(it, frozenset(), source, changed, seen) for it in below):
            return False
    return True


def _stored(node):
    return {it.id for it in ast.walk(node) if isinstance(it, ast.Name) and not isinstance(it.ctx, ast.Load)} - {
        name for it in ast.walk(node) if isinstance(it, ast.Global) for name in it.names} | (
            _arguments(node) if isinstance(node, _FUNCTIONS + (ast.Lambda,)) else set())


def _arguments(node):
    return {it.arg for it in ast.walk(node.args) if isinstance(it, ast.arg)}
