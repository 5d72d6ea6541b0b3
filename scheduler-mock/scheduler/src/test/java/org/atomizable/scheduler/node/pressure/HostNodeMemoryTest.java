package org.atomizable.scheduler.node.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostNodeMemoryTest {

    @TempDir
    Path cgroup;

    private void write(String file, String text) throws Exception {
        Files.writeString(cgroup.resolve(file), text);
    }

    private WatchedMemory read(HostNodeMemory memory) {
        return memory.read(Map.of(), Instant.EPOCH).memory(WatchedMemory.HOST).orElseThrow();
    }

    @Test
    void filesThatTheKernelOnlyKeepsAtHandAreNotInUse() throws Exception {
        write("memory.max", "1000\n");
        write("memory.current", "990\n");
        write("memory.stat", "anon 200\nfile 790\ninactive_file 700\nactive_file 90\n");

        HostNodeMemory memory = HostNodeMemory.ofCgroup(cgroup);

        assertThat(read(memory).used()).isEqualTo(Bytes.of(290));
        assertThat(memory.of("any slice")).containsExactly(WatchedMemory.HOST);
    }

    @Test
    void aFileThatBecomesUnreadableLeavesTheMemoryOut() throws Exception {
        write("memory.max", "1000\n");
        write("memory.current", "300\n");
        HostNodeMemory memory = HostNodeMemory.ofCgroup(cgroup);

        write("memory.current", "many\n");

        assertThat(memory.read(Map.of(), Instant.EPOCH).pressure()).isEmpty();
    }

    @Test
    void aDirectoryThatIsNoCgroupWithALimitIsRefused() throws Exception {
        assertThatThrownBy(() -> HostNodeMemory.ofCgroup(cgroup))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining(cgroup + "\" is no cgroup (version 2) with a limit of memory");

        write("memory.current", "300\n");
        write("memory.max", "max\n");
        assertThatThrownBy(() -> HostNodeMemory.ofCgroup(cgroup)).hasMessageContaining("memory.max above 0");
    }

    @Test
    void theMemoryOfThisMachineIsRead() throws Exception {
        assertThat(read(HostNodeMemory.ofMachine()).share()).isBetween(0.0, 1.0);
    }
}
