/**
 * How ready a worker can be before its next subjob, and which idle workers stay when memory is short.
 *
 * <p>Input: what idle workers hold and save. Output: rungs, and the workers that must go. The package decides; it starts no process.
 */
@NullMarked
package org.atomizable.core.worker.warm;

import org.jspecify.annotations.NullMarked;
