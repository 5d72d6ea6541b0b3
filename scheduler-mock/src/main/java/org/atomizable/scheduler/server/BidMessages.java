package org.atomizable.scheduler.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.ExplainedBid;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.api.wire.WindowView;
import org.atomizable.scheduler.clear.Bidder;
import org.atomizable.scheduler.clear.Explained;
import org.atomizable.scheduler.clear.Proposal;
import org.atomizable.scheduler.clear.Scored;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Bids;
import org.atomizable.scheduler.market.Cleared;
import org.atomizable.scheduler.score.SchedulerFeature;

/** What is bid, checked on the way in, and why it won or lost, on the way out. */
final class BidMessages {

    private BidMessages() {}

    static Bids read(BidMessage message) throws Refused {
        List<Bids.Variant> variants = new ArrayList<>();
        for (VariantMessage variant : message.variants()) {
            variants.add(variant(variant));
        }
        return new Bids(message.job(), variants, message.because(), Messages.needed(message.neededBytes()));
    }

    private static Bids.Variant variant(VariantMessage message) throws Refused {
        Map<JobFeature, Double> features = new EnumMap<>(JobFeature.class);
        for (Map.Entry<String, Double> feature : message.features().entrySet()) {
            Optional<JobFeature> known = JobFeature.of(feature.getKey());
            if (known.isEmpty()) {
                throw Messages.nonsense(
                        "features",
                        feature.getKey(),
                        Arrays.stream(JobFeature.values())
                                .map(JobFeature::word)
                                .collect(Collectors.joining(", ", "some of ", "")));
            }
            Double value = feature.getValue();
            if (value == null || !(value >= 0 && value <= 1)) {
                throw Messages.nonsense(feature.getKey(), String.valueOf(value), "in [0, 1]");
            }
            features.put(known.get(), value);
        }
        Duration from = Messages.duration("fromSeconds", message.fromSeconds());
        Duration to = Messages.duration("toSeconds", message.toSeconds());
        if (from.compareTo(to) >= 0) {
            throw Messages.nonsense("toSeconds", message.toSeconds(), "more than " + message.fromSeconds());
        }
        Messages.duration("usefulSeconds", message.usefulSeconds());
        return new Bids.Variant(
                message.id(),
                Optional.ofNullable(message.after()),
                message.firstAtom(),
                message.atoms(),
                from,
                to,
                Messages.bytes("memoryBytes", message.memoryBytes()),
                message.usefulSeconds(),
                new Features<>(features),
                message.utility());
    }

    static WindowView view(Cleared cleared) {
        Window window = cleared.window();
        return new WindowView(
                window.id(),
                window.slice().id(),
                window.opens(),
                window.closes(),
                cleared.winners().stream()
                        .map(it -> new WindowView.Winner(
                                it.job(),
                                it.grant().id(),
                                it.grant().starts(),
                                it.grant().ends()))
                        .toList(),
                cleared.why(),
                cleared.gap(),
                cleared.heard().stream()
                        .map(it -> new WindowView.AnswerView(it.job(), it.interested(), it.share(), it.because()))
                        .toList(),
                cleared.unheard(),
                cleared.explained().stream().map(BidMessages::explained).toList());
    }

    private static ExplainedBid explained(Explained bid) {
        Scored scored = bid.scored();
        Proposal proposal = scored.proposal();
        Bidder bidder = proposal.bidder();
        return new ExplainedBid(
                bidder.name(),
                proposal.variant(),
                proposal.time().from(),
                proposal.time().to(),
                named(proposal.features(), JobFeature::word),
                proposal.utility(),
                bidder.rho(),
                named(scored.seenFeatures(), SchedulerFeature::word),
                scored.seen(),
                Messages.seconds(bidder.waited()),
                scored.score(),
                scored.weight(),
                bid.won(),
                bid.lostBy());
    }

    private static <F extends Enum<F>> Map<String, Double> named(Features<F> features, Function<F, String> word) {
        Map<String, Double> named = new TreeMap<>();
        features.values().forEach((feature, value) -> named.put(word.apply(feature), value));
        return named;
    }
}
