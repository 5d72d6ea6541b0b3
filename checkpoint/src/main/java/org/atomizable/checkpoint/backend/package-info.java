/**
 * Where checkpoints lie: a directory, an object store, memory; each with its own way to make a commit one step.
 *
 * <pre>
 * STORE/
 *   owner.json                           {"format":1,"job":"NAME"}: the job it belongs to
 *   fence.json                           {"token":T,"crc32c":"C"}: the newest fencing token it has seen
 *   lock                                 held while the names in STORE change
 *   draft-T-ID/                          a checkpoint being written under token T
 *   checkpoint-SEQUENCE-CRC/             a committed one; CRC is the CRC32C of its manifest
 *     manifest.json
 *     shard-ID-N.safetensors             its own, or a hard link to one that an earlier checkpoint wrote
 *   pinned-checkpoint-SEQUENCE-CRC       an empty file: keep that one
 *   removed-checkpoint-SEQUENCE-CRC/     one on its way out
 *   damaged-checkpoint-SEQUENCE-CRC/     one that did not verify, out of the way for a person to look at
 * </pre>
 *
 * <p>In a directory, commit forces the shards, the manifest and the draft's directory, and then, holding the lock, checks the
 * fence, gives the draft its final name in one atomic move, and forces STORE.
 */
@NullMarked
package org.atomizable.checkpoint.backend;

import org.jspecify.annotations.NullMarked;
