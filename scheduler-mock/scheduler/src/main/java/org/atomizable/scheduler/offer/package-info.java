/**
 * Decides which holes of a calendar become windows, and when they are announced.
 *
 * <p>Input: a slice's calendar, the earliest instant at which a window may be announced, and the rules. Output: the
 * next opening. The package is pure: it reads no clock, sends nothing and keeps no state.
 */
@NullMarked
package org.atomizable.scheduler.offer;

import org.jspecify.annotations.NullMarked;
