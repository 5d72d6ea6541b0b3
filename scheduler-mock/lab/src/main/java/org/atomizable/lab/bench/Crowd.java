package org.atomizable.lab.bench;

import java.util.Locale;
import java.util.SplittableRandom;

/** Draws made-up jobs: tenants in turn, no two of one name, the first of them anywhere between their beginning and their end. */
final class Crowd {

    private static final int TENANTS = 20;

    /** Five to twenty seconds of work, so that jobs come and go all the time. */
    private static final long LEAST_ATOMS = 100;

    private static final long MOST_ATOMS = 400;

    private final SplittableRandom chance;
    private final double slackSeconds;
    private final int timesLonger;
    private int drawn;

    Crowd(long seed, double slackSeconds) {
        this(seed, slackSeconds, 1);
    }

    /**
     * Makes a crowd.
     *
     * @param timesLonger than usual the jobs are
     */
    Crowd(long seed, double slackSeconds, int timesLonger) {
        this.chance = new SplittableRandom(seed);
        this.slackSeconds = slackSeconds;
        this.timesLonger = timesLonger;
    }

    static String tenant(int number) {
        return String.format(Locale.ROOT, "tenant-%02d", number % TENANTS);
    }

    static int tenants() {
        return TENANTS;
    }

    synchronized MadeUpJob beginner() {
        return drawn(0);
    }

    synchronized MadeUpJob underWay() {
        return drawn(chance.nextDouble());
    }

    private MadeUpJob drawn(double done) {
        long atoms = timesLonger * chance.nextLong(LEAST_ATOMS, MOST_ATOMS + 1);
        int number = drawn++;
        return new MadeUpJob(
                String.format(Locale.ROOT, "job-%06d", number),
                tenant(number),
                atoms,
                (long) (done * (atoms - 1)),
                slackSeconds);
    }

    /** A fifth of all subjobs stop half way. */
    synchronized boolean early() {
        return chance.nextInt(5) == 0;
    }

    /** Returns how long a job takes to answer, from 2 to 40 ms. */
    synchronized long answerMillis() {
        return chance.nextLong(2, 41);
    }
}
