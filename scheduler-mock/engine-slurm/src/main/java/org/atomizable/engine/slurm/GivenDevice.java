package org.atomizable.engine.slurm;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.core.engine.EngineException;

/**
 * The device that Slurm has given to this process. Where Slurm found the MIG instances itself (AutoDetect=nvml), it names them by UUID. Elsewhere it
 * names a number, which CUDA takes for another thing: then the device is known if the process can open only one.
 *
 * @param name the UUID of the MIG device, or what Slurm's variables name; empty if they name nothing
 * @param unchecked why nobody knows whether that is the slice which was asked for; empty if it is, or if no profile of MIG was asked for
 */
record GivenDevice(String name, Optional<String> unchecked) {

    /** Slurm sets all of them, unless its administrators have chosen some. */
    private static final List<String> VARIABLES =
            List.of("CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL", "SLURM_JOB_GPUS");

    /** The value of Slurm for devices that are no files. */
    private static final String NONE = "NoDevFiles";

    private static final Pattern MIG_LINE =
            Pattern.compile("(?m)^\\s*MIG\\s+(\\S+)\\s+Device\\s+[0-9]+:\\s+\\(UUID:\\s*(MIG-[^)\\s]+)\\)");

    private record MigDevice(String profile, String uuid) {

        @Override
        public String toString() {
            return profile + " " + uuid;
        }
    }

    /**
     * Finds it.
     *
     * @param type the type of slice that was asked for; empty if none was
     * @throws EngineException if it is not a slice of that type, or if it may be one of several
     */
    static GivenDevice of(Optional<String> type, Map<String, String> environment, String node, GpuListing listing)
            throws EngineException, InterruptedException {
        List<String> named = named(environment);
        String names = String.join(",", named);
        Optional<MigProfile> asked = type.flatMap(MigProfile::in);
        if (asked.isEmpty()) {
            return new GivenDevice(names, Optional.empty());
        }
        if (named.size() > 1) {
            throw EngineException.refused(
                    "Slurm has given this job several devices on %s: %s".formatted(node, names),
                    "A link asks for one slice: leave --gres, --gpus and the like out of --sbatch");
        }
        String text;
        try {
            text = listing.text();
        } catch (IOException unknown) {
            return new GivenDevice(names, Optional.of(String.valueOf(unknown.getMessage())));
        }
        MigDevice device = one(seen(text), names, node);
        if (MigProfile.in(device.profile()).filter(asked.get()::isLike).isEmpty()) {
            throw EngineException.refused(
                    "Slurm has given this job the MIG device %s on %s, where a slice of type %s was asked for"
                            .formatted(device, node, type.get()),
                    remedy(node));
        }
        return new GivenDevice(device.uuid(), Optional.empty());
    }

    private static List<String> named(Map<String, String> environment) {
        return VARIABLES.stream()
                .map(it -> environment.getOrDefault(it, "").strip())
                .filter(it -> !it.isEmpty() && !it.startsWith(NONE))
                .findFirst()
                .map(it -> List.of(it.split("\\s*,\\s*")))
                .orElse(List.of());
    }

    private static List<MigDevice> seen(String listing) {
        return MIG_LINE.matcher(listing)
                .results()
                .map(it -> new MigDevice(it.group(1), it.group(2)))
                .toList();
    }

    private static MigDevice one(List<MigDevice> seen, String named, String node) throws EngineException {
        if (named.startsWith("MIG-")) {
            return seen.stream()
                    .filter(it -> it.uuid().equals(named))
                    .findFirst()
                    .orElseThrow(() -> EngineException.refused(
                            "Slurm has given this job %s on %s, where the driver lists %s"
                                    .formatted(named, node, listed(seen)),
                            remedy(node)));
        }
        if (seen.size() != 1) {
            throw EngineException.refused(
                    "this job can open %s on %s, and Slurm names %s"
                            .formatted(listed(seen), node, named.isEmpty() ? "none" : "\"" + named + "\""),
                    seen.isEmpty()
                            ? remedy(node)
                            : "That does not tell which of them it has. The administrators can set AutoDetect=nvml in gres.conf, or"
                                    + " ConstrainDevices=yes in cgroup.conf");
        }
        return seen.get(0);
    }

    private static String listed(List<MigDevice> seen) {
        return seen.isEmpty()
                ? "no MIG device"
                : seen.stream().map(MigDevice::toString).collect(Collectors.joining(", "));
    }

    private static String remedy(String node) {
        return "Tell the administrators, and leave the node out meanwhile: --sbatch=--exclude=" + node;
    }
}
