package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.NamedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    @Test
    void theJobInTheReadmeCompilesAndEndsInTheBitsOfItsStraightRun() throws Exception {
        Matcher block = JAVA.matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).isTrue();
        String source = block.group(1);
        assertThat(source.lines().filter(line -> !line.isBlank()).count()).isLessThanOrEqualTo(32);
        Path file = Files.writeString(directory.resolve("Pi.java"), source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", System.getProperty("java.class.path"), file.toString());
        assertThat(code).isZero();

        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            NamedJob job = new NamedJob("Pi", Map.of());
            StraightRun straight = StraightRun.of(job, VirtualTime.create(), next -> {});
            assertThat(Cut.at(job, directory.resolve("store"), 1, 200)).isEqualTo(straight.sha256());
            assertThat(straight.metric().orElseThrow().value() * 4).isBetween(3.1410, 3.1422);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
