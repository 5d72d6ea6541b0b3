package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptedTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/event-stream | true",
                "Text/Event-Stream; charset=utf-8 | true",
                "text/event-stream, */* | true",
                "text/event-stream, application/json;q=0.5 | true",
                "application/json, text/event-stream | false",
                "application/json, text/event-stream;q=0.9 | false",
                "text/event-stream;q=0 | false",
                "text/event-stream;q=much | false",
                "*/* | false",
                "application/json | false"
            })
    void aStreamIsGivenToAClientThatPrefersIt(String header, boolean stream) {
        assertThat(Accepted.of(Optional.of(header)).prefers("text/event-stream", "application/json"))
                .isEqualTo(stream);
    }

    @ParameterizedTest
    @CsvSource(
            value = {"''", "',;,'"},
            delimiter = '|')
    void aClientThatSaysNothingGetsNoStream(String header) {
        assertThat(Accepted.of(Optional.of(header)).prefers("text/event-stream", "application/json"))
                .isFalse();
    }
}
