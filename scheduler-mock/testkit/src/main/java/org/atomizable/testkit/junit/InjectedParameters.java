package org.atomizable.testkit.junit;

import java.util.EnumSet;
import java.util.Set;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.testkit.schedule.Fault;
import org.atomizable.testkit.schedule.WindowSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Gives one run of a test its parameters, closes them after it, and adds to a failure how to see it again. */
final class InjectedParameters implements ParameterResolver, TestExecutionExceptionHandler, AfterEachCallback {

    /** Named, so that a test without a scheduler runs where there is none on the class path. */
    private static final String SCHEDULER = "org.atomizable.testkit.scheduler.TestScheduler";

    private final AtomizableRun run;
    private final VirtualTime time = VirtualTime.create();
    private final WindowSource windows;
    private final Opened opened = new Opened();

    InjectedParameters(AtomizableRun run) {
        this.run = run;
        this.windows =
                run.script().map(WindowSource::scripted).orElseGet(() -> WindowSource.random(run.seed(), faults(run)));
    }

    private static Set<Fault.Kind> faults(AtomizableRun run) {
        EnumSet<Fault.Kind> faults = EnumSet.noneOf(Fault.Kind.class);
        faults.addAll(run.faults());
        return faults;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == VirtualTime.class
                || type == WindowSource.class
                || type == CheckpointStore.class
                || type.getName().equals(SCHEDULER);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == VirtualTime.class) {
            return time;
        }
        if (type == WindowSource.class) {
            return windows;
        }
        try {
            return type == CheckpointStore.class ? opened.store() : opened.scheduler(time, windows);
        } catch (NoClassDefFoundError e) {
            throw new ParameterResolutionException(
                    "a test with a TestScheduler needs org.atomizable:scheduler; add it in test scope", e);
        } catch (Exception e) {
            throw new ParameterResolutionException("the test's %s cannot be made".formatted(type.getSimpleName()), e);
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failure.addSuppressed(new Replay(run, windows.taken()));
        throw failure;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        opened.close();
    }
}
