package org.atomizable.scheduler.market;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/**
 * A job's answer to a window in JASDA.
 *
 * @param job its id
 * @param variants the subjobs of which it would take one, or one with those that continue it; empty if it is not
 *     interested
 * @param because the reason for the answer, in a few words
 * @param needed the memory without which not even one atom is safe there, if the job said so
 */
public record Bids(String job, List<Variant> variants, String because, Optional<Bytes> needed) implements JobAnswer {

    /**
     * One of them.
     *
     * @param id its name among them
     * @param after the one that it continues
     * @param from when the lease that is asked for starts, after the window's opening
     * @param to when it ends, likewise; later
     * @param memory bound of its peak
     * @param usefulSeconds typical time in which atoms would run
     * @param features what is declared of it
     * @param utility how much the job wants it, in [0, 1]
     */
    public record Variant(
            String id,
            Optional<String> after,
            long firstAtom,
            long atoms,
            Duration from,
            Duration to,
            Bytes memory,
            double usefulSeconds,
            Features<JobFeature> features,
            double utility) {

        Duration length() {
            return to.minus(from);
        }

        Interval in(Window window) {
            return new Interval(window.opens().plus(from), window.opens().plus(to));
        }
    }

    /** Copies the variants. */
    public Bids {
        variants = List.copyOf(variants);
    }

    /** Makes bids that do not tell how much memory is needed. */
    public Bids(String job, List<Variant> variants, String because) {
        this(job, variants, because, Optional.empty());
    }

    @Override
    public boolean interested() {
        return !variants.isEmpty();
    }

    /** Returns what memory its variants may need; empty if there are none. */
    Optional<MemoryClaim> claim() {
        return variants.stream().map(it -> MemoryClaim.of(it.memory())).reduce(MemoryClaim::and);
    }

    Optional<Variant> variant(String id) {
        return variants.stream().filter(it -> it.id().equals(id)).findFirst();
    }
}
