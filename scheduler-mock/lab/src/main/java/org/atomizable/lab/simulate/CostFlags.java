package org.atomizable.lab.simulate;

import org.atomizable.lab.simulate.rival.RivalRules;
import org.atomizable.lab.simulate.workload.Overheads;
import picocli.CommandLine.Option;

/** Options of what holds for every scheduler of a comparison. */
final class CostFlags {

    @Option(
            names = "--restore",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Mean time of a restore. Default: 20.")
    private double restore;

    @Option(
            names = "--checkpoint",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Mean time of a checkpoint. Default: 10.")
    private double checkpoint;

    @Option(
            names = "--estimates",
            paramLabel = "X",
            defaultValue = "1",
            description = "How many times their run time users request; for easy, easy-node, cons and those that end in"
                    + " -rigid. Default: 1.")
    private double estimates;

    RivalRules rules() {
        try {
            return new RivalRules(new Overheads(restore, checkpoint), estimates);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ". Correct --restore, --checkpoint or --estimates.", e);
        }
    }
}
