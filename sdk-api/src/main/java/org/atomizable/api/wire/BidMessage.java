package org.atomizable.api.wire;

import java.util.List;

/**
 * Body of {@code POST /v1/windows/{id}/bids}: a job's answer in JASDA. Silence is said too, by a bid of no variants.
 *
 * @param job the job's id
 * @param variants at most 8, each of another id; at most one, or one with those that continue it, is granted
 * @param because why none, or why; a few words
 */
public record BidMessage(String job, List<VariantMessage> variants, String because) {}
