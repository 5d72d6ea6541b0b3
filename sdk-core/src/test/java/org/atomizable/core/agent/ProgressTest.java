package org.atomizable.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.StopReason;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.Circumstances;
import org.atomizable.core.report.CutOff;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgressTest {

    private static final AgentOptions OPTIONS = AgentOptions.DEFAULT;
    private static final Outcome.Failed CURSED = failed(FailureKind.JOB, "cursed");

    private static Outcome.Failed failed(FailureKind kind, String message) {
        return new Outcome.Failed(5, kind, message);
    }

    private static Attribution by(Outcome.Failed failed) {
        return Attribution.of(failed.kind(), Circumstances.UNKNOWN);
    }

    private static Progress after(Progress before, Outcome.Failed failed) {
        return before.after(failed, by(failed), failed.nextAtom());
    }

    private static Optional<AgentResult> verdict(Progress progress, Outcome.Failed failed) {
        return progress.verdict(failed, by(failed), 5, OPTIONS);
    }

    @Test
    void aJobThatFitsNowhereNamesTheAtomThatWasStoppedLast() {
        Progress progress = Progress.startingAt(5);
        assertThat(progress.fitsNowhere("too short")).isEqualTo(new AgentResult.FitsNowhere("too short", 5));

        Progress stopped = progress.cutOff(new CutOff(5, Duration.ofSeconds(23), Duration.ofMillis(20)));

        assertThat(stopped.fitsNowhere("too short"))
                .isEqualTo(new AgentResult.FitsNowhere(
                        "too short. Atom 5 was stopped after 23.0 s, where an atom usually takes 0.0200 s: see whether it ends",
                        5));
    }

    @Test
    void aJobIsGivenUpAfterTheSameFailureOfItsOwnSoManyTimesWithoutAnAtomGained() {
        Progress progress = Progress.startingAt(5);
        for (int i = 1; i < OPTIONS.bounds().mostFailures(); i++) {
            progress = after(progress, CURSED);
            assertThat(verdict(progress, CURSED)).isEmpty();
        }

        progress = after(progress, CURSED);

        assertThat(verdict(progress, CURSED)).contains(new AgentResult.Failed(FailureKind.JOB, "cursed", 5));
    }

    @Test
    void theSameFailureOnAnotherSliceWithOtherLastLinesIsTheSameAndIsToldOnce() {
        Progress progress = Progress.startingAt(5);
        assertThat(progress.setbacks().isNew(FailureKind.JOB_EXITED, onSlice(0)))
                .isTrue();
        for (int i = 0; i < OPTIONS.bounds().mostFailures(); i++) {
            Outcome.Failed failed = failed(FailureKind.JOB_EXITED, onSlice(i));
            assertThat(verdict(progress, failed)).isEmpty();
            progress = after(progress, failed);
            assertThat(progress.setbacks().isNew(FailureKind.JOB_EXITED, onSlice(i + 1)))
                    .isFalse();
        }

        assertThat(verdict(progress, failed(FailureKind.JOB_EXITED, onSlice(0))))
                .isPresent();
    }

    private static String onSlice(int slice) {
        return ("the worker's process crashed with SIGABRT; its last lines: \"it is \"12:0%1$s\" |\n hs_err_pid%1$s.log\"."
                        + " Its log is worker-gpu0.%1$s.log; the last checkpoint is unchanged")
                .formatted(slice);
    }

    @Test
    void failuresOfItsOwnThatDifferEndItTooThoughLater() {
        Progress progress = Progress.startingAt(5);
        int failures = 0;
        Optional<AgentResult> verdict = Optional.empty();
        while (verdict.isEmpty()) {
            Outcome.Failed another = failed(FailureKind.JOB, "at address " + failures);
            progress = after(progress, another);
            verdict = verdict(progress, another);
            failures++;
        }
        assertThat(failures).isGreaterThan(OPTIONS.bounds().mostFailures()).isLessThan(20);
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"OVERRUN", "WORKER_LOST", "CHECKPOINT"})
    void whatTheNodeOrTheStoreCausedNeverEndsAJobAndItWaitsLongerEachTime(FailureKind kind) {
        Progress progress = Progress.startingAt(5);
        Outcome.Failed failed = failed(kind, "not the job's fault");
        Duration before = Duration.ZERO;
        for (int i = 0; i < 10_000; i++) {
            progress = after(progress, failed);
            assertThat(verdict(progress, failed)).isEmpty();
            Duration rest = progress.setbacks().rest();
            assertThat(rest).isGreaterThanOrEqualTo(before).isPositive();
            before = rest;
        }
        assertThat(before).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aMachineThatLetsNoWorkerStartEndsAJobWhenThatRepeatsAndNamesTheLimit() {
        Outcome.Failed noThread = failed(
                FailureKind.WORKER_LOST,
                "a worker's process ended before it was ready; its last lines: \"pthread_create failed (EAGAIN)\"");
        Progress progress = Progress.startingAt(5);
        for (int i = 1; i < 2 * OPTIONS.bounds().mostFailures(); i++) {
            progress = after(progress, noThread);
            assertThat(verdict(progress, noThread)).isEmpty();
            assertThat(progress.setbacks().rest()).isPositive();
        }

        Progress atomGained = progress.after(new Outcome.Yielded(6, StopReason.TIME), Blame.NOBODY, 6);
        Progress otherFailure = after(progress, failed(FailureKind.WORKER_LOST, "killed by somebody"));
        Progress last = after(progress, noThread);

        assertThat(verdict(after(atomGained, noThread), noThread)).isEmpty();
        assertThat(verdict(after(otherFailure, noThread), noThread)).isEmpty();
        assertThat(verdict(last, noThread))
                .contains(new AgentResult.Failed(FailureKind.WORKER_LOST, "6 times in a row " + noThread.message(), 5));
        assertThat(Blame.of(noThread, Circumstances.UNKNOWN, Slices.grant(10), Slices.places(10))
                        .evidence())
                .contains("no worker could be started", "ulimit -u");
    }

    @Test
    void aCutNeverEndsAJobAndNeedsNoRest() {
        Progress progress = Progress.startingAt(5);
        Outcome.Failed cut = failed(FailureKind.CUT, "its worker was stopped before the end of its grant");
        for (int i = 0; i < 10_000; i++) {
            progress = after(progress, cut);
            assertThat(verdict(progress, cut)).isEmpty();
            assertThat(progress.setbacks()).isEqualTo(Setbacks.NONE);
        }
    }

    @Test
    void anAtomGainedForgivesEarlierFailures() {
        Progress progress = after(after(Progress.startingAt(5), CURSED), failed(FailureKind.CHECKPOINT, "full"));

        progress = progress.after(new Outcome.Yielded(6, StopReason.TIME), Blame.NOBODY, 6);

        assertThat(progress.setbacks()).isEqualTo(Setbacks.NONE);
    }

    /** Each window that ends before the atom at which it throws gains some. */
    @Test
    void atomsThatAreGainedBeforeTheOneAtWhichItFailsForgiveNothing() {
        Progress progress = Progress.startingAt(5);
        int failures = 0;
        Optional<AgentResult> verdict = Optional.empty();
        for (long next = 6; verdict.isEmpty() && next < 90; next++) {
            Outcome.Failed cursed = new Outcome.Failed(progress.nextAtom(), FailureKind.JOB, "atom 90: cursed");
            progress = progress.after(cursed, by(cursed), 90);
            verdict = verdict(progress, cursed);
            failures++;
            progress = progress.after(new Outcome.Yielded(next, StopReason.TIME), Blame.NOBODY, next);
        }

        assertThat(failures).isEqualTo(OPTIONS.bounds().mostFailures());
    }

    @Test
    void aJobThatPassesTheAtomAtWhichItFailedIsForgiven() {
        Progress progress = Progress.startingAt(5);
        for (long atom = 10; atom < 1000; atom += 10) {
            progress = progress.after(CURSED, by(CURSED), atom);
            assertThat(verdict(progress, CURSED)).isEmpty();
            progress = progress.after(new Outcome.Yielded(atom + 1, StopReason.TIME), Blame.NOBODY, atom + 1);
        }
    }

    @Test
    void aFailureAfterAnAtomWasGainedIsTheFirst() {
        Progress progress = after(after(Progress.startingAt(5), CURSED), CURSED);
        Outcome.Failed further = new Outcome.Failed(7, FailureKind.JOB, "cursed");

        progress = after(progress, further);

        assertThat(progress.nextAtom()).isEqualTo(7);
        assertThat(verdict(progress, further)).isEmpty();
    }

    private static Progress cutOff(Progress before, long atom, double seconds) {
        return before.cutOff(new CutOff(atom, Duration.ofMillis(Math.round(1000 * seconds)), Duration.ofMillis(100)));
    }

    private static Optional<AgentResult> overrun(Progress progress) {
        Outcome.Failed failed = failed(FailureKind.OVERRUN, "taken back");
        Attribution by = Attribution.of(
                FailureKind.OVERRUN,
                new Circumstances("overrun", progress.setbacks().cutOffs()));
        return progress.after(failed, by, 466).verdict(failed, by, 5, OPTIONS);
    }

    @Test
    void anAtomThatDoesNotEndInEverLongerWindowsIsTheJobsOwnFailureAndIsNamed() {
        Progress progress = Progress.startingAt(5);
        progress = cutOff(progress, 466, 7);
        assertThat(overrun(progress)).isEmpty();
        progress = cutOff(progress, 466, 15);
        assertThat(overrun(progress)).isEmpty();
        progress = cutOff(progress, 466, 31);

        assertThat(overrun(progress)).get().isInstanceOfSatisfying(AgentResult.Failed.class, failed -> {
            assertThat(failed.kind()).isEqualTo(FailureKind.JOB);
            assertThat(failed.message()).contains("atom 466 did not end", "31.00 s");
        });
    }

    @Test
    void aSlowMachineThatStopsAnAtomInWindowsOfOneLengthShowsNothing() {
        Progress progress = Progress.startingAt(5);
        for (int i = 0; i < 100; i++) {
            progress = cutOff(progress, 466, 7);
            assertThat(overrun(progress)).isEmpty();
        }
    }

    @Test
    void anAtomThatDoesNotEndInTenWindowsOfOneLengthForThousandsOfOthersIsTheJobsOwnFailure() {
        Progress progress = Progress.startingAt(5);
        for (int i = 0; i < 9; i++) {
            progress = cutOff(progress, 466, 150 + i);
            assertThat(overrun(progress)).isEmpty();
        }
        progress = cutOff(progress, 466, 140);

        assertThat(overrun(progress)).get().isInstanceOfSatisfying(AgentResult.Failed.class, failed -> {
            assertThat(failed.kind()).isEqualTo(FailureKind.JOB);
            assertThat(failed.message()).contains("atom 466 did not end in 10 windows", "150.00 s", "longer windows");
        });
    }

    @Test
    void triesThatDidNotEndDoNotMakeTheUsualTimeLonger() {
        Progress progress = cutOff(Progress.startingAt(5), 466, 7)
                .cutOff(new CutOff(466, Duration.ofSeconds(15), Duration.ofSeconds(7)))
                .cutOff(new CutOff(466, Duration.ofSeconds(31), Duration.ofSeconds(15)));

        assertThat(overrun(progress)).isPresent();
    }

    @Test
    void differentAtomsThatAreStoppedShowASlowMachine() {
        Progress progress = Progress.startingAt(5);
        for (int i = 0; i < 100; i++) {
            progress = cutOff(progress, i % 3, 7 * (i + 1));
            assertThat(overrun(progress)).isEmpty();
        }
    }

    @Test
    void aFencedAgentStopsAtOnce() {
        Outcome.Failed fenced = failed(FailureKind.FENCED, "another worker");

        assertThat(verdict(after(Progress.startingAt(5), fenced), fenced)).get().isInstanceOf(AgentResult.Failed.class);
    }

    @Test
    void toYieldIsNotToFinish() {
        Outcome yielded = new Outcome.Yielded(10, StopReason.ALL_ATOMS_DONE);
        Outcome finished = new Outcome.Finished(10);
        Progress progress = Progress.startingAt(5);

        assertThat(progress.after(yielded, Blame.NOBODY, 10).verdict(yielded, Blame.NOBODY, 5, OPTIONS))
                .isEmpty();
        assertThat(progress.after(finished, Blame.NOBODY, 10).verdict(finished, Blame.NOBODY, 5, OPTIONS))
                .contains(new AgentResult.Finished(10));
    }

    @Test
    void aJobWhoseLastReportCameTooLateHasFinishedAllTheSame() {
        Outcome.Failed late = new Outcome.Failed(10, FailureKind.OVERRUN, "taken back before its subjob ended");
        Progress progress = after(Progress.startingAt(5), late);

        assertThat(progress.verdict(late, by(late), 0, OPTIONS)).contains(new AgentResult.Finished(10));
        assertThat(progress.verdict(late, by(late), 1, OPTIONS)).isEmpty();
    }

    @Test
    void toRunOutOfMemoryCountsOnlyOnTheLargestSliceThereIs() {
        Places places = Slices.places(10, 40);
        Outcome.Failed failed = failed(FailureKind.OUT_OF_MEMORY, "out of memory");

        Attribution small = Blame.of(failed, Circumstances.UNKNOWN, Slices.grant(10), places);
        Attribution large = Blame.of(failed, Circumstances.UNKNOWN, Slices.grant(40), places);

        assertThat(small.fault().countsAgainstTheJob()).isFalse();
        assertThat(small.evidence()).contains(Bytes.gibi(40).toString());
        assertThat(large.fault().countsAgainstTheJob()).isTrue();
        assertThat(List.of(small, large)).doesNotHaveDuplicates();
    }
}
