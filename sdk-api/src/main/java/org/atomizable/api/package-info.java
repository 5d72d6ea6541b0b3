/**
 * The interfaces that the author of a job implements.
 *
 * <p>Input: nothing; a job describes its work by a {@link org.atomizable.api.JobSpec}. Output: at safe points, the
 * tensors of the job's whole state. A job knows nothing of windows, slices or schedulers. The runtime decides between
 * which two atoms the job stops, and in which process it continues.
 */
@NullMarked
package org.atomizable.api;

import org.jspecify.annotations.NullMarked;
