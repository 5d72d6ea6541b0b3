/**
 * Processes in virtual time: a clock, strands that wait in it, and clocks of nodes that run apart.
 *
 * <p>Input: what a process does, and when it is killed. Output: the same order of steps for the same input. The package never looks at a
 * real clock, and never lets two strands run at a time.
 */
@NullMarked
package org.atomizable.lab.faults.process;

import org.jspecify.annotations.NullMarked;
