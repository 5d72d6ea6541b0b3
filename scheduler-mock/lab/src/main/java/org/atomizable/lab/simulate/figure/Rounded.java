package org.atomizable.lab.simulate.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text, rounded so that every JDK writes the same digits. */
public final class Rounded {

    private Rounded() {}

    /** Returns a finite number with so many decimals; of two that are equally near, the one with an even last digit. */
    public static String text(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Returns a share of 1 in per cent, without decimals. */
    public static String percent(double share) {
        return text(100 * share, 0) + " %";
    }
}
