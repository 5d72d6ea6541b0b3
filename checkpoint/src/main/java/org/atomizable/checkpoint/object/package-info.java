/**
 * Object stores: keys and bytes, no names to rename, no lock; one conditional write is enough to commit.
 *
 * <pre>
 * PREFIX/head.json                        the job, the newest fencing token, the committed checkpoints and the pinned ones
 * PREFIX/checkpoint-SEQUENCE-CRC.json     a manifest; committed if the head names it
 * PREFIX/shards/shard-T-ID-N.safetensors  written under token T; shared by every manifest that names it
 * </pre>
 *
 * <p>Everything that changes what a reader sees is one compare-and-set of the head: to commit, to fence, to remove, to pin.
 * A commit checks the token, and that the checkpoint whose shards it shares is still there, against the very head that it
 * replaces; so of two writers one is refused, and no shard that is named by a committed manifest is ever removed.
 *
 * <p>All of this rests on a server that honours the condition of a put. A server that ignores it would lose commits, so the
 * conditions are tried out, once for each process, server and bucket, before anything is written.
 */
@NullMarked
package org.atomizable.checkpoint.object;

import org.jspecify.annotations.NullMarked;
