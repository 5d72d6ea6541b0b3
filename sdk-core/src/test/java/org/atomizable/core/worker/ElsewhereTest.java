package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.run.StraightRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers behind a command that starts them on another machine. */
@Tag("slow")
@Timeout(120)
class ElsewhereTest {

    @TempDir
    Path directory;

    @Test
    void eachSubjobHasAWorkerOfItsOwnAndAllEndInTheBitsOfAStraightRun() throws Exception {
        List<DeafEntrance> entrances = new ArrayList<>();
        Elsewhere elsewhere = (slice, left) -> {
            DeafEntrance entrance = new DeafEntrance();
            entrances.add(entrance);
            return entrance;
        };
        try (StubbornRun run = new StubbornRun(directory, Optional.of(elsewhere))) {
            run.run("not", 1, 0, StubbornJob.AT, Duration.ofSeconds(60));
            assertThat(run.run("not", 2, StubbornJob.AT, StubbornJob.ATOMS, Duration.ofSeconds(60))
                            .outcome())
                    .isEqualTo(new Outcome.Finished(StubbornJob.ATOMS));

            assertThat(run.store().open().latest().orElseThrow().sha256())
                    .isEqualTo(StraightRun.of(run.job("not"), TimeSource.system(), next -> {})
                            .sha256());
        }
        // They were told to end, and did.
        assertThat(entrances)
                .hasSize(2)
                .allSatisfy(it -> assertThat(it.cleared()).isZero());
    }

    @Test
    void aWorkerThatDoesNotStartIsLostInTheWordsOfItsEntrance() {
        DeafEntrance busy = new DeafEntrance() {
            @Override
            public List<String> command() {
                return List.of("/bin/sh", "-c", "echo nodes are busy >&2; exit 1", "entrance");
            }
        };
        try (StubbornRun run = new StubbornRun(directory, Optional.of((slice, left) -> busy))) {
            assertThatThrownBy(() -> run.run("not", 1, 0, StubbornJob.ATOMS, Duration.ofSeconds(60)))
                    .isInstanceOfSatisfying(
                            WorkerException.class, it -> assertThat(it.kind()).isEqualTo(FailureKind.WORKER_LOST))
                    .hasMessageContaining("nothing was started: nodes are busy");
        }
        assertThat(busy.cleared()).isZero();
    }

    @Test
    void whatAKilledCommandLeavesBehindIsEnded() {
        DeafEntrance killed = new DeafEntrance() {
            @Override
            public List<String> command() {
                return List.of("/bin/sh", "-c", "kill -KILL $$", "entrance");
            }
        };
        try (StubbornRun run = new StubbornRun(directory, Optional.of((slice, left) -> killed))) {
            assertThatThrownBy(() -> run.run("not", 1, 0, StubbornJob.ATOMS, Duration.ofSeconds(60)))
                    .isInstanceOf(WorkerException.class);
        }
        assertThat(killed.cleared()).isOne();
    }
}
