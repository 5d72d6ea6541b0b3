package org.atomizable.core.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.window.Window;

/**
 * The situation of a job when it scores. Pure: the same values always give the same scores.
 *
 * @param atomsLeft the atoms it still has; {@link Long#MAX_VALUE} if unknown
 * @param deadline when its result is needed
 * @param lastSlice the id of the slice on which it last ran
 */
public record Situation(long atomsLeft, Optional<Instant> deadline, Optional<String> lastSlice) {

    /** Returns the scored variants of a window, in the order of the candidates. */
    public List<Variant> variants(List<Candidate> candidates, Window window, Utility utility) {
        return candidates.stream()
                .map(it -> {
                    Features<JobFeature> features = features(it, window);
                    return new Variant(
                            it.id(),
                            it.firstAtom(),
                            it.atoms(),
                            it.starts(),
                            it.length(),
                            it.footprint(),
                            features,
                            utility.of(features),
                            it.after());
                })
                .toList();
    }

    /** Returns what is true of a candidate. */
    Features<JobFeature> features(Candidate candidate, Window window) {
        Footprint need = candidate.footprint();
        Map<JobFeature, Double> features = new EnumMap<>(JobFeature.class);
        features.put(JobFeature.PROGRESS, share(candidate.atoms(), atomsLeft));
        features.put(
                JobFeature.USEFUL_SHARE,
                share(need.useful().toNanos(), candidate.length().toNanos()));
        features.put(JobFeature.DEADLINE_PRESSURE, pressure(candidate));
        features.put(
                JobFeature.LOCALITY,
                lastSlice.filter(window.slice().id()::equals).isPresent() ? 1.0 : 0.0);
        features.put(
                JobFeature.HEADROOM,
                1 - share(need.memory().upper().count(), window.capacity().count()));
        return new Features<>(features);
    }

    /** The share of the time until the deadline that the atoms left would take. */
    private double pressure(Candidate candidate) {
        if (deadline.isEmpty()) {
            return 0;
        }
        Duration until = Duration.between(candidate.starts(), deadline.get());
        if (until.isNegative() || until.isZero()) {
            return 1;
        }
        if (atomsLeft == Long.MAX_VALUE) {
            return 0;
        }
        double needed = (double) candidate.footprint().useful().toNanos() / candidate.atoms() * atomsLeft;
        return Math.min(1, needed / until.toNanos());
    }

    private static double share(long part, long whole) {
        return Math.min(1, (double) part / whole);
    }
}
