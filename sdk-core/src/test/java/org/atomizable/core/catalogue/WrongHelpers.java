package org.atomizable.core.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Jobs whose atoms change what is not saved through an object that each atom makes. */
final class WrongHelpers {

    private WrongHelpers() {}

    /** Works on an array of somebody else. */
    static class View {
        final double[] array;

        View(double[] array) {
            this.array = array;
        }

        double step() {
            array[0] += 1;
            return array[0] > 5 ? 2 : 1;
        }

        void add() {
            array[0] += 1;
        }

        double value() {
            return array[0] > 5 ? 2 : 1;
        }
    }

    static final class Narrower extends View {
        Narrower(double[] array) {
            super(array);
        }
    }

    /** Is given its array later. */
    static final class Settable {
        private double[] array = new double[1];

        void use(double[] given) {
            array = given;
        }

        double step() {
            array[0] += 1;
            return array[0] > 5 ? 2 : 1;
        }
    }

    static final class Around {
        private final View inner;

        Around(View inner) {
            this.inner = inner;
        }

        double step() {
            return inner.step();
        }
    }

    record Two(double[] first, double[] second) {
        double stepOfSecond() {
            second[0] += first[0];
            return second[0] > 5 ? 2 : 1;
        }
    }

    static final class Seen {
        private final List<Double> values;

        Seen(List<Double> values) {
            this.values = values;
        }

        double with(double value) {
            values.add(value);
            return values.size() > 5 ? 2 : 1;
        }
    }

    /** An array that is not saved. */
    abstract static class WithArray extends SumJob {
        final double[] weights = new double[3];
    }

    @Refused({"weights", "not saved"})
    public static final class ByAMethod extends WithArray {
        @Override
        double term(long atom) {
            return new View(weights).step();
        }
    }

    @Refused({"weights", "not saved"})
    public static final class ByItsField extends WithArray {
        @Override
        double term(long atom) {
            View view = new View(weights);
            view.array[0] += 1;
            return view.array[0] > 5 ? 2 : 1;
        }
    }

    @Refused({"weights", "not saved"})
    public static final class ReadDirectly extends WithArray {
        @Override
        double term(long atom) {
            new View(weights).add();
            return weights[0] > 5 ? 2 : 1;
        }
    }

    @Refused({"weights", "not saved"})
    public static final class ReadByAnother extends WithArray {
        @Override
        double term(long atom) {
            weights[0] += 1;
            return new View(weights).value();
        }
    }

    @Refused({"weights", "not saved"})
    public static final class OfASubclass extends WithArray {
        @Override
        double term(long atom) {
            return new Narrower(weights).step();
        }
    }

    @Refused({"weights", "not saved"})
    public static final class SetLater extends WithArray {
        @Override
        double term(long atom) {
            Settable view = new Settable();
            view.use(weights);
            return view.step();
        }
    }

    @Refused({"weights", "not saved"})
    public static final class Nested extends WithArray {
        @Override
        double term(long atom) {
            return new Around(new View(weights)).step();
        }
    }

    @Refused({"weights", "not saved"})
    public static final class SecondOfTwo extends WithArray {
        @Override
        double term(long atom) {
            return new Two(new double[] {1}, weights).stepOfSecond();
        }
    }

    @Refused({"values", "not saved"})
    public static final class OfAList extends SumJob {
        private final List<Double> values = new ArrayList<>();

        @Override
        double term(long atom) {
            return new Seen(values).with(atom);
        }
    }

    @Refused({"weights", "not saved"})
    public static final class InAMethod extends WithArray {
        private View view() {
            return new View(weights);
        }

        @Override
        double term(long atom) {
            return view().step();
        }
    }

    /** A net that each atom puts together from arrays that last. */
    static final class Net {
        private final List<View> layers = new ArrayList<>();

        void add(View layer) {
            layers.add(layer);
        }

        double step() {
            double product = 1;
            for (View each : layers) {
                product *= each.step();
            }
            return product;
        }
    }

    @Refused({"weights", "not saved"})
    public static final class InAListOfParts extends WithArray {
        @Override
        double term(long atom) {
            Net net = new Net();
            net.add(new View(new double[] {atom}));
            net.add(new View(weights));
            return net.step();
        }
    }
}
