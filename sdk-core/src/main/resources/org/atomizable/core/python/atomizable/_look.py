"""Forgotten state, found before the first step: the loop is looked for, and what it changes is compared with the state."""

import ast
import collections.abc
import itertools
import os
import random
import sys
import types

from ._flow import _CHANCE, _CHANGERS, _Flow
from ._program import _NOTHING, _PLAIN, State, _attribute, _attributes, _own_class, _refuse
from ._steps import _Steps
from ._once import _made_once
from ._print import _place_of
from ._source import _Source, _dotted, _frames, _inside, _leaving, _statements_at


_MOST_ALIKE = 20
_WRAPPERS = {"zip", "enumerate", "map", "filter", "zip_longest", "islice", "chain", "cycle", "takewhile", "pairwise"}


class _Look:
    """Finds the loop that takes the steps, and what it changes and forgets."""

    def __init__(self, job, frame, first):
        self.job, self.loop, self.problems, self.named, self.places, self.judged = job, None, [], [], [], set()
        self.alone = {}  # what is alive of one of several things with the same attributes
        self.frames = list(_frames(frame))
        self.source = _Source(self.frames[0].f_code.co_filename if self.frames else None)
        self.find(first)

    def find(self, first):
        """Looks for the loop. `first` tells that steps() is just called, so the loop may come later."""
        for i, frame in enumerate(self.frames):
            scope = self.source.scope(frame)
            if scope is None and frame.f_code.co_name in ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>", "<lambda>"):
                continue
            if scope is None:
                return
            chain = _statements_at(scope, frame.f_lineno)
            loops = [it for it in chain if isinstance(it, (ast.For, ast.While))]
            takes = [it for it in loops if isinstance(it, ast.For) and it.iter.lineno <= frame.f_lineno <=
                     it.iter.end_lineno]
            if first and not takes:
                return
            if not takes and not loops:
                _refuse("line %d of %s takes steps outside of a loop: write for step in atomizable.steps(...):"
                        % (frame.f_lineno, os.path.basename(frame.f_code.co_filename)))
            loop = (takes or loops)[-1]
            if not any(_inside(loop, (ast.Yield, ast.YieldFrom))):
                self.frames, self.scope, self.loop = self.frames[i:], scope, loop
                return
            first = False

    def shape(self):
        """Refuses loops whose turns are more, or fewer, than the steps."""
        loop, where = self.loop, "line %d: " % self.loop.lineno
        for call in ast.walk(loop.iter) if isinstance(loop, ast.For) else ():
            name = isinstance(call, ast.Call) and (_dotted(call.func) or "").rpartition(".")[2]
            if name in _WRAPPERS:
                _refuse(where + "%s(...) around the steps begins anew in each process: take the steps alone, and what"
                        " goes with step i by its number" % name)
        if isinstance(loop, ast.While):
            return
        for each in _leaving(loop.body):
            _refuse("line %d: %s leaves the loop over the steps: take steps() without a total, and end it with"
                    " atomizable.enough()" % (each.lineno, "break" if isinstance(each, ast.Break) else "return"))

    def look(self, exempt, behind, each_turn):
        self.shape()
        frame, loop = self.frames[0], self.loop
        self.objects, self.known = self.reachable(), self.job.known()
        self.flow = _Flow(self.source, frame.f_code.co_filename)
        self.flow.changes = {}
        self.flow.loop(loop, frozenset(), (frozenset(),) * 3)
        self.assigned = {token for token, records in self.flow.changes.items() if any(it[1] == "=" for it in records)}
        self.source.one, self.source.thing, self.source.each = self.one, self.thing, self.each
        self.source.is_cursor = self.is_cursor
        once = _made_once(self.source, {token for token in self.flow.changes if not isinstance(self.variable(token), types.ModuleType)})
        lines = {(self.source.path_of(it), it.body[0].lineno) for it in once}
        self.once = {token for token in self.assigned if {(it[4], it[0]) for it in self.flow.changes[token] if it[1] == "="} <= lines}
        self.source.once = {each for each, target in once.items() if "." * ("." in target) + target.rpartition(".")[2] in self.once}
        self.liveness = lambda focus=_NOTHING: self.found_alive(behind, each_turn, focus)
        head, alive, self.reads = self.liveness()
        self.alive = head | alive
        self.flow = _Flow(self.source, frame.f_code.co_filename)
        self.flow.owner, self.flow.changes = self.source.class_of.get(self.scope), {}
        self.flow.loop(loop, frozenset(alive), (frozenset(), frozenset(), frozenset(alive)))
        self.iterators(_Flow(self.source, frame.f_code.co_filename).loop(loop, frozenset(), (frozenset(),) * 3), exempt)
        for token in sorted(self.flow.changes):
            if token.endswith("=") and token[:-1] not in exempt:
                self.add(token[:-1], self.flow.changes[token], "is a default value that is changed",
                         "atomizable.state, and give it to the function", False, True)
            if (token in head or token in alive) and token.rpartition(".")[2] not in exempt and token not in exempt:
                self.judge(token, sorted(self.flow.changes[token], key=str), token in alive, token in head)
        self.cached(exempt)
        if self.problems:
            names = ", ".join('"%s"' % each for each in dict.fromkeys(self.named)) or '"name"'
            _refuse("the loop changes what is not in the state, so another process would not know it:\n  " +
                    "\n  ".join(self.problems) + "\n(what is only a cache, a buffer or for messages: steps(..., unregistered=[%s]))"
                    % names)

    def found_alive(self, behind, each_turn, focus):
        """What is read at the loop's head and behind it before it is overwritten; of one thing only, if it is told."""
        alive = set(behind)
        for each in reversed(self.frames):
            scope = self.source.scope(each)
            if scope is None:
                continue
            target = self.loop if each is self.frames[0] else (_statements_at(scope, each.f_lineno) or [None])[-1]
            flow = _Flow(self.source, each.f_code.co_filename, focus)
            flow.owner = self.source.class_of.get(scope)
            flow.watched[target] = [set(), set()]
            flow.block(scope.body, alive, (frozenset(), frozenset(), alive))
            own = set() if scope in self.source.trees.values() else flow.own_names(scope)
            alive = set(flow.watched[target][0]) - (own if each is not self.frames[0] else set())
        return set(flow.watched[self.loop][1]) | each_turn, alive | behind, flow.reads

    def cached(self, exempt):
        """Functions that remember results of what the loop changes."""
        changed = {token for token, records in self.flow.changes.items() if any(it[1] in _CHANGERS | {"=", "[]"} for it in records)}
        for kind, functions in (("function", self.source.functions), ("method", self.source.methods)):
            for name in functions:
                for node in functions[name]:
                    how = {(_dotted(getattr(it, "func", it)) or "").rpartition(".")[2] for it in getattr(node, "decorator_list", ())}
                    if how & {"lru_cache", "cache"} or "cached_property" in how and any(
                            hasattr(type(each), name) and id(each) not in self.known for _, each in self.objects.values()):
                        read = self.flow.summary(name, kind)[0] & changed if name not in exempt else ()
                        if read:
                            self.named.append(name)
                            self.problems.append("line %d: %s remembers its results, and reads %s, which the loop changes: use"
                                                 " no cache, or give it as an argument" % (
                                                     node.lineno, name, ", ".join(sorted(it.lstrip(".") for it in read))))

    def iterators(self, read, exempt):
        """What the loop reads of an iterator, another process would read again."""
        for token in read:
            found = [(name, _attribute(each, token[1:])) for name, each in self.objects.values()] if (
                token.startswith(".")) else [("", self.variable(token))]
            for name, value in found:
                if isinstance(value, collections.abc.Iterator) and not hasattr(value, "fileno") and not isinstance(
                        value, _Steps) and id(value) not in self.known:
                    self.flow.changes.setdefault(token, set()).update(
                        (line, "next", name or None, None, path) for path, line in self.reads.get(token, ())
                        if path == self.frames[0].f_code.co_filename and line >= self.loop.lineno)

        for name, value in self.unplaced:
            token = _token(name)
            if token in read and not {token, token.lstrip(".")} & exempt and id(value) not in self.known and _place_of(value) is None:
                self.named.append(token.lstrip("."))
                self.problems.append("%s is of type %s, which does not tell its place, and the loop reads %s: use its items by the number of"
                                     " the step" % (name, type(value).__name__, token.lstrip(".")))

    def is_cursor(self, node):
        """Whether an expression is a cursor of a data base: what it gives follows from what it is asked."""
        token = _dotted(node) or ""
        things = [_attribute(each, token.rpartition(".")[2]) for _, each in self.objects.values()] if "." in token else [
            self.variable(token)]
        return any(hasattr(each, "execute") and hasattr(each, "fetchone") for each in things)

    def one(self, token, receiver, flow):
        """Whether an attribute that is assigned is that of the only object that could forget it: then it is overwritten."""
        things = [each for number, (_, each) in self.objects.items() if number not in self.known
                  and _attribute(each, token[1:]) is not _NOTHING]
        if len(things) != 1 or flow.creates or not receiver:
            return not things
        if receiver == "self" and flow.owner and not (flow.path == self.flow.path and "self" not in flow.hidden):
            return flow.owner in [it.__name__ for it in type(things[0]).__mro__]
        name, *rest = receiver.split(".")
        if flow.path != self.frames[0].f_code.co_filename or name in flow.hidden or name in self.assigned:
            return False
        value = self.variable(name)
        for each in rest:
            value = _attribute(value, each) if "." + each not in self.assigned else _NOTHING
        return value is things[0]

    def judge(self, token, records, behind, head):
        if not token.startswith("."):
            value = self.variable(token)
            self.value(token, lambda: self.variable(token), value, records, behind, head)
        else:
            attribute = token[1:]
            holders = [each for each in self.holders(attribute, records) if id(each[1]) not in self.known]
            for name, thing in holders:
                read = lambda thing=thing: _attribute(thing, attribute)
                self.judged |= {(token, id(thing)), (token, id(read()))}
                if 1 < len(holders) <= _MOST_ALIKE:
                    if id(thing) not in self.alone:
                        self.alone[id(thing)] = self.liveness(thing)
                    head, behind = [token in each for each in self.alone[id(thing)][:2]]
                if head or behind:
                    self.value("%s.%s" % (name, attribute), read, read(), records, behind, head)

    def thing(self, node, flow):
        """What an expression is in each turn, as far as the source shows; _NOTHING if it does not."""
        if isinstance(node, ast.Name):
            if node.id in flow.bound:
                return flow.bound[node.id]
            other = flow.path != self.frames[0].f_code.co_filename or node.id in flow.hidden or node.id in self.assigned
            return _NOTHING if other else self.variable(node.id)
        if isinstance(node, ast.Attribute):
            return _NOTHING if "." + node.attr in self.assigned else _attribute(self.thing(node.value, flow), node.attr)
        if isinstance(node, ast.Subscript):
            key, things = getattr(node.slice, "value", node.slice), self.things(node.value, flow)
            key = key.value if isinstance(key, ast.Constant) else key if isinstance(key, (int, str)) else _NOTHING
            known = key in things if isinstance(things, dict) else isinstance(key, int) and -len(things) <= key < len(things)
            return things[key] if known else _NOTHING
        return _NOTHING

    def things(self, node, flow):
        """The collection that an expression is, if turns leave that as it is."""
        value, token = self.thing(node, flow), "." * isinstance(node, ast.Attribute) + (_dotted(node) or "").rpartition(".")[2]
        changed = any(it[1] in _CHANGERS | {"=", "[]"} for it in self.flow.changes.get(token, ()))
        return () if changed or type(value) not in (list, tuple, dict) else value

    def each(self, node, flow):
        """The name that stands for the only thing that counts in one round of a loop, if it does in one."""
        target, call = node.target, node.iter if isinstance(node.iter, ast.Call) and not node.iter.args else None
        how = call.func.attr if call and isinstance(call.func, ast.Attribute) else None
        if how == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            target = target.elts[1]
        elif how != "values" and call:
            return None
        things = [self.thing(it, flow) for it in node.iter.elts] if isinstance(node.iter, (ast.Tuple, ast.List)) else self.things(
            call.func.value if call else node.iter, flow)
        if isinstance(things, dict) != bool(call) or not isinstance(target, ast.Name) or any(_leaving(node.body)):
            return None
        things = list(things.values()) if call else things
        return target.id if _NOTHING not in things and any(it is flow.focus for it in things) else None

    def variable(self, name):
        frame = self.frames[0]
        return frame.f_locals.get(name, frame.f_globals.get(name, _NOTHING))

    def value(self, name, read, value, records, behind, head):
        """Whether a variable or attribute is forgotten; `read` reads it again later."""
        assigned = [it for it in records if it[1] == "="]
        if value is _NOTHING:
            if assigned and "." not in name:
                self.add(name, assigned, "is assigned", "atomizable.state(%s=...)" % name, behind, head)
            return
        if isinstance(value, (State, _Steps, types.ModuleType, types.FunctionType, type)) and not assigned:
            return
        if id(value) in self.known and not isinstance(value, _PLAIN + (tuple,)):
            if assigned:
                self.places.append((name, read, value))
            return
        if self.shares(value):  # a view of what is registered
            if assigned:
                self.places.append((name, read, value))
            return
        if not assigned and not self.changed(value, records):
            return
        if isinstance(value, (list, dict)) and not assigned and value and all(
                id(it) in self.known and not isinstance(it, _PLAIN) for it in (
                    value.values() if isinstance(value, dict) else value)):
            for key in (value if isinstance(value, dict) else range(len(value))):
                self.places.append(("%s[%r]" % (name, key), lambda key=key: value[key], value[key]))
            return
        key, holder = name.rpartition(".")[2], name.split(".")[0].split("[")[0]
        registered = getattr(self.job.state, key, _NOTHING)
        if registered is not _NOTHING and (registered is value or registered == value) and isinstance(
                value, _PLAIN + (tuple,)):
            remedy = "state.%s in place of it, which is in the state already" % key
        elif value is os.environ:
            remedy = "texts in the state in place of it, or set it before the loop"
        elif hasattr(value, "__next__"):
            remedy = "its items by the number of the step, or save= and restore= of steps()"
        elif "." in name and not isinstance(self.variable(holder), (type, types.FunctionType, types.ModuleType)):
            remedy = "atomizable.state(%s=%s), the object that holds it" % ("me" if holder == "self" else holder, holder)
        elif isinstance(value, _PLAIN + (tuple,)):
            remedy = "state = atomizable.state(%s=...), and state.%s in place of it" % (key, key)
        else:
            remedy = "atomizable.state(%s=%s)" % (key, name)
        self.add(name, assigned or records, "is assigned" if assigned else "is changed", remedy, behind, head)

    def changed(self, value, records):
        """Whether calls of methods and assignments of items change this value."""
        if isinstance(value, random.Random) or type(value).__name__ in ("Generator", "RandomState"):
            return any(it[1] not in _CHANCE for it in records)
        how = {it[1] for it in records}
        if _own_class(type(value)) and not isinstance(value, (list, dict, set)):
            return "next" in how and hasattr(value, "__next__")
        of_items = [(None, each[1:]) for each in how if each[0] == "."]
        if of_items and isinstance(value, (list, tuple, dict)) and any(
                self.changed(each, of_items + [(None, it) for it in how if it[0] == "."]) for each in (
                    value.values() if isinstance(value, dict) else value)):
            return True
        if how & {"next"} and hasattr(value, "__next__"):
            return True
        return "[]" in how or bool(how & (_CHANGERS - {"next"})) and not isinstance(value, _PLAIN) and not callable(value)

    def shares(self, value):
        numpy = sys.modules.get("numpy")
        return numpy is not None and isinstance(value, numpy.ndarray) and any(
            isinstance(it, numpy.ndarray) and numpy.may_share_memory(it, value) for it in self.known.values())

    def add(self, name, records, what, remedy, behind, head):
        line, _, _, _, path = min(records, key=lambda it: it[0])
        token = name if "." not in name else "." + name.rpartition(".")[2]
        main = self.frames[0].f_code.co_filename
        later = [n for where, n in self.reads.get(token, ()) if where == main and n > self.loop.end_lineno]
        use = "read after the loop%s" % (" in line %d" % min(later) if later else "") if behind and (
            later or not head) else "read in a later turn"
        where = "line %d" % line if path == main else "%s line %d" % (os.path.basename(path), line)
        self.named.append(name.rpartition(".")[2].split("[")[0])
        self.problems.append("%s: %s %s in the loop and %s: use %s" % (where, name, what, use, remedy))

    def holders(self, attribute, records):
        """The objects that the changed attribute is one of, with their names."""
        found = {}
        for _, _, receiver, owner, path in records:
            frame = self.frames[0]
            if receiver and path == frame.f_code.co_filename and (receiver.split(".")[0] != "self" or owner is None
                                                                 or self.flow.owner == owner):
                value = self.variable(receiver.split(".")[0])
                for each in receiver.split(".")[1:]:
                    value = _attribute(value, each)
                if value is not _NOTHING:
                    if not isinstance(value, State):
                        found[id(value)] = (receiver, value)
                    continue
            for name, each in self.objects.values():
                if _attribute(each, attribute) is _NOTHING:
                    continue
                if receiver != "self" or owner is None or owner in [it.__name__ for it in type(each).__mro__]:
                    found[id(each)] = (name, each)
        return list(found.values())

    def reachable(self):
        """Objects of the program's own classes that its variables lead to."""
        found, todo, self.unplaced = {}, [], []
        seen = self.reached = set()
        for frame in self.frames:
            todo += [(name, each) for name, each in list(frame.f_locals.items()) + list(frame.f_globals.items())]
        while todo and len(seen) < 20000:
            name, each = todo.pop()
            if id(each) in seen or isinstance(each, _PLAIN + (State, type, types.ModuleType, types.FunctionType)):
                continue
            seen.add(id(each))
            if isinstance(each, (list, tuple, set, frozenset, collections.deque)):
                todo += [("%s[%d]" % (name, i), it) for i, it in enumerate(itertools.islice(each, 1000))]
            elif isinstance(each, dict):
                todo += [("%s[%r]" % (name, key), it) for key, it in list(each.items())[:1000]]
            elif _own_class(type(each)):
                found[id(each)] = (name, each)
                todo += [("%s.%s" % (name, key), it) for key, it in _attributes(each).items()]
            elif hasattr(type(each), "__next__") and not hasattr(each, "fileno") or type(each).__name__ == "SRE_Scanner":
                self.unplaced.append((name, each))
        return found


def _token(name):
    """The name, or the attribute, that holds a thing: "rows" of rows[3][1], ".w" of net.w["a"]."""
    base = name.split("[")[0]
    return "." + base.rpartition(".")[2] if "." in base else base


def _names_of(function):
    """The names that a function's code has, of variables and of attributes."""
    codes = [getattr(getattr(function, "__func__", function), "__code__", None)]
    names = set()
    while codes:
        code = codes.pop()
        if code is not None:
            names |= set(code.co_names) | set(code.co_freevars)
            codes += [it for it in code.co_consts if isinstance(it, types.CodeType)]
    return names
