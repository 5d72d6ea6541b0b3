package org.atomizable.lab.simulate.workload;

/**
 * Lengths whose logarithm is uniform.
 *
 * @param least shortest length in seconds, more than 0
 * @param most longest length in seconds, more than the shortest
 */
public record Spread(double least, double most) {

    public Spread {
        if (!(least > 0) || !(most > least) || most == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "lengths must range from more than 0 s to more, were %s to %s".formatted(least, most));
        }
    }

    /** Returns the mean length in seconds. */
    public double mean() {
        return (most - least) / StrictMath.log(most / least);
    }

    double draw(Draws draws) {
        return draws.logUniform(least, most);
    }
}
