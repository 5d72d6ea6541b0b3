/**
 * A job's checkpoints, such that none that was committed is ever lost or half there.
 *
 * <p>In comes a state, tensor by tensor; out comes, after a crash at any instant, the newest state whose commit returned, or a
 * newer one whose commit was about to. A state goes {@code state} (copied) to {@code safetensors} and {@code manifest}
 * (encoded) to a {@code backend} (written, forced, committed), and the same way back, verified.
 */
@NullMarked
package org.atomizable.checkpoint;

import org.jspecify.annotations.NullMarked;
