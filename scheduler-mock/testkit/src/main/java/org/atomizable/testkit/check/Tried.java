package org.atomizable.testkit.check;

/**
 * The trials of a check that found nothing, for its reader.
 *
 * @param atoms how many atoms of the job an uncut run had
 * @param cuts how many cuts were compared with it
 * @param schedules how many runs through windows with faults
 */
public record Tried(long atoms, long cuts, long schedules) {}
