package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.Arrays;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.catalogue.WrongHelpers.Two;
import org.atomizable.core.catalogue.WrongHelpers.View;

/** Jobs whose atoms change what is saved, or nothing that lasts, through an object that each atom makes. */
final class RightHelpers {

    private RightHelpers() {}

    abstract static class WithSaved extends SumJob {
        double[] weights = new double[3];

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("weights", weights);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            weights = from.doubles("weights");
        }
    }

    public static final class OfASavedArray extends WithSaved {
        @Override
        double term(long atom) {
            return new View(weights).step();
        }
    }

    public static final class ByItsField extends WithSaved {
        @Override
        double term(long atom) {
            View view = new View(weights);
            view.array[1] += atom;
            return view.array[1] > 5 ? 2 : 1;
        }
    }

    public static final class OfDataAndASavedArray extends WithSaved {
        private final double[] data = {1, 2, 3};

        @Override
        double term(long atom) {
            return new Two(data, weights).stepOfSecond();
        }
    }

    public static final class OfDataOnly extends SumJob {
        private final double[] data = {1, 7, 3};

        @Override
        double term(long atom) {
            return new View(data).value();
        }
    }

    public static final class OfANewArray extends SumJob {
        @Override
        double term(long atom) {
            double[] fresh = {atom};
            return new View(fresh).step() + fresh[0];
        }
    }

    /** Fills an array before it reads it. */
    record Buffer(double[] array) {
        void fill(double value) {
            Arrays.fill(array, value);
        }

        double sum() {
            return Arrays.stream(array).sum();
        }
    }

    public static final class OfABuffer extends SumJob {
        private final double[] buffer = new double[3];

        @Override
        double term(long atom) {
            Buffer filled = new Buffer(buffer);
            filled.fill(atom);
            return filled.sum();
        }
    }

    public static final class InAListOfParts extends WithSaved {
        @Override
        double term(long atom) {
            WrongHelpers.Net net = new WrongHelpers.Net();
            net.add(new View(new double[] {atom}));
            net.add(new View(weights));
            return net.step();
        }
    }
}
