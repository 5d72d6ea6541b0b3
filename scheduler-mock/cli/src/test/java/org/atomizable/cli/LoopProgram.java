package org.atomizable.cli;

import java.util.random.RandomGenerator;
import org.atomizable.api.Atomizable;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Run;

/** A program that keeps its loop, and prints before it and after it. */
public final class LoopProgram {

    private LoopProgram() {}

    public static void main(String[] args) {
        System.out.println("this is the program's own line");
        try (Run run = Atomizable.loop(JobSpec.of("loop", 3000))) {
            double[] sum = run.state("sum", new double[1]);
            RandomGenerator random = run.random(args.length);
            for (long step : run) {
                sum[0] += random.nextDouble() / (step + 1);
            }
            if (run.finished()) {
                System.out.println("the sum is " + sum[0]);
                run.report(new Metric("sum", sum[0], sum[0], sum[0]));
            }
        }
    }
}
