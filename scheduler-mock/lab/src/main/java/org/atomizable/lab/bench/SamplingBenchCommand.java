package org.atomizable.lab.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.atomizable.api.Atomizable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.spi.Sampler;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.run.SamplerSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.lab.bench.figure.Ratios;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable bench sampling}. */
@Command(
        name = "sampling",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what each way to measure memory costs, beside the atoms of a training.",
            "The runtime asks once after each atom, so each atom of the training is followed by one question to each. Costly"
                    + " ones are paced: most questions are then answered from the last one."
        })
final class SamplingBenchCommand implements Callable<Integer> {

    private static final int COLD = 50;

    @Parameters(index = "0", paramLabel = "JOB", defaultValue = "names-cnn", description = "Default: names-cnn.")
    private String job;

    @Option(names = "--atoms", defaultValue = "400", description = "How many. Default: 400.")
    private int atoms;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @SuppressWarnings("NullAway.Init")
    SamplingBenchCommand() {}

    @Override
    public Integer call() throws Exception {
        if (atoms < 20) {
            throw new IllegalArgumentException("--atoms must be 20 or more, was " + atoms);
        }
        TimeSource time = TimeSource.system();
        Map<String, SamplerSource> asked = new LinkedHashMap<>();
        asked.put("job", Samplers.of(1.0, time));
        asked.put("heap", Samplers.ofTheHeap());
        asked.put("process", Samplers.ofTheProcess(time));
        asked.put("shared", Samplers.ofTheProcessShare(time));
        Map<String, Ratios> questions = new LinkedHashMap<>();
        Ratios atom = new Ratios();
        try (Atomizable training = new NamedJob(job, Map.of("atoms", String.valueOf(COLD + atoms))).create();
                Board board = Board.onStandardError()) {
            Map<String, Sampler> samplers = new LinkedHashMap<>();
            for (Map.Entry<String, SamplerSource> each : asked.entrySet()) {
                try {
                    samplers.put(each.getKey(), each.getValue().of(training));
                    questions.put(each.getKey(), new Ratios());
                } catch (AtomizableException e) {
                    board.line("%s is left out: %s".formatted(each.getKey(), e.getMessage()));
                }
            }
            Board.Bar bar = board.bar("atoms", atoms);
            for (int i = 0; i < COLD + atoms; i++) {
                long began = time.nanos();
                training.run(i);
                double took = time.nanos() - began;
                if (i >= COLD) {
                    atom.add(took);
                }
                for (Map.Entry<String, Sampler> each : samplers.entrySet()) {
                    long asking = time.nanos();
                    each.getValue().peak();
                    double answered = time.nanos() - asking;
                    Ratios all = questions.get(each.getKey());
                    if (i >= COLD && all != null) {
                        all.add(answered);
                    }
                }
                bar.at(Math.max(0, i + 1 - COLD));
            }
        }
        tell(atom, questions);
        return 0;
    }

    private void tell(Ratios atom, Map<String, Ratios> questions) throws Exception {
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("job", job);
            fields.put("atomNanos", Math.round(atom.mean()));
            questions.forEach((name, all) -> {
                fields.put(name + "Nanos", Math.round(all.mean()));
                fields.put(name + "Share", Ratios.rounded(all.mean() / atom.mean()));
            });
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fields));
            return;
        }
        System.out.printf(Locale.ROOT, "%s: atoms of %.2f ms (means of %s)%n", job, atom.mean() / 1e6, atoms);
        questions.forEach((name, all) -> System.out.printf(
                Locale.ROOT,
                "%-8s %8.1f us, %.3f %% of an atom; aim: 0.5 %% or less%n",
                name,
                all.mean() / 1e3,
                100 * all.mean() / atom.mean()));
    }
}
