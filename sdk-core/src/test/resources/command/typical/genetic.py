"""A genetic algorithm that looks for a sentence."""
import random
from dataclasses import dataclass, field

import atomizable

TARGET = "what is not exact is refused by name"
LETTERS = "abcdefghijklmnopqrstuvwxyz "


@dataclass
class Individual:
    genes: str
    score: int = 0

    def evaluate(self):
        self.score = sum(one == other for one, other in zip(self.genes, TARGET))
        return self.score


@dataclass
class Population:
    members: list
    generation: int = 0
    history: list = field(default_factory=list)

    def child(self, rng):
        one, other = rng.sample(self.members[:20], 2)
        cut = rng.randrange(len(TARGET))
        genes = list(one.genes[:cut] + other.genes[cut:])
        if rng.random() < 0.6:
            genes[rng.randrange(len(genes))] = rng.choice(LETTERS)
        return Individual("".join(genes))

    def evolve(self, rng):
        self.members.sort(key=lambda each: -each.evaluate())
        self.history.append(self.members[0].score)
        self.members = self.members[:4] + [self.child(rng) for _ in self.members[4:]]
        self.generation += 1


def main():
    rng = random.Random(1)
    population = Population([Individual("".join(rng.choice(LETTERS) for _ in TARGET)) for _ in range(80)])
    atomizable.state(population=population, rng=rng)
    for generation in atomizable.steps(400, name="genetic"):
        population.evolve(rng)
    print("learnt", population.members[0].genes, population.generation, population.history[::40])


main()
