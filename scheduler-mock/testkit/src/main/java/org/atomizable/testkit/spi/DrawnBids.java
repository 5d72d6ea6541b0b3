package org.atomizable.testkit.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.Bidder;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.clear.ServiceRecord;

/** Bids by chance: up to twelve of four jobs, none of which has waited long, for two windows of different slices. */
final class DrawnBids {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final int MOST = 12;
    private static final int JOBS = 4;
    private static final long LENGTH = 30;

    private DrawnBids() {}

    /** Returns one of the windows. */
    static Window window() {
        return window(0);
    }

    private static Window window(int slice) {
        return new Window(
                "w" + slice,
                new Slice("s" + slice, new SliceKind("1g.10gb"), Bytes.gibi(9)),
                Bytes.gibi(9),
                NOON,
                Duration.ofSeconds(LENGTH));
    }

    static BidClearing.Request request(List<Proposal> bids, Optional<String> turn) {
        return new BidClearing.Request(bids, turn, BidClearingRules.DEFAULT, Duration.ofSeconds(1));
    }

    /** Returns one bid or more, all of which begin when their windows open or later. The list cannot be changed. */
    static List<Proposal> of(long seed) {
        Random random = new Random(seed);
        List<Bidder> bidders =
                IntStream.range(0, JOBS).mapToObj(i -> bidder(i, random)).toList();
        List<Proposal> drawn = new ArrayList<>();
        // Without booking ahead, only bids from the opening on can win.
        drawn.add(bid(bidders.get(0), window(0), "first", 0, LENGTH / 2, random.nextDouble()));
        for (int i = 0; i < random.nextInt(MOST); i++) {
            long from = random.nextBoolean() ? 0 : random.nextLong(LENGTH - 2);
            long to = from + 2 + random.nextLong(LENGTH - from - 1);
            drawn.add(bid(
                    bidders.get(random.nextInt(JOBS)),
                    window(random.nextInt(2)),
                    "v" + i,
                    from,
                    to,
                    random.nextDouble()));
        }
        return List.copyOf(drawn);
    }

    private static Bidder bidder(int number, Random random) {
        return new Bidder(
                "job-" + number,
                "job-" + number,
                "nobody",
                1,
                0,
                Duration.ofSeconds(random.nextInt(60)),
                OptionalLong.of(1L + random.nextInt(100)),
                ServiceRecord.FRESH,
                Optional.empty(),
                1);
    }

    /** Atoms of a second; a second of each lease is overhead. */
    private static Proposal bid(Bidder bidder, Window window, String id, long from, long to, double utility) {
        long atoms = to - from - 1;
        BidVariant variant = new BidVariant(
                id,
                Optional.empty(),
                0,
                atoms,
                Duration.ofSeconds(from),
                Duration.ofSeconds(to),
                Bytes.gibi(4),
                atoms,
                new Features<>(Map.of(JobFeature.LOCALITY, 1.0)),
                utility,
                false);
        return new Proposal(bidder, window, variant, Bytes.gibi(4));
    }
}
