import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.testkit.Contracts;
import org.atomizable.testkit.jqwik.JobDomain;
import org.atomizable.testkit.junit.AtomizableContract;
import org.atomizable.testkit.junit.AtomizableTest;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;
import org.atomizable.testkit.scheduler.TestJob;
import org.atomizable.testkit.scheduler.TestScheduler;
import org.atomizable.testkit.spi.CheckpointStoreContract;
import org.atomizable.testkit.spi.SelectionPolicyContract;
import org.junit.jupiter.api.io.TempDir;

class TestingPage {

    static class MyJob implements org.atomizable.api.Atomizable {
        MyJob(int seed) {}

        public JobSpec spec() {
            return JobSpec.of("mine", 4);
        }

        private long sum;

        public void run(long atom) {
            sum += atom;
        }

        public void save(StateWriter to) throws java.io.IOException {
            to.longs("sum", sum);
        }

        public void restore(StateReader from) throws java.io.IOException {
            sum = from.longs("sum")[0];
        }
    }

    static class MyPolicy implements SelectionPolicy {
        public java.util.Optional<org.atomizable.scheduler.clear.Choice> select(
                org.atomizable.api.window.Window window,
                java.util.List<org.atomizable.scheduler.clear.SelectionCandidate> candidates) {
            return SelectionPolicy.usual().select(window, candidates);
        }
    }

    static class Mended implements Atomizable {
        private final double[] items = {0.1, 0.5, -0.3, 0.9, -0.7, 0.2, 0.4, -0.8};
        private double weight;

        @Override
        public JobSpec spec() {
            return JobSpec.of("mended", 40);
        }

        // block 1

        @Override
        public void save(StateWriter to) throws IOException {
            to.doubles("weight", weight);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            weight = from.doubles("weight")[0];
        }
    }

    public static void main(String[] args) throws Exception {
        Contracts.assertExactResume(Mended::new);
        Contracts.assertSurvives(Mended::new);
    }

    // block 2

    // block 3

    // block 4

    // block 5

    // block 6
}
