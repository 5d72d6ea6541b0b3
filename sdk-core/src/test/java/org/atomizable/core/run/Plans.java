package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;

/** Plans for tests. */
public final class Plans {

    static final SliceKind KIND = new SliceKind("2g.20gb");

    private Plans() {}

    /** Returns a plan with a little reserve. */
    public static RunPlan of(long token, long first, long last, Instant ends) {
        return new RunPlan(
                KIND,
                new FencingToken(token),
                first,
                last,
                last,
                ends,
                Bytes.gibi(1),
                Bytes.gibi(1),
                Reserve.usual(Duration.ofMillis(10), Duration.ofMillis(10)),
                Reserve.usual(Duration.ofMillis(10), Duration.ofMillis(10)));
    }

    /** The same plan, whose memory suffices up to an atom. */
    static RunPlan upTo(long mostAtom, RunPlan plan) {
        return new RunPlan(
                plan.kind(),
                plan.token(),
                plan.firstAtom(),
                plan.lastAtom(),
                mostAtom,
                plan.ends(),
                plan.capacity(),
                plan.bound(),
                plan.reserve(),
                plan.beyond());
    }

    static void assertFailed(FailureKind kind, Report report) {
        assertThat(report.outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failed.class, it -> assertThat(it.kind()).isEqualTo(kind));
    }

    static RunPlan withMemory(RunPlan plan, Bytes capacity, Bytes bound) {
        return new RunPlan(
                plan.kind(),
                plan.token(),
                plan.firstAtom(),
                plan.lastAtom(),
                plan.mostAtom(),
                plan.ends(),
                capacity,
                bound,
                plan.reserve(),
                plan.beyond());
    }
}
