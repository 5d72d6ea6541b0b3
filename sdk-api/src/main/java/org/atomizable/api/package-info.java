/**
 * What the author of a job implements.
 *
 * <p>In comes a {@link org.atomizable.api.JobSpec}, which says how much work there is; out go, at safe points, the tensors
 * of the job's whole state. A job knows nothing of windows, slices or schedulers: whoever runs it decides between which two
 * atoms it stops, and in which process it goes on.
 */
@NullMarked
package org.atomizable.api;

import org.jspecify.annotations.NullMarked;
