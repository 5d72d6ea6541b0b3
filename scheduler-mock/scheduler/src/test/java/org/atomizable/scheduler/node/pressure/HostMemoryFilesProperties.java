package org.atomizable.scheduler.node.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterTry;
import org.atomizable.api.Bytes;

class HostMemoryFilesProperties {

    private final Path root = folder();

    private static Path folder() {
        try {
            return Files.createTempDirectory("memory");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterTry
    void clear() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        Files.createDirectories(root);
    }

    private HostMemory read() {
        return new HostMemoryFiles(root.resolve("proc"), root.resolve("cgroup")).read();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static String stalls(String who, double ten, Random random) {
        return String.format(
                Locale.ROOT,
                "%s avg10=%.2f avg60=%.2f avg300=%.2f total=%d\n",
                who,
                100 * ten,
                100 * random.nextDouble(),
                100 * random.nextDouble(),
                random.nextLong() >>> 5);
    }

    @Property(tries = 300)
    void stallsAreReadAsTheKernelWritesThem(@ForAll long seed) throws PressureTextException {
        Random random = new Random(seed);
        double ten = random.nextDouble();
        String some = stalls("some", random.nextDouble(), random);
        String full = stalls("full", ten, random);
        assertThat(MemoryText.stalled(some + full)).isCloseTo(ten, within(0.00006));
        assertThat(MemoryText.stalled(full + some)).isCloseTo(ten, within(0.00006));
        assertThat(MemoryText.stalled(some)).isZero();
    }

    @Property(tries = 100)
    void aLimitedCgroupGoesBeforeTheMachine(
            @ForAll @LongRange(min = 0, max = 1L << 50) long used,
            @ForAll @LongRange(min = 1, max = 1L << 50) long most,
            @ForAll @DoubleRange(min = 0, max = 100) double stalled)
            throws IOException {
        write("cgroup/memory.current", used + "\n");
        write("cgroup/memory.max", most + "\n");
        write("proc/meminfo", "MemTotal:       100 kB\nMemAvailable:   25 kB\nHugePages_Total:       0\n");
        write(
                "proc/pressure/memory",
                String.format(
                        Locale.ROOT,
                        "some avg10=100.00 avg60=0.00 avg300=0.00 total=9\nfull avg10=%.2f avg60=0.00 avg300=0.00 total=8\n",
                        stalled));
        HostMemory read = read();
        assertThat(read.problems()).isEmpty();
        assertThat(read.memory()).contains(new WatchedMemory(WatchedMemory.HOST, Bytes.of(used), Bytes.of(most)));
        assertThat(read.stalled().orElseThrow()).isCloseTo(stalled / 100, within(0.00006));
        write("cgroup/memory.max", "max\n");
        assertThat(read().memory())
                .contains(new WatchedMemory(WatchedMemory.HOST, Bytes.of(75 << 10), Bytes.of(100 << 10)));
    }

    /** Any text, and any damage to a right one: figures that are right, or absent with a problem that names the file. */
    @Property(tries = 500)
    void whatCannotBeUnderstoodIsLeftOutWithItsFileNamed(@ForAll String garbage, @ForAll long seed) throws IOException {
        Random random = new Random(seed);
        String right = stalls("some", random.nextDouble(), random) + stalls("full", random.nextDouble(), random);
        int cut = random.nextInt(right.length());
        // The letter keeps a text of digits from being a right amount of memory.
        String damaged = random.nextBoolean() ? "x" + garbage : right.substring(0, cut) + "x" + right.substring(cut);
        for (String file :
                new String[] {"cgroup/memory.pressure", "cgroup/memory.current", "cgroup/memory.max", "proc/meminfo"}) {
            write(file, damaged);
        }
        HostMemory read = read();
        assertThat(read.memory()).isEmpty();
        assertThat(read.stalled()).isEmpty();
        assertThat(read.problems())
                .hasSize(4)
                .allMatch(it -> it.contains("memory.") || it.contains("meminfo"))
                .allMatch(it -> it.contains("left out"));
    }

    @Example
    void filesThatAreNotThereAreNoProblem() {
        HostMemory read = read();
        assertThat(read.problems()).isEmpty();
        assertThat(read.memory()).isEmpty();
        assertThat(read.stalled()).isEmpty();
        assertThat(PressureReading.of().with(read).pressure()).isEmpty();
    }

    @Example
    void thisMachinesOwnFilesAreUnderstood() {
        HostMemory read = new HostMemoryFiles(Path.of("/proc"), Path.of("/sys/fs/cgroup")).read();
        assertThat(read.problems()).isEmpty();
        if (Files.isReadable(Path.of("/proc/meminfo"))) {
            assertThat(read.memory().orElseThrow().share()).isBetween(0.0, 1.0);
        }
        if (Files.isReadable(Path.of("/proc/pressure/memory"))) {
            assertThat(read.stalled().orElseThrow()).isBetween(0.0, 1.0);
        }
    }
}
