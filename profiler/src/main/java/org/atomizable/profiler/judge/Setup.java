package org.atomizable.profiler.judge;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.atomizable.api.profile.Promise;

/**
 * The setup of a judgement.
 *
 * @param drawn the jobs that are drawn
 * @param promise that is asked for
 * @param declared what a job declares, relative to the largest peak that it will have; empty if it declares nothing
 * @param restartEvery so many subjobs the profile is written to a directory and read back; 0 if never
 * @param newKindAfter so many subjobs a job goes on on another kind of slice; 0 if never
 */
public record Setup(Drawn drawn, Promise promise, OptionalDouble declared, int restartEvery, int newKindAfter) {

    private static final int MOST_ATOMS = 1_000_000;

    /**
     * The jobs that are drawn.
     *
     * @param jobs how many of each generator and length
     * @param subjobs how many each has, beside its first look
     * @param lengths of subjobs, in atoms
     * @param seed of all that is drawn
     */
    public record Drawn(int jobs, int subjobs, List<Integer> lengths, long seed) {

        /** Refuses counts that nothing can be judged by. */
        public Drawn {
            lengths = List.copyOf(lengths);
            require(jobs >= 1, "1 job or more is drawn of each generator, was told " + jobs);
            require(subjobs >= 1, "a job has 1 subjob or more, was told " + subjobs);
            require(!lengths.isEmpty() && lengths.stream().allMatch(it -> it >= 1), "a subjob has 1 atom or more");
            require(
                    lengths.stream().allMatch(it -> (long) it * subjobs <= MOST_ATOMS),
                    String.format(
                            Locale.ROOT, "a job has at most %,d atoms: ask for fewer or shorter subjobs", MOST_ATOMS));
        }
    }

    /** Refuses a factor and counts that nothing can be judged by. */
    public Setup {
        require(
                declared.isEmpty() || (declared.getAsDouble() > 0 && Double.isFinite(declared.getAsDouble())),
                "what is declared is more than 0 times the largest peak");
        require(restartEvery >= 0 && newKindAfter >= 0, "a number of subjobs is 0 or more");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
