package org.atomizable.api.score;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a job declares of a subjob that it bids; each from 0, bad, to 1, good. */
public enum JobFeature {

    /** Its atoms over those that the job has left. */
    PROGRESS,

    /** The share of its time in which atoms run, and not restore and checkpoint. */
    USEFUL_SHARE,

    /** How near the deadline is: 0 if there is none or plenty of time, 1 once it is due. */
    DEADLINE_PRESSURE,

    /** Whether the job's state is on that slice already. */
    LOCALITY,

    /** The share of the slice's memory that the subjob leaves free by its bound. */
    HEADROOM;

    private static final Map<String, JobFeature> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(JobFeature::word, it -> it));

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns what the protocol calls it. */
    public String word() {
        return word;
    }

    /** Returns the feature that the protocol calls so. */
    public static Optional<JobFeature> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
