package org.atomizable.engine.slurm;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job that waits or runs.
 *
 * @param state Slurm's word, such as {@code PENDING}
 * @param starts when it started, or is planned to start; empty if unknown
 * @param nodes where it runs, or is planned to run; empty if unknown
 * @param reason why it waits; empty if Slurm tells none, as before it has looked at the job
 */
record QueuedJob(
        String id,
        String name,
        String state,
        Optional<Instant> starts,
        List<String> nodes,
        String reason,
        String comment) {

    /** Separates the fields: no name has it. */
    private static final String SEPARATOR = "\u001f";

    private static final int FIELDS = 8;

    /** The format of squeue whose lines {@link #of} reads. */
    static final String FORMAT = String.join(SEPARATOR, "%i", "%j", "%T", "%S", "%Y", "%N", "%r", "%k");

    static Optional<QueuedJob> of(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        List<String> runsOn = HostList.of(fields[5].strip());
        return Optional.of(new QueuedJob(
                fields[0].strip(),
                fields[1].strip(),
                fields[2].strip(),
                fields[3].strip().matches("\\d{1,12}")
                        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(fields[3].strip())))
                        : Optional.empty(),
                List.copyOf(runsOn.isEmpty() ? HostList.of(fields[4].strip()) : runsOn),
                fields[6].strip().equals("None") ? "" : fields[6].strip(),
                fields[7].strip()));
    }

    /** Tells whether Slurm may start it, for the first time or again. */
    boolean waits() {
        return switch (state) {
            case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD" -> true;
            default -> false;
        };
    }

    /** Tells whether its program may still run. */
    boolean runs() {
        return switch (state) {
            case "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT" -> true;
            default -> false;
        };
    }
}
