package org.atomizable.checkpoint;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.atomizable.checkpoint.object.S3Location;

/**
 * The location of a store as a user writes it: the path of a directory, or {@code s3://BUCKET/PREFIX}, see
 * {@link S3Location}.
 */
public sealed interface StoreLocation {

    /** A directory on a local or shared file system. */
    record InDirectory(Path path) implements StoreLocation {}

    /** A prefix of an object store. */
    record InObjectStore(S3Location place) implements StoreLocation {}

    /** A drive's letter before a colon is no scheme. */
    Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):/.*", Pattern.DOTALL);

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it looks like a URL of a kind that no store has; says what is expected
     */
    static StoreLocation parse(String text) {
        if (!SCHEME.matcher(text).matches()) {
            return new InDirectory(Path.of(text));
        }
        if (text.regionMatches(true, 0, "s3:", 0, 3)) {
            return new InObjectStore(S3Location.parse(text));
        }
        throw new IllegalArgumentException(
                "\"%s\" is not a location of checkpoints; write a directory's path, or s3://BUCKET/PREFIX"
                        .formatted(text));
    }

    /**
     * What is done with one kind of location.
     *
     * @param <P> how it is written
     * @param <T> what comes out
     * @param <E> what may go wrong
     */
    @FunctionalInterface
    interface Case<P, T, E extends Exception> {

        /** Does it. */
        T of(P place) throws E;
    }

    /** Does what is right for this kind of location. */
    default <T, E extends Exception> T match(Case<Path, T, E> directory, Case<S3Location, T, E> objects) throws E {
        if (this instanceof InDirectory in) {
            return directory.of(in.path());
        }
        return objects.of(((InObjectStore) this).place());
    }
}
