package org.atomizable.cli.colocate;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.terminal.Board;

/**
 * Runs jobs alone and beside each other, round by round. In each round everything is measured once, so that slow changes of the machine
 * meet all alike.
 *
 * @param setup what every process is started with
 * @param jobs the jobs
 * @param groups which of them run beside each other, in this order
 * @param window how long atoms are counted, each time
 * @param deadline nothing more begins after this time, in nanoseconds
 */
record Measurement(
        RunningJobs.Setup setup,
        List<MeasuredJob> jobs,
        List<List<MeasuredJob>> groups,
        Duration window,
        long deadline) {

    /**
     * Returns what was measured until the rounds, or the time, ended.
     *
     * @throws AtomizableException if a job fails alone
     */
    Rounds run(int rounds, SliceKind kind, Board board) throws AtomizableException, IOException, InterruptedException {
        Rounds result = new Rounds(kind);
        long each = (long) jobs.size() + groups.size();
        Board.Bar bar = board.bar("measuring", rounds * each);
        for (int round = 0; round < rounds && hasTime(); round++) {
            round(result, bar, round * each);
        }
        bar.end();
        return result;
    }

    private void round(Rounds result, Board.Bar bar, long done)
            throws AtomizableException, IOException, InterruptedException {
        Map<String, Double> alone = new HashMap<>();
        for (int i = 0; i < jobs.size() && hasTime(); i++) {
            alone.put(jobs.get(i).text(), rates(List.of(jobs.get(i))).get(0));
            bar.at(done + i + 1);
        }
        for (int i = 0; i < groups.size() && hasTime(); i++) {
            group(groups.get(i), alone, result);
            bar.at(done + jobs.size() + i + 1);
        }
    }

    private void group(List<MeasuredJob> group, Map<String, Double> alone, Rounds result)
            throws AtomizableException, IOException, InterruptedException {
        List<String> together = group.stream().map(MeasuredJob::text).toList();
        if (result.isExcluded(together)) {
            return;
        }
        try {
            result.add(together, rates(group), alone);
        } catch (LostJobException lost) {
            // Each of them did atoms alone: they cannot run beside each other.
            result.exclude(together, lost.reason());
        }
    }

    private boolean hasTime() {
        return setup.time().nanos() < deadline;
    }

    private List<Double> rates(List<MeasuredJob> group) throws AtomizableException, IOException, InterruptedException {
        try (RunningJobs running = RunningJobs.start(setup, group)) {
            return running.atomsPerSecond(window);
        }
    }
}
