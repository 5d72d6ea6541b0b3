/**
 * How scarce memory is on a node: readings become a pressure, and the pressure a level.
 *
 * <p>Input: the memory of devices, and the files of Linux on the host's memory. Output: readings, and a level that does
 * not flutter. The package decides nothing, reads no clock, and never takes a file that is absent for an error.
 */
@NullMarked
package org.atomizable.scheduler.node.pressure;

import org.jspecify.annotations.NullMarked;
