/**
 * The experiments. Input: a source of instances of one job, and how many atoms and how much time to spend. Output: nothing, or an error
 * that tells which rule the job breaks.
 *
 * <p>Each runs the job's own code in this JVM, and closes every instance that it made. To name the cause of a breach the package reads
 * instances and classes of the job: which fields differ, which methods its classes call, which threads it left. What it cannot read it
 * leaves out.
 */
@NullMarked
package org.atomizable.testkit.check;

import org.jspecify.annotations.NullMarked;
