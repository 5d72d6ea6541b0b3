package org.atomizable.testkit.junit;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.atomizable.testkit.schedule.Schedule;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes the runs of a test with {@link AtomizableTest}. */
final class AtomizableExtension implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return annotation(context).isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        AtomizableTest test = annotation(context).orElseThrow();
        if (test.runs() < 1) {
            throw new IllegalArgumentException("@AtomizableTest has 1 run or more, had " + test.runs());
        }
        if (!test.windows().isBlank()) {
            Schedule script = Schedule.parse(test.windows());
            return Stream.of(new AtomizableRun(Optional.of(script), List.of(test.faults()), test.seed()));
        }
        Optional<Long> asked = Seeds.asked();
        LongStream seeds =
                asked.map(LongStream::of).orElseGet(() -> LongStream.range(test.seed(), test.seed() + test.runs()));
        return seeds.mapToObj(seed -> new AtomizableRun(Optional.empty(), List.of(test.faults()), seed));
    }

    private static Optional<AtomizableTest> annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), AtomizableTest.class);
    }
}
