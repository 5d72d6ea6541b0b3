package org.atomizable.lab.simulate.placement;

import org.atomizable.lab.simulate.workload.Draws;

/**
 * How a pod is placed. It goes to the node with the highest score of those that it fits; of equal ones, to the first in the order that the
 * seed drew, or to any.
 *
 * @param node the score of a node for a demand that fits it, from 0 to 100
 * @param drawn whether one of the best nodes is drawn anew for each pod
 * @param gpu the GPU that a pod shares on the node where it goes
 */
record Policy(NodeScore node, boolean drawn, GpuChoice gpu) {

    /** Scores a node. The score depends only on what is left of the node, on its kinds of pods and on the demand. */
    @FunctionalInterface
    interface NodeScore {

        int of(GpuNode node, Demand demand);
    }

    /** Chooses one of the GPUs of which enough is left. */
    @FunctionalInterface
    interface GpuChoice {

        int of(GpuNode node, Demand demand, Draws draws);
    }
}
