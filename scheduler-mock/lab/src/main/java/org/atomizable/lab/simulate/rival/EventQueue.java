package org.atomizable.lab.simulate.rival;

import java.util.PriorityQueue;

/** The future events. Events at the same time come in the order of their kinds, and then in the order in which they were added. */
class EventQueue {

    enum Kind {
        /** A task is submitted. */
        SUBMITTED,
        /** A preempted task has written its checkpoint and waits again. */
        READY,
        /** A subjob ends as planned. */
        ENDED,
        /** The slice fails, and its subjob is lost. */
        FAILED,
        /** A subjob has been restored; from now on it may be preempted. */
        RESTORED,
        /** A hole ends. */
        CLOSED,
        /** A hole begins. */
        OPENED
    }

    /**
     * An event.
     *
     * @param time in seconds
     * @param subject index of the task for SUBMITTED and READY, of the slice for the others
     * @param run number of the subjob for ENDED, FAILED and RESTORED; such an event is void if the slice runs another one by then
     */
    record Event(double time, Kind kind, int subject, long run, long added) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int order = Double.compare(time, other.time);
            order = order != 0 ? order : kind.compareTo(other.kind);
            return order != 0 ? order : Long.compare(added, other.added);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long added;

    void add(double time, Kind kind, int subject, long run) {
        events.add(new Event(time, kind, subject, run, added++));
    }

    /** Returns the time of the next event. There must be one. */
    double time() {
        return events.element().time();
    }

    /** Returns and removes the next event. There must be one. */
    Event next() {
        return events.remove();
    }

    boolean hasNextAt(double time) {
        return !events.isEmpty() && events.element().time() == time;
    }
}
