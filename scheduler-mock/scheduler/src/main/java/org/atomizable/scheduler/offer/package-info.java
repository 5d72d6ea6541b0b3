/**
 * Which holes of a calendar become windows, and when they are announced.
 *
 * <p>In come a slice's calendar, the earliest instant at which something may be announced, and the rules; out goes the
 * next opening. Pure: nothing here knows a clock, sends anything or remembers anything.
 */
@NullMarked
package org.atomizable.scheduler.offer;

import org.jspecify.annotations.NullMarked;
