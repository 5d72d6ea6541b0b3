package org.atomizable.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.scheduler.access.AccessTokens;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.journal.OwnerOnly;
import org.atomizable.scheduler.journal.SqliteJournal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atomizable chaos}. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Runs real jobs against a real scheduler while both are killed, messages are lost, delayed and "
                    + "duplicated, the disk is full, the clock is wrong and a driver fails; then checks whether every "
                    + "promise was kept.",
            "It touches only its own processes. The seed determines the faults and their order."
        })
public final class ChaosCommand implements Callable<Integer> {

    private static final int VARIANTS = 3;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration TO_FINISH = Duration.ofMinutes(4);

    /** The result, for machines. */
    record Report(
            long seed,
            double minutes,
            int faults,
            Map<String, Integer> faultsByKind,
            int jobs,
            int exact,
            int unfinished,
            int agentsStarted,
            InvariantChecker findings,
            boolean kept) {}

    @Option(names = "--minutes", defaultValue = "1", description = "Of faults (default: ${DEFAULT-VALUE}).")
    private double minutes = 1;

    @Option(names = "--seed", defaultValue = "1", description = "Of what goes wrong (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            defaultValue = "option-pricer",
            description =
                    "Job to run, by name; it must take parameters name, seed and atoms (default: ${DEFAULT-VALUE}).")
    private String job = "option-pricer";

    @Option(names = "--atoms", defaultValue = "400", description = "Of each job (default: ${DEFAULT-VALUE}).")
    private int atoms = 400;

    @Option(names = "--jobs", defaultValue = "3", description = "At one time (default: ${DEFAULT-VALUE}).")
    private int jobs = 3;

    @Option(
            names = "--faulty",
            defaultValue = "0.08",
            description = "How likely it is that something happens to a message (default: ${DEFAULT-VALUE}).")
    private double faulty = 0.08;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Keep logs, journal and checkpoints there (default: a new temporary directory).")
    private @Nullable Path directory;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public ChaosCommand() {}

    @Override
    public Integer call() throws Exception {
        if (!(minutes > 0) || atoms < 1 || jobs < 1 || !(faulty >= 0 && faulty < 1)) {
            throw new IllegalArgumentException(
                    "--minutes, --atoms and --jobs must be more than 0, and --faulty in [0, 1)");
        }
        Path work = directory == null ? Files.createTempDirectory("atomizable-chaos") : directory;
        Files.createDirectories(work);
        if (Files.exists(work.resolve("journal.db"))) {
            throw new AtomizableException(
                    "%s holds an earlier run".formatted(work), "Name another directory, or remove it first");
        }
        Report report = run(work);
        tell(report, work);
        return report.kept() ? 0 : 1;
    }

    private Report run(Path work) throws Exception {
        Map<Fault, Integer> counts = Collections.synchronizedMap(new EnumMap<>(Fault.class));
        SplittableRandom chance = new SplittableRandom(seed);
        List<ManagedProcess> all = new ArrayList<>();
        try (Board board = Board.onStandardError();
                TestCluster testCluster = new TestCluster(work, seed);
                FaultyProxy proxy = new FaultyProxy(testCluster.port(), faulty, chance.split(), counts)) {
            List<String> straight = straight(board);
            Path token = token(testCluster, work);
            testCluster.startScheduler();
            Nemesis nemesis = new Nemesis(testCluster, chance.split(), counts);
            TimeSource time = TimeSource.system();
            Instant began = time.now();
            long millis = Math.round(minutes * 60_000);
            Board.Bar bar = board.bar("chaos, seconds", millis / 1000);
            List<ManagedProcess> players = new ArrayList<>();
            while (time.now().isBefore(began.plusMillis(millis))) {
                players.removeIf(ManagedProcess::isOver);
                while (players.size() < jobs) {
                    ManagedProcess managedProcess =
                            new ManagedProcess(testCluster, job(all.size(), straight), proxy.port(), token);
                    players.add(managedProcess);
                    all.add(managedProcess);
                }
                look(players);
                nemesis.act(players);
                bar.at(Duration.between(began, time.now()).toSeconds());
                time.sleep(LOOK);
            }
            nemesis.leave();
            bar.saying("waiting for jobs that have not finished");
            Instant until = time.now().plus(TO_FINISH);
            while (players.stream().anyMatch(it -> !it.isOver()) && time.now().isBefore(until)) {
                look(players);
                time.sleep(LOOK);
            }
            players.forEach(ManagedProcess::killAgent);
            testCluster.killScheduler();
            counts.put(Fault.DRIVER_ERROR, CountedErrors.read(testCluster.driverErrors()));
            return report(counts, all, InvariantChecker.of(testCluster.journal(), proxy.reports(), Nemesis.MOST_OFF));
        }
    }

    private static void look(List<ManagedProcess> players) throws IOException {
        for (ManagedProcess managedProcess : players) {
            managedProcess.look();
        }
    }

    private Report report(Map<Fault, Integer> counts, List<ManagedProcess> all, InvariantChecker findings) {
        int exact = (int) all.stream().filter(ManagedProcess::exact).count();
        int unfinished = (int) all.stream().filter(it -> !it.isOver()).count();
        boolean kept = exact == all.size()
                && findings.doubleGrants() == 0
                && findings.tokensOutOfOrder() == 0
                && findings.lostReports() == 0
                && findings.overruns() == 0;
        Map<String, Integer> byKind = new LinkedHashMap<>();
        for (Fault fault : Fault.values()) {
            byKind.put(fault.word(), counts.getOrDefault(fault, 0));
        }
        return new Report(
                seed,
                minutes,
                byKind.values().stream().mapToInt(Integer::intValue).sum(),
                byKind,
                all.size(),
                exact,
                unfinished,
                all.stream().mapToInt(ManagedProcess::starts).sum(),
                findings,
                kept);
    }

    /** The bits in which each variant must end. */
    private List<String> straight(Board board) throws Exception {
        List<String> ends = new ArrayList<>();
        Board.Bar bar = board.bar("straight runs", (long) VARIANTS * atoms);
        for (int variant = 0; variant < VARIANTS; variant++) {
            long before = (long) variant * atoms;
            NamedJob named = new NamedJob(job, parameters("straight", variant));
            ends.add(StraightRun.of(named, TimeSource.system(), next -> bar.at(before + next))
                    .sha256());
        }
        return ends;
    }

    private ManagedProcess.ChaosJob job(int number, List<String> straight) {
        int variant = number % VARIANTS;
        String name = "chaos-" + number;
        return new ManagedProcess.ChaosJob(name, job, parameters(name, variant), straight.get(variant));
    }

    private Map<String, String> parameters(String name, int variant) {
        return Map.of("name", name, "seed", String.valueOf(variant + 1), "atoms", String.valueOf(atoms));
    }

    private static Path token(TestCluster testCluster, Path work) throws Exception {
        Path token = work.resolve("token");
        try (SqliteJournal journal = SqliteJournal.open(testCluster.journal(), TimeSource.system())) {
            OwnerOnly.makeIfAbsent(token);
            Files.writeString(token, new AccessTokens(journal, TimeSource.system()).create("chaos", Role.TENANT));
        }
        return token;
    }

    private void tell(Report report, Path work) throws Exception {
        if (json) {
            System.out.println(
                    WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(report));
            return;
        }
        System.out.printf(
                Locale.ROOT, "%s faults in %.1f minutes, seed %s%n", report.faults(), report.minutes(), report.seed());
        report.faultsByKind().forEach((word, count) -> System.out.printf("  %-18s %s%n", word, count));
        System.out.printf(
                "%s of %s jobs ended in the bits of their uninterrupted runs; %s agents were started for them%n",
                report.exact(), report.jobs(), report.agentsStarted());
        System.out.printf(
                "%s grants: %s given twice, %s tokens out of order; %s reports: %s lost, %s of overruns%n",
                report.findings().grants(),
                report.findings().doubleGrants(),
                report.findings().tokensOutOfOrder(),
                report.findings().reports(),
                report.findings().lostReports(),
                report.findings().overruns());
        System.out.println(report.kept() ? "every promise was kept" : "a promise was broken; see " + work);
    }
}
