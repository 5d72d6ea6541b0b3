package org.atomizable.examples.doors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.examples.names.NameSet;

/** Writes the names into a file, for the program in Python: on each line the number of a language, a tab, and a name. */
public final class NamesFile {

    private NamesFile() {}

    /** Writes the file that the only argument names. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("one argument is needed, the file to write, such as names.tsv");
        }
        write(Path.of(arguments[0]));
    }

    /** Writes them in UTF-8, in the order of {@link NameSet#train}. */
    public static void write(Path file) throws IOException {
        Files.write(
                file,
                NameSet.ofThisJdk().train().stream()
                        .map(it -> it.language() + "\t" + it.name())
                        .toList());
    }
}
