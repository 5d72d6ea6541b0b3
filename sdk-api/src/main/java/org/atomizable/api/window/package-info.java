/**
 * The offers and grants of a scheduler: slices, windows, grants and the fencing tokens that order them.
 *
 * <p>The package contains values only. All intervals are half-open, {@code [opens, closes)}, on the scheduler's clock.
 */
@NullMarked
package org.atomizable.api.window;

import org.jspecify.annotations.NullMarked;
