"""Logistic regression, one example at a time, in pure Python; prints the bits of what it has learnt."""
import math
import random

import atomizable

rng = random.Random(7)
weights = [0.0] * 4
state = atomizable.state(weights=weights, rng=rng, seen=0, losses={})


def loss():
    return sum(weight * weight for weight in weights)


for step in atomizable.steps(300, name="logistic", evaluate=lambda: {"name": "loss", "value": loss()}):
    x = [rng.gauss(0, 1) for _ in weights]
    y = 1.0 if x[0] + 2 * x[1] > 0 else 0.0
    p = 1 / (1 + math.exp(-sum(a * b for a, b in zip(weights, x))))
    for i in range(len(weights)):
        weights[i] += 0.1 * (y - p) * x[i]
    state.seen += 1
    if step % 50 == 0:
        state.losses[step] = loss()
        print("step", step)

print("learnt", " ".join(each.hex() for each in weights), state.seen, sorted(state.losses.items()))
