package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.profiler.fit.ClopperPearson;

class StageProperties {

    private static final long ATOMS = 400;

    /** A job with a stage between every other two of the bounds, of which the first atoms were measured. */
    private record Case(JobSpec spec, JobProfile profile) {
        static Case of(List<Integer> bounds, long seed, int measured) {
            List<Integer> at = List.copyOf(new TreeSet<>(bounds));
            JobSpec spec = JobSpec.of("job", ATOMS).withRecurring("evaluation", 25);
            for (int i = 0; i + 1 < at.size(); i += 2) {
                spec = i % 4 == 0
                        ? spec.withStage("stage " + i, at.get(i), at.get(i + 1))
                        : spec.withStage("stage " + i, at.get(i), at.get(i + 1), Bytes.mebi(900));
            }
            JobSpec staged = spec;
            Random random = new Random(seed);
            StagedJob job = new StagedJob(atom ->
                    staged.stageOf(atom).map(it -> 100 + it.from() * 3).orElse(200L) + random.nextInt(60));
            return new Case(staged, JobProfile.of(staged).withSubjobs(job.subjobs(0, measured, 7)));
        }

        Profile from(long atom) {
            return profile.from(spec, atom);
        }

        Footprint footprint(long first, long atoms) {
            return from(first).footprint(StagedJob.KIND, atoms, Promise.DEFAULT);
        }
    }

    @Property(tries = 100)
    void aLongerSubjobNeverNeedsLess(
            @ForAll @Size(min = 2, max = 6) List<@IntRange(min = 0, max = 399) Integer> bounds,
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int measured,
            @ForAll @IntRange(min = 0, max = 300) int first,
            @ForAll @IntRange(min = 1, max = 99) int atoms) {
        Case job = Case.of(bounds, seed, measured);
        FootprintLaws.assertNoLess(job.footprint(first, atoms + 1L), job.footprint(first, atoms));
    }

    @Property(tries = 100)
    void aSubjobIsBoundedByNoLessThanEachStageThatItTouches(
            @ForAll @Size(min = 2, max = 6) List<@IntRange(min = 0, max = 399) Integer> bounds,
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int measured,
            @ForAll @IntRange(min = 0, max = 300) int first,
            @ForAll @IntRange(min = 1, max = 99) int atoms,
            @ForAll @IntRange(min = 0, max = 98) int touched) {
        Case job = Case.of(bounds, seed, measured);
        long one = first + Math.min(atoms - 1, touched);
        assertThat(job.footprint(first, atoms).memory().upper())
                .isGreaterThanOrEqualTo(job.footprint(one, 1).memory().upper());
    }

    @Property(tries = 100)
    void theMostAtomsThatFitAreThoseWhoseFootprintFits(
            @ForAll @Size(min = 2, max = 6) List<@IntRange(min = 0, max = 399) Integer> bounds,
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int measured,
            @ForAll @IntRange(min = 0, max = 300) int first,
            @ForAll @IntRange(min = 100, max = 1600) int mebi) {
        Case job = Case.of(bounds, seed, measured);
        for (Duration length : List.of(Duration.ofSeconds(8), Duration.ofDays(10_000))) {
            FootprintLaws.assertMostIsWhatFits(
                    job.from(first), StagedJob.KIND, Bytes.mebi(mebi), length, 99, Promise.DEFAULT);
        }
    }

    /** Each of 8 jobs grows in the middle. A bound is asked for before each subjob and then compared with what it needed. */
    @Example
    void theStagesOfAJobThatGrowsAreBoundedAsPromised() {
        int broken = 0;
        int subjobs = 0;
        for (int seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            StagedJob job = new StagedJob(
                    atom -> Math.round((atom < 600 ? 7_000 : 17_000) * Math.exp(0.05 * random.nextGaussian())));
            JobSpec spec = JobSpec.of("job", 1000)
                    .withStage("small", 0, 600, Bytes.mebi(9_500))
                    .withStage("large", 600, 1000, Bytes.mebi(22_000));
            JobProfile profile = JobProfile.of(spec);
            for (long next = 0; next < 1000; next += 5) {
                Bytes bound = profile.from(spec, next)
                        .footprint(StagedJob.KIND, 5, Promise.DEFAULT)
                        .memory()
                        .upper();
                ObservedSubjob subjob = job.subjob(next, 5);
                boolean exceeded =
                        subjob.samples().stream().anyMatch(it -> it.peak().exceeds(bound));
                broken += exceeded ? 1 : 0;
                subjobs++;
                profile = profile.with(subjob).knowing(profile.kept().afterMemory(Promise.DEFAULT, exceeded));
            }
        }
        assertThat(ClopperPearson.of(broken, subjobs, 0.95).low()).isLessThanOrEqualTo(Promise.DEFAULT.theta());
    }
}
