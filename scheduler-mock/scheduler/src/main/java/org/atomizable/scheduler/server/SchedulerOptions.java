package org.atomizable.scheduler.server;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.Observer;
import org.atomizable.scheduler.market.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The options of a scheduler.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param device the slice source
 * @param policy the name of the clearing policy
 * @param offers the rules by which windows are offered
 * @param leases the rules for the life of a lease
 * @param exchange the rules by which bids are cleared
 * @param tenants the weights, quotas and credits of tenants
 * @param observer observes clearings and the ends of grants
 * @param entrance the access mode of the server
 * @param journal the file of the durable state; empty to keep no state
 */
public record SchedulerOptions(
        String host,
        int port,
        SliceSource device,
        String policy,
        OfferRules offers,
        LeaseRules leases,
        BidClearingRules exchange,
        TenantRules tenants,
        Observer observer,
        AccessMode entrance,
        Optional<Path> journal) {

    /** Refuses a port that there is not. */
    public SchedulerOptions {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("a port lies between 0 and 65535, was " + port);
        }
    }

    /** Returns the ordinary: this machine only, any free port, policy {@code efficiency}, unobserved. */
    public static SchedulerOptions of(SliceSource device) {
        return new SchedulerOptions(
                "127.0.0.1",
                0,
                device,
                "efficiency",
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
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with another port. */
    public SchedulerOptions onPort(int port) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with another policy. */
    public SchedulerOptions clearedBy(String policy) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with other rules for offers. */
    public SchedulerOptions offering(OfferRules offers) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with other rules for leases. */
    public SchedulerOptions leasing(LeaseRules leases) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with other rules for bids. */
    public SchedulerOptions exchanging(BidClearingRules exchange) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with other rights of tenants. */
    public SchedulerOptions sharedBy(TenantRules tenants) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with an observer. */
    public SchedulerOptions observedBy(Observer observer) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }

    /** Returns the same with a journal. */
    public SchedulerOptions keptIn(Path file) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, Optional.of(file));
    }

    /** Returns the same with another access mode. */
    public SchedulerOptions entered(AccessMode entrance) {
        return new SchedulerOptions(
                host, port, device, policy, offers, leases, exchange, tenants, observer, entrance, journal);
    }
}
