package org.atomizable.scheduler.device;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.Reservation;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.MigDevice;
import org.atomizable.scheduler.gpu.Owned;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.gpu.Recovery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MIG devices of a driver's GPUs, and whole GPUs that are not partitioned. A slice's id is the device's UUID, which
 * is also what a worker's {@code CUDA_VISIBLE_DEVICES} names.
 *
 * <p>The slices are those that existed when the node was created or last refreshed. A slice that another program removes is
 * not offered until it is there again, nor are those of a GPU that does not respond. If a GPU needs a reset, its slices are
 * not offered again by this node.
 */
public final class GpuNode implements SliceSource, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GpuNode.class);
    private static final Duration LISTEN = Duration.ofSeconds(1);

    private final GpuDriver driver;
    private final TimeSource time;
    private final Outages outages = new Outages();
    private final AtomicLong errors = new AtomicLong();
    private volatile Found found;
    private volatile boolean closed;
    /** The driver's message when it last failed to answer. */
    private volatile String complaint = "";

    /** The slices, and which GPU each is on. */
    private record Found(List<Slice> slices, Map<String, String> gpuOf) {}

    private GpuNode(GpuDriver driver, TimeSource time) throws GpuException {
        this.driver = driver;
        this.time = time;
        this.found = look(Set.of(), new Found(List.of(), Map.of()));
    }

    /**
     * Looks again which slices there are.
     *
     * @param aside places whose slices are not to be offered
     */
    synchronized void refresh(Set<Owned> aside) throws GpuException {
        found = look(aside, found);
        outages.nothingLeaves();
    }

    /** Says before it happens that slices are going to be destroyed, so that nobody else is taken to have removed them. */
    void leaves(Set<String> slices) {
        outages.leaves(slices);
    }

    boolean isLost(String gpu) {
        return outages.isOut(gpu);
    }

    /** A GPU that cannot be asked hides no other: what was found on it before stays. */
    private Found look(Set<Owned> aside, Found before) throws GpuException {
        List<Slice> slices = new ArrayList<>();
        Map<String, String> gpuOf = new LinkedHashMap<>();
        for (Gpu gpu : driver.gpus()) {
            for (Slice slice : offered(gpu, aside, before)) {
                // One GPU may be listed twice, under two indices.
                if (gpuOf.putIfAbsent(slice.id(), gpu.uuid()) == null) {
                    slices.add(slice);
                }
            }
        }
        return new Found(List.copyOf(slices), gpuOf);
    }

    private List<Slice> offered(Gpu gpu, Set<Owned> aside, Found before) {
        try {
            Set<String> putAside = aside.isEmpty() ? Set.of() : devices(gpu, aside);
            List<Slice> slices = slices(gpu).stream()
                    .filter(it -> !putAside.contains(it.id()))
                    .toList();
            slices.forEach(it -> outages.exists(it.id()));
            return slices;
        } catch (GpuException failed) {
            LOG.warn("GPU {}, {}, cannot be asked: {}", gpu.index(), gpu.uuid(), failed.getMessage());
            return before.slices().stream()
                    .filter(it -> gpu.uuid().equals(before.gpuOf().get(it.id())))
                    .toList();
        }
    }

    private Set<String> devices(Gpu gpu, Set<Owned> places) throws GpuException {
        if (gpu.mig() != Gpu.MigMode.ON) {
            return Set.of();
        }
        Set<Integer> instances = driver.instances(gpu.uuid()).stream()
                .filter(it -> places.contains(Owned.of(it)))
                .map(GpuInstance::id)
                .collect(Collectors.toSet());
        return driver.devices(gpu.uuid()).stream()
                .filter(it -> instances.contains(it.instance()))
                .map(MigDevice::uuid)
                .collect(Collectors.toSet());
    }

    /**
     * Makes a node of what there is, after what was begun has been finished or taken back.
     *
     * @param owner of the instances that this scheduler creates
     * @param layout names of the instances to create on every GPU that is in MIG mode and has none; empty to create nothing
     * @throws GpuException also {@link Problem#NOT_FOUND} if that makes no slice at all
     */
    public static GpuNode of(GpuDriver driver, Partitions owner, List<String> layout, TimeSource time)
            throws GpuException {
        // A process that may only read need not have the right to see layouts.
        Recovery found =
                owner.rules().readOnly() ? new Recovery(List.of(), List.of(), List.of(), List.of()) : owner.recover();
        if (!layout.isEmpty()) {
            new Layout(layout).make(driver, owner, found);
        }
        GpuNode node = new GpuNode(driver, time);
        if (node.slices().isEmpty()) {
            throw new GpuException(
                    Problem.NOT_FOUND,
                    "no GPU here provides a slice: those in MIG mode have no instance, and there are no others that the "
                            + "driver can be asked about");
        }
        return node;
    }

    private List<Slice> slices(Gpu gpu) throws GpuException {
        if (gpu.mig() == Gpu.MigMode.ON) {
            Map<Integer, String> kinds = kinds(gpu);
            Map<Integer, Slice> found = new LinkedHashMap<>();
            for (MigDevice device : driver.devices(gpu.uuid())) {
                Slice slice = new Slice(
                        device.uuid(),
                        new SliceKind(kinds.getOrDefault(device.instance(), "MIG of " + device.memory())),
                        device.memory());
                Slice offered = found.putIfAbsent(device.instance(), slice);
                if (offered != null) {
                    // Compute instances of one GPU instance: each shows the whole of the memory, which is there once.
                    LOG.warn(
                            "MIG device {} is not offered: it shares the memory of instance {} on GPU {} with {}, which is offered. "
                                    + "To offer both, give each a GPU instance of its own",
                            slice.id(),
                            device.instance(),
                            gpu.index(),
                            offered.id());
                }
            }
            return List.copyOf(found.values());
        }
        if (gpu.trouble().isPresent()) {
            LOG.warn(
                    "GPU {}, {}, is not offered: {}",
                    gpu.index(),
                    gpu.uuid(),
                    gpu.trouble().get());
            return List.of();
        }
        return gpu.memory()
                .map(memory -> List.of(new Slice(gpu.uuid(), new SliceKind(gpu.name()), memory)))
                .orElse(List.of());
    }

    /** Names are told to the privileged only; for others memory has to tell kinds apart. */
    private Map<Integer, String> kinds(Gpu gpu) throws GpuException {
        Map<Integer, String> kinds = new LinkedHashMap<>();
        try {
            for (GpuInstance each : driver.instances(gpu.uuid())) {
                kinds.put(each.id(), each.place().profile().name());
            }
        } catch (GpuException refused) {
            if (refused.problem() != Problem.NO_PERMISSION) {
                throw refused;
            }
        }
        return kinds;
    }

    @Override
    public List<Slice> slices() {
        return found.slices();
    }

    @Override
    public Calendar calendar(String slice, Interval stretch) {
        String gpu = found.gpuOf().get(slice);
        if (gpu == null) {
            return new Calendar(stretch, List.of(new Reservation("gone", stretch)));
        }
        Optional<Instant> lost = outages.ofGpu(gpu);
        return lost.or(() -> outages.ofSlice(slice))
                .flatMap(
                        since -> Interval.between(since.isAfter(stretch.from()) ? since : stretch.from(), stretch.to()))
                .map(out -> List.of(new Reservation(lost.isPresent() ? "GPU lost" : "gone", out)))
                .map(reserved -> new Calendar(stretch, reserved))
                .orElseGet(() -> new Calendar(stretch, List.of()));
    }

    @Override
    public String gpu(String slice) {
        return found.gpuOf().getOrDefault(slice, slice);
    }

    /** Hears what the driver tells until the node is closed; on a thread of its own. */
    public void listen() {
        Thread thread = new Thread(
                () -> {
                    while (!closed) {
                        hear(LISTEN);
                    }
                },
                "atomizable-gpu-events");
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes the next thing that the driver tells of, and looks which GPUs still answer and which slices still exist. */
    void hear(Duration patience) {
        try {
            driver.nextEvent(patience).ifPresent(event -> {
                errors.incrementAndGet();
                LOG.warn("GPU {}: {} {}", event.gpu(), event.kind(), event.code());
                outages.happened(event, time.now());
            });
            check();
            complaint = "";
        } catch (GpuException failed) {
            errors.incrementAndGet();
            String message = String.valueOf(failed.getMessage());
            if (!message.equals(complaint)) {
                LOG.error("the GPUs' driver cannot be asked: {}", message);
            }
            complaint = message;
            rest(patience);
        }
    }

    /** A driver that fails at once must not be asked again at once. */
    private void rest(Duration patience) {
        try {
            time.sleep(patience);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    private synchronized void check() throws GpuException {
        Map<String, Gpu> answering = new LinkedHashMap<>();
        driver.gpus().forEach(it -> answering.put(it.uuid(), it));
        for (String uuid : Set.copyOf(found.gpuOf().values())) {
            Gpu gpu = answering.get(uuid);
            if (gpu == null) {
                outages.silent(uuid, time.now());
            } else {
                check(gpu);
            }
        }
    }

    /** Slices come before their GPU: of one that responds again, none is offered that is not there. */
    private void check(Gpu gpu) {
        try {
            Optional<Set<String>> there = existing(gpu);
            if (there.isPresent()) {
                found.gpuOf().forEach((slice, its) -> {
                    if (its.equals(gpu.uuid()) && there.get().contains(slice)) {
                        outages.exists(slice);
                    } else if (its.equals(gpu.uuid())) {
                        outages.missing(slice, time.now());
                    }
                });
            }
            outages.answers(gpu.uuid());
        } catch (GpuException unsure) {
            LOG.debug("the slices of GPU {} cannot be listed", gpu.uuid(), unsure);
        }
    }

    /** Returns the ids of the slices that there are on a GPU; empty where its mode is not known. */
    private Optional<Set<String>> existing(Gpu gpu) throws GpuException {
        return switch (gpu.mig()) {
            case ON ->
                Optional.of(
                        driver.devices(gpu.uuid()).stream().map(MigDevice::uuid).collect(Collectors.toSet()));
            case OFF, UNSUPPORTED -> Optional.of(Set.of(gpu.uuid()));
            case PENDING, UNKNOWN -> Optional.empty();
        };
    }

    @Override
    public Troubles troubles() {
        return new Troubles(errors.get(), outages.gpus());
    }

    @Override
    public void close() {
        closed = true;
        driver.close();
    }
}
