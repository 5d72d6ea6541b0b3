package org.atomizable.api.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/windows/{id}/bids}: a job's answer in JASDA. Silence is said too, by a bid of no variants.
 *
 * @param job the job's id
 * @param variants at most 8, each of another id; at most one, or one with those that continue it, is granted
 * @param because why none, or why; a few words
 * @param neededBytes memory without which not even one atom is safe there, whether anything is bid or not; null if that is not known
 */
public record BidMessage(
        String job,
        List<VariantMessage> variants,
        String because,
        @Nullable Long neededBytes) {

    /** Makes one that does not tell how much memory is needed. */
    public BidMessage(String job, List<VariantMessage> variants, String because) {
        this(job, variants, because, null);
    }
}
