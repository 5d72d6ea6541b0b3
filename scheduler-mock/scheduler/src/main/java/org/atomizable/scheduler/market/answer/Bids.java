package org.atomizable.scheduler.market.answer;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.scheduler.clear.BidVariant;

/**
 * A job's answer to a window in JASDA.
 *
 * @param job its id
 * @param variants the subjobs of which it would take one, or one with those that continue it; empty if it is not
 *     interested
 * @param because the reason for the answer, in a few words
 * @param needed the memory without which not even one atom is safe there, if the job said so
 */
public record Bids(String job, List<BidVariant> variants, String because, Optional<Bytes> needed) implements JobAnswer {

    /** Copies the variants. */
    public Bids {
        variants = List.copyOf(variants);
    }

    /** Makes bids that do not tell how much memory is needed. */
    public Bids(String job, List<BidVariant> variants, String because) {
        this(job, variants, because, Optional.empty());
    }

    @Override
    public Mode mode() {
        return Mode.JASDA;
    }

    @Override
    public boolean interested() {
        return !variants.isEmpty();
    }

    /** Returns what memory its variants may need; empty if there are none. */
    public Optional<MemoryClaim> claim() {
        return variants.stream().map(it -> MemoryClaim.of(it.memory())).reduce(MemoryClaim::and);
    }

    public Optional<BidVariant> variant(String id) {
        return variants.stream().filter(it -> it.id().equals(id)).findFirst();
    }

    @Override
    public boolean looksFirst() {
        return variants.stream().anyMatch(BidVariant::firstLook);
    }

    @Override
    public Bids declined(String why) {
        return new Bids(job, List.of(), why, needed);
    }
}
