package org.atomizable.core.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scheduler of a cluster, which starts programs for a limited time. It tells when slices are free and takes claims. It is never asked how a
 * subjob ended: the job's checkpoints tell that.
 *
 * <p>Every method throws {@link EngineException} if the engine does not answer or refuses, and {@link InterruptedException} if the
 * waiting thread is interrupted.
 */
public interface Engine {

    /** Returns its name, as in {@code run --engine NAME}. */
    String name();

    /** Returns the longest time that a claim may have. */
    Duration longest() throws EngineException, InterruptedException;

    /**
     * Looks at what is free and at what a chain has claimed.
     *
     * @param chain the chain
     * @param ended a claim that is looked at as if it had ended
     */
    Look look(String chain, Optional<String> ended) throws EngineException, InterruptedException;

    /**
     * An engine at one moment.
     *
     * @param windows those that a claim of the kind that the engine was made for could have at once
     * @param claims the claims of the chain that wait or run
     */
    record Look(List<EngineWindow> windows, List<Claimed> claims) {

        /** Copies the lists. */
        public Look {
            windows = List.copyOf(windows);
            claims = List.copyOf(claims);
        }
    }

    /** Claims a slice; returns the engine's id of the claim. */
    String claim(Claim claim) throws EngineException, InterruptedException;

    /** Shortens a claim that waits; it then starts with that length and no less. */
    void shorten(String id, Duration length) throws EngineException, InterruptedException;

    /** Has a claim that waits start with its whole length and no less. */
    void keepWhole(String id) throws EngineException, InterruptedException;

    /**
     * Has a claim that waits for the end of another one wait for it no longer: it starts as soon as there is a slice for it.
     *
     * @param length how long it may run then, and no less; at most what was claimed
     */
    void startNow(String id, Duration length) throws EngineException, InterruptedException;

    /** Returns the claims of a chain that wait or run; asks for less than {@link #look}. */
    List<Claimed> claims(String chain) throws EngineException, InterruptedException;

    /** Returns the claims of several chains that wait or run, by the chain. An engine that can tell them in one answer should. */
    default Map<String, List<Claimed>> claimsOf(Collection<String> chains)
            throws EngineException, InterruptedException {
        Map<String, List<Claimed>> claims = new HashMap<>();
        for (String chain : chains) {
            claims.put(chain, claims(chain));
        }
        return claims;
    }

    /** Ends a claim; does nothing if it has ended. */
    void cancel(String id) throws EngineException, InterruptedException;

    /** Returns all places with slices of the kind that the engine was made for, to a scheduler that shares them among jobs. */
    default List<EnginePlace> places() throws EngineException, InterruptedException {
        throw notShared();
    }

    /**
     * Returns the command behind which that of a program stands, to start it on a slice at once or not at all. The command passes on its standard
     * streams, ends with the program's exit code, and ends the program on SIGTERM. Asks the engine nothing.
     */
    default List<String> start(SubjobStart subjob) throws EngineException {
        throw notShared();
    }

    /** Refuses what each {@link #start} would refuse, wherever it is: options, for example, that this cluster does not know. */
    default void tryStart() throws EngineException, InterruptedException {}

    private EngineException notShared() {
        return EngineException.refused(
                "no scheduler can share the slices of %s among jobs yet".formatted(name()),
                "Run each job as a chain: run --engine %s, without --scheduler".formatted(name()));
    }

    /** Returns what the engine has given to this process, which it has started. */
    Allotment allotment() throws EngineException, InterruptedException;
}
