/**
 * A state in memory: copied from a job, held for a restore, and checksummed and digested by several threads.
 *
 * <p>Input: tensors. Output: tensors and digests. The package never touches a file.
 */
@NullMarked
package org.atomizable.checkpoint.state;

import org.jspecify.annotations.NullMarked;
