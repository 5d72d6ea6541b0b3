/**
 * Keeps a job's state beyond the life of its process.
 *
 * <p>A {@link org.atomizable.api.checkpoint.CheckpointStore} belongs to one job. A draft can be abandoned; a checkpoint
 * is committed. A store that has seen a newer fencing token refuses older ones.
 */
@NullMarked
package org.atomizable.api.checkpoint;

import org.jspecify.annotations.NullMarked;
