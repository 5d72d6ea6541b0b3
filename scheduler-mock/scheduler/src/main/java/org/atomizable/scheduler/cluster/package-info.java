/**
 * The description of a cluster: slices, the geometry that MIG allows, and calendars of reserved time.
 *
 * <p>Input: text such as {@code sim:A100-80GB*2}. Output: slices and calendars. The package contains values only. It
 * knows no clock, no job and no slice source, and its values are immutable.
 */
@NullMarked
package org.atomizable.scheduler.cluster;

import org.jspecify.annotations.NullMarked;
