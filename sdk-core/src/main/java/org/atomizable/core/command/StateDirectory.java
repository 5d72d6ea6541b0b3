package org.atomizable.core.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/**
 * The files of a directory as a state. The times of their last change are kept too, as programs look for their newest file.
 *
 * <pre>
 * times           I64 [n]   milliseconds since 1970, in the order of the files' names
 * file:NAME/0     U8  [m]   the first piece of the file NAME; "/1" is the next
 * </pre>
 */
record StateDirectory(Path directory) {

    private static final String TIMES = "times";
    private static final String FILE = "file:";

    void take(StateWriter to) throws IOException {
        List<Path> files = files();
        long[] times = new long[files.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = Files.getLastModifiedTime(files.get(i)).toMillis();
            FilePieces.take(files.get(i), FILE + directory.relativize(files.get(i)), to);
        }
        to.longs(TIMES, times);
    }

    void give(StateReader from) throws IOException {
        clear();
        List<String> names = from.names().stream()
                .filter(it -> it.startsWith(FILE) && it.endsWith("/0"))
                .map(it -> it.substring(0, it.length() - 2))
                .toList();
        for (String name : names) {
            Path file = directory.resolve(name.substring(FILE.length())).normalize();
            if (!file.startsWith(directory)) {
                throw new StateMismatchException("the state has a file outside of its directory, " + name);
            }
            Files.createDirectories(file.getParent());
            FilePieces.give(from, name, file);
        }
        List<Path> files = files();
        long[] times = from.longs(TIMES);
        for (int i = 0; i < Math.min(times.length, files.size()); i++) {
            Files.setLastModifiedTime(files.get(i), FileTime.fromMillis(times[i]));
        }
    }

    private void clear() throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        Files.createDirectories(directory);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> files = all.filter(it -> !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
            for (Path file : files) {
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException("%s is no file and no directory; ATOMIZABLE_STATE must hold nothing else"
                            .formatted(directory.relativize(file)));
                }
            }
            return files;
        }
    }
}
