/**
 * Finds in the bodies of methods what makes two runs of a job differ: clocks, unseeded random numbers, static state.
 *
 * <p>Input: the trees of javac after it has resolved their names. Output: messages at the place. Under a compiler without
 * these trees, it finds nothing, and the other rules hold.
 */
@NullMarked
package org.atomizable.core.annotate.source;

import org.jspecify.annotations.NullMarked;
