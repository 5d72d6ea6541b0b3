package org.atomizable.lab.simulate;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.trace.Trace;
import org.atomizable.lab.simulate.trace.TraceReader;
import org.atomizable.lab.simulate.workload.AtomNoise;
import org.atomizable.lab.simulate.workload.ClusterShape;
import org.atomizable.lab.simulate.workload.GeneratorOptions;
import org.atomizable.lab.simulate.workload.Spread;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.lab.simulate.workload.WorkloadGenerator;
import picocli.CommandLine.Option;

/** Options of a workload that is generated, where none is read from files. */
final class GeneratorFlags {

    @Option(
            names = "--holes",
            paramLabel = "LENGTHS",
            defaultValue = "mid",
            description = "Generated holes: long (10 min to 12 h), mid (5 min to 2 h), short (1 to 20 min), or a range "
                    + "such as 30m-4h. Default: mid.")
    private String holes = "mid";

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Take lengths and arrivals of the generated jobs from a trace of Microsoft Philly, Alibaba's GPU "
                            + "pods of 2023, Tiresias, Gavel or MISO (lengths only). The first line tells the format.")
    private Optional<Path> trace = Optional.empty();

    @Option(names = "--jobs", paramLabel = "N", defaultValue = "300", description = "Generated jobs. Default: 300.")
    private int jobs;

    @Option(
            names = "--load",
            paramLabel = "X",
            defaultValue = "0.95",
            description = "Work of the generated jobs divided by the free slice time. Default: 0.95.")
    private double load;

    @Option(
            names = "--cluster",
            paramLabel = "SPEC",
            defaultValue = "3x(3g.40gb,2g.20gb,1g.10gb,1g.10gb)",
            description = "GPUs and their slices. Default: ${DEFAULT-VALUE}.")
    private String cluster = "";

    @Option(
            names = "--staged",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Share of the generated jobs whose memory grows while they run. Default: 0.")
    private double staged;

    @Option(
            names = "--deadlines",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Share of the generated jobs that have a deadline. Default: 0.")
    private double deadlines;

    @Option(
            names = "--tenants",
            paramLabel = "N",
            defaultValue = "0",
            description = "Tenants of the generated jobs. Default: 0.")
    private int tenants;

    @Option(
            names = "--failures",
            paramLabel = "HOURS",
            description = "Each generated slice fails so often on average, and loses what runs on it. Default: never.")
    private Optional<Double> failures = Optional.empty();

    @Option(
            names = "--heavy-tails",
            description = "One in a hundred generated atoms takes many times as long as the others.")
    private boolean heavyTails;

    private boolean counted;

    /** Generates the workload of a seed. */
    Workload workload(long seed) throws AtomizableException {
        GeneratorOptions lengths = lengths(ClusterShape.parse(cluster), seed);
        try {
            GeneratorOptions options = lengths.with(
                            new GeneratorOptions.Jobs(jobs, load, staged, deadlines, tenants),
                            heavyTails ? AtomNoise.HEAVY_TAILED : AtomNoise.USUAL)
                    .failingEvery(failures.orElse(Double.POSITIVE_INFINITY));
            String name = "%s-%s-%s".formatted(holes, Math.round(100 * load), seed);
            if (trace.isEmpty()) {
                return WorkloadGenerator.generate(name, options);
            }
            Trace read = TraceReader.read(trace.get());
            if (!counted) {
                // For each seed it is read anew.
                counted = true;
                System.err.printf("%s: taken %s%n", trace.get(), read.counted());
            }
            return read.arrivals()
                    ? WorkloadGenerator.replay(name, options, read.jobs())
                    : WorkloadGenerator.shuffled(name, options, read.jobs());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    ("no such workload can be generated: %s. Correct --jobs (1 or more), --load (more than 0), --staged,"
                                    + " --deadlines, --tenants or --failures.")
                            .formatted(e.getMessage()),
                    e);
        }
    }

    private GeneratorOptions lengths(ClusterShape shape, long seed) {
        return switch (holes.toLowerCase(Locale.ROOT)) {
            case "long" -> GeneratorOptions.longHoles(shape, seed);
            case "mid" -> GeneratorOptions.middleHoles(shape, seed);
            case "short" -> GeneratorOptions.shortHoles(shape, seed);
            default -> {
                if (!holes.contains("-")) {
                    throw new IllegalArgumentException(
                            "there are no holes called %s. Use --holes long, mid, short, or a range such as 30m-4h."
                                    .formatted(holes));
                }
                yield GeneratorOptions.longHoles(shape, seed).within(Spread.parse(holes));
            }
        };
    }
}
