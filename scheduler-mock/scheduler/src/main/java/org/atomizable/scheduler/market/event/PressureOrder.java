package org.atomizable.scheduler.market.event;

import java.time.Duration;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;

/**
 * An order to the holder of a grant whose node is short of memory.
 *
 * @param grant its id
 * @param pressure how scarce memory is, and what is asked for by when; set for {@link Kind#SHRINK} and {@link Kind#SUSPEND}
 * @param oomScore which the kernel's killer shall give the worker, from 0 to 1000; used for {@link Kind#RANK}
 */
public record PressureOrder(String grant, Kind kind, Optional<Pressure> pressure, int oomScore) {

    /** The kind of order. */
    public enum Kind {
        /** The job gives back memory at its next safe point, and goes on. */
        SHRINK,
        /** The subjob stops at its next safe point, and the worker releases its memory. */
        SUSPEND,
        /** The request to stop is taken back, and a frozen worker goes on. */
        CARRY_ON,
        /** The worker's processes stop where they are. */
        FREEZE,
        /** The worker's processes end. */
        KILL,
        /** The kernel's killer shall take the worker in this order. */
        RANK
    }

    /** Returns an order without figures. */
    public static PressureOrder of(String grant, Kind kind) {
        return new PressureOrder(grant, kind, Optional.empty(), 0);
    }

    /** Returns a request for memory, or to stop. */
    public static PressureOrder of(String grant, Kind kind, Pressure.Level level, Bytes wanted, Duration within) {
        return new PressureOrder(grant, kind, Optional.of(new Pressure(level, wanted, within)), 0);
    }

    /** Returns a rank, from 0 to 1000. */
    public static PressureOrder rank(String grant, int oomScore) {
        return new PressureOrder(grant, Kind.RANK, Optional.empty(), oomScore);
    }
}
