package org.atomizable.testkit.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.atomizable.api.window.Slice;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.testkit.fault.FaultyJob;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;
import org.atomizable.testkit.schedule.WindowSource;

/** Slices that are free in the windows of a source, ten seconds apart; after the last window of a script, without end. */
final class WindowCalendar implements SliceSource {

    private static final Duration APART = Duration.ofSeconds(10);

    /** For what is not an atom. */
    private static final Duration SPARE = Duration.ofSeconds(2);

    private final List<Slice> slices;
    private final WindowSource windows;
    private final List<Opening> openings = new ArrayList<>();
    private final List<Opening> faulty = new ArrayList<>();
    private Instant laidOut;

    private record Opening(Interval time, Optional<Fault> fault) {}

    WindowCalendar(List<Slice> slices, WindowSource windows, Instant origin) {
        this.slices = slices;
        this.windows = windows;
        this.laidOut = origin;
    }

    @Override
    public List<Slice> slices() {
        return slices;
    }

    @Override
    public synchronized Calendar calendar(String slice, Interval time) {
        while (laidOut.isBefore(time.to())) {
            layOut();
        }
        List<Reservation> reserved = new ArrayList<>();
        for (int i = 0; i < openings.size(); i++) {
            Instant before = i == 0
                    ? openings.get(0).time().from().minus(APART)
                    : openings.get(i - 1).time().to();
            Interval.between(before, openings.get(i).time().from())
                    .filter(time::overlaps)
                    .ifPresent(it -> reserved.add(new Reservation("not in a window", it)));
        }
        return new Calendar(time, reserved);
    }

    private void layOut() {
        Optional<Schedule.Window> next = windows.next();
        if (next.isEmpty()) {
            openings.add(new Opening(new Interval(laidOut.plus(APART), Instant.MAX), Optional.empty()));
            laidOut = Instant.MAX;
            return;
        }
        Duration length = FaultyJob.ATOM.multipliedBy(next.get().atoms()).plus(SPARE);
        Opening opening =
                new Opening(Interval.of(laidOut.plus(APART), length), next.get().fault());
        openings.add(opening);
        opening.fault().ifPresent(it -> faulty.add(opening));
        laidOut = opening.time().to();
    }

    /** Returns what goes wrong in a worker in the window that is open then; the same fault is returned once. */
    Optional<Fault> faultAt(Instant instant) {
        return faultAt(instant, fault -> fault.kind() != Fault.Kind.LOST_MESSAGE);
    }

    /** Tells whether a message of the window that is open then is lost; a fault loses one message. */
    boolean loses(Instant instant, LossyNetwork.Part part) {
        return faultAt(instant, fault -> fault.kind() == Fault.Kind.LOST_MESSAGE && LossyNetwork.Part.of(fault) == part)
                .isPresent();
    }

    private synchronized Optional<Fault> faultAt(Instant instant, Predicate<Fault> which) {
        Optional<Opening> open = faulty.stream()
                .filter(it -> it.time().contains(instant))
                .filter(it -> it.fault().filter(which).isPresent())
                .findFirst();
        open.ifPresent(faulty::remove);
        return open.flatMap(Opening::fault);
    }
}
