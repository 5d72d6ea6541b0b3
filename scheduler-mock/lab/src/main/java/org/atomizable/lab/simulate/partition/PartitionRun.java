package org.atomizable.lab.simulate.partition;

import java.util.List;

/**
 * What a policy made of a workload.
 *
 * @param completions when each job came and finished, in order of finish
 * @param stretches where each job ran and how fast, in order of time
 * @param migrations how often a job was moved
 * @param repartitions how often a GPU with jobs got another layout
 * @param profilings how often the jobs of a GPU were profiled
 */
record PartitionRun(
        List<Completion> completions, List<Stretch> stretches, int migrations, int repartitions, int profilings) {

    PartitionRun {
        completions = List.copyOf(completions);
        stretches = List.copyOf(stretches);
    }

    /** A job's way from its arrival to its end, in seconds. */
    record Completion(PartitionJob job, double arrived, double finished) {

        double seconds() {
            return finished - arrived;
        }
    }

    /**
     * A time in which a job had a place.
     *
     * @param gpu number of the GPU, from 0
     * @param layout the GPU's layout
     * @param place profile of its instance, or {@link Gpu#SHARED}
     * @param slot number of its instance in the layout
     * @param speed share of the speed on a whole GPU; 0 while it stands still
     */
    record Stretch(
            PartitionJob job, int gpu, Layout layout, String place, int slot, double from, double to, double speed) {

        double work() {
            return (to - from) * speed;
        }
    }

    /** Returns when the last job finished. */
    double makespan() {
        return completions.stream().mapToDouble(Completion::finished).max().orElse(0);
    }
}
