/** A job without a line of saving and restoring: its annotations say what its state is. */
@NullMarked
package org.atomizable.examples.annotated;

import org.jspecify.annotations.NullMarked;
