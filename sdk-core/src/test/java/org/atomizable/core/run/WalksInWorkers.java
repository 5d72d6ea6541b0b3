package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;

/** One walk, whose subjobs several workers run. */
class WalksInWorkers {

    static final long ATOMS = 60;

    final VirtualTime time = VirtualTime.create();
    final MemoryObjectSpace space = new MemoryObjectSpace();
    final List<RandomWalk> made = new ArrayList<>();
    long token;

    /** Each has a store of its own in the same place, as in a process of its own. */
    SubjobRunner runner(RandomWalk.Mishap mishap) {
        return new SubjobRunner(() -> walk(mishap), store(), job -> () -> Bytes.of(1000), time);
    }

    RandomWalk walk(RandomWalk.Mishap mishap) {
        RandomWalk walk = new RandomWalk(JobSpec.of("walk", ATOMS), 7, time, Duration.ofMillis(10), mishap);
        made.add(walk);
        return walk;
    }

    CheckpointStore store() {
        try {
            return new CommitsAtOnce(Checkpoints.in(space, "walk", StoreOptions.usual()));
        } catch (CheckpointException e) {
            throw new AssertionError(e);
        }
    }

    Report run(SubjobRunner runner, long first, long last) {
        return runner.run(Plans.of(++token, first, last, time.now().plusSeconds(10)), (next, memory) -> {});
    }

    void assertExactOnceFinished(SubjobRunner runner, long next) throws Exception {
        assertThat(run(runner, next, ATOMS).outcome()).isEqualTo(new Outcome.Finished(ATOMS));
        assertThat(store().latest().orElseThrow().sha256())
                .isEqualTo(StraightRun.of(() -> new RandomWalk(ATOMS, 7), VirtualTime.create(), at -> {})
                        .sha256());
    }
}
