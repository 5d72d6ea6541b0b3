/**
 * Saves and restores the fields of annotated jobs, by type and without reflection.
 *
 * <p>Input: values of fields, from the code that the annotation processor generated. Output: tensors, and from them equal
 * values. A value that two fields share is shared again after a restore. This package never looks at a class to learn what
 * to save: the generated code says it.
 *
 * <p>A tensor of unsigned bytes holds packed values. Primitives, arrays of primitives, and large arrays inside other
 * values are tensors of their own type, so that tools can read them and a checkpoint can leave out what did not change.
 */
@NullMarked
package org.atomizable.core.state;

import org.jspecify.annotations.NullMarked;
