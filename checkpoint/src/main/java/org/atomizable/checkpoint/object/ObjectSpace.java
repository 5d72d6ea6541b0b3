package org.atomizable.checkpoint.object;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.atomizable.checkpoint.disk.Disk;

/**
 * The keys of an object store under one prefix, with the few operations that checkpoints need. Safe for use by several
 * threads.
 */
public interface ObjectSpace {

    /** Returns where this is, for a person. */
    String location();

    /**
     * A whole small object.
     *
     * @param text its content, in UTF-8
     * @param version changes whenever the object is written
     */
    record Versioned(String text, String version) {}

    /** Reads a small object; empty if there is none. */
    Optional<Versioned> get(String key) throws IOException;

    /**
     * Writes a small object if it still is as it was; the one conditional verb.
     *
     * @param before the version it must have, or nothing if there must be none
     * @return whether it was written
     */
    boolean put(String key, String text, Optional<String> before) throws IOException;

    /**
     * Makes sure, before anything is written, that the conditions of {@link #put} are honoured. Asked whenever a store is
     * opened to be written, so what was found out once should be remembered.
     *
     * @throws UnconditionalPutException if they are not
     */
    default void requireConditionalPuts() throws IOException {}

    /** Opens an object for reading at any position; fails with a NoSuchFileException if there is none. */
    Disk.Reading open(String key) throws IOException;

    /** Begins an object; it is there, whole and durable, once it was forced, and not before. */
    Disk.Writing create(String key) throws IOException;

    /** Returns the keys that begin so, in no order. */
    List<String> list(String beginning) throws IOException;

    /** Removes an object, if there is one. */
    void delete(String key) throws IOException;
}
