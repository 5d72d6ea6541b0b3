package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EndingTest {

    @Test
    void aBusErrorIsToldAsThatOfSharedMemoryWithWhatMakesItLarger() {
        assertThat(Ending.of(128 + 7, "did not end atom 0", "; it printed nothing"))
                .hasMessageContainingAll("signal 7 ended it", "/dev/shm", "--shm-size", "correct the program");
        assertThat(Ending.of(128 + 11, "did not end atom 0", "; it printed nothing"))
                .hasMessageContaining("Correct the program")
                .message()
                .doesNotContain("/dev/shm");
    }

    @Test
    void aFileThatIsTooLargeIsToldAsALimit() {
        assertThat(Ending.of(128 + 25, "did not end atom 0", "; it printed nothing"))
                .hasMessageContainingAll("signal 25 ended it", "ulimit -f");
    }

    @Test
    void aProgramWithoutTheModuleSaysHowToGetIt() {
        assertThat(Ending.of(1, "did not answer", "; ModuleNotFoundError: No module named 'atomizable'"))
                .hasMessageContainingAll("no module atomizable", "python-helper > atomizable.py");
        assertThat(Ending.of(1, "did not answer", "; ModuleNotFoundError: No module named 'atomizer'"))
                .hasMessageContaining("Correct the program");
    }
}
