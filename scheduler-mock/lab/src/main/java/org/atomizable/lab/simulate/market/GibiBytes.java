package org.atomizable.lab.simulate.market;

import org.atomizable.api.Bytes;

/** Amounts of memory from workloads, which count in GiB. */
final class GibiBytes {

    private GibiBytes() {}

    static Bytes of(double gib) {
        return new Bytes(Math.round(gib * (1L << 30)));
    }
}
