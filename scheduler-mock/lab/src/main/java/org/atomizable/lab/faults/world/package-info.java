/**
 * A cluster in virtual time: real agents, workers' runners, market and checkpoint stores, on modelled disks, clocks and a network.
 *
 * <p>Input: a scenario of jobs and faults, made of a seed. Output: what happened, and every invariant that was broken. The package never
 * draws a random number that does not come from the seed.
 */
@NullMarked
package org.atomizable.lab.faults.world;

import org.jspecify.annotations.NullMarked;
