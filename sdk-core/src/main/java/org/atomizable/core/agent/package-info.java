/**
 * The negotiator of one job; the only package that sees every step of a window's way.
 *
 * <p>Events come in, one at a time; deeds go out through the scheduler's client and the worker's launcher. It holds no GPU and
 * never touches the job's state.
 */
@NullMarked
package org.atomizable.core.agent;

import org.jspecify.annotations.NullMarked;
