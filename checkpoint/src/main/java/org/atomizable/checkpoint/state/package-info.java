/**
 * A state in memory: copied from a job by several threads, and held for a restore.
 *
 * <p>Input and output: tensors. The package never touches a file.
 */
@NullMarked
package org.atomizable.checkpoint.state;

import org.jspecify.annotations.NullMarked;
