package org.atomizable.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProportionalMemoryTest {

    @TempDir
    Path process;

    @Test
    void whatIsSharedCountsInPartAndWhatIsGoneWasTheProcesssOwn() throws Exception {
        Files.writeString(process.resolve("status"), "VmHWM:\t   5120 kB\nVmRSS:\t   4096 kB\n");
        Files.writeString(process.resolve("smaps_rollup"), "1000-2000 ---p 0 [rollup]\nRss:  4096 kB\nPss:  3072 kB\n");
        assertThat(ProportionalMemory.in(process).peak()).isEqualTo(Bytes.mebi(4));
    }

    @Test
    void aSystemThatDoesNotTellIsRefusedWithARemedy() throws Exception {
        Files.writeString(process.resolve("status"), "VmHWM:\t   5120 kB\nVmRSS:\t   4096 kB\n");
        assertThatThrownBy(() -> ProportionalMemory.in(process))
                .isInstanceOfSatisfying(
                        AtomizableException.class,
                        it -> assertThat(it.remedy()).contains("measure the memory of the process"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void itIsPartOfWhatIsResidentAndSeesWhatIsAllocated() throws Exception {
        ProportionalMemory shared = ProportionalMemory.ofThisProcess();
        Bytes before = shared.peak();
        // Outside the heap, where the pages of others may be used again.
        ByteBuffer held = ByteBuffer.allocateDirect(64 << 20);
        Bytes after = shared.peak();
        assertThat(held.get(0)).isZero();
        assertThat(after.count() - before.count()).isGreaterThan(32 << 20);
    }
}
