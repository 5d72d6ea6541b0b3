package org.atomizable.testkit.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Windows, one after the other: those of a script, or by chance without end. For one thread. */
public final class WindowSource {

    private static final int LARGEST = 8;

    private final Supplier<Optional<Schedule.Window>> windows;
    private final List<Schedule.Window> taken = new ArrayList<>();

    private WindowSource(Supplier<Optional<Schedule.Window>> windows) {
        this.windows = windows;
    }

    /** Returns the windows of a schedule, and then none. */
    public static WindowSource scripted(Schedule schedule) {
        var left = schedule.windows().iterator();
        return new WindowSource(() -> left.hasNext() ? Optional.of(left.next()) : Optional.empty());
    }

    /**
     * Returns windows with room for 1 to {@value #LARGEST} atoms, without end. The same seed gives the same windows.
     *
     * @param kinds which faults; one window in two has one, if there are any
     */
    public static WindowSource random(long seed, Set<Fault.Kind> kinds) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Fault.Kind> all = kinds.stream().sorted().toList();
        return new WindowSource(() -> Optional.of(drawn(random, all)));
    }

    private static Schedule.Window drawn(SplittableRandom random, List<Fault.Kind> kinds) {
        long room = random.nextLong(1, LARGEST + 1);
        Optional<Fault> fault = kinds.isEmpty() || random.nextBoolean()
                ? Optional.empty()
                : Optional.of(new Fault(kinds.get(random.nextInt(kinds.size())), random.nextLong(room)));
        return new Schedule.Window(room, fault);
    }

    /** Returns the next window; empty after the last one of a script. */
    public Optional<Schedule.Window> next() {
        Optional<Schedule.Window> next = windows.get();
        next.ifPresent(taken::add);
        return next;
    }

    /** Returns the next windows, as many as there are. */
    public Schedule take(int most) {
        List<Schedule.Window> several = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            next().ifPresent(several::add);
        }
        return new Schedule(several);
    }

    /** Returns all windows that were taken, as a script. */
    public Schedule taken() {
        return new Schedule(taken);
    }
}
