"""Forgotten state, found in the program's source before its first step: a name, or an attribute, that the loop changes
and that a later turn or the code after the loop reads, is state. Names are tokens "name", attributes ".name", the
generators of modules "np.random". Which tokens are alive at the loop's head and behind it is found by a backward
analysis of the statements (liveness); what objects these are, by a look at the variables before the first step."""

import ast

from ._program import _NOTHING
from ._source import _FUNCTIONS, _dotted, _inside


_CHANGERS = {"append", "extend", "insert", "remove", "pop", "popleft", "appendleft", "clear", "update", "setdefault",
             "popitem", "add", "discard", "sort", "reverse", "rotate", "subtract", "fill", "resize", "put", "itemset",
             "readline", "read", "readlines", "heappush", "heappop", "shuffle", "copy_", "add_", "mul_", "zero_"}
_OVERWRITERS = {"clear", "fill", "seed", "manual_seed", "setstate", "set_state", "zero_", "seek"}
_ASKING = {"execute", "executemany", "executescript"}
_CHANCE = {"seed", "Random", "SystemRandom", "getstate", "setstate", "default_rng", "RandomState", "Generator",
           "SeedSequence", "PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64", "get_state", "set_state"}


class _Flow:
    """Liveness. What an expression does is a series of (what, token, line, detail, receiver), as it is evaluated."""

    def __init__(self, source, path, focus=_NOTHING):
        self.source, self.path, self.owner, self.creates = source, path, None, False
        self.focus, self.bound = focus, {}  # the only thing whose attributes count; what names of the function that is walked stand for
        self.hidden = self.defaults = frozenset()  # of the function that is walked: local names, and default values
        self.summaries, self.watched, self.reads, self.changes = {}, {}, {}, None

    def does(self, node, may=False):
        """Yields what an expression does; `may` if it is perhaps not evaluated, and so overwrites nothing for sure."""
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                yield "read", node.id, node.lineno, None, None
                if node.id in self.source.functions:
                    yield "call", (node.id, "function", True), node.lineno, None, None
            else:
                yield "change" if may else "store", node.id, node.lineno, "=", None
        elif isinstance(node, ast.Attribute):
            yield from self.does(node.value, may)
            yield "read", "." + node.attr, node.lineno, None, node.value
            if node.attr in self.source.methods:
                yield "call", (node.attr, "method", may or node.attr not in self.source.properties), node.lineno, None, node.value
        elif isinstance(node, ast.Call):
            yield from self.calls(node, may)
        elif isinstance(node, (ast.BoolOp, ast.IfExp)):
            first, rest = (node.values[0], node.values[1:]) if isinstance(node, ast.BoolOp) else (
                node.test, [node.body, node.orelse])
            yield from self.does(first, may)
            for each in rest:
                yield from self.does(each, True)
        elif isinstance(node, ast.NamedExpr):
            yield from self.does(node.value, may)
            yield from self.does(node.target, may)
        elif isinstance(node, ast.Lambda):
            own = self.own_names(node)
            yield from (it for it in self.does(node.body, True) if it[1] not in own)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            own = {it.id for each in node.generators for it in ast.walk(each.target) if isinstance(it, ast.Name)}
            parts = [it for each in node.generators for it in [each.iter] + each.ifs]
            parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            for part in parts:
                yield from (it for it in self.does(part, may) if it[1] not in own)
        elif node is not None:
            for each in ast.iter_child_nodes(node):
                yield from self.does(each, may)
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and "__getitem__" in self.source.methods:
                yield "call", ("__getitem__", "method", True), node.lineno, None, None

    def calls(self, node, may):
        function, line = node.func, node.lineno
        method = function.attr if isinstance(function, ast.Attribute) else None
        whole = not may and (method in _OVERWRITERS and not (method == "seek" and len(node.args) != 1) or method in _ASKING and (
            self.source.is_cursor(function.value)))
        overwritten = function.value if whole else None
        if isinstance(overwritten, ast.Attribute):
            yield from self.does(overwritten.value)
        elif not isinstance(function, ast.Name) and not isinstance(overwritten, ast.Name):
            yield from self.does(function.value if method else function, may)
        for each in node.args:
            yield from self.does(each, may)
        for each in node.keywords:
            if each.arg == "out":  # all of it is overwritten
                yield from ((what, token, at, "[]" if how == "=" else how, receiver)
                            for what, token, at, how, receiver in self.assigns(each.value))
            else:
                yield from self.does(each.value, may)
        name = method or (function.id if isinstance(function, ast.Name) else None)
        changed = [function.value] if method else node.args[:1] if name in _CHANGERS | {"next"} else []
        for each in changed:
            yield from self.changes_item(each, line, name, whole)
        if name is None:
            return
        if name in ("setattr", "getattr") and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            yield "change" if name == "setattr" else "read", ".%s" % node.args[1].value, line, "=", node.args[0]
        if not method:
            yield "read", name, line, None, None
            if name not in self.source.functions and name not in self.source.classes:
                yield "call", ("__call__", "method", True), line, None, None
        else:
            yield "call", (name, "method", may), line, None, function.value
        if not (method and name in self.source.methods):
            yield "call", (name, "function", may), line, None, None

    @staticmethod
    def changes_item(node, line, how, sure=False):
        """What a change of an item, or by a method, changes: rows in rows[i][j] = 0."""
        whole = not isinstance(node, ast.Subscript)
        how = how if whole or how in ("[]", "next") else "." + how  # of an item
        while isinstance(node, (ast.Subscript, ast.Starred)):
            node = node.value
        what = "store" if sure and whole else "change"
        if isinstance(node, ast.Name):
            yield what, node.id, line, how, None
        elif isinstance(node, ast.Attribute):
            yield what, "." + node.attr, line, how, node.value

    def assigns(self, node, what="store"):
        """What an assignment to this target does."""
        if isinstance(node, (ast.Tuple, ast.List)):
            for each in node.elts:
                yield from self.assigns(each, what)
        elif isinstance(node, ast.Starred):
            yield from self.assigns(node.value, what)
        elif isinstance(node, ast.Name):
            yield what, node.id, node.lineno, "=", None
        elif isinstance(node, ast.Attribute):
            yield from self.does(node.value)
            known = _dotted(node.value) or self.focus is not _NOTHING
            yield what if known else "change", "." + node.attr, node.lineno, "=", node.value
        elif isinstance(node, ast.Subscript):
            index = getattr(node.slice, "value", node.slice) if isinstance(node.slice, ast.Constant) else node.slice
            whole = index is Ellipsis or isinstance(index, ast.Slice) and not (index.lower or index.upper or index.step)
            yield from self.does(node.slice)
            if not whole or isinstance(node.value, ast.Subscript):
                whole = False
                yield from self.does(node.value)
            elif isinstance(node.value, ast.Attribute):
                yield from self.does(node.value.value)
            yield from self.changes_item(node.value, node.lineno, "[]", whole)

    def before(self, done, alive):
        """What is alive before, if `alive` is behind."""
        alive = set(alive)
        for what, token, line, how, receiver in reversed(list(done)):
            if what == "call":
                name, kind, may = token
                reads, kills = self.summary(name, kind, self.of(receiver) if kind == "method" else _NOTHING)
                alive = (alive if may else alive - kills) | reads
            elif what == "read":
                if token[0] != "." or self.of(receiver) in (_NOTHING, self.focus):
                    alive.add(token)
                if token not in self.hidden:
                    self.reads.setdefault(token, set()).add((self.path, line))
            else:
                thing, receiver = self.of(receiver), receiver and _dotted(receiver)
                if what == "store" and (token[0] != "." or (self.source.one(token, receiver, self) if self.focus is _NOTHING else
                                                            thing is self.focus)):
                    alive.discard(token)
                if self.creates and receiver == "self" and how == "=":
                    continue  # of the object that is made
                if self.changes is not None and token in self.defaults and what == "change":
                    self.changes.setdefault(token + "=", set()).add((line, how, None, None, self.path))
                elif self.changes is not None and token not in self.hidden:
                    self.changes.setdefault(token, set()).add((line, how, receiver, self.owner, self.path))
        return alive

    def of(self, node):
        """The thing that an expression is, where only one counts and the source shows it."""
        return _NOTHING if node is None or self.focus is _NOTHING else self.source.thing(node, self)

    def summary(self, name, kind, me=_NOTHING):
        """What a call reads before it overwrites it, and what it surely overwrites, of all that is not its own; `me` has the method."""
        creates = kind == "function" and name in self.source.classes or self.creates and name in ("__init__", "__post_init__")
        key = (name, kind, creates, id(me))
        if key not in self.summaries:
            self.summaries[key] = (frozenset(), frozenset())  # of a recursive call
            found = self.source.methods.get(name, []) if kind == "method" else self.source.functions.get(name, [])
            if kind == "function" and name in self.source.classes:
                found = [it for it in self.source.classes[name].body
                         if isinstance(it, _FUNCTIONS) and it.name in ("__init__", "__post_init__")]
            before, self.creates = self.creates, creates
            both = [self.of_function(each, me) for each in found]
            self.creates = before
            self.summaries[key] = (frozenset().union(*[reads for reads, _ in both]),
                                   frozenset.intersection(*[kills for _, kills in both]) if both else frozenset())
        return self.summaries[key]

    def of_function(self, node, me=_NOTHING):
        before = self.path, self.owner, self.hidden, self.defaults, self.bound
        self.path, self.owner = self.source.file_of.get(node, self.path), self.source.class_of.get(node)
        own = self.own_names(node)
        all_names = {it.id for it in ast.walk(node) if isinstance(it, ast.Name)}
        if self.path != self.source.main:
            own |= all_names  # names of other modules are not followed
        self.hidden, positional = own, getattr(node.args, "posonlyargs", []) + node.args.args
        self.bound = {positional[0].arg: me} if positional and me is not _NOTHING else {}
        given = list(zip(reversed(positional), reversed(node.args.defaults))) + list(
            zip(node.args.kwonlyargs, node.args.kw_defaults))
        self.defaults = {it.arg for it, value in given if value and not isinstance(value, ast.Constant)}
        body = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        nothing = frozenset()
        every = frozenset(all_names | {"." + it.attr for it in ast.walk(node) if isinstance(it, ast.Attribute)})
        reads = self.block(body, nothing, (nothing, nothing, nothing))
        left = self.block(body, every, (nothing, nothing, every))
        self.path, self.owner, self.hidden, self.defaults, self.bound = before
        return frozenset(reads) - own, every - left - own

    @staticmethod
    def own_names(node):
        own = {it.arg for it in ast.walk(node.args) if isinstance(it, ast.arg)}
        if not isinstance(node, ast.Lambda):
            own |= {it.id for it in _inside(node, ast.Name) if not isinstance(it.ctx, ast.Load)}
            own |= {it.name for it in _inside(node, _FUNCTIONS)}
            for each in _inside(node, (ast.Global, ast.Nonlocal)):
                own -= set(each.names)
        return own

    # `ends` is what is alive behind a break, a continue and a return.

    def block(self, statements, alive, ends):
        for each in reversed(statements):
            if each in self.watched:
                self.watched[each][0] |= alive
            alive = self.statement(each, alive, ends)
        return alive

    def statement(self, node, alive, ends):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return self.loop(node, alive, ends)
        if isinstance(node, ast.If) and node in self.source.once:
            return self.block(node.body, alive, ends)
        if isinstance(node, ast.If):
            return self.before(self.does(node.test),
                               self.block(node.body, alive, ends) | self.block(node.orelse, alive, ends))
        if isinstance(node, (ast.With, ast.AsyncWith)):
            alive = self.block(node.body, alive, ends)
            return self.before([it for each in node.items for it in list(self.does(each.context_expr)) + list(
                self.assigns(each.optional_vars) if each.optional_vars else [])], alive)
        if type(node).__name__ in ("Try", "TryStar"):
            behind = self.block(node.finalbody, alive, ends)
            caught = set().union(*[self.block(each.body, behind, ends) - {each.name} for each in node.handlers])
            return self.block(node.body, self.block(node.orelse, behind, ends), ends) | caught
        if type(node).__name__ == "Match":
            cases = [self.block(each.body, alive, ends) for each in node.cases]
            return self.before(self.does(node.subject), alive.union(*cases))
        if isinstance(node, _FUNCTIONS + (ast.ClassDef,)):
            return self.before([("store", node.name, node.lineno, "=", None)], alive)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return alive - {(it.asname or it.name).split(".")[0] for it in node.names}
        if isinstance(node, ast.Return):
            return self.before(self.does(node.value), ends[2])
        if isinstance(node, ast.Raise):
            return self.before(list(self.does(node.exc)) + list(self.does(node.cause)), frozenset())
        if isinstance(node, (ast.Break, ast.Continue)):
            return ends[0 if isinstance(node, ast.Break) else 1]
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if node.value else []
            return self.before(list(self.does(node.value)) + [it for each in targets for it in self.assigns(each)], alive)
        if isinstance(node, ast.AugAssign):
            read = ast.copy_location(type(node.target)(**dict(ast.iter_fields(node.target), ctx=ast.Load())), node.target)
            return self.before(list(self.does(read)) + list(self.does(node.value)) + list(self.assigns(node.target)), alive)
        if isinstance(node, ast.Delete):
            return self.before([it for each in node.targets for it in self.assigns(each)], alive)
        return self.before(self.does(node), alive)

    def loop(self, node, alive, ends):
        """A `for` is taken to have a turn: what it overwrites is overwritten behind it."""
        takes = not isinstance(node, ast.While)
        endless = not takes and isinstance(node.test, ast.Constant) and node.test.value
        behind = frozenset() if endless else self.block(node.orelse, alive, ends)
        name = self.focus is not _NOTHING and takes and self.source.each(node, self)
        if name:
            return self.before(self.does(node.iter), self.rounds(node, name, behind, ends))
        target = list(self.assigns(node.target)) if takes else []
        if takes:
            target += list(self.changes_item(node.iter, node.lineno, "next"))
        else:
            target += list(self.does(node.test))
        head = set(behind)
        while True:
            turn = self.before(target, self.block(node.body, head, (alive, head, ends[2])) | (behind if not takes else set()))
            if turn <= head:
                break
            head = head | turn
        if node in self.watched:
            self.watched[node][1] |= head
        return self.before(self.does(node.iter), turn) if takes else turn

    def rounds(self, node, name, alive, ends):
        """Of a loop over things among which is the only one that counts: it has a round of its own, between those of others."""
        outer, target = self.bound, list(self.assigns(node.target))
        for who in (object(), self.focus, object()):
            self.bound = dict(outer, **{name: who})
            head = set(alive)
            turn = self.before(target, self.block(node.body, head, (alive, head, ends[2])))
            while who is not self.focus and not turn <= head:
                head |= turn
                turn = self.before(target, self.block(node.body, head, (alive, head, ends[2])))
            alive = turn if who is self.focus else head
        self.bound = outer
        return alive
