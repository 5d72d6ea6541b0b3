package org.atomizable.scheduler.gpu.simulated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.GpuState;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.MigProfile;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.Gpu;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.GpuInstance;

/** One simulated GPU. Not safe for use by several threads. */
final class Card {

    /** An instance, and what happens in it. */
    static final class Held {
        final int id;
        Placement place;
        Optional<String> device;
        final Map<Long, Bytes> processes = new LinkedHashMap<>();
        /** So often something unseen will be found to hold it. */
        int busy;

        Held(int id, Placement place) {
            this.id = id;
            this.place = place;
            this.device = Optional.empty();
        }

        Bytes used() {
            return processes.values().stream().reduce(Bytes.ZERO, Bytes::plus);
        }
    }

    final int index;
    final String uuid;
    private final Map<Integer, Held> held = new LinkedHashMap<>();
    private MigGeometry geometry;
    private boolean mig = true;
    private boolean lost;

    Card(int index, String uuid, MigGeometry geometry) {
        this.index = index;
        this.uuid = uuid;
        this.geometry = geometry;
    }

    boolean isLost() {
        return lost;
    }

    MigGeometry geometry() {
        return geometry;
    }

    Gpu described(boolean privileged) {
        Optional<Bytes> memory = privileged ? Optional.of(memory()) : Optional.empty();
        return new Gpu(index, uuid, geometry.product(), memory, mig ? Gpu.MigMode.ON : Gpu.MigMode.OFF);
    }

    Bytes memory() {
        return geometry.profiles().stream().map(MigProfile::memory).reduce(Bytes.ZERO, Bytes::max);
    }

    List<Held> all() {
        return new ArrayList<>(held.values());
    }

    Optional<Held> find(int id) {
        return Optional.ofNullable(held.get(id));
    }

    GpuInstance seen(Held it) {
        return new GpuInstance(uuid, it.id, it.place, it.device);
    }

    void requireAnswer() throws GpuException {
        if (lost) {
            throw new GpuException(Problem.GPU_LOST, "GPU %s is lost".formatted(uuid));
        }
    }

    void requireMig() throws GpuException {
        requireAnswer();
        if (!mig) {
            throw new GpuException(Problem.NOT_SUPPORTED, "MIG is not switched on on " + uuid);
        }
    }

    /** Makes an instance without a device. */
    Held make(Placement wanted) throws GpuException {
        requireMig();
        Placement place = ours(wanted);
        for (Held other : held.values()) {
            if (other.place.overlaps(place)) {
                throw new GpuException(
                        Problem.PLACE_TAKEN,
                        "%s cannot be created on %s: instance %s, %s, is there"
                                .formatted(place, uuid, other.id, other.place));
            }
        }
        GpuState state = new GpuState(
                geometry, held.values().stream().map(it -> it.place).collect(Collectors.toSet()));
        if (!state.allows(place)) {
            throw new GpuException(Problem.NO_ROOM, "%s has no room for %s".formatted(uuid, place));
        }
        Held made = new Held(freeId(), place);
        held.put(made.id, made);
        return made;
    }

    void remove(Held gone) {
        held.remove(gone.id);
    }

    void lose() {
        lost = true;
        held.clear();
    }

    /** As after a reset or a reboot. */
    void reset() {
        lost = false;
        held.clear();
    }

    void switchMig(boolean on) throws GpuException {
        requireAnswer();
        if (held.values().stream().anyMatch(it -> !it.processes.isEmpty() || it.busy > 0)) {
            throw new GpuException(
                    Problem.IN_USE, "the MIG mode of %s cannot be switched: it is in use".formatted(uuid));
        }
        mig = on;
        held.clear();
    }

    /** Another driver calls the same profiles otherwise. */
    void describeAs(MigGeometry other) {
        geometry = other;
        for (Held each : held.values()) {
            each.place = byId(each.place.profile().id(), each.place.start()).orElse(each.place);
        }
    }

    /** Profiles are known by their ids. */
    private Placement ours(Placement wanted) throws GpuException {
        return byId(wanted.profile().id(), wanted.start())
                .orElseThrow(
                        () -> new GpuException(Problem.NOT_SUPPORTED, "%s has no place %s".formatted(uuid, wanted)));
    }

    private Optional<Placement> byId(int profile, int start) {
        return geometry.placements().stream()
                .filter(it -> it.profile().id() == profile && it.start() == start)
                .findFirst();
    }

    private int freeId() {
        int id = 1;
        while (held.containsKey(id)) {
            id++;
        }
        return id;
    }
}
