package org.atomizable.scheduler.market;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.Acceptance;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.lease.SubjobEnd;
import org.atomizable.scheduler.market.answer.Signal;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobRequest;

/** Jobs of atoms of one length, that answer within milliseconds, fill their windows and report in time. */
final class Polite extends Witness {

    private static final Duration LATENCY = Duration.ofMillis(3);
    /** No multiple of what atoms take: who reports at the very end of a lease is too late. */
    private static final Duration OVERHEAD = Duration.ofMillis(301);

    private final VirtualTime time;
    private Duration atom;
    private final Map<String, Long> done = new HashMap<>();
    private final Map<String, Bytes> needed = new HashMap<>();
    private Optional<Market> market = Optional.empty();

    Polite(VirtualTime time, SliceSource source, Duration atom) {
        super(time, source);
        this.time = time;
        this.atom = atom;
    }

    void register(Market met, String name, long atoms) throws Refused {
        register(met, name, atoms, Bytes.gibi(1));
    }

    /** Registers a job that says nothing to slices of less memory. */
    void register(Market met, String name, long atoms, Bytes needs) throws Refused {
        market = Optional.of(met);
        JobFacts facts = met.register(new JobRequest(
                name, Mode.SJA, JobRequest.NOBODY, 0, Optional.empty(), Optional.of(atoms), 0, Optional.empty()));
        needed.put(facts.id(), needs);
    }

    @Override
    public void offered(String job, Window window, Instant answersBy) {
        super.offered(job, window, answersBy);
        time.schedule(LATENCY, () -> answer(job, window));
    }

    @Override
    public void granted(String job, Grant grant) {
        super.granted(job, grant);
        time.schedule(LATENCY, () -> run(job, grant));
    }

    /** Lets atoms last otherwise from now on. */
    void lasting(Duration each) {
        atom = each;
    }

    private void answer(String job, Window window) {
        Bytes needs = needed.getOrDefault(job, Bytes.ZERO);
        // The answer and the grant may both take of the window's time.
        Duration left = window.length().minus(LATENCY.multipliedBy(2));
        long atoms = needs.exceeds(window.capacity()) ? 0 : fitting(left);
        Duration useful = atom.multipliedBy(atoms);
        Signal signal = atoms < 1
                ? Signals.of(job, false, 0, Duration.ZERO, Duration.ZERO, "too little", Optional.of(needs))
                : Signals.of(job, true, atoms, useful, useful.plus(OVERHEAD), "fits", Optional.of(needs));
        try {
            market().answer(window.id(), signal);
        } catch (Refused late) {
            // Somebody else has got it; the next one comes.
        }
    }

    private void run(String job, Grant grant) {
        Instant starts = time.now().isAfter(grant.starts()) ? time.now() : grant.starts();
        long first = done.getOrDefault(job, 0L);
        try {
            long total = market().job(job).request().totalAtoms().orElseThrow();
            long atoms = Math.min(fitting(Duration.between(starts, grant.ends())), total - first);
            if (atoms < 1) {
                market().report(grant.id(), handedBack(first));
                return;
            }
            Duration useful = atom.multipliedBy(atoms);
            Duration took = useful.plus(OVERHEAD);
            market().accept(grant.id(), new Acceptance(first, atoms, Bytes.gibi(1), took));
            SubjobEnd.Kind kind = first + atoms == total ? SubjobEnd.Kind.FINISHED : SubjobEnd.Kind.YIELDED;
            SubjobEnd end = new SubjobEnd(kind, "", first + atoms, useful, took, Bytes.gibi(1));
            done.put(job, first + atoms);
            time.schedule(Duration.between(time.now(), starts).plus(took), () -> report(grant, end));
        } catch (Refused unexpected) {
            throw new IllegalStateException("a polite job was refused", unexpected);
        }
    }

    private static SubjobEnd handedBack(long next) {
        return new SubjobEnd(
                SubjobEnd.Kind.HANDED_BACK, "nothing fits", next, Duration.ZERO, Duration.ZERO, Bytes.ZERO);
    }

    private void report(Grant grant, SubjobEnd end) {
        try {
            market().report(grant.id(), end);
        } catch (Refused unexpected) {
            throw new IllegalStateException("a polite job was refused", unexpected);
        }
    }

    /** Its report comes before the end of the grant, not at the same instant. */
    private long fitting(Duration length) {
        return Math.max(0, length.minus(OVERHEAD).minusMillis(1).toNanos()) / atom.toNanos();
    }

    private Market market() {
        return market.orElseThrow();
    }
}
