package org.atomizable.api.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /v1/windows/{id}/bids}: a job's answer in JASDA. A job that does not want the window sends a bid
 * without variants.
 *
 * @param job the job's id
 * @param variants at most 8, with distinct ids. At most one of them is granted, or one together with those that
 *     continue it
 * @param because the reason for the answer, in a few words
 * @param neededBytes the memory without which not even one atom is safe there, whether the job bids or not; null if
 *     unknown
 * @param firstLook true if the job does not know its time per atom yet, and would run only a few atoms to learn it;
 *     null is the same as false
 */
public record BidMessage(
        String job,
        List<VariantMessage> variants,
        String because,
        @Nullable Long neededBytes,
        @Nullable Boolean firstLook) {

    /** Creates a bid of a job that knows its time per atom. */
    public BidMessage(String job, List<VariantMessage> variants, String because, @Nullable Long neededBytes) {
        this(job, variants, because, neededBytes, null);
    }

    /** Creates a bid that does not say how much memory is needed. */
    public BidMessage(String job, List<VariantMessage> variants, String because) {
        this(job, variants, because, null);
    }
}
