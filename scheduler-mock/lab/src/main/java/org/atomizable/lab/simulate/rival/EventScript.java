package org.atomizable.lab.simulate.rival;

import java.util.Arrays;
import org.atomizable.lab.simulate.workload.Workload;

/**
 * The use of the queue of events in a run of {@code fill-srpt}, to be repeated without a scheduler.
 *
 * <p>An event is a submission, the begin or the end of a hole, or the end of a subjob. {@link #replay} adds and removes the same events in
 * the same order in a queue of the same kind, so that the queue is as long as in the run at every step. It starts no task.
 */
public final class EventScript {

    private final double[] times;
    private final EventQueue.Kind[] kinds;

    /** How many events were added before each removal, from the start. */
    private final int[] addedBefore;

    private EventScript(Recording recording) {
        this.times = Arrays.copyOf(recording.times, recording.added);
        this.kinds = Arrays.copyOf(recording.kinds, recording.added);
        this.addedBefore = Arrays.copyOf(recording.addedBefore, recording.removed);
    }

    /** Runs {@code fill-srpt} on a workload. */
    public static EventScript of(Workload workload) {
        Recording recording = new Recording();
        new Dispatcher(workload, RivalRules.DEFAULT, Rivals.fillSrpt(RivalRules.DEFAULT), recording).run("fill-srpt");
        return new EventScript(recording);
    }

    /** Returns how many events the run handled. */
    public int events() {
        return addedBefore.length;
    }

    /** Adds and removes the events. Returns the time of the last one in seconds, which is the same every time. */
    public double replay() {
        EventQueue queue = new EventQueue();
        int added = 0;
        double last = 0;
        for (int before : addedBefore) {
            while (added < before) {
                queue.add(times[added], kinds[added], 0, 0);
                added++;
            }
            last = queue.next().time();
        }
        return last;
    }

    private static final class Recording extends EventQueue {

        private double[] times = new double[1 << 16];
        private Kind[] kinds = new Kind[1 << 16];
        private int[] addedBefore = new int[1 << 16];
        private int added;
        private int removed;

        @Override
        void add(double time, Kind kind, int subject, long run) {
            if (added == times.length) {
                times = Arrays.copyOf(times, 2 * added);
                kinds = Arrays.copyOf(kinds, 2 * added);
            }
            times[added] = time;
            kinds[added] = kind;
            added++;
            super.add(time, kind, subject, run);
        }

        @Override
        Event next() {
            if (removed == addedBefore.length) {
                addedBefore = Arrays.copyOf(addedBefore, 2 * removed);
            }
            addedBefore[removed++] = added;
            return super.next();
        }
    }
}
