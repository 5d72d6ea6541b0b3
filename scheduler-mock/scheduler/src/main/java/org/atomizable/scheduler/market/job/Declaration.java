package org.atomizable.scheduler.market.job;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.SubjobEnd;

/**
 * The declaration of a job about the variant that it won, to be compared with the observations.
 *
 * @param asked the start of the lease that it asked for
 * @param wasThere whether the job last ran on that slice
 * @param hasDeadline whether the job has a deadline
 */
public record Declaration(BidVariant variant, Instant asked, boolean wasThere, boolean hasDeadline) {

    /** Tells whether a lease that has ended says anything about its holder's word. */
    static boolean judges(Lease ended) {
        return ended.ended().filter(it -> it.by() != LeaseEvent.WITHDRAW).isPresent();
    }

    /** Returns what was seen of what was declared; who did more than he said is not blamed for it. */
    Features<JobFeature> seen(Lease ended) {
        double part = partGranted(ended);
        SubjobEnd end = ended.end()
                .filter(it -> it.kind() != SubjobEnd.Kind.HANDED_BACK)
                .orElse(new SubjobEnd(
                        SubjobEnd.Kind.FAILED,
                        "",
                        variant.firstAtom(),
                        Duration.ZERO,
                        Duration.ZERO,
                        variant.memory()));
        boolean done = end.kind() == SubjobEnd.Kind.FINISHED;
        double atoms = (double) Math.max(0, end.nextAtom() - variant.firstAtom()) / variant.atoms();
        double useful = seconds(end.useful()) / Math.max(1e-9, variant.usefulSeconds());
        Map<JobFeature, Double> seen = new EnumMap<>(JobFeature.class);
        seen.putAll(variant.features().values());
        kept(seen, JobFeature.PROGRESS, done ? 1 : atoms / part);
        kept(seen, JobFeature.USEFUL_SHARE, done ? 1 : useful / part);
        kept(seen, JobFeature.LOCALITY, wasThere ? 1 : 0);
        kept(seen, JobFeature.DEADLINE_PRESSURE, hasDeadline ? 1 : 0);
        kept(seen, JobFeature.HEADROOM, end.peak().exceeds(variant.memory()) ? 0 : 1);
        return new Features<>(seen);
    }

    private static void kept(Map<JobFeature, Double> seen, JobFeature feature, double part) {
        seen.computeIfPresent(feature, (it, declared) -> declared * Math.min(1, part));
    }

    /** A lease that was issued late has less time than was asked for. */
    private double partGranted(Lease ended) {
        Instant from = ended.grant().starts().isAfter(asked) ? ended.grant().starts() : asked;
        double part = seconds(Duration.between(from, ended.grant().ends())) / seconds(variant.length());
        return Math.min(1, Math.max(1e-9, part));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
