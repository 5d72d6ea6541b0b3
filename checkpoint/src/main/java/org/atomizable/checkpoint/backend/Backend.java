package org.atomizable.checkpoint.backend;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.checkpoint.manifest.CheckpointName;

/**
 * The storage of one job's checkpoints. It knows names, manifests as bytes, and shards as files, and does not interpret
 * their content. Safe for use by several threads and processes.
 *
 * <p>Every failure of the storage is an {@link IOException}; a failure with a more specific description is a
 * {@link CheckpointException}.
 */
public interface Backend {

    /** Returns where this is, for a person. */
    String location();

    /** Returns the job that it belongs to. */
    String job();

    /** Returns the committed checkpoints, newest first. What it has returned survives a crash. */
    List<CheckpointName> names() throws IOException;

    /**
     * Reads a manifest.
     *
     * @throws DamagedException if it is gone, or is larger than any manifest
     */
    byte[] manifest(CheckpointName name) throws IOException;

    /**
     * Opens a shard; it can be read by several threads at once.
     *
     * @throws DamagedException if it is gone
     */
    Disk.Reading shard(CheckpointName of, String file) throws IOException;

    /** Refuses, from now on and durably, every commit under an older token. */
    void fence(FencingToken token) throws IOException, CheckpointException;

    /**
     * Returns the newest token that the fence has; empty if there is no fence.
     *
     * @throws CheckpointException if it is damaged
     */
    Optional<FencingToken> fenced() throws IOException, CheckpointException;

    /** Raises the fence, clears away what dead workers left, and makes room for a new checkpoint's files. */
    UncommittedFiles begin(FencingToken token) throws IOException, CheckpointException;

    /** Takes checkpoints that proved damaged out of {@link #names}, and keeps them for a person to look at. */
    void setAside(Collection<CheckpointName> damaged) throws IOException;

    /** Removes a checkpoint; shards that others share stay. Does nothing if it is gone. */
    void remove(CheckpointName name) throws IOException;

    /** Returns the checkpoints that a person wants kept. */
    Set<CheckpointName> pinned() throws IOException;

    /** Marks a checkpoint as one to keep, or no longer. */
    void pin(CheckpointName name, boolean keep) throws IOException;

    /**
     * Removes what no checkpoint needs: drafts of workers that the fence refuses, halves of removals, and, if asked,
     * what was set aside and the drafts of any worker.
     *
     * @param everything also what might be in use or worth a look
     * @param dryRun say only
     * @return what was or would be removed
     */
    List<Debris> collect(boolean everything, boolean dryRun) throws IOException;

    /**
     * Something that is of no use any more.
     *
     * @param name what it is called there
     * @param bytes its size
     */
    record Debris(String name, long bytes) {}

    /** The files of a new checkpoint, which no reader sees before the commit. */
    interface UncommittedFiles {

        /** Returns an id that makes the names of these shards unique. */
        String id();

        /** Makes a shard, to be written from its beginning. */
        Disk.Writing create(String shard) throws IOException;

        /** Lets this checkpoint share a shard of a committed one; tells whether it could. */
        boolean share(CheckpointName of, String shard) throws IOException;

        /**
         * Makes the checkpoint the latest, durably and in one step. All shards are forced.
         *
         * @throws StaleTokenException if a newer token was seen meanwhile
         */
        CheckpointName commit(byte[] manifest) throws IOException, CheckpointException;

        /** Removes everything, as far as that can be done; to be called if the commit was not, or failed. */
        void abandon();
    }
}
