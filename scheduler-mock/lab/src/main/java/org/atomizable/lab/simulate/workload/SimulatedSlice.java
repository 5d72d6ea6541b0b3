package org.atomizable.lab.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A slice of a GPU and the times in which it is free.
 *
 * @param id its name, unique in the workload
 * @param kind its MIG profile, such as 1g.10gb
 * @param gib its memory in GiB
 * @param holes the free times in ascending order; a positive time lies between two of them, and the last one never ends
 * @param failures when it fails, in seconds, in ascending order: what runs on it then is lost, and the next subjob may start at once
 */
public record SimulatedSlice(String id, String kind, double gib, List<Hole> holes, List<Double> failures) {

    /** Refuses holes that overlap or end, and failures out of order. */
    public SimulatedSlice {
        holes = List.copyOf(holes);
        failures = List.copyOf(failures);
        if (!(gib > 0) || gib == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("slice %s must have more than 0 GiB, was %s".formatted(id, gib));
        }
        if (holes.isEmpty() || holes.get(holes.size() - 1).to() != Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("slice %s must be free after its last reservation".formatted(id));
        }
        for (int i = 1; i < holes.size(); i++) {
            if (holes.get(i).from() <= holes.get(i - 1).to()) {
                throw new IllegalArgumentException(
                        "the holes of slice %s must not touch, were %s".formatted(id, holes));
            }
        }
        for (int i = 0; i < failures.size(); i++) {
            if (!(failures.get(i) > (i == 0 ? 0 : failures.get(i - 1)))) {
                throw new IllegalArgumentException(
                        "the failures of slice %s must be in ascending order, were %s".formatted(id, failures));
            }
        }
    }

    /** Creates a slice that never fails. */
    public SimulatedSlice(String id, String kind, double gib, List<Hole> holes) {
        this(id, kind, gib, holes, List.of());
    }

    /** Returns this slice with other failures. */
    public SimulatedSlice failingAt(List<Double> times) {
        return new SimulatedSlice(id, kind, gib, holes, times);
    }

    /** Returns the name of the GPU that the slice is a part of: the slice's up to the last hyphen or dot, or all of it if there is none. */
    public String node() {
        int end = Math.max(id.lastIndexOf('-'), id.lastIndexOf('.'));
        return end < 0 ? id : id.substring(0, end);
    }

    /** Returns the first failure after a time, in seconds; infinity if there is none. */
    public double nextFailureAfter(double time) {
        int found = Collections.binarySearch(failures, time);
        int next = found < 0 ? -found - 1 : found + 1;
        return next == failures.size() ? Double.POSITIVE_INFINITY : failures.get(next);
    }

    /**
     * Creates a slice from its reservations.
     *
     * @param reservations in ascending order; they may touch, but not overlap
     */
    public static SimulatedSlice reserved(String id, String kind, double gib, List<Reservation> reservations) {
        List<Hole> holes = new ArrayList<>();
        double free = 0;
        for (Reservation each : reservations) {
            if (each.from() < free) {
                throw new IllegalArgumentException("the reservations of slice %s overlap at %s".formatted(id, each));
            }
            if (each.from() > free) {
                holes.add(new Hole(free, each.from()));
            }
            free = each.to();
        }
        holes.add(new Hole(free, Double.POSITIVE_INFINITY));
        return new SimulatedSlice(id, kind, gib, holes);
    }

    /** Returns the times between the holes. Reservations that touch are returned as one. */
    public List<Reservation> reservations() {
        List<Reservation> reservations = new ArrayList<>();
        double reserved = 0;
        for (Hole each : holes) {
            if (each.from() > reserved) {
                reservations.add(new Reservation(reserved, each.from()));
            }
            reserved = each.to();
        }
        return List.copyOf(reservations);
    }

    /** Returns how long the slice is free before a time, in seconds. */
    public double freeSecondsBefore(double time) {
        double free = 0;
        for (Hole each : holes) {
            free += each.secondsBefore(time);
        }
        return free;
    }
}
