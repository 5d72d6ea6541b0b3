package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.ExplainedBid;
import org.atomizable.api.wire.GrantIssued;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.api.wire.WindowOffered;
import org.atomizable.api.wire.WindowView;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.EventListener;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One slice that is always free, and time enough for the slowest machine to answer. */
class BiddingOverHttpTest {

    private Scheduler scheduler;
    private Client caller;

    @BeforeEach
    void start() throws AtomizableException {
        scheduler = Scheduler.start(
                SchedulerOptions.of(Generous.ALWAYS).offering(Generous.PATIENT).scoredBy(BidClearingRules.PUBLISHED),
                TimeSource.system());
        caller = new Client(scheduler.uri());
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    private JobView register(String name, String tenant) throws Exception {
        JobRegistration registration = new JobRegistration(name, "jasda", tenant, 0, null, 1000L, 0);
        return caller.read(caller.post("/v1/jobs", registration).body(), JobView.class);
    }

    private static VariantMessage variant(String id, double from, double to, Map<String, Double> features) {
        return new VariantMessage(id, null, 0, 10, from, to, 1 << 20, "declared", 100, features, 0.1);
    }

    private static VariantMessage half(WindowOffered window, boolean first) {
        double length = Duration.between(window.opens(), window.closes()).toNanos() / 1e9;
        return variant(
                first ? "first" : "second",
                first ? 0 : length / 2,
                first ? length / 2 : length,
                Map.of("headroom", 0.9));
    }

    private HttpResponse<String> bid(WindowOffered window, String job, VariantMessage... variants) throws Exception {
        return caller.post(
                "/v1/windows/%s/bids".formatted(window.id()), new BidMessage(job, List.of(variants), "fits"));
    }

    @Test
    void twoJobsShareAWindowAndAskWhyItWentSo() throws Exception {
        JobView red = register("red", "physics");
        assertThat(red.tenant()).isEqualTo("physics");
        assertThat(red.reliability()).isEqualTo(1);
        String blue = register("blue", null).id();
        WindowOffered window = caller.next("window", red.id(), 0).window();
        assertThat(bid(window, red.id(), half(window, true), half(window, false))
                        .statusCode())
                .isEqualTo(204);
        assertThat(bid(window, blue, half(window, true)).statusCode()).isEqualTo(204);
        GrantIssued reds = caller.next("grant", red.id(), 0).grant();
        GrantIssued blues = caller.next("grant", blue, 0).grant();
        assertThat(blues.ends()).isEqualTo(reds.starts());

        WindowView view = caller.read(caller.get("/v1/windows/" + window.id()).body(), WindowView.class);
        assertThat(view.winners()).extracting(WindowView.Winner::job).containsExactly("blue", "red");
        assertThat(view.gap()).isZero();
        assertThat(view.answers()).extracting(WindowView.AnswerView::interested).containsExactly(true, true);
        assertThat(view.bids()).extracting(ExplainedBid::won).containsExactly(true, true);
        ExplainedBid explained = view.bids().get(0);
        assertThat(explained.features()).containsExactly(Map.entry("headroom", 0.9));
        assertThat(explained.schedulerFeatures()).containsKeys("area-filled", "fairness-deficit");
        assertThat(explained.weight()).isEqualTo(explained.score() * 300, org.assertj.core.data.Offset.offset(1e-6));
    }

    @ParameterizedTest
    @CsvSource({
        "headroom, 1.5, nonsense, cannot be 1.5",
        "headroom, -0.5, nonsense, cannot be -0.5",
        "beauty, 0.5, nonsense, some of progress",
        "headroom, 0.99999, does-not-fit, can be at most"
    })
    void featuresThatCannotBeAreRefusedByName(String feature, double value, String type, String detail)
            throws Exception {
        String red = register("red", null).id();
        register("blue", null);
        WindowOffered window = caller.next("window", red, 0).window();
        VariantMessage lie = new VariantMessage(
                "v", null, 0, 10, 0, 600, window.capacityBytes() / 2, "declared", 100, Map.of(feature, value), 0);
        HttpResponse<String> answer = bid(window, red, lie);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(caller.problem(answer).type()).endsWith(type);
        assertThat(caller.problem(answer).detail()).contains(detail);
    }

    @Test
    void oneClientListensForAsManyJobsAsItLikes() throws Exception {
        int many = 12;
        CountDownLatch told = new CountDownLatch(many);
        try (SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, TimeSource.system())) {
            List<SchedulerClient.Listening> streams = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                streams.add(client.events(register("job-" + i, null).id(), new EventListener() {
                    @Override
                    public void on(EventMessage event) {
                        told.countDown();
                    }

                    @Override
                    public void lost(AtomizableException why) {}
                }));
            }
            assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
            streams.forEach(SchedulerClient.Listening::close);
        }
    }

    @Test
    void whatIsNoBidIsRefusedAndWhatIsNoWindowNotFound() throws Exception {
        String red = register("red", null).id();
        register("blue", null);
        WindowOffered window = caller.next("window", red, 0).window();
        String path = "/v1/windows/%s/bids".formatted(window.id());
        for (String body : List.of(
                "{\"job\":\"%s\",\"because\":\"\"}".formatted(red),
                "{\"job\":\"%s\",\"variants\":[null],\"because\":\"\"}".formatted(red),
                "{\"job\":\"%s\",\"variants\":[{\"id\":\"v\"}],\"because\":\"\"}".formatted(red),
                "{\"job\":\"%s\",\"variants\":7,\"because\":\"\"}".formatted(red))) {
            assertThat(caller.post(path, body).statusCode()).as(body).isEqualTo(400);
        }
        HttpResponse<String> backwards = bid(window, red, variant("v", 2, 1, Map.of()));
        assertThat(caller.problem(backwards).detail()).contains("\"toSeconds\" cannot be 1.0");
        assertThat(caller.get("/v1/windows/nowhere").statusCode()).isEqualTo(404);
        assertThat(caller.get("/v1/windows/" + window.id()).statusCode()).isEqualTo(404);
    }
}
