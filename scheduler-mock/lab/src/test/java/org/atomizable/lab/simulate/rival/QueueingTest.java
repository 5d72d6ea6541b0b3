package org.atomizable.lab.simulate.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.schedule.Schedule;
import org.atomizable.lab.simulate.workload.SimulatedTask;
import org.atomizable.lab.simulate.workload.Workload;
import org.junit.jupiter.api.Test;

/** Slices of one size that are always free, tasks that arrive at random and run whole: a queue with a known mean waiting time. */
class QueueingTest {

    private static final int TASKS = 300_000;

    @Test
    void waitingWithOneSliceIsAsInAnMM1Queue() throws AtomizableException {
        assertThat(meanWait(1, 0.5)).isCloseTo(erlangWait(1, 0.5), withinPercentage(2));
    }

    @Test
    void waitingWithFourSlicesIsAsErlangComputed() throws AtomizableException {
        assertThat(meanWait(4, 2.6)).isCloseTo(erlangWait(4, 2.6), withinPercentage(2));
    }

    /** Tasks take 1 s on average. */
    private static double meanWait(int slices, double arrivalsPerSecond) throws AtomizableException {
        Random random = new Random(11);
        Tiny tiny = new Tiny();
        for (int i = 0; i < slices; i++) {
            tiny.slice(10);
        }
        double now = 0;
        for (int i = 0; i < TASKS; i++) {
            now += exponential(random) / arrivalsPerSecond;
            tiny.task(now, exponential(random), 10);
        }
        Workload workload = tiny.workload();
        Schedule schedule = Rivals.named("fifo-rigid").run(workload, RivalRules.FREE);
        double sum = 0;
        for (SimulatedTask task : workload.tasks()) {
            sum += schedule.completions().get(task.index()).orElseThrow() - task.submit() - task.workSeconds();
        }
        return sum / TASKS;
    }

    private static double exponential(Random random) {
        return -StrictMath.log(1 - random.nextDouble()) + 1e-12;
    }

    /** Erlang's C formula: the probability of waiting, divided by the rate at which the queue gets shorter. */
    private static double erlangWait(int servers, double load) {
        double term = 1;
        double sum = 0;
        for (int k = 0; k < servers; k++) {
            sum += term;
            term *= load / (k + 1);
        }
        double waiting = term * servers / (servers - load);
        return waiting / (sum + waiting) / (servers - load);
    }
}
