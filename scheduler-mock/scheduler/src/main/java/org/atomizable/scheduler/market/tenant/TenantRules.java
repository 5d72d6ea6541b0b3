package org.atomizable.scheduler.market.tenant;

import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;

/**
 * The weights, quotas and credits of tenants.
 *
 * @param weights the weights of their fair shares, each more than 0; 1 for a tenant that is not listed
 * @param quotas the slice memory that each may hold at one time; unlimited for a tenant that is not listed
 * @param creditsPerHour the credits that each tenant earns per hour, and starts with; empty if winning is free
 */
public record TenantRules(Map<String, Double> weights, Map<String, Bytes> quotas, Optional<Double> creditsPerHour) {

    /** Equal weights, no quotas, and winning is free. */
    public static final TenantRules DEFAULT = new TenantRules(Map.of(), Map.of(), Optional.empty());

    /** Copies the weights, and refuses those of no worth. */
    public TenantRules {
        if (weights.containsKey("") || quotas.containsKey("")) {
            throw new IllegalArgumentException("a tenant's weight or quota has no name before the \"=\"");
        }
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

    /** Creates rules without quotas. */
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
