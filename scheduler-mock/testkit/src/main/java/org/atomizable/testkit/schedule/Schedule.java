package org.atomizable.testkit.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The windows that a job gets one after the other, and what goes wrong in them. After the last one the job runs to its end.
 *
 * @param windows in their order
 */
public record Schedule(List<Window> windows) {

    /**
     * A window.
     *
     * @param atoms how many it has room for, 1 or more
     * @param fault what goes wrong in it
     */
    public record Window(long atoms, Optional<Fault> fault) {

        /** Checks its size. */
        public Window {
            if (atoms < 1) {
                throw new IllegalArgumentException("a window has room for 1 atom or more, was %s".formatted(atoms));
            }
        }

        @Override
        public String toString() {
            return atoms + fault.map(it -> "!" + it).orElse("");
        }

        private static Window parse(String text) {
            int sign = text.indexOf('!');
            String atoms = sign < 0 ? text : text.substring(0, sign);
            try {
                return new Window(
                        Long.parseLong(atoms),
                        sign < 0 ? Optional.empty() : Optional.of(Fault.parse(text.substring(sign + 1))));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "a window is written as 5 or 5!kill@3, was \"%s\"".formatted(text), e);
            }
        }
    }

    /** Copies the list. */
    public Schedule {
        windows = List.copyOf(windows);
    }

    /**
     * Reads a schedule as a failure prints it, such as {@code "5 3!kill@2 4!out-of-memory@1"}.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Schedule parse(String text) {
        return new Schedule(Stream.of(text.strip().split("\\s+"))
                .filter(it -> !it.isEmpty())
                .map(Window::parse)
                .toList());
    }

    /**
     * Returns a schedule by chance.
     *
     * @param atoms how many the job has
     * @param kinds which faults; one window in two has one, if there are any
     */
    public static Schedule random(long seed, long atoms, Set<Fault.Kind> kinds) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault.Kind> all = kinds.stream().sorted().toList();
        List<Window> windows = new ArrayList<>();
        int count = random.nextInt(1, 9);
        for (int i = 0; i < count; i++) {
            long room = random.nextLong(1, Math.max(2, 1 + atoms / 3));
            Optional<Fault> fault = all.isEmpty() || random.nextBoolean()
                    ? Optional.empty()
                    : Optional.of(new Fault(all.get(random.nextInt(all.size())), random.nextLong(room + 1)));
            windows.add(new Window(room, fault));
        }
        return new Schedule(windows);
    }

    /**
     * Returns simpler schedules, the simplest first: with fewer windows, two windows as one, without a fault, with smaller windows, and with
     * earlier faults.
     */
    public List<Schedule> simpler() {
        List<Schedule> simpler = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            simpler.add(without(i));
        }
        for (int i = 0; i + 1 < windows.size(); i++) {
            simpler.add(joined(i));
        }
        for (int i = 0; i < windows.size(); i++) {
            Window window = windows.get(i);
            if (window.fault().isPresent()) {
                Fault fault = window.fault().get();
                simpler.add(with(i, new Window(window.atoms(), Optional.empty())));
                for (long at : new long[] {0, fault.at() / 2, Math.max(0, fault.at() - 1)}) {
                    simpler.add(with(i, new Window(window.atoms(), Optional.of(new Fault(fault.kind(), at)))));
                }
            }
            if (window.atoms() > 1) {
                simpler.add(with(i, new Window(1, window.fault())));
                simpler.add(with(i, new Window(window.atoms() / 2, window.fault())));
                simpler.add(with(i, new Window(window.atoms() - 1, window.fault())));
            }
        }
        return simpler.stream().distinct().filter(it -> !it.equals(this)).toList();
    }

    private Schedule without(int index) {
        List<Window> fewer = new ArrayList<>(windows);
        fewer.remove(index);
        return new Schedule(fewer);
    }

    /** Returns one with room for both, and a fault of one of them. */
    private Schedule joined(int index) {
        Window first = windows.get(index);
        Window second = windows.get(index + 1);
        Window both =
                new Window(first.atoms() + second.atoms(), first.fault().isPresent() ? first.fault() : second.fault());
        return without(index).with(index, both);
    }

    private Schedule with(int index, Window other) {
        List<Window> changed = new ArrayList<>(windows);
        changed.set(index, other);
        return new Schedule(changed);
    }

    @Override
    public String toString() {
        return windows.stream().map(Window::toString).collect(Collectors.joining(" "));
    }
}
