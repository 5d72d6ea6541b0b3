package org.atomizable.cli.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.cli.terminal.Board;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.Negotiation;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.scheduler.device.SimulatedNode;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;

/**
 * The events while the jobs competed.
 *
 * @param began when the scheduler started
 * @param ended when the last job was done
 */
record Competition(Instant began, Instant ended, Statistics statistics, List<TimelineEntry> timeline) {

    /**
     * Lets jobs compete for the windows of a simulated node until each has ended.
     */
    static Competition of(
            List<Contestant> contestants,
            List<WorkerLauncher> launchers,
            DemoPlan plan,
            DemoScreen screen,
            TimeSource time)
            throws Exception {
        Board board = screen.board();
        List<Slice> slices = plan.slices();
        AgentOptions negotiating = AgentOptions.DEFAULT.negotiating(Negotiation.by(plan.mode()));
        List<Agent> agents = agents(contestants, launchers, negotiating, time);
        Instant began = time.now();
        SimulatedNode node = new SimulatedNode(slices, plan.load(), plan.seed(), began);
        try (WindowDisplay windows = screen.windows(slices, began);
                Scheduler scheduler = Scheduler.start(SchedulerOptions.of(node).observedBy(windows), time);
                SchedulerClient client = SchedulerClient.of(scheduler.uri(), Backoff.DEFAULT, time)) {
            board.line("live page, until the jobs are done: " + scheduler.uri());
            run(contestants, agents, client, time);
            Instant last = time.now();
            return new Competition(began, last, scheduler.statistics(), scheduler.timeline(began, last));
        }
    }

    private static List<Agent> agents(
            List<Contestant> contestants, List<WorkerLauncher> launchers, AgentOptions options, TimeSource time)
            throws CheckpointException {
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < contestants.size(); i++) {
            Contestant contestant = contestants.get(i);
            AgentJob job = new AgentJob(contestant.spec(), contestant.store().open(), launchers.get(i));
            agents.add(new Agent(job, options, contestant.track(), time));
        }
        return agents;
    }

    private static void run(List<Contestant> contestants, List<Agent> agents, SchedulerClient client, TimeSource time)
            throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(agents.size());
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < agents.size(); i++) {
                Agent agent = agents.get(i);
                Contestant contestant = contestants.get(i);
                runs.add(threads.submit(() -> {
                    contestant.ended(agent.run(client), time.now());
                    return contestant;
                }));
            }
            for (Future<?> each : runs) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
