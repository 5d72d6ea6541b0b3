/**
 * The experiments. Input: a source of instances of one job, and how many atoms and how much time to spend. Output: nothing, or an error
 * that tells which rule the job breaks.
 *
 * <p>Each runs the job's own code in this JVM, and closes every instance that it made.
 */
@NullMarked
package org.atomizable.testkit.check;

import org.jspecify.annotations.NullMarked;
