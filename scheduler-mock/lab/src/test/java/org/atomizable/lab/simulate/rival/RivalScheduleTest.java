package org.atomizable.lab.simulate.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.schedule.Execution;
import org.junit.jupiter.api.Test;

/** Schedules that were worked out by hand. A restore takes 20 s and a checkpoint 10 s. */
class RivalScheduleTest {

    /** 400 s: 20 s restore, 360 s work until 20 s before the end, checkpoint until 390 s. The other 140 s take from 1000 s to 1170 s. */
    /** 480 s of work are lost at 500 s. The task begins again, at once: 20 + 1000 + 10 s. */
    @Test
    void whatRunsOnASliceThatFailsBeginsAgain() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10).failing(List.of(500.0)).task(0, 1000, 10);
        assertThat(tiny.ends("fill-srpt")).containsExactly(1530.0);
        assertThat(tiny.run("fill-srpt").incidents().failures()).isEqualTo(1);
        assertThat(tiny.ends("ideal")).containsExactly(1000.0);
    }

    @Test
    void fillStopsTwentySecondsBeforeTheHoleEnds() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10, 400, 1000).task(0, 500, 10);
        assertThat(tiny.ends("fill-srpt")).containsExactly(1170.0);
        assertThat(tiny.run("fill-srpt").executions().get(0))
                .isEqualTo(new Execution(0, 0, 0, 390, 390, 20, 360, 10, 0, Execution.Stop.PLANNED, false));
    }

    /** 270 s and 30 s of overhead fill the hole of 300 s; 271 s do not, and a hole below 330 s is too short to stop in. */
    @Test
    void fillUsesAShortHoleOnlyForATaskThatFinishesThere() throws AtomizableException {
        assertThat(new Tiny().slice(10, 300, 1000).task(0, 270, 10).ends("fill-fcfs"))
                .containsExactly(300.0);
        assertThat(new Tiny().slice(10, 300, 1000).task(0, 271, 10).ends("fill-fcfs"))
                .containsExactly(1301.0);
        // With 60 s as the shortest hole: 260 s of work until 290 s, and 11 s from 1000 s to 1041 s.
        assertThat(new Tiny().slice(10, 300, 1000).task(0, 271, 10).ends("fill-fcfs-60"))
                .containsExactly(1041.0);
    }

    /** The first task fits no hole before 2000 s; it runs to 3530 s. The second one, 130 s long, may not overtake it. */
    @Test
    void fifoLetsNobodyOvertake() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10, 1000, 2000).task(0, 1500, 10).task(1, 100, 10);
        assertThat(tiny.ends("fifo-rigid")).containsExactly(3530.0, 3660.0);
    }

    /** The same with backfill: the second task runs from 1 s to 131 s. */
    @Test
    void easyFillsTheHoleBeforeTheReservation() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10, 1000, 2000).task(0, 1500, 10).task(1, 100, 10);
        assertThat(tiny.ends("easy")).containsExactly(3530.0, 131.0);
        assertThat(tiny.ends("cons")).containsExactly(3530.0, 131.0);
    }

    /** A task of 530 s requests 1060 s, twice too much, and finds only 999 s free. */
    @Test
    void aDoubledRequestMissesTheHole() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10, 1000, 2000).task(0, 1500, 10).task(1, 500, 10);
        assertThat(tiny.ends("easy")).containsExactly(3530.0, 531.0);
        assertThat(tiny.ends("easy-2x")).containsExactly(3530.0, 4060.0);
    }

    /** EASY takes the shortest sufficient hole, which is on the second slice; conservative backfill takes the first slice. */
    @Test
    void easyAndConservativeBackfillTakeDifferentSlices() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10).slice(10, 1000, 2000).task(0, 100, 10);
        assertThat(tiny.run("easy").executions().get(0).slice()).isEqualTo(1);
        assertThat(tiny.run("cons").executions().get(0).slice()).isZero();
    }

    /**
     * As measured with Slurm, with one slice where that had two: the first task runs for 6 minutes, and the second one, of 10 minutes, is
     * planned on the same slice from then on. Nobody else wants the other slice of the node. A task of an hour may not start there before the
     * planned one does; one that ends at that time, and so does not run beside the planned one, starts at once.
     */
    @Test
    void aNodeTakesNoTaskThatWouldRunBesideThePlannedOne() throws AtomizableException {
        Tiny tiny = new Tiny()
                .slice(40)
                .slice(10)
                .task(0, 330, 40)
                .task(0, 570, 40)
                .task(0, 3570, 10)
                .task(0, 330, 10);
        assertThat(tiny.ends("easy-node")).containsExactly(360.0, 960.0, 3960.0, 360.0);
        assertThat(tiny.ends("easy")).containsExactly(360.0, 960.0, 3600.0, 1320.0);
    }

    /** 361 s are a second too long to run on the node until the planned task starts. They may run on another node. */
    @Test
    void onlyTheNodeOfThePlannedTaskTakesNoTaskThatWouldRunBesideIt() throws AtomizableException {
        Tiny tiny = new Tiny()
                .slice(40)
                .slice(10)
                .task(0, 330, 40)
                .task(0, 570, 40)
                .task(0, 331, 10)
                .task(0, 3570, 10);
        assertThat(tiny.ends("easy-node")).containsExactly(360.0, 960.0, 721.0, 4321.0);
        assertThat(tiny.node().slice(10, 3600, 4000).ends("easy-node")).containsExactly(360.0, 960.0, 361.0, 3960.0);
    }

    /**
     * A link of 600 s works from 20 s to 540 s and ends at 550 s. The second task waits already and runs from 550 s to 680 s. The other
     * 480 s of the first task and 30 s of overhead fit into one link: to 1190 s.
     */
    @Test
    void aChainQueuesAgainBehindTheOthers() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10).task(0, 1000, 10).task(1, 100, 10);
        assertThat(tiny.ends("chain-10m")).containsExactly(1190.0, 680.0);
    }

    /** Links of 600 s find no hole of 599 s, although both tasks would finish there. */
    @Test
    void aChainAlwaysRequestsTheSameTime() throws AtomizableException {
        assertThat(new Tiny().slice(10, 599, 700).task(0, 100, 10).ends("chain-10m"))
                .containsExactly(830.0);
        assertThat(new Tiny().slice(10, 600, 700).task(0, 100, 10).ends("chain-10m"))
                .containsExactly(130.0);
    }

    /** 650 s: work from 20 s to 590 s, 60 s before the end. The other 1430 s take from 1000 s to 2460 s. */
    @Test
    void timeminStopsSixtySecondsBeforeTheHoleEnds() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10, 650, 1000).task(0, 2000, 10);
        assertThat(tiny.ends("timemin")).containsExactly(2460.0);
        // fill works until 630 s; the other 1390 s take to 2420 s.
        assertThat(tiny.ends("fill-fcfs")).containsExactly(2420.0);
    }

    /**
     * The hole of 14 minutes is too short for all of the task, which would be its {@code --time}. So backfill starts it, for 10 minutes: work
     * from 20 s to 540 s, 60 s before their end. The rest of the hole is too short for 10 more. The other 1480 s take from 1000 s to 2510 s.
     */
    @Test
    void slurmGivesABackfilledTaskItsMinimumInALongerHole() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10, 840, 1000).task(0, 2000, 10);
        assertThat(tiny.run("timemin-real").executions())
                .containsExactly(
                        new Execution(0, 0, 0, 550, 550, 20, 520, 10, 0, Execution.Stop.PLANNED, false),
                        new Execution(0, 0, 1000, 2510, 2510, 20, 1480, 10, 1000, Execution.Stop.PLANNED, false));
        // timemin works until 780 s; the other 1240 s take to 2270 s.
        assertThat(tiny.ends("timemin")).containsExactly(2270.0);
        // Not even the minimum fits into 599 s.
        assertThat(new Tiny().slice(10, 599, 1000).task(0, 2000, 10).ends("timemin-real"))
                .containsExactly(3030.0);
    }

    /**
     * The first task waits for the large slice until 5000 s. The second one overtakes it on the small slice, which is free for ever: it gets
     * 10 minutes at a time, works 520 s in each, and asks for no more than the 470 s that it needs when 440 s of work are left. Alone it
     * starts in its turn, and gets all that it asks for.
     */
    @Test
    void slurmGivesATaskItsMinimumWhileAnotherOneIsBeforeIt() throws AtomizableException {
        Tiny tiny = new Tiny().slice(40, 0, 5000).slice(10).task(0, 1000, 40).task(0, 2000, 10);
        assertThat(tiny.run("timemin-real").executions())
                .extracting(Execution::from, Execution::workSeconds)
                .containsExactly(
                        tuple(0.0, 520.0),
                        tuple(550.0, 520.0),
                        tuple(1100.0, 520.0),
                        tuple(1650.0, 440.0),
                        tuple(5000.0, 1000.0));
        assertThat(new Tiny().slice(10).task(0, 2000, 10).ends("timemin-real")).containsExactly(2030.0);
        assertThat(new Tiny().slice(10).task(0, 20_000, 10).ends("timemin-real"))
                .containsExactly(20_060.0);
    }

    /** A run of 4 h works 14,320 s and ends at 14,350 s. The other 5,680 s and 30 s of overhead take to 20,060 s. */
    @Test
    void timeminRunsForAtMostFourHours() throws AtomizableException {
        assertThat(new Tiny().slice(10).task(0, 20_000, 10).ends("timemin")).containsExactly(20_060.0);
    }

    /** At 100 s, 900 s are left of the first task: more than the 500 s of the second one, but not more than 950 s. */
    @Test
    void idealPreemptsTasksWithMoreWorkLeft() throws AtomizableException {
        assertThat(new Tiny().slice(10).task(0, 1000, 10).task(100, 500, 10).ends("ideal"))
                .containsExactly(1500.0, 600.0);
        assertThat(new Tiny().slice(10).task(0, 1000, 10).task(100, 950, 10).ends("ideal"))
                .containsExactly(1000.0, 1950.0);
    }

    /** At 220 s, 800 s are left. The checkpoint takes to 230 s, the second task to 360 s, and the rest to 360 + 20 + 800 + 10 s. */
    @Test
    void preemptionPaysForCheckpointAndRestore() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10).task(0, 1000, 10).task(220, 100, 10);
        assertThat(tiny.ends("srpt-preemptive")).containsExactly(1190.0, 360.0);
        // 25 s less work are not worth 30 s of overhead: 1030 s, and 775 + 30 s more.
        assertThat(new Tiny().slice(10).task(0, 1000, 10).task(220, 775, 10).ends("srpt-preemptive"))
                .containsExactly(1030.0, 1835.0);
    }

    /** A task of 10 GiB leaves the larger slice to the one that needs it, although that is the first. */
    @Test
    void theSmallestSufficientSliceIsTaken() throws AtomizableException {
        Tiny tiny =
                new Tiny().slice(40).slice(10).task(0, 100, 10).task(0, 100, 40).task(0, 100, 10);
        assertThat(tiny.run("fill-fcfs").executions())
                .extracting(Execution::slice)
                .containsExactly(0, 1, 1);
        assertThat(tiny.ends("fill-fcfs")).containsExactly(130.0, 130.0, 260.0);
    }

    /**
     * A task of 100 s ends at 130 s. On the first slice 270 s would be left, too short for the tasks of 300 s and 500 s, which are started
     * with 330 s or more. On the second slice 870 s are left, which nobody is too long for.
     */
    @Test
    void theFragmentationGradientLeavesNoRestThatIsTooShort() throws AtomizableException {
        Tiny tiny = new Tiny()
                .slice(10, 400, 5000)
                .slice(10, 1000, 5000)
                .task(0, 100, 10)
                .task(5000, 300, 10)
                .task(5000, 500, 10);
        assertThat(tiny.run("fill-fcfs-fgd").executions().get(0).slice()).isEqualTo(1);
        assertThat(tiny.run("fill-fcfs").executions().get(0).slice()).isZero();
        assertThat(tiny.run("fill-fcfs-bestfit").executions().get(0).slice()).isZero();
    }

    /**
     * Most tasks ask for 20 GiB and could not use the small slice anyhow, so it takes the task of 10 GiB although the rest of its hole
     * becomes too short for the others of 10 GiB.
     */
    @Test
    void theFragmentationGradientPrefersSlicesThatFewCanUse() throws AtomizableException {
        Tiny tiny = new Tiny()
                .slice(10, 400, 5000)
                .slice(20, 1000, 5000)
                .task(0, 100, 10)
                .task(5000, 500, 20)
                .task(5000, 500, 20);
        assertThat(tiny.run("fill-srpt-fgd").executions().get(0).slice()).isZero();
    }

    /** 330 s, then 530 s, then 1030 s. */
    @Test
    void shortestFirst() throws AtomizableException {
        Tiny tiny = new Tiny().slice(10).task(0, 1000, 10).task(0, 300, 10).task(0, 500, 10);
        assertThat(tiny.ends("sjf-rigid")).containsExactly(1890.0, 330.0, 860.0);
    }

    /** The deadlines order the second, the first and the third task; the slacks are 900 s, 950 s and none: first, second, third. */
    @Test
    void earliestDeadlineAndLeastSlackFirst() throws AtomizableException {
        Tiny tiny = new Tiny()
                .slice(10)
                .task(0, 200, 10, Optional.of(1100.0))
                .task(0, 100, 10, Optional.of(1050.0))
                .task(0, 50, 10);
        assertThat(tiny.ends("edf")).containsExactly(360.0, 130.0, 440.0);
        assertThat(tiny.ends("slack")).containsExactly(230.0, 360.0, 440.0);
    }

    /** Two slices are a machine of speed 2: 100 s take to 50 s, and 300 s to 200 s. */
    @Test
    void fluidSharesAllSlices() throws AtomizableException {
        assertThat(new Tiny()
                        .slice(10)
                        .slice(10)
                        .task(0, 300, 10)
                        .task(0, 100, 10)
                        .ends("fluid"))
                .containsExactly(200.0, 50.0);
    }

    /** With links of 600 s, 1000 s take 1060 s. One link of 1200 s takes 1030 s, as does every longer one. */
    @Test
    void theBestChainIsTheFirstThatHoldsTheTask() throws AtomizableException {
        assertThat(new Tiny().slice(10).task(0, 1000, 10).ends("chain-best")).containsExactly(1030.0);
    }

    @Test
    void anUnknownNameListsTheKnownOnes() {
        assertThatThrownBy(() -> Rivals.named("lottery"))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("lottery")
                .hasMessageContaining("chain-10m, chain-1h")
                .hasMessageContaining("timemin-srpt");
    }
}
