package org.atomizable.core.agent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;

/** Waits for workers on a separate thread, so that the agent can handle events in the meantime. */
final class WorkerThread implements Workers, AutoCloseable {

    private final WorkerLauncher launcher;
    private final TimeSource time;
    private final Inbox inbox;
    private final AgentObserver observer;
    private final ExecutorService thread;
    private final Map<String, Slice> granted = new ConcurrentHashMap<>();
    private volatile WonShare won = WonShare.UNKNOWN;

    WorkerThread(String job, WorkerLauncher launcher, TimeSource time, Inbox inbox, AgentObserver observer) {
        this.launcher = launcher;
        this.time = time;
        this.inbox = inbox;
        this.observer = observer;
        this.thread = Executors.newSingleThreadExecutor(action -> {
            Thread made = new Thread(action, "atomizable-run-" + job);
            made.setDaemon(true);
            return made;
        });
    }

    @Override
    public void answered(Window window, Answer answer) {
        if (answer instanceof Answer.Silence) {
            return;
        }
        if (won.likely()) {
            launcher.prepare(window.slice());
        }
        won = won.afterWanted();
    }

    /** On a thread of its own: a worker that is being got ready is waited for. */
    @Override
    public void takenBack(String grant) {
        Slice slice = granted.remove(grant);
        if (slice != null) {
            daemon(() -> launcher.release(slice), "atomizable-release-" + slice.id());
        }
    }

    /** Only the newest grant of a slice says what may stay there. */
    private void remember(Grant grant) {
        granted.values().removeIf(it -> it.id().equals(grant.slice().id()));
        granted.put(grant.id(), grant.slice());
    }

    private static void daemon(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void launch(HeldGrant held) {
        remember(held.grant());
        thread.execute(() -> guarded(held, () -> {
            boolean warm = launcher.isWarm(held.grant().slice());
            long began = time.nanos();
            Worker worker = launcher.launch(held.grant());
            List<Sample> preparation = worker.preparation();
            if (!preparation.isEmpty()) {
                held.prepared(preparation);
            } else if (!warm) {
                held.startedIn(Duration.ofNanos(time.nanos() - began));
            }
            won = won.afterWon();
            held.servedBy(worker);
            held.awaitStart(time);
            inbox.put(new AgentEvent.WorkerReady(held));
        }));
    }

    @Override
    public void run(HeldGrant held, Worker worker, Subjob subjob) {
        thread.execute(() -> guarded(held, () -> {
            var report = worker.run(subjob, progress(held));
            held.returned();
            ended(held, new AgentEvent.Ended(held, subjob, report));
        }));
    }

    /** On a thread of its own: to kill a worker may have to wait for a commit. */
    @Override
    public TimeSource.Timer end(HeldGrant held, Duration after, Runnable ending) {
        return time.schedule(after, () -> {
            daemon(
                    () -> {
                        ending.run();
                        if (held.isStuck()) {
                            failed(held, stuck());
                        }
                    },
                    "atomizable-end-" + held.grant().id());
        });
    }

    /** The job ends then, and nobody waits for its worker: one in this process may never come back. */
    private static WorkerException stuck() {
        return new WorkerException(
                FailureKind.STUCK, "its first subjob did not end", "See what the job's own message says");
    }

    private void ended(HeldGrant held, AgentEvent how) {
        if (held.tellsEnd()) {
            inbox.put(how);
        }
    }

    private Worker.Progress progress(HeldGrant held) {
        return new Worker.Progress() {
            @Override
            public void at(long next, Bytes memory) {
                held.at(next, memory);
                observer.at(next, memory);
            }

            @Override
            public void entered(Phase phase) {
                held.entered(phase);
            }

            @Override
            public void shrunk(Bytes freed) {
                held.shrunk(freed);
                // Whoever asked waits for it.
                inbox.put(new AgentEvent.HeartbeatDue(held));
            }
        };
    }

    private interface WorkerAction {
        void done() throws WorkerException, InterruptedException;
    }

    private void guarded(HeldGrant held, WorkerAction action) {
        try {
            action.done();
        } catch (WorkerException e) {
            failed(held, e);
        } catch (InterruptedException e) {
            failed(held, new WorkerException("the agent was interrupted", "Run the job again to go on", e));
        } catch (RuntimeException e) {
            failed(held, new WorkerException("the worker failed: " + e, "Run the job again to go on", e));
        }
    }

    private void failed(HeldGrant held, WorkerException why) {
        ended(held, new AgentEvent.WorkerFailed(held, why));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
