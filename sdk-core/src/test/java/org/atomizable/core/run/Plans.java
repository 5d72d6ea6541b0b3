package org.atomizable.core.run;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;

/** Plans for tests. */
final class Plans {

    static final SliceKind KIND = new SliceKind("2g.20gb");

    private Plans() {}

    static RunPlan of(long token, long first, long last, Instant ends) {
        return new RunPlan(
                KIND,
                new FencingToken(token),
                first,
                last,
                ends,
                Bytes.gibi(1),
                Bytes.gibi(1),
                Reserve.usual(Duration.ofMillis(10), Duration.ofMillis(10)));
    }

    static RunPlan withMemory(RunPlan plan, Bytes capacity, Bytes bound) {
        return new RunPlan(
                plan.kind(),
                plan.token(),
                plan.firstAtom(),
                plan.lastAtom(),
                plan.ends(),
                capacity,
                bound,
                plan.reserve());
    }
}
