package org.atomizable.core.engine;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How long the next link of a chain may run.
 *
 * @param length the length to claim
 * @param least the length with which it may start sooner if it waits; the same if it starts at once
 * @param why how it was chosen, for a person to read
 */
record LinkLength(Duration length, Duration least, String why) {

    /**
     * Chooses the length. A link that fits a window starts at once; one that is longer than all windows waits for its turn.
     *
     * @param windows what is free now
     * @param startsIn how long it takes until the link can start
     * @param least what a link needs at least to gain an atom, as far as that is known
     * @param wanted what a link should have at most, so that others get their turn and a lost node costs little
     * @param longest what the engine allows
     */
    static LinkLength of(
            List<EngineWindow> windows, Duration startsIn, Duration least, Duration wanted, Duration longest) {
        Duration most = shorter(longer(wanted, least), longest);
        Optional<EngineWindow> best = windows.stream()
                .max(Comparator.comparing(EngineWindow::length))
                .filter(it -> it.length().minus(startsIn).compareTo(shorter(least, most)) >= 0);
        if (best.isEmpty()) {
            return new LinkLength(
                    most,
                    shorter(least, most),
                    windows.isEmpty()
                            ? "no slice is free"
                            : "no slice is free for the %s min that it needs".formatted(minutes(least)));
        }
        Duration length = shorter(best.get().length().minus(startsIn), most);
        return new LinkLength(
                length,
                length,
                "%s has %s free for %s min"
                        .formatted(
                                best.get().place(),
                                best.get().kind(),
                                minutes(best.get().length())));
    }

    /** Tells whether it fits a window. */
    boolean startsAtOnce() {
        return least.equals(length);
    }

    private static String minutes(Duration length) {
        return length.toMinutes() > 0 ? Long.toString(length.toMinutes()) : "less than 1";
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
