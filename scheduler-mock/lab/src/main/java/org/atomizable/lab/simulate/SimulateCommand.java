package org.atomizable.lab.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.cli.terminal.Board;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.pressure.PressureCommand;
import org.atomizable.lab.simulate.rival.RivalRules;
import org.atomizable.lab.simulate.rival.Rivals;
import org.atomizable.lab.simulate.schedule.Conservation;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.Workload;
import org.atomizable.lab.simulate.workload.WorkloadReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        subcommands = PressureCommand.class,
        description = {
            "Runs the market and the schedulers that clusters use today on the same work, in simulated time, "
                    + "and compares them.",
            "Only the work is a model."
        })
public final class SimulateCommand implements Callable<Integer> {

    private static final int STEPS = 1000;

    @Option(
            names = "--workload",
            paramLabel = "FILE",
            arity = "1..*",
            description = "NAME.jobs.gz, as docs/simulation.md defines it. NAME.reservations.gz is read beside it.")
    private List<Path> workloads = List.of();

    @Option(
            names = "--reservations",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Slices and reservations of each workload, in the same order, if they have other names.")
    private List<Path> reservations = List.of();

    @Mixin
    private GeneratorFlags generator = new GeneratorFlags();

    @Mixin
    private CostFlags costs = new CostFlags();

    @Option(
            names = "--schedulers",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "fill-srpt,easy,timemin,timemin-srpt,sja,jasda",
            description = "Names of schedulers; an unknown name lists all. 'sja:fifo' is the market with that policy. "
                    + "Default: ${DEFAULT-VALUE}.")
    private List<String> schedulers = List.of();

    @Option(names = "--seed", defaultValue = "1", description = "Of everything that is drawn. Default: 1.")
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
            description = "Write runs.json, runs.csv and pictures for each workload there.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--timeline",
            paramLabel = "FROM-TO",
            description = "Also draw what ran where in these hours, such as 10-20, for each scheduler. Needs --out.")
    private Optional<String> timeline = Optional.empty();

    @Option(
            names = "--answers",
            paramLabel = "CSV",
            description = "Mean completions that another simulator computed; print the differences.")
    private Optional<Path> answers = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private final DecisionRates rates = new DecisionRates();

    public SimulateCommand() {}

    @Override
    public Integer call() throws Exception {
        Optional<Stretch> stretch = stretch();
        if (out.isPresent()) {
            RunFiles.prepare(out.get());
        }
        Optional<KnownAnswers> known =
                answers.isPresent() ? Optional.of(KnownAnswers.read(answers.get())) : Optional.empty();
        List<SimulationRun> runs;
        try (Board board = json ? Board.onStandardError() : Board.onStandardOutput()) {
            runs = simulated(board);
        }
        if (out.isPresent()) {
            RunFiles.write(out.get(), runs);
            RunPictures.write(out.get(), runs, stretch);
        }
        if (json) {
            System.out.print(RunFiles.json(runs));
        } else {
            RunTable.print(runs, System.out::println);
            SummaryTable.print(runs, System.out::println);
            known.ifPresent(it -> it.compare(runs, System.out::println));
        }
        System.err.println(rates.summary());
        return 0;
    }

    /** Runs what the options say, seed by seed, and shows on the board how far it is. */
    List<SimulationRun> simulated(Board board) throws AtomizableException {
        if (seeds < 1) {
            throw new IllegalArgumentException("--seeds must be 1 or more, was " + seeds);
        }
        List<Contender> contenders = new ArrayList<>();
        for (String name : schedulers) {
            contenders.add(Contender.named(name, costs.rules()));
        }
        List<Workload> read = read();
        List<SimulationRun> runs = new ArrayList<>();
        int all = contenders.size() * seeds * Math.max(1, read.size());
        Board.Bar bar = board.bar("simulating", (long) all * STEPS);
        for (int i = 0; i < seeds; i++) {
            long each = seed + i;
            for (Workload workload : read.isEmpty() ? List.of(generator.workload(each)) : read) {
                Figures ideal = Figures.of(workload, Rivals.named("ideal").run(workload, RivalRules.DEFAULT));
                for (Contender contender : contenders) {
                    Schedule schedule = schedule(contender, workload, each, bar, runs.size());
                    runs.add(SimulationRun.of(workload, schedule, each, ideal));
                }
            }
        }
        bar.at((long) all * STEPS);
        bar.saying("");
        return runs;
    }

    /** Runs a scheduler; a schedule that breaks a law of conservation is refused. */
    private Schedule schedule(Contender contender, Workload workload, long each, Board.Bar bar, int done)
            throws AtomizableException {
        bar.at((long) done * STEPS);
        bar.saying(contender.name() + " on " + workload.name());
        long began = rates.cpuNanos();
        Schedule schedule =
                contender.scheduler().run(workload, each, share -> bar.at(Math.round((done + share) * STEPS)));
        rates.ran(schedule, began);
        return Conservation.checked(workload, schedule);
    }

    private Optional<Stretch> stretch() {
        if (timeline.isPresent() && out.isEmpty()) {
            throw new IllegalArgumentException("--timeline draws pictures, but --out is missing. Add --out DIR.");
        }
        return timeline.isPresent() ? Optional.of(Stretch.parse(timeline.get())) : Optional.empty();
    }

    private List<Workload> read() throws AtomizableException {
        if (!reservations.isEmpty() && reservations.size() != workloads.size()) {
            throw new IllegalArgumentException(
                    ("there are %s workloads and %s files of reservations. Name a file of reservations for each workload, or"
                                    + " none.")
                            .formatted(workloads.size(), reservations.size()));
        }
        List<Workload> read = new ArrayList<>();
        for (int i = 0; i < workloads.size(); i++) {
            Optional<Path> slices = reservations.isEmpty() ? Optional.empty() : Optional.of(reservations.get(i));
            read.add(WorkloadReader.read(workloads.get(i), slices));
        }
        return read;
    }
}
