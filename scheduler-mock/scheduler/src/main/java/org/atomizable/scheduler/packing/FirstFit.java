package org.atomizable.scheduler.packing;

import java.util.List;
import org.atomizable.scheduler.cluster.Interval;

/** The first place of the first GPU. */
final class FirstFit implements Packing {

    @Override
    public Fit choose(List<Fit> fits, Interval time) {
        return fits.get(0);
    }
}
