/**
 * Decides which jobs share a slice.
 *
 * <p>Input: jobs with weights, memory and guarantees, free slices, and an interference matrix. Output: a packing. The package never
 * packs jobs of which nothing is known, more memory than a slice has, or a job whose guarantee the others would break. It is pure.
 */
@NullMarked
package org.atomizable.scheduler.colocation.packing;

import org.jspecify.annotations.NullMarked;
