"""The program's source, as trees, and places in it."""

import ast
import linecache
import sys

from ._program import _own_file


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _dotted(node):
    """The text of a chain of names such as np.random; None if it is another expression."""
    if isinstance(node, ast.Name):
        return node.id
    before = _dotted(node.value) if isinstance(node, ast.Attribute) else None
    return before and "%s.%s" % (before, node.attr)


def _inside(node, kinds):
    """The nodes of some kinds in a tree, without those in functions and classes of its own."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, kinds):
            yield each
        if not isinstance(each, _FUNCTIONS + (ast.ClassDef, ast.Lambda)):
            yield from _inside(each, kinds)


class _Source:
    """The functions and methods of the program's own modules."""

    def __init__(self, main):
        self.trees, self.functions, self.methods, self.classes, self.properties = {}, {}, {}, {}, set()
        self.class_of, self.file_of, self.main = {}, {}, main
        self.once = set()  # statements that make a thing at its first use
        self.one = lambda token, receiver, flow: True  # whether an attribute that is assigned is of the only object with it
        self.is_cursor = lambda node: False  # whether an expression is the cursor of a data base
        self.thing = self.each = None  # what expressions, and what the rounds of loops, stand for
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if path and path.endswith(".py") and _own_file(path) and path not in self.trees:
                self.add(path)

    def add(self, path):
        try:
            tree = ast.parse("".join(linecache.getlines(path)), path)
        except (SyntaxError, ValueError, RecursionError):
            return
        self.trees[path] = tree
        self.collect(tree, None, path)

    def collect(self, node, owner, path):
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.Assign) and isinstance(each.value, ast.Lambda) and owner is None:
                for target in each.targets:
                    if isinstance(target, ast.Name):
                        self.functions.setdefault(target.id, []).append(each.value)
                        self.file_of[each.value] = path
            if isinstance(each, _FUNCTIONS):
                (self.methods if owner else self.functions).setdefault(each.name, []).append(each)
                self.file_of[each] = path
                self.class_of[each] = owner
                if owner and any(_dotted(it) in ("property", "cached_property", "functools.cached_property")
                                 for it in each.decorator_list):
                    self.properties.add(each.name)
            if isinstance(each, ast.ClassDef):
                self.classes[each.name] = each
            self.collect(each, each.name if isinstance(each, ast.ClassDef)
                         else None if isinstance(each, _FUNCTIONS) else owner, path)

    def uses_sets(self):
        return any(isinstance(it, (ast.Set, ast.SetComp)) or isinstance(it, ast.Name) and it.id in (
            "set", "frozenset", "hash", "id") for tree in self.trees.values() for it in ast.walk(tree))

    def sets_by_name(self):
        """Whether the program sets attributes, or what is in a namespace, by names that are computed."""
        return any(isinstance(it, ast.Attribute) and it.attr in ("__dict__", "__setattr__") or isinstance(it, ast.Name) and (
            it.id in ("setattr", "vars")) for tree in self.trees.values() for it in ast.walk(tree))

    def imported(self):
        """The names of the modules that the program imports."""
        return {name for tree in self.trees.values() for it in ast.walk(tree) if isinstance(it, (ast.Import, ast.ImportFrom))
                for name in ([it.module] if isinstance(it, ast.ImportFrom) else [each.name for each in it.names]) if name}

    def changed_attributes(self):
        """The names of attributes that the program assigns outside of constructors, or changes in place."""
        found, todo = set(), list(self.trees.values())
        while todo:
            node = todo.pop()
            if isinstance(node, _FUNCTIONS) and node.name == "__init__":
                continue
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                found.add(node.attr)
            below = node.value if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) else (
                node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None)
            if isinstance(below, ast.Attribute):
                found.add(below.attr)
            todo += ast.iter_child_nodes(node)
        return frozenset(found)

    def path_of(self, node):
        return next(path for path, tree in self.trees.items() if any(it is node for it in ast.walk(tree)))

    def names(self, attribute):
        """Whether the program names this attribute."""
        return any(isinstance(it, ast.Attribute) and it.attr == attribute for tree in self.trees.values() for it in ast.walk(tree))

    def scope(self, frame):
        """The function or module whose code a frame runs; None if its source is not at hand."""
        path, code = frame.f_code.co_filename, frame.f_code
        if path not in self.trees and _own_file(path) and linecache.getlines(path):
            self.add(path)
        tree = self.trees.get(path)
        if tree is None or code.co_name == "<module>":
            return tree
        for each in ast.walk(tree):
            if isinstance(each, _FUNCTIONS) and each.name == code.co_name:
                first = min([each.lineno] + [it.lineno for it in each.decorator_list])
                if first == code.co_firstlineno:
                    return each
        return None


def _statements_at(node, line):
    """The statements that a line is in, from the outermost to the innermost."""
    chain = []
    while node is not None:
        below = [it for name in ("body", "orelse", "finalbody") for it in getattr(node, name, [])
                 if isinstance(it, ast.stmt)]
        below += [it for each in list(getattr(node, "handlers", [])) + list(getattr(node, "cases", []))
                  for it in each.body]
        node = next((it for it in below if it.lineno <= line <= it.end_lineno), None)
        if isinstance(node, _FUNCTIONS + (ast.ClassDef,)):
            break
        chain += [node] if node is not None else []
    return chain


def _frames(frame):
    while frame is not None:
        if _own_file(frame.f_code.co_filename):
            yield frame
        frame = frame.f_back


def _leaving(statements):
    """The break statements that leave the loop with this body, and each return."""
    for each in statements:
        if isinstance(each, (ast.Break, ast.Return)):
            yield each
        elif isinstance(each, (ast.For, ast.AsyncFor, ast.While)):
            yield from (it for it in _inside(each, ast.Return))
            yield from _leaving(each.orelse)
        elif not isinstance(each, _FUNCTIONS + (ast.ClassDef,)):
            for name in ("body", "orelse", "finalbody"):
                yield from _leaving(getattr(each, name, []))
            for below in list(getattr(each, "handlers", [])) + list(getattr(each, "cases", [])):
                yield from _leaving(below.body)
