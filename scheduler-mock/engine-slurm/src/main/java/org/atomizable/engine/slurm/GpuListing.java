package org.atomizable.engine.slurm;

import java.io.IOException;

/** The GPUs and MIG devices that programs of this process can open. */
@FunctionalInterface
interface GpuListing {

    /**
     * Returns them, in the form of {@code nvidia-smi -L}.
     *
     * @throws IOException if nobody here knows them
     */
    String text() throws IOException, InterruptedException;
}
