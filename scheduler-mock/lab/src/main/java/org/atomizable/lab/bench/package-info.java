/**
 * {@code atomizable bench}: the project's own measurements. Each is a ratio to a reference that is measured in the same
 * run.
 *
 * <p>The subject and the reference are measured in turns, and the one that goes first alternates. A machine that
 * becomes slower or faster during the run therefore favours neither.
 */
@NullMarked
package org.atomizable.lab.bench;

import org.jspecify.annotations.NullMarked;
