package org.atomizable.lab.simulate.trace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.Line;
import org.atomizable.lab.simulate.workload.LineSource;
import org.atomizable.lab.simulate.workload.TracedJob;

/**
 * How a published trace is written.
 *
 * @param described the name of the trace and its first line, for a user whose file begins otherwise
 * @param begins tells whether a file with this first line has this format
 * @param hasArrivals whether the trace says when its jobs arrive
 */
record TraceFormat(String described, Predicate<String> begins, boolean hasArrivals, Reader reader) {

    /** Why a job of a trace is not taken. */
    enum Left {
        /** It has no time. */
        NEVER_RAN("never ran or have no time"),
        /** It runs on several GPUs, or on none. */
        NOT_ONE_GPU("ask for several GPUs or none"),
        /** It is shorter or longer than its kind takes. */
        OTHER_LENGTH("are too short or too long");

        private final String words;

        Left(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** The rows that were read. */
    static final class Rows {
        private final List<TracedJob> jobs = new ArrayList<>();
        private final Map<Left, Integer> left = new EnumMap<>(Left.class);

        void take(TracedJob job) {
            jobs.add(job);
        }

        void leave(Left because) {
            left.merge(because, 1, Integer::sum);
        }

        List<TracedJob> jobs() {
            return jobs;
        }

        int all() {
            return jobs.size()
                    + left.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Returns how many jobs the file has, and why some are left out: "2 of 5: 1 never ran or have no time, 2 are too short". */
        String counted() {
            String why = left.entrySet().stream()
                    .map(it -> it.getValue() + " " + it.getKey().words())
                    .collect(Collectors.joining(", "));
            return "%s of %s%s".formatted(jobs.size(), all(), why.isEmpty() ? "" : ": " + why);
        }
    }

    /** Reads the jobs of a trace. */
    @FunctionalInterface
    interface Reader {

        /**
         * Reads the jobs on one GPU or a share of one.
         *
         * @param first the first line
         * @param rest the lines after it
         */
        Rows jobs(Line first, LineSource rest) throws AtomizableException;
    }
}
