package org.atomizable.scheduler.server;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.market.JobHistory;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobState;

/** Says in a sentence or two why a job has no slice now, and what would help. */
final class WaitingReason {

    private static final int MANY_MISSED = 3;

    private WaitingReason() {}

    /**
     * Returns the reason; empty if the job does not wait.
     *
     * @param memory why scarce memory holds it up, if it does
     */
    static Optional<String> of(
            JobFacts job, JobHistory history, Optional<String> memory, List<Slice> slices, List<Slice> possible) {
        if (job.state() != JobState.WAITING) {
            return Optional.empty();
        }
        Bytes largest = Stream.concat(slices.stream(), possible.stream())
                .map(Slice::memory)
                .max(Comparator.comparingLong(Bytes::count))
                .orElse(Bytes.ZERO);
        Optional<Bytes> needed = job.part().needed();
        if (needed.filter(it -> it.exceeds(largest)).isPresent()) {
            return Optional.of("It needs %s, and the largest slice has %s. It can run on a GPU with larger slices only."
                    .formatted(needed.get(), largest));
        }
        if (memory.isPresent()) {
            return memory;
        }
        if (job.part().missed() >= MANY_MISSED) {
            return Optional.of(
                    ("Its agent did not answer the last %s windows that it was offered. Check that the agent runs and "
                                    + "reaches this scheduler.")
                            .formatted(job.part().missed()));
        }
        return Optional.of(history.answer().map(WaitingReason::answered).orElseGet(() -> unanswered(job)));
    }

    private static String unanswered(JobFacts job) {
        return job.part().offered() == 0
                ? "It has not been offered a window yet: since its registration no slice was free for it, or other "
                        + "jobs had their turn."
                : "It was offered %s windows, and none of its answers is known. Its next turn comes with the next free slices."
                        .formatted(job.part().offered());
    }

    private static String answered(JobHistory.Answer answer) {
        if (!answer.interested()) {
            return "It declined the last window that it was offered (%s on %s): %s."
                    .formatted(answer.window(), answer.slice(), said(answer.because()));
        }
        if (answer.won()) {
            return "Its last subjob is over (%s on %s). It waits for the next window."
                    .formatted(answer.window(), answer.slice());
        }
        return "It wanted the last window that it was offered (%s on %s) and did not get it: %s."
                .formatted(answer.window(), answer.slice(), said(answer.reason()));
    }

    private static String said(String words) {
        String text = words.strip();
        return text.isEmpty() ? "it gave no reason" : text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
