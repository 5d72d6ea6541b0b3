/**
 * The annotation processor, which turns a class with {@code AtomizedJob} into an {@code Atomizable}.
 *
 * <p>Input: annotated classes. Output: one source file for each, or messages that say what to write. It runs in the
 * compiler only, and never when a job runs.
 */
@NullMarked
package org.atomizable.core.annotate;

import org.jspecify.annotations.NullMarked;
