package org.atomizable.lab.simulate.colocation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.colocation.InterferenceMatrix;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable simulate colocation}. */
@Command(
        name = "colocation",
        mixinStandardHelpOptions = true,
        description = {
            "Hides pairs of the tables that were published with Gavel, predicts them, and packs jobs on GPUs by them.",
            "docs/colocation.md says what is compared, and what came out."
        })
public final class ColocationCommand implements Callable<Integer> {

    @Option(
            names = "--throughputs",
            paramLabel = "FILE",
            required = true,
            description = "Such as simulation_throughputs.json of Gavel's repository.")
    private Path file = Path.of("");

    @Option(
            names = "--gpus",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "v100,p100,k80",
            description = "Tables of the file, each by itself. Default: ${DEFAULT-VALUE}.")
    private List<String> gpus = List.of();

    @Option(
            names = "--hide",
            paramLabel = "SHARE",
            defaultValue = "0.3",
            description = "Hide this share of the pairs. Default: 0.3.")
    private double hide;

    @Option(names = "--jobs", paramLabel = "N", defaultValue = "40", description = "Jobs to pack. Default: 40.")
    private int jobs;

    @Option(
            names = "--slices",
            paramLabel = "N",
            defaultValue = "20",
            description = "GPUs to pack them on. Default: 20.")
    private int slices;

    @Option(names = "--seed", defaultValue = "1", description = "Of everything that is drawn. Default: 1.")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Run with so many seeds, from --seed on, and print means with 95 %% intervals. Default: 5.")
    private int seeds;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public ColocationCommand() {}

    @Override
    public Integer call() throws AtomizableException {
        if (!(hide > 0 && hide < 1) || jobs < 1 || slices < 1 || seeds < 1) {
            throw new AtomizableException(
                    "nothing can be tried with --hide %s, --jobs %s, --slices %s and --seeds %s"
                            .formatted(hide, jobs, slices, seeds),
                    "--hide must be more than 0 and less than 1, the others 1 or more.");
        }
        ColocationReport report;
        try (Board board = Board.onStandardError()) {
            report = new ColocationReport(trials(board));
        }
        if (json) {
            System.out.print(report.json());
        } else {
            System.out.printf(
                    Locale.ROOT, "%.0f %% of the pairs hidden; %d jobs on %d GPUs%n%n", 100 * hide, jobs, slices);
            report.print(System.out::println);
        }
        return 0;
    }

    private List<ColocationReport.Trial> trials(Board board) throws AtomizableException {
        Board.Bar bar = board.bar("trying", (long) gpus.size() * seeds);
        List<ColocationReport.Trial> trials = new ArrayList<>();
        for (String gpu : gpus) {
            InterferenceMatrix truth = GavelTables.read(file, gpu);
            SliceKind kind = new SliceKind(gpu);
            for (long it = seed; it < seed + seeds; it++) {
                bar.saying("%s, seed %s".formatted(gpu, it));
                HiddenPairs hidden = HiddenPairs.tried(truth, kind, hide, it)
                        .orElseThrow(() -> new AtomizableException(
                                "with --hide %s, no hidden pair of table %s can be predicted from those that are left"
                                        .formatted(hide, gpu),
                                "Set --hide so that some pairs of each job are hidden, and some are left."));
                PackingTrial packing = new PackingTrial(truth, kind, jobs, slices, it);
                trials.add(new ColocationReport.Trial(hidden, packing.run(hidden.completed(), it)));
                bar.at(trials.size());
            }
        }
        bar.end();
        return trials;
    }
}
