/**
 * Checkpoint stores: a directory, an object store, or memory. Each makes a commit one atomic step in its own way.
 *
 * <p>Input: a state, tensor by tensor, and a fencing token. Output: committed checkpoints. A backend never overwrites a
 * committed checkpoint, and never accepts a commit under an older token than the newest one that it has seen.
 *
 * <pre>
 * STORE/
 *   owner.json                           {"format":1,"job":"NAME"}: the job that owns the store
 *   fence.json                           {"token":T,"crc32c":"C"}: the newest fencing token that the store has seen
 *   holder.txt                           who raised it, for the worker that is refused; may be absent, torn or old
 *   lock                                 held while the names in STORE change
 *   draft-T-ID/                          a checkpoint that is being written under token T
 *   checkpoint-SEQUENCE-CRC/             a committed checkpoint; CRC is the CRC32C of its manifest
 *     manifest.json
 *     shard-ID-N.safetensors             its own shard, or a hard link to a shard of an earlier checkpoint
 *   pinned-checkpoint-SEQUENCE-CRC       an empty file: never remove this checkpoint
 *   removed-checkpoint-SEQUENCE-CRC/     a checkpoint that is being removed
 *   damaged-checkpoint-SEQUENCE-CRC/     a checkpoint that failed verification, kept for a person to examine
 * </pre>
 *
 * <p>A commit to a directory has two parts. First it forces the shards, the manifest and the draft's directory to the
 * disk. Then it takes the lock, checks the fence, renames the draft to its final name in one atomic move, and forces
 * STORE.
 */
@NullMarked
package org.atomizable.checkpoint.backend;

import org.jspecify.annotations.NullMarked;
