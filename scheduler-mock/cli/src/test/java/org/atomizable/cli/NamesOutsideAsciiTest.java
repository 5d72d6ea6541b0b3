package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of files outside of ASCII, in languages of the shell that have them and in one that has not. */
@EnabledOnOs(OS.LINUX)
class NamesOutsideAsciiTest {

    private static final String SCRIPT = "träin.py";

    @TempDir
    private Path directory;

    private record Ended(int code, String said) {}

    @BeforeEach
    void writeTheScript() throws Exception {
        Files.writeString(
                directory.resolve("atomizable.py"),
                CommandRun.of("python-helper").out());
        Files.writeString(directory.resolve("program"), """
                import atomizable
                x = [0]
                state = atomizable.state(x=x)
                for step in atomizable.steps(3):
                    x[0] += step
                print("it is", x[0])
                """);
        // By a shell, which gives the name as bytes: this JVM may be unable to.
        assertThat(shell("C", "mv program " + SCRIPT).code()).isZero();
    }

    private Ended shell(String language, String line) throws Exception {
        Path script = Files.writeString(directory.resolve("line.sh"), line, StandardCharsets.UTF_8);
        ProcessBuilder shell = new ProcessBuilder("sh", script.toString()).directory(directory.toFile());
        shell.environment().put("LC_ALL", language);
        Path said = directory.resolve("said");
        Process process =
                shell.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(said, StandardCharsets.ISO_8859_1));
    }

    private Ended atomizable(String language, String... arguments) throws Exception {
        return shell(language, CommandRun.inAnotherJvmOfTheShell(arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void aScriptMayHaveOne(String language) throws Exception {
        Ended ended = atomizable(
                language, "profile", "run", "--command", "python3 " + SCRIPT, "--atoms", "3", "--profiles", "p");
        assertThat(ended.said()).contains("tr-in");
        assertThat(ended.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void aCommandGetsTheBytesThatWereGiven(String language) throws Exception {
        Files.writeString(directory.resolve("says.py"), """
                import os, sys, atomizable
                with open("given", "wb") as file:
                    file.write(b" and ".join(os.fsencode(it) for it in sys.argv[1:]))
                x = [0]
                state = atomizable.state(x=x)
                for step in atomizable.steps(3):
                    x[0] += step
                """);
        String line = "python3 says.py größe \"a\\b%s\"";
        Ended ended = atomizable(language, "profile", "run", "--command", line, "--atoms", "3", "--profiles", "p");
        assertThat(directory.resolve("given")).content(StandardCharsets.UTF_8).isEqualTo("größe and a\\b%s");
        assertThat(ended.code()).isZero();
    }

    @Test
    void aDirectoryIsRefusedWithWhatHelpsWhereTheLanguageHasNoSuchCharacter() throws Exception {
        Ended ended = atomizable("C", "checkpoint", "ls", "sträße");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said()).contains("cannot be used here", "LC_ALL=C.UTF-8");

        Ended option = atomizable("C", "run", "count", "--profiles", "größe");
        assertThat(option.said()).contains("'--profiles'", "cannot be used here", "LC_ALL=C.UTF-8");
        assertThat(option.said()).doesNotContain("java.nio", "Exception");
    }
}
