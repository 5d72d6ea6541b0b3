package org.atomizable.checkpoint.location;

import java.net.URI;
import org.atomizable.api.checkpoint.CheckpointException;

/**
 * Makes the locations of one URL scheme. Found by {@link java.util.ServiceLoader}; needs to be public, with a public
 * constructor without parameters.
 *
 * <p>A provider over keys and bytes is short: implement {@link org.atomizable.checkpoint.object.ObjectSpace}, and return an
 * {@link ObjectStoreLocation}. A worker in a process of its own finds the provider on its class path in the same way.
 */
public interface CheckpointStoreProvider {

    /** Returns the scheme, in lower case, such as {@code s3}. */
    String scheme();

    /** Returns how a location is written, for error messages: such as {@code s3://BUCKET/PREFIX}. */
    String form();

    /**
     * Makes a location; connects to nothing.
     *
     * @param url begins with the scheme, in upper or lower case
     * @throws CheckpointException if the URL is no location; names it and says how a location is written
     */
    StoreLocation at(URI url) throws CheckpointException;
}
