package org.atomizable.engine.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.core.engine.Engine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that name a chain on Slurm. */
final class ChainOptions {

    @Parameters(paramLabel = "JOB", description = "The name of the job, or NAME.sweep for all jobs of a sweep.")
    private String job = "";

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "The directory of the job's checkpoints, or of the sweep (default: checkpoints/JOB).")
    private @Nullable Path store;

    String job() {
        return job;
    }

    Chain chain() throws IOException, AtomizableException {
        Path checkpoints = store == null ? Path.of("checkpoints", job) : store;
        Path chain = checkpoints.toAbsolutePath().resolveSibling(checkpoints.getFileName() + ".chain");
        if (!Files.isDirectory(chain)) {
            throw new AtomizableException(
                    "%s was not run on an engine: there is no directory %s".formatted(job, chain),
                    "Give the directory of its checkpoints with --store, or call this in the directory where run was called");
        }
        return Chain.at(chain);
    }

    /** Returns the sweep, if the name is that of one. */
    Optional<ChainSweep> sweep() throws IOException {
        Path sweep = store == null ? Path.of("checkpoints", job) : store;
        return job.endsWith(ChainSweep.SUFFIX) && Files.isDirectory(sweep)
                ? Optional.of(ChainSweep.at(sweep))
                : Optional.empty();
    }

    Engine engine() throws AtomizableException, InterruptedException {
        return new SlurmEngine(
                        new SlurmProcesses(SlurmProcesses.LIMIT, false),
                        new SlurmWish(null, null, null, null, null, null, List.of()),
                        System.getenv(),
                        TimeSource.system())
                .checked();
    }
}
