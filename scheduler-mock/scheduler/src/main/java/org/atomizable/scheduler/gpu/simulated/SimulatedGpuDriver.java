package org.atomizable.scheduler.gpu.simulated;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.GpuProcess;
import org.atomizable.scheduler.gpu.MemoryUse;
import org.atomizable.scheduler.gpu.MigDevice;

/** Simulated GPUs behind the interface of real ones. */
public final class SimulatedGpuDriver implements GpuDriver {

    /** The XID of a GPU that falls off the bus. */
    private static final long OFF_THE_BUS = 79;

    private final List<Card> cards = new ArrayList<>();
    private final Misfortune misfortune;
    private final TimeSource time;
    private final SplittableRandom chance;
    private final Mishaps mishaps;
    private boolean privileged = true;
    private boolean closed;

    /**
     * Makes GPUs without instances.
     *
     * @param products of each, in order
     * @param seed of everything that chance decides, UUIDs among them
     */
    public SimulatedGpuDriver(List<MigGeometry> products, Misfortune misfortune, long seed, TimeSource time) {
        this.misfortune = misfortune;
        this.time = time;
        this.chance = new SplittableRandom(seed);
        for (MigGeometry product : products) {
            cards.add(new Card(cards.size(), name("GPU-"), product));
        }
        this.mishaps = new Mishaps(cards, misfortune, chance.split(), time);
    }

    /**
     * Makes GPUs that hold the described layout already.
     *
     * @param seed of everything that chance decides, UUIDs among them
     */
    public static SimulatedGpuDriver laidOut(SimulatedGpus gpus, Misfortune misfortune, long seed, TimeSource time)
            throws GpuException {
        SimulatedGpuDriver driver =
                new SimulatedGpuDriver(Collections.nCopies(gpus.gpus(), gpus.geometry()), misfortune, seed, time);
        List<Integer> starts = gpus.geometry().place(gpus.layout()).orElseThrow();
        for (Card card : driver.cards) {
            for (int index = 0; index < starts.size(); index++) {
                Card.Held made = card.make(new Placement(gpus.layout().get(index), starts.get(index)));
                made.device = Optional.of(driver.name("MIG-"));
            }
        }
        return driver;
    }

    @Override
    public Software software() {
        return new Software("simulated", "simulated");
    }

    @Override
    public synchronized List<Gpu> gpus() throws GpuException {
        requireOpen();
        return cards.stream()
                .filter(it -> !it.isLost())
                .map(it -> it.described(privileged))
                .toList();
    }

    @Override
    public synchronized MigGeometry geometry(String gpu) throws GpuException {
        Card card = privileged(gpu);
        card.requireMig();
        return card.geometry();
    }

    @Override
    public synchronized List<GpuInstance> instances(String gpu) throws GpuException {
        Card card = privileged(gpu);
        return card.all().stream().map(card::seen).toList();
    }

    @Override
    public synchronized List<MigDevice> devices(String gpu) throws GpuException {
        Card card = card(gpu);
        List<MigDevice> devices = new ArrayList<>();
        for (Card.Held each : card.all()) {
            each.device.ifPresent(uuid -> devices.add(
                    new MigDevice(uuid, gpu, each.id, each.place.profile().memory())));
        }
        return devices;
    }

    @Override
    public synchronized GpuInstance create(String gpu, Placement place) throws GpuException {
        Card card = privileged(gpu);
        card.requireMig();
        take(misfortune.delays().creation());
        card.requireAnswer();
        Card.Held made = card.make(place);
        if (chance.nextDouble() < misfortune.odds().halfWay()) {
            card.remove(made);
            throw new GpuException(Problem.OTHER, "the compute instance of %s could not be created".formatted(place));
        }
        made.device = Optional.of(name("MIG-"));
        return card.seen(made);
    }

    @Override
    public synchronized void destroy(String gpu, int instance) throws GpuException {
        Card card = privileged(gpu);
        Optional<Card.Held> found = card.find(instance);
        if (found.isEmpty()) {
            return;
        }
        take(misfortune.delays().destruction());
        card.requireAnswer();
        Card.Held held = found.get();
        if (held.busy > 0
                || !held.processes.isEmpty()
                || chance.nextDouble() < misfortune.odds().busy()) {
            held.busy = Math.max(0, held.busy - 1);
            throw new GpuException(
                    Problem.IN_USE, "instance %s of %s cannot be destroyed: it is in use".formatted(instance, gpu));
        }
        held.device = Optional.empty();
        if (chance.nextDouble() < misfortune.odds().halfWay()) {
            throw new GpuException(
                    Problem.IN_USE,
                    "instance %s of %s lost its compute instance and is still in use".formatted(instance, gpu));
        }
        card.remove(held);
    }

    @Override
    public synchronized void switchMig(String gpu, boolean on) throws GpuException {
        privileged(gpu).switchMig(on);
    }

    @Override
    public synchronized MemoryUse memory(String uuid) throws GpuException {
        Optional<Card.Held> mig = device(uuid);
        if (mig.isPresent()) {
            return new MemoryUse(mig.get().place.profile().memory(), mig.get().used());
        }
        Card card = privileged(uuid);
        return new MemoryUse(
                card.memory(), card.all().stream().map(Card.Held::used).reduce(Bytes.ZERO, Bytes::plus));
    }

    @Override
    public synchronized List<GpuProcess> processes(String uuid) throws GpuException {
        Optional<Card.Held> mig = device(uuid);
        List<Card.Held> asked =
                mig.isPresent() ? List.of(mig.get()) : card(uuid).all();
        List<GpuProcess> processes = new ArrayList<>();
        for (Card.Held each : asked) {
            each.processes.forEach((pid, memory) -> processes.add(new GpuProcess(pid, Optional.of(memory))));
        }
        return processes;
    }

    @Override
    public Optional<GpuEvent> nextEvent(Duration patience) throws GpuException {
        return mishaps.next(this, patience);
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    /**
     * Lets a process take memory on a MIG device, as far as there is any.
     *
     * @param memory all that it has there from now on
     * @throws GpuException {@link Problem#NO_ROOM} if that is more than there is; it keeps what it had
     */
    public synchronized void use(String device, long pid, Bytes memory) throws GpuException {
        Card.Held held = device(device)
                .orElseThrow(() -> new GpuException(Problem.NOT_FOUND, "there is no MIG device " + device));
        Bytes before = held.processes.getOrDefault(pid, Bytes.ZERO);
        Bytes others = Bytes.of(held.used().count() - before.count());
        if (others.plus(memory).exceeds(held.place.profile().memory())) {
            throw new GpuException(
                    Problem.NO_ROOM,
                    "%s has %s, and process %s wants %s beside %s"
                            .formatted(device, held.place.profile().memory(), pid, memory, others));
        }
        held.processes.put(pid, memory);
    }

    /** Ends a process. */
    public synchronized void endProcess(long pid) {
        cards.forEach(card -> card.all().forEach(it -> it.processes.remove(pid)));
    }

    /** Makes a hidden process hold an instance for {@code tries} attempts to destroy it. */
    public synchronized void hold(String gpu, int instance, int tries) throws GpuException {
        Card.Held held = card(gpu)
                .find(instance)
                .orElseThrow(() -> new GpuException(Problem.NOT_FOUND, "there is no instance " + instance));
        held.busy = tries;
    }

    /** Destroys an instance's device and leaves the instance, as a destruction that was cut off. */
    public synchronized void halfDestroy(String gpu, int instance) throws GpuException {
        card(gpu).find(instance).ifPresent(it -> it.device = Optional.empty());
    }

    /** Gives or takes the right to see and change layouts. */
    public synchronized void privileged(boolean yes) {
        privileged = yes;
    }

    /** Resets a GPU: no instance is left, and one that was lost is back. */
    public synchronized void reset(String gpu) throws GpuException {
        found(gpu).reset();
    }

    /** Lets a GPU fall off the bus. */
    public synchronized void lose(String gpu) throws GpuException {
        found(gpu).lose();
        mishaps.raise(new GpuEvent(gpu, GpuEvent.Kind.XID, OFF_THE_BUS, OptionalInt.empty()));
    }

    /** Raises an event. */
    public void raise(GpuEvent event) {
        mishaps.raise(event);
    }

    /** Describes the same profiles otherwise, as another version of the driver does. */
    public synchronized void update(UnaryOperator<MigGeometry> described) {
        cards.forEach(it -> it.describeAs(described.apply(it.geometry())));
    }

    private Card privileged(String gpu) throws GpuException {
        Card card = card(gpu);
        if (!privileged) {
            throw new GpuException(Problem.NO_PERMISSION, "the layout of %s is not for everybody".formatted(gpu));
        }
        return card;
    }

    private Card card(String gpu) throws GpuException {
        requireOpen();
        Card card = found(gpu);
        card.requireAnswer();
        return card;
    }

    private Card found(String gpu) throws GpuException {
        return cards.stream()
                .filter(it -> it.uuid.equals(gpu))
                .findFirst()
                .orElseThrow(() -> new GpuException(Problem.NOT_FOUND, "there is no GPU " + gpu));
    }

    private Optional<Card.Held> device(String uuid) throws GpuException {
        requireOpen();
        return cards.stream()
                .flatMap(it -> it.all().stream())
                .filter(it -> it.device.filter(uuid::equals).isPresent())
                .findFirst();
    }

    private void requireOpen() throws GpuException {
        if (closed) {
            throw new GpuException(Problem.NO_DRIVER, "the driver was closed");
        }
    }

    private void take(Duration duration) throws GpuException {
        try {
            time.sleep(duration);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new GpuException(Problem.TIMEOUT, "the device was not waited for");
        }
    }

    private String name(String prefix) {
        return prefix + new UUID(chance.nextLong(), chance.nextLong());
    }
}
