/**
 * An HTTP relay between agents and schedulers. Input: calls of the protocol and a scheduler's answers. Output: the same, as an
 * intermediary passes them on: it may watch, alter, double or drop them.
 *
 * <p>It decides nothing by itself, and handles plain HTTP only.
 */
@NullMarked
package org.atomizable.testkit.relay;

import org.jspecify.annotations.NullMarked;
