/**
 * The value of a subjob to its job: features in [0, 1] that are declared with every bid, and the utility computed from
 * them.
 *
 * <p>Input: features. Output: one number. The package knows no window and no scheduler.
 */
@NullMarked
package org.atomizable.api.score;

import org.jspecify.annotations.NullMarked;
