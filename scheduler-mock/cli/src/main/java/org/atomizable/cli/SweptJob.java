package org.atomizable.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.api.JobSpec;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.command.OutsideLease;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;

/**
 * One setting of a sweep, as a job of its own.
 *
 * @param family the name that the job has without a setting
 * @param setting the values that are tried
 * @param job the job with all of its parameters
 * @param spec its spec, under a name that says the setting
 * @param store its checkpoints
 */
record SweptJob(String family, Map<String, String> setting, NamedJob job, JobSpec spec, StoreOpening store) {

    private static final int LONGEST_NAME = 100;
    private static final String NOT_IN_NAMES = "[^A-Za-z0-9._-]";

    /**
     * Makes the job of a setting. The same setting has the same name and store in every sweep, so that a sweep that is run
     * again, or with more values, goes on with what was done.
     *
     * @param job the job, with the parameters that are the same in all settings
     * @param stores the directory in which each job has a directory
     */
    public static SweptJob of(NamedJob job, Map<String, String> setting, Path stores) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(job.parameters());
        setting.forEach((name, value) -> {
            if (all.put(name, value) != null) {
                throw new IllegalArgumentException(
                        "parameter %s is given by -p and is swept; leave out one of the two".formatted(name));
            }
        });
        NamedJob one = new NamedJob(job.name(), all);
        return OutsideLease.with(one, TimeSource.system(), made -> {
            String name = name(made.spec().name(), all);
            return new SweptJob(
                    made.spec().name(),
                    setting,
                    one,
                    named(Samplers.withProcess(made.spec(), made), name),
                    StoreOpening.in(stores.resolve(name), name));
        });
    }

    /** Returns a name such as {@code pairs-rate-0.1-seed-1}. What does not fit into it is replaced by a number. */
    private static String name(String job, Map<String, String> parameters) {
        String exact = parameters.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(it -> "-" + it.getKey() + "-" + it.getValue())
                .collect(Collectors.joining("", job, ""));
        String name = exact.replaceAll(NOT_IN_NAMES, "_");
        if (name.equals(exact) && name.length() <= LONGEST_NAME) {
            return name;
        }
        String number = String.format(Locale.ROOT, "-%08x", exact.hashCode());
        return name.substring(0, Math.min(name.length(), LONGEST_NAME - number.length())) + number;
    }

    private static JobSpec named(JobSpec spec, String name) {
        return new JobSpec(
                name,
                spec.totalAtoms(),
                spec.priority(),
                spec.deadline(),
                spec.memory(),
                spec.traits(),
                spec.recurring(),
                spec.memoryIsEstimate(),
                spec.stages());
    }

    /** Returns this job with its memory multiplied, as its workers measure it. */
    public SweptJob withMemoryTimes(double scale) {
        return scale == 1 ? this : new SweptJob(family, setting, job, spec.withMemoryTimes(scale), store);
    }

    /** Returns the values that are tried, for people. */
    public String words() {
        return setting.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .collect(Collectors.joining(" "));
    }
}
