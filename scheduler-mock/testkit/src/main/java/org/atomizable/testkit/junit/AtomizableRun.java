package org.atomizable.testkit.junit;

import java.util.List;
import java.util.Optional;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.Schedule;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * One run of a test.
 *
 * @param script its windows; empty for windows by chance
 * @param faults the faults of windows by chance
 * @param seed of these
 */
record AtomizableRun(Optional<Schedule> script, List<Fault.Kind> faults, long seed)
        implements TestTemplateInvocationContext {

    @Override
    public String getDisplayName(int number) {
        return script.map("windows \"%s\""::formatted).orElse("seed " + seed);
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(new InjectedParameters(this));
    }
}
