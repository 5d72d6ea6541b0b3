/** A Monte Carlo simulation in plain Java that carries its random state from checkpoint to checkpoint. */
@NullMarked
package org.atomizable.examples.pricer;

import org.jspecify.annotations.NullMarked;
