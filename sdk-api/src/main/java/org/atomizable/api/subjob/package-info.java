/**
 * What a job answers to a window, and what becomes of a grant.
 *
 * <p>{@link org.atomizable.api.subjob.Subjob} is a proof: it comes only from its factory, which checks that the atoms fit
 * the grant's time and memory under the profile given. Nothing in this package is read from the wire.
 */
@NullMarked
package org.atomizable.api.subjob;

import org.jspecify.annotations.NullMarked;
