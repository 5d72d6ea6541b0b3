package org.atomizable.testkit.protocol;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.WindowOffered;

/** The messages that were seen of one registration of a job. Guarded by the monitor's lock. */
final class JobTrace {

    private static final int EVENTS = 1000;
    private static final int WINDOWS = 500;

    /** A window that was offered to the job. */
    static final class WindowTrace {
        final WindowOffered offered;
        private Optional<Record> answer = Optional.empty();
        private boolean wanted;

        WindowTrace(WindowOffered offered) {
            this.offered = offered;
        }

        Optional<Record> answer() {
            return answer;
        }

        /** Whether it was wanted at some time: which of two answers came first, only the scheduler knows. */
        boolean wanted() {
            return wanted;
        }

        void answered(Record told, boolean interested) {
            answer = Optional.of(told);
            wanted |= interested;
        }
    }

    final String id;
    final JobRegistration registration;
    final String lineage;
    private ProtocolStates.Job state = ProtocolStates.Job.ACTIVE;
    private final Map<Long, EventMessage> events = new LinkedHashMap<>();
    private final Map<String, WindowTrace> windows = new LinkedHashMap<>();
    private long nextAtom;
    private boolean reportedLast = true;

    JobTrace(String id, JobRegistration registration, String lineage) {
        this.id = id;
        this.registration = registration;
        this.lineage = lineage;
        this.nextAtom = registration.nextAtom();
    }

    boolean take(Message message) {
        Optional<ProtocolStates.Job> next = ProtocolStates.JOB.next(state, message);
        next.ifPresent(it -> state = it);
        if (state == ProtocolStates.Job.OVER) {
            windows.clear();
        }
        return next.isPresent();
    }

    boolean isOver() {
        return state == ProtocolStates.Job.OVER;
    }

    /** Returns the event that was told under the same number before. */
    Optional<EventMessage> before(EventMessage event) {
        Optional<EventMessage> before = Optional.ofNullable(events.putIfAbsent(event.id(), event));
        if (events.size() > EVENTS) {
            events.remove(events.keySet().iterator().next());
        }
        return before;
    }

    WindowTrace offered(WindowOffered window) {
        WindowTrace trace = windows.computeIfAbsent(window.id(), id -> new WindowTrace(window));
        if (windows.size() > WINDOWS) {
            windows.remove(windows.keySet().iterator().next());
        }
        return trace;
    }

    Optional<WindowTrace> window(String id) {
        return Optional.ofNullable(windows.get(id));
    }

    long nextAtom() {
        return nextAtom;
    }

    /** Whether the scheduler knows exactly which atom is next; after a revocation only the worker's store does. */
    boolean knowsNextAtom() {
        return reportedLast;
    }

    void reached(long atom) {
        nextAtom = atom;
        reportedLast = true;
    }

    void lost() {
        reportedLast = false;
    }
}
