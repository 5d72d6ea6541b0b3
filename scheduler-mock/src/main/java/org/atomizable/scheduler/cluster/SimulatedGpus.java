package org.atomizable.scheduler.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;

/**
 * Simulated GPUs of one product, all cut into the same MIG instances.
 *
 * @param geometry the product
 * @param gpus how many there are, 1 to 64
 * @param layout the instances on each
 */
public record SimulatedGpus(MigGeometry geometry, int gpus, List<MigProfile> layout) {

    /** A layout that every known product of 80 GB can hold: one large slice, one middling and one small. */
    public static final String DEFAULT_LAYOUT = "3g.40gb+2g.20gb+1g.10gb";

    private static final Pattern TEXT = Pattern.compile("sim:([A-Za-z0-9-]+)(?:\\*([0-9]{1,4}))?");
    private static final int MOST_GPUS = 64;

    /** Refuses instances that one GPU cannot hold at once. */
    public SimulatedGpus {
        layout = List.copyOf(layout);
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new IllegalArgumentException("there must be 1 to %d GPUs, was %d".formatted(MOST_GPUS, gpus));
        }
        if (layout.isEmpty() || geometry.place(layout).isEmpty()) {
            throw new IllegalArgumentException("no %s can hold %s".formatted(geometry.product(), layout));
        }
    }

    /**
     * Reads a description.
     *
     * @param text such as {@code sim:A100-80GB*2}; without a number, one GPU
     * @param layout instances joined by {@code +}, such as {@link #DEFAULT_LAYOUT}
     */
    public static SimulatedGpus parse(String text, String layout) throws ClusterTextException {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new ClusterTextException(
                    "\"%s\" describes no GPUs".formatted(text), "Write it like sim:A100-80GB*2.");
        }
        MigGeometry geometry = product(matcher.group(1));
        int gpus = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new ClusterTextException(
                    "\"%s\" asks for %d GPUs".formatted(text, gpus), "Ask for 1 to %d.".formatted(MOST_GPUS));
        }
        List<MigProfile> instances = new ArrayList<>();
        // "+me" belongs to a profile's name and joins nothing.
        for (String name : layout.split("\\+(?!me(?:\\+|$))", -1)) {
            instances.add(instance(geometry, name));
        }
        if (geometry.place(instances).isEmpty()) {
            throw new ClusterTextException(
                    "no %s can hold the MIG instances %s at once".formatted(geometry.product(), layout),
                    "Try fewer or smaller ones, such as %s.".formatted(DEFAULT_LAYOUT));
        }
        return new SimulatedGpus(geometry, gpus, instances);
    }

    /** Returns every slice, GPU by GPU in the order of the layout, named {@code gpu0.0}, {@code gpu0.1} and so on. */
    public List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int instance = 0; instance < layout.size(); instance++) {
                MigProfile profile = layout.get(instance);
                slices.add(new Slice(
                        "gpu%d.%d".formatted(gpu, instance), new SliceKind(profile.name()), profile.memory()));
            }
        }
        return List.copyOf(slices);
    }

    private static MigGeometry product(String name) throws ClusterTextException {
        for (MigGeometry geometry : MigGeometry.known()) {
            if (geometry.product().equals(name)) {
                return geometry;
            }
        }
        throw new ClusterTextException(
                "no GPU product is known as \"%s\"".formatted(name),
                "Known are: %s."
                        .formatted(MigGeometry.known().stream()
                                .map(MigGeometry::product)
                                .collect(Collectors.joining(", "))));
    }

    private static MigProfile instance(MigGeometry geometry, String name) throws ClusterTextException {
        return geometry.profile(name)
                .orElseThrow(() -> new ClusterTextException(
                        "%s has no MIG instance \"%s\"".formatted(geometry.product(), name),
                        "It has: %s."
                                .formatted(geometry.profiles().stream()
                                        .map(MigProfile::name)
                                        .collect(Collectors.joining(", ")))));
    }
}
