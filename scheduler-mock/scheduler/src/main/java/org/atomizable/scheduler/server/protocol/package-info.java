/**
 * The calls of jobs and operators: jobs, windows, grants, reservations and state.
 *
 * <p>Input: requests of the protocol. Output: its answers. The package holds no state; the market does.
 */
@NullMarked
package org.atomizable.scheduler.server.protocol;

import org.jspecify.annotations.NullMarked;
