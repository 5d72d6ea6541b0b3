package org.atomizable.lab.bench;

import java.util.List;

/**
 * A bench that has aims.
 *
 * @param name by which the table calls it
 * @param jvm options of its JVM, those of the launcher script
 * @param command its words on the command line
 * @param usual options of a usual measurement
 * @param quick options of one that takes seconds
 * @param aims of its figures
 */
record Bench(
        String name, List<String> jvm, List<String> command, List<String> usual, List<String> quick, List<Aim> aims) {

    List<String> options(boolean quickly) {
        return quickly ? quick : usual;
    }
}
