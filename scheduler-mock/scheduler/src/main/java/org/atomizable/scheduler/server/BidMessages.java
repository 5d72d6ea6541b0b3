package org.atomizable.scheduler.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.answer.Bids;

/** The bids of messages, checked on the way in. */
public final class BidMessages {

    private BidMessages() {}

    public static Bids read(BidMessage message) throws Refused {
        List<BidVariant> variants = new ArrayList<>();
        for (VariantMessage variant : message.variants()) {
            variants.add(variant(variant, Boolean.TRUE.equals(message.firstLook())));
        }
        return new Bids(message.job(), variants, message.because(), Messages.needed(message.neededBytes()));
    }

    private static BidVariant variant(VariantMessage message, boolean firstLook) throws Refused {
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
        return new BidVariant(
                message.id(),
                Optional.ofNullable(message.after()),
                message.firstAtom(),
                message.atoms(),
                from,
                to,
                Messages.bytes("memoryBytes", message.memoryBytes()),
                message.usefulSeconds(),
                new Features<>(features),
                message.utility(),
                firstLook);
    }
}
