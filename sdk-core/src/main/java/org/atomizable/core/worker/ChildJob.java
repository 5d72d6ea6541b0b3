package org.atomizable.core.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Footprint.Reserve;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.SampleMessage;
import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.core.run.RunPlan;
import org.atomizable.core.wire.FromWire;
import org.atomizable.core.wire.ToWire;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.core.worker.warm.Rung;
import org.jspecify.annotations.Nullable;

/**
 * One job as a worker receives it, and the commands that describe it.
 *
 * @param memoryScale null to measure the memory of the process
 */
record ChildJob(NamedJob job, StoreOpening store, @Nullable Double memoryScale) {

    /** Returns the command to run a subjob. */
    WorkerCommand.Run run(Subjob subjob, Instant now) {
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
                plan.reserve().times(),
                plan.mostAtom(),
                ToWire.seconds(plan.beyond().atom()),
                ToWire.seconds(plan.beyond().checkpoint()),
                subjob.grant().resident().count());
        return new WorkerCommand.Run(message(), plan.kind(), order);
    }

    WorkerCommand.Warm warm(Rung rung) {
        return new WorkerCommand.Warm(message(), rung);
    }

    WorkerCommand.Straight straight() {
        return new WorkerCommand.Straight(message());
    }

    private WorkerCommand.Job message() {
        return new WorkerCommand.Job(
                job.name(), job.parameters(), store.location(), store.job(), Optional.ofNullable(memoryScale));
    }

    /** Reads the job back. */
    static ChildJob of(WorkerCommand.Job told) {
        NamedJob named = new NamedJob(told.name(), told.parameters());
        return new ChildJob(
                named,
                new StoreOpening(told.store(), told.owner()),
                told.memoryScale().orElse(null));
    }

    /** Reads the plan back, on the worker's own clock. */
    static RunPlan plan(SubjobOrder order, SliceKind kind, Instant now) {
        return new RunPlan(
                kind,
                new FencingToken(order.token()),
                order.firstAtom(),
                order.lastAtom(),
                order.mostAtom() == null ? order.lastAtom() : order.mostAtom(),
                now.plus(FromWire.seconds(order.endsInSeconds())),
                Bytes.of(order.capacityBytes()),
                Bytes.of(order.boundBytes()),
                reserve(order),
                beyond(order));
    }

    private static Reserve beyond(SubjobOrder order) {
        Reserve planned = reserve(order);
        return new Reserve(
                order.atomReserveBeyondSeconds() == null
                        ? planned.atom()
                        : FromWire.seconds(order.atomReserveBeyondSeconds()),
                order.checkpointReserveBeyondSeconds() == null
                        ? planned.checkpoint()
                        : FromWire.seconds(order.checkpointReserveBeyondSeconds()),
                planned.times());
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
