package org.atomizable.lab.faults;

import java.time.Duration;
import java.util.OptionalInt;
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
 * @param grows the first atom of a stage that only the larger slice can hold; empty if there is none
 */
record JobPlan(int number, int atoms, Duration atom, Bytes memory, boolean varies, Mode mode, OptionalInt grows) {

    private static final Bytes DECLARED = Bytes.gibi(4);
    private static final Bytes GROWN = Bytes.gibi(6);
    private static final Bytes GROWN_AT_MOST = Bytes.gibi(8);
    private static final long FIRST = 0x243F6A8885A308D3L;

    static JobPlan of(int number, int slices, SplittableRandom chance) {
        int atoms = 20 + chance.nextInt(60);
        Duration atom = Duration.ofMillis(30 + chance.nextInt(270));
        Bytes memory = Bytes.mebi(500 + chance.nextInt(1500));
        boolean varies = chance.nextInt(3) == 0;
        Mode mode = chance.nextBoolean() ? Mode.SJA : Mode.JASDA;
        int from = 2 + chance.nextInt(atoms);
        boolean grows = chance.nextInt(2) == 0 && slices > 1 && from < atoms;
        return new JobPlan(
                number, atoms, atom, memory, varies, mode, grows ? OptionalInt.of(from) : OptionalInt.empty());
    }

    /** Returns the same job with four times the work, so that it needs several windows; it signals for them. */
    JobPlan longer() {
        return new JobPlan(number, atoms * 4, atom, memory, varies, Mode.SJA, grows);
    }

    /** Draws a job with less work than all others, which the usual policy serves before them. */
    static JobPlan shortOne(int number, SplittableRandom chance) {
        return new JobPlan(
                number,
                1 + chance.nextInt(3),
                Duration.ofMillis(700 + chance.nextInt(600)),
                Bytes.mebi(500),
                false,
                Mode.SJA,
                OptionalInt.empty());
    }

    String name() {
        return "job-" + number;
    }

    /** Half of the jobs that do not grow declare nothing: a declaration bounds a job whatever was measured. */
    JobSpec spec() {
        JobSpec spec = JobSpec.of(name(), atoms);
        if (grows.isEmpty()) {
            return number % 2 == 0 ? spec.withMemory(DECLARED) : spec;
        }
        return spec.withMemory(DECLARED).withStage("grown", grows.getAsInt(), Long.MAX_VALUE, GROWN_AT_MOST);
    }

    /** Returns what an atom uses, unless it varies. */
    Bytes memoryOf(long atom) {
        return grows.isPresent() && atom >= grows.getAsInt() ? GROWN : memory;
    }

    /** Returns what the state before an atom uses. */
    Bytes memoryBefore(long nextAtom) {
        return nextAtom == 0 ? memory : memoryOf(nextAtom - 1);
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
