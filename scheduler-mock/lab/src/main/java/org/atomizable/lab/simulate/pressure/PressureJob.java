package org.atomizable.lab.simulate.pressure;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.lab.simulate.workload.Draws;
import org.atomizable.scheduler.node.airlock.Resident;
import org.atomizable.scheduler.node.airlock.ResidentClass;
import org.atomizable.scheduler.node.airlock.ResidentMemory;
import org.atomizable.scheduler.node.airlock.Worth;

/**
 * A job as its author made it. Times are seconds, memory is MiB.
 *
 * @param work until it is complete
 * @param plateau what it usually uses
 * @param peak what it uses in a spike
 * @param elastic what it can give back
 * @param gap between two safe points
 * @param save how long a checkpoint takes; a restore takes as long
 * @param interval between two checkpoints while nothing happens
 * @param silent whether it ignores requests
 */
record PressureJob(
        int id,
        Worth worth,
        double work,
        int plateau,
        int peak,
        int elastic,
        double gap,
        double save,
        double interval,
        boolean silent) {

    static final String MEMORY = "gpu";

    /** Draws a job: half of them are short, a third long, the others reserved. */
    static PressureJob draw(int id, Draws draws) {
        double chance = draws.uniform();
        ResidentClass kind =
                chance < 0.5 ? ResidentClass.SHORT : chance < 0.83 ? ResidentClass.LONG : ResidentClass.RESERVED;
        Worth worth = new Worth(draws.below(2), kind, 1 + draws.below(3));
        int plateau = 3_000 + draws.below(15_000);
        double hours = switch (kind) {
            case SHORT -> 0.05 + 0.3 * draws.uniform();
            case LONG -> 1 + 5 * draws.uniform();
            case RESERVED -> 2 + 8 * draws.uniform();
        };
        return new PressureJob(
                id,
                worth,
                hours * 3600,
                plateau,
                (int) (plateau * (1.05 + 0.3 * draws.uniform())),
                draws.uniform() < 0.4 ? plateau / 5 : 0,
                0.05 * StrictMath.exp(draws.uniform() * 4),
                0.2 + plateau / 8_000.0,
                300 + 1500 * draws.uniform(),
                draws.uniform() < 0.03);
    }

    /** Tells whether it uses its peak at a time: a tenth of the stretches of 20 s, the same under every policy. */
    boolean spikes(double seconds) {
        long stretch = (long) (seconds / 20);
        long mixed = (id * 0x9E3779B97F4A7C15L) ^ (stretch * 0xBF58476D1CE4E5B9L);
        mixed ^= mixed >>> 31;
        mixed *= 0x94D049BB133111EBL;
        return ((mixed >>> 33) & 1023) < 102;
    }

    /** Describes it to the airlock. */
    Resident resident(int held, int shrunk, Instant since) {
        return new Resident(
                "j" + id,
                worth,
                since,
                ResidentMemory.in(
                        MEMORY, Bytes.mebi(held), Bytes.mebi(peak - shrunk), Bytes.mebi(shrunk == 0 ? elastic : 0)),
                new Resident.Departure(
                        Duration.ofMillis((long) (1000 * (gap + save))),
                        worth.residentClass() != ResidentClass.RESERVED));
    }
}
