package org.atomizable.lab.simulate.partition;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.cluster.MigGeometry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable simulate partition}. */
@Command(
        name = "partition",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the workload that was published with MISO on A100-40GB GPUs: whole, partitioned once for all, or"
                    + " repartitioned for the jobs that each has.",
            "docs/simulation.md says what is modelled, and how the results compare with the published ones."
        })
public final class PartitionCommand implements Callable<Integer> {

    private static final String PRODUCT = "A100-40GB";

    @Option(
            names = "--miso",
            paramLabel = "DIR",
            required = true,
            description = "Folder with trace_100.json, job_models.json and mig_iteration_times.jsonl.")
    private Path folder = Path.of("");

    @Option(names = "--gpus", paramLabel = "N", defaultValue = "8", description = "How many. Default: 8.")
    private int gpus;

    @Option(
            names = "--policies",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "whole-gpu,static,miso,oracle",
            description = "Of whole-gpu, static (the best of all static partitions), static:LAYOUT such as"
                    + " static:4g.20gb+3g.20gb, miso, oracle (knows the speeds and need not profile) and"
                    + " oracle-free (an oracle that moves jobs at no cost). Default: ${DEFAULT-VALUE}.")
    private List<String> policies = List.of();

    @Option(
            names = "--gap",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Mean time between two jobs; half of it for the first third of them. Default: 60.")
    private double gap;

    @Option(
            names = "--migration",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "How long a job stands still when it is moved. Default: 5.")
    private double migration;

    @Option(
            names = "--profiling",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long MISO profiles the jobs of a GPU after one was added. Default: 30.")
    private double profiling;

    @Option(
            names = "--length-factor",
            paramLabel = "X",
            defaultValue = "1",
            description = "Jobs are so many times as long as in trace_100.json. Default: 1.")
    private double lengthFactor;

    @Option(
            names = "--startup",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Jobs are longer by so much besides, on a whole GPU. Default: 0.")
    private double startup;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Of the arrivals and the prediction errors. Default: 1.")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "1",
            description = "Run with so many seeds, from --seed on, and print means with 95 %% intervals. Default: 1.")
    private int seeds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write partitions.json, partitions.csv and partitions.svg there.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public PartitionCommand() {}

    @Override
    public Integer call() throws AtomizableException {
        if (seeds < 1) {
            throw new AtomizableException("--seeds must be 1 or more, was " + seeds, "Correct --seeds.");
        }
        PartitionRules rules = rules();
        MigGeometry geometry = MigGeometry.of(PRODUCT);
        PartitionWorkload workload = longer(MisoReader.read(folder, geometry));
        PartitionPolicies simulated = new PartitionPolicies(workload, rules, Layout.all(geometry, workload.profiles()));
        for (String policy : policies) {
            simulated.check(policy);
        }
        List<PartitionResult> results = new ArrayList<>();
        try (Board board = Board.onStandardError()) {
            Board.Bar bar = board.bar("runs", (long) seeds * policies.size());
            for (long it = seed; it < seed + seeds; it++) {
                for (String policy : policies) {
                    bar.saying("%s, seed %s".formatted(policy, it));
                    results.add(simulated.run(policy, it));
                    bar.step();
                }
            }
        }
        PartitionReport report = new PartitionReport(results);
        if (out.isPresent()) {
            report.write(out.get());
        }
        if (json) {
            System.out.print(report.json());
        } else {
            System.out.printf(
                    Locale.ROOT,
                    "%d jobs on %d %s, moved in %.0f s, %d seed%s%n%n",
                    workload.jobs().size(),
                    gpus,
                    PRODUCT,
                    migration,
                    seeds,
                    seeds == 1 ? "" : "s");
            report.print(System.out::println);
        }
        return 0;
    }

    private PartitionWorkload longer(PartitionWorkload workload) throws AtomizableException {
        if (!(lengthFactor > 0) || !(startup >= 0) || Double.isInfinite(lengthFactor + startup)) {
            throw new AtomizableException(
                    "jobs cannot be %s times as long and %s s longer".formatted(lengthFactor, startup),
                    "--length-factor must be more than 0, --startup 0 or more.");
        }
        return workload.longer(lengthFactor, startup);
    }

    private PartitionRules rules() throws AtomizableException {
        PartitionRules published = PartitionRules.PUBLISHED;
        try {
            return new PartitionRules(
                    gpus,
                    gap,
                    migration,
                    profiling,
                    published.sharedSpeed(),
                    published.errorMean(),
                    published.errorDeviation());
        } catch (IllegalArgumentException e) {
            throw new AtomizableException(
                    String.valueOf(e.getMessage()), "Correct --gpus, --gap, --migration or --profiling.");
        }
    }
}
