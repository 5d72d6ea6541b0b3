/**
 * The rules of an annotated job.
 *
 * <p>Input: the elements of a class, and its trees where the compiler shows them. Output: what was declared, and a message
 * for each mistake that says what to write. This package never changes what it reads.
 */
@NullMarked
package org.atomizable.core.annotate.check;

import org.jspecify.annotations.NullMarked;
