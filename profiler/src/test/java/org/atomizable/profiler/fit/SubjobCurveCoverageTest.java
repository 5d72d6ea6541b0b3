package org.atomizable.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counts how many of {@value #SUBJOBS} subjobs exceed a proved bound, as the page on profiles has it. A subjob is stopped at the
 * atom by which it exceeds its bound, so that its end is never seen. All randomness is from a fixed seed.
 */
@Tag("slow")
class SubjobCurveCoverageTest {

    private static final int SUBJOBS = 10_000;
    private static final int REFIT_EVERY = 20;
    private static final int LONGEST = 16;

    /** What one atom takes, from the subjob's and the atom's random numbers. */
    private interface Process {
        double atom(double ofSubjob, Random random);
    }

    private static final Process TOGETHER =
            (ofSubjob, random) -> Math.exp(0.5 * ofSubjob) * (1 + 0.1 * random.nextDouble());

    private enum Job {
        INDEPENDENT("atoms independent, lognormal", 0, (ofSubjob, random) -> Math.exp(0.5 * random.nextGaussian())),
        HEAVY(
                "atoms independent, Pareto with tail index 1.5",
                0,
                (ofSubjob, random) -> Math.pow(random.nextDouble(), -1 / 1.5)),
        SPIKES(
                "one atom in 500 takes nine times as much",
                0,
                (ofSubjob, random) -> random.nextInt(500) == 0 ? 9 : 1 + 0.01 * random.nextDouble()),
        TOGETHER("all atoms of a subjob slow or fast together", 0, SubjobCurveCoverageTest.TOGETHER),
        SERIAL("the same, and neighbouring subjobs alike (correlation 0.9)", 0.9, SubjobCurveCoverageTest.TOGETHER);

        private final String words;
        private final double correlation;
        private final Process process;

        Job(String words, double correlation, Process process) {
            this.words = words;
            this.correlation = correlation;
            this.process = process;
        }

        double next(double before, Random random) {
            return correlation * before + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
    }

    /** Proved bounds, and those of them that were exceeded. */
    private record Count(int proved, int exceeded) {}

    private static Count count(Job job, boolean adds, double q) {
        Random random = new Random(23);
        SubjobCurves curves = SubjobCurves.NONE;
        SubjobCurveBounds bounds = curves.under(q, q, 0.95);
        double ofSubjob = 0;
        int proved = 0;
        int exceeded = 0;
        for (int i = 0; i < SUBJOBS; i++) {
            if (i % REFIT_EVERY == 0) {
                bounds = curves.under(q, q, 0.95);
            }
            ofSubjob = job.next(ofSubjob, random);
            int planned = 4 + random.nextInt(LONGEST - 3);
            int level = bounds.levelOf(planned);
            boolean isProved = level < bounds.levels() && bounds.proved(level);
            long bound = isProved ? bounds.bound(level) : Long.MAX_VALUE;
            long[] atoms = new long[planned];
            long value = 0;
            int done = 0;
            while (done < planned && value <= bound) {
                atoms[done] = Math.round(1e6 * job.process.atom(ofSubjob, random));
                value = adds ? value + atoms[done] : Math.max(value, atoms[done]);
                done++;
            }
            boolean broken = value > bound;
            proved += isProved ? 1 : 0;
            exceeded += broken ? 1 : 0;
            long[] seen = Arrays.copyOf(atoms, broken ? done - 1 : done);
            curves = curves.plus(adds ? SubjobCurve.ofSums(planned, 0, seen) : SubjobCurve.ofMaxima(planned, 0, seen));
        }
        return new Count(proved, exceeded);
    }

    private static String cell(Count count) {
        ClopperPearson interval = ClopperPearson.of(count.exceeded(), count.proved(), 0.95);
        return String.format(
                Locale.ROOT,
                "%.4f [%.4f, %.4f]",
                (double) count.exceeded() / count.proved(),
                interval.low(),
                interval.high());
    }

    @Test
    void provedBoundsAreNotExceededMoreOftenThanPromisedAsThePageSays() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Job job : Job.values()) {
            Count memory = count(job, false, 0.01);
            Count time = count(job, true, 0.05);
            assertThat(low(memory)).isLessThanOrEqualTo(0.01);
            assertThat(low(time)).isLessThanOrEqualTo(0.05);
            rows.add("| %s | %s | %s |".formatted(job.words, cell(memory), cell(time)));
        }
        assertThat(Files.readString(Path.of("../docs/profiles.md"))).contains(rows);
    }

    private static double low(Count count) {
        return ClopperPearson.of(count.exceeded(), count.proved(), 0.95).low();
    }
}
