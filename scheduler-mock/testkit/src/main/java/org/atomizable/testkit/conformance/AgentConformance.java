package org.atomizable.testkit.conformance;

import static org.atomizable.testkit.conformance.ScriptedScheduler.about;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.atomizable.api.time.TimeSource;
import org.atomizable.testkit.protocol.Message;
import org.atomizable.testkit.protocol.ProtocolMonitor;
import org.atomizable.testkit.protocol.ProtocolRule;
import org.atomizable.testkit.relay.Monitored;
import org.atomizable.testkit.relay.Relay;

/**
 * Finds out whether an agent keeps the protocol. The agent negotiates with a scheduler that follows a script: it offers windows, grants
 * parts of them, fails once, revokes, and ends the job. The job must have minutes of work in short atoms.
 */
public final class AgentConformance {

    private static final Duration REGISTERED_WITHIN = Duration.ofSeconds(60);

    /** Starts the agent that is judged. */
    public interface Start {
        /**
         * Starts it, and does not wait for its end.
         *
         * @param scheduler the address that it shall negotiate with
         * @return ends it
         */
        AutoCloseable agent(URI scheduler) throws Exception;
    }

    private final TimeSource time;

    /** Makes a suite. */
    public AgentConformance(TimeSource time) {
        this.time = time;
    }

    /**
     * Judges an agent.
     *
     * @param progress is told the name of each step when it begins
     * @return a verdict for each rule of agents, in a fixed order
     */
    public List<Verdict> run(Start start, Consumer<String> progress) throws Exception {
        Findings findings = new Findings();
        ProtocolMonitor monitor = new ProtocolMonitor(time);
        ScriptedScheduler scheduler = new ScriptedScheduler(time);
        try (Relay relay = Relay.of(scheduler, new Monitored(monitor));
                AutoCloseable agent = start.agent(relay.uri())) {
            played(scheduler, findings, progress);
        } finally {
            scheduler.close();
        }
        findings.broken(monitor.breaches(), ProtocolRule.Side.AGENT);
        return findings.of(ProtocolRule.Side.AGENT);
    }

    private void played(ScriptedScheduler scheduler, Findings findings, Consumer<String> progress)
            throws InterruptedException {
        progress.accept("register");
        boolean registered = scheduler
                .await(0, about("", Message.REGISTER), time.now().plus(REGISTERED_WITHIN))
                .isPresent();
        if (!registered || scheduler.newest().isEmpty()) {
            ProtocolRule.of(ProtocolRule.Side.AGENT)
                    .forEach(rule -> findings.notTried(rule, "the agent registered no job in a minute"));
            return;
        }
        AgentScript script =
                new AgentScript(scheduler, time, scheduler.newest().get().id());
        for (Scenario scenario : script.all()) {
            progress.accept(scenario.name());
            try {
                tried(scenario, script, findings);
            } catch (IOException impossible) {
                throw new IllegalStateException("a script calls nobody", impossible);
            }
        }
    }

    private static void tried(Scenario scenario, AgentScript script, Findings findings)
            throws InterruptedException, IOException {
        try {
            scenario.steps().run();
            scenario.tries().forEach(findings::kept);
        } catch (Unfinished stopped) {
            // The machine may have been busy: once, all is tried with more time. What has ended cannot end again, and
            // for
            // a rule that was broken before more time is of no use.
            boolean mayBeBusy = !scenario.tries().contains(ProtocolRule.STOPS_AT_THE_END)
                    && stopped.broken().filter(findings::isBroken).isEmpty();
            if (mayBeBusy && script.slowDown()) {
                tried(scenario, script, findings);
                return;
            }
            script.speedUp();
            stopped.broken().ifPresent(rule -> findings.broken(rule, stopped.why()));
            scenario.tries()
                    .forEach(rule ->
                            findings.notTried(rule, "step %s stopped: %s".formatted(scenario.name(), stopped.why())));
        }
    }
}
