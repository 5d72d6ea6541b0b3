package org.atomizable.api.checkpoint;

/** A checkpoint store belongs to another job than the one that tries to use it. */
public class ForeignStoreException extends CheckpointException {

    /**
     * Creates an exception that names the store and both jobs.
     *
     * @param store where the store is
     * @param owner the job that owns it
     * @param job the job that tries to use it
     */
    public ForeignStoreException(String store, String owner, String job) {
        super(
                "checkpoint store %s belongs to job %s, not to %s".formatted(store, owner, job),
                "Name another directory for this job, or the job that the store belongs to");
    }
}
