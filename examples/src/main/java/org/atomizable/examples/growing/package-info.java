/** A training job in plain Java that counts its own memory. Its batch size increases halfway. */
@NullMarked
package org.atomizable.examples.growing;

import org.jspecify.annotations.NullMarked;
