package org.atomizable.scheduler.gpu;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.time.TimeSource;
import org.atomizable.scheduler.cluster.Placement;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner of the instances that it creates: never touches another's unless it may, tries again where that helps, and puts a
 * place aside where it does not. Not safe for use by several threads; two owners of one GPU fight.
 */
public final class Partitions {

    private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);

    private final GpuDriver driver;
    private final PartitionRules rules;
    private final Ownership ownership;
    private final TimeSource time;
    private final Set<Owned> quarantined = new LinkedHashSet<>();

    /** Makes the owner of what {@code ownership} remembers; call {@link #recover} before anything else. */
    public Partitions(GpuDriver driver, PartitionRules rules, Ownership ownership, TimeSource time) {
        this.driver = driver;
        this.rules = rules;
        this.ownership = ownership;
        this.time = time;
    }

    /**
     * Compares what is there with what was recorded, and finishes what was begun: halves of our instances are destroyed.
     *
     * @throws GpuException {@link Problem#DISAGREES} if another program's instance is where ours should be
     */
    public Recovery recover() throws GpuException {
        List<GpuInstance> ours = new ArrayList<>();
        List<GpuInstance> others = new ArrayList<>();
        Set<Owned> missing = new LinkedHashSet<>(ownership.owned());
        Set<String> answering = new LinkedHashSet<>();
        for (Gpu gpu : driver.gpus()) {
            Optional<List<GpuInstance>> there = instances(gpu);
            there.ifPresent(it -> answering.add(gpu.uuid()));
            for (GpuInstance each : there.orElse(List.of())) {
                if (!missing.remove(Owned.of(each))) {
                    others.add(each);
                } else if (each.device().isPresent() || rules.readOnly()) {
                    ours.add(each);
                } else {
                    destroyOurs(each);
                }
            }
        }
        List<Owned> unreachable =
                missing.stream().filter(it -> !answering.contains(it.gpu())).toList();
        unreachable.forEach(missing::remove);
        for (Owned gone : missing) {
            requireNobody(gone, others);
            if (!rules.readOnly()) {
                ownership.release(gone);
            }
        }
        return new Recovery(ours, others, List.copyOf(missing), unreachable);
    }

    /** A GPU about which the driver fails to answer hides no other. */
    private Optional<List<GpuInstance>> instances(Gpu gpu) throws GpuException {
        try {
            return Optional.of(driver.instances(gpu.uuid()));
        } catch (GpuException failed) {
            if (!failed.ofThisGpuAlone()) {
                throw failed;
            }
            LOG.warn("the instances of GPU {}, {}, are not known: {}", gpu.index(), gpu.uuid(), failed.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Creates an instance.
     *
     * @throws GpuException also {@link Problem#IN_USE} if the place overlaps one that was put aside
     */
    public GpuInstance create(String gpu, Placement place) throws GpuException {
        requireWritable("create %s on %s".formatted(place, gpu));
        Optional<Owned> aside = quarantined.stream()
                .filter(it -> it.gpu().equals(gpu) && overlaps(it, place))
                .findFirst();
        if (aside.isPresent()) {
            throw new GpuException(
                    Problem.IN_USE,
                    "%s cannot be created on %s: the placement at %s was set aside, because something holds it"
                            .formatted(place, gpu, aside.get().start()));
        }
        Owned claimed = Owned.of(gpu, place);
        boolean known = ownership.owned().contains(claimed);
        ownership.claim(claimed);
        try {
            return driver.create(gpu, place);
        } catch (GpuException refused) {
            if (!known) {
                releaseUnlessHalfMade(claimed);
            }
            throw refused;
        }
    }

    /**
     * Destroys an instance, with patience; afterwards its place is put aside until {@link #retryQuarantined} succeeds.
     *
     * @throws GpuException also {@link Problem#NOT_ALLOWED} if the instance is not ours, and may not be destroyed
     */
    public void destroy(GpuInstance instance) throws GpuException {
        requireWritable("destroy instance %s of %s".formatted(instance.id(), instance.gpu()));
        if (!ownership.owned().contains(Owned.of(instance)) && !rules.destroyOthers()) {
            throw new GpuException(
                    Problem.NOT_ALLOWED,
                    "instance %s of %s, %s, was not created by this scheduler, and --destroy-others was not given"
                            .formatted(instance.id(), instance.gpu(), instance.place()));
        }
        destroyOurs(instance);
    }

    /** Switches a GPU's MIG mode, if that is allowed at all. */
    public void switchMig(String gpu, boolean on) throws GpuException {
        requireWritable("switch the MIG mode of " + gpu);
        if (!rules.switchMig()) {
            throw new GpuException(
                    Problem.NOT_ALLOWED,
                    "the MIG mode of %s was not switched %s, as --switch-mig was not given"
                            .formatted(gpu, on ? "on" : "off"));
        }
        driver.switchMig(gpu, on);
    }

    /** Returns what this owner may do. */
    public PartitionRules rules() {
        return rules;
    }

    /** Tells whether an instance is ours to destroy, or may be destroyed though it is another's, and was not put aside. */
    public boolean mayDestroy(GpuInstance instance) throws GpuException {
        Owned place = Owned.of(instance);
        return !rules.readOnly()
                && !quarantined.contains(place)
                && (rules.destroyOthers() || ownership.owned().contains(place));
    }

    /** Returns the places that were put aside. */
    public Set<Owned> quarantined() {
        return Set.copyOf(quarantined);
    }

    /** Tries once more to destroy what is put aside, each once. */
    public void retryQuarantined() throws GpuException {
        for (Owned place : List.copyOf(quarantined)) {
            Optional<GpuInstance> there = driver.instances(place.gpu()).stream()
                    .filter(it -> Owned.of(it).equals(place))
                    .findFirst();
            try {
                if (there.isPresent()) {
                    driver.destroy(place.gpu(), there.get().id());
                }
                quarantined.remove(place);
                ownership.release(place);
            } catch (GpuException stillHeld) {
                if (!stillHeld.passing()) {
                    throw stillHeld;
                }
            }
        }
    }

    private void destroyOurs(GpuInstance instance) throws GpuException {
        for (int tries = 1; ; tries++) {
            try {
                driver.destroy(instance.gpu(), instance.id());
                ownership.release(Owned.of(instance));
                return;
            } catch (GpuException refused) {
                if (!refused.passing()) {
                    throw refused;
                }
                if (tries == rules.tries()) {
                    quarantined.add(Owned.of(instance));
                    throw refused;
                }
                pause();
            }
        }
    }

    /** A creation that failed in the middle may have left a half, which is ours to destroy. */
    private void releaseUnlessHalfMade(Owned place) {
        try {
            if (driver.instances(place.gpu()).stream()
                    .noneMatch(it -> Owned.of(it).equals(place) && it.device().isEmpty())) {
                ownership.release(place);
            }
        } catch (GpuException unknown) {
            // Then it stays ours, and the next recovery tells.
        }
    }

    private void requireNobody(Owned gone, List<GpuInstance> others) throws GpuException {
        for (GpuInstance other : others) {
            if (other.gpu().equals(gone.gpu()) && sizeOf(gone).isPresent() && overlaps(gone, other.place())) {
                throw new GpuException(
                        Problem.DISAGREES,
                        "on %s, instance %s (%s) is where this scheduler had created one of profile %s at %s"
                                .formatted(gone.gpu(), other.id(), other.place(), gone.profile(), gone.start()));
            }
        }
    }

    private boolean overlaps(Owned place, Placement other) {
        int size = sizeOf(place).orElse(1);
        return place.start() < other.start() + other.profile().memorySlices() && other.start() < place.start() + size;
    }

    private Optional<Integer> sizeOf(Owned place) {
        try {
            return driver.geometry(place.gpu()).profiles().stream()
                    .filter(it -> it.id() == place.profile())
                    .map(it -> it.memorySlices())
                    .findFirst();
        } catch (GpuException unknown) {
            return Optional.empty();
        }
    }

    private void requireWritable(String purpose) throws GpuException {
        if (rules.readOnly()) {
            throw new GpuException(Problem.NOT_ALLOWED, "cannot %s with --read-only".formatted(purpose));
        }
    }

    private void pause() throws GpuException {
        try {
            time.sleep(rules.pause());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new GpuException(Problem.TIMEOUT, "destroying was interrupted");
        }
    }
}
