/** A Monte Carlo simulation in plain Java. Its checkpoints contain the state of its random number generator. */
@NullMarked
package org.atomizable.examples.pricer;

import org.jspecify.annotations.NullMarked;
