package org.atomizable.core.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;

/** A program for real processes: nested loops, and at one turn a mishap that happens once. */
public final class WalkProgram {

    private static final int EPOCHS = 5;

    private WalkProgram() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> set =
                Arrays.stream(args).map(it -> it.split("=", 2)).collect(Collectors.toMap(it -> it[0], it -> it[1]));
        JobSpec spec = JobSpec.of("walk", EPOCHS * Run.batches(18, 4));
        try (Run run = Atomizable.loop(spec)) {
            double[] place = run.state("place", new double[6]);
            long[] moves = run.state("moves", new long[1]);
            RandomGenerator random = run.random(11);
            for (long epoch : run.epochs(EPOCHS)) {
                moves[0] += epoch;
                for (List<Integer> batch : run.over(18, 4, 2)) {
                    for (int item : batch) {
                        place[item % 6] = place[(item + 1) % 6] * 0.8 + random.nextDouble();
                    }
                    if (run.turn() == Long.parseLong(set.getOrDefault("at", "-1"))) {
                        mishap(set);
                    }
                }
                place[0] *= 1 + 0.1 * moves[0];
            }
            if (set.containsKey("lingers")) {
                linger();
            }
            if (run.finished()) {
                Files.writeString(Path.of(set.get("out")), Arrays.toString(place) + " " + moves[0]);
            }
        }
    }

    private static void mishap(Map<String, String> set) throws IOException, InterruptedException {
        Path happened = Path.of(set.get("happened"));
        if (Files.exists(happened)) {
            return;
        }
        Files.writeString(happened, "once");
        switch (set.get("how")) {
            case "kill" ->
                new ProcessBuilder(
                                "kill",
                                "-9",
                                Long.toString(ProcessHandle.current().pid()))
                        .start()
                        .waitFor();
            case "exit" -> System.exit(5);
            case "endless" -> spin();
            default -> throw new IllegalArgumentException(set.get("how"));
        }
    }

    private static void linger() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    private static void spin() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }
}
