package org.atomizable.scheduler.market;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.job.Job;

/** Checks every constraint of a bid, because a job's arithmetic is not trusted. */
final class BidValidation {

    /** No bid has more variants. */
    static final int MOST_VARIANTS = 8;

    private static final int LONGEST_ID = 50;
    private static final double ROUNDING = 1e-6;

    private final Window window;
    private final Job job;
    private final Bids bids;

    private BidValidation(Window window, Job job, Bids bids) {
        this.window = window;
        this.job = job;
        this.bids = bids;
    }

    static void of(Window window, Job job, Bids bids) throws Refused {
        new BidValidation(window, job, bids).all();
    }

    private void all() throws Refused {
        if (bids.variants().size() > MOST_VARIANTS) {
            throw refused("has %s variants; the maximum is %s"
                    .formatted(bids.variants().size(), MOST_VARIANTS));
        }
        Set<String> ids = new HashSet<>();
        for (BidVariant variant : bids.variants()) {
            if (variant.id().isBlank() || variant.id().length() > LONGEST_ID) {
                throw refused("has a variant whose id is not of 1 to %s characters".formatted(LONGEST_ID));
            }
            if (!ids.add(variant.id())) {
                throw refused("names two variants \"%s\"".formatted(variant.id()));
            }
            place(variant);
            size(variant);
            declared(variant);
        }
    }

    private void place(BidVariant variant) throws Refused {
        boolean forwards = !variant.from().isNegative() && variant.from().compareTo(variant.to()) < 0;
        if (!forwards || variant.to().compareTo(window.length()) > 0) {
            throw refused(
                    variant,
                    "asks for %s to %s of a window of %s".formatted(variant.from(), variant.to(), window.length()));
        }
        if (variant.after().isPresent()) {
            Optional<BidVariant> earlier = bids.variant(variant.after().get());
            if (earlier.isEmpty() || earlier.get().to().compareTo(variant.from()) > 0) {
                throw refused(
                        variant,
                        "continues \"%s\", which is no earlier variant of this bid"
                                .formatted(variant.after().get()));
            }
        }
    }

    private void size(BidVariant variant) throws Refused {
        long left = job.request.totalAtoms().orElse(Long.MAX_VALUE) - variant.firstAtom();
        if (variant.firstAtom() < 0 || variant.atoms() < 1 || variant.atoms() > left) {
            throw refused(
                    variant,
                    "has %s atoms from atom %s, and the job has fewer".formatted(variant.atoms(), variant.firstAtom()));
        }
        if (variant.memory().exceeds(window.capacity())) {
            throw refused(variant, "may need %s of %s".formatted(variant.memory(), window.capacity()));
        }
        if (variant.usefulSeconds() > seconds(variant)) {
            throw refused(
                    variant, "would run atoms for %s s of %s s".formatted(variant.usefulSeconds(), seconds(variant)));
        }
    }

    private void declared(BidVariant variant) throws Refused {
        if (job.request.totalAtoms().isPresent()) {
            long left = job.request.totalAtoms().get() - variant.firstAtom();
            atMost(variant, JobFeature.PROGRESS, (double) variant.atoms() / left);
        } else {
            atMost(variant, JobFeature.PROGRESS, 0);
        }
        if (job.request.deadline().isEmpty()) {
            atMost(variant, JobFeature.DEADLINE_PRESSURE, 0);
        }
        atMost(variant, JobFeature.USEFUL_SHARE, variant.usefulSeconds() / seconds(variant));
        double memory = (double) variant.memory().count() / window.capacity().count();
        atMost(variant, JobFeature.HEADROOM, 1 - memory);
        double greatest = 0;
        for (double value : variant.features().values().values()) {
            greatest = Math.max(greatest, value);
        }
        if (!(variant.utility() >= 0 && variant.utility() <= greatest + ROUNDING)) {
            throw refused(
                    variant,
                    "has a utility of %s; as an average of its features it can be at most %s"
                            .formatted(variant.utility(), greatest));
        }
    }

    private void atMost(BidVariant variant, JobFeature feature, double bound) throws Refused {
        double declared = variant.features().of(feature);
        if (declared > bound + ROUNDING) {
            throw refused(
                    variant,
                    "declares a %s of %s; by its own numbers that can be at most %s"
                            .formatted(feature.word(), declared, bound));
        }
    }

    private static double seconds(BidVariant variant) {
        return variant.length().toNanos() / 1e9;
    }

    private Refused refused(BidVariant variant, String what) {
        return refused("has a variant \"%s\" that %s".formatted(variant.id(), what));
    }

    private Refused refused(String what) {
        return new Refused(
                Refused.Reason.DOES_NOT_FIT,
                "the bid of job %s for window %s %s".formatted(job.id, window.id(), what),
                "Bid only what fits, and declare only what is true.");
    }
}
