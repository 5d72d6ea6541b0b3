package org.atomizable.lab.simulate.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.AtomizableException;

/** Turns lines of a reservations file into slices. Reservations of a slice may come in any order. */
final class ReservationLines {

    private record Named(String id, String kind, double gib, List<Reserved> reserved, List<Double> failures) {}

    private record Reserved(Reservation reservation, Line line) {}

    private final Map<String, Named> slices = new LinkedHashMap<>();

    void add(Line line) throws AtomizableException {
        String[] words = line.words();
        if (words.length == 4 && words[0].equals("S")) {
            double gib = line.number("the memory of a slice", words[3]);
            if (gib == 0) {
                throw line.refused("a slice must have more than 0 GiB");
            }
            if (slices.putIfAbsent(words[1], new Named(words[1], words[2], gib, new ArrayList<>(), new ArrayList<>()))
                    != null) {
                throw line.refused("there are two slices called " + words[1]);
            }
        } else if (words.length == 4 && words[0].equals("R")) {
            reserve(line, words);
        } else if (words.length == 3 && words[0].equals("F")) {
            known(line, words[1]).failures().add(line.seconds("the time of a failure", words[2]));
        } else {
            throw line.refused("a line must be S slice kind GiB, R slice from to, or F slice time");
        }
    }

    private Named known(Line line, String id) throws AtomizableException {
        Named slice = slices.get(id);
        if (slice == null) {
            throw line.refused("slice %s is not known; its S line must come first".formatted(id));
        }
        return slice;
    }

    private void reserve(Line line, String[] words) throws AtomizableException {
        Named slice = known(line, words[1]);
        double from = line.seconds("the start of a reservation", words[2]);
        double to = line.seconds("the end of a reservation", words[3]);
        if (to <= from) {
            throw line.refused("a reservation must end after its start, was %s to %s".formatted(words[2], words[3]));
        }
        slice.reserved().add(new Reserved(new Reservation(from, to), line));
    }

    List<SimulatedSlice> slices() throws AtomizableException {
        List<SimulatedSlice> made = new ArrayList<>();
        for (Named each : slices.values()) {
            List<Reserved> sorted = each.reserved().stream()
                    .sorted(Comparator.comparingDouble(
                                    (Reserved it) -> it.reservation().from())
                            .thenComparingInt(it -> it.line().number()))
                    .toList();
            for (int i = 1; i < sorted.size(); i++) {
                Reserved earlier = sorted.get(i - 1);
                Reserved later = sorted.get(i);
                if (later.reservation().from() < earlier.reservation().to()) {
                    throw later.line()
                            .refused("the reservation overlaps that of line %s"
                                    .formatted(earlier.line().number()));
                }
            }
            List<Double> failures = each.failures().stream()
                    .filter(it -> it > 0)
                    .distinct()
                    .sorted()
                    .toList();
            made.add(SimulatedSlice.reserved(
                            each.id(),
                            each.kind(),
                            each.gib(),
                            sorted.stream().map(Reserved::reservation).toList())
                    .failingAt(failures));
        }
        return made;
    }
}
