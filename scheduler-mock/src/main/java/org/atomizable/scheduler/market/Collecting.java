package org.atomizable.scheduler.market;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Candidate;

/** A window that was announced, and what the jobs have said to it. Guarded by the market's lock. */
final class Collecting {

    final Window window;
    final Instant answersBy;
    private final Set<Job> asked = new LinkedHashSet<>();
    private final Map<Job, Signal> answers = new LinkedHashMap<>();

    Collecting(Window window, Instant answersBy) {
        this.window = window;
        this.answersBy = answersBy;
    }

    /** Notes that a job is told of it; returns whether it was not before. */
    boolean ask(Job job) {
        return asked.add(job);
    }

    void answer(Job job, Signal signal) {
        answers.put(job, signal);
        job.missed = 0;
    }

    Map<Job, Signal> answers() {
        return answers;
    }

    /** Tells whether nothing more is to be waited for. */
    boolean complete(Instant now) {
        if (!now.isBefore(answersBy)) {
            return true;
        }
        List<Job> open = unheard();
        // Those who were silent for long are not waited for, unless there is nobody else.
        return open.stream().noneMatch(Job::awaited)
                && (open.isEmpty() || !candidates().isEmpty());
    }

    /** Returns those that could be given the window. */
    List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        answers.forEach((job, signal) -> {
            if (signal.interested() && job.waiting()) {
                candidates.add(new Candidate(
                        job.id,
                        job.registered,
                        job.request.priority(),
                        job.request.deadline(),
                        signal.atoms(),
                        signal.useful(),
                        signal.total()));
            }
        });
        return candidates;
    }

    /** Returns those that were told of it, could have answered, and have not. */
    List<Job> unheard() {
        return asked.stream()
                .filter(job -> job.waiting() && !answers.containsKey(job))
                .toList();
    }
}
