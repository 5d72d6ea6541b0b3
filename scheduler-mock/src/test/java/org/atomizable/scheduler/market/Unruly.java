package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.device.Device;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;

/** Agents whose messages come late, twice, not at all, and for grants that are long gone. */
final class Unruly extends Witness {

    private interface Message {
        void send(Market market) throws Refused;
    }

    private final TimeSource time;
    private final Random chance;
    private Optional<Market> market = Optional.empty();
    int refusals;
    int received;

    Unruly(TimeSource time, Device device, long seed) {
        super(time, device);
        this.time = time;
        this.chance = new Random(seed);
    }

    void meet(Market met) {
        market = Optional.of(met);
    }

    void comeAndGo(List<String> names, Duration every) {
        String name = names.get(chance.nextInt(names.size()));
        send(it -> it.register(new JobRequest(
                name, "sja", 0, Optional.empty(), Optional.empty(), 0, Optional.of(name + chance.nextInt(3)))));
        if (chance.nextInt(4) == 0 && !offers.isEmpty()) {
            String someone = offers.get(chance.nextInt(offers.size())).job();
            send(it -> it.withdraw(someone));
        }
        time.schedule(every, () -> comeAndGo(names, every));
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        super.offered(job, window, answersBy);
        Duration total = fraction(window.length());
        Signal signal =
                new Signal(job, chance.nextInt(5) > 0, 1 + chance.nextInt(9), fraction(total), total, "drawn by lot");
        send(it -> it.answer(window.id(), signal));
    }

    @Override
    public void granted(String job, Grant grant) {
        super.granted(job, grant);
        Duration length = Duration.between(grant.starts(), grant.ends());
        Acceptance acceptance = new Acceptance(0, 1 + chance.nextInt(9), Bytes.mebi(100), fraction(length));
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
