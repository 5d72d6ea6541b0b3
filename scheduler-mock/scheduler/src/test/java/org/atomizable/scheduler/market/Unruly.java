package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.Bytes;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.BidVariant;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Bids;
import org.atomizable.scheduler.market.answer.JobAnswer;
import org.atomizable.scheduler.market.job.JobRequest;

/** Agents whose messages come late, twice, not at all, and for grants that are long gone. */
final class Unruly extends Witness {

    private interface Message {
        void send(Market market) throws Refused;
    }

    private final TimeSource time;
    private final Random chance;
    private final List<Mode> modes;
    private Optional<Market> market = Optional.empty();
    int refusals;
    int received;

    Unruly(TimeSource time, SliceSource source, long seed, List<Mode> modes) {
        super(time, source);
        this.modes = modes;
        this.time = time;
        this.chance = new Random(seed);
    }

    void meet(Market met) {
        market = Optional.of(met);
    }

    void comeAndGo(List<String> names, Duration every) {
        String name = names.get(chance.nextInt(names.size()));
        JobRequest request = new JobRequest(
                name,
                modes.get(chance.nextInt(modes.size())),
                "tenant-" + name.length() % 2,
                0,
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.of(name + chance.nextInt(3)));
        send(it -> it.register(request));
        if (chance.nextInt(4) == 0 && !offers.isEmpty()) {
            String someone = offers.get(chance.nextInt(offers.size())).job();
            send(it -> it.withdraw(someone, "ops"));
        }
        time.schedule(every, () -> comeAndGo(names, every));
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        super.offered(job, window, answersBy);
        JobAnswer answer = chance.nextInt(modes.size()) == 0 ? signal(job, window) : bids(job, window);
        // Of the wrong mode as often as not, where there are two.
        send(it -> it.answer(window.id(), answer));
    }

    private JobAnswer signal(String job, Window window) {
        Duration total = fraction(window.length());
        return Signals.of(job, chance.nextInt(5) > 0, 1 + chance.nextInt(9), fraction(total), total, "drawn by lot");
    }

    /** Now and then one that overlaps what it continues, or reaches beyond the window. */
    private JobAnswer bids(String job, Window window) {
        List<BidVariant> variants = new ArrayList<>();
        for (int i = chance.nextInt(5); i > 0; i--) {
            Duration from = fraction(window.length());
            Duration most = window.length().minus(from).plusMillis(chance.nextInt(50) == 0 ? 500 : 0);
            Duration length = fraction(most).plusNanos(1);
            Optional<String> after = variants.isEmpty() || chance.nextInt(3) > 0
                    ? Optional.empty()
                    : Optional.of(variants.get(0).id());
            double useful = chance.nextDouble() * length.toNanos() / 1e9;
            Features<JobFeature> features = new Features<>(Map.of(JobFeature.LOCALITY, chance.nextDouble()));
            variants.add(new BidVariant(
                    "v" + i,
                    after,
                    0,
                    1 + chance.nextInt(9),
                    from,
                    from.plus(length),
                    memory(job),
                    useful,
                    features,
                    0,
                    false));
        }
        return new Bids(job, variants, "drawn by lot");
    }

    @Override
    public void granted(String job, Grant grant) {
        super.granted(job, grant);
        Duration length = Duration.between(grant.starts(), grant.ends());
        Acceptance acceptance = new Acceptance(0, 1 + chance.nextInt(9), memory(job), fraction(length));
        send(it -> it.accept(grant.id(), acceptance));
        Duration until = Duration.between(time.now(), grant.ends());
        for (int beats = chance.nextInt(4); beats > 0; beats--) {
            Bytes memory = chance.nextInt(20) == 0 ? grant.capacity().plus(Bytes.of(1)) : Bytes.mebi(100);
            later(fraction(until), it -> it.heartbeat(grant.id(), 0, memory));
        }
        SubjobEnd.Kind kind = SubjobEnd.Kind.values()[1 + chance.nextInt(3)];
        SubjobEnd end = new SubjobEnd(kind, "time", 0, Duration.ZERO, fraction(length), Bytes.mebi(100));
        // Now and then only after the end.
        later(fraction(until).plus(chance.nextInt(8) == 0 ? until : Duration.ZERO), it -> it.report(grant.id(), end));
    }

    /** Most need little; two large ones do not fit on one slice. */
    private static Bytes memory(String job) {
        return Bytes.mebi(100 + Math.floorMod(job.hashCode(), 7) * 1500L);
    }

    private Duration fraction(Duration whole) {
        return Duration.ofNanos((long) (whole.toNanos() * chance.nextDouble()));
    }

    private void send(Message message) {
        later(Duration.ofMillis(chance.nextInt(chance.nextInt(10) == 0 ? 2000 : 20)), message);
    }

    private void later(Duration delay, Message message) {
        int copies = chance.nextInt(8) == 0 ? 0 : chance.nextInt(8) == 0 ? 2 : 1;
        for (int copy = 0; copy < copies; copy++) {
            time.schedule(delay.plusMillis(copy * 30L), () -> deliver(message));
        }
    }

    private void deliver(Message message) {
        try {
            message.send(market.orElseThrow());
            received++;
        } catch (Refused expected) {
            refusals++;
        }
    }
}
