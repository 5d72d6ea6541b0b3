package org.atomizable.checkpoint.object;

/** An object store does not honour conditional puts, so that commits could overwrite each other without notice. */
public final class UnconditionalPutException extends ObjectStoreException {

    UnconditionalPutException(S3Location place, String how) {
        super(
                "%s at %s cannot hold checkpoints: it %s".formatted(place, place.server(), how),
                "Use a server that honours If-None-Match and If-Match on a put, as Amazon S3 does, and check that no proxy"
                        + " on the way removes these headers; or keep the checkpoints in a directory");
    }
}
