package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.client.SchedulerRefusedException;
import org.atomizable.core.client.SchedulerUnreachableException;
import org.atomizable.core.plan.Answers;
import org.atomizable.core.plan.FirstLook;
import org.atomizable.core.report.Attribution;
import org.atomizable.lab.simulate.schedule.Execution;
import org.atomizable.lab.simulate.schedule.Incidents;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.server.BothMailboxes;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.Request;
import org.atomizable.testkit.scheduler.MarketCalls;
import org.atomizable.testkit.scheduler.VirtualMarket;

/** Writes down what became of each subjob and of each task. For one thread. */
final class ScheduleRecorder implements VirtualMarket.Hop {

    private final TimeSource time;
    private final Instant origin;
    private final Map<String, Integer> slices = new HashMap<>();
    private final List<Execution> executions = new ArrayList<>();
    private final List<OptionalDouble> completions = new ArrayList<>();
    private final Map<String, Double> awarded = new HashMap<>();
    private final Map<String, Double> begun = new HashMap<>();
    private final Map<String, Double> handedBack = new HashMap<>();
    private final Map<String, Double> announced = new HashMap<>();
    private final List<Schedule.Offer> offers = new ArrayList<>();
    private final long[] reached;
    private long memoryViolations;
    private long overruns;
    private long wastedAtoms;
    private long failures;
    private long lateRestores;
    private long rejectedThoughRunnable;

    ScheduleRecorder(Workload workload, TimeSource time) {
        this.time = time;
        this.origin = time.now();
        for (int i = 0; i < workload.slices().size(); i++) {
            slices.put(workload.slices().get(i).id(), i);
        }
        this.reached = new long[workload.tasks().size()];
        workload.tasks().forEach(it -> completions.add(OptionalDouble.empty()));
    }

    /** Returns the time since the beginning, in seconds. */
    double now() {
        return seconds(time.now());
    }

    private double seconds(Instant instant) {
        return seconds(Duration.between(origin, instant));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    void finished(SimulatedTask task) {
        completions.set(task.index(), OptionalDouble.of(now()));
    }

    @Override
    public Mailbox before(Mailbox agents) {
        return new BothMailboxes(new Announcements(), agents);
    }

    /** Takes down when the first job was asked about each window. */
    private final class Announcements implements Mailbox {

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            announced.putIfAbsent(window.id(), now());
        }

        @Override
        public void granted(String job, Grant grant) {}

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {}

        @Override
        public void forgotten(String job) {}
    }

    /** Sees each report of a grant, by a worker that has ended or by an agent that hands it back. */
    @Override
    public MarketCalls.Link before(MarketCalls.Link market) {
        return new MarketCalls.Link() {
            @Override
            public <T> T pass(Optional<Request> request, MarketCalls.Work<T> work)
                    throws SchedulerUnreachableException, SchedulerRefusedException, InterruptedException {
                request.filter(it -> it.message() == Message.REPORT && begun.containsKey(it.subject()))
                        .ifPresent(it -> handedBack.put(it.subject(), now()));
                return market.pass(request, work);
            }
        };
    }

    /** Returns what tells this recorder what became of windows. */
    Observer ofMarket() {
        return new Observer() {
            @Override
            public void cleared(Cleared cleared) {
                Optional.ofNullable(announced.remove(cleared.window().id()))
                        .ifPresent(since -> offers.add(
                                new Schedule.Offer(index(cleared.window().slice()), since, now())));
                cleared.winners().forEach(it -> awarded.put(it.grant().id(), now()));
            }
        };
    }

    /**
     * Returns what tells this recorder of a task's answers and subjobs.
     *
     * @param durable returns the first atom that is in no checkpoint
     * @param wouldFit tells whether an atom would fit a window, with restore and checkpoint
     */
    AgentObserver of(SimulatedTask task, LongSupplier durable, Predicate<Window> wouldFit) {
        return new AgentObserver() {
            @Override
            public void answered(Window window, Answer answer) {
                boolean refused = answer instanceof Answer.Silence silence
                        && !silence.because().equals(Answers.ALREADY_RUNS);
                rejectedThoughRunnable += refused && wouldFit.test(window) ? 1 : 0;
            }

            @Override
            public void begins(Subjob subjob) {
                begun.put(subjob.grant().id(), now());
            }

            @Override
            public void ended(Subjob subjob, Report report, JobProfile profile) {
                record(task, subjob, report.samples(), stop(subjob, report.outcome()), durable.getAsLong());
            }

            @Override
            public void lost(Subjob subjob, Attribution by, List<Sample> learned, JobProfile profile) {
                boolean overrun = !time.now().isBefore(subjob.grant().ends());
                overruns += overrun ? 1 : 0;
                failures += overrun || FirstLook.planned(subjob) ? 0 : 1;
                record(task, subjob, learned, Execution.Stop.LOST, durable.getAsLong());
            }
        };
    }

    private static Execution.Stop stop(Subjob subjob, Outcome outcome) {
        if (outcome instanceof Outcome.Failed) {
            return Execution.Stop.LOST;
        }
        if (FirstLook.planned(subjob)) {
            return Execution.Stop.FIRST_LOOK;
        }
        return outcome instanceof Outcome.Yielded yielded && yielded.why() != StopReason.ALL_ATOMS_DONE
                ? Execution.Stop.GUARD
                : Execution.Stop.PLANNED;
    }

    private int index(Slice slice) {
        return Objects.requireNonNull(slices.get(slice.id()));
    }

    /** Atoms that ran count as far as a checkpoint holds them; the others have to run again. */
    private void record(SimulatedTask task, Subjob subjob, List<Sample> samples, Execution.Stop stop, long durable) {
        long kept = durable - reached[task.index()];
        reached[task.index()] = durable;
        Slice slice = subjob.grant().slice();
        boolean tooMuch = samples.stream().anyMatch(it -> it.peak().exceeds(slice.memory()));
        memoryViolations += tooMuch ? 1 : 0;
        double work = 0;
        double restore = 0;
        double checkpoint = 0;
        boolean continued = samples.stream().anyMatch(it -> it.phase().equals(Phase.CONTINUE))
                && samples.stream().noneMatch(it -> it.phase().isRestore());
        for (Sample sample : samples) {
            double took = seconds(sample.took());
            if (sample.phase().hasAtoms()) {
                work += kept > 0 ? took : 0;
                wastedAtoms += kept > 0 ? 0 : 1;
                kept--;
            } else if (sample.phase().isRestore() || sample.phase().equals(Phase.CONTINUE)) {
                restore += took;
            } else {
                checkpoint += took;
            }
        }
        double from = Objects.requireNonNull(begun.remove(subjob.grant().id()));
        // The agent keeps a worker that restores beyond its grant, so that the next grant finds it warm.
        Optional<Double> early =
                Optional.ofNullable(handedBack.remove(subjob.grant().id()));
        lateRestores += early.isPresent() ? 1 : 0;
        double to = early.orElse(now());
        Optional<Double> decided =
                Optional.ofNullable(awarded.remove(subjob.grant().id()));
        executions.add(new Execution(
                task.index(),
                index(slice),
                from,
                to,
                Math.max(to, seconds(subjob.grant().ends())),
                Math.min(restore, to - from),
                work,
                checkpoint,
                decided.orElse(from),
                stop,
                continued));
    }

    Schedule schedule(String scheduler) {
        List<Execution> sorted = new ArrayList<>(executions);
        sorted.sort(Comparator.comparingDouble(Execution::from));
        return new Schedule(
                scheduler,
                sorted,
                completions,
                offers,
                new Incidents(memoryViolations, overruns, wastedAtoms, failures, lateRestores, rejectedThoughRunnable));
    }
}
