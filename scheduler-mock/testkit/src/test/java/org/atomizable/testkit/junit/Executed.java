package org.atomizable.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of a class as a user's build does. */
public final class Executed {

    private Executed() {}

    /** Returns the names of the tests that failed. */
    public static Set<String> failuresOf(Class<?> wrong) {
        Map<String, Optional<Throwable>> results = testsOf(wrong);
        assertThat(results).hasSizeGreaterThan(3);
        return results.entrySet().stream()
                .filter(it -> it.getValue().isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Returns what each test threw, by its name; nothing of those that were left out. */
    public static Map<String, Optional<Throwable>> testsOf(Class<?> type) {
        Map<String, Optional<Throwable>> results = new LinkedHashMap<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(type))
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .configurationParameter("junit.jupiter.conditions.deactivate", "org.junit.*DisabledCondition")
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                    return;
                }
                if (test.isTest() || result.getThrowable().isPresent()) {
                    results.put(test.getDisplayName().replace("()", ""), result.getThrowable());
                }
            }
        });
        return results;
    }
}
