package org.atomizable.scheduler.server;

import java.nio.file.Path;
import java.util.Optional;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.MarketRules;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.pressure.PressureRules;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.atomizable.scheduler.server.connection.Bounds;

/** The options of a scheduler. Immutable. */
public final class SchedulerOptions {

    /** Where callers come in, and how. */
    private record Door(String host, int port, AccessMode access) {
        Door {
            if (port < 0 || port > 65535) {
                throw new IllegalArgumentException("a port lies between 0 and 65535, was " + port);
            }
        }
    }

    private final Door door;
    private final SliceSource source;
    private final MarketRules rules;
    private final Observer observer;
    private final Optional<Path> journal;

    private SchedulerOptions(
            Door door, SliceSource source, MarketRules rules, Observer observer, Optional<Path> journal) {
        this.door = door;
        this.source = source;
        this.rules = rules;
        this.observer = observer;
        this.journal = journal;
    }

    /** Returns the ordinary: this machine only, any free port, the usual policies, unobserved. */
    public static SchedulerOptions of(SliceSource source) {
        return new SchedulerOptions(
                new Door("127.0.0.1", 0, AccessMode.OPEN),
                source,
                new MarketRules(OfferRules.DEFAULT, SelectionPolicy.usual(), LeaseRules.DEFAULT, Bounds.JOBS),
                Observer.NONE,
                Optional.empty());
    }

    /** Returns the same on another address to listen on; IPv6 with or without brackets. */
    public SchedulerOptions onHost(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        String address = bracketed ? host.substring(1, host.length() - 1) : host;
        return with(new Door(address, door.port(), door.access()));
    }

    /**
     * Returns the same with another port.
     *
     * @param port 0 for any free one
     * @throws IllegalArgumentException if there is no such port
     */
    public SchedulerOptions onPort(int port) {
        return with(new Door(door.host(), port, door.access()));
    }

    private SchedulerOptions with(Door door) {
        return new SchedulerOptions(door, source, rules, observer, journal);
    }

    private SchedulerOptions with(MarketRules rules) {
        return new SchedulerOptions(door, source, rules, observer, journal);
    }

    /** Returns the same with another policy for windows that jobs signal for. */
    public SchedulerOptions selectedBy(SelectionPolicy policy) {
        return with(rules.awarding(rules.awarding().selectedBy(policy)));
    }

    /** Returns the same with another clearing of windows that jobs bid for. */
    public SchedulerOptions clearedBy(BidClearing clearing) {
        return with(rules.awarding(rules.awarding().clearedBy(clearing)));
    }

    /** Returns the same with other scores of bids. */
    public SchedulerOptions scoredBy(BidClearingRules scoring) {
        return with(rules.awarding(rules.awarding().scoredBy(scoring)));
    }

    /** Returns the same with other rules for offers. */
    public SchedulerOptions offering(OfferRules offers) {
        return with(rules.offering(offers));
    }

    /** Returns the same with other rules for leases. */
    public SchedulerOptions leasing(LeaseRules leases) {
        return with(rules.leasing(leases));
    }

    /** Returns the same with other rights of tenants. */
    public SchedulerOptions sharedBy(TenantRules tenants) {
        return with(rules.sharedBy(tenants));
    }

    /** Returns the same for a node whose memory is watched. */
    public SchedulerOptions watching(PressureRules memory) {
        return with(rules.watching(memory));
    }

    /** Returns the same with an observer of clearings and of the ends of grants. */
    public SchedulerOptions observedBy(Observer observer) {
        return new SchedulerOptions(door, source, rules, observer, journal);
    }

    /** Returns the same with a file of the durable state; without one, no state is kept. */
    public SchedulerOptions keptIn(Path file) {
        return new SchedulerOptions(door, source, rules, observer, Optional.of(file));
    }

    /** Returns the same with another access mode. */
    public SchedulerOptions accessedBy(AccessMode access) {
        return with(new Door(door.host(), door.port(), access));
    }

    String host() {
        return door.host();
    }

    int port() {
        return door.port();
    }

    SliceSource source() {
        return source;
    }

    MarketRules rules() {
        return rules;
    }

    Observer observer() {
        return observer;
    }

    AccessMode access() {
        return door.access();
    }

    Optional<Path> journal() {
        return journal;
    }
}
