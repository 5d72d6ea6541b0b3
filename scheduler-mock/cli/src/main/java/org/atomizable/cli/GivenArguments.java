package org.atomizable.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The arguments as they were given: where the shell's language is C, a JVM makes each byte outside of ASCII one and the same character. */
final class GivenArguments {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final String LOST = "\ufffd";

    private GivenArguments() {}

    /**
     * Returns the arguments of this process.
     *
     * @throws IllegalArgumentException if a character of one is lost
     */
    static String[] of(String[] decoded) {
        if (Arrays.stream(decoded).noneMatch(it -> it.contains(LOST))) {
            return decoded;
        }
        try {
            return read(decoded, Files.readAllBytes(COMMAND_LINE));
        } catch (IOException notLinux) {
            throw lost(decoded);
        }
    }

    /**
     * Returns the arguments in UTF-8.
     *
     * @param line the arguments of the whole process, with a zero byte behind each
     */
    static String[] read(String[] decoded, byte[] line) {
        List<byte[]> all = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < line.length; at++) {
            if (line[at] == 0) {
                all.add(Arrays.copyOfRange(line, from, at));
                from = at + 1;
            }
        }
        String[] given = new String[decoded.length];
        for (int i = 0; i < given.length; i++) {
            int at = all.size() - given.length + i;
            if (at < 0 || !decoded[i].equals(new String(all.get(at), StandardCharsets.US_ASCII))) {
                throw lost(decoded);
            }
            try {
                given[i] = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(all.get(at)))
                        .toString();
            } catch (CharacterCodingException otherLanguage) {
                throw lost(decoded);
            }
        }
        return given;
    }

    private static IllegalArgumentException lost(String[] decoded) {
        String first = Arrays.stream(decoded)
                .filter(it -> it.contains(LOST))
                .findFirst()
                .orElseThrow();
        return new IllegalArgumentException(
                "the argument %s has characters that this shell's language, %s, has not; with LC_ALL=C.UTF-8 all can be given"
                        .formatted(first, System.getProperty("sun.jnu.encoding")));
    }
}
