package org.atomizable.lab.simulate.finding;

import java.util.List;
import org.atomizable.api.AtomizableException;

/** Runs {@code atomizable simulate}. */
@FunctionalInterface
public interface Simulator {

    /**
     * Runs it once.
     *
     * @param arguments what a user would write after {@code simulate}
     * @param point what the results are to be called
     * @throws AtomizableException if the arguments are wrong
     */
    List<Measured> run(List<String> arguments, String point) throws AtomizableException;
}
