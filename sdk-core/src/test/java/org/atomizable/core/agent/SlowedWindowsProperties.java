package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.feasible.Slowed;
import org.atomizable.core.report.ProfileUpdate;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;

/**
 * Windows in which jobs beside a job slow it down, by no more than the window tells. The guard's rule is applied as the runner does it:
 * before each atom its reserve must be left.
 */
class SlowedWindowsProperties {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final Slice SLICE = new Slice("s", KIND, Bytes.gibi(1));
    private static final JobSpec SPEC = JobSpec.of("slowed", 1_000_000);
    private static final Instant START = Instant.EPOCH;

    /** Times alone: none is longer than what was measured. */
    private record Alone(Duration restore, Duration atom, Duration checkpoint) {

        JobProfile measured() {
            Stream<Sample> samples = Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                    .flatMap(phase -> Stream.generate(() -> new Sample(KIND, phase, of(phase), Bytes.mebi(1)))
                            .limit(phase.equals(Phase.STEADY) ? 200 : 10));
            return JobProfile.of(SPEC).with(samples.toList());
        }

        Duration of(Phase phase) {
            return phase.equals(Phase.RESTORE) ? restore : phase.equals(Phase.CHECKPOINT) ? checkpoint : atom;
        }
    }

    private static Grant grant(Duration length, double told) {
        return new Grant(
                "g",
                "w",
                SLICE,
                SLICE.memory(),
                START,
                START.plus(length),
                new FencingToken(1),
                Duration.ofSeconds(1),
                Bytes.ZERO,
                told);
    }

    private static Optional<Subjob> planned(Grant grant, JobProfile profile) {
        Profile ahead = Slowed.by(grant.slowdown(), profile, profile);
        return Subjob.fit(grant, START, 0, 1000, ahead, Promise.DEFAULT);
    }

    /** Runs it under the guard's rule, each phase so many times slower as is drawn, from 1 to {@code most}. */
    private static Report run(Subjob subjob, Alone alone, double most, SplittableRandom random) {
        List<Sample> samples = new ArrayList<>();
        Instant now = START;
        Instant ends = subjob.grant().ends();
        now = now.plus(took(samples, Phase.RESTORE, alone, most, random));
        long done = 0;
        while (done < subjob.mostAtoms()
                && !now.plus((done < subjob.atoms() ? subjob.reserve() : subjob.reserveBeyond()).beforeAtom())
                        .isAfter(ends)) {
            now = now.plus(took(samples, done == 0 ? Phase.WARM_UP : Phase.STEADY, alone, most, random));
            done++;
        }
        now = now.plus(took(samples, Phase.CHECKPOINT, alone, most, random));
        return new Report(0, new Outcome.Yielded(done, StopReason.TIME), Duration.between(START, now), samples);
    }

    private static Duration took(List<Sample> samples, Phase phase, Alone alone, double most, SplittableRandom random) {
        double slower = most == 1 ? 1 : random.nextDouble(1, most);
        Duration took = Duration.ofNanos((long) (alone.of(phase).toNanos() * slower));
        samples.add(new Sample(KIND, phase, took, Bytes.mebi(1)));
        return took;
    }

    @Property(tries = 300)
    void noWindowIsOverrunWhileNobodySlowsTheJobDownMoreThanWasTold(
            @ForAll @IntRange(min = 1, max = 500) int atomMillis,
            @ForAll @IntRange(min = 1, max = 500) int overheadMillis,
            @ForAll @DoubleRange(min = 1, max = 4) double told,
            @ForAll @IntRange(min = 1, max = 40) int units,
            @ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Duration overhead = Duration.ofMillis(overheadMillis);
        Alone alone = new Alone(overhead, Duration.ofMillis(atomMillis), overhead);
        JobProfile profile = alone.measured();
        for (int window = 0; window < 12; window++) {
            double slowdown = window % 3 == 0 ? 1 : told;
            Duration length = Duration.ofMillis(400 + units * (atomMillis + 2L * overheadMillis));
            Optional<Subjob> subjob = planned(grant(length, slowdown), profile);
            if (subjob.isPresent()) {
                Report report = run(subjob.get(), alone, slowdown, random);
                assertThat(report.took()).isLessThanOrEqualTo(length);
                assertThat(report.atomsDone())
                        .isGreaterThanOrEqualTo(subjob.get().atoms());
                profile = ProfileUpdate.of(SPEC, profile, subjob.get(), report, Promise.DEFAULT);
            }
        }
    }

    @Property(tries = 100)
    void timesBesideOthersDoNotWidenTheBoundsOfTheJobAlone(
            @ForAll @DoubleRange(min = 1.5, max = 4) double told, @ForAll long seed) {
        Alone alone = new Alone(Duration.ofMillis(80), Duration.ofMillis(20), Duration.ofMillis(60));
        JobProfile before = alone.measured();
        JobProfile after = before;
        for (int window = 0; window < 20; window++) {
            Subjob subjob = planned(grant(Duration.ofSeconds(5), told), after).orElseThrow();
            Report report = run(subjob, alone, told, new SplittableRandom(seed + window));
            after = ProfileUpdate.of(SPEC, after, subjob, report, Promise.DEFAULT);
        }
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)) {
            assertThat(after.samples(KIND, phase)).isEqualTo(before.samples(KIND, phase));
            assertThat(after.span(KIND, phase, 1, Promise.DEFAULT).upper())
                    .isEqualTo(before.span(KIND, phase, 1, Promise.DEFAULT).upper());
        }
    }

    @Test
    void aJobThatWasNeverAloneIsBoundedByWhatItTookBesideOthers() {
        Alone alone = new Alone(Duration.ofMillis(80), Duration.ofMillis(20), Duration.ofMillis(60));
        List<Sample> beside = Slowed.kept(
                Stream.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)
                        .flatMap(phase -> Stream.generate(() ->
                                        new Sample(KIND, phase, alone.of(phase).multipliedBy(2), Bytes.mebi(1)))
                                .limit(50))
                        .toList(),
                2);
        JobProfile profile = JobProfile.of(SPEC).with(beside);
        Duration bound = Slowed.by(2, profile, profile)
                .span(KIND, Phase.STEADY, 1, Promise.DEFAULT)
                .upper();
        assertThat(bound).isBetween(Duration.ofMillis(80), Duration.ofMillis(120));
    }
}
