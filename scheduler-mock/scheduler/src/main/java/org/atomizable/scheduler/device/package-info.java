/**
 * Slice sources: they provide slices and know when each slice is reserved.
 *
 * <p>Input: a period of time. Output: a slice's calendar for that period.
 * {@link org.atomizable.scheduler.device.SimulatedNode} generates its load from a seed;
 * {@link org.atomizable.scheduler.device.GpuNode} reports the instances of a GPU driver. A slice source never decides
 * which job gets a window.
 */
@NullMarked
package org.atomizable.scheduler.device;

import org.jspecify.annotations.NullMarked;
