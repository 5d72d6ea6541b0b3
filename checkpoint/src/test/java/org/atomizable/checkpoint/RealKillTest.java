package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training in a process of its own is killed with SIGKILL, again and again: {@code -Dkills=500} for more. */
@Tag("slow")
class RealKillTest {

    private static final int KILLS = Integer.getInteger("kills", 20);
    private static final int MOST_ATOMS_A_LIFE = 24;
    private static final long LAST = (long) KILLS * MOST_ATOMS_A_LIFE;

    @TempDir
    Path directory;

    private Process training(long token) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Regression.class.getName(),
                        directory.resolve("store").toString(),
                        Long.toString(LAST),
                        Long.toString(token))
                .redirectError(directory.resolve("errors").toFile())
                .start();
    }

    @Test
    void aTrainingThatIsKilledAgainAndAgainEndsInTheBitsOfAnUninterruptedOne() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        long resumed = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            Process training = training(kill);
            try (BufferedReader lines = training.inputReader()) {
                // At the very beginning too, when dead drafts are cleared away.
                int patience = random.nextInt(MOST_ATOMS_A_LIFE);
                String line = patience == 0 ? null : lines.readLine();
                resumed = line == null ? resumed : requireProgress(line, resumed);
                for (int seen = 1; seen < patience && line != null; seen++) {
                    line = lines.readLine();
                }
                training.destroyForcibly().waitFor();
            }
            assertThat(Files.readString(directory.resolve("errors"))).isEmpty();
        }
        System.out.printf("killed %s times, up to atom %s of %s%n", KILLS, resumed, LAST);

        Process last = training(KILLS + 1);
        last.inputReader().lines().forEach(line -> {});
        assertThat(last.waitFor())
                .as(Files.readString(directory.resolve("errors")))
                .isZero();
        assertThat(digest()).isEqualTo(straight());
        assertThat(names()).noneMatch(it -> it.startsWith("draft-") || it.startsWith("damaged-"));
    }

    private static long requireProgress(String line, long before) {
        long atom = Long.parseLong(line);
        assertThat(atom).as("no committed atom is lost").isGreaterThanOrEqualTo(before);
        return atom;
    }

    private String digest() throws Exception {
        try (CheckpointStore store = Checkpoints.in(directory.resolve("store"), "regression")) {
            Checkpoint newest = store.latest().orElseThrow();
            assertThat(newest.nextAtom()).isEqualTo(LAST);
            StateDigest restored = new StateDigest();
            for (String name : newest.state().names()) {
                restored.tensor(name, newest.state().tensor(name));
            }
            return restored.sha256();
        }
    }

    private static String straight() throws Exception {
        Regression training = new Regression();
        for (long atom = 0; atom < LAST; atom++) {
            training.step(atom);
        }
        StateDigest digest = new StateDigest();
        training.save(digest);
        return digest.sha256();
    }

    private List<String> names() throws Exception {
        try (Stream<Path> all = Files.list(directory.resolve("store"))) {
            return all.map(it -> it.getFileName().toString()).toList();
        }
    }
}
