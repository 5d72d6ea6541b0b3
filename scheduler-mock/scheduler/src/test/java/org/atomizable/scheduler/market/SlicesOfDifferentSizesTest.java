package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.offer.OfferRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three small slices and a large one, all free, and jobs that signal for every slice with the memory that they need. */
class SlicesOfDifferentSizesTest {

    private static final Duration OVERHEAD = Duration.ofMillis(100);
    private static final Duration USEFUL = Duration.ofSeconds(1);

    private final VirtualTime time = VirtualTime.create();
    private final Map<String, Bytes> claims = new HashMap<>();
    private final List<String> ofLarge = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    private final Silent mailbox = new Silent() {
        @Override
        public void offered(String job, Window window, Instant answersBy) {
            time.schedule(Duration.ofMillis(1), () -> answer(job, window));
        }

        @Override
        public void granted(String job, Grant grant) {
            time.schedule(Duration.between(time.now(), grant.starts()).plus(USEFUL), () -> report(job, grant));
        }
    };

    private final Observer observer = new Observer() {
        @Override
        public void cleared(Cleared cleared) {
            if (cleared.window().slice().id().equals("large")) {
                cleared.winners().forEach(it -> {
                    ofLarge.add(it.job());
                    reasons.add(cleared.why());
                });
            }
        }
    };

    private final Market market = new Market(
            time,
            new AlwaysFree(List.of(slice("large", 40), slice("a", 10), slice("b", 10), slice("c", 10))),
            new MarketRules(
                    OfferRules.DEFAULT,
                    SelectionPolicy.usual(),
                    new LeaseRules(Duration.ofMinutes(1), Duration.ofMillis(100)),
                    20),
            mailbox,
            observer);

    @AfterEach
    void close() {
        market.close();
    }

    private static Slice slice(String id, long gib) {
        return new Slice(id, new SliceKind(id), Bytes.gibi(gib));
    }

    /** A job of a second per ten atoms, whose reports say that it used 4 GiB. */
    private void register(String name, long atoms, long claimedGib) throws Refused {
        claims.put(name, Bytes.gibi(claimedGib));
        market.register(
                new JobRequest(name, Mode.SJA, "t", 0, Optional.empty(), Optional.of(atoms), 0, Optional.empty()));
    }

    private void answer(String job, Window window) {
        try {
            Bytes needed = claims.get(market.job(job).request().name());
            boolean fits = !needed.exceeds(window.capacity());
            Signal signal = new Signal(job, fits, 10, USEFUL, USEFUL.plus(OVERHEAD), "", Optional.of(needed), false);
            market.answer(window.id(), signal);
        } catch (Refused late) {
            // It holds another slice by now.
        }
    }

    private void report(String job, Grant grant) {
        try {
            long next = market.job(job).nextAtom() + 10;
            market.report(
                    grant.id(),
                    new SubjobEnd(SubjobEnd.Kind.YIELDED, "", next, USEFUL, USEFUL.plus(OVERHEAD), Bytes.gibi(4)));
        } catch (Refused unexpected) {
            throw new IllegalStateException("an orderly job was refused", unexpected);
        }
    }

    @Test
    void theLargeSliceGoesToTheJobThatFitsNowhereElseThoughItHasMoreLeft() throws Exception {
        register("large", 1000, 30);
        for (int i = 0; i < 8; i++) {
            register("small-" + i, 400, 5);
        }
        time.advance(Duration.ofMillis(500));
        assertThat(ofLarge).containsExactly("large");
        assertThat(reasons).containsExactly("least work left, 100 s, as it can use 25 % of the slices, of 9");
    }

    @Test
    void aClaimOfMuchMoreMemoryThanReportedNoLongerCounts() throws Exception {
        register("boaster", 1000, 30);
        for (int i = 0; i < 8; i++) {
            register("small-" + i, 400, 5);
        }
        time.advance(Duration.ofSeconds(20));
        assertThat(ofLarge.get(0)).isEqualTo("boaster");
        assertThat(ofLarge.subList(1, 10)).doesNotContain("boaster");
    }
}
