package org.atomizable.core.agent;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;

/** Waits for workers on a thread of its own, so that the agent can go on listening. */
final class Deputy implements AutoCloseable {

    private final WorkerLauncher launcher;
    private final TimeSource time;
    private final Inbox inbox;
    private final AgentObserver observer;
    private final ExecutorService thread;

    Deputy(String job, WorkerLauncher launcher, TimeSource time, Inbox inbox, AgentObserver observer) {
        this.launcher = launcher;
        this.time = time;
        this.inbox = inbox;
        this.observer = observer;
        this.thread = Executors.newSingleThreadExecutor(deed -> {
            Thread made = new Thread(deed, "atomizable-run-" + job);
            made.setDaemon(true);
            return made;
        });
    }

    /** Launches a worker and waits until the grant begins. */
    void launch(Holding holding) {
        thread.execute(() -> guarded(holding, () -> {
            boolean warm = launcher.isWarm(holding.grant().slice());
            long began = time.nanos();
            Worker worker = launcher.launch(holding.grant().slice());
            if (!warm) {
                holding.startedIn(Duration.ofNanos(time.nanos() - began));
            }
            holding.servedBy(worker);
            time.sleep(Duration.between(time.now(), holding.grant().starts()));
            inbox.put(new AgentEvent.WorkerReady(holding));
        }));
    }

    /** Runs a subjob on the worker that was launched. */
    void run(Holding holding, Worker worker, Subjob subjob) {
        thread.execute(() -> guarded(holding, () -> {
            var report = worker.run(subjob, progress(holding));
            holding.returned();
            inbox.put(new AgentEvent.Ended(holding, subjob, report));
        }));
    }

    /** Stops a holding's worker at the end of its grant. */
    TimeSource.Timer stopAtItsEnd(Holding holding) {
        return later(Duration.between(time.now(), holding.grant().ends()), holding, holding::overdue);
    }

    /** Stops a holding's worker if it is not ready after that long, although its grant was handed back. */
    TimeSource.Timer stopIfNotReadyIn(Duration longest, Holding holding) {
        return later(longest, holding, () -> holding.lose("not-ready"));
    }

    /** On a thread of its own: to kill a worker may have to wait for a commit. */
    private TimeSource.Timer later(Duration delay, Holding holding, Runnable deed) {
        return time.schedule(delay, () -> {
            Thread stopping =
                    new Thread(deed, "atomizable-end-" + holding.grant().id());
            stopping.setDaemon(true);
            stopping.start();
        });
    }

    private Worker.Progress progress(Holding holding) {
        return new Worker.Progress() {
            @Override
            public void at(long next, Bytes memory) {
                holding.at(next, memory);
                observer.at(next, memory);
            }

            @Override
            public void entered(Phase phase) {
                holding.entered(phase);
            }
        };
    }

    private interface Deed {
        void done() throws WorkerException, InterruptedException;
    }

    private void guarded(Holding holding, Deed deed) {
        try {
            deed.done();
        } catch (WorkerException e) {
            inbox.put(new AgentEvent.WorkerFailed(holding, e));
        } catch (InterruptedException e) {
            inbox.put(new AgentEvent.WorkerFailed(
                    holding, new WorkerException("the agent was interrupted", "Run the job again to go on", e)));
        } catch (RuntimeException e) {
            inbox.put(new AgentEvent.WorkerFailed(
                    holding, new WorkerException("the worker failed: " + e, "Run the job again to go on", e)));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
