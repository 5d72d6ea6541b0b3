package org.atomizable.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.atomizable.api.Bytes;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.warm.MemoryBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class WarmOptionsTest {

    private static final boolean PROCESSES = true;
    private static final boolean IN_PROCESS = false;
    private static final MemoryBudget NONE = new MemoryBudget(Bytes.ZERO);

    @Command
    private static final class Any {
        @Mixin
        private WarmOptions warm = new WarmOptions();
    }

    private static MemoryBudget budget(boolean processes, String... arguments) {
        Any any = new Any();
        new CommandLine(any).parseArgs(arguments);
        return any.warm.budget(processes);
    }

    @Test
    void workersInProcessesWaitUnlessThatIsRefused() {
        assertThat(budget(PROCESSES)).isEqualTo(ChildProcesses.usualBudget()).isNotEqualTo(NONE);
        assertThat(budget(PROCESSES, "--warm")).isEqualTo(ChildProcesses.usualBudget());
        assertThat(budget(PROCESSES, "--warm-memory", "64")).isEqualTo(new MemoryBudget(Bytes.mebi(64)));
        assertThat(budget(PROCESSES, "--no-warm")).isEqualTo(NONE);
    }

    @Test
    void workersInThisProcessDoNotWait() {
        assertThat(budget(IN_PROCESS)).isEqualTo(NONE);
        assertThat(budget(IN_PROCESS, "--no-warm")).isEqualTo(NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--warm", "--warm-memory=64"})
    void workersInThisProcessCannotBeAskedToWait(String option) {
        assertThatThrownBy(() -> budget(IN_PROCESS, option))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("for workers in processes of their own");
    }

    @Test
    void aBudgetOfNoWorkersIsRefused() {
        assertThatThrownBy(() -> budget(PROCESSES, "--no-warm", "--warm-memory=64"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("leave one of them out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1073741825"})
    void aBudgetOutsideItsRangeIsRefused(String mebi) {
        assertThatThrownBy(() -> budget(PROCESSES, "--warm-memory=" + mebi))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("must be 1 to 2^30 MiB, was " + mebi);
    }
}
