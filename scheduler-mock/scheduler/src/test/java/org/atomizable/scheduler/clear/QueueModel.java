package org.atomizable.scheduler.clear;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;

/** One slice whose windows follow each other, jobs that signal for every window, and a policy. Times are in seconds. */
final class QueueModel {

    static final double SHORTEST_WINDOW = 5;
    static final double LONGEST_WINDOW = 10;
    /** Of each subjob, the time for restore and checkpoint. */
    static final double OVERHEAD = 0.5;

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Slice SLICE = new Slice("s", new SliceKind("1g.10gb"), Bytes.gibi(9));

    /**
     * How a job speaks of itself.
     *
     * @param fasterThanTrue by which factor it understates its time per atom
     * @param smallerThanTrue by which factor it understates its number of atoms
     * @param openEnded whether it does not tell its number of atoms
     * @param firstLook whether it says every time that it does not know its time per atom
     */
    record Words(double fasterThanTrue, long smallerThanTrue, boolean openEnded, boolean firstLook) {
        static final Words TRUE = new Words(1, 1, false, false);
    }

    /** A job of so many atoms, each of which takes so long. */
    record Task(String name, double arrives, long atoms, double atom, Words words) {
        double work() {
            return atoms * atom;
        }

        long told() {
            return Math.max(1, atoms / words.smallerThanTrue());
        }

        Task truthful() {
            return new Task(name, arrives, atoms, atom, Words.TRUE);
        }
    }

    /**
     * A wait that ended with a grant.
     *
     * @param largest the largest estimate of the remaining work while it lasted
     * @param others how many other jobs were there when it began
     */
    record Wait(double seconds, double largest, long others, boolean overdue) {}

    /** What became of a job. */
    static final class Course {
        final Task task;
        double completion;
        private long done;
        private long told;
        private double waitingSince;
        private double largest;
        private long others;
        private ServiceRecord seen = ServiceRecord.FRESH;

        private Course(Task task) {
            this.task = task;
            this.waitingSince = task.arrives();
        }

        private SelectionCandidate candidate(double length, boolean believed) {
            long atoms = planned(length);
            double useful = atoms * task.atom() / task.words().fasterThanTrue();
            SelectionCandidate it = new SelectionCandidate(
                    task.name(),
                    at(task.arrives()),
                    at(waitingSince),
                    0,
                    Optional.empty(),
                    atoms,
                    seconds(useful),
                    seconds(useful + OVERHEAD),
                    task.words().openEnded() ? OptionalLong.empty() : OptionalLong.of(task.told() - told),
                    !task.words().firstLook(),
                    believed ? ServiceRecord.FRESH : seen,
                    0,
                    1);
            largest = Math.max(largest, it.remaining().toNanos() / 1e9);
            return it;
        }

        private long planned(double length) {
            return Math.max(1, Math.min(task.atoms() - done, (long) ((length - OVERHEAD) / task.atom())));
        }

        /** Runs in a window from {@code now} on, and returns how long. */
        private double run(SelectionCandidate signalled, double now, double length) {
            long atoms = planned(length);
            double held = OVERHEAD + atoms * task.atom();
            done += atoms;
            // A job cannot report more atoms than it told, even if the number was too small.
            long next = Math.min(done, done < task.atoms() ? task.told() - 1 : task.told());
            seen = signalled.won(told, seconds(length)).after(seconds(held), next);
            told = next;
            waitingSince = now;
            largest = 0;
            completion = now + held - task.arrives();
            return held;
        }
    }

    final List<Course> courses = new ArrayList<>();
    final List<Wait> waits = new ArrayList<>();
    private final List<Course> waiting = new ArrayList<>();
    private final SelectionPolicy policy;
    private final boolean believed;

    private QueueModel(SelectionPolicy policy, boolean believed) {
        this.policy = policy;
        this.believed = believed;
    }

    /** Runs all jobs, which come in order of their arrivals, until the last one is finished. */
    static QueueModel run(SelectionPolicy policy, List<Task> tasks, long seed) {
        return run(new QueueModel(policy, false), tasks, seed);
    }

    /** Runs all jobs where nobody's words are checked. */
    static QueueModel unchecked(SelectionPolicy policy, List<Task> tasks, long seed) {
        return run(new QueueModel(policy, true), tasks, seed);
    }

    private static QueueModel run(QueueModel model, List<Task> tasks, long seed) {
        Random lengths = new Random(seed);
        double now = 0;
        int arrived = 0;
        while (arrived < tasks.size() || !model.waiting.isEmpty()) {
            if (model.waiting.isEmpty()) {
                now = Math.max(now, tasks.get(arrived).arrives());
            }
            while (arrived < tasks.size() && tasks.get(arrived).arrives() <= now) {
                Course course = new Course(tasks.get(arrived++));
                course.others = model.waiting.size();
                model.courses.add(course);
                model.waiting.add(course);
            }
            now += model.clear(now, SHORTEST_WINDOW + lengths.nextDouble() * (LONGEST_WINDOW - SHORTEST_WINDOW));
        }
        return model;
    }

    private double clear(double now, double length) {
        Window window = new Window("w", SLICE, Bytes.gibi(9), at(now), seconds(length));
        List<SelectionCandidate> candidates =
                waiting.stream().map(it -> it.candidate(length, believed)).toList();
        Choice choice = policy.select(window, candidates).orElseThrow();
        Course winner = waiting.stream()
                .filter(it -> it.task.name().equals(choice.winner().job()))
                .findFirst()
                .orElseThrow();
        boolean overdue = choice.why().startsWith("has waited");
        waits.add(new Wait(now - winner.waitingSince, winner.largest, winner.others, overdue));
        double held = winner.run(choice.winner(), now, length);
        winner.others = waiting.size() - 1L;
        if (winner.done == winner.task.atoms()) {
            waiting.remove(winner);
        }
        return held;
    }

    /** Returns the mean completion time of the jobs that tell the truth. */
    double meanOfHonest(List<Task> tasks) {
        List<String> honest = tasks.stream()
                .filter(it -> it.words().equals(Words.TRUE))
                .map(Task::name)
                .toList();
        return courses.stream()
                .filter(it -> honest.contains(it.task.name()))
                .mapToDouble(it -> it.completion)
                .average()
                .orElse(0);
    }

    private static Instant at(double seconds) {
        return START.plus(seconds(seconds));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
