/**
 * Reads the traces of jobs that others have published.
 *
 * <p>Input: a file of a trace; the format is recognized by the first line. Output: {@link org.atomizable.lab.simulate.trace.Trace}, the
 * lengths of its jobs, when they were submitted, and what share of a GPU they asked for, as far as the trace has these. The package never
 * ships a trace and never draws anything.
 */
@NullMarked
package org.atomizable.lab.simulate.trace;

import org.jspecify.annotations.NullMarked;
