/**
 * What was measured of jobs, kept in small files: one per job and {@link org.atomizable.profiler.store.ProfileKey}.
 *
 * <p>A run's samples come in as a {@link org.atomizable.profiler.store.RecordedRun}; a
 * {@link org.atomizable.profiler.store.Recording} joins the runs of several processes and machines, in whatever order they
 * are joined; a {@link org.atomizable.profiler.store.ProfileDirectory} keeps it, and answers for a key that was never measured
 * from the nearest one. Files are replaced as a whole, so that a reader sees the old or the new one.
 */
@NullMarked
package org.atomizable.profiler.store;

import org.jspecify.annotations.NullMarked;
