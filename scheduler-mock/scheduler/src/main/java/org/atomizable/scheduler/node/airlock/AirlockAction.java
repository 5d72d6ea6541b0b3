package org.atomizable.scheduler.node.airlock;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.Bytes;

/**
 * Something to be done now, and why.
 *
 * @param kind what
 * @param job to whom; absent for what concerns the whole node
 * @param amounts by name of the memory: what a job shall give back ({@link Kind#SHRINK}), what its leaving is expected
 *     to free, or what it needs to resume
 * @param deadline until when an answer is awaited
 * @param cause a sentence for the journal, the dashboard and {@code explain}
 */
public record AirlockAction(
        Kind kind, Optional<String> job, SortedMap<String, Bytes> amounts, Optional<Instant> deadline, String cause) {

    /** The kind of action. */
    public enum Kind {
        /** Offer no windows on this node. */
        CLOSE_OFFERS,
        /** Offer windows again. */
        OPEN_OFFERS,
        /** Ask the job to give back memory at its next safe point, and go on. */
        SHRINK,
        /** Ask the job to checkpoint and to release its memory at its next safe point. */
        SUSPEND,
        /** Take the request back, and thaw the job's processes if they are frozen. */
        CARRY_ON,
        /** Stop the job's processes where they are; this frees no memory. */
        FREEZE,
        /** End the job's processes; what it did since its last checkpoint is lost. */
        KILL,
        /** Let the job go on where it stood. */
        RESUME,
        /** Seek another node for the job's checkpoint. */
        READDRESS,
        /** End the processes of a job that is suspended, keep its checkpoint, and requeue it; nothing is lost. */
        RECLAIM,
        /** Tell operators that no job is left whose leaving would help. */
        EXHAUSTED
    }

    /** Copies the amounts. */
    public AirlockAction {
        amounts = new TreeMap<>(amounts);
    }
}
