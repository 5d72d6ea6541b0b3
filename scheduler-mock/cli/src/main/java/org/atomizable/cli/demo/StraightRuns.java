package org.atomizable.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.ChildProcesses;

/** Runs each job once more without interruption, one after the other, as soon as it is done: the others compete meanwhile. */
final class StraightRuns implements AutoCloseable {

    private final ChildProcesses children;
    private final Board board;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final List<Contestant> begun = new ArrayList<>();
    private final List<Future<StraightRun>> running = new ArrayList<>();

    StraightRuns(ChildProcesses children, Board board) {
        this.children = children;
        this.board = board;
    }

    /** Queues the run of a job that competes no longer. */
    synchronized void ended(Contestant contestant) {
        begun.add(contestant);
        running.add(thread.submit(() -> run(contestant)));
    }

    private StraightRun run(Contestant contestant) throws Exception {
        String name = contestant.spec().name();
        board.line("running %s without interruption in a separate process".formatted(name));
        Board.Bar bar =
                board.bar(name + ", straight", contestant.spec().totalAtoms().orElse(0));
        return children.straight(contestant.job(), bar::at);
    }

    /** Waits for the run of a job that has ended. */
    StraightRun of(Contestant contestant) throws Exception {
        Future<StraightRun> run;
        synchronized (this) {
            run = running.get(begun.indexOf(contestant));
        }
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
