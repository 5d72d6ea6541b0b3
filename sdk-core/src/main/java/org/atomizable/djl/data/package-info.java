/**
 * Loads the batches of a training by their place: epoch and number of the batch.
 *
 * <p>In come data sets of DJL; out go batches in an order that follows from the seed. This package never trains, and no type in
 * it is for users.
 */
@NullMarked
package org.atomizable.djl.data;

import org.jspecify.annotations.NullMarked;
