package org.atomizable.core.run;

import java.time.Duration;
import java.util.Map;
import org.atomizable.api.checkpoint.Checkpoint;

/**
 * How long a job has run in all its subjobs, and how many of them were cut off. It estimates the rate of failures. It
 * is stored in the notes of the job's checkpoints.
 *
 * @param ran the time spent running, up to the checkpoint
 * @param brokeOff how many subjobs ended without their last checkpoint
 * @param running whether the subjob that wrote the checkpoint was to continue
 */
record RunHistory(Duration ran, long brokeOff, boolean running) {

    static final RunHistory NONE = new RunHistory(Duration.ZERO, 0, false);

    /** Before anything was observed, a day without failure is believed. */
    private static final Duration BELIEVED = Duration.ofHours(24);

    private static final String RAN = "ranSeconds";
    private static final String BROKE_OFF = "brokeOff";
    private static final String RUNNING = "running";

    /** Returns the history of a job that goes on from a checkpoint. */
    static RunHistory from(Checkpoint newest) {
        Map<String, String> notes = newest.notes();
        try {
            Duration ran = Duration.ofMillis(Math.round(Double.parseDouble(notes.getOrDefault(RAN, "0")) * 1000));
            long brokeOff = Long.parseLong(notes.getOrDefault(BROKE_OFF, "0"));
            // Whoever meant to go on has not come to the end.
            boolean again = Boolean.parseBoolean(notes.get(RUNNING));
            return new RunHistory(ran, again ? brokeOff + 1 : brokeOff, false);
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    /** Returns this history with what a subjob adds to it at a checkpoint. */
    RunHistory after(Duration more, boolean goesOn) {
        return new RunHistory(ran.plus(more), brokeOff, goesOn);
    }

    /** Returns the mean time between failures: the posterior mean of their rate, inverted. */
    Duration meanTimeBetweenFailures() {
        return BELIEVED.plus(ran).dividedBy(1 + brokeOff);
    }

    Map<String, String> notes() {
        return Map.of(
                RAN, Double.toString(ran.toMillis() / 1000.0),
                BROKE_OFF, Long.toString(brokeOff),
                RUNNING, Boolean.toString(running));
    }
}
