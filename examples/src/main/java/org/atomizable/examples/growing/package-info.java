/** A training in plain Java that counts its own memory, and whose batches grow midway. */
@NullMarked
package org.atomizable.examples.growing;

import org.jspecify.annotations.NullMarked;
