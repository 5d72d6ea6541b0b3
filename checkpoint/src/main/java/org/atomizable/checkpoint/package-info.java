/**
 * Stores a job's checkpoints so that a committed checkpoint is never lost and never incomplete.
 *
 * <p>Input: a state, tensor by tensor. Output, after a crash at any instant: the newest state whose commit returned, or
 * a newer state whose commit was about to return. To save, {@code state} copies the state, {@code safetensors} and
 * {@code manifest} encode it, and a {@code backend} writes, forces and commits it. A restore takes the same way back
 * and verifies every byte.
 */
@NullMarked
package org.atomizable.checkpoint;

import org.jspecify.annotations.NullMarked;
