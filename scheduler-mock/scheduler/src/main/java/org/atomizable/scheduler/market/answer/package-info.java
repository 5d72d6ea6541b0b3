/**
 * The answer of a job to a window: a signal (SJA), bids (JASDA), or that it does not want it.
 *
 * <p>Input: values checked by the server. Output: immutable records. The package never decides who wins.
 */
@NullMarked
package org.atomizable.scheduler.market.answer;

import org.jspecify.annotations.NullMarked;
