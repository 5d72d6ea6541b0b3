package org.atomizable.scheduler.market.pressure;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.node.airlock.AirlockAction;

/**
 * Something that was done because memory was scarce, as the journal keeps it.
 *
 * @param did what: the name of an {@link AirlockAction.Kind}, or {@code SUSPENDED}, {@code RESUMED}, {@code MOVED} or {@code GONE}
 * @param job its id; absent for what concerns the whole node
 * @param level of pressure at that time
 * @param bytes by name of the memory, what was asked for, freed, or needed
 * @param until when an answer was awaited
 * @param cause a sentence for people; empty for what a job did
 */
public record PressureRecord(
        Instant at,
        String did,
        Optional<String> job,
        String level,
        Map<String, Long> bytes,
        Optional<Instant> until,
        String cause) {

    /** Copies the amounts. */
    public PressureRecord {
        bytes = Map.copyOf(bytes);
    }

    static PressureRecord of(AirlockAction action, String level, Instant now) {
        Map<String, Long> bytes = new TreeMap<>();
        action.amounts().forEach((memory, amount) -> bytes.put(memory, amount.count()));
        return new PressureRecord(
                now, action.kind().name(), action.job(), level, bytes, action.deadline(), action.cause());
    }

    static PressureRecord of(String did, String job, Map<String, Bytes> amounts, String level, Instant now) {
        Map<String, Long> bytes = new TreeMap<>();
        amounts.forEach((memory, amount) -> bytes.put(memory, amount.count()));
        return new PressureRecord(now, did, Optional.of(job), level, bytes, Optional.empty(), "");
    }
}
