/**
 * Step 1. Input: a window and a profile. Output: the most atoms that fit.
 *
 * <p>The package is pure. Besides memory and time it checks the overhead limit: a subjob that would spend too large a
 * share of its time on restore and checkpoint is not worth its window.
 */
@NullMarked
package org.atomizable.core.feasible;

import org.jspecify.annotations.NullMarked;
