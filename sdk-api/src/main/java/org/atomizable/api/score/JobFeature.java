package org.atomizable.api.score;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A feature of a subjob that a job declares in a bid. Each feature ranges from 0 (bad) to 1 (good). */
public enum JobFeature {

    /** The subjob's atoms, divided by the atoms that the job has left. */
    PROGRESS,

    /** The share of the subjob's time in which atoms run, as opposed to restore and checkpoint. */
    USEFUL_SHARE,

    /** How close the deadline is: 0 if there is none or plenty of time, 1 when it is due. */
    DEADLINE_PRESSURE,

    /** Whether the job's state is already on that slice. */
    LOCALITY,

    /** The share of the slice's memory that remains free if the subjob uses its bound. */
    HEADROOM;

    private static final Map<String, JobFeature> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(JobFeature::word, it -> it));

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the name of this feature in the protocol. */
    public String word() {
        return word;
    }

    /** Returns the feature with this name in the protocol. */
    public static Optional<JobFeature> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
