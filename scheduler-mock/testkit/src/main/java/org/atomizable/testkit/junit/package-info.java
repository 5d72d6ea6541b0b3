/**
 * JUnit 5 for authors of jobs. Input: a test class of theirs, with a job. Output: a test for each contract, or tests whose parameters are
 * a clock, windows, a store and a scheduler.
 *
 * <p>It needs JUnit's API on the class path, and the scheduler only for tests that ask for one. It decides nothing about a job itself.
 */
@NullMarked
package org.atomizable.testkit.junit;

import org.jspecify.annotations.NullMarked;
