package org.atomizable.engine.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.Checkpoints;

/** The programs of {@code .ci/slurm-race}. */
public final class SlurmRace {

    /** Work that needs time and no processor, also to begin in a process. Its state depends on the order of all atoms; each atom tells when it ran. */
    public static final class Sleeper implements Atomizable {

        private long value;
        private transient Object data;

        @Override
        public JobSpec spec() {
            return JobSpec.of("sleeper", Long.parseLong(System.getenv("RACE_ATOMS"))).withMemory(Bytes.mebi(4));
        }

        @Override
        public void run(long atom) throws Exception {
            begin();
            long from = System.currentTimeMillis();
            Thread.sleep(250);
            value = (value * 31 + atom) % 1_000_003;
            String link = System.getenv("SLURM_JOB_ID") + "." + System.getenv("SLURM_RESTART_COUNT");
            String line = link + " " + atom + " " + from + " " + System.currentTimeMillis() + " " + value + "\n";
            Files.writeString(Path.of(System.getenv("RACE_LOG")), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        @Override
        public void save(StateWriter to) throws IOException {
            to.longs("value", value);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            value = from.longs("value")[0];
            try {
                if (!Boolean.parseBoolean(System.getenv("RACE_LAZY"))) {
                    begin();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        private void begin() throws InterruptedException {
            if (data == null) {
                Thread.sleep(Math.round(1000 * Double.parseDouble(System.getenv("RACE_START"))));
                data = new Object();
            }
        }
    }

    /** The program of rivals: goes on from the newest checkpoint; saves every 10 s, at SIGTERM and at the end. */
    static final class Straight {

        private static volatile boolean ends;

        public static void main(String[] none) throws Exception {
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                ends = true;
                try {
                    main.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            Sleeper job = new Sleeper();
            long total = job.spec().totalAtoms().orElseThrow();
            try (CheckpointStore store = Checkpoints.in(Path.of("checkpoints"), "sleeper")) {
                FencingToken token = new FencingToken(store.newestToken().value() + 1);
                store.fence(token);
                Optional<Checkpoint> last = store.latest();
                if (last.isPresent()) {
                    job.restore(last.get().state());
                }
                long next = last.map(Checkpoint::nextAtom).orElse(0L);
                while (next < total && !ends) {
                    for (long until = System.nanoTime() + 10_000_000_000L; next < total && !ends && System.nanoTime() < until; next++) {
                        job.run(next);
                    }
                    try (CheckpointStore.Draft draft = store.open(next, token)) {
                        job.save(draft.state());
                        draft.commit();
                    }
                }
                if (next == total) {
                    Files.writeString(Path.of("finished"), "");
                }
            }
        }
    }

    /** For each line that it reads, tells the windows that the engine sees: node, slices, seconds. */
    static final class Look {

        public static void main(String[] type) throws Exception {
            SlurmEngine engine = new SlurmEngine(
                    new SlurmProcesses(SlurmProcesses.LIMIT, false),
                    new SlurmWish(null, null, null, null, type[0], null, List.of()),
                    System.getenv(),
                    TimeSource.system());
            for (Scanner in = new Scanner(System.in); in.hasNextLine(); in.nextLine()) {
                engine.look("none", Optional.empty())
                        .windows()
                        .forEach(it -> System.out.println(
                                it.place() + " " + it.slices() + " " + it.length().toSeconds()));
                System.out.println(".");
            }
        }
    }
}
