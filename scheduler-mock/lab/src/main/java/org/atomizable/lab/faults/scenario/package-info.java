/**
 * The input of a simulation, and its reports: jobs and faults drawn from a seed, the log, and the promises that can be broken.
 *
 * <p>Input: a seed. Output: values. The package never runs anything.
 */
@NullMarked
package org.atomizable.lab.faults.scenario;

import org.jspecify.annotations.NullMarked;
