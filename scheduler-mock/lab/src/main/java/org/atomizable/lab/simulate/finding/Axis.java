package org.atomizable.lab.simulate.finding;

import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.figure.Rounded;
import org.atomizable.lab.simulate.workload.Spread;

/** An option of {@code simulate} that an experiment varies. */
public enum Axis {
    /** The mean length of holes, in hours. */
    HOLES("--holes", "mean length of a hole", true) {
        @Override
        double value(String point) {
            try {
                return Spread.parse(point).mean() / 3600;
            } catch (AtomizableException wrong) {
                throw new IllegalArgumentException(wrong.getMessage(), wrong);
            }
        }

        @Override
        String words(double value) {
            return value < 1.5 ? Rounded.text(60 * value, 0) + " min" : Rounded.text(value, 1) + " h";
        }
    },
    /** The mean time of a restore, in seconds. */
    RESTORE("--restore", "mean time of a restore", false) {
        @Override
        String words(double value) {
            return Rounded.text(value, 0) + " s";
        }
    },
    /** The load. */
    LOAD("--load", "load", false) {
        @Override
        String words(double value) {
            return Rounded.text(value, 2);
        }
    },
    /** The number of jobs. */
    JOBS("--jobs", "number of jobs", true) {
        @Override
        String words(double value) {
            return Rounded.text(value, 0);
        }
    },
    /** How many times their run time users request. */
    ESTIMATES("--estimates", "requested run time, as a multiple of the true one", false) {
        @Override
        String words(double value) {
            return Rounded.text(value, 1) + "×";
        }
    };

    private final String option;
    private final String title;
    private final boolean logarithmic;

    Axis(String option, String title, boolean logarithmic) {
        this.option = option;
        this.title = title;
        this.logarithmic = logarithmic;
    }

    String option() {
        return option;
    }

    String title() {
        return title;
    }

    boolean isLogarithmic() {
        return logarithmic;
    }

    /**
     * Returns the place of a point on the axis.
     *
     * @throws IllegalArgumentException if it has none
     */
    double value(String point) {
        return Double.parseDouble(point);
    }

    /** Returns a value with its unit. */
    abstract String words(double value);

    String label(String point) {
        return words(value(point));
    }

    /** Returns the value between two others at which a quantity that is linear in between is 0. */
    double crossing(double one, double at, double other, double atOther) {
        double share = at / (at - atOther);
        return logarithmic ? one * StrictMath.exp(share * StrictMath.log(other / one)) : one + share * (other - one);
    }
}
