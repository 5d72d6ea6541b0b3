package org.atomizable.scheduler.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseEvent;
import org.atomizable.scheduler.market.event.Cleared;
import org.atomizable.scheduler.market.event.GrantEnded;
import org.atomizable.scheduler.market.event.Mailbox;
import org.atomizable.scheduler.market.event.Observer;
import org.atomizable.scheduler.market.job.JobEnd;

/** Sees all that a market says, keeps it, and fails as soon as something is said that must not be. */
class Witness implements Mailbox, Observer {

    record Offer(String job, Window window, Instant answersBy, Instant at) {}

    record Granted(String job, Grant grant) {}

    record Over(String job, JobEnd end) {}

    record Revoked(String job, String grant, LeaseEvent why) {}

    final List<Offer> offers = new ArrayList<>();
    final List<Granted> grants = new ArrayList<>();
    final List<Revoked> revocations = new ArrayList<>();
    final List<Over> overs = new ArrayList<>();
    final List<Cleared> clearings = new ArrayList<>();
    final List<GrantEnded> endings = new ArrayList<>();

    private final TimeSource time;
    private final SliceSource source;
    private final Map<String, Granted> live = new HashMap<>();
    /** The newest grant of each job on each slice, which says what may stay. */
    private final Map<String, Granted> newest = new HashMap<>();

    private final Map<String, Long> tokens = new HashMap<>();

    Witness(TimeSource time, SliceSource source) {
        this.time = time;
        this.source = source;
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        offers.add(new Offer(job, window, answersBy, time.now()));
        Interval offered = new Interval(window.opens(), window.closes());
        assertThat(source.calendar(window.slice().id(), offered).reservations())
                .as("reservations under %s", window)
                .isEmpty();
        assertThat(live.values())
                .as("live grants under %s", window)
                .noneMatch(it -> it.grant().slice().equals(window.slice()) && offered.overlaps(time(it.grant())));
        assertThat(window.capacity()
                        .plus(staying(job, window.slice(), offered))
                        .exceeds(window.slice().memory()))
                .as("%s beside what stays", window)
                .isFalse();
        assertThat(window.closes()).isAfter(time.now());
        assertThat(answersBy).isAfter(time.now());
    }

    @Override
    public void granted(String job, Grant grant) {
        assertThat(live.values())
                .as("live grants beside %s", grant)
                .filteredOn(it -> it.job().equals(job) || it.grant().slice().equals(grant.slice()))
                .noneMatch(it -> time(it.grant()).overlaps(time(grant)));
        assertThat(grant.starts()).isAfterOrEqualTo(time.now());
        assertThat(grant.capacity()
                        .plus(staying(job, grant.slice(), time(grant)))
                        .exceeds(grant.slice().memory()))
                .as("%s beside what stays", grant)
                .isFalse();
        newest.put(job + " on " + grant.slice().id(), new Granted(job, grant));
        Interval.between(grant.ends(), grant.residentUntil()).ifPresent(stay -> {
            assertThat(source.calendar(grant.slice().id(), stay).reservations())
                    .as("reservations under what %s leaves", grant)
                    .isEmpty();
            assertThat(live.values())
                    .as("live grants under what %s leaves", grant)
                    .filteredOn(it -> it.grant().slice().equals(grant.slice())
                            && !it.job().equals(job))
                    .noneMatch(it -> time(it.grant()).overlaps(stay));
        });
        live.put(grant.id(), new Granted(job, grant));
        grants.add(new Granted(job, grant));
    }

    /** Returns how much of a slice other jobs may have then, between their subjobs. */
    private Bytes staying(String job, Slice slice, Interval then) {
        return newest.values().stream()
                .filter(it -> !it.job().equals(job) && it.grant().slice().equals(slice))
                .map(Granted::grant)
                .filter(it -> it.resident().exceeds(Bytes.ZERO))
                .filter(it -> new Interval(it.starts(), it.residentUntil()).overlaps(then))
                .map(Grant::resident)
                .reduce(Bytes.ZERO, Bytes::plus);
    }

    /** Returns the slices that are granted, now or later. */
    Set<Slice> granted() {
        return live.values().stream().map(it -> it.grant().slice()).collect(Collectors.toSet());
    }

    @Override
    public void revoked(String job, String grant, LeaseEvent why) {
        revocations.add(new Revoked(job, grant, why));
    }

    @Override
    public void ended(String job, JobEnd end) {
        assertThat(overs).as("a job ends once").noneMatch(it -> it.job().equals(job));
        overs.add(new Over(job, end));
    }

    @Override
    public void forgotten(String job) {}

    @Override
    public void cleared(Cleared cleared) {
        clearings.add(cleared);
        cleared.winners().forEach(winner -> {
            long token = winner.grant().token().value();
            Long before = tokens.put(winner.job(), token);
            assertThat(before == null || before < token)
                    .as("token %s after %s", token, before)
                    .isTrue();
        });
    }

    @Override
    public void ended(GrantEnded ended) {
        endings.add(ended);
        assertThat(live.remove(ended.lease().grant().id()))
                .as("the grant that ends")
                .isNotNull();
        assertThat(ended.lease().ended().orElseThrow().at())
                .isBeforeOrEqualTo(ended.lease().grant().ends());
    }

    private static Interval time(Grant grant) {
        return new Interval(grant.starts(), grant.ends());
    }

    Grant lastGrant() {
        return grants.get(grants.size() - 1).grant();
    }

    Window lastWindow() {
        return offers.get(offers.size() - 1).window();
    }
}
