package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/windows/{id}/signals}: a job's answer in SJA. Silence is said too, so that nobody waits for it.
 *
 * @param job the job's id
 * @param interested whether it can build a safe subjob there
 * @param atoms how many atoms that would have; 0 if not interested
 * @param usefulSeconds typical time in which atoms would run
 * @param totalSeconds bound of the whole subjob's time
 * @param because why not, or why; a few words
 * @param neededBytes memory without which not even one atom is safe there, interested or not; null if that is not known
 */
public record SignalMessage(
        String job,
        boolean interested,
        long atoms,
        double usefulSeconds,
        double totalSeconds,
        String because,
        @Nullable Long neededBytes) {

    /** Makes one that does not tell how much memory is needed. */
    public SignalMessage(
            String job, boolean interested, long atoms, double usefulSeconds, double totalSeconds, String because) {
        this(job, interested, atoms, usefulSeconds, totalSeconds, because, null);
    }
}
