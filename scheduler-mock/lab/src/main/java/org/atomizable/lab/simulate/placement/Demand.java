package org.atomizable.lab.simulate.placement;

import java.util.List;

/**
 * What a pod asks for besides memory. Policies score by this alone.
 *
 * @param cpuMilli thousandths of a CPU core; 0 or more
 * @param gpus number of GPUs; 0 or more
 * @param gpuMilli thousandths of each of these GPUs: 1000, or 1 to 999 of a single GPU, or 0 without a GPU
 * @param models GPU models that it accepts; empty if it accepts all
 */
record Demand(int cpuMilli, int gpus, int gpuMilli, List<String> models) {

    /** Thousandths of a GPU. */
    static final int WHOLE_GPU = 1000;

    /** Refuses sizes that cannot be, and several GPUs of which a part is asked for. */
    Demand {
        models = List.copyOf(models);
        if (cpuMilli < 0 || gpus < 0) {
            throw new IllegalArgumentException(
                    "a pod may not ask for %s thousandths of a core and %s GPUs".formatted(cpuMilli, gpus));
        }
        int least = gpus == 0 ? 0 : gpus == 1 ? 1 : WHOLE_GPU;
        int most = gpus == 0 ? 0 : WHOLE_GPU;
        if (gpuMilli < least || gpuMilli > most) {
            throw new IllegalArgumentException("a pod with %s GPUs must ask for %s to %s thousandths of each, was %s"
                    .formatted(gpus, least, most, gpuMilli));
        }
    }

    /** Returns the thousandths of all its GPUs together. */
    long totalGpuMilli() {
        return (long) gpus * gpuMilli;
    }

    /** Returns whether it shares its GPU with others. */
    boolean isShare() {
        return gpus == 1 && gpuMilli < WHOLE_GPU;
    }

    boolean accepts(String model) {
        return models.isEmpty() || models.contains(model);
    }
}
