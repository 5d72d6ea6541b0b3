/**
 * What is known of a job's memory and time, as bounds that state a probability.
 *
 * <p>A question names the guarantee wanted, a {@link org.atomizable.api.profile.Promise}; the answer tells the bound, how it
 * was obtained and from how many samples, so that it can be doubted.
 */
@NullMarked
package org.atomizable.api.profile;

import org.jspecify.annotations.NullMarked;
