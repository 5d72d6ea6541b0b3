"""How often words and pairs of words occur in a text that is made of a small grammar."""
import collections
import random
import re

import atomizable

NAMES = "the old fox|a lazy dog|seven wizards|the quick river|nobody".split("|")
VERBS = "sees|jumps over|forgets|mixes|looks for".split("|")


def page(number):
    chance = random.Random(number)
    return " ".join("%s %s %s." % (chance.choice(NAMES).capitalize(), chance.choice(VERBS), chance.choice(NAMES))
                    for _ in range(30))


class Statistics:
    def __init__(self):
        self.words, self.pairs = collections.Counter(), collections.defaultdict(int)
        self.lengths, self.recent, self.vocabulary = [0] * 20, collections.deque(maxlen=5), []

    def add(self, text):
        for sentence in re.split(r"\.\s*", text):
            words = sentence.lower().split()
            self.words.update(words)
            for pair in zip(words, words[1:]):
                self.pairs[pair] += 1
            self.lengths[len(words)] += 1
            self.vocabulary += [word for word in dict.fromkeys(words) if word not in self.vocabulary]
        self.recent.append(len(text))


statistics = Statistics()
log = atomizable.output("pages.log")
atomizable.state(statistics=statistics)
for step in atomizable.steps(400, name="word-statistics"):
    statistics.add(page(step))
    print(step, len(statistics.vocabulary), file=log)

pairs = sorted(statistics.pairs.items(), key=lambda each: (-each[1], each[0]))[:5]
print("learnt", statistics.words.most_common(5), pairs, statistics.lengths, list(statistics.recent), statistics.vocabulary)
