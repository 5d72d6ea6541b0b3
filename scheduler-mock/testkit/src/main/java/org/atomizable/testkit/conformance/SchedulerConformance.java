package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.protocol.ProtocolRule;

/**
 * Finds out whether a scheduler keeps the protocol. It registers jobs of its own, one scenario after the other, and withdraws them. The
 * scheduler must have a free slice; windows should be shorter than a minute and longer than the patience.
 */
public final class SchedulerConformance {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int MOST_TRIES = 8;

    private final Optional<String> token;
    private final ProtocolMonitor monitor;
    private final Findings findings = new Findings();
    private final Stage stage;

    /**
     * Makes a suite for a scheduler.
     *
     * @param token the bearer token of a tenant; empty to send none
     * @param http speaks to it
     */
    public SchedulerConformance(URI scheduler, Optional<String> token, HttpClient http, TimeSource time) {
        this.token = token;
        this.monitor = new ProtocolMonitor(time);
        String run = UUID.randomUUID().toString().substring(0, 8);
        this.stage = new Stage(new Peer(scheduler, token, http, monitor), time, run);
    }

    /**
     * Runs every scenario.
     *
     * @param progress is told the name of each scenario when it begins
     * @return a verdict for each rule of schedulers, in a fixed order
     * @throws IOException if the scheduler cannot be reached at the beginning
     * @throws AtomizableException if it asks for a token, or for another one
     */
    public List<Verdict> run(Consumer<String> progress) throws IOException, AtomizableException, InterruptedException {
        int status = stage.peer().get("/v1/jobs").status();
        if (status == UNAUTHORIZED || status == FORBIDDEN) {
            throw new AtomizableException(
                    "the scheduler answers %s to a call %s"
                            .formatted(status, token.isPresent() ? "with this token" : "without a token"),
                    "Give the token of a tenant: in ATOMIZABLE_TOKEN, or in a file that --token-file names");
        }
        List<Scenario> scenarios = Stream.of(
                        new CallScenarios(stage).all(), new GrantScenarios(stage).all(), new EndScenarios(stage).all())
                .flatMap(List::stream)
                .toList();
        for (Scenario scenario : scenarios) {
            if (findings.isBroken(ProtocolRule.INTEREST_LEADS_TO_A_GRANT)) {
                scenario.tries().forEach(rule -> findings.notTried(rule, "no grant came in an earlier scenario"));
                continue;
            }
            progress.accept(scenario.name());
            played(scenario);
        }
        findings.broken(monitor.breaches(), ProtocolRule.Side.SCHEDULER);
        return findings.of(ProtocolRule.Side.SCHEDULER);
    }

    /** Plays a scenario, and plays it again if it failed while the suite itself was too slow for the scheduler's patience. */
    private void played(Scenario scenario) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            Optional<Unfinished> stopped = Optional.empty();
            try {
                scenario.steps().run();
            } catch (Unfinished unfinished) {
                stopped = Optional.of(unfinished);
            } catch (IOException gone) {
                stopped = Optional.of(Unfinished.lacks("the scheduler did not answer: " + gone));
            }
            List<String> refusals = stage.wrongRefusals();
            boolean again = stage.wasLate() && tries < MOST_TRIES && (stopped.isPresent() || !refusals.isEmpty());
            clear();
            if (!again) {
                judge(scenario, stopped, refusals);
                return;
            }
        }
    }

    private void clear() throws InterruptedException {
        try {
            stage.clear();
        } catch (IOException gone) {
            // The next scenario says so.
        }
    }

    private void judge(Scenario scenario, Optional<Unfinished> stopped, List<String> refusals) {
        refusals.forEach(it -> findings.broken(ProtocolRule.REFUSALS_ARE_PROBLEMS, it));
        if (stopped.isEmpty()) {
            scenario.tries().forEach(findings::kept);
            return;
        }
        String why = stopped.get().why();
        stopped.get().broken().ifPresent(rule -> findings.broken(rule, why));
        scenario.tries()
                .forEach(rule -> findings.notTried(rule, "scenario %s stopped: %s".formatted(scenario.name(), why)));
    }
}
