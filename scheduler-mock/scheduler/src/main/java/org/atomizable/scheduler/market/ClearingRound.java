package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.ClearingOutcome;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.job.Job;

/** An announced window, and the answers so far. Guarded by the market's lock. */
final class ClearingRound {

    private static final int MOST_WAVES = 4;
    private static final String LEFT_OUT =
            "; left out: most of what its tenant had brought no atom, the window would give it more than its"
                    + " share, and others wanted it";

    final Window window;
    final Instant answersBy;
    /** Set if the window was announced during its slice's pause, to jobs that had started to wait since. */
    final Optional<SliceOffers.Lapse> within;

    private final Set<Job> stragglers;
    /** The window as it was offered to each job, without the memory of others that stay on the slice. */
    private final Map<Job, Window> asked = new HashMap<>();

    private final Set<Job> missing = new LinkedHashSet<>();
    private final Map<Job, JobAnswer> answers = new LinkedHashMap<>();
    private int waves = 1;
    private boolean barred;
    private List<Job> leftOut = List.of();

    /**
     * Makes one.
     *
     * @param stragglers jobs that are waited for even if they left many windows unanswered
     */
    ClearingRound(Window window, Instant answersBy, Optional<SliceOffers.Lapse> within, Set<Job> stragglers) {
        this.window = window;
        this.stragglers = stragglers;
        this.answersBy = answersBy;
        this.within = within;
    }

    int asked() {
        return asked.size();
    }

    boolean hasAsked(Job job) {
        return asked.containsKey(job);
    }

    /** Returns the window as it was offered to a job. */
    Window offered(Job job) {
        return asked.getOrDefault(job, window);
    }

    /**
     * Returns whether more jobs may be asked, because none of the jobs asked so far wants the window. The number of
     * rounds is limited, because each costs a message per job.
     */
    boolean wantsMore(Instant now) {
        return within.isEmpty()
                && waves < MOST_WAVES
                && now.isBefore(answersBy)
                && missing.stream().noneMatch(this::awaits)
                && interested().isEmpty();
    }

    private boolean awaits(Job job) {
        return job.awaited() || (job.waiting() && stragglers.contains(job));
    }

    /** Notes that a winner was not allowed to hold the window. */
    void bar() {
        barred = true;
    }

    boolean barred() {
        return barred;
    }

    /** Notes that jobs of tenants that only take could not win the window. */
    void leaveOut(List<Job> takers) {
        leftOut = takers;
    }

    void beginWave() {
        waves++;
    }

    /** Notes that a job is told of it; returns whether it was not before. */
    boolean ask(Job job, Window offered) {
        if (asked.putIfAbsent(job, offered) != null) {
            return false;
        }
        if (!answers.containsKey(job)) {
            missing.add(job);
        }
        return true;
    }

    void answer(Job job, JobAnswer answer) {
        answers.put(job, answer);
        missing.remove(job);
        job.spoke();
    }

    Map<Job, JobAnswer> answers() {
        return answers;
    }

    /** Tells whether nothing more is to be waited for. */
    boolean complete(Instant now) {
        if (!now.isBefore(answersBy)) {
            return true;
        }
        // Those who were silent for long are not waited for, unless there is nobody else.
        return missing.stream().noneMatch(this::awaits)
                && (unheard().isEmpty() || !interested().isEmpty());
    }

    /** Returns when it has to be looked at next, if nothing is said until then. */
    Instant nextDue(Instant now) {
        return now.isBefore(window.opens()) && window.opens().isBefore(answersBy) ? window.opens() : answersBy;
    }

    /** Returns whether a job has bid, so that the window is cleared as in JASDA. */
    boolean bidFor() {
        return interested().stream().anyMatch(job -> answers.get(job) instanceof Bids);
    }

    /** Tells whether a job that could win here may yet bid there. */
    boolean sharesBidders(ClearingRound other) {
        return interested().stream().anyMatch(other.asked::containsKey);
    }

    /** Returns those that could be given the window. */
    List<Job> interested() {
        return answers.entrySet().stream()
                .filter(it -> it.getValue().interested() && it.getKey().waiting())
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns those that have signalled and could be given the window.
     *
     * @param deficit how far a job's tenant is below its fair share
     * @param reach the share of slices that a job can use
     */
    List<SelectionCandidate> candidates(ToDoubleFunction<Job> deficit, ToDoubleFunction<Job> reach) {
        List<SelectionCandidate> candidates = new ArrayList<>();
        interested().forEach(job -> {
            if (answers.get(job) instanceof Signal signal) {
                candidates.add(new SelectionCandidate(
                        job.id,
                        job.registered,
                        job.waitingSince(),
                        job.request.priority(),
                        job.request.deadline(),
                        signal.atoms(),
                        signal.useful(),
                        signal.total(),
                        job.atomsLeft(),
                        !signal.firstLook(),
                        job.seen(),
                        deficit.applyAsDouble(job),
                        reach.applyAsDouble(job)));
            }
        });
        return candidates;
    }

    /** Returns whether a job with enough memory declined it. */
    boolean lacksTime() {
        return answers.entrySet().stream()
                .filter(it -> !it.getValue().interested() && it.getKey().waiting())
                .anyMatch(it -> !it.getValue()
                        .needed()
                        .orElse(Bytes.ZERO)
                        .exceeds(offered(it.getKey()).capacity()));
    }

    /** Returns those that were told of it, could have answered, and have not. */
    List<Job> unheard() {
        return missing.stream().filter(Job::waiting).toList();
    }

    /** Returns whose jobs were told of it, or have answered. */
    private Set<String> tenants() {
        return Stream.concat(asked.keySet().stream(), answers.keySet().stream())
                .map(job -> job.request.tenant())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the part of the window in which atoms of an answer would run, in [0, 1]. */
    double share(JobAnswer answer) {
        double useful = 0;
        if (answer instanceof Signal signal && signal.interested()) {
            useful = seconds(signal.useful());
        } else if (answer instanceof Bids bids) {
            for (BidVariant variant : bids.variants()) {
                useful = Math.max(useful, variant.usefulSeconds());
            }
        }
        return Math.min(1, useful / seconds(window.length()));
    }

    /**
     * Returns what became of it.
     *
     * @param silent the jobs that could have answered and did not
     * @param why the reason; empty if there is no winner
     */
    Cleared cleared(
            List<Job> silent, List<Cleared.Winner> winners, Optional<String> why, Optional<ClearingOutcome> outcome) {
        List<Cleared.Heard> heard = answers.entrySet().stream()
                .map(answer -> entry(answer.getKey(), answer.getValue()))
                .toList();
        List<Cleared.Unheard> unheard = silent.stream()
                .map(job -> new Cleared.Unheard(job.name(), job.request.tenant()))
                .toList();
        String reason = why.orElseGet(() -> whyNobody(heard, unheard.isEmpty()));
        return new Cleared(window, new Cleared.Asked(tenants(), heard, unheard), winners, reason, outcome);
    }

    private Cleared.Heard entry(Job job, JobAnswer answer) {
        String because = leftOut.contains(job) ? answer.because() + LEFT_OUT : answer.because();
        return new Cleared.Heard(job.name(), job.request.tenant(), answer.interested(), share(answer), because);
    }

    private static String whyNobody(List<Cleared.Heard> heard, boolean allHeard) {
        if (heard.stream().anyMatch(Cleared.Heard::interested)) {
            return "every interested job got another window in the meantime, or the window closed";
        }
        return allHeard ? "nobody was interested" : "nobody was interested in time";
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
