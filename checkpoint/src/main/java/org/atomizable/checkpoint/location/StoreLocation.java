package org.atomizable.checkpoint.location;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.checkpoint.backend.Backend;

/**
 * Where a store is. To make a location does not touch the store: nothing is opened and nothing is created.
 *
 * <p>Its {@link Object#toString} is for a person, and may leave out parameters; {@link #text} is complete.
 */
public interface StoreLocation {

    /** A drive's letter before a colon is no scheme. */
    Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):/.*", Pattern.DOTALL);

    /**
     * Reads a location. Text that begins like {@code scheme:/} is a URL, and never taken for a directory's path; all other
     * text is a directory's path.
     *
     * @throws CheckpointException if no provider is known for the scheme, or the provider refuses the URL
     */
    static StoreLocation parse(String text) throws CheckpointException {
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            return in(Path.of(text));
        }
        CheckpointStoreProvider provider = StoreProviders.forScheme(url.group(1), text);
        try {
            return provider.at(new URI(text));
        } catch (URISyntaxException e) {
            throw new CheckpointException(
                    "\"%s\" is not a valid URL (%s)".formatted(text, e.getReason()), "Write " + provider.form(), e);
        }
    }

    /** Returns the location of a store in a directory on a local or shared file system. */
    static StoreLocation in(Path directory) {
        return new DirectoryLocation(directory);
    }

    /** Returns the text from which another process reads the same location. */
    String text();

    /** Returns the store's directory, if it is in one. */
    default Optional<Path> directory() {
        return Optional.empty();
    }

    /**
     * Opens a job's store, making it if there is none.
     *
     * @param time the clock of the store
     * @throws org.atomizable.api.checkpoint.ForeignStoreException if it belongs to another job
     * @throws CheckpointException if it is something else than a store, or cannot be reached
     */
    Backend open(String job, TimeSource time) throws IOException, CheckpointException;

    /**
     * Opens a store that is there, whichever job it belongs to.
     *
     * @throws CheckpointException if there is none
     */
    Backend existing() throws IOException, CheckpointException;

    /**
     * Removes the store with all that is in it; does nothing if there is none. Nobody may use it meanwhile.
     *
     * @throws CheckpointException if it is not removed, and why
     */
    void remove() throws IOException, CheckpointException;

    /**
     * Returns the location of another store on the same disk or server.
     *
     * @param name what the other location's name ends with: letters, digits and hyphens
     */
    StoreLocation beside(String name) throws CheckpointException;
}
