package org.atomizable.profiler.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.atomizable.profiler.profile.KeptPromises.Count;
import org.jspecify.annotations.Nullable;

/**
 * The file form of a recording. A missing part is refused by its name.
 *
 * @param format {@link RecordingJson#FORMAT}
 * @param slice the name of its kind
 */
@JsonPropertyOrder({"format", "job", "slice", "traits", "runs"})
record RecordingFile(int format, String job, String slice, SortedMap<String, String> traits, List<Run> runs) {

    RecordingFile {
        there(job, "job");
        there(slice, "slice");
        noneMissing(runs, "runs");
    }

    @JsonPropertyOrder({
        "id",
        "began",
        "machine",
        "observed",
        "memoryShift",
        "timeShift",
        "memoryKept",
        "timeKept",
        "steps",
        "subjobs",
        "batches"
    })
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Run(
            String id,
            String began,
            String machine,
            long observed,
            double memoryShift,
            double timeShift,
            @Nullable Kept memoryKept,
            @Nullable Kept timeKept,
            List<Step> steps,
            @Nullable List<Plan> subjobs,
            @Nullable Batches batches) {
        Run {
            there(id, "id");
            there(began, "began");
            noneMissing(steps, "steps");
        }
    }

    @JsonPropertyOrder({"exceeded", "judged"})
    record Kept(long exceeded, long judged) {

        static @Nullable Kept of(Count count) {
            return count.equals(Count.NONE) ? null : new Kept(count.exceeded(), count.judged());
        }

        static Count count(@Nullable Kept kept) {
            return kept == null ? Count.NONE : new Count(kept.exceeded(), kept.judged());
        }
    }

    @JsonPropertyOrder({"first", "samples", "planned", "beyond", "ending"})
    record Plan(long first, int samples, long planned, long beyond, String ending) {
        Plan {
            there(ending, "ending");
        }
    }

    @JsonPropertyOrder({"first", "after"})
    record Batches(List<Long> first, List<Long> after) {
        Batches {
            noneMissing(first, "first");
            noneMissing(after, "after");
        }
    }

    @JsonPropertyOrder({"phase", "atom", "nanos", "bytes", "unfinished"})
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Step(
            String phase,
            @Nullable Long atom,
            List<Long> nanos,
            List<Long> bytes,
            @Nullable Boolean unfinished) {
        Step {
            there(phase, "phase");
            noneMissing(nanos, "nanos");
            noneMissing(bytes, "bytes");
            if (atom != null && atom < 0) {
                throw new IllegalArgumentException("\"atom\" is negative");
            }
        }
    }

    private static void there(@Nullable Object value, String name) {
        if (value == null) {
            throw new IllegalArgumentException("\"%s\" is missing".formatted(name));
        }
    }

    private static void noneMissing(@Nullable List<?> values, String name) {
        there(values, name);
        if (values != null && values.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("\"%s\" has a null".formatted(name));
        }
    }
}
