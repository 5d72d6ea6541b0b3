package org.atomizable.core.python;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes what pip installs. Equal modules make equal files. */
final class PythonPackages {

    private static final String METADATA = """
            Metadata-Version: 2.1
            Name: atomizable
            Version: %s
            Summary: Makes a loop stoppable after any step, so that it runs in windows and ends in the same bits.
            License: Apache-2.0
            Requires-Python: >=3.8
            """;

    private static final String WHEEL = """
            Wheel-Version: 1.0
            Generator: atomizable
            Root-Is-Purelib: true
            Tag: py3-none-any
            """;

    private static final String PROJECT = """
            [build-system]
            requires = ["setuptools>=61"]
            build-backend = "setuptools.build_meta"

            [project]
            name = "atomizable"
            version = "%s"
            requires-python = ">=3.8"
            license = {text = "Apache-2.0"}

            [tool.setuptools]
            packages = ["atomizable"]

            [tool.setuptools.package-data]
            atomizable = ["py.typed"]
            """;

    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
    private static final int BLOCK = 512;

    private final PythonModule module;
    private final String name;
    private final Path directory;

    PythonPackages(PythonModule module, Path directory) {
        this.module = module;
        this.name = "atomizable-" + module.version();
        this.directory = directory;
    }

    List<Path> write() throws IOException {
        Files.createDirectories(directory);
        return List.of(wheel(), source());
    }

    private Path wheel() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        module.parts().forEach((part, text) -> files.put("atomizable/" + part, bytes(text)));
        String info = name + ".dist-info/";
        files.put(info + "METADATA", bytes(METADATA.formatted(module.version())));
        files.put(info + "WHEEL", bytes(WHEEL));
        StringBuilder record = new StringBuilder();
        files.forEach((file, content) -> record.append(file)
                .append(",sha256=")
                .append(sha256(content))
                .append(',')
                .append(content.length)
                .append('\n'));
        files.put(info + "RECORD", bytes(record + info + "RECORD,,\n"));
        Path wheel = directory.resolve(name + "-py3-none-any.whl");
        try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(wheel))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(TIME);
                to.putNextEntry(entry);
                to.write(file.getValue());
            }
        }
        return wheel;
    }

    private Path source() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("PKG-INFO", bytes(METADATA.formatted(module.version())));
        files.put("pyproject.toml", bytes(PROJECT.formatted(module.version())));
        module.parts().forEach((part, text) -> files.put("atomizable/" + part, bytes(text)));
        Path source = directory.resolve(name + ".tar.gz");
        try (OutputStream to = new GZIPOutputStream(Files.newOutputStream(source))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                byte[] content = file.getValue();
                to.write(header(name + "/" + file.getKey(), content.length));
                to.write(content);
                to.write(new byte[Math.floorMod(-content.length, BLOCK)]);
            }
            to.write(new byte[2 * BLOCK]); // the end
        }
        return source;
    }

    /** The header of a file in a tar archive (POSIX ustar). */
    private static byte[] header(String path, int length) {
        byte[] header = new byte[BLOCK];
        put(header, 0, path);
        put(header, 100, "0000644"); // mode
        put(header, 108, "0000000"); // user
        put(header, 116, "0000000"); // group
        put(header, 124, String.format(Locale.ROOT, "%011o", length));
        put(header, 136, String.format(Locale.ROOT, "%011o", 315532800)); // time: 1980
        put(header, 148, "        "); // the checksum counts as blanks
        put(header, 156, "0"); // a file
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0", sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] content = bytes(text);
        System.arraycopy(content, 0, header, at, content.length);
    }

    private static String sha256(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
