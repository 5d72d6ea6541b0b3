package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/windows/{id}/signals}: a job's answer in SJA. A job that does not want the window says so,
 * too, so that the scheduler does not wait for it.
 *
 * @param job the job's id
 * @param interested whether it can build a safe subjob in the window
 * @param atoms how many atoms that subjob would have; 0 if not interested
 * @param usefulSeconds the typical time in which its atoms would run
 * @param totalSeconds the bound of the whole subjob's time
 * @param because the reason for the answer, in a few words
 * @param neededBytes the memory without which not even one atom is safe there, whether interested or not; null if
 *     unknown
 * @param firstLook true if the job does not know its time per atom yet, and would run only a few atoms to learn it;
 *     null is the same as false
 */
public record SignalMessage(
        String job,
        boolean interested,
        long atoms,
        double usefulSeconds,
        double totalSeconds,
        String because,
        @Nullable Long neededBytes,
        @Nullable Boolean firstLook) {

    /** Creates a signal that does not say how much memory is needed. */
    public SignalMessage(
            String job, boolean interested, long atoms, double usefulSeconds, double totalSeconds, String because) {
        this(job, interested, atoms, usefulSeconds, totalSeconds, because, null, null);
    }
}
