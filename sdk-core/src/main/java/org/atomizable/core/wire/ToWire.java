package org.atomizable.core.wire;

import java.time.Duration;
import org.atomizable.api.JobSpec;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.SignalMessage;

/** Puts values into the records that go over the wire. */
public final class ToWire {

    private ToWire() {}

    /** Returns the registration of a job that negotiates by signals. */
    public static JobRegistration registration(JobSpec spec, long nextAtom) {
        Long total = spec.totalAtoms().isPresent() ? spec.totalAtoms().getAsLong() : null;
        return new JobRegistration(
                spec.name(), "sja", spec.priority(), spec.deadline().orElse(null), total, nextAtom);
    }

    /** Returns the message of an answer. */
    public static SignalMessage signal(String job, Answer answer) {
        return answer.match(
                silence -> new SignalMessage(job, false, 0, 0, 0, silence.because()),
                signal -> signal(job, signal.best()));
    }

    private static SignalMessage signal(String job, Variant best) {
        return new SignalMessage(
                job, true, best.atoms(), seconds(best.footprint().useful()), seconds(best.length()), "fits");
    }

    /** Returns the acceptance of a grant with the subjob that was built for it. */
    public static AcceptMessage acceptance(Subjob subjob) {
        return new AcceptMessage(
                subjob.firstAtom(),
                subjob.atoms(),
                subjob.footprint().memory().upper().count(),
                subjob.footprint().memory().method(),
                subjob.footprint().memory().samples(),
                seconds(subjob.footprint().time()));
    }

    /** Returns a duration in seconds. */
    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
