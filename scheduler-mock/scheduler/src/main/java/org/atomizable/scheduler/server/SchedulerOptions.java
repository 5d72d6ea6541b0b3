package org.atomizable.scheduler.server;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.connection.AccessMode;

/**
 * The options of a scheduler.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param source the slice source
 * @param policy chooses the winner of a window that jobs signal for
 * @param clearing chooses the winners of windows that jobs bid for
 * @param offers the rules by which windows are offered
 * @param leases the rules for the life of a lease
 * @param scoring the scores of bids, and the limits of a search
 * @param tenants the weights, quotas and credits of tenants
 * @param observer observes clearings and the ends of grants
 * @param access the access mode of the server
 * @param journal the file of the durable state; empty to keep no state
 */
public record SchedulerOptions(
        String host,
        int port,
        SliceSource source,
        SelectionPolicy policy,
        BidClearing clearing,
        OfferRules offers,
        LeaseRules leases,
        BidClearingRules scoring,
        TenantRules tenants,
        Observer observer,
        AccessMode access,
        Optional<Path> journal) {

    /** Refuses a port that there is not. */
    public SchedulerOptions {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("a port lies between 0 and 65535, was " + port);
        }
    }

    /** Returns the ordinary: this machine only, any free port, the usual policies, unobserved. */
    public static SchedulerOptions of(SliceSource source) {
        return new SchedulerOptions(
                "127.0.0.1",
                0,
                source,
                SelectionPolicy.usual(),
                BidClearing.optimal(),
                OfferRules.DEFAULT,
                LeaseRules.DEFAULT,
                BidClearingRules.DEFAULT,
                TenantRules.DEFAULT,
                Observer.NONE,
                AccessMode.OPEN,
                Optional.empty());
    }

    /** Returns the same on another address. */
    public SchedulerOptions onHost(String host) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with another port. */
    public SchedulerOptions onPort(int port) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with another policy for windows that jobs signal for. */
    public SchedulerOptions selectedBy(SelectionPolicy policy) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with another clearing of windows that jobs bid for. */
    public SchedulerOptions clearedBy(BidClearing clearing) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with other rules for offers. */
    public SchedulerOptions offering(OfferRules offers) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with other rules for leases. */
    public SchedulerOptions leasing(LeaseRules leases) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with other scores of bids. */
    public SchedulerOptions scoredBy(BidClearingRules scoring) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with other rights of tenants. */
    public SchedulerOptions sharedBy(TenantRules tenants) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with an observer. */
    public SchedulerOptions observedBy(Observer observer) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }

    /** Returns the same with a journal. */
    public SchedulerOptions keptIn(Path file) {
        return new SchedulerOptions(
                host,
                port,
                source,
                policy,
                clearing,
                offers,
                leases,
                scoring,
                tenants,
                observer,
                access,
                Optional.of(file));
    }

    /** Returns the same with another access mode. */
    public SchedulerOptions accessedBy(AccessMode access) {
        return new SchedulerOptions(
                host, port, source, policy, clearing, offers, leases, scoring, tenants, observer, access, journal);
    }
}
