package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ReservationRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instants and names that one client sends and others must be able to read. */
class TextsOfRequestsTest {

    private static Scheduler scheduler;
    private static Client caller;

    @BeforeAll
    static void start() throws AtomizableException {
        scheduler = Scheduler.start(SchedulerOptions.of(Generous.ALWAYS), TimeSource.system());
        caller = new Client(scheduler.uri());
    }

    @AfterAll
    static void stop() {
        scheduler.close();
    }

    /** Clients whose date types end at the year 9999, or that take a number for milliseconds, read every list of jobs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1796100000000",
                "1796100000",
                "1.5",
                "true",
                "\"1796100000\"",
                "\"tomorrow\"",
                "\"2027-01-31\"",
                "\"2027-01-31T12:00:00\"",
                "\"2027-02-30T12:00:00Z\"",
                "\"+1000000000-12-31T23:59:59Z\"",
                "\"+58886-01-01T00:00:00Z\"",
                "\"-0001-01-01T00:00:00Z\"",
                "\"9999-12-31T23:59:59-01:00\"",
                "\"0000-01-01T00:00:00+01:00\""
            })
    void whatIsNoInstantIsRefusedByName(String instant) throws Exception {
        HttpResponse<String> deadline = caller.post("/v1/jobs", dated(instant));
        assertThat(deadline.statusCode()).isEqualTo(400);
        assertThat(caller.problem(deadline).detail()).contains("\"deadline\"", "2027-01-31T12:00:00Z");
        HttpResponse<String> reservation = caller.post(
                "/v1/reservations",
                "{\"slice\":\"a\",\"label\":\"b\",\"from\":%s,\"to\":\"2027-01-31T12:00:00Z\"}".formatted(instant));
        assertThat(reservation.statusCode()).isEqualTo(400);
        assertThat(caller.problem(reservation).detail()).contains("\"from\"");
    }

    private static String dated(String instant) {
        return "{\"name\":\"red\",\"mode\":\"sja\",\"priority\":0,\"deadline\":%s,\"totalAtoms\":9,\"nextAtom\":0}"
                .formatted(instant);
    }

    @Test
    void anInstantMayHaveAnOffsetAndIsAnsweredWithoutOne() throws Exception {
        HttpResponse<String> made = caller.post("/v1/jobs", dated("\"2027-01-31T12:00:00.5+03:30\""));
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.body()).contains("\"deadline\":\"2027-01-31T08:30:00.500Z\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"})
    void anInstantBeyondACenturyMakesNoSense(String instant) throws Exception {
        HttpResponse<String> deadline = caller.post("/v1/jobs", dated("\"%s\"".formatted(instant)));
        assertThat(deadline.statusCode()).isEqualTo(422);
        assertThat(caller.problem(deadline).detail()).contains("within a century of now, was " + instant);
        String slice = scheduler.slices().get(0).id();
        Instant now = TimeSource.system().now();
        for (ReservationRequest each : List.of(
                new ReservationRequest(slice, "b", Instant.parse(instant), now.plusSeconds(60)),
                new ReservationRequest(slice, "b", now, Instant.parse(instant)))) {
            assertThat(caller.problem(caller.post("/v1/reservations", each)).detail())
                    .contains("within a century of now");
        }
    }

    /** A job's name becomes a directory and a line in a list, on machines of others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "../../",
                "a/b",
                "a b",
                ".hidden",
                "-x",
                "a\u202eb",
                "\u200b",
                "a\u2028b",
                "\ud83d\ude00",
                "\ud83d"
            })
    void aJobsNameThatTheSdkRefusesIsRefused(String name) throws Exception {
        HttpResponse<String> response = caller.post("/v1/jobs", named(name, "red"));
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(caller.problem(response).detail()).contains("must be 1 to 100 letters");
    }

    private static String named(String name, String tenant) {
        return dated("null")
                .replace("\"name\":\"red\"", "\"name\":%s,\"tenant\":%s".formatted(quoted(name), quoted(tenant)));
    }

    /** As ASCII: a half of a pair has no bytes of its own. */
    private static String quoted(String text) {
        return text.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining("", "\"", "\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a\u202eb", "a\u200eb", "a\u2028b", "a\u2029b", "a\nb", "\ud83d", "a\ufeff"})
    void aTenantAndALabelHaveNoCharacterThatIsNotSeen(String text) throws Exception {
        HttpResponse<String> job = caller.post("/v1/jobs", named("red", text));
        assertThat(job.statusCode()).isEqualTo(422);
        assertThat(caller.problem(job).detail()).contains("a tenant's name has 1 to 200 characters");
        Instant now = TimeSource.system().now();
        HttpResponse<String> reservation = caller.post(
                "/v1/reservations",
                "{\"slice\":\"%s\",\"label\":%s,\"from\":\"%s\",\"to\":\"%s\"}"
                        .formatted(scheduler.slices().get(0).id(), quoted(text), now, now.plusSeconds(60)));
        assertThat(reservation.statusCode()).isEqualTo(422);
        assertThat(caller.problem(reservation).detail()).contains("a label must have");
    }

    @Test
    void aTenantMayBeWrittenInAnyScript() throws Exception {
        for (String tenant : List.of("\u06a9\u0627\u0631", "\u7814\u7a76", "team \ud83d\ude00", "M\u00fcller & Co.")) {
            assertThat(caller.post("/v1/jobs", named("red", tenant)).statusCode())
                    .as(tenant)
                    .isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "0.5", "true"})
    void aTextIsNotMadeOfANumber(String value) throws Exception {
        String good = dated("null");
        HttpResponse<String> response = caller.post("/v1/jobs", good.replace("\"red\"", value));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(caller.problem(response).detail()).contains("\"name\"");
    }
}
