package org.atomizable.core.wire;

import java.time.Duration;
import java.util.Locale;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.PressureMessage;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.WindowOffered;

/**
 * Converts messages from the wire into values.
 *
 * <p>Each method throws {@link IllegalArgumentException} if the message is not valid, as the values' constructors do.
 */
public final class FromWire {

    private FromWire() {}

    /** Returns the slice that was meant. */
    public static Slice slice(SliceView view) {
        return new Slice(view.id(), new SliceKind(view.kind()), Bytes.of(view.memoryBytes()));
    }

    /** Returns the window that was offered. */
    public static Window window(WindowOffered offered) {
        return new Window(
                offered.id(),
                slice(offered.slice()),
                Bytes.of(offered.capacityBytes()),
                offered.opens(),
                Duration.between(offered.opens(), offered.closes()));
    }

    /** Returns the grant that was issued. */
    public static Grant grant(GrantIssued issued) {
        return new Grant(
                issued.id(),
                issued.window(),
                slice(issued.slice()),
                Bytes.of(issued.capacityBytes()),
                issued.starts(),
                issued.ends(),
                new FencingToken(issued.token()),
                seconds(issued.patienceSeconds()),
                issued.residentBytes() == null ? Bytes.ZERO : Bytes.of(issued.residentBytes()),
                issued.residentUntil() == null ? issued.ends() : issued.residentUntil());
    }

    /** Returns the request to give back memory. */
    public static Pressure pressure(PressureMessage message) {
        if (message.level() == null) {
            throw new IllegalArgumentException("a request for memory needs a level");
        }
        return new Pressure(
                Pressure.Level.valueOf(message.level().toUpperCase(Locale.ROOT)),
                Bytes.of(message.wantedBytes()),
                seconds(message.withinSeconds()));
    }

    /** Returns a duration of this many seconds, to the nanosecond. */
    public static Duration seconds(double seconds) {
        if (!(Math.abs(seconds) < 1e9)) {
            throw new IllegalArgumentException("a duration in seconds must be a number below 1e9, was " + seconds);
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
