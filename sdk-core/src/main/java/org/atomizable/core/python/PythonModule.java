package org.atomizable.core.python;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The module {@code atomizable} for programs in Python: as one file, as a wheel and as a source distribution. */
public final class PythonModule {

    private static final Pattern INCLUDE = Pattern.compile("(?m)^from \\.(_\\w+) import .*\n");
    private static final Pattern VERSION = Pattern.compile("(?m)^__version__ = \"(.*)\"$");

    private final Map<String, String> parts = new LinkedHashMap<>();
    private final String oneFile;

    private PythonModule() throws IOException {
        this.oneFile = joined("__init__");
        read("__main__.py");
        read("py.typed");
    }

    /** Reads it from the class path. */
    public static PythonModule read() throws IOException {
        return new PythonModule();
    }

    /** Returns {@code atomizable.py}: the parts of the package, each in the place of its first import. */
    public String oneFile() {
        return oneFile;
    }

    /**
     * Writes a wheel and a source distribution into a directory.
     *
     * @return both files
     */
    public List<Path> writePackages(Path directory) throws IOException {
        return new PythonPackages(this, directory).write();
    }

    /** The files of the package, by name. */
    Map<String, String> parts() {
        return Collections.unmodifiableMap(parts);
    }

    String version() {
        Matcher version = VERSION.matcher(oneFile);
        if (!version.find()) {
            throw new IllegalStateException("atomizable.py has no version");
        }
        return version.group(1);
    }

    private String joined(String part) throws IOException {
        return INCLUDE.matcher(read(part + ".py"))
                .replaceAll(found -> Matcher.quoteReplacement(included(found.group(1))));
    }

    private String included(String part) {
        try {
            return parts.containsKey(part + ".py") ? "" : "\n\n" + joined(part) + "\n\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String read(String name) throws IOException {
        try (InputStream from = PythonModule.class.getResourceAsStream("atomizable/" + name)) {
            String text = new String(Objects.requireNonNull(from, name).readAllBytes(), StandardCharsets.UTF_8);
            parts.put(name, text);
            return text;
        }
    }
}
