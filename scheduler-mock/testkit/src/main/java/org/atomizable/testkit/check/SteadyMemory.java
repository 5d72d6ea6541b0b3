package org.atomizable.testkit.check;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.testkit.look.FieldImage;
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

    /** Less than this in all is the JVM's own. */
    private static final long NOISE = 256 << 10;

    /** So many of the steps must grow. */
    private static final double MOST_STEPS = 0.8;

    private SteadyMemory() {}

    /**
     * Checks a job that has 11 atoms or more and declares no stages.
     *
     * @throws ContractViolation if its memory grows with the number of atoms
     * @throws Exception what the job throws
     */
    public static void check(Trial trial) throws Exception {
        try (Atomizable job = trial.source().create()) {
            if (!job.spec().stages().isEmpty()) {
                return;
            }
            List<Long> used = new ArrayList<>();
            FieldImage early = FieldImage.of(job);
            for (long atom = 0; !trial.isOver(job, atom); atom++) {
                job.run(atom);
                used.add(memory(job));
                if (atom == 1) {
                    early = FieldImage.of(job);
                }
            }
            List<Long> warm = used.subList(used.size() / 4, used.size());
            if (grows(warm)) {
                throw breach(job, warm, early);
            }
        }
    }

    private static long memory(Atomizable job) {
        Optional<Bytes> counted = job.memoryUsed();
        if (counted.isPresent()) {
            return counted.get().count();
        }
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    static boolean grows(List<Long> used) {
        if (used.size() < FEWEST) {
            return false;
        }
        long up = 0;
        for (int i = 1; i < used.size(); i++) {
            up += used.get(i) > used.get(i - 1) ? 1 : 0;
        }
        long growth = used.get(used.size() - 1) - used.get(0);
        return growth > NOISE
                && growth > medianStep(used) * (used.size() - 1) / 2
                && up >= MOST_STEPS * (used.size() - 1);
    }

    private static long medianStep(List<Long> used) {
        long[] steps = new long[used.size() - 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = used.get(i + 1) - used.get(i);
        }
        Arrays.sort(steps);
        return steps[steps.length / 2];
    }

    private static ContractViolation breach(Atomizable job, List<Long> used, FieldImage early) {
        String evidence = early.changesTo(FieldImage.of(job)).stream()
                .filter(it -> it.before().endsWith("elements") || it.before().endsWith("entries"))
                .map(Object::toString)
                .findFirst()
                .orElse("no field was found that grows");
        return new ContractViolation(new Breach(
                job.spec().name(),
                Rule.STEADY_MEMORY,
                "over %d atoms the memory grew from %s to %s, by some %s an atom"
                        .formatted(
                                used.size(),
                                Bytes.of(used.get(0)),
                                Bytes.of(used.get(used.size() - 1)),
                                Bytes.of(Math.max(0, medianStep(used)))),
                List.of(),
                List.of(new Finding(Cause.MEMORY_GROWS, evidence)),
                Optional.of("Contracts.assertSteadyMemory(job)")));
    }
}
