package org.atomizable.checkpoint.location;

import java.net.URI;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.checkpoint.object.ObjectSpace;
import org.atomizable.checkpoint.object.S3Location;
import org.atomizable.checkpoint.object.S3ObjectSpace;

/** Amazon's S3, or what speaks its protocol: see {@link S3Location}. Needs Amazon's SDK on the class path. */
public final class S3Provider implements CheckpointStoreProvider {

    /** Makes the provider; called by {@link java.util.ServiceLoader}. */
    public S3Provider() {}

    @Override
    public String scheme() {
        return "s3";
    }

    @Override
    public String form() {
        return "s3://BUCKET/PREFIX";
    }

    @Override
    public StoreLocation at(URI url) throws CheckpointException {
        try {
            S3Location place = S3Location.parse(url.toString());
            return new ObjectStoreLocation(url, () -> connect(place));
        } catch (IllegalArgumentException e) {
            throw new CheckpointException(
                    "\"%s\" is no location in an S3 store".formatted(url),
                    "Write %s, and for servers other than Amazon's add ?endpoint=URL&region=NAME".formatted(form()),
                    e);
        }
    }

    private static ObjectSpace connect(S3Location place) throws CheckpointException {
        try {
            return S3ObjectSpace.connect(place);
        } catch (NoClassDefFoundError e) {
            throw new CheckpointException(
                    "checkpoint store %s needs a library that is missing (%s)".formatted(place, e.getMessage()),
                    "Add software.amazon.awssdk:s3 and software.amazon.awssdk:apache-client to the class path",
                    e);
        }
    }
}
