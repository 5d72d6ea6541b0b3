/**
 * How ready a worker is for its next subjob, and which idle workers stay when memory is short.
 *
 * <p>Input: what happens to workers, what they hold, what the scheduler has allowed. Output: states, and the workers that must go.
 * The package decides; it starts no process, and it never lets a worker hold memory of a slice that was not allowed.
 */
@NullMarked
package org.atomizable.core.worker.warm;

import org.jspecify.annotations.NullMarked;
