package org.atomizable.scheduler.device;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * GPUs and slices that cannot be used at present, and since when. Each change is logged once. Safe for use by several
 * threads.
 */
final class Outages {

    private static final Logger LOG = LoggerFactory.getLogger(Outages.class);

    /**
     * Errors after which a GPU computes nothing right until it is reset: memory that cannot be corrected, a GPU that fell off the bus,
     * and an error that no process could be blamed for.
     */
    private static final Set<Long> NEED_RESET = Set.of(48L, 79L, 95L);

    /** A GPU that needs a reset may well answer; this process cannot see whether it was reset. */
    private record Outage(Instant since, boolean needsReset) {}

    private final Map<String, Outage> gpus = new ConcurrentHashMap<>();
    private final Map<String, Instant> slices = new ConcurrentHashMap<>();
    /** Slices that this scheduler itself destroys. */
    private final Set<String> leaving = ConcurrentHashMap.newKeySet();

    void happened(GpuEvent event, Instant now) {
        boolean needsReset = event.kind() == GpuEvent.Kind.MEMORY_CORRUPTED
                || (event.kind() == GpuEvent.Kind.XID && NEED_RESET.contains(event.code()));
        if (!needsReset || event.gpu().isEmpty()) {
            return;
        }
        Outage before = gpus.get(event.gpu());
        Outage after = new Outage(before == null ? now : before.since(), true);
        if (!after.equals(gpus.put(event.gpu(), after))) {
            LOG.error(
                    "GPU {} needs a reset: its slices are not offered until the scheduler is restarted. Reset it first: "
                            + "nvidia-smi --gpu-reset -i {}, or reboot the machine",
                    event.gpu(),
                    event.gpu());
        }
    }

    void silent(String gpu, Instant now) {
        if (gpus.putIfAbsent(gpu, new Outage(now, false)) == null) {
            LOG.error("GPU {} does not respond any more; its slices are not offered until it does", gpu);
        }
    }

    void answers(String gpu) {
        Outage over = gpus.get(gpu);
        if (over != null && !over.needsReset() && gpus.remove(gpu, over)) {
            LOG.warn("GPU {} responds again; those of its slices that still exist are offered", gpu);
        }
    }

    void missing(String slice, Instant now) {
        if (slices.putIfAbsent(slice, now) == null && !leaving.contains(slice)) {
            LOG.error("slice {} was removed by another program; it is not offered until it is there again", slice);
        }
    }

    void exists(String slice) {
        if (slices.remove(slice) != null && !leaving.contains(slice)) {
            LOG.warn("slice {} is there again, and is offered", slice);
        }
    }

    void leaves(Set<String> slices) {
        leaving.addAll(slices);
    }

    /** The slices that this scheduler wanted to destroy have been destroyed, or stay. */
    void nothingLeaves() {
        leaving.clear();
    }

    boolean isOut(String gpu) {
        return gpus.containsKey(gpu);
    }

    int gpus() {
        return gpus.size();
    }

    Optional<Instant> ofGpu(String gpu) {
        return Optional.ofNullable(gpus.get(gpu)).map(Outage::since);
    }

    Optional<Instant> ofSlice(String slice) {
        return Optional.ofNullable(slices.get(slice));
    }
}
