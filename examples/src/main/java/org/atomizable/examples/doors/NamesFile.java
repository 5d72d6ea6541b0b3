package org.atomizable.examples.doors;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.atomizable.examples.names.NameSet;

/** Prints the names for the program in Python, in UTF-8: on each line the number of a language, a tab, and a name. */
public final class NamesFile {

    private NamesFile() {}

    /** Prints them to standard output; takes no arguments. */
    public static void main(String[] arguments) {
        try (PrintStream out =
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8)) {
            lines().forEach(it -> out.print(it + "\n"));
        }
    }

    /** Returns the lines, in the order of {@link NameSet#train}. */
    static List<String> lines() {
        return NameSet.ofThisJdk().train().stream()
                .map(it -> it.language() + "\t" + it.name())
                .toList();
    }
}
