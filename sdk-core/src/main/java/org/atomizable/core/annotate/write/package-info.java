/**
 * Writes the {@code Atomizable} of an annotated job.
 *
 * <p>Input: what the author declared. Output: the source of one class, to be read by people, too. This package never
 * refuses anything; the rules have been checked.
 */
@NullMarked
package org.atomizable.core.annotate.write;

import org.jspecify.annotations.NullMarked;
