package org.atomizable.profiler.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.SubjobCurves;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many subjobs a proved bound takes under the usual promise, as the page on profiles has it. */
@Tag("slow")
class ProofTableTest {

    private static final SliceKind KIND = new SliceKind("1g.10gb");
    private static final SliceKind OTHER = new SliceKind("3g.40gb");
    private static final Phase EVALUATION = new Phase("evaluation");
    private static final JobSpec EVALUATING = JobSpec.openEnded("job").withRecurring("evaluation", 50);

    /** More subjobs are not kept, and so would prove no more. */
    private static final int MOST = SubjobCurves.KEPT;

    private static ObservedSubjob subjob(SliceKind kind, int atoms, int evaluations) {
        List<Sample> samples = new ArrayList<>();
        samples.add(sample(kind, Phase.RESTORE));
        for (int i = 0; i < atoms; i++) {
            samples.add(sample(kind, i == 0 ? Phase.WARM_UP : i > atoms - evaluations - 1 ? EVALUATION : Phase.STEADY));
        }
        samples.add(sample(kind, Phase.CHECKPOINT));
        return ObservedSubjob.complete(samples);
    }

    private static Sample sample(SliceKind kind, Phase phase) {
        return new Sample(kind, phase, Duration.ofMillis(20), Bytes.gibi(1));
    }

    private static int subjobs(IntFunction<JobProfile> known, Predicate<JobProfile> proved) {
        int tooFew = 0;
        int enough = MOST;
        if (!proved.test(known.apply(MOST))) {
            return MOST + 1;
        }
        while (enough - tooFew > 1) {
            int middle = (tooFew + enough) >>> 1;
            if (proved.test(known.apply(middle))) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return enough;
    }

    private static String row(String shape, IntFunction<ObservedSubjob> subjob, long atoms, long evaluations) {
        List<String> cells = new ArrayList<>(List.of(shape));
        for (boolean whole : new boolean[] {true, false}) {
            for (boolean memory : new boolean[] {true, false}) {
                int needed = subjobs(n -> known(n, subjob, whole), profile -> {
                    JobSpec spec = evaluations == 0 ? JobSpec.openEnded("job") : EVALUATING;
                    Grounds grounds =
                            profile.grounds(spec, evaluations == 0 ? 0 : 50 - atoms, KIND, atoms, Promise.DEFAULT);
                    return (memory ? grounds.memory() : grounds.time()) == Assurance.PROVED;
                });
                cells.add(needed > MOST ? "never" : String.format(Locale.ROOT, "%,d", needed));
            }
        }
        return "| " + String.join(" | ", cells) + " |";
    }

    private static JobProfile known(int subjobs, IntFunction<ObservedSubjob> subjob, boolean whole) {
        List<ObservedSubjob> seen = new ArrayList<>();
        for (int i = 0; i < subjobs; i++) {
            seen.add(subjob.apply(i));
        }
        JobProfile nothing = JobProfile.declared(Optional.of(Bytes.gibi(4)));
        return whole
                ? nothing.withSubjobs(seen)
                : nothing.with(
                        seen.stream().flatMap(it -> it.samples().stream()).toList());
    }

    @Test
    void thePageTellsHowManySubjobsAProofTakes() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int atoms : new int[] {1, 8, 100}) {
            ObservedSubjob each = subjob(KIND, atoms, 0);
            rows.add(row(atoms == 1 ? "1 atom" : atoms + " atoms", i -> each, atoms, 0));
        }
        ObservedSubjob shorter = subjob(KIND, 60, 0);
        ObservedSubjob longer = subjob(KIND, 140, 0);
        rows.add(row("100 atoms, where every other subjob has 60", i -> i % 2 == 0 ? shorter : longer, 100, 0));
        ObservedSubjob here = subjob(KIND, 8, 0);
        ObservedSubjob there = subjob(OTHER, 8, 0);
        rows.add(row("8 atoms, every other subjob on another kind of slice", i -> i % 2 == 0 ? here : there, 8, 0));
        ObservedSubjob evaluating = subjob(KIND, 8, 1);
        rows.add(row(
                "8 atoms, one of them an evaluation in every other subjob", i -> i % 2 == 0 ? here : evaluating, 8, 1));
        assertThat(Files.readString(Path.of("../docs/profiles.md"))).contains(rows);
    }
}
