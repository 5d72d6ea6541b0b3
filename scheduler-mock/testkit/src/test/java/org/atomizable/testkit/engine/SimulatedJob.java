package org.atomizable.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.JobScheduler;
import org.atomizable.testkit.engine.ChainWorld.Step;

/** A job in virtual time with a real store, in memory. It notes breaches: an atom that is committed twice or out of order, and a token issued twice. */
final class SimulatedJob {

    static final Duration COMMIT = Duration.ofSeconds(1);

    private final JobSpec spec;
    private final Duration atom;
    private final int commitEvery;
    private final TimeSource time;
    private final List<String> breaches;
    private final MemoryObjectSpace space = new MemoryObjectSpace();
    private final Set<Long> tokens = new HashSet<>();
    private long committedBy;
    private long committed;

    SimulatedJob(JobSpec spec, Duration atom, int commitEvery, TimeSource time, List<String> breaches) {
        this.spec = spec;
        this.atom = atom;
        this.commitEvery = commitEvery;
        this.time = time;
        this.breaches = breaches;
    }

    JobSpec spec() {
        return spec;
    }

    CheckpointStore store() throws CheckpointException {
        return Checkpoints.in(space, spec.name(), StoreOptions.usual());
    }

    /** Runs atoms as an agent has them run: takes what it can use, commits, reports. */
    AgentResult work(JobScheduler scheduler, VirtualProcess process, Consumer<Step> death) throws InterruptedException {
        try (CheckpointStore store = store()) {
            Deque<EventMessage> heard = new ArrayDeque<>();
            long next = next(store);
            if (spec.atomsLeft(next) == 0) {
                return new AgentResult.Finished(next);
            }
            scheduler.register(
                    new JobRegistration(spec.name(), "signals", null, 0, null, spec.atomsLeft(0), next), "key");
            long newest = 0;
            try (JobScheduler.Listening listening = scheduler.events("link", listener(heard))) {
                while (true) {
                    EventMessage event = heard.poll();
                    if (event == null) {
                        process.sleep(Duration.ofMillis(250));
                    } else if (event.ended() != null) {
                        return new AgentResult.Withdrawn(
                                event.ended().how(), event.ended().by(), next);
                    } else if (event.window() != null) {
                        boolean fits = fits(event.window().closes());
                        scheduler.signal(
                                event.window().id(), new SignalMessage("link", fits, 1, 1, 1, "the rest is too short"));
                    } else if (event.grant() != null) {
                        long token = event.grant().token();
                        if (token <= newest || !tokens.add(token)) {
                            breaches.add("token %s was issued before, or after %s".formatted(token, newest));
                        }
                        newest = token;
                        next = subjob(
                                store, new FencingToken(token), event.grant().ends(), process, death);
                        String outcome = spec.atomsLeft(next) == 0 ? "finished" : "yielded";
                        scheduler.report(event.grant().id(), new ReportMessage(outcome, "", "", next, 0, 0, 0, 0, 0));
                        if (spec.atomsLeft(next) == 0) {
                            return new AgentResult.Finished(next);
                        }
                    }
                }
            }
        } catch (StaleTokenException e) {
            return new AgentResult.Failed(FailureKind.FENCED, e.getMessage(), committed);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static EventListener listener(Deque<EventMessage> heard) {
        return new EventListener() {
            @Override
            public void on(EventMessage event) {
                heard.add(event);
            }

            @Override
            public void lost(AtomizableException why) {
                throw new IllegalStateException(why);
            }
        };
    }

    private boolean fits(Instant ends) {
        return !time.now().plus(atom).plus(COMMIT).isAfter(ends);
    }

    private static long next(CheckpointStore store) throws Exception {
        return store.latest().map(Checkpoint::nextAtom).orElse(0L);
    }

    private long subjob(
            CheckpointStore store, FencingToken token, Instant ends, VirtualProcess process, Consumer<Step> death)
            throws Exception {
        store.fence(token);
        Optional<Checkpoint> from = store.latest();
        long next = from.map(Checkpoint::nextAtom).orElse(0L);
        long base = next;
        long sum = from.isPresent() ? from.get().state().longs("sum")[0] : 0;
        while (spec.atomsLeft(next) > 0 && fits(ends)) {
            process.sleep(atom);
            death.accept(Step.ATOM);
            sum = 31 * sum + next;
            next++;
            if (next - base == commitEvery || spec.atomsLeft(next) == 0 || !fits(ends)) {
                commit(store, token, base, next, sum, process, death);
                base = next;
            }
        }
        return next;
    }

    private void commit(
            CheckpointStore store,
            FencingToken token,
            long base,
            long next,
            long sum,
            VirtualProcess process,
            Consumer<Step> death)
            throws Exception {
        CheckpointStore.Draft draft = store.open(next, token);
        draft.state().longs("sum", sum);
        // A process that is killed here closes nothing.
        death.accept(Step.SAVE);
        process.sleep(COMMIT);
        draft.commit();
        draft.close();
        if (base != committed || token.value() < committedBy) {
            breaches.add("%s committed atoms %s to %s under token %s after atom %s under token %s"
                    .formatted(time.now(), base, next, token, committed, committedBy));
        }
        committed = next;
        committedBy = token.value();
        death.accept(Step.COMMITTED);
    }

    long committed() {
        return committed;
    }

    /** Checks that all atoms were done once and in order. */
    void checkFinished() throws Exception {
        long sum = 0;
        for (long it = 0; it < spec.atomsLeft(0); it++) {
            sum = 31 * sum + it;
        }
        try (CheckpointStore store = store()) {
            Checkpoint last = store.latest().orElseThrow();
            assertThat(last.nextAtom()).isEqualTo(spec.atomsLeft(0));
            assertThat(last.state().longs("sum")).containsExactly(sum);
        }
    }
}
