package org.atomizable.testkit.check;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.testkit.check.FieldImage.Change;
import org.atomizable.testkit.check.Leaf.Kind;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.ContractViolation.Breach;
import org.atomizable.testkit.rule.Finding;
import org.atomizable.testkit.rule.Rule;

/**
 * Watches the memory of a job from atom to atom: what the job counts itself, or else the heap after a collection. The first quarter of
 * the atoms is left out, since caches fill in it.
 */
public final class SteadyMemory {

    private static final int FEWEST = 8;

    /** In fewer atoms, a cache that fills looks like a leak. */
    private static final long SURELY_RUN = 64;

    /** Of more atoms, every second one is measured, or every fourth, and so on. */
    private static final int MOST_SAMPLES = 128;

    /** Less than this in all is the JVM's own. */
    private static final long NOISE = 256 << 10;

    /** Less than this in one step may be a table that is loaded when it is first needed. */
    private static final long SMALLEST_JUMP = 8 << 20;

    /** So many fields are emptied to see whether they hold what grew. */
    private static final int MOST_FIELDS = 20;

    /** Memory that a thread of the JVM has just reserved is counted too. It is soon released, so a rise in the last samples alone is no growth. */
    private static final int LAST_IN_DOUBT = 2;

    /** The serial collector leaves some dead objects in three of four collections. */
    private static final int COLLECTIONS = isSerial() ? 4 : 1;

    private SteadyMemory() {}

    /**
     * Checks a job that has 11 atoms or more and declares no stages. All its atoms are run, if the limit allows it.
     *
     * @throws ContractViolation if its memory grows with the number of atoms, or becomes much larger in the second half
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        Watch.run(trial, Rule.STEADY_MEMORY, SteadyMemory::watched);
    }

    /**
     * The memory of a job while its atoms ran.
     *
     * @param early the job's fields after two atoms
     * @param seen how it grew; empty if it did not
     */
    private record Course(long atoms, List<Long> used, FieldImage early, Optional<String> seen) {

        static Course of(Trial trial, Atomizable job) throws Exception {
            Trial.Deadline deadline = trial.deadline();
            List<Long> used = new ArrayList<>();
            FieldImage early = JobOnTrial.fields(job);
            long stride = 1;
            long atom = 0;
            while (!trial.isOver(job, atom) && (atom < SURELY_RUN || !deadline.isOver())) {
                job.run(atom++);
                if (atom % stride == 0) {
                    used.add(memory(job));
                }
                if (atom == 2) {
                    early = JobOnTrial.fields(job);
                }
                if (used.size() == MOST_SAMPLES) {
                    used = everySecond(used);
                    stride *= 2;
                }
            }
            Optional<String> seen = grows(used.subList(used.size() / 4, used.size())) && !growsAnyway(job, used.size())
                    ? Optional.of("over %s atoms the memory grew from %s to %s, and in the last ones as before"
                            .formatted(atom, Bytes.of(used.get(used.size() / 4)), Bytes.of(used.get(used.size() - 1))))
                    : jump(used, stride);
            return new Course(atom, used, early, seen);
        }
    }

    private static Tried watched(Trial trial) throws Exception {
        try (Atomizable job = trial.source().create();
                Atomizable fresh = trial.source().create()) {
            if (!job.spec().stages().isEmpty()) {
                return new Tried(0, 0, 0);
            }
            Course course = Course.of(trial, job);
            if (course.seen().isPresent() && growsAgain(trial, job)) {
                throw breach(
                        job,
                        fresh,
                        course.seen().get(),
                        course.early().changesTo(JobOnTrial.fields(job)),
                        course.used());
            }
            return new Tried(course.atoms(), 0, 0);
        }
    }

    /** The heap is that of the whole JVM: what grew once by chance, beside a load, does not grow in the atoms of another instance. */
    private static boolean growsAgain(Trial trial, Atomizable job) throws Exception {
        if (job.memoryUsed().isPresent()) {
            return true;
        }
        try (Atomizable another = trial.source().create()) {
            return Course.of(trial, another).seen().isPresent();
        }
    }

    /** Tells whether the memory also grows when no atom runs: then something else in this JVM takes it. */
    private static boolean growsAnyway(Atomizable job, int samples) {
        List<Long> used = new ArrayList<>();
        while (used.size() < samples - samples / 4) {
            used.add(memory(job));
        }
        return grows(used);
    }

    /** Keeps those of the doubled stride. */
    private static List<Long> everySecond(List<Long> used) {
        List<Long> kept = new ArrayList<>();
        for (int i = 1; i < used.size(); i += 2) {
            kept.add(used.get(i));
        }
        return kept;
    }

    private static boolean isSerial() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .anyMatch(it -> it.getName().equals("MarkSweepCompact"));
    }

    private static long memory(Atomizable job) {
        Optional<Bytes> counted = job.memoryUsed();
        if (counted.isPresent()) {
            return counted.get().count();
        }
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Tells a leak from a cache. A cache grows at first; a leak grows to the end, in most atoms or in all quarters. */
    static boolean grows(List<Long> used) {
        if (used.size() < FEWEST) {
            return false;
        }
        // Memory that the JVM frees once in between changes no median.
        List<Long> steps = steps(used);
        List<Long> last = steps.subList(steps.size() - steps.size() / 4, steps.size());
        boolean inMostAtoms = median(steps) * steps.size() > NOISE && median(last) >= median(steps) / 2;
        return inMostAtoms || growsInAllQuarters(kept(used).subList(0, used.size() - LAST_IN_DOUBT));
    }

    /** Leaves out memory that is released later, as that is no leak. */
    private static List<Long> kept(List<Long> used) {
        List<Long> kept = new ArrayList<>(used);
        for (int i = kept.size() - 2; i >= 0; i--) {
            kept.set(i, Math.min(kept.get(i), kept.get(i + 1)));
        }
        return kept;
    }

    private static List<Long> steps(List<Long> used) {
        List<Long> steps = new ArrayList<>();
        for (int i = 1; i < used.size(); i++) {
            steps.add(used.get(i) - used.get(i - 1));
        }
        return steps;
    }

    private static boolean growsInAllQuarters(List<Long> used) {
        int quarter = used.size() / 4;
        long growth = used.get(used.size() - 1) - used.get(0);
        long before = Long.MIN_VALUE;
        for (int i = 0; i < 4; i++) {
            List<Long> part = used.subList(i * quarter, i == 3 ? used.size() : (i + 1) * quarter);
            long median = median(part);
            if (median <= before) {
                return false;
            }
            before = median;
        }
        long last = used.get(used.size() - 1) - used.get(used.size() - 1 - quarter);
        return growth > FEWEST * NOISE && last > growth / 8;
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Memory that comes in one step, in the second half, and stays: what was measured before says nothing of it. */
    static Optional<String> jump(List<Long> used, long stride) {
        for (int i = Math.max(1, used.size() / 2); used.size() >= FEWEST && i < used.size(); i++) {
            long before = Collections.max(used.subList(0, i));
            long after = Collections.min(used.subList(i, used.size()));
            if (after - before > Math.max(SMALLEST_JUMP, before / 2)) {
                return Optional.of("by atom %s the memory grew at once from %s to %s, and stayed so"
                        .formatted((i + 1) * stride - 1, Bytes.of(before), Bytes.of(after)));
            }
        }
        return Optional.empty();
    }

    private static ContractViolation breach(
            Atomizable job, Atomizable fresh, String seen, List<Change> changes, List<Long> used) {
        long growth = Math.max(used.get(used.size() - 1) - used.get(0), median(steps(used)) * used.size());
        HeldFields begin = HeldFields.of(JobOnTrial.own(fresh));
        List<Change> holding = changes.stream()
                .filter(it -> it.kind() != Kind.WHOLE && it.kind() != Kind.REAL)
                .limit(MOST_FIELDS)
                .toList();
        long most = Math.max(NOISE, growth / 2);
        List<Finding> findings = List.of(new Finding(Cause.MEMORY_GROWS, "no field was found that holds it"));
        for (Change change : holding) {
            long before = memory(job);
            begin.putInto(JobOnTrial.own(job), List.of(change.field()));
            long freed = before - memory(job);
            if (freed > most) {
                most = freed;
                findings = List.of(new Finding(
                        Cause.MEMORY_GROWS, change + "; with that as in the beginning, most of the growth is gone"));
            }
        }
        return new ContractViolation(new Breach(
                job.spec().name(),
                Rule.STEADY_MEMORY,
                seen,
                List.of(),
                findings,
                Optional.of("Contracts.assertSteadyMemory(job)")));
    }
}
