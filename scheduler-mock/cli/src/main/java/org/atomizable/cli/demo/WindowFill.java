package org.atomizable.cli.demo;

import java.time.Duration;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.core.plan.FirstLook;

/**
 * How full the windows of some subjobs were. Those that finish their job or are first looks give the rest of their window back at
 * once, and do not count.
 *
 * @param leased time of their grants
 * @param used the part in which something was restored, run or checkpointed
 */
record WindowFill(Duration leased, Duration used) {

    static final WindowFill NONE = new WindowFill(Duration.ZERO, Duration.ZERO);

    WindowFill and(Subjob subjob, Report report) {
        if (!(report.outcome() instanceof Outcome.Yielded) || FirstLook.planned(subjob)) {
            return this;
        }
        Duration grant =
                Duration.between(subjob.grant().starts(), subjob.grant().ends());
        return new WindowFill(leased.plus(grant), used.plus(report.took()));
    }

    WindowFill and(WindowFill other) {
        return new WindowFill(leased.plus(other.leased), used.plus(other.used));
    }

    /** Returns the share that was used, from 0 to 1; 1 if no subjob counts. */
    double share() {
        return leased.isZero() ? 1 : (double) used.toNanos() / leased.toNanos();
    }
}
