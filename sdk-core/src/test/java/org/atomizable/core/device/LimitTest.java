package org.atomizable.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LimitTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskWithoutANameIsTheSharedMemoryIfThatIsFull() {
        String full = "OSError: [Errno 28] No space left on device";
        assertThat(Limit.reached(full, 4096)).contains(Limit.SHARED_MEMORY);
        assertThat(Limit.reached(full, 1L << 30)).isEmpty();
        assertThat(Limit.reached("too many cooks", 4096)).isEmpty();
        assertThat(Limit.reached("can't start new thread", 4096)).contains(Limit.PROCESSES);
        assertThat(Limit.reached("OSError: [Errno 27] File too large", 4096)).contains(Limit.FILE_SIZE);
    }
}
