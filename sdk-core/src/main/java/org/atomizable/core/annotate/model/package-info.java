/**
 * The declarations of the author of an annotated job.
 *
 * <p>Input: the elements of a class. Output: values that name its atoms, hooks and state, and the problems found. This
 * package never writes code.
 */
@NullMarked
package org.atomizable.core.annotate.model;

import org.jspecify.annotations.NullMarked;
