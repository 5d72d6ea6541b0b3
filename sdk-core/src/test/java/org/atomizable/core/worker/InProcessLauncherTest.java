package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InProcessLauncherTest {

    private static final Slice SLICE = new Slice("s", new SliceKind("2g.20gb"), Bytes.gibi(19));

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Its atom 5 does not end until the test lets it. */
    private final class Endless implements Atomizable {

        @Override
        public JobSpec spec() {
            return JobSpec.of("endless", 20);
        }

        @Override
        public void run(long atom) throws Exception {
            if (atom == 5) {
                reached.countDown();
                never.await();
            }
        }

        @Override
        public void save(StateWriter to) {}

        @Override
        public void restore(StateReader from) {}

        @Override
        public void close() {
            closed.set(true);
        }
    }

    private Subjob wholeJob() {
        return QuickSubjob.of(SLICE, 1, time.now(), 0, 20);
    }

    @Test
    @Timeout(600)
    void aJobThatCannotBeStoppedTellsItsPlaceAndIsClosedOnceItsThreadComesBack() throws Exception {
        try (InProcessLauncher launcher = new InProcessLauncher(
                Endless::new, StoreOpening.in(directory, "endless"), job -> () -> Bytes.mebi(1), time)) {
            Worker worker = launcher.launch(SLICE);
            assertThat(worker.whereabouts()).isEmpty();
            Thread running = new Thread(() -> catchThrowable(() -> worker.run(wholeJob(), (next, memory) -> {})));
            running.start();
            reached.await();

            assertThat(worker.whereabouts().orElseThrow())
                    .startsWith(InProcessLauncherTest.class.getName() + "$Endless.run(InProcessLauncherTest.java:");
            worker.kill();
            worker.close();
            assertThat(closed).isFalse();

            never.countDown();
            running.join();
            assertThat(worker.whereabouts()).isEmpty();
            assertThat(closed).isTrue();
        }
    }
}
