/**
 * Saves and restores what a training with DJL changes: arrays, optimizers, and objects that count.
 *
 * <p>In come objects of DJL or of a user; out go named arrays and texts for a checkpoint, or a refusal by name. This package
 * never computes a step of a training. Only {@link org.atomizable.djl.state.NotResumableException} is for users.
 */
@NullMarked
package org.atomizable.djl.state;

import org.jspecify.annotations.NullMarked;
