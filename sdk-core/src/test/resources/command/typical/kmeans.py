"""K-means by mini-batches: centers move to the points that are nearest to them."""
import numpy as np

import atomizable

rng = np.random.RandomState(3)
points = np.concatenate([rng.randn(200, 2) + each for each in ([0, 0], [5, 5], [0, 5], [9, 1])])
centers = points[rng.choice(len(points), 4, replace=False)].copy()
counts = np.zeros(4, dtype=int)
state = atomizable.state(centers=centers, counts=counts, rng=rng, inertia=[])


def nearest(some):
    distance = ((some[:, None, :] - centers[None]) ** 2).sum(-1)
    return distance.argmin(1), distance.min(1).sum()


for step in atomizable.steps(400, name="kmeans"):
    some = points[rng.randint(len(points), size=64)]
    labels, _ = nearest(some)
    for point, label in zip(some, labels):
        counts[label] += 1
        centers[label] += (point - centers[label]) / counts[label]
    if step % 20 == 19:
        state.inertia.append(float(nearest(points)[1]))

print("learnt", centers.tobytes().hex(), counts.tolist(), state.inertia)
