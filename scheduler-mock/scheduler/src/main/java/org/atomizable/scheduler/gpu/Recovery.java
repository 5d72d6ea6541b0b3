package org.atomizable.scheduler.gpu;

import java.util.List;

/**
 * The instances that were found, compared with the recorded ones.
 *
 * @param ours instances that are recorded and whole
 * @param others instances that another program created
 * @param gone recorded ones that are not there any more: never made, or lost in a reset
 * @param unreachable recorded ones on GPUs that do not answer
 */
public record Recovery(List<GpuInstance> ours, List<GpuInstance> others, List<Owned> gone, List<Owned> unreachable) {

    /** Copies the lists. */
    public Recovery {
        ours = List.copyOf(ours);
        others = List.copyOf(others);
        gone = List.copyOf(gone);
        unreachable = List.copyOf(unreachable);
    }
}
