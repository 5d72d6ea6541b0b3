/**
 * How values of a type are saved.
 *
 * <p>Input: the type of a field. Output: an expression that makes its {@code Part}, or what the author must write instead.
 * This package never decides whether a field is state.
 */
@NullMarked
package org.atomizable.core.annotate.type;

import org.jspecify.annotations.NullMarked;
