"""A small network learns to tell two spirals apart, in pure Python. Prints the bits of its weights at the end."""
import hashlib
import math
import random
import struct

import atomizable

HIDDEN = 12


def spirals(count):
    points = []
    for i in range(count):
        angle, side = 0.5 + 3.5 * i / count, i % 2
        turn = angle + side * math.pi
        points.append((angle * math.cos(turn), angle * math.sin(turn), float(side)))
    return points


rng = random.Random(42)
points = spirals(120)
inner = [[rng.gauss(0, 1) for _ in range(3)] for _ in range(HIDDEN)]  # two weights and a bias each
outer = [rng.gauss(0, 0.5) for _ in range(HIDDEN + 1)]
state = atomizable.state(inner=inner, outer=outer, points=points, rng=rng, loss=0.0)


def forward(x, y):
    hidden = [math.tanh(a * x + b * y + c) for a, b, c in inner]
    z = outer[-1] + sum(w * h for w, h in zip(outer, hidden))
    return hidden, 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


def accuracy():
    return sum((forward(x, y)[1] > 0.5) == (side > 0.5) for x, y, side in points) / len(points)


for epoch in atomizable.steps(60, name="spirals", every={"report": 20},
                              evaluate=lambda: {"name": "accuracy", "value": accuracy()}):
    rng.shuffle(points)
    state.loss = 0.0
    for x, y, side in points:
        hidden, p = forward(x, y)
        slope = p - side
        state.loss += slope * slope / len(points)
        for i, h in enumerate(hidden):
            back = slope * outer[i] * (1 - h * h)
            outer[i] -= 0.1 * slope * h
            inner[i][0] -= 0.1 * back * x
            inner[i][1] -= 0.1 * back * y
            inner[i][2] -= 0.1 * back
        outer[-1] -= 0.1 * slope
    if (epoch + 1) % 20 == 0:
        print("epoch", epoch + 1, "loss", state.loss)

weights = [w for row in inner for w in row] + outer
print("weights", hashlib.sha256(struct.pack("<%dd" % len(weights), *weights)).hexdigest())
