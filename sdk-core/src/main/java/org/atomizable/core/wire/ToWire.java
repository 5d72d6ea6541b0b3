package org.atomizable.core.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Window;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.PressureMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.profiler.profile.Grounds;
import org.jspecify.annotations.Nullable;

/** Converts values into the records that are sent over the wire. */
public final class ToWire {

    private ToWire() {}

    /**
     * Returns the registration of a job.
     *
     * @param mode how it negotiates, in the protocol's word
     * @param tenant the tenant that it belongs to; empty for no particular tenant
     * @param newest the newest token that its store has seen
     */
    public static JobRegistration registration(
            JobSpec spec, String mode, String tenant, long nextAtom, FencingToken newest) {
        Long total = spec.totalAtoms().isPresent() ? spec.totalAtoms().getAsLong() : null;
        return new JobRegistration(
                spec.name(),
                mode,
                tenant.isEmpty() ? null : tenant,
                spec.priority(),
                spec.deadline().orElse(null),
                total,
                nextAtom,
                newest.equals(FencingToken.NONE) ? null : newest.value());
    }

    /**
     * Returns the message of a signal.
     *
     * @param needed memory that one atom may need, here as below
     * @param firstLook whether the job knows nothing of its times, here as below
     */
    public static SignalMessage signal(String job, Answer.Signal signal, Optional<Bytes> needed, boolean firstLook) {
        Variant best = signal.best();
        return new SignalMessage(
                job,
                true,
                best.atoms(),
                seconds(best.footprint().useful()),
                seconds(best.footprint().time()),
                "fits",
                count(needed),
                firstLook);
    }

    /** Returns the message, in SJA, that there is nothing to signal. */
    public static SignalMessage noSignal(String job, Answer.Silence silence, Optional<Bytes> needed) {
        return new SignalMessage(job, false, 0, 0, 0, silence.because(), count(needed), null);
    }

    /** Returns the message of a bid. */
    public static BidMessage bid(String job, Window window, Answer.Bid bid, Optional<Bytes> needed, boolean firstLook) {
        return new BidMessage(
                job,
                bid.variants().stream().map(it -> variant(it, window.opens())).toList(),
                "fits",
                count(needed),
                firstLook);
    }

    /** Returns the message, in JASDA, that there is nothing to bid. */
    public static BidMessage noBid(String job, Answer.Silence silence, Optional<Bytes> needed) {
        return new BidMessage(job, List.of(), silence.because(), count(needed), null);
    }

    private static @Nullable Long count(Optional<Bytes> memory) {
        return memory.map(Bytes::count).orElse(null);
    }

    private static VariantMessage variant(Variant variant, Instant opens) {
        Map<String, Double> features = new TreeMap<>();
        variant.features().values().forEach((feature, value) -> features.put(feature.word(), value));
        return new VariantMessage(
                variant.id(),
                variant.after().orElse(null),
                variant.firstAtom(),
                variant.atoms(),
                seconds(Duration.between(opens, variant.starts())),
                seconds(Duration.between(opens, variant.ends())),
                variant.footprint().memory().upper().count(),
                variant.footprint().memory().method(),
                seconds(variant.footprint().useful()),
                features,
                variant.score());
    }

    /**
     * Returns the acceptance of a grant with the subjob that was built for it.
     *
     * @param grounds on what its bounds rest
     */
    public static AcceptMessage acceptance(Subjob subjob, Grounds grounds) {
        return new AcceptMessage(
                subjob.firstAtom(),
                subjob.atoms(),
                subjob.footprint().memory().upper().count(),
                shortened(grounds.memoryMethodAndPromise()),
                subjob.footprint().memory().samples(),
                seconds(subjob.footprint().time()),
                shortened(grounds.timeMethodAndPromise()));
    }

    /** A method may name another machine's key, of any length. The scheduler refuses a method that is too long. */
    private static String shortened(String method) {
        return method.length() <= AcceptMessage.LONGEST_METHOD
                ? method
                : method.substring(0, AcceptMessage.LONGEST_METHOD);
    }

    /** Returns the request to give back memory. */
    public static PressureMessage pressure(Pressure pressure) {
        return new PressureMessage(
                pressure.level().name().toLowerCase(Locale.ROOT),
                pressure.wanted().count(),
                seconds(pressure.within()));
    }

    /** Returns a duration in seconds. */
    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
