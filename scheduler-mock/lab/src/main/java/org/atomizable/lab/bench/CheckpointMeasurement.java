package org.atomizable.lab.bench;

import java.nio.file.Path;
import org.atomizable.cli.terminal.Board;

/**
 * A checkpoint store in one run: saves against writing and forcing the same bytes raw, restores against reading them raw, the job's pause
 * against one copy in memory, and DJL's own saving. Needs about 5 times the state's size of disk and of memory.
 */
final class CheckpointMeasurement implements Measurement {

    private static final int WARM_UP = 2;

    private final int mebibytes;

    /**
     * Makes it.
     *
     * @param mebibytes size of the state
     */
    CheckpointMeasurement(int mebibytes) {
        this.mebibytes = mebibytes;
    }

    @Override
    public Report measure(int rounds, Board board) throws Exception {
        try (Scratch scratch = Scratch.in(Path.of("."));
                CheckpointBench bench = new CheckpointBench(scratch.path(), mebibytes)) {
            Board.Bar bar = board.bar("rounds", rounds + WARM_UP + 1);
            for (int round = 0; round < rounds + WARM_UP; round++) {
                bench.round(round >= WARM_UP);
                bar.step();
            }
            bench.againstDjl(Math.min(rounds, 3));
            return bench.report(rounds);
        }
    }
}
