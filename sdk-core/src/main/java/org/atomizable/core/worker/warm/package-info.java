/**
 * How ready a worker can be before its next subjob, which idle workers stay when memory is short, and for whom one is got ready.
 *
 * <p>Input: what idle workers hold and save, and which windows a job has won. Output: rungs, and the workers that must go. The package
 * decides; it starts no process.
 */
@NullMarked
package org.atomizable.core.worker.warm;

import org.jspecify.annotations.NullMarked;
