"""Samples of a banana-shaped density, by the Metropolis algorithm."""
import math
import random

import atomizable

random.seed(42)


def log_density(x, y):
    return -0.5 * (x * x / 4 + (y - x * x / 2) ** 2)


state = atomizable.state(x=0.0, y=0.0, accepted=0, tried=0, histogram={}, total=0.0)
for step in atomizable.steps(400, name="mcmc"):
    for _ in range(100):
        x, y = state.x + random.gauss(0, 0.8), state.y + random.gauss(0, 0.8)
        state.tried += 1
        if math.log(random.random()) < log_density(x, y) - log_density(state.x, state.y):
            state.x, state.y = x, y
            state.accepted += 1
        state.total += state.x
        place = round(state.x)
        state.histogram[place] = state.histogram.get(place, 0) + 1

print("learnt", state.total.hex(), state.accepted / state.tried, list(state.histogram.items()))
