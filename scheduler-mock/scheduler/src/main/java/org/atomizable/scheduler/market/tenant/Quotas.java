package org.atomizable.scheduler.market.tenant;

import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.lease.Lease;
import org.atomizable.scheduler.lease.Leases;
import org.atomizable.scheduler.market.job.Job;
import org.atomizable.scheduler.market.job.Jobs;

/** Enforces the tenants' quotas of memory. Guarded by the market's lock. */
public final class Quotas {

    private final TenantRules rules;
    private final Jobs jobs;
    private final Leases leases;

    public Quotas(TenantRules rules, Jobs jobs, Leases leases) {
        this.rules = rules;
        this.jobs = jobs;
        this.leases = leases;
    }

    /** Tells whether a job's tenant may hold so much beside all that it holds at that time. */
    public boolean allows(Job job, Bytes capacity, Interval time) {
        String tenant = job.request.tenant();
        Optional<Bytes> quota = rules.quota(tenant);
        return quota.isEmpty() || !held(tenant, time).plus(capacity).exceeds(quota.get());
    }

    private Bytes held(String tenant, Interval time) {
        return leases.living()
                .filter(lease -> jobs.known(lease.job()).request.tenant().equals(tenant))
                .filter(lease -> lease.time().overlaps(time))
                .map(Lease::grant)
                .map(grant -> grant.slice().memory())
                .reduce(Bytes.ZERO, Bytes::plus);
    }
}
