/**
 * Windows and faults as values. Input: a seed, or text. Output: schedules, which are printed, parsed and drawn.
 *
 * <p>It runs nothing.
 */
@NullMarked
package org.atomizable.testkit.schedule;

import org.jspecify.annotations.NullMarked;
