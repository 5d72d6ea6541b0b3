package org.atomizable.engine.slurm;

import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.EngineProvider;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.Link;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Slurm's options of {@code run}, {@code sweep} and {@code scheduler} with {@code --engine slurm}, by the names that sbatch gives them. */
public final class SlurmProvider implements EngineProvider {

    @Option(
            names = "--partition",
            paramLabel = "NAME",
            description = "Slurm: the partition (default: Slurm's default).")
    private @Nullable String partition;

    @Option(names = "--account", paramLabel = "NAME", description = "Slurm: the account that is charged.")
    private @Nullable String account;

    @Option(names = "--qos", paramLabel = "NAME", description = "Slurm: the quality of service.")
    private @Nullable String qos;

    @Option(names = "--constraint", paramLabel = "FEATURES", description = "Slurm: features that a node must have.")
    private @Nullable String constraint;

    @Option(
            names = "--gres",
            paramLabel = "TYPE",
            description = {
                "Slurm: the type of slice that each subjob gets, such as 1g.10gb for one of gpu:1g.10gb.",
                "Without it, the job uses no GPU."
            })
    private @Nullable String gres;

    @Option(
            names = "--gres-memory",
            paramLabel = "GIB",
            description = "Slurm: the memory of such a slice, if its type is not named like a MIG profile.")
    private @Nullable Double gresMemory;

    @Option(
            names = "--sbatch",
            paramLabel = "OPTION",
            description = "Slurm: a further option of sbatch, such as --sbatch=--mem=16G; repeatable.")
    private List<String> further = List.of();

    /** Made by the service loader. */
    public SlurmProvider() {}

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public Engine engine() throws AtomizableException, InterruptedException {
        boolean inLink = Link.in(System.getenv()).isPresent();
        SlurmEngine engine = new SlurmEngine(
                new SlurmProcesses(SlurmProcesses.LIMIT, inLink),
                new SlurmWish(
                        partition == null ? System.getenv("SBATCH_PARTITION") : partition,
                        account,
                        qos,
                        constraint,
                        gres,
                        gresMemory,
                        List.copyOf(further)),
                System.getenv(),
                TimeSource.system(),
                new NvidiaSmi("nvidia-smi"));
        // The first program of a chain has looked at the version.
        return inLink ? engine : engine.checked();
    }
}
