/**
 * A convolutional network that classifies names letter by letter. Its memory varies with the longest name in a batch.
 */
@NullMarked
package org.atomizable.examples.cnn;

import org.jspecify.annotations.NullMarked;
