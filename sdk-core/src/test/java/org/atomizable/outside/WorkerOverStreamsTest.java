package org.atomizable.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.spi.WorkerException;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.ChannelWorker;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.QuickSubjob;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.core.worker.WorkerSession;
import org.atomizable.core.worker.channel.WorkerChannel;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.core.worker.channel.WorkerHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that no process builder has started. */
class WorkerOverStreamsTest {

    private static final NamedJob JOB = new NamedJob("counting", Map.of());
    private static final Slice SLICE = new Slice("here", new SliceKind("cpu"), Bytes.gibi(19));

    @TempDir
    Path directory;

    private final VirtualTime time = VirtualTime.create();

    private Worker worker(WorkerChannel channel, StoreOpening store) {
        return ChannelWorker.of(channel, SLICE, JOB, store, Optional.of(1.0), time);
    }

    private Subjob subjob() {
        return QuickSubjob.of(SLICE, 1, time.now(), 0, 100);
    }

    @Test
    void runsASubjobToTheEndOfItsJob() throws Exception {
        StoreOpening store = StoreOpening.in(directory.resolve("store"), "counting");
        ThreadHost host = ThreadHost.start(time);
        List<Long> progress = new ArrayList<>();
        try (Worker worker = worker(host.channel(), store)) {
            Outcome outcome =
                    worker.run(subjob(), (next, memory) -> progress.add(next)).outcome();

            assertThat(outcome).isEqualTo(new Outcome.Finished(100));
            assertThat(worker.isWarm()).isTrue();
        }

        assertThat(progress).contains(1L, 99L);
        assertThat(store.open().latest().orElseThrow().sha256())
                .isEqualTo(StraightRun.of(JOB, time, next -> {}).sha256());
    }

    @Test
    void endsWhenItIsToldTo() throws Exception {
        ThreadHost host = ThreadHost.start(time);
        WorkerChannel channel = host.channel();

        channel.send(new WorkerCommand.Exit());

        assertThat(host.end()).isEqualTo(WorkerSession.End.EXIT);
        assertThatThrownBy(channel::next).isInstanceOf(WorkerException.class).hasMessageContaining("Start another");
    }

    @Test
    void endsWhenItsLauncherIsGone() throws Exception {
        ThreadHost host = ThreadHost.start(time);
        WorkerChannel channel = host.channel();

        channel.kill();

        assertThat(host.end()).isEqualTo(WorkerSession.End.ORPHANED);
        assertThatThrownBy(() -> channel.send(new WorkerCommand.Yield()))
                .isInstanceOf(WorkerException.class)
                .hasMessageContaining("takes no orders");
    }

    @Test
    void goesOnAfterACommandThatItDoesNotKnow() throws Exception {
        ThreadHost host = ThreadHost.start(time);
        WorkerChannel channel = host.channel();

        host.write("{\"type\":\"dance\"}\n");

        assertThatThrownBy(channel::next)
                .isInstanceOf(WorkerException.class)
                .hasMessageContaining("no order is called dance");
        try (Worker worker = worker(channel, StoreOpening.in(directory.resolve("store"), "counting"))) {
            assertThat(worker.run(subjob(), (next, memory) -> {}).outcome()).isEqualTo(new Outcome.Finished(100));
        }
    }

    @Test
    void endsWhenItsCommandsAreNotJson() {
        OutputStream events = new ByteArrayOutputStream();
        try (WorkerSession session =
                WorkerSession.of(new ByteArrayInputStream("hello\n".getBytes(StandardCharsets.UTF_8)), events, time)) {
            assertThat(session.serve()).isEqualTo(WorkerSession.End.NOT_UNDERSTOOD);
        }

        assertThat(events.toString()).contains("an order was not understood");
    }

    @Test
    void isEndedWhenItWritesSomethingElseThanEvents() throws Exception {
        CompletableFuture<String> killed = new CompletableFuture<>();
        WorkerHost host = new WorkerHost() {
            @Override
            public boolean isAlive() {
                return !killed.isDone();
            }

            @Override
            public void kill() {
                killed.complete("killed");
            }

            @Override
            public WorkerException ended(Optional<String> exitingAt) {
                return new WorkerException("it was ended", "Start another");
            }

            @Override
            public String whereToLook() {
                return "Nowhere";
            }
        };

        WorkerChannel channel = WorkerChannel.of(
                "events",
                new ByteArrayInputStream("module load cuda\n".getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream(),
                host);

        assertThatThrownBy(() -> channel.awaitReady(Duration.ofMinutes(1))).hasMessageContaining("it was ended");
        assertThat(killed.get(1, TimeUnit.MINUTES)).isEqualTo("killed");
    }
}
