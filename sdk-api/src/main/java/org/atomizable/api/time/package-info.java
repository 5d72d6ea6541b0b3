/**
 * The one source of time.
 *
 * <p>All code asks a {@link org.atomizable.api.time.TimeSource} for the time, for sleep and for later deeds. The system's
 * serves production; {@link org.atomizable.api.time.VirtualTime} lets the same code run deterministically in tests and
 * simulations.
 */
@NullMarked
package org.atomizable.api.time;

import org.jspecify.annotations.NullMarked;
