package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.window.FencingToken;
import org.junit.jupiter.api.Test;

class ContinueTest extends WalksInWorkers {

    private final SubjobRunner mine = runner(atom -> {});

    private static List<Phase> beginning(Report report) {
        return report.samples().stream().map(Sample::phase).limit(3).toList();
    }

    @Test
    void afterItsOwnCommitItGoesOnAndReadsNoState() throws Exception {
        run(mine, 0, 10);
        int before = space.operations().size();

        Report second = run(mine, 10, 20);

        assertThat(beginning(second)).containsExactly(Phase.CONTINUE, Phase.STEADY, Phase.STEADY);
        assertThat(second.firstAtom()).isEqualTo(10);
        assertThat(second.samples().get(0).atom()).isEqualTo(10);
        List<String> since =
                space.operations().subList(before, space.operations().size());
        assertThat(since).noneMatch(it -> it.startsWith("open"));
        assertExactOnceFinished(mine, 20);
    }

    @Test
    void aCommitOfAnotherWorkerInBetweenMakesItRestore() throws Exception {
        run(mine, 0, 10);
        assertThat(run(runner(atom -> {}), 10, 20).outcome().nextAtom()).isEqualTo(20);

        Report back = run(mine, 10, 30);

        assertThat(beginning(back)).containsExactly(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY);
        assertThat(back.firstAtom()).isEqualTo(20);
        assertExactOnceFinished(mine, back.outcome().nextAtom());
    }

    @Test
    void anotherWorkerThatCommittedNothingChangesNothing() throws Exception {
        run(mine, 0, 10);
        SubjobRunner other = runner(atom -> {
            throw new IllegalStateException("it never gets further");
        });
        run(other, 10, 20);

        assertThat(beginning(run(mine, 10, 20))).contains(Phase.CONTINUE);
        assertExactOnceFinished(mine, 20);
    }

    @Test
    void whoIsFencedOutDoesNotGoOnThoughTheStoreIsAsItWas() throws Exception {
        run(mine, 0, 10);
        store().fence(new FencingToken(100));

        Report refused = run(mine, 10, 20);

        Plans.assertFailed(FailureKind.FENCED, refused);
        assertThat(refused.samples()).isEmpty();
        token = 100;
        assertThat(beginning(run(mine, 10, 20))).contains(Phase.RESTORE);
    }

    @Test
    void aStateThatChangedByItselfIsRestoredAndNotComparedAgain() throws Exception {
        run(mine, 0, 10);
        made.get(0).disturb();

        Report second = run(mine, 10, 20);
        Report third = run(mine, 20, 30);

        assertThat(beginning(second)).containsExactly(Phase.CONTINUE, Phase.RESTORE, Phase.WARM_UP);
        assertThat(beginning(third)).containsExactly(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY);
        assertExactOnceFinished(mine, 30);
    }

    @Test
    void progressTellsOfTheComparisonAndOfTheRestoreThatFollowsIt() {
        run(mine, 0, 10);
        made.get(0).disturb();
        List<Phase> entered = new ArrayList<>();
        mine.run(Plans.of(++token, 10, 20, time.now().plusSeconds(10)), new Worker.Progress() {
            @Override
            public void at(long nextAtom, Bytes memory) {}

            @Override
            public void entered(Phase phase) {
                entered.add(phase);
            }
        });

        assertThat(entered)
                .containsExactly(Phase.CONTINUE, Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT);
    }

    @Test
    void afterAFailureANewInstanceIsRestored() throws Exception {
        boolean[] failed = {false};
        SubjobRunner runner = runner(atom -> {
            if (atom == 15 && !failed[0]) {
                failed[0] = true;
                throw new IllegalStateException("atom 15 is cursed once");
            }
        });
        run(runner, 0, 10);
        run(runner, 10, 20);

        Report third = run(runner, 10, 20);

        assertThat(made).hasSize(2);
        assertThat(beginning(third)).containsExactly(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY);
        assertExactOnceFinished(runner, 20);
    }

    @Test
    void aWindowThatWasTooShortForAnAtomLeavesTheJobWhereItIs() throws Exception {
        run(mine, 0, 10);
        Report none = mine.run(Plans.of(++token, 10, 20, time.now().plusMillis(5)), (next, memory) -> {});

        assertThat(none.samples()).extracting(Sample::phase).containsExactly(Phase.CONTINUE);
        assertThat(beginning(run(mine, 10, 20))).containsExactly(Phase.CONTINUE, Phase.STEADY, Phase.STEADY);
        assertExactOnceFinished(mine, 20);
    }

    @Test
    void theComparisonMayNotUseMoreMemoryThanTheSliceHas() {
        Bytes[] used = {Bytes.of(1000)};
        SubjobRunner runner = new SubjobRunner(() -> walk(atom -> {}), store(), job -> () -> used[0], time);
        run(runner, 0, 10);
        used[0] = Bytes.gibi(2);

        Report second = run(runner, 10, 20);

        Plans.assertFailed(FailureKind.OUT_OF_MEMORY, second);
        assertThat(second.samples()).extracting(Sample::phase).containsExactly(Phase.CONTINUE);
    }
}
