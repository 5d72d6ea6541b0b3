/**
 * Checkpoints in an object store. An object store has keys and bytes, but no rename and no lock. One conditional write
 * is enough to commit.
 *
 * <pre>
 * PREFIX/head.json                        the job, the newest fencing token, the committed checkpoints and the pinned ones
 * PREFIX/checkpoint-SEQUENCE-CRC.json     a manifest; it is committed if the head names it
 * PREFIX/shards/shard-T-ID-N.safetensors  written under token T; shared by every manifest that names it
 * </pre>
 *
 * <p>Every change that a reader can see is one compare-and-set of the head: commit, fence, remove, pin. A commit checks
 * two things against the same head that it replaces: the fencing token, and that the checkpoint whose shards it shares
 * still exists. Therefore, of two concurrent writers one is refused, and a shard that a committed manifest names is
 * never removed.
 *
 * <p>This depends on a server that honours conditional puts. A server that ignores the condition would lose commits.
 * Therefore the store tests the conditions once per process, server and bucket, before it writes anything.
 */
@NullMarked
package org.atomizable.checkpoint.object;

import org.jspecify.annotations.NullMarked;
