package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.junit.jupiter.api.Test;

/** Workers that load a job's newest state before their grant. */
class LoadAheadTest extends WalksInWorkers {

    /** What happens to one of two workers. */
    enum Step {
        LOAD_ONE,
        LOAD_TWO,
        RELEASE_ONE,
        RUN_ONE,
        RUN_TWO
    }

    private final SubjobRunner one = runner(atom -> {});
    private final SubjobRunner two = runner(atom -> {});

    private static List<Phase> beginning(Report report) {
        return report.samples().stream().map(Sample::phase).limit(2).toList();
    }

    @Test
    void aJobThatWasLoadedGoesOnWithAColdFirstAtom() throws Exception {
        run(one, 0, 10);
        assertThat(two.load()).isEqualTo(new SubjobRunner.Loaded(Bytes.of(1000), true));
        assertThat(two.load()).isEqualTo(new SubjobRunner.Loaded(Bytes.of(1000), false));

        Report second = run(two, 10, 20);

        assertThat(beginning(second)).containsExactly(Phase.CONTINUE, Phase.COLD_WARM_UP);
        assertExactOnceFinished(two, 20);
    }

    @Test
    void aJobWithoutAStateIsMadeOnce() throws Exception {
        one.load();

        run(one, 0, 10);

        assertThat(made).hasSize(1);
        assertExactOnceFinished(one, 10);
    }

    @Test
    void whoeverLoadsStopsNobody() throws Exception {
        run(one, 0, 10);
        two.load();
        Report second = run(one, 10, 20);
        assertThat(second.outcome().nextAtom()).isEqualTo(20);

        Report third = run(two, 20, 30);

        assertThat(third.firstAtom()).isEqualTo(20);
        assertThat(beginning(third)).contains(Phase.COLD_RESTORE);
        assertExactOnceFinished(one, 30);
    }

    @Test
    void whatIsReleasedIsMadeAgain() throws Exception {
        run(one, 0, 10);
        one.release();
        assertThat(one.isLoaded()).isFalse();

        assertThat(beginning(run(one, 10, 20))).containsExactly(Phase.RESTORE, Phase.WARM_UP);
        assertExactOnceFinished(one, 20);
    }

    @Property(tries = 200)
    void whateverIsLoadedAndReleasedTheBitsAreThoseOfAStraightRun(@ForAll @Size(max = 12) List<Step> steps)
            throws Exception {
        long next = 0;
        for (Step step : steps) {
            switch (step) {
                case LOAD_ONE -> one.load();
                case LOAD_TWO -> two.load();
                case RELEASE_ONE -> one.release();
                case RUN_ONE -> next = run(one, next, next + 4).outcome().nextAtom();
                case RUN_TWO -> next = run(two, next, next + 4).outcome().nextAtom();
            }
        }
        assertExactOnceFinished(steps.size() % 2 == 0 ? one : two, next);
    }
}
