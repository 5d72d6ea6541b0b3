package org.atomizable.core.worker;

import java.time.Duration;
import java.time.Instant;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.SampleMessage;
import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.api.wire.WorkerOrder;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.wire.ToWire;
import org.jspecify.annotations.Nullable;

/**
 * One job as a child process receives it, and the lines that describe it.
 *
 * @param memoryScale null to measure the memory of the process
 */
record ChildJob(NamedJob job, StoreOpening store, @Nullable Double memoryScale) {

    WorkerOrder run(Subjob subjob, Instant now) {
        RunPlan plan = RunPlan.of(subjob);
        SubjobOrder order = new SubjobOrder(
                plan.token().value(),
                plan.firstAtom(),
                plan.lastAtom(),
                ToWire.seconds(Duration.between(now, plan.ends())),
                plan.capacity().count(),
                plan.bound().count(),
                ToWire.seconds(plan.reserve().atom()),
                ToWire.seconds(plan.reserve().checkpoint()),
                plan.reserve().times());
        return order("run", plan.kind(), null, order, null);
    }

    WorkerOrder calibrate(SliceKind kind, long atoms, Duration limit) {
        return order("calibrate", kind, atoms, null, ToWire.seconds(limit));
    }

    WorkerOrder straight() {
        return order("straight", null, null, null, null);
    }

    private WorkerOrder order(
            String type,
            @Nullable SliceKind kind,
            @Nullable Long atoms,
            @Nullable SubjobOrder subjob,
            @Nullable Double limitSeconds) {
        return new WorkerOrder(
                type,
                job.name(),
                job.parameters(),
                store.location(),
                store.job(),
                kind == null ? null : kind.name(),
                memoryScale,
                atoms,
                subjob,
                limitSeconds);
    }

    /** An order without a job. */
    static WorkerOrder plain(String type) {
        return new WorkerOrder(type, null, null, null, null, null, null, null, null);
    }

    /** Reads the plan back, on the worker's own clock. */
    static RunPlan plan(SubjobOrder order, SliceKind kind, Instant now) {
        return new RunPlan(
                kind,
                new FencingToken(order.token()),
                order.firstAtom(),
                order.lastAtom(),
                now.plus(FromWire.seconds(order.endsInSeconds())),
                Bytes.of(order.capacityBytes()),
                Bytes.of(order.boundBytes()),
                reserve(order));
    }

    private static Reserve reserve(SubjobOrder order) {
        Duration atom = FromWire.seconds(order.atomReserveSeconds());
        Duration checkpoint = FromWire.seconds(order.checkpointReserveSeconds());
        return order.reserveTimes() == null
                ? Reserve.usual(atom, checkpoint)
                : new Reserve(atom, checkpoint, order.reserveTimes());
    }

    static SampleMessage message(Sample sample) {
        return new SampleMessage(
                sample.phase().name(), sample.took().toNanos(), sample.peak().count());
    }

    static Sample sample(SampleMessage message, SliceKind kind) {
        return new Sample(
                kind, new Phase(message.phase()), Duration.ofNanos(message.nanos()), Bytes.of(message.peakBytes()));
    }
}
