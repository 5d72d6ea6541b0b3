package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.atomizable.api.time.TimeSource;

/** A machine's time with another calendar: its clock does not tell which instant it is. What is measured or waited for is the machine's. */
public record CalendarTime(TimeSource machine, Supplier<Instant> calendar) implements TimeSource {

    @Override
    public Instant now() {
        return calendar.get();
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
