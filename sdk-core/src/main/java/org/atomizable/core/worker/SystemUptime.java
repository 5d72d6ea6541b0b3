package org.atomizable.core.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.atomizable.api.time.TimeSource;

/** The clock that a shell can read as well as a JVM: the hundredths of a second since the system was started, else since 1970. */
final class SystemUptime {

    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final long NANOS = 10_000_000;
    private static final long MILLIS = 10;

    private SystemUptime() {}

    /** Returns the hundredths that have passed completely. */
    static long hundredths(TimeSource time) {
        try {
            String[] whole = Files.readString(UPTIME).split("[ .]", 3);
            return Long.parseLong(whole[0]) * 100 + Long.parseLong(whole[1]);
        } catch (IOException | NumberFormatException e) {
            return time.now().toEpochMilli() / MILLIS;
        }
    }

    /** Returns the instant after a time from now, not rounded up. */
    static long after(Duration left, TimeSource time) {
        return hundredths(time) + Math.floorDiv(left.toNanos(), NANOS);
    }

    /** Returns how long it is from one instant to another. */
    static Duration between(long from, long to) {
        return Duration.ofNanos((to - from) * NANOS);
    }
}
