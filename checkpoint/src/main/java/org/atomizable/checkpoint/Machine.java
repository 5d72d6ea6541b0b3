package org.atomizable.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The environment of this JVM, as far as it can change a job's bits. */
final class Machine {

    private static final Path CPU = Path.of("/proc/cpuinfo");

    /** Each checkpoint tells it, and it never changes. */
    private static final String PROCESSOR = processor();

    private Machine() {}

    static Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        for (String key : new String[] {"java.version", "java.vm.name", "os.name", "os.arch", "os.version"}) {
            environment.put(key, System.getProperty(key, ""));
        }
        environment.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        environment.put("processor", PROCESSOR);
        return environment;
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(CPU)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException | RuntimeException e) {
            // Other systems have no such file, and this is for a person's information.
            return "unknown";
        }
    }
}
