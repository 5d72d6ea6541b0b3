/**
 * Runs the whole system under faults in virtual time, seed by seed, and says which promise was broken.
 *
 * <p>Input: seeds. Output: counts of faults, violations, and for one seed its log, a picture and a smaller scenario that fails as well. The
 * package never decides anything in a simulation.
 */
@NullMarked
package org.atomizable.lab.faults;

import org.jspecify.annotations.NullMarked;
