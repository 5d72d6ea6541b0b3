/**
 * jqwik's part of the testkit. Input: properties of the user. Output: random windows, slices, profiles, series of memory, and schedules with
 * faults, which shrink to the simplest ones that fail.
 *
 * <p>It needs jqwik's API on the class path, and the scheduler only for the geometry of GPUs. It runs nothing.
 */
@NullMarked
package org.atomizable.testkit.jqwik;

import org.jspecify.annotations.NullMarked;
