/**
 * The choice among what was said to windows.
 *
 * <p>SJA: in come a window and the candidates that signalled, out goes one of them and the reason; one file per policy. JASDA: in come
 * the proposals for one or more windows, out goes a {@link org.atomizable.scheduler.clear.ClearingOutcome}: who won, what each bid was worth and
 * why. All of it is pure: no clock, no I/O, no memory, and the order in which things come changes nothing.
 */
@NullMarked
package org.atomizable.scheduler.clear;

import org.jspecify.annotations.NullMarked;
