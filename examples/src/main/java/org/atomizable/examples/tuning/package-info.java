/**
 * Fine-tuning: a model that another training has made is loaded, its first layer is frozen, and the last one learns a new task.
 *
 * <p>A directory with the base model comes in, and a job goes out. This package never changes the base model.
 */
@NullMarked
package org.atomizable.examples.tuning;

import org.jspecify.annotations.NullMarked;
