package org.atomizable.lab.simulate.placement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.terminal.Board;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable simulate placement}. */
@Command(
        name = "placement",
        mixinStandardHelpOptions = true,
        description = {
            "Places pods on nodes with GPUs by several policies, as the simulator of the paper on fragmentation gradient descent does",
            "(Weng et al., USENIX ATC 2023), and prints how much of the GPUs is allocated at 90 to 130 %% arrived load."
        })
public final class PlacementCommand implements Callable<Integer> {

    private static final int STEPS = 1000;

    @Option(
            names = "--nodes",
            paramLabel = "FILE",
            required = true,
            description = "Nodes: a CSV file as Alibaba's openb_node_list_gpu_node.csv of 2023.")
    private Path nodes = Path.of("");

    @Option(
            names = "--pods",
            paramLabel = "FILE",
            arity = "1..*",
            required = true,
            description = "Pods: CSV files as Alibaba's openb_pod_list_default.csv of 2023, a workload each.")
    private List<Path> pods = List.of();

    @Option(
            names = "--policies",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "random,best-fit,fgd",
            description =
                    "Of random, best-fit, dot-product, gpu-clustering, gpu-packing and fgd. Default: ${DEFAULT-VALUE}.")
    private List<String> policies = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Run with so many seeds, from --seed on, and print means with 95 %% intervals. Default: 10.")
    private int seeds;

    @Option(
            names = "--seed",
            defaultValue = "42",
            description = "Of the arrivals, the order of equal nodes and what a policy draws. Default: 42.")
    private long seed;

    @Option(
            names = "--expected",
            paramLabel = "CSV",
            description = "Published means; print the differences and the largest one.")
    private Optional<Path> expected = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write placement.json, placement.csv and a picture for each workload there.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public PlacementCommand() {}

    @Override
    public Integer call() throws Exception {
        if (seeds < 1) {
            throw new AtomizableException("--seeds must be 1 or more, was " + seeds, "Correct --seeds.");
        }
        List<Policies> compared = Policies.named(policies);
        if (out.isPresent()) {
            PlacementFiles.prepare(out.get());
        }
        Optional<PublishedResults> published =
                expected.isPresent() ? Optional.of(PublishedResults.read(expected.get())) : Optional.empty();
        List<PlacementWorkload> workloads = new ArrayList<>();
        List<ClusterNode> cluster = OpenbReader.nodes(nodes);
        for (Path each : pods) {
            workloads.add(PlacementWorkload.of(
                    each.getFileName().toString().replaceFirst("\\.csv$", ""), cluster, OpenbReader.pods(each)));
        }
        List<PlacementRun> runs = runs(workloads, compared);
        if (out.isPresent()) {
            PlacementFiles.write(out.get(), runs);
        }
        List<PlacementMeans> means = PlacementMeans.of(runs);
        if (json) {
            System.out.print(PlacementFiles.json(means));
        } else {
            PlacementTable.print(means, System.out::println);
            published.ifPresent(it -> it.compare(means, System.out::println));
        }
        return 0;
    }

    private List<PlacementRun> runs(List<PlacementWorkload> workloads, List<Policies> compared) {
        List<PlacementRun> runs = new ArrayList<>();
        try (Board board = json ? Board.onStandardError() : Board.onStandardOutput()) {
            Board.Bar bar = board.bar("placing", (long) workloads.size() * compared.size() * seeds * STEPS);
            for (PlacementWorkload workload : workloads) {
                for (Policies policy : compared) {
                    for (long it = seed; it < seed + seeds; it++) {
                        long before = (long) runs.size() * STEPS;
                        bar.saying("%s, %s, seed %s".formatted(workload.name(), policy.word(), it));
                        PlacementTrial trial = new PlacementTrial(workload, policy, it);
                        LoadCurve curve = trial.run(share -> bar.at(before + Math.round(share * STEPS)));
                        runs.add(
                                new PlacementRun(workload.name(), policy, it, trial.arrivals(), trial.placed(), curve));
                    }
                }
            }
        }
        return runs;
    }
}
