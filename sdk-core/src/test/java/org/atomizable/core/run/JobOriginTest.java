package org.atomizable.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
}
