package org.atomizable.lab.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.terminal.Board;
import org.atomizable.lab.simulate.finding.FindingsPage;
import org.atomizable.lab.simulate.finding.Measured;
import org.atomizable.lab.simulate.finding.Plan;
import org.atomizable.lab.simulate.finding.PlanRun;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code atomizable simulate findings}. */
@Command(
        name = "findings",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the page of findings and its pictures from the result files in a directory. With --run it first"
                    + " runs the experiments of plan.json in that directory and writes their results.",
            "The page is Markdown; its pictures lie beside the results."
        })
final class FindingsCommand implements Callable<Integer> {

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "docs/findings",
            description = "Directory of plan.json and of the results. Default: ${DEFAULT-VALUE}.")
    private Path results = Path.of("docs/findings");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "docs/findings.md",
            description = "The page. Default: ${DEFAULT-VALUE}.")
    private Path page = Path.of("docs/findings.md");

    @Option(names = "--run", description = "Run the experiments first.")
    private boolean run;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Run only these experiments. The results of the others stay.")
    private List<String> only = List.of();

    @Option(
            names = "--schedulers",
            paramLabel = "LIST",
            split = ",",
            description = "Run only these schedulers. The results of the others stay.")
    private List<String> schedulers = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "0",
            description = "Run with so many seeds instead of as many as the plan says.")
    private int seeds;

    FindingsCommand() {}

    @Override
    public Integer call() throws Exception {
        if (seeds < 0) {
            throw new AtomizableException("--seeds must be 1 or more, was " + seeds, "Correct --seeds.");
        }
        Plan plan = Plan.read(results);
        if (run) {
            RunFiles.prepare(results);
            new PlanRun(
                            Set.copyOf(only),
                            Set.copyOf(schedulers),
                            seeds == 0 ? OptionalInt.empty() : OptionalInt.of(seeds))
                    .run(plan, results, FindingsCommand::simulated, System.out::println);
        }
        FindingsPage made = FindingsPage.of(plan, results, page);
        try {
            Files.writeString(page, made.markdown());
            for (Map.Entry<String, String> picture : made.pictures().entrySet()) {
                Files.writeString(results.resolve(picture.getKey()), picture.getValue());
            }
        } catch (IOException e) {
            throw new AtomizableException(
                    "the page cannot be written (%s)".formatted(e), "Correct --out or --results.", e);
        }
        System.out.printf("wrote %s and %s pictures%n", page, made.pictures().size());
        return 0;
    }

    /** Runs {@code simulate} as a user would, and takes from its figures what the page shows. */
    static List<Measured> simulated(List<String> arguments, String point) throws AtomizableException {
        SimulateCommand command = new SimulateCommand();
        try {
            new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException wrong) {
            throw new AtomizableException(
                    "simulate %s: %s".formatted(String.join(" ", arguments), wrong.getMessage()),
                    "Correct plan.json.",
                    wrong);
        }
        List<Measured> measured = new ArrayList<>();
        try (Board board = Board.onStandardOutput()) {
            command.simulated(board).forEach(it -> measured.add(measured(it, point)));
        }
        return measured;
    }

    private static Measured measured(SimulationRun run, String point) {
        return new Measured(
                point,
                run.scheduler(),
                run.seed(),
                run.workload().tasks().size(),
                run.figures().finished(),
                run.figures().meanCompletionHours(),
                run.figures().p95CompletionHours(),
                run.figures().meanBoundedSlowdown(),
                run.figures().deadlineMisses(),
                run.figures().overheadShare(),
                run.figures().windowFill(),
                run.ofIdeal().orElse(0));
    }
}
