/**
 * Measures the memory of a job that does not count it itself: on a GPU as its driver tells it, else as the operating system does.
 *
 * <p>Input: the id of a process. Output: the memory of that process and of its descendants. A {@link
 * org.atomizable.core.device.DeviceDriver} is found by {@link java.util.ServiceLoader}; without one, a GPU's memory is not read.
 * {@link org.atomizable.core.device.Limit} knows what else of a machine a job can use up.
 */
@NullMarked
package org.atomizable.core.device;

import org.jspecify.annotations.NullMarked;
