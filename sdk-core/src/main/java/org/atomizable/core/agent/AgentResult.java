package org.atomizable.core.agent;

import java.util.function.Function;
import org.atomizable.api.subjob.FailureKind;

/** How a job ended for its agent. Whatever was committed is kept in every case. */
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

    /** Applies the function that belongs to this result. */
    default <R> R match(
            Function<Finished, R> finished,
            Function<Failed, R> failed,
            Function<FitsNowhere, R> fitsNowhere,
            Function<Cut, R> cut) {
        if (this instanceof Finished it) {
            return finished.apply(it);
        }
        if (this instanceof Failed it) {
            return failed.apply(it);
        }
        if (this instanceof FitsNowhere it) {
            return fitsNowhere.apply(it);
        }
        return cut.apply((Cut) this);
    }
}
