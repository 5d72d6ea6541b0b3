package org.atomizable.scheduler.server;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Grant;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.LeaseState;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.jspecify.annotations.Nullable;

/**
 * A subjob of a job, as its page shows it.
 *
 * @param slice where it ran
 * @param kind of that slice
 * @param ends null while it runs
 * @param outcome {@code granted}, {@code running}, {@code awaited}, {@code finished}, {@code yielded}, {@code failed},
 *     {@code handed-back}, {@code cut}, {@code overrun}, {@code silent}, {@code scheduler-away}, {@code out-of-memory} or
 *     {@code withdrawn}
 * @param why it ended, in the holder's words; null if it did not say
 * @param message what the holder said of it to a person; null if it did not say
 * @param firstAtom null before the subjob was accepted
 * @param nextAtom the first atom that is not in its checkpoint; null if it reported nothing
 * @param memoryBound on which evidence the bound of its memory rests; null if the agent did not tell
 * @param timeBound on which evidence the bound of its time rests; null if the agent did not tell
 * @param token the fencing token that its checkpoints bear
 */
record SubjobView(
        String grant,
        String window,
        String slice,
        String kind,
        Instant starts,
        @Nullable Instant ends,
        String outcome,
        @Nullable String why,
        @Nullable String message,
        @Nullable Long firstAtom,
        @Nullable Long nextAtom,
        @Nullable Double usefulSeconds,
        @Nullable Long peakBytes,
        @Nullable BoundView memoryBound,
        @Nullable BoundView timeBound,
        long token) {

    public static SubjobView of(Lease lease, Optional<String> message) {
        Grant grant = lease.grant();
        Optional<SubjobEnd> end = lease.end();
        return new SubjobView(
                grant.id(),
                grant.window(),
                grant.slice().id(),
                grant.slice().kind().name(),
                grant.starts(),
                lease.ended().map(Lease.Ended::at).orElse(null),
                outcome(lease),
                end.map(SubjobEnd::why).filter(it -> !it.isBlank()).orElse(null),
                message.orElse(null),
                lease.acceptance().map(Acceptance::firstAtom).orElse(null),
                end.map(SubjobEnd::nextAtom).orElse(null),
                end.map(SubjobEnd::useful).map(Messages::seconds).orElse(null),
                end.map(SubjobEnd::peak).map(Bytes::count).orElse(null),
                lease.acceptance()
                        .flatMap(Acceptance::memoryMethod)
                        .map(BoundView::of)
                        .orElse(null),
                lease.acceptance()
                        .flatMap(Acceptance::timeMethod)
                        .map(BoundView::of)
                        .orElse(null),
                grant.token().value());
    }

    private static String outcome(Lease lease) {
        if (lease.ended().isEmpty()) {
            return lease.acceptance().isPresent() ? "running" : "granted";
        }
        if (lease.state() == LeaseState.AWAITED) {
            return "awaited";
        }
        return switch (lease.ended().get().by()) {
            case CUT -> "cut";
            case OVERRUN -> "overrun";
            case SILENCE -> "silent";
            case SCHEDULER_AWAY -> "scheduler-away";
            case OUT_OF_MEMORY -> "out-of-memory";
            case WITHDRAW -> "withdrawn";
            case ACCEPT, HEARTBEAT, END, REPORT ->
                lease.end()
                        .map(it -> it.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .orElse("yielded");
        };
    }
}
