package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that builds and runs, with a Maven that only says what Maven says. */
@Tag("slow")
class LauncherScriptTest {

    private static final String BUILDS =
            "mkdir -p examples/target/launch/lib && touch examples/target/launch/examples-1.jar";

    @TempDir
    private Path home;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.copy(Path.of("../../atomizable"), home.resolve("atomizable"));
        assertThat(home.resolve("atomizable").toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("pom.xml"), "<project/>");
    }

    private void maven(String... lines) throws IOException {
        Path maven = home.resolve("mvnw");
        Files.writeString(maven, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    private Ended classPath() throws Exception {
        return classPath(home.resolve("atomizable"));
    }

    private Ended classPath(Path script) throws Exception {
        return ended(new ProcessBuilder(script.toString(), "classpath"));
    }

    private Ended ended(ProcessBuilder script) throws Exception {
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        Process process =
                script.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    @Test
    void aBuildTellsOfEachModuleAndOnlyTheClassPathIsOnStandardOutput() throws Exception {
        maven(
                "echo '[INFO] Building Atomizable: the API 0.1.0-SNAPSHOT                  [2/7]'",
                "echo '[INFO] Downloaded from central: https://example.org/a-1.0.jar (5 kB at 1 kB/s)'",
                "until grep -q 'module 2/7' err; do sleep 0.1; done",
                "echo '[INFO] Building Atomizable: examples 0.1.0-SNAPSHOT                  [7/7]'",
                "until grep -q 'module 7/7' err; do sleep 0.1; done",
                BUILDS);
        Ended ended = classPath();
        assertThat(ended.code()).isZero();
        assertThat(ended.out().lines()).hasSize(1).first().asString().contains("examples-1.jar");
        assertThat(ended.err())
                .contains("module 2/7 Atomizable: the API\n")
                .contains("module 7/7 Atomizable: examples\n")
                .doesNotContain("\r", "\033");
        assertThat(classPath().err()).as("nothing has changed").isEmpty();
    }

    @Test
    void aLinkToItElsewhereRunsWhatIsBesideIt() throws Exception {
        maven(BUILDS);
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("first"), home.resolve("atomizable"));
        Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("first"));
        Ended ended = classPath(elsewhere.resolve("second"));
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith(
                        home.resolve("examples/target/launch/examples-1.jar").toString());
    }

    @Test
    void aRelativeJavaHomeHoldsForTheBuildTooWhichRunsInAnotherDirectory() throws Exception {
        maven("[ -x \"$JAVA_HOME/bin/java\" ] || exit 1", BUILDS);
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("jdk"), Path.of(System.getProperty("java.home")));
        ProcessBuilder there =
                new ProcessBuilder(home.resolve("atomizable").toString(), "classpath").directory(elsewhere.toFile());
        there.environment().put("JAVA_HOME", "jdk");
        Ended ended = ended(there);
        assertThat(ended.code()).as(ended.out()).isZero();
    }

    /** A shell says where it has gone if that came from CDPATH. */
    @Test
    void aRelativePathToItIsFoundAlsoWhereTheShellHasPlacesToGoTo() throws Exception {
        maven(BUILDS);
        ProcessBuilder above = new ProcessBuilder("bash", "%s/atomizable".formatted(home.getFileName()), "classpath")
                .directory(home.getParent().toFile());
        above.environment().put("CDPATH", home.getParent().toString());
        Ended ended = ended(above);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .startsWith(
                        home.resolve("examples/target/launch/examples-1.jar").toString());
    }

    @Test
    void ofSeveralAtOnceOneBuilds() throws Exception {
        assumeTrue(ended(new ProcessBuilder("sh", "-c", "command -v flock")).code() == 0, "there is no flock");
        maven("echo built >>builds", "until grep -q waiting second; do sleep 0.1; done", BUILDS);
        Ended both = ended(new ProcessBuilder("sh", "-c", """
                ./atomizable classpath &
                until [ -e builds ]; do sleep 0.1; done
                ./atomizable classpath 2>second && wait $!
                """).directory(home.toFile()));
        assertThat(both.code()).isZero();
        assertThat(both.out().lines()).hasSize(2).allMatch(it -> it.contains("examples-1.jar"));
        assertThat(home.resolve("builds")).hasContent("built");
        assertThat(home.resolve("second")).content().contains("waiting for another one that is building");
    }

    @Test
    void aJvmThatDoesNotStartIsNoJobThatFailed() throws Exception {
        ProcessBuilder script = withJvm(":");
        Files.writeString(home.resolve("jdk/bin/java"), """
                #!/bin/sh
                case "$*" in -Xmx9x*) echo 'Invalid maximum heap size: -Xmx9x'; exit 1 ;; esac
                echo '    java.specification.version = 21'
                """);
        assertThat(ended(script).code()).isZero();
        script.environment().put("ATOMIZABLE_JAVA_OPTS", "-Xmx9x");
        Ended ended = ended(script);
        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err())
                .contains("does not start with ATOMIZABLE_JAVA_OPTS=-Xmx9x:\nInvalid maximum heap size: -Xmx9x\n");
    }

    @Test
    void aJdkThatIsNoneIsNamedAndIsNoJobThatFailed() throws Exception {
        ProcessBuilder script = withJvm(":");
        Path jdk = home.resolve("jdk");
        Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\necho '    java.specification.version = 11'\n");
        assertThat(noJdk(script)).contains(jdk.resolve("bin/java") + " is version 11.");
        Files.delete(jdk.resolve("bin/javac"));
        assertThat(noJdk(script)).contains("JAVA_HOME is " + jdk + ", which has no bin/javac.");
        script.environment().put("JAVA_HOME", "/none");
        assertThat(noJdk(script)).contains("JAVA_HOME is /none, which has no bin/java.");
    }

    private String noJdk(ProcessBuilder script) throws Exception {
        Ended ended = ended(script);
        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err()).contains("set JAVA_HOME to its directory").doesNotContain("building");
        return ended.err();
    }

    @Test
    void aLimitOfOpenFilesThatIsTooLowForAJvmIsTold() throws Exception {
        String script = withJvm(":").command().get(0);
        Ended ended = ended(new ProcessBuilder("sh", "-c", "ulimit -n 100; exec \"$0\" classpath", script));
        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err()).contains("only 100 files may be open at once", "ulimit -n");
    }

    @ParameterizedTest
    @CsvSource({"7, it is buried", "8, it is told"})
    void asTheFirstProcessOfAContainerItBuriesOrphansAndPassesSignalsOn(int code, String what) throws Exception {
        ProcessBuilder script = withJvm(":");
        List<String> alone = List.of("unshare", "--map-root-user", "--pid", "--fork", "--kill-child");
        assumeTrue(canStart(alone), "processes cannot be given numbers of their own");
        Files.writeString(home.resolve("jdk/bin/java"), """
                #!/bin/bash
                case "$*" in *-XshowSettings*) echo '    java.specification.version = 21'; exit ;; esac
                # This is a shell; a JVM would bury nobody.
                [ $$ != 1 ] || exit 1
                if [ "${!#}" = "it is told" ]; then
                  trap 'exit 8' TERM
                  kill -TERM 1
                else
                  # A dead process that nobody waits for can still be sent signals.
                  orphan=$(sh -c 'sh -c : >/dev/null & echo $!')
                  while kill -0 "$orphan" 2>/dev/null; do sleep 0.1; done
                  exit 7
                fi
                while :; do sleep 0.1; done
                """);
        script.command(Stream.concat(
                        alone.stream(), Stream.of(home.resolve("atomizable").toString(), what))
                .toList());
        assertThat(ended(script).code()).isEqualTo(code);
    }

    private boolean canStart(List<String> alone) throws Exception {
        try {
            return ended(new ProcessBuilder(Stream.concat(alone.stream(), Stream.of("true"))
                                    .toList()))
                            .code()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** A JVM that prints what it is called with, and dumps an archive, or fails to. */
    private ProcessBuilder withJvm(String dump) throws IOException {
        maven(BUILDS);
        Path bin = Files.createDirectories(home.resolve("jdk/bin"));
        Files.writeString(bin.resolve("java"), """
                #!/bin/sh
                case "$*" in
                  *-XshowSettings*) echo '    java.specification.version = 21' ;;
                  *ArchiveClassesAtExit*) file=${1#*=}; %s ;;
                  *) echo "$* cache=${DJL_CACHE_DIR:-}" ;;
                esac
                """.formatted(dump));
        Files.writeString(bin.resolve("javac"), "");
        for (String each : List.of("java", "javac")) {
            assertThat(bin.resolve(each).toFile().setExecutable(true)).isTrue();
        }
        ProcessBuilder script = new ProcessBuilder(home.resolve("atomizable").toString(), "jobs");
        script.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        return script;
    }

    @Test
    void classesAreArchivedOnceAndEveryJvmMapsThem() throws Exception {
        ProcessBuilder script = withJvm("echo dumped >\"$file\"");
        Ended first = ended(script);
        assertThat(first.err()).contains("preparing for faster starts");
        assertThat(first.out())
                .contains("-XX:SharedArchiveFile=" + home.resolve("examples/target/launch/classes-21.jsa"))
                .contains("org.atomizable.cli.Main jobs");
        Ended second = ended(script);
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
    }

    @Test
    void theDirectoryForTemporaryFilesIsThatOfTheShellIfItCanBeWritten() throws Exception {
        ProcessBuilder script = withJvm(":");
        Path temporary = Files.createDirectory(home.resolve("a place"));
        script.environment().put("TMPDIR", temporary.toString());
        assertThat(ended(script).out()).contains("-Djava.io.tmpdir=" + temporary + " ");
        for (String unfit : List.of(
                home.resolve("none").toString(), home.resolve("atomizable").toString(), "")) {
            script.environment().put("TMPDIR", unfit);
            assertThat(ended(script).out()).doesNotContain("java.io.tmpdir");
        }
        script.environment().remove("TMPDIR");
        assertThat(ended(script).out()).doesNotContain("java.io.tmpdir");
    }

    @Test
    void usersWithoutAHomeDoNotShareTheirEngines() throws Exception {
        ProcessBuilder script = withJvm(":");
        Path temporary = Files.createDirectory(home.resolve("for all"));
        script.environment().put("TMPDIR", temporary.toString());
        script.environment().put("HOME", home.resolve("none").toString());
        script.environment().remove("DJL_CACHE_DIR");
        assertThat(ended(script).out()).containsPattern("cache=" + temporary + "/\\.djl\\.ai-[0-9]+\n");
        script.environment().put("DJL_CACHE_DIR", "/of/mine");
        assertThat(ended(script).out()).contains("cache=/of/mine\n");
        script.environment().remove("DJL_CACHE_DIR");
        script.environment().put("HOME", temporary.toString());
        assertThat(ended(script).out()).contains("cache=\n");
    }

    @Test
    void anArchiveThatCannotBeMadeIsNotTriedAgainAndNotUsed() throws Exception {
        ProcessBuilder script = withJvm("echo half >\"$file\"; exit 1");
        assertThat(ended(script).out()).contains("Main jobs").doesNotContain("SharedArchiveFile");
        assertThat(ended(script).err()).isEmpty();
    }

    @Test
    void aBuildThatFailsShowsWhatMavenSaid() throws Exception {
        maven(
                "echo '[INFO] Building Atomizable: the API 0.1.0-SNAPSHOT                  [2/7]'",
                "echo '[ERROR] Api.java:[3,1] class expected'",
                "exit 1");
        Ended ended = classPath();
        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("[ERROR] Api.java:[3,1] class expected")
                .contains("the build failed; the lines above say why")
                .doesNotContain("[INFO]");
    }

    @Test
    void whereMavenSaysNothingButInformationAllOfItIsShown() throws Exception {
        maven("echo '[INFO] cannot be started'", "exit 1");
        assertThat(classPath().err()).contains("[INFO] cannot be started");
    }
}
