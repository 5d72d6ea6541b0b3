package org.atomizable.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite names exactly the rule that an agent breaks. All are judged side by side, as most of the time is spent waiting. */
@Tag("slow")
class WrongAgentsTest {

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();
    private static final Map<FakeAgent.Fault, Future<List<Verdict>>> WRONG = new EnumMap<>(FakeAgent.Fault.class);
    private static Future<List<Verdict>> right;

    @BeforeAll
    static void judgeAll() {
        right = THREADS.submit(judged(List.of()));
        for (FakeAgent.Fault each : FakeAgent.Fault.values()) {
            WRONG.put(each, THREADS.submit(judged(List.of(each))));
        }
    }

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
    }

    private static Callable<List<Verdict>> judged(List<FakeAgent.Fault> faults) {
        return () -> new AgentConformance(TimeSource.system())
                .run(scheduler -> FakeAgent.started(scheduler, faults), step -> {});
    }

    @Test
    void anAgentThatKeepsEveryRuleIsToldSo() throws Exception {
        assertThat(right.get())
                .extracting(Verdict::rule)
                .containsExactlyElementsOf(ProtocolRule.of(ProtocolRule.Side.AGENT));
        assertThat(right.get()).allMatch(it -> it.outcome() == Verdict.Outcome.PASSED);
    }

    @Test
    void everyRuleHasAnAgentThatBreaksIt() {
        assertThat(FakeAgent.Fault.values())
                .extracting(FakeAgent.Fault::broken)
                .containsExactlyInAnyOrderElementsOf(ProtocolRule.of(ProtocolRule.Side.AGENT));
    }

    @ParameterizedTest
    @EnumSource
    void anAgentThatBreaksARuleIsToldByItsName(FakeAgent.Fault fault) throws Exception {
        assertThat(WRONG.get(fault).get())
                .filteredOn(it -> it.outcome() == Verdict.Outcome.FAILED)
                .extracting(Verdict::rule)
                .as("%s", WRONG.get(fault).get())
                .containsExactly(fault.broken());
    }
}
