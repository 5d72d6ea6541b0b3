package org.atomizable.scheduler.node.airlock;

import java.util.List;
import org.atomizable.scheduler.node.pressure.WatchedMemory;

/** Whether there is room for a job, by what is used now and by what is promised. */
final class Room {

    private Room() {}

    /**
     * Returns whether the peak of a suspended job fits beside the peaks of all that run, and what it had beside what is
     * used now. A memory that was not read holds nobody up.
     *
     * @param gone residents that are counted as if they had left
     */
    static boolean fits(Round round, Occupant waiting, List<Occupant> gone) {
        for (WatchedMemory memory : round.reading().memories()) {
            if (ResidentMemory.amount(waiting.resident().memory().peak(), memory.name()) > 0
                    && !fits(round, waiting, gone, memory)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(Round round, Occupant waiting, List<Occupant> gone, WatchedMemory memory) {
        String name = memory.name();
        long held = 0;
        long promised = 0;
        long freed = 0;
        for (Occupant each : round.ascending()) {
            ResidentMemory its = each.resident().memory();
            long holds = ResidentMemory.amount(its.held(), name);
            held += holds;
            if (gone.contains(each)) {
                long free = Math.min(holds, ResidentMemory.amount(its.reclaimable(), name));
                freed += free;
                promised += holds - free;
            } else if (each == waiting || each.state().awake()) {
                promised += its.reserved(name);
            } else {
                promised += holds;
            }
        }
        long others = Math.max(0, memory.used().count() - held);
        long used = memory.used().count()
                - freed
                + ResidentMemory.amount(waiting.resident().memory().reclaimable(), name);
        return others + promised <= memory.capacity().count()
                && used
                        <= (long) (round.rules().marks().watch()
                                * memory.capacity().count());
    }

    /** Returns whether a resident holds some of the memory that another needs. */
    static boolean shares(Occupant one, Occupant other) {
        return other.resident().memory().peak().entrySet().stream()
                .anyMatch(it -> it.getValue().count() > 0
                        && ResidentMemory.amount(one.resident().memory().reclaimable(), it.getKey()) > 0);
    }
}
