package org.atomizable.scheduler.gpu.nvml;

import org.atomizable.scheduler.gpu.GpuException.Problem;

/** The return codes of NVML's calls. */
final class NvmlCode {

    static final int SUCCESS = 0;
    static final int INVALID_ARGUMENT = 2;
    static final int NOT_SUPPORTED = 3;
    static final int NO_PERMISSION = 4;
    static final int NOT_FOUND = 6;
    static final int INSUFFICIENT_SIZE = 7;
    static final int TIMEOUT = 10;
    static final int FUNCTION_NOT_FOUND = 13;
    static final int INSUFFICIENT_RESOURCES = 23;
    static final int VERSION_MISMATCH = 25;

    private NvmlCode() {}

    static Problem problem(int code) {
        return switch (code) {
            case 1, 9, 18 -> Problem.NO_DRIVER;
            case NOT_SUPPORTED -> Problem.NOT_SUPPORTED;
            case NO_PERMISSION -> Problem.NO_PERMISSION;
            case NOT_FOUND -> Problem.NOT_FOUND;
            case TIMEOUT, 27 -> Problem.TIMEOUT;
            case 12 -> Problem.NO_LIBRARY;
            case FUNCTION_NOT_FOUND -> Problem.NO_SYMBOL;
            case 15, 16 -> Problem.GPU_LOST;
            case 19 -> Problem.IN_USE;
            case INSUFFICIENT_RESOURCES -> Problem.NO_ROOM;
            default -> Problem.OTHER;
        };
    }
}
