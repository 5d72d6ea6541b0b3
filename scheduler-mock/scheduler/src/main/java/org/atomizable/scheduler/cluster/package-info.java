/**
 * What a cluster is: slices, the geometry that MIG allows, and the calendars of what is taken when.
 *
 * <p>In comes text such as {@code sim:A100-80GB*2}; out go slices and calendars. Values only: nothing here knows a clock,
 * a job or a device, and nothing here is ever changed.
 */
@NullMarked
package org.atomizable.scheduler.cluster;

import org.jspecify.annotations.NullMarked;
