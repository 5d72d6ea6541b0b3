package org.atomizable.scheduler.colocation;

/**
 * The throughput of a job beside others, divided by its throughput alone on the same slice.
 *
 * @param value more than 0; 1 means that the others do not disturb it
 * @param low lower end of the 95 % interval; 0 or more, at most {@code value}
 * @param high upper end of the 95 % interval; at least {@code value}
 * @param samples how many independent measurements the value comes from; 0 for a prediction
 * @param source how the value was obtained, such as {@code measured} or the name of a file
 */
record RelativeThroughput(double value, double low, double high, int samples, String source) {

    /** The throughput of a job alone, by definition. */
    static final RelativeThroughput ALONE = new RelativeThroughput(1, 1, 1, 1, "alone");

    /** Rejects a value that is not within its interval. */
    RelativeThroughput {
        if (!(value > 0) || !(low >= 0) || !(low <= value) || !(high >= value) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    "a throughput must be more than 0 and within its interval, was %s in %s to %s"
                            .formatted(value, low, high));
        }
        if (samples < 0) {
            throw new IllegalArgumentException("a number of samples is never negative, was " + samples);
        }
    }
}
