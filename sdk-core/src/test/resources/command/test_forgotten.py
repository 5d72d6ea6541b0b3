"""Programs that forget a part of their state, and programs that do not; run with python3 -m unittest.

Each right one is run straight and with its process replaced at several steps: both print the same after the loop. Each
wrong one is refused by name. A process is a fork of this one, which has imported NumPy and what atomizable imports, but not atomizable.
"""
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import unittest

if __name__ == "__main__" and "__file__" in globals():
    # What runs a program must not be taken for a part of it, so its code belongs to no file.
    program = "exec(compile(open(%r).read(), '<tests>', 'exec'))" % __file__
    # Without bytecode in a file each process would compile the whole package.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.update(PYTHONHASHSEED="0", OPENBLAS_NUM_THREADS="1", PYTHONPATH=os.pathsep.join(
        [os.path.dirname(os.path.abspath(__file__))] + sys.path[1:]))
    os.execv(sys.executable, [sys.executable, "-W", "ignore::ResourceWarning", "-c", program] + sys.argv[1:])

for each in subprocess.run([sys.executable, "-c", "import sys, atomizable; print(*sys.modules)"],
                           stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout.split():
    if each.partition(".")[0] != "atomizable":
        importlib.import_module(each)
try:
    import numpy
    import numpy.random
except ImportError:
    numpy = None

RIGHT = {
    "a defaultdict keeps the factory that it was registered with": """
import collections
table = collections.defaultdict(lambda: [0, 0])
words = collections.defaultdict(collections.Counter)
state = atomizable.state(table=table, words=words)
for step in atomizable.steps(20):
    table[step % 3][step % 2] += step
    words["abc"[step % 3]][step % 4] += 1
print(sorted(table.items()), [sorted(words[each].items()) for each in "abc"])
""",
    "slots, frozen ones too, tuples with names, and values of the library": """
import collections, dataclasses, datetime, decimal, fractions, logging, math, pathlib
Point = collections.namedtuple("Point", "x y")
class Layer:
    __slots__ = ("w", "late")
    def __init__(self, w): self.w = w
class Dense(Layer):
    def __init__(self, w, name): super().__init__(w); self.name = name
@dataclasses.dataclass(frozen=True)
class Settings:
    rate: float
    steps: int
def square(x): return x * x
class Trainer:
    def __init__(self):
        self.layers = [Layer(1.0), Dense(2.0, "d")]
        self.where, self.log, self.f = pathlib.Path("a") / "b", logging.getLogger("x"), square
        self.settings, self.span = Settings(0.5, 3), datetime.timedelta(seconds=2)
        self.began, self.exact, self.share = datetime.datetime(2024, 1, 2), decimal.Decimal("1.50"), fractions.Fraction(1, 3)
        self.best, self.turns, self.kind = Point(0, [1]), range(3), Layer
trainer = Trainer()
state = atomizable.state(trainer=trainer)
for step in atomizable.steps(12):
    for layer in trainer.layers: layer.w = trainer.f(layer.w) * 0.7 + trainer.settings.rate
    if step == 4: trainer.layers[0].late = step
    if step == 7: trainer.f = math.sqrt
    trainer.exact += decimal.Decimal("0.1"); trainer.share *= fractions.Fraction(2, 3); trainer.began += trainer.span
    trainer.best = Point(step, trainer.best.y + [step])
    trainer.where /= str(step)
print([layer.w for layer in trainer.layers], trainer.layers[0].late, trainer.layers[1].name, trainer.exact, trainer.share,
      trainer.began, trainer.best, trainer.where, trainer.settings, list(trainer.turns), trainer.kind, trainer.log.name)
""",
    "objects that answer whatever they are asked": """
class Proxy:
    def __getattr__(self, name): raise RuntimeError("nothing is behind this proxy")
class Yes:
    def __getattr__(self, name): return lambda *a: Yes()
holder = [Proxy(), Yes()]
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += len(holder)
print(state.x)
""",
    "progress printing with a mutable meter": """
class Meter:
    def __init__(self): self.reset()
    def reset(self): self.sum=0.0; self.n=0
    def add(self,v): self.sum+=v; self.n+=1
    def mean(self): return self.sum/self.n
w=[1.0]
meter=Meter()
atomizable.state(w=w)
for epoch in atomizable.steps(20):
    meter.reset()
    for i in range(5):
        w[0]*=0.99
        meter.add(w[0])
    print("epoch", file=__import__("sys").stderr) if False else None
print(w)
""",
    "two meters that each turn resets": """
class Meter:
    def __init__(self): self.reset()
    def reset(self): self.sum = 0.0; self.n = 0
    def update(self, v): self.sum += v; self.n += 1
    @property
    def mean(self): return self.sum / self.n
w = [1.0]
class Trainer:
    def __init__(self): self.train, self.valid = Meter(), Meter()
    def epoch(self):
        self.train.reset(); self.valid.reset()
        for i in range(5):
            w[0] *= 0.99
            self.train.update(w[0]); self.valid.update(2 * w[0])
        return self.train.mean - self.valid.mean
trainer, first, second = Trainer(), Meter(), Meter()
atomizable.state(w=w)
for step in atomizable.steps(20):
    first.reset(); second.reset()
    first.update(step); second.update(trainer.epoch())
    w[0] += 0.01 * first.mean + second.mean
print(w)
""",
    "meters in collections, which loops reset": """
class Meter:
    def __init__(self): self.reset()
    def reset(self): self.sum = 0.0; self.n = 0
    def update(self, v): self.sum += v; self.n += 1
    @property
    def mean(self): return self.sum / self.n
w = [1.0]
meters, row = {"a": Meter(), "b": Meter()}, [Meter(), Meter()]
atomizable.state(w=w)
for step in atomizable.steps(20):
    for each in meters.values(): each.reset()
    for i, each in enumerate(row): pass
    for each in row: each.reset()
    meters["a"].update(step); meters["b"].update(w[0])
    for each in row: each.update(meters["b"].mean)
    w[0] += 0.001 * sum(each.mean for each in row) + 0.001 * sum(each.mean for _, each in meters.items())
print(w)
""",
    "a cursor of a data base that each turn asks": """
import sqlite3
class Data:
    def __init__(self):
        self.cursor = sqlite3.connect(":memory:").cursor()
        self.cursor.execute("create table t(n)"); self.cursor.executemany("insert into t values(?)", [(i,) for i in range(20)])
    def get(self, n): return self.cursor.execute("select n from t where n = ?", (n,)).fetchone()[0]
data = Data()
cursor = data.cursor.connection.cursor()
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    cursor.execute("select n from t where n >= ?", (step,))
    state.x += data.get(step) + sum(n for n, in cursor.fetchmany(3))
print(state.x)
""",
    "iterators that are at their end, or that no turn reads": """
import re, os
matches = [re.finditer("[0-9]", "314159265")]
digits = [int(each.group()) for each in matches[0]]
class Log:
    def __init__(self): self.files = [open("log.txt", "w"), os.scandir(".")]
    def say(self, it): print(it, file=self.files[0])
log, unread = Log(), [re.finditer("a", "aaa")]
log.files.pop().close()
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    log.say(step)
    state.x += digits[step % len(digits)] + len(matches)
print(state.x)
""",
    "visitor with a stack that is empty at the end": """
class Walker:
    def __init__(self): self.stack=[]
    def walk(self,tree):
        self.stack.clear(); self.stack.append(tree); total=0
        while self.stack:
            node=self.stack.pop()
            if isinstance(node,list): self.stack.extend(node)
            else: total+=node
        return total
walker=Walker()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=walker.walk([1,[2,step],[[3]]])
print(state.x)
""",
    "stack that is empty at the end of each turn, popped only": """
stack=[]
state=atomizable.state(x=0)
for step in atomizable.steps(20, unregistered=["stack"]):
    stack.append(step)
    while stack: state.x+=stack.pop()
print(state.x)
""",
    "memo inside recursion per turn": """
state=atomizable.state(x=0)
def fib(n, memo):
    if n<2: return n
    if n not in memo: memo[n]=fib(n-1,memo)+fib(n-2,memo)
    return memo[n]
for step in atomizable.steps(20): state.x+=fib(step,{})
print(state.x)
""",
    "a class of constants and an enum flag": """
class Config:
    lr=0.1
    sizes=[1,2,3]
state=atomizable.state(x=1.0)
for step in atomizable.steps(20): state.x-=Config.lr*state.x*Config.sizes[step%3]
print(state.x)
""",
    "abstract classes and super": """
import abc
class Base(abc.ABC):
    def __init__(self,w): self.w=w
    @abc.abstractmethod
    def grad(self): ...
    def step(self): self.w[0]-=0.1*self.grad()
class Quad(Base):
    def grad(self): return 2*(self.w[0]-3)
q=Quad([10.0])
atomizable.state(q=q)
for step in atomizable.steps(20): q.step()
print(q.w)
""",
    "isinstance dispatch with abc caches": """
import collections.abc, numbers
things=[1,[2,3],{"a":4}]
state=atomizable.state(x=0)
def total(t):
    if isinstance(t, numbers.Number): return t
    if isinstance(t, collections.abc.Mapping): return sum(map(total,t.values()))
    return sum(map(total,t))
for step in atomizable.steps(20): state.x+=total(things)*step
print(state.x)
""",
    "own abc registered lazily": """
import abc
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @classmethod
    def __subclasshook__(cls, c): return NotImplemented
class Sq(Shape):
    def __init__(self,a): self.a=a
    def area(self): return self.a**2
shapes=[Sq(i) for i in range(5)]
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=sum(s.area() for s in shapes if isinstance(s,Shape))
print(state.x)
""",
    "generator pipeline per turn": """
def numbers(n):
    for i in range(n): yield i
def squares(it):
    for i in it: yield i*i
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=sum(squares(numbers(step)))
print(state.x)
""",
    "multiprocessing-free pool by threads": """
from concurrent.futures import ThreadPoolExecutor
pool=ThreadPoolExecutor(2)
state=atomizable.state(x=0)
def square(i): return i*i
for step in atomizable.steps(20): state.x+=sum(pool.map(square, range(step)))
pool.shutdown()
print(state.x)
""",
    "warnings and decimals": """
import warnings, decimal, fractions, datetime
state=atomizable.state(x="0", f=[1,3])
for step in atomizable.steps(20):
    warnings.warn("careful", UserWarning)
    state.x=str(decimal.Decimal(state.x)+decimal.Decimal("0.1"))
    f=fractions.Fraction(*state.f)*fractions.Fraction(2,3)
    state.f=[f.numerator,f.denominator]
print(state.x,state.f)
""",
    "enum members as state": """
import enum
class Phase(enum.Enum):
    WARM=1
    COLD=2
state=atomizable.state(phase=Phase.WARM, seen=[Phase.COLD], x=0)
for step in atomizable.steps(20):
    state.phase=Phase.COLD if state.phase is Phase.WARM else Phase.WARM
    state.seen.append(state.phase); state.x+=state.phase.value
print(state.phase is Phase.WARM, state.seen, state.x)
""",
    "library draws: statistics": """
import random, statistics
random.seed(1)
d=statistics.NormalDist(0,1)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=sum(d.samples(3))
print(state.x)
""",
    "random through getattr": """
import random
random.seed(1)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=getattr(random,"random")()
print(state.x)
""",
    "draw in a callback": """
import random
random.seed(1)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=sorted(range(5), key=lambda i: random.random())[0]
print(state.x)
""",
    "lru_cache pure": """
import functools
@functools.lru_cache(None)
def f(n): return n*n
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=f(step%3)
print(state.x)
""",
    "mcmc": """
import math, random
random.seed(42)
def log_density(x): return -0.5*(x[0]**2+ (x[1]-x[0]**2)**2)
state=atomizable.state(x=[0.0,0.0], accepted=0, samples=[])
for step in atomizable.steps(20, name="mcmc"):
    for _ in range(10):
        proposal=[c+random.gauss(0,0.5) for c in state.x]
        if math.log(random.random()) < log_density(proposal)-log_density(state.x):
            state.x=proposal; state.accepted+=1
    state.samples.append(tuple(state.x))
mean=sum(s[0] for s in state.samples)/len(state.samples)
print(mean, state.accepted)
""",
    "text statistics": """
import collections, re
TEXT="the quick brown fox jumps over the lazy dog and the dog sleeps while the fox runs away from the old bear"
words=re.findall(r"[a-z]+", TEXT)
counts=collections.Counter()
pairs=collections.defaultdict(collections.Counter)
longest=[""]
state=atomizable.state(counts=counts, pairs={}, longest=longest, total=0)
for step in atomizable.steps(20):
    word=words[step]
    counts[word]+=1
    if step: state.pairs.setdefault(words[step-1], {}).setdefault(word, 0); state.pairs[words[step-1]][word]+=1
    if len(word)>len(longest[0]): longest[0]=word
    state.total+=len(word)
for word,n in counts.most_common(3): print(word,n)
print(longest[0], state.total, sorted(state.pairs.items()))
""",
    "genetic algorithm": """
import random
from dataclasses import dataclass, field
TARGET="hello atoms"
LETTERS="abcdefghijklmnopqrstuvwxyz "
@dataclass
class Individual:
    genes: str
    score: int = 0
    def evaluate(self):
        self.score=sum(a==b for a,b in zip(self.genes,TARGET)); return self.score
@dataclass
class Population:
    members: list = field(default_factory=list)
    best: str = ""
    generation: int = 0
    def evolve(self, rng):
        self.members.sort(key=lambda m: -m.evaluate())
        self.best=self.members[0].genes
        parents=self.members[:10]
        children=[]
        while len(children)<len(self.members)-2:
            a,b=rng.sample(parents,2); cut=rng.randrange(len(TARGET))
            genes=list(a.genes[:cut]+b.genes[cut:])
            if rng.random()<0.5: genes[rng.randrange(len(genes))]=rng.choice(LETTERS)
            children.append(Individual("".join(genes)))
        self.members=self.members[:2]+children
        self.generation+=1
rng=random.Random(1)
population=Population([Individual("".join(rng.choice(LETTERS) for _ in TARGET)) for _ in range(40)])
atomizable.state(population=population, rng=rng)
for step in atomizable.steps(20): population.evolve(rng)
print(population.best, population.generation)
""",
    "timing and logging": """
import time, logging, sys
logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
log=logging.getLogger("fit")
start=time.time()
state=atomizable.state(x=1.0)
for step in atomizable.steps(20):
    began=time.perf_counter()
    state.x*=1.1
    log.info("step %d x %s took %s", step, state.x, time.perf_counter()-began)
log.info("took %s", time.time()-start)
print(state.x)
""",
    "argparse and main": """
import argparse
def parse():
    p=argparse.ArgumentParser(); p.add_argument("--lr",type=float,default=0.1); p.add_argument("--epochs",type=int,default=20)
    return p.parse_args()
class Trainer:
    def __init__(self,args):
        self.args=args; self.w=[1.0,2.0]; self.history=[]
    def loss(self): return sum((x-3)**2 for x in self.w)
    def train_epoch(self):
        for i in range(len(self.w)): self.w[i]-=self.args.lr*2*(self.w[i]-3)
        self.history.append(self.loss())
def main():
    args=parse(); t=Trainer(args); atomizable.state(trainer=t)
    for epoch in atomizable.steps(args.epochs, name="train"):
        t.train_epoch()
    print(t.w, t.history[-1])
if __name__=="__main__": main()
""",
    "simulated annealing": """
import math, random
random.seed(5)
cities=[(random.random(),random.random()) for _ in range(12)]
tour=list(range(12)); random.shuffle(tour)
def length(t): return sum(math.dist(cities[t[i]],cities[t[i-1]]) for i in range(len(t)))
state=atomizable.state(tour=tour, best=length(tour), temperature=1.0)
for step in atomizable.steps(20):
    for _ in range(20):
        i,j=sorted(random.sample(range(12),2))
        new=tour[:i]+tour[i:j+1][::-1]+tour[j+1:]
        delta=length(new)-length(tour)
        if delta<0 or random.random()<math.exp(-delta/state.temperature): tour[:]=new
    state.best=min(state.best,length(tour)); state.temperature*=0.9
print(tour,state.best)
""",
    "decorators, contexts, comprehension": """
import contextlib, functools
calls=[]
def traced(f):
    @functools.wraps(f)
    def inner(*a,**k): return f(*a,**k)
    return inner
@traced
def add(w,v): w[0]+=v
@contextlib.contextmanager
def scale(w,k):
    w[0]*=k
    yield w
    w[0]/=k
w=[1.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    with scale(w,2.0): add(w, sum(i for i in range(step)))
print(w)
""",
    "enum and namedtuple": """
import enum, collections
class Phase(enum.Enum):
    WARM=1
    COLD=2
Point=collections.namedtuple("Point","x y")
state=atomizable.state(x=0.0)
points=[Point(i,i*2) for i in range(5)]
for step in atomizable.steps(20):
    phase=Phase.WARM if step<10 else Phase.COLD
    p=points[step%5]
    state.x+=p.x*p.y*phase.value
print(state.x)
""",
    "lazy constants": """
TABLE=None
def table():
    global TABLE
    if TABLE is None: TABLE=[i*i for i in range(10)]
    return TABLE
table()
state=atomizable.state(x=0)
for step in atomizable.steps(20, unregistered=["TABLE"]): state.x+=table()[step%10]
print(state.x)
""",
    "primes sieve in pieces": """
primes=[2]
state=atomizable.state(primes=primes, limit=10)
for step in atomizable.steps(20):
    for n in range(state.limit, state.limit+50):
        if all(n%p for p in primes if p*p<=n): primes.append(n)
    state.limit+=50
print(len(primes),primes[-1])
""",
    "matrix in nested lists": """
A=[[float(i==j) for j in range(3)] for i in range(3)]
M=[[1,1,0],[0,1,1],[1,0,1]]
atomizable.state(A=A)
def multiply(a,b): return [[sum(a[i][k]*b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
for step in atomizable.steps(20):
    product=multiply(A,M)
    for i in range(3): A[i][:]=[x%97 for x in product[i]]
print(A)
""",
    "csv rows by number": """
import csv, io
FILE="a,b\\n"+"\\n".join("%d,%d"%(i,i*i) for i in range(40))
rows=list(csv.DictReader(io.StringIO(FILE)))
state=atomizable.state(total=0, groups={})
for step in atomizable.steps(len(rows)//2):
    for row in rows[2*step:2*step+2]:
        state.total+=int(row["b"]); state.groups.setdefault(int(row["a"])%3,[]).append(int(row["b"]))
print(state.total,state.groups)
""",
    "namespaces": """
import argparse, types
args=argparse.Namespace(lr=0.1,best=9.0); box=types.SimpleNamespace(n=0)
state=atomizable.state(args=args, boxes=[box, types.SimpleNamespace(n=5)])
for step in atomizable.steps(20):
    box.n+=step; args.best=min(args.best,100/(box.n+1)); state.boxes.append(types.SimpleNamespace(n=step))
print(args,state.boxes)
""",
    "registered object with alias list": """
class Net:
    def __init__(self): self.params=[[1.0],[2.0]]; self.grads=[[0.0],[0.0]]
class Opt:
    def __init__(self,net): self.params=net.params; self.grads=net.grads
    def step(self):
        for p,g in zip(self.params,self.grads): p[0]-=0.1*g[0]
net=Net(); opt=Opt(net)
state=atomizable.state(net=net)
for step in atomizable.steps(20):
    for i,p in enumerate(net.params): net.grads[i][0]=p[0]-3
    opt.step()
print(net.params)
""",
    "an unregistered environment that is reset": """
class Env:
    def __init__(self): self.pos=[0,0]; self.seen={}
    def reset(self): self.pos=[0,0]; self.seen={}
    def move(self,d): self.pos[d]+=1; self.seen[tuple(self.pos)]=1; return sum(self.pos)
env=Env()
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    env.reset()
    for i in range(5): state.x+=env.move(i%2)*len(env.seen)
print(state.x)
""",
    "a module of the program with helpers": """
import os
if not os.path.exists("helper.py"):
    open("helper.py","w").write("import math\\nTABLE={i:math.sqrt(i) for i in range(10)}\\ndef value(i): return TABLE[i%10]\\n")
import helper
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=helper.value(step)
print(state.x)
""",
    "a function of the module random": """
from random import gauss, seed
seed(1)
w = [5.0]
atomizable.state(w=w)
def noise():
    return gauss(0, 1)
for step in atomizable.steps(20):
    w[0] += noise()
print(w)
""",
    "random numbers of the module": """
import random
random.seed(1)
w = [5.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += random.random()
print(w)
""",
    "learning by trial": """
import random
SIZE, GOAL = 5, (4, 4)
q = {}
epsilon = {"value": 1.0}
rng = random.Random(5)
state = atomizable.state(q=q, rng=rng, epsilon=epsilon, returns=[])
def act(s):
    if rng.random() < epsilon["value"]:
        return rng.randrange(4)
    values = [q.get((s, a), 0.0) for a in range(4)]
    return values.index(max(values))
def move(s, a):
    x, y = s
    dx, dy = [(0, 1), (1, 0), (0, -1), (-1, 0)][a]
    n = (min(max(x + dx, 0), SIZE - 1), min(max(y + dy, 0), SIZE - 1))
    return n, (1.0 if n == GOAL else -0.01), n == GOAL
for episode in atomizable.steps(60, name="q"):
    s, done, total, t = (0, 0), False, 0.0, 0
    while not done and t < 100:
        a = act(s)
        n, r, done = move(s, a)
        best = max(q.get((n, b), 0.0) for b in range(4))
        q[(s, a)] = q.get((s, a), 0.0) + 0.5 * (r + 0.9 * best - q.get((s, a), 0.0))
        s = n
        total += r
        t += 1
    epsilon["value"] *= 0.97
    state.returns.append(total)
print(sum(state.returns[-10:]), len(q), epsilon)
""",
    "functions as values": """
import functools, atomizable
w = [3.0, 1.0, 2.0]
state = atomizable.state(w=w)
scale = functools.partial(lambda k, x: k * x, 0.9)
key = lambda x: -x
for step in atomizable.steps(20):
    w[:] = sorted(map(scale, w), key=key)
    w[-1] += max(w, key=lambda x: x)
print(w)
""",
    "nonlocal names that restore knows": """
def main():
    count, best = 0, None
    def save(): return {"count": count, "best": best}
    def restore(told):
        nonlocal count, best
        count, best = told["count"], told["best"]
    for step in atomizable.steps(20, save=save, restore=restore):
        count += step
        best = count if best is None else max(best, count % 7)
    print(count, best)
main()
""",
    "handlers and contexts": """
import contextlib
w = [1.0]
state = atomizable.state(w=w, skipped=0)
for step in atomizable.steps(20):
    try:
        value = 10 / (step % 3)
    except ZeroDivisionError:
        state.skipped += 1
        continue
    if (half := value / 2) > 2:
        w[0] += half
    with contextlib.suppress(ValueError):
        number = int("1")
        w[0] += number
print(w, state.skipped)
""",
    "objects in a list that grows": """
from dataclasses import dataclass
@dataclass
class P:
    value: float
    m: float = 0.0
ps = [P(1.0), P(2.0)]
state = atomizable.state(ps=ps)
for step in atomizable.steps(20):
    for p in ps:
        p.m = 0.9 * p.m + p.value
        p.value -= 0.01 * p.m
    if step == 9: ps.append(P(3.0))
print(ps)
""",
    "plain": """
w = [0.0, 0.0]
state = atomizable.state(w=w, seen=0)
for step in atomizable.steps(20):
    error = w[0] - step
    w[0] -= 0.1 * error
    state.seen += 1
print(w, state.seen)
""",
    "locals of a turn": """
w = [0.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    total = 0.0
    for i in range(3):
        part = i * step
        total += part
    if total > 10:
        kind = "large"
    else:
        kind = "small"
    w[0] += len(kind) + part
print(w)
""",
    "functions": """
w = [0.0] * 3
state = atomizable.state(w=w, best=1e9)
def loss():
    total = 0.0
    for each in w:
        total += (each - 1) ** 2
    return total
def train(rate):
    for i in range(3):
        w[i] -= rate * (w[i] - 1)
def main():
    for step in atomizable.steps(20):
        train(0.1)
        now = loss()
        if now < state.best:
            state.best = now
    print(w, state.best)
main()
""",
    "an object with its attributes": """
class Net:
    def __init__(self):
        self.w, self.t, self.seen = [1.0, 2.0], 0, {}
    def forward(self, x):
        self.x = x
        return self.w[0] + self.w[1] * x
    def backward(self, error):
        self.t += 1
        self.w = [self.w[0] - 0.1 * error / self.t, self.w[1] - 0.1 * error * self.x]
        self.seen[self.t] = self.x
net = Net()
state = atomizable.state(net=net)
for step in atomizable.steps(20):
    net.backward(net.forward(step % 3) - 1)
print(net.w, net.t, net.seen)
""",
    "a forward pass keeps what the backward pass reads": """
class Layer:
    def __init__(self, w):
        self.w = w
    def forward(self, x):
        self.x = x
        return self.w[0] * x
    def backward(self, slope):
        self.w[0] -= 0.01 * slope * self.x
        self.grad = slope
layers = [Layer([0.5]), Layer([1.5])]
state = atomizable.state(weights=[each.w for each in layers])
for step in atomizable.steps(20):
    x = 1.0 + step % 3
    for layer in layers:
        x = layer.forward(x)
    for layer in reversed(layers):
        layer.backward(x - 1)
print([layer.w for layer in layers])
""",
    "what is made at its first use": """
class Table:
    def __init__(self, n): self.rows = [i * i for i in range(n)]
class Data:
    def __init__(self): self._rows = None
    def rows(self):
        if self._rows is None: self._rows = load()
        return self._rows
def load(): return [3 * i for i in range(20)]
_table = None
def table():
    global _table
    if _table is None: _table = Table(20)
    return _table
data = Data()
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += table().rows[step] + data.rows()[step]
print(state.x)
""",
    "names of what was in the state": """
class Item:
    def __init__(self, n): self.n = n
kinds = [Item(i) for i in range(3)]
items = [Item(10), Item(20)]; old = items[0]; weights = [1.0]
state = atomizable.state(items=items, weights=weights, kind=kinds[0], x=0)
for step in atomizable.steps(20):
    items.append(Item(step)); items.pop(0); state.weights = [each * 1.5 for each in state.weights]
    state.kind = kinds[step % 3]; state.x += state.kind.n + old.n
print(state.x, [each.n for each in state.items], state.weights, weights)
""",
    "private slots, and one slot": """
class C:
    __slots__ = ("__n", "m")
    def __init__(self): self.__n = self.m = 0
    def bump(self): self.__n += 1; self.m += self.__n; return self.__n
class D(C):
    __slots__ = "k"
    def __init__(self): super().__init__(); self.k = 0
c = D()
state = atomizable.state(x=0, c=c)
for step in atomizable.steps(20): state.x += c.bump(); c.k += 2
print(state.x, c.k, c.m)
""",
    "tools of the library": """
import asyncio, concurrent.futures, csv, decimal, functools, json, logging, pathlib, re, string, struct, threading
log, pool, lock, event = logging.getLogger("a.b"), concurrent.futures.ThreadPoolExecutor(2), threading.RLock(), threading.Event()
loop, writer = asyncio.new_event_loop(), csv.writer(open("rows.csv", "w"))
pattern, path, text, decoder, ints = re.compile("a+"), pathlib.Path("a/b"), string.Template("$a"), json.JSONDecoder(), struct.Struct("<i")
@functools.singledispatch
def size(it): return 1
@size.register(list)
def of_list(it): return len(it)
async def later(it): return it
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    log.info("step %d", step); event.set(); writer.writerow([step])
    with lock, decimal.localcontext() as context:
        context.prec = 50
        state.x += loop.run_until_complete(later(step)) + pool.submit(size, [1, 2]).result() + size(step)
    state.x += len(pattern.findall("aaba")) + len(path.parts) + len(text.substitute(a=step)) + len(decoder.decode("[1]"))
loop.close()
print(state.x)
""",
    "places in a file are taken by the step": """
open("bytes", "wb").write(bytes(range(200)))
class Rows:
    def __init__(self): self.file = open("bytes", "rb")
    def __getitem__(self, i): self.file.seek(5 * i); return self.file.read(5)
rows, file = Rows(), open("bytes", "rb")
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    file.seek(step)
    state.x += sum(rows[step]) + sum(file.read(2))
print(state.x)
""",
    "a registered object with a property that is made once": """
import functools
class C:
    n = 0
    @functools.cached_property
    def first(self): return self.n + 5
c = C()
state = atomizable.state(x=0, c=c)
for step in atomizable.steps(20): state.x += c.first; c.n += 1
print(state.x)
""",
    "a dataclass": """
import dataclasses
@dataclasses.dataclass
class Progress:
    best: float = 1e9
    since: int = 0
    history: list = dataclasses.field(default_factory=list)
progress = Progress()
state = atomizable.state(progress=progress, x=10.0)
for step in atomizable.steps():
    state.x *= 0.7
    loss = abs(state.x - 1)
    progress.history.append(loss)
    if loss < progress.best:
        progress.best, progress.since = loss, 0
    else:
        progress.since += 1
    if progress.since >= 3:
        atomizable.enough()
print(progress, state.x)
""",
    "assigned after the loop before it is read": """
w = [0.0]
loss = 5
atomizable.state(w=w)
for step in atomizable.steps(20):
    loss = step - w[0]
    w[0] += 0.5 * loss
loss = sum(w)
for step in range(2):
    print(step, loss)
""",
    "constants, modules and imports": """
import math
RATE, NAMES = 0.1, ["a", "b"]
state = atomizable.state(counts={})
for step in atomizable.steps(20):
    import json
    name = NAMES[step % len(NAMES)]
    state.counts[name] = state.counts.get(name, 0) + math.sin(RATE * step)
    json.dumps(name)
print(state.counts, RATE)
""",
    "a generator of its own for each step": """
import random
w = [0.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    rng = random.Random(step)
    random.seed(step)
    w[0] += rng.gauss(0, 1) + random.random()
print(w)
""",
    "the module random in the state": """
import random
random.seed(5)
order = list(range(10))
atomizable.state(order=order, random=random)
for step in atomizable.steps(20):
    if step % 5 == 0:
        random.shuffle(order)
print(order, random.random())
""",
    "save and restore": """
best, history = 0, set()
def save():
    return {"best": best, "history": sorted(history)}
def restore(told):
    global best, history
    best, history = told["best"], set(told["history"])
for step in atomizable.steps(20, save=save, restore=restore):
    best = max(best, step * 7 % 11)
    history.add(best)
print(best, sorted(history))
""",
    "a method restores": """
class Trainer:
    def __init__(self):
        self.w, self.t = 1.0, 0
    def save(self):
        return {"w": self.w, "t": self.t}
    def restore(self, told):
        self.w, self.t = told["w"], told["t"]
    def train(self):
        for step in atomizable.steps(20, save=self.save, restore=self.restore):
            self.t += 1
            self.w += self.w / self.t
        return self.w
print(Trainer().train())
""",
    "names of the parts of registered things": """
rows = [[0.0, 0.0], [1.0, 1.0]]
first = rows[0]
state = atomizable.state(rows=rows)
for step in atomizable.steps(20):
    for row in rows:
        row[0] += step
    first[1] -= 1
print(rows, first)
""",
    "two names for one list, and a list in itself": """
a = [0.0]
both = [a, a, []]
both[2].append(both)
state = atomizable.state(both=both)
for step in atomizable.steps(20):
    if step == 7:
        new = [1.0, 2.0]
        both[0] = both[1] = new
    both[0][0] += step
    both[1][0] *= 1.5
print(both[0], both[0] is both[1], both[2][0] is both)
""",
    "registered lists change places": """
a, b = [1.0], [10.0]
state = atomizable.state(a=a, b=b)
for step in atomizable.steps(21):
    state.a, state.b = state.b, state.a
    state.a[0] += step
print(a, b, state.a, state.b, state.a is b)
""",
    "collections": """
import collections
counts, last, groups = collections.Counter(), collections.deque(maxlen=3), collections.defaultdict(list)
state = atomizable.state(counts=counts, last=last, groups=groups, ordered=collections.OrderedDict())
for step in atomizable.steps(20):
    counts["abcab"[step % 5]] += 1
    last.append(step)
    groups[step % 3].append(step)
    state.ordered[step % 4] = step
    state.ordered.move_to_end(step % 4)
print(counts.most_common(), last, groups, state.ordered, type(state.ordered))
""",
    "a cache that the author knows": """
cache = {}
w = [0.0]
atomizable.state(w=w)
def slow(n):
    if n not in cache:
        cache[n] = n ** 3
    return cache[n]
for step in atomizable.steps(20, unregistered=["cache"]):
    w[0] += slow(step % 4)
print(w)
""",
    "numbers that are larger than text": """
state = atomizable.state(n=3)
for step in atomizable.steps(16):
    state.n = state.n * state.n
print(hash(state.n))
""",
    "early stopping in a method": """
class Stopper:
    def __init__(self, patience):
        self.patience, self.best, self.bad = patience, 1e9, 0
    def stop(self, loss):
        if loss < self.best:
            self.best, self.bad = loss, 0
        else:
            self.bad += 1
        return self.bad > self.patience
stopper = Stopper(2)
w = [8.0]
state = atomizable.state(w=w, stopper=stopper)
def fit():
    for step in atomizable.steps(name="fit"):
        w[0] *= 0.8
        if stopper.stop(abs(w[0] - 2)):
            atomizable.enough()
    return w[0]
print(fit(), stopper.best)
""",
    "iterated by a name": """
state = atomizable.state(x=0)
steps = atomizable.steps(20)
assert len(steps) == 20
for step in steps:
    state.x += step
print(state.x)
""",
    "an order of hashed texts": """
text = "the quick brown fox jumps over the lazy dog while seven wizards quietly box".split()
vocab = list(set(text)); index = {word: i for i, word in enumerate(vocab)}
w = [0.0] * len(vocab)
state = atomizable.state(w=w)
for step in atomizable.steps(200, name="vocab"):
    w[index[text[step % len(text)]]] += 1.0 / (1 + step)
print(sorted(zip(vocab, w)))
""",
    "the evaluation in its functions": """
w = [0.0]
state = atomizable.state(w=w)
def accuracy():
    return w[0] / 100
for step in atomizable.steps(20, evaluate=lambda: {"name": "accuracy", "value": accuracy()}):
    w[0] += step
print(accuracy())
""",
}

RIGHT["an output"] = """
out = atomizable.output("lines.txt")
state = atomizable.state(x=0)
out.write("begin\\n")
for step in atomizable.steps(20):
    state.x += step
    print(step, "Grüße", state.x, file=out, flush=True)
out.write("end\\n")
print(open("lines.txt", encoding="utf-8").read())
"""

RIGHT["an output of a program that goes elsewhere"] = """
import os
out = atomizable.output("lines.txt")
os.makedirs("below", exist_ok=True)
os.chdir("below")
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    state.x += step
    print(step, state.x, file=out)
print(open("../lines.txt").read(), os.path.exists("lines.txt"))
"""

RIGHT_NUMPY = {
    "a registered model keeps its last input, which the program has too": """
import numpy as np
class Net:
    def __init__(self): self.w = np.ones((8, 2))
    def forward(self, x):
        self.seen = [x]
        return x @ self.w
    def learn(self, error): self.w -= 0.01 * self.seen[0].T @ error
data = np.random.default_rng(1).normal(size=(40, 8))
test, net = data[30:], Net()
state = atomizable.state(net=net)
for step in atomizable.steps(20):
    net.learn(net.forward(data[step:step + 4]) - 1)
    net.forward(test)
print(net.w.sum(), data.sum())
""",
    "the source of a registered generator, and mapped files": """
bits = np.random.MT19937(3); rng = np.random.Generator(bits)
np.arange(100.).tofile("m"); m = np.memmap("m", dtype="f8", mode="r"); n = np.memmap("m", dtype="f8", mode="r+")
p, v = np.poly1d([1, 2, 3]), np.vectorize(lambda a: a * 2)
state = atomizable.state(x=0.0, rng=rng)
for step in atomizable.steps(20): state.x += float(rng.random() + m[step] + n[step] + p(step) + v([step]).sum())
print(state.x)
""",
    "numpy views and in place operators in an object": """
class Sim:
    def __init__(self): self.pos=np.zeros((4,2)); self.vel=np.ones((4,2)); self.force=np.empty((4,2))
    def forces(self): self.force[:]=-self.pos; self.force[:,1]-=0.1
    def step(self,dt=0.1):
        self.forces(); self.vel+=dt*self.force; self.pos+=dt*self.vel
sim=Sim()
state=atomizable.state(sim=sim)
for step in atomizable.steps(20): sim.step()
print(sim.pos.tobytes().hex())
""",
    "numpy permutation": """
np.random.seed(1)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=int(np.random.permutation(10)[0])
print(state.x)
""",
    "numpy through alias": """
np.random.seed(1)
draw=np.random.normal
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=float(draw())
print(state.x)
""",
    "numpy from import": """
from numpy.random import normal
np.random.seed(1)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=float(normal())
print(state.x)
""",
    "logistic regression np": """
class Data:
    def __init__(self, n=200, d=5, seed=0):
        rng=np.random.default_rng(seed)
        self.X=rng.normal(size=(n,d)); self.y=(self.X@np.arange(d)>0).astype(float)
    def batch(self, i, size=32):
        rng=np.random.default_rng([7,i])
        idx=rng.choice(len(self.X), size, replace=False)
        return self.X[idx], self.y[idx]
class Model:
    def __init__(self, d): self.w=np.zeros(d); self.b=0.0; self.v=np.zeros(d)
    def predict(self, X): return 1/(1+np.exp(-(X@self.w+self.b)))
    def fit_batch(self, X, y, lr=0.1, momentum=0.9):
        p=self.predict(X); g=X.T@(p-y)/len(y)
        self.v=momentum*self.v-lr*g; self.w=self.w+self.v; self.b-=lr*float(np.mean(p-y))
        self.last_loss=float(-np.mean(y*np.log(p+1e-12)+(1-y)*np.log(1-p+1e-12)))
data=Data(); model=Model(5)
state=atomizable.state(model=model)
for step in atomizable.steps(20):
    X,y=data.batch(step)
    model.fit_batch(X,y)
    if step%5==0: pass
print(model.w.tobytes().hex(), model.last_loss)
""",
    "k-means": """
rng=np.random.RandomState(3)
points=np.concatenate([rng.randn(50,2)+c for c in ([0,0],[5,5],[0,5])])
centers=points[rng.choice(len(points),3,replace=False)].copy()
state=atomizable.state(centers=centers, inertia=0.0)
def assign(points, centers):
    d=((points[:,None,:]-centers[None])**2).sum(-1)
    return d.argmin(1), d.min(1).sum()
for step in atomizable.steps(20):
    labels, state.inertia=assign(points,centers)
    for k in range(len(centers)):
        mine=points[labels==k]
        if len(mine): centers[k]=mine.mean(axis=0)
print(centers.tobytes().hex(), state.inertia)
""",
    "pi by monte carlo, numpy global": """
np.random.seed(0)
state=atomizable.state(inside=0)
for step in atomizable.steps(20):
    xy=np.random.rand(100,2)
    state.inside+=int((xy**2).sum(1).__lt__(1).sum())
print(4*state.inside/2000)
""",
    "game of life": """
grid=np.zeros((16,16),dtype=np.uint8); grid[1,2]=grid[2,3]=grid[3,1]=grid[3,2]=grid[3,3]=1
state=atomizable.state(grid=grid)
def neighbours(g): return sum(np.roll(np.roll(g,i,0),j,1) for i in (-1,0,1) for j in (-1,0,1) if (i,j)!=(0,0))
for step in atomizable.steps(20):
    n=neighbours(grid)
    grid[:]=(n==3)|((grid==1)&(n==2))
print(grid.sum(), grid.tobytes().hex()[:64])
""",
    "power iteration": """
A=np.array([[2.0,1,0],[1,3,1],[0,1,4]])
v=np.ones(3)/np.sqrt(3)
state=atomizable.state(v=v, value=np.float64(0))
for step in atomizable.steps(20):
    w=A@v
    state.value=v@w
    v[:]=w/np.linalg.norm(w)
print(v.tobytes().hex(), state.value)
""",
    "adam in a dict": """
rng=np.random.default_rng(1)
params={"w":rng.normal(size=(3,2)),"b":np.zeros(2)}
m={k:np.zeros_like(v) for k,v in params.items()}; s={k:np.zeros_like(v) for k,v in params.items()}
atomizable.state(params=params,m=m,s=s)
X=rng.normal(size=(20,3)); Y=X@np.ones((3,2))
for t in atomizable.steps(20):
    error=X@params["w"]+params["b"]-Y
    grads={"w":X.T@error/20,"b":error.mean(0)}
    for k in params:
        m[k]=0.9*m[k]+0.1*grads[k]; s[k]=0.999*s[k]+0.001*grads[k]**2
        params[k]-=0.1*(m[k]/(1-0.9**(t+1)))/(np.sqrt(s[k]/(1-0.999**(t+1)))+1e-8)
print(params["w"].tobytes().hex())
""",
    "q-learning with numpy table": """
rng=np.random.default_rng(2)
Q=np.zeros((6,2))
state=atomizable.state(Q=Q, rng=rng, eps=1.0, rewards=[])
class Env:
    def reset(self): self.s=0; return 0
    def step(self,a): self.s=max(0,min(5,self.s+(1 if a else -1))); return self.s, float(self.s==5), self.s==5
env=Env()
for ep in atomizable.steps(20):
    s=env.reset(); total=0.0
    for t in range(50):
        a=int(rng.integers(2)) if rng.random()<state.eps else int(Q[s].argmax())
        n,r,done=env.step(a)
        Q[s,a]+=0.5*(r+0.9*Q[n].max()-Q[s,a]); s=n; total+=r
        if done: break
    state.eps*=0.9; state.rewards.append(total)
print(Q.tobytes().hex()[:80],sum(state.rewards))
""",
    "the generator of NumPy": """
np.random.seed(1)
w = np.zeros(3)
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w += np.random.normal(size=3)
print(w)
""",
    "a network": """
rng = np.random.default_rng(3)
w1, w2 = rng.normal(size=(4, 8)), rng.normal(size=(8, 1))
data = np.random.RandomState(1).normal(size=(64, 4))
target = data[:, :1] * data[:, 1:2]
state = atomizable.state(w1=w1, w2=w2, rng=rng, loss=np.float64(0))
for step in atomizable.steps(20):
    batch = rng.permutation(64)[:16]
    x, y = data[batch], target[batch]
    hidden = np.tanh(x @ w1)
    error = hidden @ w2 - y
    back = error @ w2.T * (1 - hidden ** 2)
    w2 -= 0.1 * hidden.T @ error / len(x)
    w1 -= 0.1 * x.T @ back / len(x)
    state.loss = np.mean(error ** 2)
print(w1.tobytes().hex(), state.loss.hex())
""",
    "weights in an object": """
class Net:
    def __init__(self):
        self.params = {"w": np.ones((3, 3)), "b": np.zeros(3)}
        self.grads = {}
    def loss(self, x):
        self.x = x
        self.out = x @ self.params["w"] + self.params["b"]
        return float((self.out ** 2).sum())
    def backward(self):
        self.grads = {"w": self.x.T @ self.out, "b": self.out.sum(0)}
net = Net()
state = atomizable.state(params=net.params, history=[])
for step in atomizable.steps(20):
    state.history.append(net.loss(np.full((2, 3), step % 3 / 10)))
    net.backward()
    for name in net.params:
        net.params[name] = net.params[name] - 0.1 * net.grads[name]
print(net.params, state.history)
""",
    "arrays of Fortran's order and of other shapes": """
state = atomizable.state(a=np.ones((3, 3)), rows=np.zeros((0, 3)))
for step in atomizable.steps(20):
    state.a = np.asfortranarray(state.a + step * 0.1).T if step % 2 else np.asfortranarray(state.a * 1.01)
    state.rows = np.vstack([state.rows, state.a[:1]])
print(state.a.flags.f_contiguous, state.a.sum().hex(), state.a.strides, state.rows.sum().hex(), state.rows.shape)
""",
    "a buffer that each turn fills": """
w, buffer = np.zeros(3), np.empty(3)
atomizable.state(w=w)
for step in atomizable.steps(20):
    np.multiply(w, 0.5, out=buffer)
    buffer[:] = buffer + step
    w[:] = buffer
print(w)
""",
    "views of what is registered": """
flat = np.zeros(6)
w, b = flat[:4].reshape(2, 2), flat[4:]
atomizable.state(flat=flat)
for step in atomizable.steps(20):
    w += step
    b[0] -= 1
    w[0, 1] *= 0.5
print(flat, w, b)
""",
    "spawned generators": """
rng = np.random.default_rng(5)
state = atomizable.state(rng=rng, x=0.0)
for step in atomizable.steps(20):
    child, = rng.bit_generator.seed_seq.spawn(1) if hasattr(rng.bit_generator, "seed_seq") else (
        rng.bit_generator._seed_seq.spawn(1))
    state.x += np.random.default_rng(child).random() + rng.random()
print(state.x.hex())
""",
}

WRONG = {
    "globals()": ("the state.*: n. Reg", """
n=0
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    globals()["n"]+=1
    state.x+=n
print(state.x)
"""),
    "exec": (": n. Reg", """
n=0
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    exec("n += 1", globals())
    state.x+=n
print(state.x)
"""),
    "setattr(module)": (": n. Reg", """
import sys
me=sys.modules[__name__]
n=0
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    setattr(me,"n",n+1)
    state.x+=n
print(state.x)
"""),
    "module attribute of a library": ("math.counter is assigned", """
import math
math.counter=0
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    math.counter+=1
    state.x+=math.counter
print(state.x)
"""),
    "class attribute": ("C.n is assigned", """
class C: n=0
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    C.n+=1
    state.x+=C.n
print(state.x)
"""),
    "class attribute through type(self)": ("c.n is assigned", """
class C:
    n=0
    def hit(self): type(self).n+=1; return self.n
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=c.hit()
print(state.x)
"""),
    "class attribute in registered object": (": C.n. Reg", """
class C:
    n=0
    def __init__(self): self.y=0
    def hit(self): self.__class__.n+=1; self.y+=self.n
c=C()
state=atomizable.state(c=c)
for step in atomizable.steps(20): c.hit()
print(c.y)
"""),
    "default argument": ("seen is a default value", """
state=atomizable.state(x=0)
def f(seen=[]):
    seen.append(1); return len(seen)
for step in atomizable.steps(20): state.x+=f()
print(state.x)
"""),
    "default argument keyword dict": ("memo is a default value", """
state=atomizable.state(x=0)
def f(*, memo={"n":0}):
    memo["n"]+=1; return memo["n"]
for step in atomizable.steps(20): state.x+=f()
print(state.x)
"""),
    "closure list": (": seen. Reg", """
def counter():
    seen=[]
    def hit():
        seen.append(1)
        return len(seen)
    return hit
hit=counter()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=hit()
print(state.x)
"""),
    "cached_property of impure": ("first remembers its results, and reads", """
import functools
class C:
    @functools.cached_property
    def first(self): return state.x+5
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=c.first
print(state.x)
"""),
    "lru_cache of impure": ("f remembers its results, and reads", """
import functools
state=atomizable.state(x=1)
@functools.lru_cache(None)
def f(n): return n*state.x
for step in atomizable.steps(20): state.x+=f(step%3)
print(state.x)
"""),
    "generator send": ("g is changed", """
def gen():
    n=0
    while True:
        k = yield n
        n+=k
g=gen(); next(g)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=g.send(step)
print(state.x)
"""),
    "function attribute": (": f.n. Reg", """
def f():
    f.n=getattr(f,"n",0)+1
    return f.n
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=f()
print(state.x)
"""),
    "itertools.count in lambda": ("c is changed", """
import itertools
c=itertools.count()
f=lambda: next(c)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=f()
print(state.x)
"""),
    "bound method as alias": (": (add|seen). Reg", """
seen=[]
add=seen.append
state=atomizable.state(x=0)
for step in atomizable.steps(20): add(step); state.x+=len(seen)
print(state.x)
"""),
    "functools.partial list": (": (f|seen). Reg", """
import functools
seen=[]
def hit(l): l.append(1); return len(l)
f=functools.partial(hit, seen)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=f()
print(state.x)
"""),
    "argument of a function changed": (": seen. Reg", """
seen=[]
def hit(l): l.append(1); return len(l)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=hit(seen)
print(state.x)
"""),
    "alias of a list": (": seen. Reg", """
seen=[]
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    l=seen
    l.append(1); state.x+=len(seen)
print(state.x)
"""),
    "operator iadd": (": seen. Reg", """
import operator
seen=[]
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    operator.iadd(seen,[1]); state.x+=len(seen)
print(state.x)
"""),
    "dunder setitem": (": d. Reg", """
d={}
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    d.__setitem__(step,1); state.x+=len(d)
print(state.x)
"""),
    "vars()": (": c.n. Reg", """
class C: pass
c=C(); c.n=0
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    vars(c)["n"]+=1; state.x+=c.n
print(state.x)
"""),
    "os.environ": ("os.environ is changed.* set it before the loop", """
import os
os.environ["N"]="0"
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    os.environ["N"]=str(int(os.environ["N"])+1); state.x+=int(os.environ["N"])
print(state.x)
"""),
    "heapq": (": h. Reg", """
import heapq
h=[]
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    heapq.heappush(h,-step); state.x+=h[0]
print(state.x)
"""),
    "deque": ("h is changed", """
import collections
h=collections.deque(maxlen=3)
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    h.append(step); state.x+=sum(h)
print(state.x)
"""),
    "thread": ("seen is changed", """
import threading
seen=[0]
def work():
    seen[0]+=1
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    t=threading.Thread(target=work); t.start(); t.join(); state.x+=seen[0]
print(state.x)
"""),
    "map lazily": ("seen is changed", """
seen={}
def note(i): seen[i]=1; return i
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    list(map(note,[step])); state.x+=len(seen)
print(state.x)
"""),
    "property with cache": ("c._n is assigned", """
class C:
    def __init__(self): self._n=0
    @property
    def n(self):
        self._n+=1
        return self._n
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=c.n
print(state.x)
"""),
    "dunder call/add": (": c.n. Reg", """
class C:
    def __init__(self): self.n=0
    def __add__(self,o):
        self.n+=1
        return self.n+o
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=c+1
print(state.x)
"""),
    "getitem has memory": ("c.n is assigned", """
class C:
    def __init__(self): self.n=0
    def __getitem__(self,i):
        self.n+=1
        return self.n
    def __len__(self): return 5
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=c[step%5]
print(state.x)
"""),
    "iter has memory": (": c.epoch. Reg", """
class C:
    def __init__(self): self.epoch=0
    def __iter__(self):
        self.epoch+=1
        yield self.epoch
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    for v in c: state.x+=v
print(state.x)
"""),
    "context manager has memory": (": c.n. Reg", """
class C:
    def __init__(self): self.n=0
    def __enter__(self): self.n+=1; return self.n
    def __exit__(self,*a): pass
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    with c as v: state.x+=v
print(state.x)
"""),
    "a module of the program with memory": (": memo.calls. Reg", """
import os
open("memo.py","w").write("calls=[]\\ndef value(i):\\n    calls.append(i)\\n    return len(calls)\\n")
import memo
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=memo.value(step)
print(state.x)
"""),
    "a module of the program with a global": (": memo2.n. Reg", """
import os
open("memo2.py","w").write("n=0\\ndef value(i):\\n    global n\\n    n+=1\\n    return n\\n")
import memo2
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=memo2.value(step)
print(state.x)
"""),
    "from m import x": (": memo3.seen. Reg", """
import os
open("memo3.py","w").write("seen=[]\\ndef value(i):\\n    seen.append(i)\\n    return len(seen)\\n")
from memo3 import value
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=value(step)
print(state.x)
"""),
    "rebinding a name of another module": ("conf.rate is assigned", """
import os
open("conf.py","w").write("rate=1.0\\n")
import conf
state=atomizable.state(x=0.0)
for step in atomizable.steps(20):
    conf.rate*=0.9
    state.x+=conf.rate
print(state.x)
"""),
    "metaclass counter": (": P.made. Reg", """
class Meta(type):
    def __call__(cls,*a):
        cls.made=getattr(cls,"made",0)+1
        return super().__call__(*a)
class P(metaclass=Meta): pass
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    P(); state.x+=P.made
print(state.x)
"""),
    "instances counted by a class": ("P.ids is changed", """
import itertools
class P:
    ids=itertools.count()
    def __init__(self): self.id=next(P.ids)
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=P().id
print(state.x)
"""),
    "weak references": ("keep is changed", """
import weakref
class P: pass
live=weakref.WeakSet(); keep=[]
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    p=P(); keep.append(p); live.add(p); state.x+=len(live)
print(state.x)
"""),
    "dict subclass": (": d. Reg", """
class D(dict):
    def hit(self): self["n"]=self.get("n",0)+1; return self["n"]
d=D()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=d.hit()
print(state.x)
"""),
    "descriptor": (": C.value.n. Reg", """
class Counted:
    def __init__(self): self.n=0
    def __get__(self,o,t=None): self.n+=1; return self.n
class C: value=Counted()
c=C()
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=c.value
print(state.x)
"""),
    "decorator that counts": (": calls. Reg", """
def counted(f):
    calls={"n":0}
    def inner(*a):
        calls["n"]+=1
        return f(*a)*calls["n"]
    return inner
@counted
def f(x): return x
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=f(step)
print(state.x)
"""),
    "iter sentinel": ("lines is changed", """
import io
f=io.StringIO("".join("%d\\n"%i for i in range(50)))
lines=iter(f.readline,"")
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=int(next(lines))
print(state.x)
"""),
    "io.StringIO as memory": (": f. Reg", """
import io
f=io.StringIO()
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    f.write("x"); state.x+=len(f.getvalue())
print(state.x)
"""),
    "queue": ("q is changed", """
import queue
q=queue.Queue()
state=atomizable.state(x=0)
for step in atomizable.steps(20): q.put(step); state.x+=q.qsize()
print(state.x)
"""),
    "a part of some objects": ("m is assigned", """
from dataclasses import dataclass
@dataclass
class P:
    value: float
    m: float = 0.0
ps = [P(1.0), P(2.0)]
state = atomizable.state(values=[p.value for p in ps])
for step in atomizable.steps(20):
    for p in ps:
        p.m = 0.9 * p.m + p.value
        p.value -= 0.01 * p.m
print(ps)
"""),
    "one of two meters is not reset": ("valid.sum is assigned", """
class Meter:
    def __init__(self): self.reset()
    def reset(self): self.sum = 0.0; self.n = 0
    def update(self, v): self.sum += v; self.n += 1
    @property
    def mean(self): return self.sum / self.n
w = [1.0]
train, valid = Meter(), Meter()
atomizable.state(w=w)
for step in atomizable.steps(20):
    train.reset()
    train.update(step); valid.update(step)
    w[0] += train.mean + valid.mean
print(w)
"""),
    "meters of which a loop resets some": (r"meters\[0\].sum is assigned", """
class Meter:
    def __init__(self): self.reset()
    def reset(self): self.sum = 0.0; self.n = 0
    def update(self, v): self.sum += v; self.n += 1
    @property
    def mean(self): return self.sum / self.n
w = [1.0]
meters = [Meter(), Meter()]
atomizable.state(w=w)
for step in atomizable.steps(20):
    for each in meters:
        if step % 2: break
        each.reset()
    for each in meters: each.update(step)
    w[0] += sum(each.mean for each in meters)
print(w)
"""),
    "a meter is read before it is reset": ("b.n is assigned", """
class Meter:
    def __init__(self): self.n, self.peer = 0, None
    def reset(self): self.n = 0
    def both(self): self.n += self.peer.n
a, b = Meter(), Meter()
a.peer, b.peer = b, a
w = [0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    a.reset()
    a.both()
    b.reset()
    b.n += step
    w[0] += a.n
print(w)
"""),
    "a cursor from which turns read on": ("cursor is changed", """
import sqlite3
cursor = sqlite3.connect(":memory:").cursor()
cursor.execute("with recursive t(n) as (select 1 union all select n + 1 from t limit 99) select n from t")
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    state.x += cursor.fetchone()[0]
print(state.x)
"""),
    "setattr": ("s.n is assigned", """
class S: pass
s = S(); s.n = 0
w = [1]
atomizable.state(w=w)
for step in atomizable.steps(20):
    setattr(s, "n", getattr(s, "n") + 1)
    w[0] += s.n
print(w)
"""),
    "a place in a file": ("f is changed", r"""
open("f.txt", "w").write("\n".join(str(i) for i in range(50)))
f = open("f.txt")
w = [1]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += int(f.readline())
print(w)
"""),
    "an iterator in a zip": ("ids is changed", """
import itertools
ids = itertools.count()
w = [1]
atomizable.state(w=w)
for step in atomizable.steps(20):
    for i, x in zip(ids, range(2)):
        w[0] += i
print(w)
"""),
    "a generator function": ("source is changed", """
def batches():
    i = 0
    while True:
        yield i
        i += 1
source = batches()
w = [1.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += next(source)
print(w)
"""),
    "a default value": ("seen is a default value that is changed", """
def push(x, seen=[]):
    seen.append(x)
    return len(seen)
w = [1.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += push(step)
print(w)
"""),
    "an attribute of a class": ("Config.lr is assigned", """
class Config: lr = 0.1
w = [1.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] -= Config.lr * w[0]
    Config.lr *= 0.9
print(w)
"""),
    "a closure": ("n is assigned", """
def make():
    n = 0
    def count():
        nonlocal n
        n += 1
        return n
    return count
count = make()
w = [0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += count()
print(w)
"""),
    "an attribute is assigned anew": ("net.w is no longer what is in the state", """
class Net: pass
net = Net()
net.w = [1.0]
atomizable.state(w=net.w)
for step in atomizable.steps(20):
    net.w = [net.w[0] * 1.01]
print(net.w)
"""),
    "registered in another function": ("w is no longer what is in the state", """
def register(things):
    atomizable.state(weights=things)
w = [0.0]
register(w)
for step in atomizable.steps(20):
    w = [w[0] + 1]
print(w)
"""),
    "assigned anew in a method": ("self.w is no longer|net.w is no longer", """
class Net:
    def __init__(self):
        self.w = [1.0]
    def train(self):
        self.w = [self.w[0] * 1.01]
net = Net()
atomizable.state(w=net.w)
for step in atomizable.steps(20):
    net.train()
print(net.w)
"""),
    "the best loss": ("line 8: best is assigned in the loop and read", """
best = 1e9
w = [5.0]
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] *= 0.9
    if abs(w[0] - 2) < best:
        best = abs(w[0] - 2)
print(best)
"""),
    "a history": ("history is changed in the loop and read after the loop in line 8", """
history = []
w = [5.0]
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] *= 0.9
    history.append(w[0])
print(history)
"""),
    "the last loss": ("loss is assigned in the loop and read after the loop in line 7", """
w = [5.0]
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] *= 0.9
    loss = abs(w[0] - 2)
print(loss)
"""),
    "the last step": ("step is assigned in the loop and read after the loop", """
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    state.x += step
print(step, state.x)
"""),
    "a counter that is registered as a number": ("state.count in place of it", """
count = 0
state = atomizable.state(count=count)
for step in atomizable.steps(20):
    count += 1
print(count)
"""),
    "a learning rate": ("rate is assigned", """
rate = 0.1
w = [5.0]
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] -= rate * w[0]
    rate *= 0.95
print(w)
"""),
    "a global in a function": ("seen is assigned", """
seen = 0
w = [5.0]
state = atomizable.state(w=w)
def train():
    global seen
    seen += 1
    w[0] -= w[0] / seen
for step in atomizable.steps(20):
    train()
print(w)
"""),
    "a counter in an object": ("opt.t is assigned", """
class Optimizer:
    def __init__(self, w):
        self.w, self.t = w, 0
    def step(self):
        self.t += 1
        self.w[0] -= self.w[0] / self.t
w = [5.0]
opt = Optimizer(w)
atomizable.state(w=w)
for step in atomizable.steps(20):
    opt.step()
print(w)
"""),
    "a momentum in an object": ("opt.m is changed", """
class Optimizer:
    def __init__(self, w):
        self.w, self.m = w, {}
    def step(self):
        self.m["w"] = 0.9 * self.m.get("w", 0.0) + self.w[0]
        self.w[0] -= 0.1 * self.m["w"]
w = [5.0]
opt = Optimizer(w)
atomizable.state(w=w)
for step in atomizable.steps(20):
    opt.step()
print(w)
"""),
    "a generator that is not registered": ("rng is changed", """
import random
rng = random.Random(1)
w = [5.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += rng.random()
print(w)
"""),
    "an iterator": ("batches is changed", """
batches = iter(range(100))
w = [5.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] += next(batches)
print(w)
"""),
    "steps in a zip": (r"zip\(\.\.\.\) around the steps", """
w = [5.0]
atomizable.state(w=w)
for x, step in zip(range(100, 200), atomizable.steps(20)):
    w[0] += x
print(w)
"""),
    "steps in an enumerate": (r"enumerate\(\.\.\.\) around the steps", """
w = [5.0]
atomizable.state(w=w)
for i, step in enumerate(atomizable.steps(20)):
    w[0] += i
print(w)
"""),
    "a comprehension": ("outside of a loop", """
w = [5.0]
atomizable.state(w=w)
losses = [w[0] * step for step in atomizable.steps(20)]
print(losses)
"""),
    "next by hand": ("previous is assigned", """
w = [5.0]
atomizable.state(w=w)
it = iter(atomizable.steps(20))
previous = 0
while True:
    try:
        step = next(it)
    except StopIteration:
        break
    w[0] += previous
    previous = step
print(w)
"""),
    "a break": ("break leaves the loop", """
w = [5.0]
atomizable.state(w=w)
for step in atomizable.steps(20):
    w[0] *= 0.5
    if w[0] < 1:
        break
print(w)
"""),
    "a return": ("return leaves the loop", """
w = [5.0]
atomizable.state(w=w)
def fit():
    for step in atomizable.steps(20):
        w[0] *= 0.5
        if w[0] < 1:
            return w
print(fit())
"""),
    "the result of a function": ("best is assigned", """
w = [5.0]
atomizable.state(w=w)
def fit():
    best = None
    for step in atomizable.steps(20):
        w[0] *= 0.5
        best = w[0] if best is None else min(best, w[0])
    return best
print(fit())
"""),
    "an empty state_dict": ("whose state_dict.. is empty, though it has n", """
class Count:
    def __init__(self): self.n = 0
    def __call__(self): self.n += 1
    def state_dict(self): return {}
    def load_state_dict(self, told): pass
count = Count(); state = atomizable.state(count=count)
for step in atomizable.steps(100, name="count"): count()
print(count.n)
"""),
    "a state_dict that tells a part": ("count.n changes", """
class Count:
    def __init__(self): self.n, self.sum = 0, 0
    def __call__(self):
        self.n += 1
        self.sum += self.n
    def state_dict(self): return {"sum": self.sum}
    def load_state_dict(self, told): self.sum = told["sum"]
count = Count(); state = atomizable.state(count=count)
for step in atomizable.steps(100, name="count"): count()
print(count.sum)
"""),
    "a set": ("order differs", """
state = atomizable.state(seen=set())
for step in atomizable.steps(20):
    state.seen.add(step)
"""),
    "random numbers of the system": ("draws from the system", """
import random
state = atomizable.state(rng=random.SystemRandom(), x=0)
for step in atomizable.steps(20):
    state.x += state.rng.random()
"""),
    "an attribute that was not registered": ("the state has no best: register it", """
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    state.best = step
"""),
    "an attribute that new objects have too": ("c.n is assigned", """
class C:
    def __init__(self): self.n = 0
c = C()
state = atomizable.state(x=0)
for step in atomizable.steps(20): new = C(); c.n += 1; state.x += c.n + new.n
print(state.x)
"""),
    "an attribute that is set of another object": ("b.n is assigned", """
class C: n = 0
a, b = C(), C()
state = atomizable.state(x=0)
for step in atomizable.steps(20): a.n = 0; b.n += 1; state.x += b.n + a.n
print(state.x)
"""),
    "an attribute that is set in a method of another class": ("b.n is assigned", """
class A:
    def reset(self): self.n = 0
class B:
    n = 0
    def more(self): self.n += 1; return self.n
a, b = A(), B()
state = atomizable.state(x=0)
for step in atomizable.steps(20): a.reset(); state.x += b.more()
print(state.x)
"""),
    "a list that is cleared of another object": ("b.l is changed", """
class C:
    def __init__(self): self.l = []
a, b = C(), C()
state = atomizable.state(x=0)
for step in atomizable.steps(20): a.l.clear(); b.l.append(1); state.x += len(b.l)
print(state.x)
"""),
    "an attribute that the state has too": ("b.n is assigned", """
class C: n = 0
b = C()
state = atomizable.state(x=0, n=0)
for step in atomizable.steps(20): state.n = step; b.n += 1; state.x += b.n
print(state.x)
"""),
    "first use: it is changed later": (": _d. Reg", """
_d = None
def made():
    global _d
    if _d is None: _d = []
    return _d
state = atomizable.state(x=0)
for step in atomizable.steps(20): d = made(); d.append(1); state.x += len(d)
print(state.x)
"""),
    "first use: it is made of the state": ("_d is assigned", """
_d = None
def made():
    global _d
    if _d is None: _d = state.x + 1
    return _d
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += made()
print(state.x)
"""),
    "first use: it is made of an argument": ("_d is assigned", """
_d = None
def made(n):
    global _d
    if _d is None: _d = n + 1
    return _d
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += made(step)
print(state.x)
"""),
    "first use: it has an effect": ("_d is assigned", """
_d = None
def made():
    global _d
    if _d is None: _d = bump()
    return _d
def bump(): state.x += 100; return 1
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += made()
print(state.x)
"""),
    "first use: somebody asks before": ("_d is assigned", """
_d = None
def load(): return 5
def made():
    global _d
    if _d is None: _d = load()
    return _d
state = atomizable.state(x=0)
for step in atomizable.steps(20):
    if _d is not None: state.x += 1
    state.x += made()
print(state.x)
"""),
    "first use: it is assigned elsewhere": ("_d is assigned", """
_d = None
def load(): return 5
def made():
    global _d
    if _d is None: _d = load()
    return _d
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += made(); _d = step
print(state.x)
"""),
    "first use: it is drawn": ("_d is assigned", """
import random
random.seed(3)
_d = None
def load(): return random.random()
def made():
    global _d
    if _d is None: _d = load()
    return _d
state = atomizable.state(x=0)
for step in atomizable.steps(20): state.x += made()
print(state.x)
"""),
    "an object that has left the state": ("last.w was in the state", """
class Layer:
    def __init__(self): self.w = [1.0]
layers = [Layer(), Layer()]
last = layers[-1]
state = atomizable.state(layers=layers)
for step in atomizable.steps(20):
    for each in layers: each.w[0] *= 1.5
    if step == 5: layers[-1] = Layer()
print(last.w, layers[0].w)
"""),
    "a list that has left the state, by another name": ("alias was in the state", """
w = [0]; alias = w
state = atomizable.state(w=w, x=0)
for step in atomizable.steps(20):
    if step == 7: state.w = [100]
    state.w[0] += 1; state.x += alias[0]
print(state.x)
"""),
    "a list that a step has put into the state": (": a. Reg", """
a = [0]
def grow(it): it.append(1)
state = atomizable.state(rows=[[5]], x=0)
for step in atomizable.steps(20):
    if step == 3: state.rows.append(a)
    if step > 8: grow(state.rows[-1])
    state.x += len(a)
print(state.x, state.rows)
"""),
    "an attribute of a class that does what it wants": (": N.v.d. Reg|N.v. Reg", """
import weakref
class Kept:
    def __init__(self): self.d = weakref.WeakKeyDictionary()
    def __get__(self, it, kind): return self if it is None else self.d.get(it, 0)
    def __set__(self, it, value): self.d[it] = value
class N: v = Kept()
n = N()
state = atomizable.state(n=n, x=0)
for step in atomizable.steps(20): n.v += 1; state.x += n.v
print(state.x)
"""),
    "a patience in a class with the loop": ("self.bad is assigned", """
class Trainer:
    def __init__(self):
        self.w, self.bad = [1.0], 0
        self.state = atomizable.state(w=self.w)
    def fit(self):
        for step in atomizable.steps():
            self.w[0] *= 0.9
            self.bad += 1
            if self.bad > 10:
                atomizable.enough()
        print(self.w)
Trainer().fit()
"""),
}

# What holds a thing that a step changes: its name, what is before the loop, and what each turn adds to the result.
HELPERS = """
def grow(it): it.append(1); return len(it)
def put(it, key): it[key] = it.get(key, 0) + 1; return it[key]
def bump(it, name): setattr(it, name, getattr(it, name, 0) + 1); return getattr(it, name)
def first(it): it[0] = it[0] + 1; return it[0]
def draw(it): return next(it)
def called(it): return it()
"""
HELD = {
    "matches": (r"its\[0\]", "import re; its = [re.finditer('[0-9]', '3141592653' * 9)]", "int(draw(its[0]).group())"),
    "a scanner of a pattern": (r"its\[0\]", "import re; its = [re.compile('[0-9]').scanner('3141592653' * 9)]",
                               "int(its[0].search().group())"),
    "numbers in bytes": (r"its\[0\]", "import struct; its = [struct.iter_unpack('<H', bytes(range(99)) + b'a')]", "draw(its[0])[0]"),
    "an attribute of a library's module": ("math.kk", "import math", "bump(math, 'k' + 'k')"),
    "a constant of a library's module": ("math.tau", "import math", "bump(math, 't' + 'au')"),
    "the namespace of a library's module": ("json.n", "import json", "put(vars(json), 'n')"),
    "a context variable": ("cv", "import contextvars; cv = contextvars.ContextVar('cv', default=0)",
                           "(cv.set(cv.get() + 1), cv.get())[1]"),
    "a list in a context variable": ("cv", "import contextvars; cv = contextvars.ContextVar('cv'); cv.set([])", "grow(cv.get())"),
    "a context": ("c", "import contextvars; v = contextvars.ContextVar('v', default=0); c = contextvars.copy_context()",
                  "c.run(lambda: (v.set(v.get() + 1), v.get())[1])"),
    "what is local to a thread": ("loc.n", "import threading; loc = threading.local()", "bump(loc, 'n')"),
    "a partial method": ("go", "import functools\nclass C: go = functools.partialmethod(lambda self, it: grow(it), [])\nc = C()",
                         "c.go()"),
    "a cycle": (r"its\[0\]", "import itertools; its = [itertools.cycle([1, 5, 2])]", "draw(its[0]) * step"),
    "the next of an iterator": ("take", "import itertools; take = itertools.cycle([1, 5, 2]).__next__", "take() * step"),
    "the next of a list": ("take", "take = iter(range(99)).__next__", "take()"),
    "a map": (r"its\[0\]", "its = [map(abs, range(99))]", "draw(its[0])"),
    "a slice of an iterator": (r"its\[0\]", "import itertools; its = [itertools.islice(range(99), 50)]", "draw(its[0])"),
    "a copy of an iterator": (r"its\[0\]", "import itertools; its = itertools.tee(range(99))", "draw(its[0])"),
    "a coroutine": (r"its\[0\]", """
class Told:
    def __init__(self, it): self.it = it
    def __await__(self): yield self.it
async def count():
    n = 0
    while True:
        n += 1
        await Told(n)
its = [count()]
""", "its[0].send(None)"),
    "a dictionary of weak keys": ("d", "import weakref\nclass K: pass\nk = [K()]; d = weakref.WeakKeyDictionary()", "put(d, k[0])"),
    "a set of weak references": ("ws", "import weakref\nclass K: pass\nks = [K() for _ in range(30)]; ws = weakref.WeakSet()",
                                 "(ws.__ior__({ks[step]}), len(ws))[1]"),
    "an array of C": ("a", "import ctypes; a = (ctypes.c_long * 3)()", "first(a)"),
    "a buffer of C": ("a", "import ctypes; a = ctypes.create_string_buffer(4)", "(a.__setitem__(0, a[0][0] + 1), a[0][0])[1]"),
    "a pointer of C": ("p", "import ctypes; p = ctypes.pointer(ctypes.c_long(0))", "first(p)"),
    "a view of memory": ("m", "m = memoryview(bytearray(4))", "first(m)"),
    "the end of many bytes": ("m", "m = bytearray(4 << 20)", "(m.__setitem__(-1, m[-1] + 1), m[-1])[1]"),
    "mapped memory": ("m", "import mmap; m = mmap.mmap(-1, 4096)", "first(m)"),
    "the middle of a long list": ("rows", "rows = [0] * 5000", "(rows.__setitem__(3000, rows[3000] + 1), rows[3000])[1]"),
    "the end of a long dictionary": ("rows", "rows = dict.fromkeys(range(5000), 0)", "put(rows, 4000)"),
    "the key of a dictionary": ("d.keys.n", "class K: pass\nd = {K(): 1}", "sum(bump(each, 'n') for each in d)"),
    "a metaclass": ("M.n", """
def make():
    class M(type): n = 0
    class C(metaclass=M): pass
    return C
C = make()
""", "bump(type(C), 'n')"),
    "a base class": ("B.seen", """
def make():
    class B: seen = []
    class C(B): pass
    return C()
c = make()
""", "grow(c.seen)"),
    "a class of another module": ("held.K.seen", """
open("held.py", "w").write("class K:\\n    seen = {}\\n    @classmethod\\n    def more(c): c.seen[len(c.seen)] = 1; return len(c.seen)")
import held
""", "held.K.more()"),
    "a registered member of an enum": ("P.A.hits", """
import enum
class P(enum.Enum): A = 1
P.A.hits = 0
atomizable.state(p=P.A)
""", "bump(P.A, 'h' + 'its')"),
    "a registered function": ("f.n", "def f(): return 1\natomizable.state(f=f)", "bump(f, 'n')"),
    "the environment": ("os.environ", "import os", "int((os.environ.__setitem__('QQ', os.environ.get('QQ', '') + '1'), os.environ['QQ'])[1])"),
    "the directory": ("os.getcwd", "import os; os.makedirs('a/' * 25); here = len(os.getcwd())", "(os.chdir('a'), len(os.getcwd()) - here)[1]"),
    "a limit of the process": ("sys.getrecursionlimit", "import sys",
                               "(sys.setrecursionlimit(sys.getrecursionlimit() + 1), sys.getrecursionlimit())[1]"),
    "the context of decimals": ("decimal.getcontext", "import decimal", "bump(decimal.getcontext(), 'prec')"),
    "a module without a file": ("memo.n", "import sys, types; memo = sys.modules['memo'] = types.ModuleType('memo')",
                                "bump(sys.modules['memo'], 'n')"),
    "a variable of a function that made the step": ("n", """
def make():
    n = 0
    def more():
        nonlocal n
        n += 1
        return n
    return more
step_of = [make()]
""", "called(step_of[0])"),
    "a variable behind a property": ("seen", """
def make():
    seen = []
    class C:
        @property
        def more(self): return grow(seen)
    return C()
c = make()
""", "c.more"),
    "a variable behind a method of the class": ("seen", """
def make():
    seen = []
    class C:
        @classmethod
        def more(cls): return grow(seen)
    return C
C = make()
""", "C.more()"),
    "a variable behind a library's wrapper": ("seen", """
import functools
def make():
    seen = []
    @functools.singledispatch
    def more(it): return grow(seen)
    return more
more = make()
""", "more(1)"),
    "a file that is read elsewhere": ("its", "open('n.txt', 'w').write('1\\n2\\n3\\n' * 9); its = [open('n.txt')]",
                                      "int(its[0].readline())"),
    "rows of a file": (r"its\[0\]", "import csv; its = [csv.reader('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20'.split())]",
                       "int(draw(its[0])[0])"),
    "a queue that is passed": ("q", "import queue; q = queue.Queue()\ndef more(it): it.put(1); return it.qsize()", "more(q)"),
    "a simple queue": ("q", "import queue; q = queue.SimpleQueue()\ndef more(it): it.put(1); return it.qsize()", "more(q)"),
    "a dictionary of a library": ("d", "import collections; d = collections.UserDict()", "put(d, 0)"),
    "a chain of dictionaries": ("d", "import collections; d = collections.ChainMap({}, {})", "put(d, 0)"),
    "a digest": ("h", "import hashlib; h = hashlib.sha256()\ndef more(it): it.update(b'a'); return it.digest()[0]", "more(h)"),
    "what a cache holds": ("held", "import functools\n@functools.lru_cache(None)\ndef held(): return []", "grow(held())"),
    "an object in a cache": ("n", "import functools\nclass K: n = 0\n@functools.lru_cache(3)\ndef held(): return K()",
                             "bump(held(), 'n')"),
    "the size of a cache": ("f", "import functools\n@functools.lru_cache(None)\ndef f(n): return n", "(f(step), f.cache_info().currsize)[1]"),
    "the defaults of a function": ("f.__defaults__", "def f(n=0): return n",
                                   "(setattr(f, '__defaults__', (f.__defaults__[0] + 1,)), f())[1]"),
    "the code of a function": ("[fg].__code__", "def f(): return 1\ndef g(): return 2\ndef swap(a, b): a.__code__, b.__code__ = b.__code__, a.__code__",
                               "(swap(f, g), f() * step)[1]"),
    "the class of an object": ("o.__class__", """
class A: v = 1
class B: v = 2
o = A()
def swap(it): it.__class__ = B if type(it) is A else A
""", "(swap(o), o.v * step)[1]"),
    "an attribute with a name of Python's": ("A.__count__", "class A: __count__ = 0", "bump(A, '__count__')"),
    "a private slot": ("c._C__n", """
class C:
    __slots__ = ("__n",)
    def more(self): return bump(self, "_C__n")
c = C()
""", "c.more()"),
    "an attribute of a number": ("i.n", "class I(int): pass\ni = I(3)", "bump(i, 'n')"),
    "what an exception tells": (r"e\[0\]", "e = [ValueError()]\ndef more(it): it.args += (1,); return len(it.args)", "more(e[0])"),
}
HELD_NUMPY = {
    "a generator's source": ("bits", "bits = np.random.PCG64(3)", "int(bits.random_raw()) % 100"),
    "a generator over the same source": ("bits", "bits = np.random.PCG64(3)", "int(np.random.Generator(bits).integers(0, 100))"),
    "seeds": ("seeds", "seeds = np.random.SeedSequence(3)", "int(np.random.default_rng(seeds.spawn(1)[0]).integers(0, 100))"),
    "one record": ("r", "r = np.zeros((), dtype=[('n', 'i8'), ('v', 'f8')])[()]", "int((r.__setitem__('n', r['n'] + 1), r['n'])[1])"),
    "an array of objects": ("a", "a = np.empty(2, dtype=object); a[:] = [0, 1]", "first(a)"),
    "items of an array": (r"its\[0\]", "its = [np.nditer(np.arange(99))]", "int(draw(its[0]))"),
    "the flat items of an array": (r"its\[0\]", "its = [np.arange(99).flat]", "int(draw(its[0]))"),
    "the handling of errors": ("numpy.geterr", "", "(np.seterr(over='raise' if step % 2 else 'warn'), 1)[1]"),
}


OF_PROCESS = "os.environ", "os.getcwd", "sys.getrecursionlimit", "decimal.getcontext", "numpy.geterr"


def held(programs):
    return {name: (r"[ .](%s)( is |, |\. %s)" % (what, "Set it before" if what in OF_PROCESS else "Reg"),
                   HELPERS + before + "\nstate = atomizable.state(x=0)\n"
                   "for step in atomizable.steps(20): state.x += %s\nprint(state.x)\n" % turn)
            for name, (what, before, turn) in programs.items()}


WRONG_NUMPY = {
    "np out positional": (": m. Reg", """
m=np.zeros(3)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20):
    np.add(m,1,m); state.x+=float(m.sum())
print(state.x)
"""),
    "np.copyto": (": m. Reg", """
m=np.zeros(3)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20):
    np.copyto(m,m+1); state.x+=float(m.sum())
print(state.x)
"""),
    "np ufunc at": (": m. Reg", """
m=np.zeros(3)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20):
    np.add.at(m,[0],1); state.x+=float(m.sum())
print(state.x)
"""),
    "a view is assigned anew": ("w is no longer", """
flat = np.zeros(4); w = flat[:2]
atomizable.state(flat=flat)
for step in atomizable.steps(20):
    w = w + 1
    flat[2] += w.sum()
print(flat, w)
"""),
    "assigned anew": ("w is no longer what is in the state", """
w = np.zeros(3)
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w = w + 1
print(w)
"""),
    "an array in an object": ("net.w is no longer what is in the state", """
class Net: pass
net = Net()
net.w = np.ones(3)
state = atomizable.state(w=net.w)
for step in atomizable.steps(20):
    net.w = net.w * 1.01
print(net.w)
"""),
    "a masked array": ("state w is a MaskedArray", """
w = np.ma.masked_array([1.0, 2.0], mask=[True, False])
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w += 1
"""),
    "arrays on one memory": ("share memory", """
w = np.zeros(4)
state = atomizable.state(w=w, half=w[:2])
for step in atomizable.steps(20):
    w += 1
"""),
    "records with gaps": ("records with gaps", """
w = np.zeros(2, dtype=np.dtype([("a", "i1"), ("b", "f8")], align=True))
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w["b"] += 1
"""),
    "the best weights": ("best is assigned", """
w = np.zeros(3)
best = w.copy()
state = atomizable.state(w=w)
for step in atomizable.steps(20):
    w += 1
    if w.sum() < 20:
        best = w.copy()
print(best)
"""),
}


RIGHT_TORCH = {
    "a training with a loader that shuffles": """
import torch
torch.manual_seed(0)
X=torch.randn(64,4); Y=X.sum(1,keepdim=True)
loader=torch.utils.data.DataLoader(torch.utils.data.TensorDataset(X,Y),batch_size=16,shuffle=True)
net=torch.nn.Sequential(torch.nn.Linear(4,8),torch.nn.Dropout(0.2),torch.nn.Linear(8,1))
opt=torch.optim.Adam(net.parameters(),lr=0.01)
state=atomizable.state(net=net,opt=opt,loss=0.0)
for epoch in atomizable.steps(20):
    for x,y in loader:
        opt.zero_grad(); loss=((net(x)-y)**2).mean(); loss.backward(); opt.step()
    state.loss=loss.item()
print(state.loss, net[0].weight.sum().item())
""",
    "a teacher that does not learn": """
import torch
torch.manual_seed(0)
teacher=torch.nn.Sequential(torch.nn.Linear(4,4),torch.nn.BatchNorm1d(4),torch.nn.Linear(4,1)).eval()
net=torch.nn.Linear(4,1); opt=torch.optim.SGD(net.parameters(),lr=0.1,momentum=0.9)
state=atomizable.state(net=net,opt=opt)
for step in atomizable.steps(20):
    x=torch.randn(8,4)
    with torch.no_grad(): y=teacher(x)
    opt.zero_grad(); (net(x)-y).pow(2).mean().backward(); opt.step()
print(net.weight.sum().item())
""",
    "a loader with worker processes": """
import torch
torch.manual_seed(0)
class D(torch.utils.data.Dataset):
    def __len__(self): return 16
    def __getitem__(self,i): return torch.rand(3)+i
loader=torch.utils.data.DataLoader(D(),batch_size=4,shuffle=True,num_workers=1)
state=atomizable.state(x=torch.zeros(3))
for step in atomizable.steps(4):
    for b in loader: state.x+=b.sum(0)
print(state.x)
""",
}

RIGHT_TORCH["averages that parameters and modules have as attributes"] = """
import torch
torch.manual_seed(0)
class Net(torch.nn.Module):
    def __init__(self): super().__init__(); self.a=torch.nn.Linear(4,8); self.b=torch.nn.Linear(8,1); self.mean=torch.zeros(8); self.calls=0
    def forward(self,x):
        h=torch.relu(self.a(x)); self.mean=0.9*self.mean+0.1*h.detach().mean(0); self.calls+=1
        return self.b(h)*(1+self.calls%3)
net=Net(); opt=torch.optim.Adam(net.parameters(),lr=0.01)
for p in net.parameters(): p.average=p.detach().clone()
state=atomizable.state(net=net,opt=opt)
for step in atomizable.steps(20):
    x=torch.randn(8,4); opt.zero_grad(); net(x).pow(2).mean().backward(); opt.step()
    for p in net.parameters(): p.average.mul_(0.9).add_(p.detach(),alpha=0.1)
print(net.a.weight.sum().item(), net.mean.sum().item(), net.calls, [p.average.sum().item() for p in net.parameters()])
"""
RIGHT_TORCH["schedules with methods in their state, and a scaler that is off"] = """
import torch
torch.manual_seed(0)
one=torch.nn.Linear(4,1); two=torch.nn.Linear(4,1)
opt1=torch.optim.SGD(one.parameters(),lr=0.1,momentum=0.9); opt2=torch.optim.SGD(two.parameters(),lr=0.1,momentum=0.9)
sch1=torch.optim.lr_scheduler.OneCycleLR(opt1,0.2,total_steps=20); sch2=torch.optim.lr_scheduler.CyclicLR(opt2,0.01,0.2,step_size_up=3)
scaler=torch.cuda.amp.GradScaler(enabled=False)
state=atomizable.state(one=one,two=two,opt1=opt1,opt2=opt2,sch1=sch1,sch2=sch2,scaler=scaler)
for step in atomizable.steps(20):
    x=torch.randn(8,4)
    for net,opt,sch in ((one,opt1,sch1),(two,opt2,sch2)):
        opt.zero_grad(); scaler.scale((net(x)-x.sum(1,keepdim=True)).pow(2).mean()).backward(); scaler.step(opt); scaler.update(); sch.step()
print(one.weight.sum().item(), two.weight.sum().item(), opt1.param_groups[0]["lr"], opt2.param_groups[0]["lr"])
"""

def trained(change):
    return """
import torch
torch.manual_seed(0)
net=torch.nn.Sequential(torch.nn.Linear(4,4),torch.nn.Linear(4,4),torch.nn.Linear(4,1)); opt=torch.optim.Adam(net[:2].parameters(),lr=0.01)
state=atomizable.state(net=net,opt=opt)
for step in atomizable.steps(20):
    if step==2: %s
    x=torch.randn(8,4); state.opt.zero_grad(); (net(x)-x.sum(1,keepdim=True)).pow(2).mean().backward(); state.opt.step()
print(net[0].weight.sum().item())
""" % change

WRONG_TORCH = {
    "a module that is replaced": ("the place of opt.param_groups", trained("net[1]=torch.nn.Linear(4,4)")),
    "tensors that are tied": ("the place of net.1.weight, or has tied", trained("net[1].weight=net[0].weight")),
    "parameters for the optimizer": ("added or removed opt.param_groups", trained("opt.add_param_group({'params': net[2].parameters()})")),
    "a hook on a gradient": ("added or removed a hook of net.0.weight", trained("net[0].weight.register_hook(lambda g: g*0.1)")),
    "a hook on a module": ("added or removed a hook of net.0", trained("net[0].register_forward_hook(lambda m,i,o: o*0.1)")),
    "a setting of the process": (r"torch\.use_deterministic_algorithms. Set it before", trained("torch.use_deterministic_algorithms(True)")),
    "a module that was scripted": ("state net.0 is a scripted module", """
import torch
net=torch.nn.Sequential(torch.jit.script(torch.nn.Linear(4,1)))
state=atomizable.state(net=net)
for step in atomizable.steps(20): net(torch.ones(4))
print(net[0].weight.sum().item())
"""),
    "an optimizer that is not registered": ("opt.state", """
import torch
torch.manual_seed(0)
net=torch.nn.Linear(4,1); opt=torch.optim.Adam(net.parameters(),lr=0.01)
state=atomizable.state(net=net)
for step in atomizable.steps(20):
    x=torch.randn(8,4); opt.zero_grad(); (net(x)-x.sum(1,keepdim=True)).pow(2).mean().backward(); opt.step()
print(net.weight.sum().item())
"""),
    "a network that is not registered": (": net", """
import torch
torch.manual_seed(0)
net=torch.nn.Linear(4,1); opt=torch.optim.SGD(net.parameters(),lr=0.01)
state=atomizable.state(x=0.0)
for step in atomizable.steps(20):
    x=torch.randn(8,4); opt.zero_grad(); (net(x)-x.sum(1,keepdim=True)).pow(2).mean().backward(); opt.step(); state.x+=1
print(net.weight.sum().item())
"""),
    "a schedule that is not registered": ("sch.last_epoch", """
import torch
torch.manual_seed(0)
net=torch.nn.Linear(4,1); opt=torch.optim.SGD(net.parameters(),lr=0.1); sch=torch.optim.lr_scheduler.StepLR(opt,3)
state=atomizable.state(net=net,opt=opt)
for step in atomizable.steps(20):
    x=torch.randn(8,4); opt.zero_grad(); (net(x)-x.sum(1,keepdim=True)).pow(2).mean().backward(); opt.step(); sch.step()
print(net.weight.sum().item())
"""),
    "an average of weights that is not registered": (": ema. Reg", """
import torch, copy
torch.manual_seed(0)
class Net(torch.nn.Module):
    def __init__(self): super().__init__(); self.a=torch.nn.Linear(4,8); self.b=torch.nn.Linear(8,1)
    def forward(self,x): return self.b(torch.relu(self.a(x)))
net=Net(); ema=copy.deepcopy(net)
opt=torch.optim.AdamW(net.parameters()); state=atomizable.state(net=net,opt=opt)
for step in atomizable.steps(20):
    x=torch.randn(8,4); opt.zero_grad(); net(x).pow(2).mean().backward(); opt.step()
    with torch.no_grad():
        for p,q in zip(ema.parameters(),net.parameters()): p.mul_(0.9).add_(q,alpha=0.1)
print(ema.a.weight.sum().item())
"""),
}

# What no look at the program shows. The self-check of a new job does: a second process runs the same step.
SECOND = {
    "a file as memory": """
open("n.txt","w").write("0")
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    n=int(open("n.txt").read())+1
    open("n.txt","w").write(str(n)); state.x+=n
print(state.x)
""",
    "time": """
import time
state=atomizable.state(x=0.0)
for step in atomizable.steps(20): state.x+=time.time()
print(state.x)
""",
    "uuid": """
import uuid
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=uuid.uuid4().int
print(state.x)
""",
    "os.urandom": """
import os
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=int.from_bytes(os.urandom(16), "big")
print(state.x)
""",
    "pid": """
import os
state=atomizable.state(x=0)
for step in atomizable.steps(20): state.x+=os.getpid()
print(state.x)
""",
    "unseeded Random before loop": """
import random
rng=random.Random()
w=[rng.random() for _ in range(3)]
state=atomizable.state(w=w)
k=random.random()
for step in atomizable.steps(20): w[0]+=k
print(w)
""",
    "sqlite in memory": """
import sqlite3
db=sqlite3.connect(":memory:"); db.execute("create table t(n)")
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    db.execute("insert into t values(?)",(step,)); state.x+=db.execute("select count(*) from t").fetchone()[0]
print(state.x)
""",
}

# Nor does one step: atomizable check cuts in many places.
CUTS = {
    "a data base that is asked later": """
import sqlite3
db=sqlite3.connect(":memory:"); db.execute("create table t(n)")
state=atomizable.state(x=0)
for step in atomizable.steps(20):
    db.execute("insert into t values(?)",(step,))
    if step>5: state.x+=db.execute("select count(*) from t").fetchone()[0]
print(state.x)
""",
}


class Program:
    def __init__(self, text, numpy_needed=False):
        self.directory = tempfile.mkdtemp()
        with open(os.path.join(self.directory, "program.py"), "w") as file:
            file.write("import atomizable%s\n" % ("; import numpy as np" if numpy_needed else "") + text.lstrip("\n"))
        self.environment, self.process, self.output = {}, None, None

    def fork(self, output, complaints, keep=(), environment=()):
        """Runs the program in a fork, whose number it returns."""
        pid = os.fork()
        if pid:
            return pid
        code = 70
        try:
            signal.alarm(60)
            os.dup2(output, 1)
            os.dup2(complaints, 2)
            os.closerange(max(keep, default=2) + 1, 256)
            os.chdir(self.directory)
            os.environ.update(environment)
            sys.path.insert(0, self.directory)
            sys.argv[:] = ["program.py"]
            code = 1
            runpy.run_path("program.py", run_name="__main__")
            code = 0
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            finally:
                os._exit(code)

    def straight(self):
        with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as complaints:
            code = os.waitpid(self.fork(output.fileno(), complaints.fileno()), 0)[1]
            output.seek(0)
            complaints.seek(0)
            return code, output.read(), complaints.read()

    def start(self):
        (ri, wi), (ro, wo) = os.pipe(), os.pipe()
        os.set_inheritable(ri, True)
        os.set_inheritable(wo, True)
        if self.output:
            self.output.close()
        self.output = tempfile.TemporaryFile("w+")
        channel = {"ATOMIZABLE_IN": str(ri), "ATOMIZABLE_OUT": str(wo)}
        if self.environment:
            self.process = os.posix_spawn(sys.executable, [sys.executable, os.path.join(self.directory, "program.py")], dict(
                os.environ, **dict(self.environment, **channel)))
        else:
            self.process = self.fork(self.output.fileno(), 2, (ri, wo), channel)
        os.close(ri)
        os.close(wo)
        self.requests, self.answers = os.fdopen(wi, "w"), os.fdopen(ro)
        return self.ask(do="start", protocol=1)["spec"]

    def tell(self, **request):
        try:
            self.requests.write(json.dumps(request) + "\n")
            self.requests.flush()
        except BrokenPipeError:
            pass  # why it ended is in its answer

    def ask(self, **request):
        self.tell(**request)
        answer = json.loads(self.answers.readline() or '{"error": "it ended"}')
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def replace(self):
        path = os.path.join(self.directory, "state")
        if os.path.exists(path):
            os.remove(path)
        self.ask(do="save", path=path)
        self.kill()
        self.start()
        return self.ask(do="restore", path=path)

    def repeats(self):
        """Whether a second process that goes on from the first checkpoint does so like the first one."""
        begin, one, two = [os.path.join(self.directory, each) for each in ("begin", "one", "two")]
        self.start()
        self.ask(do="run", atom=0)
        self.ask(do="save", path=begin)
        self.ask(do="run", atom=1)
        self.ask(do="save", path=one)
        self.kill()
        self.start()
        self.ask(do="restore", path=begin)
        self.ask(do="run", atom=1)
        self.ask(do="save", path=two)
        self.kill()
        with open(one, "rb") as first, open(two, "rb") as other:
            return first.read() == other.read()

    def rewinds(self):
        """Whether a process that has taken steps can be set back to its begin, as a check does."""
        begin, again = [os.path.join(self.directory, each) for each in ("first", "again")]
        self.start()
        self.ask(do="save", path=begin)
        for atom in range(3):
            self.ask(do="run", atom=atom)
        self.ask(do="restore", path=begin)
        self.ask(do="save", path=again)
        self.kill()
        with open(begin, "rb") as first, open(again, "rb") as other:
            return first.read() == other.read()

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        self.end()

    def end(self):
        for each in (self.requests, self.answers):
            try:
                each.close()
            except BrokenPipeError:
                pass  # it has ended already
        return os.waitpid(self.process, 0)[1]

    def windows(self, cuts):
        """What it prints after the loop, if its process is replaced before these atoms and at the end."""
        total, atom, enough = self.start().get("total"), 0, False
        while not enough and atom != total:
            if atom in cuts:
                enough = self.replace().get("enough", False)
            enough = self.ask(do="run", atom=atom).get("enough", False)
            atom += 1
        self.replace()
        self.tell(do="evaluate")
        self.tell(do="stop")
        assert self.end() == 0
        self.output.seek(0)
        return self.output.read()


class Programs(unittest.TestCase):
    def right(self, programs, numpy_needed=False):
        for name, text in programs.items():
            with self.subTest(name):
                code, printed, complaint = Program(text, numpy_needed).straight()
                self.assertEqual(code, 0, complaint)
                self.assertNotEqual(printed, "")
                program = Program(text, numpy_needed)
                self.assertEqual(program.windows({1, 2, 7, 13}), printed)
                self.assertTrue(program.repeats())
                # A seed's count of children cannot be set back, nor the layout of an array that something holds.
                self.assertTrue(name in ("spawned generators", "arrays of Fortran's order and of other shapes") or program.rewinds())

    def wrong(self, programs, numpy_needed=False):
        for name, (message, text) in programs.items():
            with self.subTest(name):
                code, printed, complaint = Program(text, numpy_needed).straight()
                self.assertNotEqual(code, 0, printed)
                self.assertEqual(printed, "")
                self.assertRegex(complaint, message)

    def failure(self, text, *requests):
        program = Program(text)
        with self.assertRaises(RuntimeError) as caught:
            program.start()
            for each in requests:
                program.ask(**dict(each, path=os.path.join(program.directory, "state")))
        program.kill()
        return str(caught.exception)


class Forgotten(Programs):
    def test_an_exception_of_the_program_is_told_with_its_place(self):
        text = """
state = atomizable.state(x=0)
def save(): return {"y": 1 // state.x}
def restore(told): raise LookupError("gone")
def evaluate(): return [][state.x]
for step in atomizable.steps(9, save=save, restore=restore, evaluate=evaluate):
    state.x = 1 // (step - 2)
"""
        run = [{"do": "run", "atom": each} for each in range(3)]
        self.assertRegex(self.failure(text, *run), r"ZeroDivisionError: .* \(line 7 of program.py, in step 2\)")
        self.assertRegex(self.failure(text, {"do": "save"}), r"ZeroDivisionError: .* \(line 3 of program.py, in save\)")
        self.assertRegex(self.failure(text, run[0], {"do": "save"}, {"do": "restore"}),
                         r"LookupError: gone \(line 4 of program.py, in restore\)")
        self.assertRegex(self.failure(text, run[0], {"do": "evaluate"}),
                         r"IndexError: .* \(line 5 of program.py, in evaluate\)")

    def test_an_output_holds_what_is_committed_and_nothing_else(self):
        program = Program(RIGHT["an output"])
        lines, states = os.path.join(program.directory, "lines.txt"), []
        def seen():
            with open(lines) as file:
                return file.read().splitlines()
        with open(lines, "w") as file:
            file.write("of a program before")
        program.start()
        for atom in range(6):
            program.ask(do="run", atom=atom)
            states.append(os.path.join(program.directory, "state-%d" % atom))
            program.ask(do="save", path=states[-1])
        program.kill()
        self.assertEqual(seen(), ["of a program before"])
        for atom in (3, 5, 2):  # also an older one, if that is what a store has left
            program.start()
            program.ask(do="restore", path=states[atom])
            program.ask(do="run", atom=atom + 1)
            self.assertEqual((len(seen()), seen()[0], seen()[-1][:2]), (atom + 2, "begin", "%d " % atom))
            program.kill()

    def state_of_an_output(self):
        program = Program(RIGHT["an output"])
        program.start()
        program.ask(do="run", atom=0)
        program.ask(do="save", path=os.path.join(program.directory, "state"))
        program.kill()
        return os.path.join(program.directory, "state")

    def test_a_job_with_an_output_goes_on_in_another_directory(self):
        moved = Program(RIGHT["an output"])
        moved.start()
        moved.ask(do="restore", path=self.state_of_an_output())
        moved.kill()
        with open(os.path.join(moved.directory, "lines.txt")) as file:
            self.assertEqual(file.read().splitlines()[0], "begin")

    def test_an_output_of_another_name_is_told_with_both_names(self):
        other = Program(RIGHT["an output"].replace("lines.txt", "rows.txt"))
        other.start()
        self.assertRaisesRegex(
            RuntimeError, "lines.txt.*rows.txt", other.ask, do="restore", path=self.state_of_an_output())
        other.kill()

    def test_what_is_forgotten_is_told_before_the_first_step(self):
        name, text = WRONG["the best loss"]
        self.assertRegex(self.failure(text), "ForgottenState: (.|\n)*best is assigned(.|\n)*unregistered=.\"best\".")

    def test_what_is_forgotten_late_is_told_before_it_is_saved(self):
        text = """
seen = []
def grow(it): it.append(1)
state = atomizable.state(x=0)
for step in atomizable.steps(200):
    if step == 4: grow(seen)
    state.x += len(seen)
"""
        run = [{"do": "run", "atom": each} for each in range(6)]
        self.assertRegex(self.failure(text, *run, {"do": "save"}), ": seen. Register it.* \\(in save\\)")

    def test_the_order_of_sets_must_not_change_from_process_to_process(self):
        text = """
state = atomizable.state(x=0)
seen = sorted({"a", "b"})
for step in atomizable.steps(9):
    state.x += len(seen)
"""
        program = Program(text)
        program.start()
        program.environment["PYTHONHASHSEED"] = "1"
        with self.assertRaisesRegex(RuntimeError, "PYTHONHASHSEED=0"):
            program.replace()
        program.kill()

    def test_right_programs_end_in_the_same_result_without_an_alarm(self):
        self.right(RIGHT)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_right_programs_with_numpy_end_in_the_same_result_without_an_alarm(self):
        self.right(RIGHT_NUMPY, True)

    def test_what_no_look_shows_is_shown_by_a_second_process_or_by_cuts(self):
        for name, text in SECOND.items():
            with self.subTest(name):
                self.assertFalse(Program(text).repeats())
        for name, text in CUTS.items():
            self.assertNotEqual(Program(text).windows({2}), Program(text).straight()[1])

    def test_wrong_programs_are_refused_by_name(self):
        self.wrong(WRONG)

    def test_what_holds_a_thing_that_is_changed_does_not_hide_it(self):
        self.wrong(held(HELD))

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_what_of_numpy_holds_a_thing_that_is_changed_does_not_hide_it(self):
        self.wrong(held(HELD_NUMPY), True)

    @unittest.skipUnless(numpy, "NumPy is not installed")
    def test_wrong_programs_with_numpy_are_refused_by_name(self):
        self.wrong(WRONG_NUMPY, True)


class WithTorch(Programs):
    """Comes after the others: without PyTorch a process is forked in half the time."""

    @classmethod
    def setUpClass(cls):
        try:
            import torch
        except ImportError:
            raise unittest.SkipTest("PyTorch is not installed")
        torch.set_num_threads(1)  # threads do not survive a fork

    def test_programs_with_torch_end_in_the_same_result_or_are_refused(self):
        self.right(RIGHT_TORCH)
        self.wrong(WRONG_TORCH)

    def test_what_no_checkpoint_of_torch_can_hold_is_told_when_it_is_saved(self):
        run = [{"do": "run", "atom": each} for each in range(4)]
        self.assertRegex(self.failure("""
import torch
net=torch.nn.Linear(4,1)
state=atomizable.state(net=net,opt=torch.optim.SGD(net.parameters(),lr=0.1))
for step in atomizable.steps(20):
    if step==2: state.opt=torch.optim.AdamW(net.parameters())
    state.opt.zero_grad(); net(torch.ones(4)).sum().backward(); state.opt.step()
""", *run, {"do": "save"}), "state opt is a AdamW that was not registered when the loop began")
        self.assertRegex(self.failure("""
import torch
words=torch.nn.Embedding(9,4,sparse=True); opt=torch.optim.SparseAdam(words.parameters())
state=atomizable.state(words=words,opt=opt)
for step in atomizable.steps(20):
    opt.zero_grad(); words(torch.tensor([step%9])).sum().backward(); opt.step()
""", *run, {"do": "save"}), "the gradient of parameter words.weight is sparse .* end the step with zero_grad")


if __name__ == "__main__":
    unittest.main()
