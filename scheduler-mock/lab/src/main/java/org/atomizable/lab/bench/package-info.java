/**
 * {@code atomizable bench}: the project's own measurements, each as a ratio against a reference measured in the same run.
 *
 * <p>What is compared takes turns, and which goes first alternates, so that a machine that grows slower or faster meanwhile
 * favours neither.
 */
@NullMarked
package org.atomizable.lab.bench;

import org.jspecify.annotations.NullMarked;
