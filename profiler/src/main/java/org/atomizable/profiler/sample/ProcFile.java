package org.atomizable.profiler.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.api.Bytes;

/** A file of Linux that tells amounts of memory, a line each: {@code VmRSS:    120000 kB}. */
record ProcFile(Path path) {

    private static final String UNIT = " kB";

    /**
     * Reads an amount; empty if the file does not tell it.
     *
     * @throws IOException if the file cannot be read, or what it tells is no amount
     */
    Optional<Bytes> amount(String name) throws IOException {
        for (String line : Files.readAllLines(path)) {
            if (line.startsWith(name + ":")) {
                return Optional.of(amountOf(line.substring(name.length() + 1).trim()));
            }
        }
        return Optional.empty();
    }

    private Bytes amountOf(String text) throws IOException {
        try {
            if (text.endsWith(UNIT)) {
                long kibi = Long.parseLong(
                        text.substring(0, text.length() - UNIT.length()).trim());
                return Bytes.of(Math.multiplyExact(kibi, 1024L));
            }
        } catch (ArithmeticException | IllegalArgumentException cause) {
            throw new IOException("no amount of memory in %s: \"%s\"".formatted(path, text), cause);
        }
        throw new IOException("no amount of memory in %s: \"%s\"".formatted(path, text));
    }
}
