/**
 * A job's checkpoints on a file system, such that none that was committed is ever lost or half there.
 *
 * <p>In comes a state, tensor by tensor; out comes, after a crash at any instant, the newest state whose commit returned,
 * or a newer one whose commit was about to. It starts no threads and asks no clock.
 *
 * <pre>
 * STORE/
 *   owner.json                           {"format":1,"job":"NAME"}: the job it belongs to
 *   fence.json                           {"token":T,"crc32c":"C"}: the newest fencing token it has seen
 *   lock                                 held while the names in STORE change
 *   draft-T-XXXXXXXX/                    a checkpoint being written under token T
 *   checkpoint-SEQUENCE-CRC/             a committed one; CRC is the CRC32C of its manifest
 *     state.safetensors
 *     manifest.json
 *   damaged-checkpoint-SEQUENCE-CRC/     one that did not verify, out of the way for a person to look at
 * </pre>
 *
 * <p>Commit writes and forces both files, forces the draft's directory, and then, holding the lock, checks the fence, gives
 * the draft its final name in one atomic move, and forces STORE. What is latest is the highest sequence on the disk that
 * verifies; the {@value org.atomizable.checkpoint.DirectoryStore#KEPT} newest are kept. A checkpoint verifies if its
 * manifest has the CRC in its name, its file has the length and CRC32C that the manifest says, and its tensors have the
 * manifest's SHA-256.
 */
@NullMarked
package org.atomizable.checkpoint;

import org.jspecify.annotations.NullMarked;
