package org.atomizable.api.wire;

/**
 * Body of {@code POST /v1/windows/{id}/signals}: a job's answer in SJA. Silence is said too, so that nobody waits for it.
 *
 * @param job the job's id
 * @param interested whether it can build a safe subjob there
 * @param atoms how many atoms that would have; 0 if not interested
 * @param usefulSeconds typical time in which atoms would run
 * @param totalSeconds bound of the whole subjob's time
 * @param because why not, or why; a few words
 */
public record SignalMessage(
        String job, boolean interested, long atoms, double usefulSeconds, double totalSeconds, String because) {}
