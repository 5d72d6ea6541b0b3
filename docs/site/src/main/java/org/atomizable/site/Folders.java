package org.atomizable.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Lists and clears folders. */
final class Folders {

    /** Where the site has the Javadoc. */
    static final String JAVADOC = "apidocs";

    private Folders() {}

    /** Returns all files below a folder, sorted by path. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Removes all files below a folder except the Javadoc, which takes longest to make. */
    static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path file : files(folder)) {
                if (!folder.relativize(file).startsWith(JAVADOC)) {
                    Files.delete(file);
                }
            }
        }
    }
}
