/**
 * Stores what was measured of jobs in small files: one per job and {@link org.atomizable.profiler.store.ProfileKey}.
 *
 * <p>Input: a run's samples as a {@link org.atomizable.profiler.store.RecordedRun}. A
 * {@link org.atomizable.profiler.store.Recording} joins the runs of several processes and machines; the order of
 * joining does not matter. A {@link org.atomizable.profiler.store.ProfileDirectory} stores it. For a key that was never
 * measured, the directory answers from the nearest key. A file is always replaced as a whole, so that a reader sees
 * either the old or the new one.
 */
@NullMarked
package org.atomizable.profiler.store;

import org.jspecify.annotations.NullMarked;
