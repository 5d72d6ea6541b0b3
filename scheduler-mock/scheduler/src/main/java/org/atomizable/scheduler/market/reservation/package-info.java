/**
 * The reservations that clients requested, as part of the calendar of a slice.
 *
 * <p>Input: a slice and a period. Output: calendars with these reservations, or a refusal. The package never revokes a grant.
 */
@NullMarked
package org.atomizable.scheduler.market.reservation;

import org.jspecify.annotations.NullMarked;
