package org.atomizable.core.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
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
                        it -> "%s %s done and committed"
                                .formatted(report.atomsDone(), report.atomsDone() == 1 ? "atom" : "atoms"),
                        it -> it.message());
        return new ReportMessage(
                outcome,
                why,
                message,
                report.outcome().nextAtom(),
                seconds(report.timeIn(Phase.RESTORE).plus(report.timeIn(Phase.CONTINUE))),
                seconds(isCut(report) ? committed(report.outcome().nextAtom(), report.samples()) : report.useful()),
                seconds(report.timeIn(Phase.CHECKPOINT)),
                seconds(report.took()),
                report.peak().count(),
                sent(report).map(Metric::name).orElse(null),
                sent(report).map(Metric::value).orElse(null),
                null);
    }

    /** Infinity has no JSON, and a name may be as long as a checkpoint takes it. */
    private static Optional<Metric> sent(Report report) {
        return report.metric()
                .filter(it -> Double.isFinite(it.value()) && it.name().length() <= ReportMessage.LONGEST_METRIC);
    }

    /**
     * Returns the message that a subjob was stopped for its grant's end.
     *
     * @param kind a cut or an overrun
     * @param nextAtom the first atom that was not committed
     */
    public static ReportMessage stopped(FailureKind kind, long nextAtom, Seen seen) {
        return new ReportMessage(
                "failed",
                lower(kind),
                stopped(kind),
                nextAtom,
                0,
                seconds(committed(nextAtom, seen.ended())),
                0,
                seconds(took(seen.all().stream())),
                seen.ended().stream()
                        .map(Sample::peak)
                        .reduce(Bytes.ZERO, Bytes::max)
                        .count());
    }

    /** Says it to a person. */
    public static String stopped(FailureKind kind) {
        return kind == FailureKind.OVERRUN
                ? "something of it used the slice after the end of its grant"
                : "it was stopped for the end of its grant";
    }

    /** Returns the time in which atoms ran that are committed. */
    private static Duration committed(long nextAtom, List<Sample> samples) {
        return took(samples.stream().filter(it -> it.phase().hasAtoms() && it.atom() < nextAtom));
    }

    private static Duration took(Stream<Sample> samples) {
        return samples.map(Sample::took).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the message that hands a grant back unused. */
    public static ReportMessage handBack(long nextAtom, String because) {
        return new ReportMessage("handed-back", because, "the grant was not used", nextAtom, 0, 0, 0, 0, 0);
    }

    /** Returns the message that a worker ended without a report. */
    public static ReportMessage lost(FailureKind kind, long nextAtom, String message) {
        return new ReportMessage("failed", lower(kind), message, nextAtom, 0, 0, 0, 0, 0);
    }

    private static boolean isCut(Report report) {
        return report.outcome() instanceof Outcome.Failed failed && failed.kind() == FailureKind.CUT;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
