import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
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

    // block 1

    // block 2

    // block 3

    // block 4

    // block 5
}
