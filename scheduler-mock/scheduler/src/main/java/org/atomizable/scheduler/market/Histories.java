package org.atomizable.scheduler.market;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.Job;

/** The recent history of each job. Limited per job and in total. Guarded by the market's lock. */
final class Histories {

    static final int MOST_OF_A_JOB = 50;

    /** They are small, but there may be thousands of jobs. */
    static final int MOST = 20_000;

    private static final class History {
        final Deque<Lease> ended = new ArrayDeque<>();
        long failures;
        Optional<JobHistory.Answer> answer = Optional.empty();
    }

    private final Map<String, History> byJob = new HashMap<>();
    /** In the order of their end; some are kept no longer. */
    private final Deque<Lease> order = new ArrayDeque<>();

    void ended(Lease lease) {
        History history = opened(lease.job());
        history.ended.add(lease);
        history.failures += failed(lease) ? 1 : 0;
        if (history.ended.size() > MOST_OF_A_JOB) {
            history.ended.remove();
        }
        order.add(lease);
        if (order.size() > MOST) {
            Lease oldest = order.remove();
            Optional.ofNullable(byJob.get(oldest.job())).ifPresent(it -> it.ended.remove(oldest));
        }
    }

    /** Records the jobs' answers to a window, and the result. */
    void cleared(Map<Job, JobAnswer> answers, Cleared cleared) {
        String reason = cleared.why(it -> "another job");
        answers.forEach((job, said) -> {
            boolean won = cleared.winners().stream()
                    .anyMatch(it -> it.job().equals(job.name()) && it.tenant().equals(job.request.tenant()));
            opened(job.id).answer = Optional.of(new JobHistory.Answer(
                    cleared.window().id(),
                    cleared.window().slice().id(),
                    cleared.window().closes(),
                    said.interested(),
                    said.because(),
                    won,
                    reason));
        });
    }

    JobHistory of(String job, List<Lease> living) {
        return Optional.ofNullable(byJob.get(job))
                .map(it -> new JobHistory(living, List.copyOf(it.ended), it.failures, it.answer))
                .orElseGet(() -> new JobHistory(living, List.of(), 0, Optional.empty()));
    }

    void forget(String job) {
        byJob.remove(job);
    }

    private History opened(String job) {
        return byJob.computeIfAbsent(job, it -> new History());
    }

    private static boolean failed(Lease lease) {
        // A subjob that was cut committed what it could; its machine was slow, or its window short.
        return lease.ended()
                .filter(it -> switch (it.by()) {
                    case OVERRUN, SILENCE, OUT_OF_MEMORY -> true;
                    case REPORT ->
                        lease.end()
                                .filter(end -> end.kind() == SubjobEnd.Kind.FAILED)
                                .isPresent();
                    case ACCEPT, HEARTBEAT, CUT, END, SCHEDULER_AWAY, WITHDRAW -> false;
                })
                .isPresent();
    }
}
