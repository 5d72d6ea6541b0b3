/**
 * Upper bounds of a job's memory and time, each with a stated probability.
 *
 * <p>Input: the guarantee wanted, a {@link org.atomizable.api.profile.Promise}. Output: the bound, the method by which
 * it was obtained, and the number of samples, so that a reader can judge it.
 */
@NullMarked
package org.atomizable.api.profile;

import org.jspecify.annotations.NullMarked;
