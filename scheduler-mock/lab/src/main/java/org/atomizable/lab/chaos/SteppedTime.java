package org.atomizable.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.time.TimeSource;

/** The machine's time, but that its calendar is off by what a file says. What is measured or waited for is not. */
final class SteppedTime implements TimeSource {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final TimeSource machine = TimeSource.system();
    private final Path file;
    private volatile Duration off = Duration.ZERO;

    SteppedTime(Path file) {
        this.file = file;
        look();
    }

    private void look() {
        try {
            off = Duration.ofMillis(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException notYet) {
            // As long as nobody has written it whole, it is right as it was.
        }
        machine.schedule(LOOK, this::look);
    }

    @Override
    public Instant now() {
        return machine.now().plus(off);
    }

    @Override
    public long nanos() {
        return machine.nanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        machine.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
        return machine.schedule(delay, action);
    }
}
