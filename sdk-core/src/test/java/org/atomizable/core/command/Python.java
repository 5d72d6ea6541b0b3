package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.atomizable.core.python.PythonModule;

/** The system's Python, and programs for it. */
public final class Python {

    private static final String SYSTEM = "/usr/bin/python3";

    private Python() {}

    /** Returns the interpreter; where there is none, the test is skipped, or fails in CI. */
    public static String command() {
        return Files.isExecutable(Path.of(SYSTEM)) ? SYSTEM : missing("python3");
    }

    /** Returns the interpreter if it has NumPy; else the test is skipped, or fails in CI. */
    static String withNumpy() throws Exception {
        boolean found = Files.isExecutable(Path.of(SYSTEM))
                && new ProcessBuilder(SYSTEM, "-c", "import numpy").start().waitFor() == 0;
        return found ? SYSTEM : missing("python3-numpy");
    }

    private static String missing(String what) {
        String why =
                "SKIPPED: %s is not installed, so commands in Python are not tried; on Debian: apt-get install %1$s"
                        .formatted(what);
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError(why);
        }
        System.out.println(why);
        return abort(why);
    }

    /** Copies a program of the tests, and atomizable.py beside it; returns it. */
    public static Path program(Path directory, String name) {
        try {
            Files.writeString(
                    directory.resolve("atomizable.py"), PythonModule.read().oneFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return copy("/command/" + name, directory.resolve(Path.of(name).getFileName()));
    }

    /** Copies a program of the tests, and beside it the package as pip installs it; returns the program. */
    static Path programWithPackage(Path directory, String name) throws Exception {
        Path wheel =
                PythonModule.read().writePackages(directory.resolve("dist")).get(0);
        straight("%s -m zipfile -e %s %s".formatted(command(), wheel, directory));
        return copy("/command/" + name, directory.resolve(Path.of(name).getFileName()));
    }

    private static Path copy(String resource, Path to) {
        try (InputStream from = Python.class.getResourceAsStream(resource)) {
            assertThat(from).as(resource).isNotNull();
            if (!Files.exists(to)) {
                Files.copy(from, to);
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the processes that {@code misbehaving.py} has started there and that the system still shows; a dead one it may show for a while. */
    static List<ProcessHandle> started(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith(".pid"))
                    .map(it -> Long.parseLong(it.substring(0, it.length() - 4)))
                    .flatMap(it -> ProcessHandle.of(it).stream())
                    .toList();
        }
    }

    /** Runs a program without any scheduler; returns what it prints. */
    static String straight(String command) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(complaint).isZero();
        return printed;
    }

    /** Returns the line of what is printed that tells the result. */
    static String learnt(String printed) {
        return printed.lines()
                .filter(it -> it.startsWith("learnt "))
                .findFirst()
                .orElseThrow();
    }

    public static Map<String, String> job(String command, String... more) {
        Map<String, String> parameters = new TreeMap<>(Map.of("command", command));
        for (int i = 0; i < more.length; i += 2) {
            parameters.put(more[i], more[i + 1]);
        }
        return parameters;
    }
}
