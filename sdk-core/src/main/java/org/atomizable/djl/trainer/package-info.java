/**
 * Makes a job of a DJL {@code Trainer}, with its optimizer, evaluators and listeners.
 *
 * <p>In come a trainer and a data set; out goes a job whose atom is one optimizer step. This package never changes how DJL
 * computes: it calls the same functions in the same order.
 */
@NullMarked
package org.atomizable.djl.trainer;

import org.jspecify.annotations.NullMarked;
