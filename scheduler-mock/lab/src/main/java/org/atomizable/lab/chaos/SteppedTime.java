package org.atomizable.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.server.CalendarTime;

/** The machine's time, but that its calendar is off by what a file says. What is measured or waited for is not. */
final class SteppedTime {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final TimeSource machine = TimeSource.system();
    private final Path file;
    private volatile Duration off = Duration.ZERO;

    private SteppedTime(Path file) {
        this.file = file;
    }

    /** Begins to look at the file. */
    static TimeSource by(Path file) {
        SteppedTime time = new SteppedTime(file);
        time.look();
        return new CalendarTime(time.machine, () -> time.machine.now().plus(time.off));
    }

    private void look() {
        try {
            off = Duration.ofMillis(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException notYet) {
            // As long as nobody has written it whole, it is right as it was.
        }
        machine.schedule(LOOK, this::look);
    }
}
