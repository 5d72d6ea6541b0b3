package org.atomizable.testkit.protocol;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.api.wire.WindowOffered;

/** Whether an answer fits the window that it answers. */
final class AnswerCheck {

    private static final int MOST_VARIANTS = 8;
    private static final double ROUNDING = 1e-6;

    private AnswerCheck() {}

    /** Returns what is wrong with an answer; empty if nothing is. */
    static Optional<String> flaw(Record answer, WindowOffered window) {
        return answer instanceof SignalMessage signal ? flaw(signal, window) : flaw((BidMessage) answer, window);
    }

    /** Returns whether a job wants the window. */
    static boolean interested(Record answer) {
        return answer instanceof SignalMessage signal
                ? signal.interested()
                : !((BidMessage) answer).variants().isEmpty();
    }

    private static Optional<String> flaw(SignalMessage signal, WindowOffered window) {
        boolean fits = signal.interested()
                ? signal.atoms() >= 1
                        && signal.usefulSeconds() >= 0
                        && signal.usefulSeconds() <= signal.totalSeconds() + ROUNDING
                        && signal.totalSeconds() <= seconds(window) + ROUNDING
                : signal.atoms() == 0;
        return fits
                ? Optional.empty()
                : Optional.of("%s atoms, %s s useful of %s s, in a window of %s s"
                        .formatted(signal.atoms(), signal.usefulSeconds(), signal.totalSeconds(), seconds(window)));
    }

    private static Optional<String> flaw(BidMessage bid, WindowOffered window) {
        if (bid.variants().size() > MOST_VARIANTS) {
            return Optional.of("%s variants".formatted(bid.variants().size()));
        }
        Set<String> ids = new HashSet<>();
        for (VariantMessage variant : bid.variants()) {
            boolean fits = ids.add(variant.id())
                    && variant.atoms() >= 1
                    && variant.fromSeconds() >= 0
                    && variant.fromSeconds() < variant.toSeconds()
                    && variant.toSeconds() <= seconds(window) + ROUNDING
                    && variant.memoryBytes() <= window.capacityBytes()
                    && variant.utility() >= 0
                    && variant.utility() <= 1;
            if (!fits) {
                return Optional.of("variant %s of %s to %s s and %s bytes, in a window of %s s and %s bytes"
                        .formatted(
                                variant.id(),
                                variant.fromSeconds(),
                                variant.toSeconds(),
                                variant.memoryBytes(),
                                seconds(window),
                                window.capacityBytes()));
            }
        }
        return Optional.empty();
    }

    private static double seconds(WindowOffered window) {
        return Duration.between(window.opens(), window.closes()).toNanos() / 1e9;
    }
}
