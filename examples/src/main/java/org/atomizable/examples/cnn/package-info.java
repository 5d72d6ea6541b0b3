/** A convolutional network that reads names letter by letter; its memory swings with the longest name of a batch. */
@NullMarked
package org.atomizable.examples.cnn;

import org.jspecify.annotations.NullMarked;
