/**
 * The way of a window: announced to an audience, answered, and cleared.
 *
 * <p>Input: holes of the calendar and the jobs' answers. Output: winners, which the caller turns into grants. The package issues no grant and
 * knows no fencing token.
 */
@NullMarked
package org.atomizable.scheduler.market.round;

import org.jspecify.annotations.NullMarked;
