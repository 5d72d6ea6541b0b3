package org.atomizable.scheduler.gpu;

import org.atomizable.api.AtomizableException;

/** A GPU or its driver refused or failed. */
public final class GpuException extends AtomizableException {

    /** The possible problems, and their remedies. */
    public enum Problem {
        /** There is no driver's library on this machine. */
        NO_LIBRARY("Install the NVIDIA driver, or use simulated GPUs."),
        /** The library lacks a call. */
        NO_SYMBOL("Update the NVIDIA driver; MIG needs one of 2020 or later, and newer products a newer one."),
        /** The driver is not loaded, or another version than the library. */
        NO_DRIVER("Load the NVIDIA driver that belongs to the library, or reboot after an update."),
        /** There is no such GPU, instance or MIG device, or not any more. */
        NOT_FOUND("List the GPUs again; layouts are lost at a reset."),
        /** The process lacks a right. */
        NO_PERMISSION("Run as root or with the capability mig/config; inside a container, mount it."),
        /** The GPU cannot do that, or not in its present mode. */
        NOT_SUPPORTED("Use a profile that this GPU supports. MIG must be supported and enabled."),
        /** Something holds it, perhaps a monitor that shows no process. */
        IN_USE("Stop what runs there, monitors included, and try again."),
        /** An instance is where another one should be. */
        PLACE_TAKEN("Destroy the instance in the way, or choose another placement."),
        /** The GPU has not enough left of what an instance needs. */
        NO_ROOM("Destroy instances that are idle, or choose a smaller one."),
        /** The GPU fell off the bus, or must be reset. */
        GPU_LOST("Reset the GPU or reboot the machine; whatever ran there is lost since its last checkpoint."),
        /** It did not answer in time. */
        TIMEOUT("Try again; if that goes on, reset the GPU."),
        /** This program was told not to do that, or not told that it may. */
        NOT_ALLOWED("If you are sure, allow it by the option that the message names."),
        /** The instances on the GPU are not the recorded ones. */
        DISAGREES("One program alone must manage a GPU's instances. Find the other one, or destroy them by hand."),
        /** The driver says something else. */
        OTHER("Look up the driver's message in its documentation; the GPU may need a reset.");

        private final String remedy;

        Problem(String remedy) {
            this.remedy = remedy;
        }
    }

    private final Problem problem;

    /** Makes an exception; {@code what} is a sentence without its full stop. */
    public GpuException(Problem problem, String what) {
        super(what, problem.remedy);
        this.problem = problem;
    }

    /** Returns what is the matter. */
    public Problem problem() {
        return problem;
    }

    /** Tells whether the driver fails to answer about one GPU, which says nothing of the others. */
    public boolean ofThisGpuAlone() {
        return problem == Problem.GPU_LOST || problem == Problem.TIMEOUT || problem == Problem.OTHER;
    }

    /** Tells whether the same call may succeed a little later. */
    public boolean passing() {
        return problem == Problem.IN_USE || problem == Problem.TIMEOUT;
    }
}
