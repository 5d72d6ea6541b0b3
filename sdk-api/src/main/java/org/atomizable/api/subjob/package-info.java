/**
 * A job's answers to a window, and the results of a grant.
 *
 * <p>{@link org.atomizable.api.subjob.Subjob} is a proof: only its factory method creates one, and that method checks
 * that the atoms fit the grant's time and memory under the given profile. Nothing in this package is read from the
 * wire.
 */
@NullMarked
package org.atomizable.api.subjob;

import org.jspecify.annotations.NullMarked;
