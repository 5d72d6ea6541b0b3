package org.atomizable.scheduler.colocation.packing;

/** Decides which jobs share a slice, for the greatest weighted throughput. Pure: the same problem gives the same packing. */
@FunctionalInterface
interface Packer {

    /**
     * Packs. Not every job need get a place.
     *
     * @throws IllegalArgumentException if the packer cannot solve problems of this kind
     */
    Packing pack(PackingProblem problem);
}
