package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Locale;
import org.atomizable.api.time.TimeSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler on a machine whose language has digits of its own: whatever programs read of it is in ASCII. */
class LanguagesTest {

    private final Locale usual = Locale.getDefault();

    @AfterEach
    void backToTheUsual() {
        Locale.setDefault(usual);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fa-IR", "ar-EG", "bn-BD", "my-MM", "ne-NP", "tr-TR"})
    void addressesAnswersAndMetricsAreReadByPrograms(String language) throws Exception {
        Locale.setDefault(Locale.forLanguageTag(language));
        try (Scheduler scheduler = Scheduler.start(SchedulerOptions.of(Generous.ALWAYS), TimeSource.system())) {
            assertThat(scheduler.uri().toString()).matches("http://127\\.0\\.0\\.1:[0-9]+");
            Client caller = new Client(scheduler.uri());
            String job = caller.register("red", "key-1").id();
            assertThat(job).matches("\\p{ASCII}+");
            for (String path : new String[] {"/v1/jobs", "/v1/jobs/" + job, "/v1/cluster", "/metrics", "/readyz"}) {
                HttpResponse<String> answer = caller.get(path);
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
                assertThat(answer.body()).as(path).matches("(?s)\\p{ASCII}+");
            }
        }
    }
}
