/**
 * Codecs with which annotated jobs save arrays, parameters and blocks of DJL.
 *
 * <p>Input: what the job's constructor created. Output: one tensor per array, and the same arrays overwritten in place.
 * This package creates no arrays of its own, because it does not know in which manager they belong.
 */
@NullMarked
package org.atomizable.djl.codec;

import org.jspecify.annotations.NullMarked;
