/**
 * A state in memory: taken over from a job, held for a restore, checksummed and digested by several threads.
 *
 * <p>In come tensors, out go tensors and digests. It knows no file.
 */
@NullMarked
package org.atomizable.checkpoint.state;

import org.jspecify.annotations.NullMarked;
