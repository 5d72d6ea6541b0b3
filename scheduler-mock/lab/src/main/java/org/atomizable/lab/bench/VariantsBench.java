package org.atomizable.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.score.Utility;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.core.plan.Answers;
import org.atomizable.core.plan.Candidates;
import org.atomizable.core.plan.Feasible;
import org.atomizable.core.plan.OverheadLimit;
import org.atomizable.core.plan.Situation;
import org.atomizable.profiler.profile.JobProfile;

/** How long a job takes from a window to its bid, with a profile of a few hundred subjobs. */
final class VariantsBench {

    private static final int SUBJOBS = 300;
    private static final int ATOMS_OF_A_SUBJOB = 10;
    private static final int CALLS = 2000;
    private static final int WARM_UP_ROUNDS = 10;
    private static final int ROUNDS = 15;
    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final JobSpec SPEC = JobSpec.of("job", 1_000_000);

    private VariantsBench() {}

    /** Returns microseconds for each window, one value a round. */
    static Ratios micros(TimeSource time) {
        JobProfile profile = profile();
        Ratios micros = new Ratios();
        int variants = 0;
        for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            long began = time.nanos();
            for (int call = 0; call < CALLS; call++) {
                variants += bid(profile, call);
            }
            if (round >= WARM_UP_ROUNDS) {
                micros.add((time.nanos() - began) / 1e3 / CALLS);
            }
        }
        if (variants == 0) {
            throw new IllegalStateException("nothing was bid");
        }
        return micros;
    }

    private static int bid(JobProfile profile, int call) {
        Slice slice = new Slice("s", KIND, Bytes.gibi(19));
        Instant opens = Instant.EPOCH.plusSeconds(call);
        Window window = new Window("w", slice, slice.memory(), opens, Duration.ofMillis(5000 + call));
        long next = call;
        long left = SPEC.atomsLeft(next);
        Feasible feasible = Feasible.in(
                window, Duration.ZERO, left, profile.from(SPEC, next), Promise.DEFAULT, OverheadLimit.DEFAULT, false);
        var candidates = Candidates.of(
                window,
                next,
                feasible,
                left,
                atom -> profile.from(SPEC, atom),
                Promise.DEFAULT,
                OverheadLimit.DEFAULT.eta());
        Situation situation = new Situation(left, Optional.empty(), Optional.of("s"));
        return Answers.of(Mode.JASDA, situation.variants(candidates, window, Utility.USUAL), "")
                .match(silence -> 0, signal -> 1, bid -> bid.variants().size());
    }

    private static JobProfile profile() {
        SplittableRandom chance = new SplittableRandom(1);
        List<Sample> samples = new ArrayList<>();
        for (int subjob = 0; subjob < SUBJOBS; subjob++) {
            samples.add(sample(Phase.RESTORE, 20, chance));
            samples.add(sample(Phase.WARM_UP, 12, chance));
            for (int atom = 0; atom < ATOMS_OF_A_SUBJOB; atom++) {
                samples.add(sample(Phase.STEADY, 10, chance));
            }
            samples.add(sample(Phase.CHECKPOINT, 30, chance));
        }
        return JobProfile.declared(Optional.empty()).with(samples);
    }

    private static Sample sample(Phase phase, int millis, SplittableRandom chance) {
        return new Sample(
                KIND,
                phase,
                Duration.ofNanos((long) (millis * 1e6 * chance.nextDouble(0.9, 1.1))),
                Bytes.mebi(1000 + chance.nextInt(50)));
    }
}
