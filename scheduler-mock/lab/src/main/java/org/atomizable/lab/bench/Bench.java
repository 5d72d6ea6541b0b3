package org.atomizable.lab.bench;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A bench that has aims.
 *
 * @param jvm options of its JVM, those of the launcher script
 * @param command its words on the command line
 * @param usual options of a usual measurement
 * @param quick options of one that takes seconds
 * @param aims of its figures
 */
record Bench(List<String> jvm, List<String> command, List<String> usual, List<String> quick, List<Aim> aims) {

    /** Those that take longest last. */
    static final List<Bench> ALL = List.of(
            bench(
                    "simulate",
                    5,
                    atLeast(0.2, "events a second, over the queue alone", "eventsVsEmptyLoop"),
                    atMost(0.3, "growth of a decision with the slices, exponent", "growth"),
                    atMost(300, "the large run, s", "largeRunSeconds"),
                    atMost(4, "its heap, GiB", "largeRunPeakHeapGib")),
            new Bench(
                    List.of("-XX:TieredStopAtLevel=1"),
                    List.of("simulate-faults"),
                    List.of("--seeds", "1000"),
                    List.of("--seeds", "150"),
                    List.of(atLeast(40, "seeds a second", "seedsPerSecond"))),
            bench("overhead", 10, atMost(0.02, "checkpoints at the chosen interval, of the run", "overhead")),
            bench(
                    "frontends",
                    30,
                    atMost(0.01, "annotations, more than the interface", "annotationsOverhead/median"),
                    atMost(0.01, "a loop, more than the interface", "loopOverhead/median"),
                    atMost(0.2, "an empty atom in Python, ms", "pythonAtomMillis/median")),
            bench(
                    "negotiation",
                    9,
                    atLeast(0.4, "whole cycles, over a bare server's", "cyclesVsEcho"),
                    atMost(50, "a job's variants, us", "variantsMicros")),
            bench(
                    "clearing",
                    5,
                    atMost(3, "100,000 bids, over a sort", "clearVsSort"),
                    atMost(3.5, "1,000,000 bids, over a sort", "clearVsSortMillion"),
                    atMost(0.01, "the largest gap to the best", "gap")),
            bench(
                    "checkpoint",
                    3,
                    atLeast(0.85, "a durable save, over a raw forced write", "saveVsRaw"),
                    atLeast(0.8, "a verified restore, over reading raw", "restoreVsRaw"),
                    atMost(1, "a proof that no restore is needed, of a restore", "continueVsRestore"),
                    atMost(1.3, "the job's pause, in copies of its state", "pauseVsCopy"),
                    atMost(0.12, "bytes of a save if 10 % of the tensors changed", "incrementalBytesShare"),
                    atLeast(1, "the time of DJL's Model.save, over ours", "vsDjlSave")),
            bench(
                    "profile",
                    3,
                    atMost(10, "a query, in binary searches among as many samples", "queryVsBinarySearch"),
                    atMost(1000, "a query, ns", "queryNanos"),
                    atMost(4, "a refit, in sorts of its samples", "refitVsSort"),
                    atMost(20e6, "a refit, ns", "refitNanos")));

    private static Bench bench(String name, int usualRounds, Aim... aims) {
        List<String> usual = List.of("--rounds", String.valueOf(usualRounds));
        return new Bench(List.of(), List.of("bench", name), usual, List.of("--quick"), List.of(aims));
    }

    /**
     * The target of a figure.
     *
     * @param figure what it is called in the table
     * @param field where it stands in the bench's JSON
     * @param atMost whether less is better
     */
    record Aim(String figure, JsonPointer field, boolean atMost, double value) {

        /** Returns the figure; empty if this machine has none. */
        OptionalDouble in(JsonNode measured) {
            JsonNode found = measured.at(field);
            return found.isNumber() ? OptionalDouble.of(found.asDouble()) : OptionalDouble.empty();
        }

        boolean holds(double measured) {
            return atMost ? measured <= value : measured >= value;
        }
    }

    static Aim atMost(double value, String figure, String field) {
        return new Aim(figure, JsonPointer.compile("/" + field), true, value);
    }

    static Aim atLeast(double value, String figure, String field) {
        return new Aim(figure, JsonPointer.compile("/" + field), false, value);
    }

    /** Returns the name by which the table calls it: its last word. */
    String name() {
        return command.get(command.size() - 1);
    }

    List<String> options(boolean quickly) {
        return quickly ? quick : usual;
    }
}
