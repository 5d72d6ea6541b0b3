package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.atomizable.api.JobSpec;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.Test;

class StraightRunTest {

    private final VirtualTime time = VirtualTime.create();

    @Test
    void itRunsAllAtomsOfAJobAndTellsOfEach() throws Exception {
        List<Long> told = new ArrayList<>();
        time.advance(Duration.ofHours(1));
        long began = time.nanos();

        StraightRun run = StraightRun.of(
                () -> new RandomWalk(JobSpec.of("walk", 20), 7, time, Duration.ofMillis(10), atom -> {}),
                time,
                told::add);

        assertThat(run.atoms()).isEqualTo(20);
        assertThat(told)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 20).boxed().toList());
        assertThat(run.took()).isEqualTo(Duration.ofNanos(time.nanos() - began)).isPositive();
    }

    @Test
    void anOpenEndedJobRunsUntilItHasEnough() throws Exception {
        JobSpec openEnded = JobSpec.openEnded("walk");
        StraightRun run = StraightRun.of(
                () -> new RandomWalk(openEnded, 7, time, Duration.ofMillis(10), atom -> {}).enoughAt(13),
                time,
                next -> {});
        StraightRun same = StraightRun.of(
                () -> new RandomWalk(JobSpec.of("walk", 13), 7, time, Duration.ofMillis(10), atom -> {}),
                time,
                next -> {});

        assertThat(run.atoms()).isEqualTo(13);
        assertThat(run.sha256()).isEqualTo(same.sha256());
    }
}
