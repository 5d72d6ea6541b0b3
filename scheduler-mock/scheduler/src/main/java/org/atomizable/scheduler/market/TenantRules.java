package org.atomizable.scheduler.market;

import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * What tenants have a right to.
 *
 * @param weights of their fair shares, each more than 0; 1 for whoever is not named
 * @param quotas slice memory that each may hold at one time; without limit for whoever is not named
 * @param creditsPerHour what each tenant can pay for winning, and begins with; empty if nobody pays
 */
public record TenantRules(Map<String, Double> weights, Map<String, Bytes> quotas, Optional<Double> creditsPerHour) {

    /** All alike, and nobody pays. */
    public static final TenantRules DEFAULT = new TenantRules(Map.of(), Map.of(), Optional.empty());

    /** Copies the weights, and refuses those of no worth. */
    public TenantRules {
        weights.forEach((tenant, weight) -> {
            if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "tenant %s must have a weight of more than 0, was %s".formatted(tenant, weight));
            }
        });
        if (creditsPerHour.filter(it -> !(it > 0)).isPresent()) {
            throw new IllegalArgumentException("credits must be more than 0, were " + creditsPerHour.get());
        }
        weights = Map.copyOf(weights);
        quotas = Map.copyOf(quotas);
    }

    /** Makes rules by which everybody may hold whatever there is. */
    public TenantRules(Map<String, Double> weights, Optional<Double> creditsPerHour) {
        this(weights, Map.of(), creditsPerHour);
    }

    double weight(String tenant) {
        return weights.getOrDefault(tenant, 1.0);
    }

    Optional<Bytes> quota(String tenant) {
        return Optional.ofNullable(quotas.get(tenant));
    }
}
