package org.atomizable.lab.bench;

import java.util.List;

/**
 * How something grows.
 *
 * @param perMinute by least squares
 * @param plusMinus two standard errors of that: where it is no less than the growth, there may be none
 */
record Slope(double perMinute, double plusMinus) {

    /** Draws the line through values that were taken at equal distances. */
    public static Slope of(List<Double> values, double minutesApart) {
        int count = values.size();
        double middle = (count - 1) / 2.0;
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double together = 0;
        double apart = 0;
        for (int i = 0; i < count; i++) {
            together += (i - middle) * (values.get(i) - mean);
            apart += (i - middle) * (i - middle);
        }
        double each = apart == 0 ? 0 : together / apart;
        double off = 0;
        for (int i = 0; i < count; i++) {
            double missed = values.get(i) - mean - each * (i - middle);
            off += missed * missed;
        }
        double error = count < 3 ? Double.NaN : Math.sqrt(off / (count - 2) / apart);
        return new Slope(Ratios.rounded(each / minutesApart), Ratios.rounded(2 * error / minutesApart));
    }
}
