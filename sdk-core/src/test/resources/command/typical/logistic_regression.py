"""Logistic regression by mini-batches, with momentum and a learning rate that decays."""
import numpy as np

import atomizable


class Regression:
    def __init__(self, features):
        self.w, self.b = np.zeros(features), 0.0
        self.velocity, self.losses = np.zeros(features), []

    def predict(self, x):
        return 1 / (1 + np.exp(-(x @ self.w + self.b)))

    def fit(self, x, y, rate, momentum=0.9):
        error = self.predict(x) - y
        self.velocity = momentum * self.velocity - rate * (x.T @ error) / len(y)
        self.w = self.w + self.velocity
        self.b -= rate * error.mean()
        self.losses.append(float((error ** 2).mean()))


def main(epochs=400, batch=32):
    data = np.random.default_rng(7)
    x = data.normal(size=(512, 6))
    y = (x @ np.array([1.0, -2, 3, 0, 0.5, -1]) > 0).astype(float)
    model, order = Regression(6), np.random.default_rng(1)
    state = atomizable.state(model=model, order=order, rate=0.1)
    for epoch in atomizable.steps(epochs, name="logistic-regression"):
        shuffled = order.permutation(len(x))
        for begin in range(0, len(x), batch):
            rows = shuffled[begin:begin + batch]
            model.fit(x[rows], y[rows], state.rate)
        state.rate *= 0.99
    print("learnt", model.w.tobytes().hex(), model.losses[-1], len(model.losses))


if __name__ == "__main__":
    main()
