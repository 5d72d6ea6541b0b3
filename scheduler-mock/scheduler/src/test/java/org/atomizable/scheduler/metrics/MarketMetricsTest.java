package org.atomizable.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.market.Signals;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.market.pressure.PressureRules;
import org.atomizable.scheduler.node.pressure.NodeMemory;
import org.atomizable.scheduler.node.pressure.PressureReading;
import org.atomizable.scheduler.node.pressure.WatchedMemory;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

class MarketMetricsTest {

    private static final Pattern NAME_AND_TYPE = Pattern.compile("(?m)^# TYPE (atomizable_\\w+) (\\w+)$");
    private static final Pattern NAME = Pattern.compile("(?m)^# TYPE (atomizable_\\w+) ");

    private static final NodeMemory ROOMY = new NodeMemory() {
        @Override
        public Set<String> of(String slice) {
            return Set.of(WatchedMemory.HOST);
        }

        @Override
        public PressureReading read(Map<String, Bytes> held, Instant now) {
            return PressureReading.of(new WatchedMemory(WatchedMemory.HOST, Bytes.of(30), Bytes.of(120)));
        }
    };

    private final VirtualTime time = VirtualTime.create();

    /** A market in which one job was granted a window and reported. */
    private Market market() throws Exception {
        Willing job = new Willing();
        Market market = new Market(
                time,
                new OneSlice(Interval.of(time.now().minusSeconds(10), Duration.ofHours(1))),
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, 3)
                        .watching(PressureRules.of(ROOMY)),
                job,
                Observer.NONE);
        job.market = Optional.of(market);
        market.register(
                new JobRequest("red", Mode.SJA, "team", 0, Optional.empty(), Optional.of(1000L), 0, Optional.of("k")));
        time.advance(Duration.ofSeconds(1));
        market.register(
                new JobRequest("blue", Mode.SJA, "team", 0, Optional.empty(), Optional.empty(), 0, Optional.of("l")));
        return market;
    }

    private final class Willing implements Mailbox {

        private Optional<Market> market = Optional.empty();

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            later(
                    10,
                    () -> market.orElseThrow()
                            .answer(
                                    window.id(),
                                    Signals.of(
                                            job, true, 10, Duration.ofSeconds(1), Duration.ofSeconds(2), "wants it")));
        }

        @Override
        public void granted(String job, Grant grant) {
            later(
                    100,
                    () -> market.orElseThrow()
                            .report(
                                    grant.id(),
                                    new SubjobEnd(
                                            SubjobEnd.Kind.YIELDED,
                                            "",
                                            10,
                                            Duration.ofMillis(1000),
                                            Duration.ofMillis(1250),
                                            Bytes.mebi(1))));
        }

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {}

        @Override
        public void forgotten(String job) {}

        private void later(int millis, Word word) {
            time.schedule(Duration.ofMillis(millis), () -> {
                try {
                    word.say();
                } catch (Refused late) {
                    // Another window will do.
                }
            });
        }
    }

    private interface Word {
        void say() throws Refused;
    }

    /** Everything that a scheduler can tell. */
    private SchedulerMetrics metrics() throws Exception {
        SchedulerMetrics metrics = new SchedulerMetrics();
        metrics.add(market());
        metrics.addOpen(() -> 3, () -> 7);
        metrics.addCertificate(() -> Instant.ofEpochSecond(2_000_000_000));
        metrics.requests().answered("GET", "/v1/jobs/{id}", 204, Duration.ofMillis(3));
        metrics.clearings().decided(Duration.ofMillis(20));
        return metrics;
    }

    static Set<String> names(String text) {
        return NAME.matcher(text).results().map(it -> it.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void itTellsOfJobsSlicesAndSafePoints() throws Exception {
        String text = metrics().scrape();

        assertThat(text).containsPattern("atomizable_windows_granted_total [1-9]");
        assertThat(text)
                .contains("atomizable_job_next_atom{")
                .contains("job=\"red\"")
                .contains("tenant=\"team\"")
                .contains("atomizable_node_memory_used_share 0.25")
                .contains("atomizable_node_memory_level{level=\"green\"} 1.0");
        assertThat(text).containsPattern("atomizable_job_last_safe_point_cost_seconds\\{[^}]*job=\"red\"[^}]*} 0\\.25");
        assertThat(text).containsPattern("atomizable_job_last_safe_point_timestamp_seconds\\{[^}]*} 9\\.4668");
        assertThat(text).contains("atomizable_journal_stuck 0.0");
    }

    @Test
    void everyMetricIsDocumentedWithItsTypeAndLabelsAndEveryDocumentedOneIsThere() throws Exception {
        String page = Files.readString(Path.of("../../docs/reference/metrics.md"));
        Set<String> documented = Pattern.compile("(?m)^\\| `(atomizable_\\w+)` \\| (\\w+) \\| ([^|]*)\\|")
                .matcher(page)
                .results()
                .map(it -> "%s %s %s"
                        .formatted(it.group(1), it.group(2), it.group(3).replaceAll("[` ]", "")))
                .collect(Collectors.toCollection(TreeSet::new));

        String text = metrics().scrape();

        Set<String> told = NAME_AND_TYPE
                .matcher(text)
                .results()
                .map(it -> "%s %s %s".formatted(it.group(1), it.group(2), labels(text, it.group(1))))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(told).isEqualTo(documented);
    }

    private static String labels(String text, String name) {
        Matcher sample = Pattern.compile("(?m)^%s(?:_bucket)?\\{([^\n]*)} ".formatted(name))
                .matcher(text);
        if (!sample.find()) {
            return "";
        }
        return Pattern.compile("(\\w+)=\"")
                .matcher(sample.group(1))
                .results()
                .map(it -> it.group(1))
                .filter(it -> !it.equals("le"))
                .sorted()
                .collect(Collectors.joining(","));
    }

    @Test
    void theGrafanaDashboardAsksForWhatThereIs() throws Exception {
        String text = metrics().scrape();
        JsonNode dashboard =
                new ObjectMapper().readTree(Path.of("../../docs/grafana.json").toFile());
        Set<String> known = names(text);

        Set<String> asked = new TreeSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                Pattern.compile("atomizable_\\w+")
                        .matcher(target.path("expr").asText())
                        .results()
                        .forEach(it -> asked.add(it.group().replaceFirst("_(bucket|count|sum)$", "")));
            }
        }

        assertThat(known).containsAll(asked);
        assertThat(asked).hasSizeGreaterThan(10);
    }

    @Test
    void everyStateOfJobsIsThereAlsoOneThatNoJobIsIn() throws Exception {
        String text = metrics().scrape();

        for (JobState state : JobState.values()) {
            assertThat(text)
                    .contains("atomizable_jobs{state=\"%s\"} "
                            .formatted(state.name().toLowerCase(Locale.ROOT)));
        }
        assertThat(text).contains("atomizable_jobs{state=\"withdrawn\"} 0");
    }

    @Test
    void secondsOfSlicesAreCountersThatNeverGoBack() throws Exception {
        SchedulerMetrics metrics = new SchedulerMetrics();
        metrics.add(market());
        double before = -1;
        for (int i = 0; i < 50; i++) {
            double busy = sum(metrics.scrape(), "atomizable_slice_busy_seconds_total");
            assertThat(busy).isGreaterThanOrEqualTo(before);
            before = busy;
            time.advance(Duration.ofMillis(37));
        }
        assertThat(before).isPositive();
        assertThat(metrics.scrape()).contains("# TYPE atomizable_slice_hole_seconds_total counter");
    }

    private static double sum(String text, String name) {
        return text.lines()
                .filter(it -> it.startsWith(name + "{"))
                .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' '))))
                .sum();
    }

    @Test
    void latenciesAreHistogramsByRouteAndClassOfStatus() throws Exception {
        String text = metrics().scrape();

        assertThat(text)
                .contains("# TYPE atomizable_http_request_duration_seconds histogram")
                .contains("atomizable_http_request_duration_seconds_bucket"
                        + "{method=\"GET\",route=\"/v1/jobs/{id}\",status=\"2xx\",le=\"0.0025\"} 0")
                .contains("atomizable_http_request_duration_seconds_bucket"
                        + "{method=\"GET\",route=\"/v1/jobs/{id}\",status=\"2xx\",le=\"0.005\"} 1")
                .contains("# TYPE atomizable_clearing_duration_seconds histogram")
                .containsPattern("atomizable_clearing_duration_seconds_count [1-9]")
                .contains("atomizable_streams_open 3.0")
                .contains("atomizable_connections_open 7.0")
                .contains("atomizable_certificate_expiry_timestamp_seconds 2.0E9");
    }

    @Test
    void onlyAJobThatWaitsSaysSinceWhen() throws Exception {
        String text = metrics().scrape();

        assertThat(text.lines().filter(it -> it.startsWith("atomizable_job_waiting_since_timestamp_seconds{")))
                .hasSize((int) sum(text, "atomizable_jobs", "waiting"));
    }

    private static double sum(String text, String name, String state) {
        return text.lines()
                .filter(it -> it.startsWith("%s{state=\"%s\"}".formatted(name, state)))
                .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' '))))
                .sum();
    }

    /** By Prometheus' own rules for names: counters end in _total, and nothing else does. */
    @Test
    void namesAreAsPrometheusWantsThem() throws Exception {
        for (String line : metrics()
                .scrape()
                .lines()
                .filter(it -> it.startsWith("# TYPE atomizable_"))
                .toList()) {
            String[] parts = line.split(" ");
            assertThat(parts[2].endsWith("_total")).as(line).isEqualTo(parts[3].equals("counter"));
            assertThat(parts[2]).doesNotContainPattern("milli|micro|minutes|kibi|mebi");
        }
    }
}
