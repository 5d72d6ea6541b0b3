package org.atomizable.core.report;

import java.time.Duration;
import java.util.Locale;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.wire.ReportMessage;

/** Converts the result of a subjob into the report for the scheduler. */
public final class Reports {

    private Reports() {}

    /** Returns the message that reports a run. */
    public static ReportMessage of(Report report) {
        String outcome = report.outcome().match(it -> "finished", it -> "yielded", it -> "failed");
        String why = report.outcome().match(it -> "", it -> lower(it.why()), it -> lower(it.kind()));
        String message = report.outcome()
                .match(
                        it -> "the job is done",
                        it -> "%d atoms done and committed".formatted(report.atomsDone()),
                        it -> it.message());
        return new ReportMessage(
                outcome,
                why,
                message,
                report.outcome().nextAtom(),
                seconds(report.timeIn(Phase.RESTORE).plus(report.timeIn(Phase.CONTINUE))),
                seconds(report.useful()),
                seconds(report.timeIn(Phase.CHECKPOINT)),
                seconds(report.took()),
                report.peak().count());
    }

    /** Returns the message that hands a grant back unused. */
    public static ReportMessage handBack(long nextAtom, String because) {
        return new ReportMessage("handed-back", because, "the grant was not used", nextAtom, 0, 0, 0, 0, 0);
    }

    /** Returns the message that a worker ended without a report. */
    public static ReportMessage lost(FailureKind kind, long nextAtom, String message) {
        return new ReportMessage("failed", lower(kind), message, nextAtom, 0, 0, 0, 0, 0);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
