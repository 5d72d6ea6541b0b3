package org.atomizable.scheduler.device;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuInstance;
import org.atomizable.scheduler.gpu.Partitions;
import org.atomizable.scheduler.packing.Fit;
import org.atomizable.scheduler.packing.Room;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A driver's node that repartitions its own idle instances on demand. A driver needs seconds for this, so it runs on
 * another thread, one operation after the other. If the driver refuses an operation, the instances stay as they are.
 */
public final class RepartitioningNode implements Repartitionable, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RepartitioningNode.class);

    /** Used until a repartition was measured. */
    private static final Duration USUAL = Duration.ofSeconds(1);

    private static final Duration TIDY_AGAIN = Duration.ofSeconds(10);

    /** A GPU, and whose its instances are. */
    private record Cut(MigGeometry geometry, Set<Placement> others, Map<Placement, GpuInstance> own) {}

    /** All GPUs in MIG mode that answer, and those about which the driver failed to answer. */
    private record Seen(Map<String, Cut> cuts, Set<String> unseen) {}

    private final GpuDriver driver;
    private final Partitions owner;
    private final GpuNode node;
    private final TimeSource time;
    private final Executor cutting;
    private Map<String, Cut> cuts;
    private final Map<String, Instant> going = new HashMap<>();

    /** Operations that have not ended. A repartition may be asked for while what is left of another is tidied up. */
    private int operations;

    private boolean closed;
    private Repartitions repartitions = Repartitions.NONE;
    private Runnable told = () -> {};

    /**
     * Creates one from a node over the same driver and owner; the caller must not use that node any more.
     *
     * @param cutting runs what takes long, one at a time
     */
    RepartitioningNode(GpuDriver driver, Partitions owner, GpuNode node, TimeSource time, Executor cutting)
            throws GpuException {
        this.driver = driver;
        this.owner = owner;
        this.node = node;
        this.time = time;
        this.cutting = cutting;
        this.cuts = look().cuts();
    }

    /** Makes one with a thread of its own. */
    public static RepartitioningNode of(GpuDriver driver, Partitions owner, GpuNode node, TimeSource time)
            throws GpuException {
        ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
            Thread made = new Thread(work, "atomizable-repartitioning");
            made.setDaemon(true);
            return made;
        });
        return new RepartitioningNode(driver, owner, node, time, thread);
    }

    @Override
    public List<Slice> slices() {
        return node.slices();
    }

    @Override
    public Calendar calendar(String slice, Interval stretch) {
        Calendar calendar = node.calendar(slice, stretch);
        Optional<Instant> since;
        synchronized (this) {
            since = Optional.ofNullable(going.get(slice));
        }
        return since.flatMap(it -> Interval.between(it, stretch.to()))
                .map(it -> calendar.without(List.of(it), "being repartitioned"))
                .orElse(calendar);
    }

    @Override
    public String gpu(String slice) {
        return node.gpu(slice);
    }

    @Override
    public synchronized List<Slice> possible() {
        List<Slice> possible = new ArrayList<>();
        cuts.forEach((gpu, cut) -> cut.geometry()
                .profiles()
                .forEach(it -> possible.add(new Slice(gpu, new SliceKind(it.name()), it.memory()))));
        return possible;
    }

    @Override
    public synchronized List<Room> rooms(Map<String, Instant> busySlices) {
        if (operations > 0) {
            return List.of();
        }
        List<Room> rooms = new ArrayList<>();
        cuts.forEach((gpu, cut) -> {
            Map<Placement, Instant> taken = new HashMap<>();
            cut.others().forEach(place -> taken.put(place, Instant.MAX));
            Set<Placement> idle = new HashSet<>();
            cut.own().forEach((place, instance) -> {
                Optional<Instant> until = instance.device().map(busySlices::get);
                if (until.isPresent()) {
                    taken.put(place, until.get());
                } else {
                    idle.add(place);
                }
            });
            if (!node.isLost(gpu)) {
                rooms.add(new Room(gpu, cut.geometry(), taken, idle));
            }
        });
        return rooms;
    }

    @Override
    public synchronized Duration takes(List<Fit> fits) {
        return fits.stream().map(it -> it.takes(each(), each())).reduce(Duration.ZERO, Duration::plus);
    }

    private Duration each() {
        return repartitions.none() ? USUAL : repartitions.each();
    }

    @Override
    public synchronized void repartition(List<Fit> fits) {
        operations++;
        Instant now = time.now();
        fits.forEach(fit -> {
            node.leaves(destroyed(fit));
            destroyed(fit).forEach(slice -> going.put(slice, now));
        });
        cutting.execute(() -> carryOut(fits, now));
    }

    /** A GPU may have been lost since it was offered. */
    private synchronized Optional<Cut> cut(Fit fit) {
        return Optional.ofNullable(cuts.get(fit.room().gpu()));
    }

    private List<GpuInstance> instances(Fit fit) {
        return cut(fit).map(cut -> fit.destroyed().stream()
                        .flatMap(place -> Optional.ofNullable(cut.own().get(place)).stream())
                        .toList())
                .orElse(List.of());
    }

    @Override
    public Set<String> destroyed(Fit fit) {
        return instances(fit).stream().flatMap(it -> it.device().stream()).collect(Collectors.toSet());
    }

    private void carryOut(List<Fit> fits, Instant began) {
        long created = 0;
        long destroyed = 0;
        long failed = 0;
        for (Fit fit : fits) {
            try {
                for (GpuInstance gone : instances(fit)) {
                    owner.destroy(gone);
                    destroyed++;
                }
                owner.create(fit.room().gpu(), fit.place());
                created++;
            } catch (GpuException refused) {
                failed++;
                LOG.warn(
                        "{} was not created on GPU {}: {}",
                        fit.place(),
                        fit.room().gpu(),
                        refused.getMessage());
            }
        }
        finish(created, destroyed, failed, Duration.between(began, time.now()));
    }

    /** Destroys what was left half done, or something had held; returns whether nothing of that is left. */
    private boolean tidyUp() {
        try {
            owner.retryQuarantined();
            owner.recover();
            return owner.quarantined().isEmpty();
        } catch (GpuException stillHeld) {
            LOG.warn("tried again in {}: {}", TIDY_AGAIN, stillHeld.getMessage());
            return false;
        }
    }

    private void tidyUpLater() {
        synchronized (this) {
            if (operations > 0 || closed) {
                return;
            }
            operations++;
        }
        cutting.execute(() -> finish(0, 0, 0, Duration.ZERO));
    }

    private void finish(long created, long destroyed, long failed, Duration took) {
        boolean tidy = tidyUp();
        Optional<Seen> seen = Optional.empty();
        try {
            node.refresh(owner.quarantined());
            seen = Optional.of(look());
        } catch (GpuException blind) {
            LOG.error(
                    "the GPUs cannot be listed; until they can, nothing is repartitioned, and slices that were to be "
                            + "destroyed are not offered: {}",
                    blind.getMessage());
        }
        if (!tidy || seen.isEmpty() || !seen.get().unseen().isEmpty()) {
            time.schedule(TIDY_AGAIN, this::tidyUpLater);
        }
        Runnable listener;
        synchronized (this) {
            operations--;
            if (seen.isPresent() && operations == 0) {
                Set<String> unseen = seen.get().unseen();
                going.keySet().removeIf(slice -> !unseen.contains(node.gpu(slice)));
            }
            cuts = seen.map(Seen::cuts).orElse(Map.of());
            repartitions = repartitions.plus(created, destroyed, failed, took);
            listener = told;
        }
        LOG.debug("{} instances destroyed, {} created, {} refused", destroyed, created, failed);
        listener.run();
    }

    /**
     * Lists the existing instances. It ignores incomplete ones, those that were set aside, and those of other programs.
     */
    private Seen look() throws GpuException {
        Map<String, Cut> found = new LinkedHashMap<>();
        Set<String> unseen = new HashSet<>();
        for (Gpu gpu : driver.gpus()) {
            try {
                if (gpu.mig() == Gpu.MigMode.ON) {
                    found.put(gpu.uuid(), look(gpu.uuid()));
                }
            } catch (GpuException failed) {
                if (!failed.ofThisGpuAlone()) {
                    throw failed;
                }
                LOG.warn("GPU {}, {}, is not repartitioned: {}", gpu.index(), gpu.uuid(), failed.getMessage());
                unseen.add(gpu.uuid());
            }
        }
        return new Seen(found, unseen);
    }

    private Cut look(String gpu) throws GpuException {
        Set<Placement> others = new HashSet<>();
        Map<Placement, GpuInstance> own = new LinkedHashMap<>();
        for (GpuInstance each : driver.instances(gpu)) {
            if (owner.mayDestroy(each) && each.device().isPresent()) {
                own.put(each.place(), each);
            } else {
                others.add(each.place());
            }
        }
        return new Cut(driver.geometry(gpu), others, own);
    }

    /** Returns the troubles of the node, with the repartitions that its driver has refused. */
    @Override
    public Troubles troubles() {
        Troubles ofNode = node.troubles();
        return new Troubles(ofNode.errors() + repartitions().failed(), ofNode.lost());
    }

    @Override
    public synchronized Repartitions repartitions() {
        return repartitions;
    }

    @Override
    public synchronized void whenRepartitioned(Runnable listener) {
        told = listener;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        if (cutting instanceof ExecutorService thread) {
            thread.shutdown();
        }
        node.close();
    }
}
