/**
 * Checks for the tests of a job's author. Input: a source of instances of a job. Output: nothing, or an error that tells which rule
 * of an atomizable job is broken, what usually causes that, and how to see it again.
 *
 * <p>It needs no test library, no scheduler and no GPU.
 */
@NullMarked
package org.atomizable.testkit;

import org.jspecify.annotations.NullMarked;
