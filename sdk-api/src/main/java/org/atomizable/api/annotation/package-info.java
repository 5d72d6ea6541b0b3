/**
 * Annotations that turn a plain class into a job, without a line of saving and restoring.
 *
 * <p>Input: a class with one method that runs an atom, and fields that hold its state. Output: an annotation processor in
 * sdk-core reads these annotations and writes an {@link org.atomizable.api.Atomizable}. The annotations themselves never
 * do anything, and nothing reads them while a job runs.
 */
@NullMarked
package org.atomizable.api.annotation;

import org.jspecify.annotations.NullMarked;
