package org.atomizable.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Clearing;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.JobRequest;
import org.atomizable.scheduler.market.Mailbox;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.Observer;
import org.atomizable.scheduler.market.OneSlice;
import org.atomizable.scheduler.market.Signal;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.Test;

class MarketMetricsTest {

    private static final Pattern NAME = Pattern.compile("(?m)^# TYPE (atomizable_\\w+) ");

    private final VirtualTime time = VirtualTime.create();

    /** A market in which one job was granted a window and reported. */
    private Market market() throws Exception {
        Willing job = new Willing();
        Market market = new Market(
                time,
                new OneSlice(Interval.of(time.now().minusSeconds(10), Duration.ofHours(1))),
                new MarketRules(OfferRules.DEFAULT, Clearing.named("efficiency"), LeaseRules.DEFAULT, 3),
                job,
                Observer.NONE);
        job.market = Optional.of(market);
        market.register(
                new JobRequest("red", "sja", "team", 0, Optional.empty(), Optional.of(1000L), 0, Optional.of("k")));
        time.advance(Duration.ofSeconds(1));
        market.register(
                new JobRequest("blue", "sja", "team", 0, Optional.empty(), Optional.empty(), 0, Optional.of("l")));
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
                                    new Signal(
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

    private static Set<String> names(String text) {
        return NAME.matcher(text).results().map(it -> it.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void itTellsOfJobsSlicesAndSafePoints() throws Exception {
        String text = new MarketMetrics(market()).scrape();

        assertThat(text).containsPattern("atomizable_windows_granted_total [1-9]");
        assertThat(text)
                .contains("atomizable_job_next_atom{")
                .contains("job=\"red\"")
                .contains("tenant=\"team\"");
        assertThat(text).containsPattern("atomizable_job_last_safe_point_cost_seconds\\{[^}]*job=\"red\"[^}]*} 0\\.25");
        assertThat(text).containsPattern("atomizable_job_last_safe_point_timestamp_seconds\\{[^}]*} 9\\.4668");
        assertThat(text).contains("atomizable_journal_stuck 0.0");
    }

    @Test
    void everyNameIsDocumentedAndEveryDocumentedNameIsThere() throws Exception {
        Set<String> documented = new TreeSet<>();
        Matcher row = Pattern.compile("(?m)^\\| `(atomizable_\\w+)")
                .matcher(Files.readString(Path.of("../docs/operations.md")));
        while (row.find()) {
            documented.add(row.group(1));
        }

        String text = new MarketMetrics(market()).scrape();

        assertThat(names(text)).isEqualTo(documented);
    }

    @Test
    void theGrafanaDashboardAsksForWhatThereIs() throws Exception {
        String text = new MarketMetrics(market()).scrape();
        JsonNode dashboard =
                new ObjectMapper().readTree(Path.of("../docs/grafana.json").toFile());
        Set<String> known = names(text);

        Set<String> asked = new TreeSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                Pattern.compile("atomizable_\\w+")
                        .matcher(target.path("expr").asText())
                        .results()
                        .forEach(it -> asked.add(it.group()));
            }
        }

        assertThat(known).containsAll(asked);
        assertThat(asked).hasSizeGreaterThan(10);
    }
}
