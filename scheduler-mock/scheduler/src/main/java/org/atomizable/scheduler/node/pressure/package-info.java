/**
 * How scarce memory is on a node: readings become a pressure.
 *
 * <p>Input: the memory of devices, and the files of Linux on the host's memory. Output: readings. The package decides nothing, reads no clock, and never takes a file that is absent for an error.
 */
@NullMarked
package org.atomizable.scheduler.node.pressure;

import org.jspecify.annotations.NullMarked;
