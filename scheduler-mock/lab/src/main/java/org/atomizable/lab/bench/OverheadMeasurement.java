package org.atomizable.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.worker.NamedJob;

/**
 * By how much checkpoints make a training longer. Stretches of the training with a checkpoint take turns with stretches without; what a
 * checkpoint costs is the difference, pause and slower atoms beside the write together. From it follow the interval that the runtime would
 * choose, and the overhead at that interval.
 */
final class OverheadMeasurement implements Measurement {

    private static final String JOB = "names-cnn";

    /** Atoms of each stretch. */
    private static final int STRETCH = 60;

    @Override
    public Report measure(int pairs, Board board) throws Exception {
        Overhead overhead;
        try (Scratch scratch = Scratch.in(Path.of("."))) {
            Board.Bar bar = board.bar("pairs", pairs);
            overhead = Overhead.of(new NamedJob(JOB, Map.of()), scratch.path(), pairs, STRETCH, bar::at);
        }
        double interval = seconds(overhead.interval());
        double stretch = overhead.atom() * STRETCH;
        return new Report()
                .field("job", JOB)
                .field("overhead", overhead.atChosenInterval())
                .field("chosenIntervalSeconds", interval)
                .field("checkpointCostSeconds", overhead.cost())
                .field("checkpointCostLow", overhead.low())
                .field("checkpointCostHigh", overhead.high())
                .field("pauseSeconds", overhead.pause())
                .field("atomSeconds", overhead.atom())
                .field("overheadAtOneAStretch", overhead.cost() / stretch)
                .field("stateBytes", overhead.stateBytes())
                .field("pairs", pairs)
                .line("%s: atoms of %.2f ms, a state of %s bytes", JOB, overhead.atom() * 1e3, overhead.stateBytes())
                .line(
                        "a checkpoint costs %.2f ms [%.2f, %.2f]; the pause alone is %.2f ms",
                        overhead.cost() * 1e3, overhead.low() * 1e3, overhead.high() * 1e3, overhead.pause() * 1e3)
                .line(
                        "overhead: %.3f %% [%.3f, %.3f] at the chosen interval of %.1f s; aim: 2 %% or less",
                        100 * overhead.atChosenInterval(),
                        100 * overhead.low() / (interval + overhead.low()),
                        100 * overhead.high() / (interval + overhead.high()),
                        interval)
                .line(
                        "with one checkpoint every %.1f s, as measured here: %.3f %%",
                        stretch, 100 * overhead.cost() / stretch);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
