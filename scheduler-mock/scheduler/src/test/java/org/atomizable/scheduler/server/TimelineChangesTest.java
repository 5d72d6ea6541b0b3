package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.Signals;
import org.atomizable.scheduler.market.TimelineSpan;
import org.atomizable.scheduler.market.change.Along;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimelineChangesTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final VirtualTime time = VirtualTime.create();
    private Market market;
    private TimelineChanges changes;

    /** Signals for every window, runs half of each grant, and reports. */
    private final class Runs implements Mailbox {

        @Override
        public void offered(String job, Window window, Instant answersBy) {
            Duration most = window.length().dividedBy(2);
            time.schedule(
                    Duration.ofMillis(10),
                    () -> say(() ->
                            market.answer(window.id(), Signals.of(job, true, 1, most.dividedBy(2), most, "fits"))));
        }

        @Override
        public void granted(String job, Grant grant) {
            Duration runs = Duration.between(grant.starts(), grant.ends()).dividedBy(2);
            time.schedule(
                    Duration.between(time.now(), grant.starts()),
                    () -> say(() -> market.accept(grant.id(), new Acceptance(0, 1, Bytes.mebi(1), runs))));
            time.schedule(
                    Duration.between(time.now(), grant.starts()).plus(runs),
                    () -> say(() -> market.report(
                            grant.id(),
                            new SubjobEnd(SubjobEnd.Kind.YIELDED, "time", 1, runs.dividedBy(2), runs, Bytes.mebi(1)))));
        }

        @Override
        public void revoked(String job, String grant, LeaseEvent why) {}

        @Override
        public void forgotten(String job) {}
    }

    private interface Saying {
        void run() throws Refused;
    }

    private static void say(Saying what) {
        try {
            what.run();
        } catch (Refused late) {
            // Another job got the window meanwhile.
        }
    }

    @BeforeEach
    void open() throws Exception {
        market = new Market(
                time,
                new SimulatedNode(
                        SimulatedGpus.parse("sim:A100-80GB*2").slices(), Load.DEFAULT.withOpenAtOnce(4), 7, time.now()),
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, 10),
                new Runs(),
                Observer.NONE);
        for (String name : new String[] {"a", "b", "c"}) {
            market.register(new JobRequest(
                    name, Mode.SJA, JobRequest.NOBODY, 0, Optional.empty(), Optional.of(1000L), 0, Optional.empty()));
        }
        changes = new TimelineChanges(market, time);
    }

    private record Known(Map<String, TimelineSpan> pieces) {

        void learn(TimelineChanges.News news) {
            if (news.whole()) {
                pieces.clear();
            }
            news.gone().forEach(it -> pieces.remove(key(it)));
            news.put().forEach(it -> pieces.put(key(it), it));
        }

        private static String key(TimelineSpan it) {
            return it.slice() + it.kind() + it.label() + it.time().from();
        }

        /** What runs ends now, which is not told each time. */
        private static String shown(TimelineSpan it) {
            boolean running = it.subjob().filter(TimelineSpan.Subjob::running).isPresent();
            return key(it) + " until " + (running ? "now" : it.time().to());
        }

        java.util.Set<String> since(Instant from) {
            return pieces.values().stream()
                    .filter(it -> it.time().to().isAfter(from)
                            || it.subjob().filter(TimelineSpan.Subjob::running).isPresent())
                    .map(Known::shown)
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void whoFollowsTheChangesKnowsTheWholeTimeline() {
        time.advance(MINUTE);
        Known following = new Known(new HashMap<>());
        TimelineChanges.News news = changes.after(0, MINUTE);
        following.learn(news);
        int told = news.put().size();
        for (int second = 1; second <= 120; second++) {
            time.advance(Duration.ofMillis(second % 7 == 0 ? 4000 : 900));
            if (second == 60) {
                reserve();
            }
            news = changes.after(news.number(), MINUTE);
            assertThat(news.whole()).isFalse();
            following.learn(news);
            told += news.put().size();
        }
        Known fresh = new Known(new HashMap<>());
        TimelineChanges.News whole = changes.after(0, MINUTE);
        fresh.learn(whole);
        assertThat(whole.whole()).isTrue();
        Instant from = time.now().minus(MINUTE.dividedBy(2));
        assertThat(following.since(from)).isEqualTo(fresh.since(from));
        assertThat(told)
                .as("each piece is told about twice")
                .isLessThan(following.pieces().size() * 3);
    }

    private void reserve() {
        try {
            market.reserve(
                    "gpu0.1", "fan", time.now().plusSeconds(30), time.now().plusSeconds(40), Along.nothing());
        } catch (Refused promised) {
            // The slice is promised to a window then.
        }
    }

    @Test
    void nothingIsToldTwiceToAReaderWhoIsUpToDate() {
        time.advance(MINUTE);
        TimelineChanges.News news = changes.after(changes.after(0, MINUTE).number(), MINUTE);
        assertThat(news.whole()).isFalse();
        assertThat(news.put()).isEmpty();
        assertThat(news.gone()).isEmpty();
        assertThat(news.slices()).isEmpty();
    }

    @Test
    void aReaderWhoSleptTooLongBeginsAnew() {
        TimelineChanges.News news = changes.after(0, MINUTE);
        TimelineChanges restarted = new TimelineChanges(market, time);
        time.advance(MINUTE);
        assertThat(restarted.after(news.number() - 1_000_000_000, MINUTE).whole())
                .isTrue();
    }
}
