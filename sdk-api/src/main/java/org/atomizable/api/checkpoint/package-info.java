/**
 * How a job's state outlives its process.
 *
 * <p>A {@link org.atomizable.api.checkpoint.CheckpointStore} belongs to one job. What can be abandoned is a draft; what is
 * committed is a checkpoint; a store that has seen a newer fencing token refuses older ones.
 */
@NullMarked
package org.atomizable.api.checkpoint;

import org.jspecify.annotations.NullMarked;
