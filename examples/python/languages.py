"""Tells the language of a name from its pairs of letters, by least squares: python3 languages.py names.tsv"""
import sys

import atomizable

BATCHES = 100
BATCH = 64
LANGUAGES = 16
PAIRS = 1024

with open(sys.argv[1], encoding="utf-8") as lines:
    names = [line.rstrip("\n").split("\t") for line in lines]
weights = [0.0] * (LANGUAGES * PAIRS)
state = atomizable.state(weights=weights, right=0)


def learn(name, language):
    """Returns the language that was likeliest before."""
    pairs = [(31 * ord(a) + ord(b)) % PAIRS for a, b in zip(name, name[1:])]
    guess, highest = 0, -1e9
    for each in range(LANGUAGES):
        score = 0.0
        for pair in pairs:  # not sum(), which rounds in another way from Python 3.12 on
            score += weights[each * PAIRS + pair]
        if score > highest:
            guess, highest = each, score
        step = 0.5 * ((each == language) - score) / len(name)
        for pair in pairs:
            weights[each * PAIRS + pair] += step
    return guess


for batch in atomizable.steps(BATCHES, name="languages-python", memory=256 << 20):
    for i in range(BATCH):
        language, name = names[(batch * BATCH + i) * 7919 % len(names)]
        state.right += learn(name, int(language)) == int(language)

atomizable.metric("accuracy", state.right / (BATCHES * BATCH))
