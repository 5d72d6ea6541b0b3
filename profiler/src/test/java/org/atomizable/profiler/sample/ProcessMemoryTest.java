package org.atomizable.profiler.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {

    @TempDir
    Path process;

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisProcessHoldsMemory() throws Exception {
        ProcessMemory memory = ProcessMemory.ofThisProcess();
        assertThat(memory.peak()).isGreaterThan(Bytes.mebi(10));
        assertThat(memory.peak()).isGreaterThan(Bytes.mebi(10));
    }

    @Test
    void eachAnswerResetsTheMark() throws Exception {
        status("Name:\tjava\nVmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n");
        Path reset = Files.createFile(process.resolve("clear_refs"));
        ProcessMemory memory = ProcessMemory.in(process);
        assertThat(reset).hasContent("5");
        Files.writeString(reset, "");
        assertThat(memory.peak()).isEqualTo(Bytes.mebi(2));
        assertThat(reset).hasContent("5");
    }

    @Test
    void aMarkThatCannotBeResetIsReadAllTheSame() throws Exception {
        status("VmHWM:\t   2048 kB\nVmRSS:\t   1024 kB\n");
        ProcessMemory memory = ProcessMemory.in(process);
        assertThat(memory.peak()).isEqualTo(Bytes.mebi(2));
    }

    @Test
    void withoutAMarkWhatIsResidentIsTold() throws Exception {
        status("VmRSS:\t   1024 kB\n");
        assertThat(ProcessMemory.in(process).peak()).isEqualTo(Bytes.mebi(1));
    }

    @Test
    void aSystemThatDoesNotTellIsRefusedWithARemedy() {
        assertThatThrownBy(() -> ProcessMemory.in(process))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("let the job count its memory itself");
    }

    @Test
    void nonsenseIsNoAmountOfMemory() throws Exception {
        status("VmHWM:\t   much\n");
        assertThatThrownBy(() -> ProcessMemory.in(process)).isInstanceOf(AtomizableException.class);
        status("VmHWM:\t   much kB\n");
        assertThatThrownBy(() -> ProcessMemory.in(process)).isInstanceOf(AtomizableException.class);
        status("VmHWM:\t   9223372036854775807 kB\n");
        assertThatThrownBy(() -> ProcessMemory.in(process)).isInstanceOf(AtomizableException.class);
    }

    @Test
    void aKernelThatStopsTellingIsAFailure() throws Exception {
        status("VmHWM:\t   2048 kB\n");
        ProcessMemory memory = ProcessMemory.in(process);
        Files.delete(process.resolve("status"));
        assertThatThrownBy(memory::peak).isInstanceOf(UncheckedIOException.class);
    }

    private void status(String text) throws IOException {
        Files.writeString(process.resolve("status"), text);
    }
}
