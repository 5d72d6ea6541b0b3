/**
 * What a subjob is worth to its job: features in [0, 1] that are declared with every bid, and how they make a utility.
 *
 * <p>In come features, out goes one number. Nothing here knows a window or a scheduler.
 */
@NullMarked
package org.atomizable.api.score;

import org.jspecify.annotations.NullMarked;
