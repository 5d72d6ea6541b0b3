/**
 * Decides on which GPU and at which placement a new instance is created, and which idle instances are destroyed for it.
 *
 * <p>Input: rooms (GPUs, with their busy instances and the end of each, and their idle instances) and a demand. Output:
 * a fit, or nothing. The package is pure: it creates and destroys nothing. A plan never destroys a busy instance.
 */
@NullMarked
package org.atomizable.scheduler.packing;

import org.jspecify.annotations.NullMarked;
