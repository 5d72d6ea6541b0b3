package org.atomizable.lab.faults.world;

import java.time.Duration;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.subjob.Mode;

/**
 * One simulated job. Its state is a hash of all atoms in their order, so that each bit depends on each atom.
 *
 * @param number from 0
 * @param atoms how many
 * @param atom how long one usually takes
 * @param memory what it usually uses
 * @param varies whether its memory varies from atom to atom
 */
record JobPlan(int number, int atoms, Duration atom, Bytes memory, boolean varies, Mode mode) {

    private static final long FIRST = 0x243F6A8885A308D3L;

    static JobPlan of(int number, SplittableRandom chance) {
        return new JobPlan(
                number,
                20 + chance.nextInt(60),
                Duration.ofMillis(30 + chance.nextInt(270)),
                Bytes.mebi(500 + chance.nextInt(1500)),
                chance.nextInt(3) == 0,
                chance.nextBoolean() ? Mode.SJA : Mode.JASDA);
    }

    String name() {
        return "job-" + number;
    }

    JobSpec spec() {
        return JobSpec.of(name(), atoms).withMemory(Bytes.gibi(4));
    }

    /** Returns the state after one more atom. */
    static long after(long bits, long atom) {
        long mixed = (bits ^ (atom + 1) * 0xBF58476D1CE4E5B9L) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 29);
    }

    /** Returns the state of a straight run before an atom. */
    long straight(long nextAtom) {
        long bits = FIRST;
        for (long atom = 0; atom < nextAtom; atom++) {
            bits = after(bits, atom);
        }
        return bits;
    }
}
