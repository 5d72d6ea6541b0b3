"""A network with one hidden layer, in NumPy; prints the checksum of what it has learnt."""
import hashlib

import numpy as np

import atomizable

rng = np.random.default_rng(3)
np.random.seed(5)
w1, b1 = rng.normal(size=(8, 16)).astype(np.float32), np.zeros(16, np.float32)
w2, b2 = rng.normal(size=(16, 1)).astype(np.float32), np.zeros(1, np.float32)
momentum = {"w1": np.zeros_like(w1), "w2": np.zeros_like(w2)}
order = np.arange(256)
data = np.random.RandomState(11).normal(size=(256, 8)).astype(np.float32)
target = (data[:, :1] * data[:, 1:2] > 0).astype(np.float32)
state = atomizable.state(w1=w1, b1=b1, w2=w2, b2=b2, momentum=momentum, order=order, rng=rng, legacy=np.random,
                         loss=np.float32(0))

for step in atomizable.steps(120, name="perceptron"):
    if step % 8 == 0:
        rng.shuffle(order)
        np.random.shuffle(order)
    batch = order[step % 8 * 32:(step % 8 + 1) * 32]
    x, y = data[batch], target[batch]
    hidden = np.tanh(x @ w1 + b1)
    p = 1 / (1 + np.exp(-(hidden @ w2 + b2)))
    slope = (p - y) / len(batch)
    back = slope @ w2.T * (1 - hidden ** 2)
    momentum["w2"] *= np.float32(0.9)
    momentum["w2"] += hidden.T @ slope
    momentum["w1"] *= np.float32(0.9)
    momentum["w1"] += x.T @ back
    w2 -= np.float32(0.3) * momentum["w2"]
    w1 -= np.float32(0.3) * momentum["w1"]
    b2 -= np.float32(0.3) * slope.sum(0)
    b1 -= np.float32(0.3) * back.sum(0)
    state.loss = np.mean((p - y) ** 2)

bits = b"".join(each.tobytes() for each in (w1, b1, w2, b2, order, state.loss))
print("learnt", hashlib.sha256(bits).hexdigest())
atomizable.metric("loss", state.loss)
