package org.atomizable.engine.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.SliceKind;
import org.atomizable.core.engine.EngineException;
import org.jspecify.annotations.Nullable;

/** The kind of Slurm job that a user wants for each link of a chain. */
record SlurmWish(
        @Nullable String partition,
        @Nullable String account,
        @Nullable String qos,
        @Nullable String constraint,
        @Nullable String gres,
        @Nullable Double gresMemory,
        List<String> further) {

    private static final double GIB = 1L << 30;

    private static final List<String> OWN = List.of(
            "--array",
            "--comment",
            "--dependency",
            "--job-name",
            "--open-mode",
            "--output",
            "--parsable",
            "--requeue",
            "--test-only",
            "--time",
            "--time-min",
            "--wait",
            "--wrap");

    /** As sbatch knows them; options with other letters are longer words. */
    private static final List<String> OWN_SHORT = List.of("-J", "-a", "-d", "-o", "-t", "-W");

    /**
     * Refuses options that are the chain's own: with another name, time or number of tasks it would not know its links.
     *
     * @throws EngineException naming the option
     */
    void requireFree() throws EngineException {
        for (String option : further) {
            if (option.startsWith("-p") || option.startsWith("--part")) {
                throw EngineException.refused(
                        "--sbatch=%s cannot be given: holes are looked for in one partition".formatted(option),
                        "Name it with --partition");
            }
            String name = option.replaceFirst("=.*", "");
            boolean isShort = OWN_SHORT.stream().anyMatch(option::startsWith);
            boolean isLong = name.length() > "--".length() + 2
                    && name.startsWith("--")
                    && OWN.stream().anyMatch(it -> it.startsWith(name));
            if (isShort || isLong) {
                throw EngineException.refused(
                        "--sbatch=%s cannot be given: name, time, output and order of its Slurm jobs are set for each of them"
                                .formatted(option),
                        "Leave it out; --job-name names a command's job, and --link-time bounds the time of a link (with a scheduler, its"
                                + " --longest-window that of a subjob)");
            }
        }
    }

    /**
     * Refuses options of Slurm jobs: a scheduler that shares slices starts none.
     *
     * @throws EngineException naming the first
     */
    void requireSharable() throws EngineException {
        List<String> options = new ArrayList<>();
        add(options, "--account=", account);
        add(options, "--qos=", qos);
        add(options, "--constraint=", constraint);
        further.forEach(it -> options.add("--sbatch=" + it));
        if (!options.isEmpty()) {
            throw EngineException.refused(
                    "%s is for the Slurm jobs of subjobs, which a scheduler does not start".formatted(options.get(0)),
                    "Leave it out, and give it to each run");
        }
    }

    /** Returns the options of sbatch. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        add(options, "--partition=", partition);
        add(options, "--account=", account);
        add(options, "--qos=", qos);
        add(options, "--constraint=", constraint);
        add(options, "--gres=", type().map(it -> "gpu:" + it + ":1").orElse(null));
        options.addAll(further);
        return options;
    }

    private static void add(List<String> options, String name, @Nullable String value) {
        if (value != null) {
            options.add(name + value);
        }
    }

    /** Returns the type of a slice; empty if the job uses no GPU. Users may write it as sbatch does. */
    Optional<String> type() {
        return Optional.ofNullable(gres).map(it -> it.replaceFirst("^gpu:", "").replaceFirst(":1$", ""));
    }

    SliceKind kind() {
        return new SliceKind(type().orElse("cpu"));
    }

    /** Returns the memory of a slice, as its type tells it: MIG profiles are named by it, in GB. */
    Bytes memory(Bytes ofNode) throws EngineException {
        if (gresMemory != null) {
            return Bytes.of(Math.round(gresMemory * GIB));
        }
        if (type().isEmpty()) {
            return ofNode;
        }
        MigProfile profile = MigProfile.in(type().get())
                .orElseThrow(() -> EngineException.refused(
                        "the type %s does not tell the memory of a slice".formatted(type().get()),
                        "Give it with --gres-memory"));
        return Bytes.of(profile.gigabytes() * 1_000_000_000L);
    }
}
