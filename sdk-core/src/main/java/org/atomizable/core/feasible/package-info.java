/**
 * First step: a window and a profile in, the most atoms that fit out.
 *
 * <p>A pure function. Besides memory and time it minds the grain: a subjob that would spend too much of its time on restore
 * and checkpoint is not worth its window.
 */
@NullMarked
package org.atomizable.core.feasible;

import org.jspecify.annotations.NullMarked;
