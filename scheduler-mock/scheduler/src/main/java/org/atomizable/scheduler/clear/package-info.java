/**
 * Chooses the winners of windows from the jobs' answers.
 *
 * <p>SJA: input is a window and the candidates that signalled; output is one of them and the reason. Each policy is one
 * file. JASDA: input is the proposals for one or more windows; output is a
 * {@link org.atomizable.scheduler.clear.ClearingOutcome}: who won, what each bid was worth, and why. The package is
 * pure: no clock, no I/O, no state, and the order of the input does not change the result.
 */
@NullMarked
package org.atomizable.scheduler.clear;

import org.jspecify.annotations.NullMarked;
