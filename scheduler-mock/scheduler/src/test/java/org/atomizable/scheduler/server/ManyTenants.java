package org.atomizable.scheduler.server;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.Signals;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobRequest;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.score.Composite;

/** Half a minute of a market where jobs of several tenants answer by lot, or not at all. */
public final class ManyTenants implements Mailbox, Observer {

    public static final List<String> TENANTS = List.of("team-red", "team-green", "team-blue");

    private static final int JOBS = 6;

    private record Job(String tenant, String name, Mode mode) {}

    public final List<Cleared> clearings = new ArrayList<>();
    private final Random chance;
    private final VirtualTime time = VirtualTime.create();
    private final Market market;
    private final Map<String, Job> jobs = new HashMap<>();
    private final Map<String, Set<String>> asked = new HashMap<>();
    private final Map<String, Set<String>> ofJobs = new HashMap<>();
    int refusals;

    /**
     * Lives through it.
     *
     * @param paying whether winners pay, so that jobs have turns
     */
    public ManyTenants(long seed, boolean paying) throws AtomizableException {
        this.chance = new Random(seed);
        MarketRules rules = new MarketRules(
                OfferRules.DEFAULT,
                new MarketRules.Awarding(
                        SelectionPolicy.usual(),
                        BidClearing.optimal(),
                        BidClearingRules.DEFAULT.composedBy(new Composite(0.5, 1 / 5.0))),
                new LeaseRules(Duration.ofSeconds(1), Duration.ofMillis(100)),
                JOBS,
                new TenantRules(Map.of(), paying ? Optional.of(1000.0) : Optional.empty()));
        SimulatedNode node = new SimulatedNode(
                SimulatedGpus.parse("sim:A100-80GB").slices(), Load.DEFAULT.withOpenAtOnce(2), seed, time.now());
        this.market = new Market(time, node, rules, this, this);
        for (int i = 0; i < JOBS; i++) {
            // Some are not there yet when the first windows are cleared.
            time.advance(Duration.ofSeconds(chance.nextInt(4)));
            String tenant = TENANTS.get(chance.nextInt(TENANTS.size()));
            Job job =
                    new Job(tenant, "job-%s-of-%s".formatted(i, tenant), chance.nextInt(3) > 0 ? Mode.JASDA : Mode.SJA);
            JobRequest request = new JobRequest(
                    job.name(), job.mode(), tenant, 0, Optional.empty(), Optional.empty(), 0, Optional.empty());
            jobs.put(market.register(request).id(), job);
        }
        time.advance(Duration.ofSeconds(20));
        market.close();
    }

    /** Returns whose jobs were told of a window. */
    public Set<String> asked(Window window) {
        return asked.getOrDefault(window.id(), Set.of()).stream()
                .map(this::tenant)
                .collect(Collectors.toSet());
    }

    /** Returns what nobody but a tenant is to read: what it and its jobs are called, and what they say. */
    public Set<String> secrets(String tenant) {
        Set<String> secrets = new HashSet<>(Set.of(tenant));
        jobs.forEach((id, job) -> {
            if (job.tenant().equals(tenant)) {
                secrets.add(id);
                secrets.add(job.name());
                secrets.addAll(ofJobs.getOrDefault(id, Set.of()));
            }
        });
        return secrets;
    }

    private String tenant(String job) {
        return known(job).tenant();
    }

    private Job known(String id) {
        return Optional.ofNullable(jobs.get(id)).orElseThrow();
    }

    private String secret(String job, String text) {
        ofJobs.computeIfAbsent(job, it -> new HashSet<>()).add(text);
        return text;
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        asked.computeIfAbsent(window.id(), it -> new HashSet<>()).add(job);
        if (chance.nextInt(6) > 0) {
            time.schedule(Duration.ofMillis(chance.nextInt(100)), () -> answer(job, window));
        }
    }

    private void answer(String job, Window window) {
        try {
            market.answer(window.id(), known(job).mode() == Mode.SJA ? signal(job, window) : bids(job, window));
        } catch (Refused late) {
            refusals++;
        }
    }

    private JobAnswer signal(String job, Window window) {
        Duration useful = window.length().dividedBy(2 + chance.nextInt(5));
        return Signals.of(job, chance.nextInt(5) > 0, 5, useful, useful, because(job));
    }

    private JobAnswer bids(String job, Window window) {
        List<BidVariant> variants = new ArrayList<>();
        for (int i = chance.nextInt(4); i > 0; i--) {
            Duration from = window.length().dividedBy(2 + chance.nextInt(3)).multipliedBy(chance.nextInt(2));
            double wish = chance.nextDouble();
            variants.add(new BidVariant(
                    secret(job, "variant %s of %s".formatted(i, known(job).name())),
                    Optional.empty(),
                    0,
                    5,
                    from,
                    chance.nextBoolean()
                            ? window.length()
                            : from.plus(window.length().dividedBy(4)),
                    Bytes.mebi(100),
                    0,
                    new Features<>(Map.of(JobFeature.LOCALITY, wish)),
                    wish,
                    false));
        }
        return new Bids(job, variants, because(job));
    }

    private String because(String job) {
        return secret(job, "said by " + known(job).name());
    }

    @Override
    public void granted(String job, Grant grant) {
        secret(job, grant.id());
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {}

    @Override
    public void forgotten(String job) {}

    @Override
    public void cleared(Cleared cleared) {
        clearings.add(cleared);
    }
}
