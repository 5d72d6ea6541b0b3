package org.atomizable.checkpoint.location;

import java.io.IOException;
import java.net.URI;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.backend.Backend;
import org.atomizable.checkpoint.object.ObjectBackend;
import org.atomizable.checkpoint.object.ObjectSpace;

/** A prefix of an object store, by a URL whose authority names the bucket, whose path is the prefix and whose query has parameters. */
public final class ObjectStoreLocation implements StoreLocation {

    /** Connects to the keys under a location's prefix. */
    @FunctionalInterface
    public interface Connection {

        /**
         * Connects; a space that is {@link AutoCloseable} is closed after use where its use ends.
         *
         * @throws CheckpointException if the server cannot be reached, or a library is missing
         */
        ObjectSpace connect() throws CheckpointException;
    }

    private final URI url;
    private final Connection connection;

    /** Makes a location; connects only when a store is opened or removed. */
    public ObjectStoreLocation(URI url, Connection connection) {
        this.url = url;
        this.connection = connection;
    }

    @Override
    public String text() {
        return url.toString();
    }

    @Override
    public Backend open(String job, TimeSource time) throws IOException, CheckpointException {
        return ObjectBackend.open(connection.connect(), job, time);
    }

    @Override
    public Backend existing() throws IOException, CheckpointException {
        return ObjectBackend.existing(connection.connect());
    }

    @Override
    public void remove() throws IOException, CheckpointException {
        if (isWholeBucket()) {
            throw new CheckpointException(
                    "a whole bucket is never removed, but was asked for " + this, "Name a prefix in the bucket");
        }
        ObjectSpace space = connection.connect();
        for (String key : space.list("")) {
            space.delete(key);
        }
        if (space instanceof AutoCloseable closeable) {
            close(closeable);
        }
    }

    private static void close(AutoCloseable space) throws IOException {
        try {
            space.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private boolean isWholeBucket() {
        return url.getPath() == null || url.getPath().replace("/", "").isEmpty();
    }

    /** A bucket may not be made at will, so what is beside a whole bucket is a prefix in it. */
    @Override
    public StoreLocation beside(String name) throws CheckpointException {
        String query = text().substring(toString().length());
        String place = toString().replaceAll("/+$", "") + (isWholeBucket() ? "/" : ".") + name;
        return StoreLocation.parse(place + query);
    }

    @Override
    public String toString() {
        int query = text().indexOf('?');
        return query < 0 ? text() : text().substring(0, query);
    }
}
