package org.atomizable.scheduler.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;

/**
 * Simulated GPUs of one product, all partitioned into the same MIG instances.
 *
 * @param geometry the product
 * @param gpus how many there are, 1 to 64
 * @param layout the instances on each
 */
public record SimulatedGpus(MigGeometry geometry, int gpus, List<MigProfile> layout) {

    private static final Pattern TEXT = Pattern.compile("sim:([A-Za-z0-9-]+)(?:\\*([0-9]{1,4}))?");
    private static final int MOST_GPUS = 64;
    private static final List<Integer> USUAL_PROFILES = List.of(2, 1, 0);

    /** Refuses instances that one GPU cannot hold at once. */
    public SimulatedGpus {
        layout = List.copyOf(layout);
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new IllegalArgumentException("there must be 1 to %s GPUs, was %s".formatted(MOST_GPUS, gpus));
        }
        if (layout.isEmpty() || geometry.place(layout).isEmpty()) {
            throw new IllegalArgumentException("no %s can hold %s".formatted(geometry.product(), layout));
        }
    }

    /**
     * Reads a description, and lays out one large slice, one middling and one small.
     *
     * @param text such as {@code sim:A100-80GB*2}; without a number, one GPU
     */
    public static SimulatedGpus parse(String text) throws ClusterTextException {
        return parse(text, usualLayout(MigGeometry.of(matched(text).group(1))));
    }

    /**
     * Reads a description.
     *
     * @param text such as {@code sim:A100-80GB*2}; without a number, one GPU
     * @param layout instances joined by {@code +}, such as {@code 3g.40gb+2g.20gb+1g.10gb}
     */
    public static SimulatedGpus parse(String text, String layout) throws ClusterTextException {
        Matcher matcher = matched(text);
        MigGeometry geometry = MigGeometry.of(matcher.group(1));
        int gpus = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new ClusterTextException(
                    "\"%s\" asks for %s GPUs".formatted(text, gpus), "Ask for 1 to %s.".formatted(MOST_GPUS));
        }
        List<MigProfile> instances = new ArrayList<>();
        for (String name : names(layout)) {
            instances.add(instance(geometry, name));
        }
        if (geometry.place(instances).isEmpty()) {
            throw new ClusterTextException(
                    "no %s can hold the MIG instances %s at once".formatted(geometry.product(), layout),
                    "Try fewer or smaller ones, such as %s.".formatted(usualLayout(geometry)));
        }
        return new SimulatedGpus(geometry, gpus, instances);
    }

    /** Returns the profiles' names in a layout such as {@code 3g.40gb+2g.20gb+1g.10gb+me}. */
    public static List<String> names(String layout) {
        // "+me" belongs to a profile's name and joins nothing.
        return List.of(layout.split("\\+(?!me(?:\\+|$))", -1));
    }

    private static Matcher matched(String text) throws ClusterTextException {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new ClusterTextException(
                    "\"%s\" describes no GPUs".formatted(text), "Write it like sim:A100-80GB*2.");
        }
        return matcher;
    }

    /** NVML numbers its first profiles by how many of a GPU's compute slices they get, on every product. */
    private static String usualLayout(MigGeometry geometry) {
        return USUAL_PROFILES.stream()
                .map(number -> geometry.profiles().stream()
                        .filter(it -> it.nvmlProfile() == number)
                        .map(MigProfile::name)
                        .findFirst()
                        .orElseThrow())
                .collect(Collectors.joining("+"));
    }

    /** Returns every slice, GPU by GPU in the order of the layout, named {@code gpu0.0}, {@code gpu0.1} and so on. */
    public List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int instance = 0; instance < layout.size(); instance++) {
                MigProfile profile = layout.get(instance);
                slices.add(new Slice(
                        "gpu%s.%s".formatted(gpu, instance), new SliceKind(profile.name()), profile.memory()));
            }
        }
        return List.copyOf(slices);
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
