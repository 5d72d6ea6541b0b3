package org.atomizable.profiler.judge;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Draws jobs of one kind: what each of their atoms needs, relative to a usual atom. */
public final class Generator {

    /** The need of the atoms of one job, of memory or of time; asked once for each atom, in order. */
    @FunctionalInterface
    interface Need {
        /** Returns what an atom of a subjob needs; 1 is usual. */
        double of(long atom, long subjob);
    }

    /** Draws a job of so many atoms. */
    @FunctionalInterface
    interface Source {
        Need job(SplittableRandom random, long atoms);
    }

    private static final double NOISE = 0.01;
    private static final long STAGE = 600;
    private static final double SEASONS = 4;

    private final String name;
    private final Source source;

    private Generator(String name, Source source) {
        this.name = name;
        this.source = source;
    }

    /** Returns those that are always there. */
    public static List<Generator> standard() {
        return List.of(
                independent("constant", random -> 1),
                independent("normal 5 %", random -> noisy(1, 0.05, random)),
                independent("log-normal 30 %", random -> Math.exp(0.3 * random.nextGaussian())),
                // Divided by its median.
                independent("Pareto, index 2", random -> Math.sqrt(0.5 / (1 - random.nextDouble()))),
                spikes(10),
                spikes(100),
                spikes(1000),
                new Generator(
                        "leak over the job",
                        (random, atoms) -> (atom, subjob) -> noisy(1 + (double) atom / atoms, NOISE, random)),
                new Generator(
                        "stage at atom 600",
                        (random, atoms) -> (atom, subjob) -> noisy(atom < STAGE ? 1 : 1.5, NOISE, random)),
                new Generator("whole subjobs 20 %", (random, atoms) -> wholeSubjobs(random)),
                new Generator("season", (random, atoms) -> season(random, atoms)));
    }

    /**
     * Returns the generator of jobs whose atoms follow a series from a random atom on, and again from its first.
     *
     * @param series one of which is drawn for each job; each has numbers above 0
     * @throws IllegalArgumentException if there is none, or a number is not above 0
     */
    public static Generator ofSeries(String name, List<double[]> series) {
        if (series.isEmpty() || series.stream().anyMatch(it -> it.length == 0)) {
            throw new IllegalArgumentException(name + " has no series, or an empty one");
        }
        List<double[]> relative = series.stream().map(Generator::byMedian).toList();
        return new Generator(name, (random, atoms) -> {
            double[] drawn = relative.get(random.nextInt(relative.size()));
            int start = random.nextInt(drawn.length);
            return (atom, subjob) -> drawn[(int) ((start + atom) % drawn.length)];
        });
    }

    /** Returns its name, for people. */
    public String name() {
        return name;
    }

    Need job(SplittableRandom random, long atoms) {
        return source.job(random, atoms);
    }

    private static Generator independent(String name, ToDoubleFunction<SplittableRandom> draw) {
        return new Generator(name, (random, atoms) -> (atom, subjob) -> draw.applyAsDouble(random));
    }

    private static Generator spikes(int rarity) {
        return independent(
                "one in " + rarity + " twice", random -> noisy(random.nextInt(rarity) == 0 ? 2 : 1, NOISE, random));
    }

    private static Need wholeSubjobs(SplittableRandom random) {
        long seed = random.nextLong();
        return (atom, subjob) ->
                noisy(Math.exp(0.2 * new SplittableRandom(seed + subjob).nextGaussian()), NOISE, random);
    }

    private static Need season(SplittableRandom random, long atoms) {
        double begin = random.nextDouble();
        return (atom, subjob) ->
                noisy(1 + 0.3 * Math.sin(2 * Math.PI * (begin + SEASONS * atom / atoms)), NOISE, random);
    }

    private static double noisy(double value, double noise, SplittableRandom random) {
        return value * Math.max(0.1, 1 + noise * random.nextGaussian());
    }

    private static double[] byMedian(double[] series) {
        if (Arrays.stream(series).anyMatch(it -> !(it > 0) || Double.isInfinite(it))) {
            throw new IllegalArgumentException("a series has numbers above 0");
        }
        double median = Medians.of(series);
        return Arrays.stream(series).map(it -> it / median).toArray();
    }
}
