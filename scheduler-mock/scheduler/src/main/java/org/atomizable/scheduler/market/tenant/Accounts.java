package org.atomizable.scheduler.market.tenant;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.journal.Table;
import org.atomizable.scheduler.market.change.PendingChanges;

/** The past usage and the credits of tenants. Guarded by the market's lock. */
public final class Accounts {

    /** A tenant's usage so long ago counts half. */
    private static final Duration HALF_LIFE = Duration.ofHours(1);

    private static final double SECONDS_PER_HOUR = 3600;

    /** Of fewer leases it is not known yet whether a tenant's jobs gain anything. */
    private static final int JUDGED_AFTER = 3;

    /** The part of a tenant's account that the journal keeps. */
    public record Kept(Optional<Had> had, Optional<Purse> purse, Optional<InVain> inVain) {}

    /** How much a tenant had by then. */
    record Had(double byteSeconds, Instant at) {
        double by(Instant now) {
            double halves = (double) Duration.between(at, now).toMillis() / HALF_LIFE.toMillis();
            return byteSeconds * Math.pow(0.5, Math.max(0, halves));
        }
    }

    /** The usage of a tenant by then in leases that brought no atom, and how many these were. */
    record InVain(Had had, int leases) {}

    /** The credits of a tenant at one time. */
    record Purse(double credits, Instant at) {}

    private final TenantRules rules;
    private final PendingChanges changes;
    private final Map<String, Had> had = new Book<>();
    private final Map<String, Purse> purses = new Book<>();
    private final Map<String, InVain> inVain = new Book<>();

    /** Entries by tenant. If there are too many, the tenant that was not seen for the longest time is forgotten. */
    private final class Book<T> extends LinkedHashMap<String, T> {

        private static final int MOST_TENANTS = 10_000;

        Book() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            boolean tooMany = size() > MOST_TENANTS;
            if (tooMany) {
                changed(eldest.getKey());
            }
            return tooMany;
        }
    }

    public Accounts(TenantRules rules, PendingChanges changes) {
        this.rules = rules;
        this.changes = changes;
    }

    /** Restores the account that a tenant had in an earlier incarnation. */
    public void restore(String tenant, Kept kept) {
        kept.had().ifPresent(it -> had.put(tenant, it));
        kept.purse().ifPresent(it -> purses.put(tenant, it));
        kept.inVain().ifPresent(it -> inVain.put(tenant, it));
    }

    private void changed(String tenant) {
        changes.changed(Table.TENANT, tenant, () -> {
            Kept kept = new Kept(
                    Optional.ofNullable(had.get(tenant)),
                    Optional.ofNullable(purses.get(tenant)),
                    Optional.ofNullable(inVain.get(tenant)));
            return kept.had().isEmpty() && kept.purse().isEmpty() ? Optional.empty() : Optional.of(kept);
        });
    }

    /** Records that a tenant had a slice of this much memory for this long. */
    public void addUsage(String tenant, Bytes memory, Duration time, Instant now) {
        had.put(tenant, new Had(usage(tenant, now) + byteSeconds(memory, time), now));
        changed(tenant);
    }

    /** Records that what a tenant had for this long brought no atom. */
    public void inVain(String tenant, Bytes memory, Duration time, Instant now) {
        InVain before = inVain.getOrDefault(tenant, new InVain(new Had(0, now), 0));
        inVain.put(
                tenant,
                new InVain(
                        new Had(before.had().by(now) + byteSeconds(memory, time), now),
                        Math.min(JUDGED_AFTER, before.leases() + 1)));
        changed(tenant);
    }

    /**
     * Returns those who may compete for a window: all but those of tenants that only take, unless nobody else wants it.
     *
     * @param tenant whose it is
     * @param present every tenant with a job, once
     */
    public <T> List<T> competing(
            List<T> interested, Function<T, String> tenant, Collection<String> present, Window window, Instant now) {
        Set<String> takers = takers(present, window, now);
        List<T> others = interested.stream()
                .filter(it -> !takers.contains(tenant.apply(it)))
                .toList();
        return others.isEmpty() ? interested : others;
    }

    /** Most of what such a tenant had brought no atom, and with the window it would have more than its fair share. */
    private Set<String> takers(Collection<String> present, Window window, Instant now) {
        double more = byteSeconds(window.capacity(), window.length());
        double all = present.stream().mapToDouble(it -> usage(it, now)).sum() + more;
        double rights = present.stream().mapToDouble(rules::weight).sum();
        return present.stream()
                .filter(it -> gainsLittle(it, now) && (usage(it, now) + more) / all > rules.weight(it) / rights)
                .collect(Collectors.toUnmodifiableSet());
    }

    private boolean gainsLittle(String tenant, Instant now) {
        InVain entry = inVain.get(tenant);
        return entry != null && entry.leases() >= JUDGED_AFTER && entry.had().by(now) > usage(tenant, now) / 2;
    }

    private static double byteSeconds(Bytes memory, Duration time) {
        return (double) memory.count() * time.toNanos() / 1e9;
    }

    /**
     * Returns how far each tenant is below its fair share, in [0, 1]: 1 if it has had nothing, 0 at the share and above.
     *
     * @param present every tenant with a job, once
     */
    public Map<String, Double> deficits(Collection<String> present, Instant now) {
        Map<String, Double> each = new LinkedHashMap<>();
        present.forEach(tenant -> each.put(tenant, usage(tenant, now)));
        double all = each.values().stream().mapToDouble(Double::doubleValue).sum();
        double rights = present.stream().mapToDouble(rules::weight).sum();
        each.replaceAll((tenant, had) -> all == 0 ? 1 : Math.max(0, 1 - had / all / (rules.weight(tenant) / rights)));
        return each;
    }

    /** Returns whether tenants pay for what they win. */
    public boolean charging() {
        return rules.creditsPerHour().isPresent();
    }

    /** Returns whether a tenant's own utility counts. It always does if winning is free. */
    public boolean solvent(String tenant, Instant now) {
        return !charging() || credits(tenant, now) > 0;
    }

    /** Takes a price from a tenant, who may come to owe; a price below 0 is paid out. */
    public void charge(String tenant, double price, Instant now) {
        purses.put(tenant, new Purse(credits(tenant, now) - price, now));
        changed(tenant);
    }

    /** An hour's credits are the most that is kept. */
    double credits(String tenant, Instant now) {
        double perHour = rules.creditsPerHour().orElse(0.0);
        Purse purse = purses.getOrDefault(tenant, new Purse(perHour, now));
        double gained = perHour * Duration.between(purse.at(), now).toMillis() / 1e3 / SECONDS_PER_HOUR;
        return Math.min(perHour, purse.credits() + Math.max(0, gained));
    }

    private double usage(String tenant, Instant now) {
        Had entry = had.get(tenant);
        return entry == null ? 0 : entry.by(now);
    }
}
