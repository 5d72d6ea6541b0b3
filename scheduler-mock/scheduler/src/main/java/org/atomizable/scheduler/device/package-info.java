/**
 * What gives slices and knows what they are reserved for.
 *
 * <p>In comes a stretch of time, out goes a slice's calendar for it. {@link org.atomizable.scheduler.device.SimulatedNode}
 * makes its load from a seed; one that asks a real node can stand beside it. A device never decides who gets a window.
 */
@NullMarked
package org.atomizable.scheduler.device;

import org.jspecify.annotations.NullMarked;
