/**
 * {@code atomizable bench frontends}: what annotations, a loop and a Python program cost for each atom.
 *
 * <p>In: how long an atom is. Out: the time that each adds, with an interval. The same work is done through each, and its result is
 * compared; no scheduler, checkpoint or sampler is part of what is measured.
 */
@NullMarked
package org.atomizable.lab.bench.frontend;

import org.jspecify.annotations.NullMarked;
