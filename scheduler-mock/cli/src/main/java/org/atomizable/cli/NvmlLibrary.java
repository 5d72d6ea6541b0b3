package org.atomizable.cli;

import org.atomizable.api.AtomizableException;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.gpu.nvml.NvmlDriver;
import picocli.CommandLine.Option;

/** The option that names the NVIDIA driver's library. */
final class NvmlLibrary {

    private static final String NAME = "--nvml-library";

    @Option(names = NAME, paramLabel = "FILE", description = "The NVIDIA driver's library (default: ${DEFAULT-VALUE}).")
    private String file = NvmlDriver.LIBRARY;

    void use(String other) {
        file = other;
    }

    /**
     * Opens the driver.
     *
     * @param simulated the option of the same command that uses simulated GPUs instead
     */
    GpuDriver open(String simulated) throws AtomizableException {
        try {
            return NvmlDriver.open(file);
        } catch (GpuException refused) {
            if (refused.problem() != Problem.NO_LIBRARY) {
                throw refused;
            }
            throw new AtomizableException(
                    withoutRemedy(refused),
                    "Install the NVIDIA driver, name its library by %s, or use simulated GPUs: %s sim:A100-80GB."
                            .formatted(NAME, simulated),
                    refused);
        }
    }

    /** The driver's remedy does not know the options of commands. */
    private static String withoutRemedy(GpuException refused) {
        String what = String.valueOf(refused.getMessage())
                .replace(refused.remedy(), "")
                .strip();
        return what.endsWith(".") ? what.substring(0, what.length() - 1).strip() : what;
    }
}
