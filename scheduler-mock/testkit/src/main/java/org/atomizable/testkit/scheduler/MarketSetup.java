package org.atomizable.testkit.scheduler;

import java.util.List;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.SelectionPolicy;

/**
 * How a test's scheduler is set up.
 *
 * @param slices what windows are made of; all of them are free in the same windows
 * @param mode whether jobs signal or bid
 * @param policy chooses among jobs that signal
 * @param clearing chooses among bids
 */
public record MarketSetup(List<Slice> slices, Mode mode, SelectionPolicy policy, BidClearing clearing) {

    /** One slice of 20 GB, signals, and the usual policies. */
    public static final MarketSetup DEFAULT = new MarketSetup(
            List.of(new Slice("gpu0.0", new SliceKind("2g.20gb"), Bytes.gibi(19))),
            Mode.SJA,
            SelectionPolicy.usual(),
            BidClearing.optimal());

    /** Copies the slices. */
    public MarketSetup {
        slices = List.copyOf(slices);
    }

    /** Returns the same with other slices. */
    public MarketSetup on(List<Slice> others) {
        return new MarketSetup(others, mode, policy, clearing);
    }

    /** Returns the same with another policy, by which jobs signal. */
    public MarketSetup selecting(SelectionPolicy other) {
        return new MarketSetup(slices, Mode.SJA, other, clearing);
    }

    /** Returns the same with another clearing, by which jobs bid. */
    public MarketSetup bidding(BidClearing other) {
        return new MarketSetup(slices, Mode.JASDA, policy, other);
    }
}
