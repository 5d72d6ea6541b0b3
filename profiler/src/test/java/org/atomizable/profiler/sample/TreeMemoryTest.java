package org.atomizable.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeMemoryTest {

    @TempDir
    Path process;

    /** {@code prctl(PR_SET_DUMPABLE, 0)} makes smaps_rollup unreadable for other users' processes, and leaves status. */
    @Test
    void aProcessWhosePagesCannotBeReadCountsWithAllThatIsResident() throws Exception {
        assertThat(TreeMemory.residentIn(process))
                .as("a process that has ended")
                .isEqualTo(Bytes.ZERO);

        Files.writeString(process.resolve("status"), "Name:\tpython3\nVmHWM:\t 307200 kB\nVmRSS:\t 102400 kB\n");
        assertThat(TreeMemory.residentIn(process)).isEqualTo(Bytes.mebi(300));
    }
}
