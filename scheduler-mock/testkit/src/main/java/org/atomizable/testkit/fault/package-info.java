/**
 * Faults, done. Input: a job or the directory of a store, and which fault. Output: a job that is killed, fails or is slow where the fault
 * says so; a checkpoint with a changed bit.
 *
 * <p>It plans no windows and compares nothing.
 */
@NullMarked
package org.atomizable.testkit.fault;

import org.jspecify.annotations.NullMarked;
