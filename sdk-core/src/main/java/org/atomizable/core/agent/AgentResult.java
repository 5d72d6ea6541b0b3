package org.atomizable.core.agent;

import java.util.function.Function;
import org.atomizable.api.subjob.FailureKind;

/** How a job ended from the view of its agent. In every case, committed checkpoints are kept. */
public sealed interface AgentResult {

    /** All its work is done. */
    record Finished(long atoms) implements AgentResult {}

    /**
     * It was given up.
     *
     * @param kind what failed last
     * @param nextAtom the last good checkpoint holds every atom before this one
     */
    record Failed(FailureKind kind, String message, long nextAtom) implements AgentResult {}

    /** No window of this cluster holds even one of its atoms. */
    record FitsNowhere(String reason, long nextAtom) implements AgentResult {}

    /** The scheduler cannot be reached, or does not want the job. */
    record Cut(String message, long nextAtom) implements AgentResult {}

    /**
     * The scheduler has ended it: a client withdrew it, or another run of the same job replaced it.
     *
     * @param how {@code withdrawn}, {@code replaced}, {@code finished} or {@link #USED_UP}; {@code forgotten} if the scheduler no longer knows
     * @param by who ended it, for a person to read, or the id of the job that replaced it; empty if unknown
     */
    record Withdrawn(String how, String by, long nextAtom) implements AgentResult {

        /** The slice that it had for a limited time is used up; it goes on with another one. */
        public static final String USED_UP = "used-up";

        /** Says it in a sentence. */
        public String message() {
            return switch (how) {
                case "replaced" ->
                    "taken over by %s, which was registered under the same name: probably another run of this job"
                            .formatted(by);
                case "withdrawn" ->
                    by.isEmpty() ? "withdrawn; the scheduler does not say by whom" : "withdrawn by " + by;
                case USED_UP -> "its slice is used up: " + by;
                case "finished" -> "reported as finished by another run";
                default -> "ended while this run heard nothing; the scheduler no longer knows how";
            };
        }
    }

    /** Applies the function that belongs to this result. */
    default <R> R match(
            Function<Finished, R> finished,
            Function<Failed, R> failed,
            Function<FitsNowhere, R> fitsNowhere,
            Function<Cut, R> cut,
            Function<Withdrawn, R> withdrawn) {
        if (this instanceof Finished it) {
            return finished.apply(it);
        }
        if (this instanceof Failed it) {
            return failed.apply(it);
        }
        if (this instanceof FitsNowhere it) {
            return fitsNowhere.apply(it);
        }
        if (this instanceof Cut it) {
            return cut.apply(it);
        }
        return withdrawn.apply((Withdrawn) this);
    }
}
