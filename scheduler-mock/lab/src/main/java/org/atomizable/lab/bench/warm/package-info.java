/**
 * Measures how much sooner a subjob starts on a worker that was got ready before its grant.
 *
 * <p>Input: the names of jobs. Output: times from grant to first atom on workers in every state, and the memory of those that wait. It
 * never measures without real processes.
 */
@NullMarked
package org.atomizable.lab.bench.warm;

import org.jspecify.annotations.NullMarked;
