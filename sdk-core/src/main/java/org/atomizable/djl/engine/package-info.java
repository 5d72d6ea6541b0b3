/**
 * The parts that all jobs of a process share: DJL's engine, its random numbers, its memory.
 *
 * <p>In comes work that needs the engine; out go its results, in the same bits on every machine of a kind, and typed errors.
 * This package never knows a model or a training. Only its exceptions are for users.
 */
@NullMarked
package org.atomizable.djl.engine;

import org.jspecify.annotations.NullMarked;
