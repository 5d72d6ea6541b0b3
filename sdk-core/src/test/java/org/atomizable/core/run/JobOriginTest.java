package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobOriginTest {

    private static Map<String, String> notes(String job, Map<String, String> parameters) {
        return JobOrigin.notes(job, parameters, Optional.empty());
    }

    @Test
    void theTimeThatACommandMayTakeIsNoPartOfIt() {
        assertThat(notes("command", Map.of("command", "true", "answer-limit", "5", "start-limit", "7")))
                .isEqualTo(notes("command", Map.of("command", "true")));
    }

    @Test
    void aParameterOfAnotherJobCountsWhateverItsName() {
        assertThat(notes("Fit", Map.of("step-limit", "5"))).isNotEqualTo(notes("Fit", Map.of("step-limit", "9")));
        assertThat(notes("Fit", Map.of("answer-limit", "5"))).isNotEqualTo(notes("Fit", Map.of("answer-limit", "9")));
    }

    @Test
    void anotherScriptOfACommandIsOtherCode(@TempDir Path directory) throws Exception {
        Path script = Files.writeString(directory.resolve("fit.py"), "lr = 1");
        Files.writeString(directory.resolve("data.csv"), "1");
        String line = "python3 -u '%s' --data=%s/data.csv".formatted(script, directory);
        JobOrigin before = command(line);

        Files.writeString(directory.resolve("data.csv"), "2");
        assertThat(before.hasOtherCodeThan(command(line))).isFalse();

        Files.writeString(script, "lr = 2");
        assertThat(before.hasOtherCodeThan(command(line))).isTrue();
        assertThat(before.differences(command(line))).isEmpty();

        Files.delete(script);
        assertThat(before.hasOtherCodeThan(command(line))).isFalse();
    }

    private static JobOrigin command(String line) {
        return new JobOrigin(JobOrigin.notes("command", Map.of("command", line), Optional.empty()));
    }
}
