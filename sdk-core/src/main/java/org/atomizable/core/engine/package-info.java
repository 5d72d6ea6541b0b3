/**
 * Engines: schedulers of whole clusters, such as Slurm, that start processes for a limited time.
 *
 * <p>Input: an {@link org.atomizable.core.engine.Engine}. Output: claims on its windows, one after the other, that carry a job on. A process
 * that an engine has started holds an {@link org.atomizable.core.engine.Allotment}, which is offered to the job's agent as windows.
 * Checkpoints alone say how far a job is; an engine's states never do.
 */
@NullMarked
package org.atomizable.core.engine;

import org.jspecify.annotations.NullMarked;
