package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.worker.channel.CommandReader;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker on another machine whose launcher was killed together with what carried its orders. */
@Timeout(60)
class SilenceTest {

    private static InputStream lines(String lines) {
        return new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    }

    private static int secondsOf(Silence silence) {
        int seconds = 0;
        while (!silence.isTooLong()) {
            seconds++;
        }
        return seconds;
    }

    @Test
    void aMinuteWithoutALineIsTooLongAndEachLineBeginsItAnew() throws Exception {
        Silence silence = new Silence(lines("\n\n"));
        assertThat(secondsOf(silence)).isEqualTo(60);
        assertThat(silence.isTooLong()).isTrue();

        assertThat(silence.read()).isEqualTo('\n');
        assertThat(secondsOf(silence)).isEqualTo(60);
        assertThat(silence.read(new byte[8], 0, 8)).isOne();
        assertThat(secondsOf(silence)).isEqualTo(60);
    }

    @Test
    void aWorkerThatHearsNothingIsEndedAfterAMinute() throws Exception {
        VirtualTime time = VirtualTime.create();
        Instant began = time.now();
        CompletableFuture<Instant> ended = new CompletableFuture<>();
        new Silence(InputStream.nullInputStream()).watch(time, () -> ended.complete(time.now()));
        assertThat(ended.get()).isEqualTo(began.plusSeconds(60));
    }

    @Test
    void theLinesOfALauncherThatHasNothingToSayAreNoOrders() throws Exception {
        CommandReader orders = new CommandReader(lines("\n\n{\"type\":\"exit\"}\n\n"));
        assertThat(orders.next()).contains(new WorkerCommand.Exit());
        assertThat(orders.next()).isEqualTo(Optional.empty());
    }
}
