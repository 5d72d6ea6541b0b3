package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldGrantTest {

    private static final Pressure PRESSURE = new Pressure(Pressure.Level.WATCH, Bytes.mebi(1), Duration.ofSeconds(1));

    private final VirtualTime time = VirtualTime.create();
    private final List<String> asked = new ArrayList<>();
    private final Grant grant = new Grant(
            "g",
            "w",
            Slices.slice(10),
            Bytes.gibi(10),
            time.now(),
            time.now().plusSeconds(10),
            new FencingToken(1),
            Duration.ofSeconds(5));
    private final HeldGrant held = new HeldGrant(grant, 0, time);

    private final Worker worker = new Worker() {
        @Override
        public Report run(Subjob subjob, Progress progress) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<String> whereabouts() {
            return asked.contains("kill") ? Optional.empty() : Optional.of("Job.run(Job.java:31)");
        }

        @Override
        public void yieldSoon() {
            asked.add("yield");
        }

        @Override
        public void shrink(Pressure pressure) {
            asked.add("shrink " + pressure.wanted());
        }

        @Override
        public void freeze() {
            asked.add("freeze");
        }

        @Override
        public void thaw() {
            asked.add("thaw");
        }

        @Override
        public void rank(int score) {
            asked.add("rank " + score);
        }

        @Override
        public void kill() {
            asked.add("kill");
        }

        @Override
        public void close() {
            asked.add("close");
        }
    };

    /** Restore, each atom and checkpoint take 100 ms at the most. */
    private Subjob subjob() {
        JobProfile profile = JobProfile.declared(Optional.empty()).with(Slices.samples(2000, 100, 1));
        return Subjob.fit(grant, time.now(), 0, 1000, profile, Promise.DEFAULT).orElseThrow();
    }

    private void beginSubjob() {
        held.servedBy(worker);
        held.begins(subjob(), time);
    }

    private void beginAtom() {
        beginSubjob();
        held.entered(Phase.COLD_WARM_UP);
    }

    @Test
    void aWorkerThatStartedTooSlowlyForItsGrantIsKeptForTheNext() {
        held.lose("silent");
        held.servedBy(worker);
        held.end();
        assertThat(asked).containsExactly("close");
    }

    @Test
    void aWorkerThatComesAfterAllIsOverIsStopped() {
        held.lose("silent");
        held.end();
        held.servedBy(worker);
        assertThat(asked).containsExactly("kill");
    }

    @Test
    void aWorkerThatRunsASubjobIsStoppedWhenItsGrantIsLost() {
        beginSubjob();
        held.lose("overrun");
        assertThat(asked).containsExactly("kill");
        assertThat(held.timeWasUp()).isTrue();
    }

    @Test
    void aJobIsAskedForMemoryAndItsAnswersAreTakenOnce() {
        held.pressed(new PressureOrder.Shrink(PRESSURE));
        beginSubjob();
        held.pressed(new PressureOrder.Shrink(PRESSURE));
        assertThat(asked).containsExactly("shrink 1.00MiB");
        assertThat(held.takeFreed()).isEmpty();

        held.shrunk(Bytes.mebi(2));
        held.shrunk(Bytes.mebi(1));
        assertThat(held.takeFreed()).contains(Bytes.mebi(3));
        assertThat(held.takeFreed()).isEmpty();

        held.end();
        assertThat(asked).endsWith("close").doesNotContain("kill");
    }

    @Test
    void aSuspendedSubjobStopsAtASafePointAndItsWorkerKeepsNoMemory() {
        beginSubjob();
        held.pressed(new PressureOrder.Suspend());
        assertThat(asked).containsExactly("yield");

        held.returned();
        held.end();
        assertThat(asked).containsExactly("yield", "kill", "close");
    }

    @Test
    void aRequestToStopIsTakenBackAndTheWorkerKeepsItsMemory() {
        beginSubjob();
        assertThat(held.pressed(new PressureOrder.Suspend())).isTrue();
        assertThat(held.pressed(new PressureOrder.Freeze())).isFalse();
        assertThat(held.pressed(new PressureOrder.CarryOn())).isFalse();
        held.returned();
        held.end();
        assertThat(asked).containsExactly("yield", "freeze", "thaw", "close");
    }

    @Test
    void aWorkerThatComesLaterIsRankedToo() {
        held.pressed(new PressureOrder.Rank(300));
        held.pressed(new PressureOrder.Rank(500));
        held.servedBy(worker);
        assertThat(asked).containsExactly("rank 500");
    }

    @Test
    void aWorkerIsAskedToYieldWhenOnlyTheTimeForItsLastCheckpointIsLeft() {
        beginSubjob();
        Instant reserve = grant.ends().minus(subjob().reserve().beforeCheckpoint());

        time.advanceTo(reserve.minusMillis(1));
        assertThat(asked).isEmpty();
        time.advanceTo(reserve);
        assertThat(asked).containsExactly("yield");
    }

    @Test
    void aWorkerWhoseSubjobHasEndedIsNotAskedToYield() {
        beginSubjob();
        held.end();
        time.advanceTo(grant.ends());
        assertThat(asked).containsExactly("close");
    }

    @Test
    void aGrantWhoseWorkerIsStillStartingIsHandedBackAndItsWorkerIsKept() {
        held.servedBy(worker);

        assertThat(held.giveBack()).isTrue();
        held.overdue();

        assertThat(asked).isEmpty();
        assertThat(held.lost()).isFalse();
        assertThat(held.giveBack()).as("a second time").isFalse();
    }

    @Test
    void aWorkerThatStillRestoresIsStoppedBeforeItsEnd() {
        beginSubjob();
        held.entered(Phase.COLD_RESTORE);

        held.stopInTime(HeldGrant.TIME_IS_UP, false);

        assertThat(asked).containsExactly("kill");
        assertThat(held.stoppedAs()).contains(FailureKind.CUT);
        assertThat(held.isToBeHandedBack()).isFalse();
        assertThat(held.timeWasUp()).isTrue();
    }

    @Test
    void onlyAFirstLookIsStoppedBeforeItsEndInAnAtom() {
        beginAtom();

        held.stopInTime(HeldGrant.TIME_IS_UP, false);
        assertThat(asked).isEmpty();
        assertThat(held.lost()).isFalse();

        held.stopInTime(HeldGrant.STUCK, true);
        assertThat(asked).containsExactly("kill");
        assertThat(held.lostBecause()).isEqualTo(HeldGrant.STUCK);
    }

    @Test
    void aWorkerThatWasCutIsAStopInTimeAndOneThatOverranIsNot() {
        beginAtom();

        held.stoppedAs(FailureKind.WORKER_LOST);
        assertThat(held.lost()).isFalse();

        held.stoppedAs(FailureKind.CUT);
        assertThat(held.timeWasUp()).isTrue();
        assertThat(held.stoppedAs()).contains(FailureKind.CUT);

        held.stoppedAs(FailureKind.OVERRUN);
        assertThat(held.stoppedAs()).contains(FailureKind.OVERRUN);
    }

    @Test
    void aGrantThatWasTakenBackForAnotherReasonWasNotCut() {
        beginSubjob();
        held.lose("out-of-memory");

        held.stoppedAs(FailureKind.CUT);

        assertThat(held.lostBecause()).isEqualTo("out-of-memory");
        assertThat(held.stoppedAs()).isEmpty();
    }

    @Test
    void aSubjobThatHasEndedIsNotStopped() {
        beginSubjob();
        held.returned();

        held.stopInTime(HeldGrant.TIME_IS_UP, true);
        held.overdue();

        assertThat(held.lost()).isFalse();
    }

    @Test
    void aSubjobInWhichAnAtomHasBegunIsLostAtItsEnd() {
        beginAtom();

        assertThat(held.giveBack()).isFalse();
        held.overdue();

        assertThat(held.timeWasUp()).isTrue();
        assertThat(held.stoppedAs()).contains(FailureKind.CUT);
    }

    /** The scheduler may have started by a clock that is ahead, and waits to hear that the slice is free. */
    @Test
    void aSubjobWhoseSignOfLifeIsRefusedIsStoppedAndReported() {
        beginSubjob();

        held.refused(time.now());

        assertThat(held.lostBecause()).isEqualTo("silent");
        assertThat(held.stoppedAs()).contains(FailureKind.CUT);
    }

    @Test
    void whatTheSchedulerTookBackIsNotReported() {
        beginSubjob();
        held.revoke("silent");
        assertThat(held.stoppedAs()).isEmpty();
        assertThat(held.howStopped()).contains("taken back");
    }

    @Test
    void aFirstLookThatIsStuckIsToldByItsAtomAndItsPlace(@TempDir Path directory) throws Exception {
        beginSubjob();
        held.entered(Phase.COLD_RESTORE);
        held.entered(Phase.COLD_WARM_UP);
        held.at(3, Bytes.mebi(1));
        time.advance(Duration.ofSeconds(5));

        held.stopInTime(HeldGrant.STUCK, true);

        assertThat(overrun(directory).message())
                .startsWith("its first subjob did not end in 6 s: atom 3 had not ended after 5 s;"
                        + " it is at Job.run(Job.java:31). ")
                .contains("--first-look-limit");
        assertThat(overrun(directory).kind()).isEqualTo(FailureKind.STUCK);
    }

    @Test
    void aFirstLookThatIsStuckBeforeItsAtomsIsToldByThat(@TempDir Path directory) throws Exception {
        beginSubjob();
        held.entered(Phase.COLD_RESTORE);
        held.stopInTime(HeldGrant.STUCK, true);

        assertThat(overrun(directory).message())
                .contains("the making or restore of the job before atom 0 had not ended");
    }

    @Test
    void aWorkerThatNeverComesBackIsGivenUpAfterTheEndOfItsGrant(@TempDir Path directory) throws Exception {
        beginSubjob();
        held.entered(Phase.COLD_RESTORE);
        held.entered(Phase.COLD_WARM_UP);
        held.at(3, Bytes.mebi(1));
        held.overdue();
        assertThat(held.isStuck()).isFalse();
        // A thread goes on, though it was killed.
        asked.clear();

        held.giveUp();

        assertThat(held.isStuck()).isTrue();
        assertThat(overrun(directory).kind()).isEqualTo(FailureKind.STUCK);
        assertThat(overrun(directory).message())
                .startsWith("its subjob still ran 6 s after its grant's end: atom 3 ")
                .contains("it is at Job.run(Job.java:31)", "--launcher process");
    }

    @Test
    void aWorkerThatHasComeBackIsNotGivenUp() {
        beginSubjob();
        held.overdue();
        held.returned();

        held.giveUp();

        assertThat(held.isStuck()).isFalse();
        assertThat(held.stoppedAs()).contains(FailureKind.CUT);
    }

    @Test
    void aWorkerIsWaitedForSomeTimeFromWhenItsEndWasSeen() {
        beginSubjob();
        timers().holds(held, Duration.ofSeconds(30));

        time.advance(Duration.ofSeconds(11));
        assertThat(held.timeWasUp()).isTrue();
        time.advance(Duration.ofSeconds(28));
        assertThat(held.isStuck()).isFalse();

        time.advance(Duration.ofSeconds(2));
        assertThat(held.isStuck()).isTrue();
    }

    @Test
    void aWorkerThatComesBackInThatTimeIsNotGivenUp() {
        beginSubjob();
        timers().holds(held, Duration.ofSeconds(30));
        time.advance(Duration.ofSeconds(11));

        held.end();
        time.advance(Duration.ofSeconds(40));

        assertThat(held.isStuck()).isFalse();
    }

    private GrantTimers timers() {
        Workers workers = new Workers() {
            @Override
            public void launch(HeldGrant launched) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void run(HeldGrant running, Worker by, Subjob subjob) {
                throw new UnsupportedOperationException();
            }

            @Override
            public TimeSource.Timer end(HeldGrant ended, Duration after, Runnable ending) {
                return time.schedule(after, ending);
            }
        };
        return new GrantTimers(time, new Inbox(Optional.empty()), workers);
    }

    private Outcome.Failed overrun(Path directory) throws Exception {
        try (CheckpointStore store = Checkpoints.in(directory.resolve("store"), "job")) {
            return (Outcome.Failed) Blame.stopped(held, store, 0, Duration.ofSeconds(6));
        }
    }
}
