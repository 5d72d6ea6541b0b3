package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program finds in its directory is what it left there. */
class StateDirectoryTest {

    @TempDir
    Path directory;

    private Path from;
    private Path to;

    @BeforeEach
    void directories() throws Exception {
        from = Files.createDirectories(directory.resolve("from"));
        to = directory.resolve("to");
    }

    private static KeptState taken(Path directory, boolean times) throws Exception {
        return KeptState.of(to -> new StateDirectory(directory).take(to, times));
    }

    private void there() throws Exception {
        new StateDirectory(to).give(taken(from, true));
    }

    private static void mode(Path path, String permissions) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void filesOfAnySizeComeBackWithTheirTimesAndNothingElseIsThere() throws Exception {
        Path deep = Files.createDirectories(from.resolve("deep/er"));
        byte[] large = new byte[2 * FilePieces.SIZE + 5000];
        large[FilePieces.SIZE + 9000] = 7;
        Files.write(deep.resolve("two pieces"), large);
        Files.write(deep.resolve("empty"), new byte[0]);
        Files.write(deep.resolve("exactly"), new byte[FilePieces.SIZE]);
        Files.writeString(from.resolve("old"), "x");
        Files.setLastModifiedTime(from.resolve("old"), FileTime.fromMillis(1_000_000_123));
        Files.setLastModifiedTime(from.resolve("deep"), FileTime.fromMillis(2_000_000_123));
        Files.writeString(Files.createDirectories(to).resolve("stale"), "from before");
        there();

        assertThat(to.resolve("stale")).doesNotExist();
        assertThat(Files.readAllBytes(to.resolve("deep/er/two pieces"))).isEqualTo(large);
        assertThat(to.resolve("deep/er/empty")).isEmptyFile();
        assertThat(to.resolve("deep/er/exactly")).hasSize(FilePieces.SIZE);
        assertThat(Files.getLastModifiedTime(to.resolve("old")).toMillis()).isEqualTo(1_000_000_123);
        assertThat(Files.getLastModifiedTime(to.resolve("deep")).toMillis()).isEqualTo(2_000_000_123);
    }

    @Test
    void permissionsEmptyDirectoriesAndLinksComeBack() throws Exception {
        Files.createDirectories(from.resolve("tmp"));
        Files.createDirectories(from.resolve("ckpt/9"));
        Files.writeString(from.resolve("next"), "#!/bin/sh\n");
        mode(from.resolve("next"), "rwxr-x--x");
        mode(from.resolve("tmp"), "rwx-----x");
        Files.createSymbolicLink(from.resolve("latest"), Path.of("ckpt/9"));
        Files.createSymbolicLink(from.resolve("dangling"), Path.of("../no such place"));
        Files.createSymbolicLink(from.resolve("absolute"), Path.of("/etc/hostname"));
        Files.createLink(from.resolve("same"), from.resolve("next"));
        there();

        assertThat(to.resolve("tmp")).isEmptyDirectory();
        assertThat(mode(to.resolve("next"))).isEqualTo("rwxr-x--x");
        assertThat(mode(to.resolve("tmp"))).isEqualTo("rwx-----x");
        assertThat(Files.readSymbolicLink(to.resolve("latest"))).isEqualTo(Path.of("ckpt/9"));
        assertThat(Files.readSymbolicLink(to.resolve("dangling"))).isEqualTo(Path.of("../no such place"));
        assertThat(Files.readSymbolicLink(to.resolve("absolute"))).isEqualTo(Path.of("/etc/hostname"));
        assertThat(Files.isSameFile(to.resolve("same"), to.resolve("next"))).isTrue();
    }

    @Test
    void whatMayNotBeChangedIsReplacedAllTheSame() throws Exception {
        for (Path each : List.of(from, Files.createDirectories(to))) {
            Files.writeString(Files.createDirectories(each.resolve("closed")).resolve("x"), each.toString());
            mode(each.resolve("closed/x"), "r--------");
            mode(each.resolve("closed"), "r-x------");
        }
        there();

        assertThat(to.resolve("closed/x")).hasContent(from.toString());
        assertThat(mode(to.resolve("closed"))).isEqualTo("r-x------");
        mode(from.resolve("closed"), "rwx------");
        mode(to.resolve("closed"), "rwx------");
    }

    @Test
    void aSparseFileTakesNoRoom() throws Exception {
        try (var file = new RandomAccessFile(from.resolve("sparse").toFile(), "rw")) {
            file.setLength(40L * FilePieces.SIZE);
            file.seek(20L * FilePieces.SIZE + 4096);
            file.write(1);
        }
        KeptState state = taken(from, true);
        new StateDirectory(to).give(state);

        assertThat(state.tensors().values().stream()
                        .mapToLong(it -> it.data().remaining())
                        .sum())
                .isLessThan(2L * FilePieces.SIZE);
        assertThat(to.resolve("sparse")).hasSize(40L * FilePieces.SIZE);
        try (var file = new RandomAccessFile(to.resolve("sparse").toFile(), "r")) {
            file.seek(20L * FilePieces.SIZE + 4096);
            assertThat(file.read()).isEqualTo(1);
        }
        Process blocks =
                new ProcessBuilder("stat", "-c", "%b", to.resolve("sparse").toString()).start();
        assertThat(Long.parseLong(
                        new String(blocks.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip()))
                .isLessThan(1000);
    }

    @Test
    void namesOutsideOfAsciiComeBack() throws Exception {
        Files.writeString(from.resolve("träin 火.txt"), "x");
        Files.createSymbolicLink(from.resolve("é"), Path.of("träin 火.txt"));
        there();
        assertThat(to.resolve("é")).hasContent("x");
        assertThat(FileNames.path("a/ä%\n b")).isEqualTo(Path.of("a/ä%\n b"));
        assertThat(FileNames.text(Path.of("../ä%\n b"))).isEqualTo("../ä%\n b");
        assertThat(FileNames.path("../ä")).isEqualTo(Path.of("../ä"));
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"6000, 50", "3000, 3000"})
    void asManyFilesAsThereAreComeBack(int count, int inOne) throws Exception {
        for (int i = 0; i < count; i++) {
            Path parent = from.resolve("part-" + i / inOne);
            if (i % inOne == 0) {
                Files.createDirectory(parent);
            }
            Files.writeString(parent.resolve("step-" + i), Integer.toString(i));
        }
        there();
        assertThat(new StateDirectory(to).entries()).isEqualTo(new StateDirectory(from).entries());
        for (int i = 0; i < count; i += 77) {
            assertThat(to.resolve("part-" + i / inOne).resolve("step-" + i)).hasContent(Integer.toString(i));
        }
    }

    /** Returns a directory so deep that its path has about as many characters as are wanted. */
    private static Path deep(Path top, int characters) throws Exception {
        String name = "d".repeat(199);
        Path path = top;
        while (path.toString().length() + 200 <= characters) {
            path = path.resolve(name);
        }
        return Files.createDirectories(path);
    }

    /** Linux takes 4,095 in one call. */
    @Test
    void aPathOfFourThousandCharactersComesBack() throws Exception {
        Path deep = deep(from, 3850);
        Path file = deep.resolve("f".repeat(4000 - deep.toString().length() - 1));
        Files.writeString(file, "deep");
        Files.createSymbolicLink(
                from.resolve("link"), Path.of("../" + "t".repeat(200)).resolve("u".repeat(250)));
        assertThat(file.toString()).hasSize(4000);
        there();

        assertThat(to.resolve(from.relativize(file))).hasContent("deep");
        assertThat(Files.readSymbolicLink(to.resolve("link")).toString()).hasSize(454);
    }

    /** As a program leaves that goes into each directory before it makes the next. */
    @Test
    void aPathThatIsLongerThanTheSystemTakesIsNamed() throws Exception {
        Path deep = deep(from, 3000);
        Path other = deep(directory.resolve("other"), 3000);
        Files.writeString(other.resolve("weights"), "x");
        Path below = deep.resolve("below");
        Files.move(directory.resolve("other"), below);
        try {
            assertThatThrownBy(() -> taken(from, true))
                    .hasMessageContainingAll("ddd", "in $ATOMIZABLE_STATE", "longer than", "shorter names");
        } finally {
            // To delete all of this, paths are needed, too.
            Files.move(below, directory.resolve("other"));
        }
    }

    @Test
    void aFinishedStateIsTheSameWheneverItWasWritten() throws Exception {
        Files.writeString(from.resolve("result"), "42");
        KeptState first = taken(from, false);
        Files.setLastModifiedTime(from.resolve("result"), FileTime.fromMillis(5));
        assertThat(taken(from, false)).isEqualTo(first);
        assertThat(taken(from, true)).isNotEqualTo(taken(from, false));
    }

    @Test
    void aPipeIsRefusedByName() throws Exception {
        Files.createDirectories(from.resolve("run"));
        assertThat(new ProcessBuilder("mkfifo", from.resolve("run/orders").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThatThrownBy(() -> taken(from, true))
                .hasMessageContaining("run/orders in $ATOMIZABLE_STATE is a socket, a pipe or a device");
    }

    @Test
    void aStateOfAnOlderVersionIsRead() throws Exception {
        Map<String, Tensor> tensors = new TreeMap<>();
        StateWriter older = tensors::put;
        older.text("file:a/b/0", "one");
        older.text("file:c/0", "two");
        older.longs("times", 1000, 2000);
        new StateDirectory(to).give(new KeptState(tensors));

        assertThat(to.resolve("a/b")).hasContent("one");
        assertThat(to.resolve("c")).hasContent("two");
        assertThat(Files.getLastModifiedTime(to.resolve("c"), LinkOption.NOFOLLOW_LINKS)
                        .toMillis())
                .isEqualTo(2000);
    }

    @Test
    void aFileOutsideIsRefused() {
        Map<String, Tensor> tensors = new TreeMap<>();
        StateWriter hostile = tensors::put;
        assertThatThrownBy(() -> {
                    hostile.text("entries", "d 755 \0f 644 ../out\0");
                    hostile.text("file:../out/0", "x");
                    new StateDirectory(to).give(new KeptState(tensors));
                })
                .hasMessageContaining("outside of its directory");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void theFirstThatNamesAPlaceIsFound() throws Exception {
        byte[] place = "/tmp/atomizable-state-best-0/state".getBytes(StandardCharsets.US_ASCII);
        assertThat(new StateDirectory(from).naming(place)).isEmpty();
        byte[] across = new byte[FilePieces.SIZE + 100];
        System.arraycopy(place, 0, across, FilePieces.SIZE - 7, place.length);
        Files.write(from.resolve("weights"), across);
        assertThat(new StateDirectory(from).naming(place)).contains("weights");
        Files.createSymbolicLink(from.resolve("best"), Path.of("/tmp/atomizable-state-best-0/state/3"));
        assertThat(new StateDirectory(from).naming(place)).contains("best");
        try (Stream<Path> all = Files.list(from)) {
            assertThat(all).hasSize(2);
        }
    }
}
