package org.atomizable.cli.colocate;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.AtomizableException;

/**
 * A job as it is written on the command line: {@code NAME}, or {@code NAME:rate=0.1,seed=2}.
 *
 * @param text as written; the matrix knows it by this
 * @param arguments its name and each parameter, for {@link AtomCounter}
 */
record MeasuredJob(String text, List<String> arguments) {

    static MeasuredJob of(String text) throws AtomizableException {
        String[] parts = text.split(":", 2);
        List<String> arguments = new ArrayList<>(List.of(parts[0]));
        if (parts.length == 2) {
            for (String each : parts[1].split(",", -1)) {
                if (each.indexOf('=') < 1) {
                    throw new AtomizableException(
                            "job %s has a parameter that is no name=value: %s".formatted(text, each),
                            "Write it as in Train:rate=0.1,seed=2.");
                }
                arguments.add(each);
            }
        }
        return new MeasuredJob(text, List.copyOf(arguments));
    }
}
