/**
 * The only source of time.
 *
 * <p>All code uses a {@link org.atomizable.api.time.TimeSource} to read the time, to sleep, and to schedule actions.
 * Production uses the system's; {@link org.atomizable.api.time.VirtualTime} makes the same code deterministic in tests
 * and simulations.
 */
@NullMarked
package org.atomizable.api.time;

import org.jspecify.annotations.NullMarked;
