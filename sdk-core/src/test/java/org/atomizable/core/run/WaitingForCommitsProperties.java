package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.StoreOptions;
import org.atomizable.checkpoint.object.MemoryObjectSpace;

/** What the guards decide while a checkpoint is on its way, for which the last one must wait. */
class WaitingForCommitsProperties {

    /** A subjob whose first checkpoint began just now. */
    private static final class Scene {
        private final VirtualTime time = VirtualTime.create();
        private final RunPlan plan = Plans.of(1, 0, 1000, time.now().plus(Duration.ofDays(2)));
        private final Recorder recorder = new Recorder(Plans.KIND, time, time.nanos(), false);
        private final Reserve reserve = plan.reserve();
        private final Duration forTwo = reserve.beforeAtom().plus(reserve.beforeCheckpoint());
        private final Guards guards = new Guards(plan, time, () -> false);
        private final SubjobCheckpoints kept;

        Scene(Duration takes, Duration left) throws Exception {
            kept = new SubjobCheckpoints(
                    new CommitsBeside(
                            Checkpoints.in(new MemoryObjectSpace(), "walk", StoreOptions.usual()),
                            time,
                            Duration.ZERO,
                            takes),
                    plan,
                    recorder,
                    Optional.empty(),
                    false,
                    Map::of);
            time.advance(Duration.between(time.now(), plan.ends()).minus(left));
            kept.beginIfDue(
                    new RandomWalk(JobSpec.of("walk", 1000), 7, time, Duration.ofMillis(10), atom -> {}), 5, true);
            recorder.skipped();
        }

        Optional<StopReason> objection() throws Exception {
            return guards.objection(reserve, recorder, kept);
        }
    }

    @Property(tries = 100)
    void withTimeForBothTheAtomsGoOnBesideTheCommit(
            @ForAll @IntRange(min = 1, max = 10_000) int takesMillis, @ForAll @IntRange(min = 0, max = 10) int more)
            throws Exception {
        Duration forTwo = new Scene(Duration.ZERO, Duration.ofDays(1)).forTwo;
        Scene scene = new Scene(Duration.ofMillis(takesMillis), forTwo.plusMillis(more));

        assertThat(scene.guards.leaveTimeForTwo(scene.reserve)).isTrue();
        assertThat(scene.objection()).isEmpty();
        assertThat(scene.kept.onItsWay()).isTrue();
    }

    @Property(tries = 100)
    void withLessTheCommitIsWaitedForAndTheAtomRunsIfItsTimeIsStillLeft(
            @ForAll @IntRange(min = 1, max = 300) int takesMillis, @ForAll @IntRange(min = 1, max = 150) int lessMillis)
            throws Exception {
        Duration forTwo = new Scene(Duration.ZERO, Duration.ofDays(1)).forTwo;
        Duration takes = Duration.ofMillis(takesMillis);
        Duration left = forTwo.minusMillis(lessMillis);
        Scene scene = new Scene(takes, left);

        assertThat(scene.guards.leaveTimeForTwo(scene.reserve)).isFalse();
        boolean stillTime = left.minus(takes).compareTo(scene.reserve.beforeAtom()) >= 0;
        assertThat(scene.objection()).isEqualTo(stillTime ? Optional.empty() : Optional.of(StopReason.TIME));
        assertThat(scene.kept.onItsWay()).isFalse();
        // The wait is no part of the atom that follows.
        scene.recorder.ended(Phase.STEADY, () -> Bytes.of(1));
        assertThat(scene.recorder.longestAtom(Duration.ZERO)).isZero();
    }

    @Property(tries = 100)
    void theLongestAtomIsThatOfAtomsAlone(@ForAll List<@IntRange(min = 0, max = 1000) Integer> millis) {
        VirtualTime time = VirtualTime.create();
        Recorder recorder = new Recorder(Plans.KIND, time, time.nanos(), false);
        time.advance(Duration.ofSeconds(50));
        recorder.ended(Phase.RESTORE, () -> Bytes.of(1));
        int longest = 0;
        for (int each : millis) {
            time.advance(Duration.ofMillis(each));
            recorder.ended(Phase.STEADY, () -> Bytes.of(1));
            longest = Math.max(longest, each);
        }
        assertThat(recorder.longestAtom(Duration.ZERO)).isEqualTo(Duration.ofMillis(longest));
        assertThat(recorder.subjobs()).hasSize(millis.isEmpty() ? 0 : millis.size() + 1);
    }
}
