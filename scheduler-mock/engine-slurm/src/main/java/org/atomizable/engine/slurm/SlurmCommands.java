package org.atomizable.engine.slurm;

import java.util.List;
import org.atomizable.cli.MoreCommands;

/** Adds {@code slurm} to the command line. */
public final class SlurmCommands implements MoreCommands {

    /** Made by the service loader. */
    public SlurmCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(new SlurmCommand());
    }

    @Override
    public String heading() {
        return "Jobs on engines of clusters:";
    }
}
