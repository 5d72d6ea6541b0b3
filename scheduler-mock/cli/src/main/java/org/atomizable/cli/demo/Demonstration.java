package org.atomizable.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.warm.MemoryBudget;

/** Runs a plan: compete for windows, run straight, compare, write. */
final class Demonstration {

    private final DemoPlan plan;
    private final OutDirectory out;
    private final DemoScreen screen;
    private final Board board;
    private final TimeSource time;

    Demonstration(DemoPlan plan, OutDirectory out, DemoScreen screen, TimeSource time) {
        this.plan = plan;
        this.out = out;
        this.screen = screen;
        this.board = screen.board();
        this.time = time;
    }

    /**
     * Runs it.
     *
     * @param waiting what workers may use while they wait; zero if none is got ready before its grant
     */
    DemoReport run(MemoryBudget waiting) throws Exception {
        Instant began = time.now();
        List<Contestant> contestants = new ArrayList<>();
        for (NamedJob job : plan.jobs()) {
            contestants.add(Contestant.enter(job, out.checkpoints(), DemoPlan.MEMORY_SCALE, board));
        }
        try (ChildProcesses children = new ChildProcesses(
                out.path().resolve("logs"), List.of(), time, ChildProcesses.USUAL_LOG_LIMIT, waiting)) {
            List<WorkerLauncher> launchers = contestants.stream()
                    .map(it -> children.launcherFor(it.job(), it.store(), DemoPlan.MEMORY_SCALE))
                    .toList();
            if (waiting.most().exceeds(Bytes.ZERO)) {
                board.line("starting a process per slice");
                prepare(launchers);
                children.awaitPrepared();
            }
            try (StraightRuns straight = StraightRuns.begin(contestants, children, board)) {
                Competition competition = Competition.of(contestants, launchers, plan, screen, time);
                launchers.forEach(WorkerLauncher::close);
                List<Compared> compared = new ArrayList<>();
                for (Contestant contestant : contestants) {
                    compared.add(contestant.against(straight.of(contestant)));
                }
                board.close();
                DemoReport report = Verdict.on(plan, contestants, compared, competition)
                        .report(Duration.between(began, time.now()), children.timeStarting());
                DemoFiles.write(report, out.path(), plan, contestants, competition);
                return report;
            }
        }
    }

    /** Gets a worker ready on each slice, so that no window is spent on its start; any job may use its process. */
    private void prepare(List<WorkerLauncher> launchers) {
        List<Slice> slices = plan.slices();
        for (int i = 0; i < slices.size(); i++) {
            launchers.get(i % launchers.size()).prepare(slices.get(i));
        }
    }
}
