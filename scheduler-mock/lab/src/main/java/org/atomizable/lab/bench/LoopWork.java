package org.atomizable.lab.bench;

import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Run;

/** The work as a program that keeps its loop. */
final class LoopWork {

    private LoopWork() {}

    /** Takes the number of steps of a turn. */
    public static void main(String[] arguments) {
        long steps = Long.parseLong(arguments[0]);
        try (Run run = Atomizable.loop(JobSpec.of("work", Work.TOTAL))) {
            double[] state = run.state("state", Work.state());
            for (@SuppressWarnings("UnusedVariable") long turn : run) {
                Work.steps(state, steps);
            }
        }
    }
}
