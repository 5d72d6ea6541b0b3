package org.atomizable.examples;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.atomizable.api.Atomizable;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.spi.WorkerLauncher;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.agent.Agent;
import org.atomizable.core.agent.AgentJob;
import org.atomizable.core.agent.AgentObserver;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.core.agent.AgentResult;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.ChildProcesses;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.Samplers;
import org.atomizable.core.worker.StoreOpening;
import org.atomizable.profiler.profile.JobProfile;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.AlwaysFree;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/**
 * Five foreign trainings at a time, beside processes that keep the machine busy. A program, since the credentials of an object
 * store reach workers by the environment. Arguments: a directory, how many busy processes, atoms of each job, examples of each
 * atom, and places to run at such as {@code process+s3}. Its last line is {@code kept} if every promise was.
 */
final class BusyMachine {

    private static final OfferRules WINDOWS = new OfferRules(
            Duration.ZERO,
            new OfferRules.Lengths(Duration.ofMillis(500), Duration.ofSeconds(6)),
            OfferRules.Inquiry.within(Duration.ofMillis(500)),
            new OfferRules.Pauses(Duration.ofMillis(200), Duration.ofSeconds(1)));

    private static final int FIRST_GRANTS = 10;

    /** Of so many grants one overrun is allowed; of fewer nothing can be said. */
    private static final int MANY = 100;

    private final Path directory;
    private final int atoms;
    private final int batch;
    private final TimeSource time = TimeSource.system();
    private final Map<String, String> straight = new ConcurrentHashMap<>();
    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicInteger grantsWithoutAtoms = new AtomicInteger();
    private final AtomicInteger overrunsLater = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> overruns = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    private BusyMachine(Path directory, int atoms, int batch) {
        this.directory = directory;
        this.atoms = atoms;
        this.batch = batch;
    }

    public static void main(String[] arguments) throws Exception {
        BusyMachine machine =
                new BusyMachine(Path.of(arguments[0]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        for (String model : ForeignModel.MODELS) {
            NamedJob job = machine.job(model);
            machine.straight.put(
                    model, StraightRun.of(job, machine.time, atom -> {}).sha256());
        }
        List<Process> busy = new ArrayList<>();
        try {
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
            }
            for (String place : List.of(arguments).subList(4, arguments.length)) {
                machine.runAt(place);
            }
        } catch (Exception e) {
            machine.wrong.add("the show itself failed: " + e);
        } finally {
            busy.forEach(Process::destroyForcibly);
        }
        System.exit(machine.told() ? 0 : 1);
    }

    private NamedJob job(String model) {
        return new NamedJob(
                ForeignModel.class.getName(),
                Map.of("model", model, "atoms", String.valueOf(atoms), "batch", String.valueOf(batch)));
    }

    private boolean told() {
        overruns.forEach(it -> System.out.println("overrun: " + it));
        wrong.forEach(it -> System.out.println("wrong: " + it));
        System.out.printf(
                "%s grants, %s without an atom, %s overruns, %s of them after the first %s grants of their job%n",
                grants.get(), grantsWithoutAtoms.get(), overruns.size(), overrunsLater.get(), FIRST_GRANTS);
        boolean rare = grants.get() < MANY || overrunsLater.get() * MANY <= grants.get();
        boolean kept = wrong.isEmpty() && rare;
        System.out.println(kept ? "kept" : "broken");
        return kept;
    }

    private void runAt(String place) throws Exception {
        long began = time.nanos();
        TransientNio2BlobStore blobs = new TransientNio2BlobStore();
        blobs.createContainer("bucket");
        S3Proxy objects = S3Proxy.builder()
                .blobStore(blobs)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(
                        AuthenticationType.AWS_V4,
                        System.getenv("AWS_ACCESS_KEY_ID"),
                        System.getenv("AWS_SECRET_ACCESS_KEY"))
                .build();
        objects.start();
        SchedulerOptions options = SchedulerOptions.of(
                        new AlwaysFree(SimulatedGpus.parse("sim:A100-80GB*1", "3g.40gb+3g.40gb")
                                .slices()))
                .offering(WINDOWS);
        ExecutorService agents = Executors.newFixedThreadPool(ForeignModel.MODELS.size());
        try (Scheduler scheduler = Scheduler.start(options, time);
                ChildProcesses children = new ChildProcesses(
                        Files.createDirectories(directory.resolve(place + ".logs")), List.of(), time)) {
            List<Callable<Void>> runs = new ArrayList<>();
            for (String model : ForeignModel.MODELS) {
                StoreOpening store = place.endsWith("s3")
                        ? new StoreOpening(
                                "s3://bucket/%s/%s?endpoint=http://127.0.0.1:%s&region=us-east-1"
                                        .formatted(place, model, objects.getPort()),
                                "foreign-" + model)
                        : StoreOpening.in(directory.resolve(place).resolve(model), "foreign-" + model);
                runs.add(() -> {
                    run(place, model, store, children, scheduler.uri());
                    return null;
                });
            }
            for (Future<Void> each : agents.invokeAll(runs)) {
                each.get();
            }
        } finally {
            agents.shutdownNow();
            objects.stop();
        }
        System.out.printf(
                Locale.ROOT,
                "%s took %.0f s; %s grants and %s overruns until now%n",
                place,
                (time.nanos() - began) / 1e9,
                grants.get(),
                overruns.size());
    }

    private void run(String place, String model, StoreOpening opening, ChildProcesses children, URI scheduler)
            throws Exception {
        NamedJob named = job(model);
        try (WorkerLauncher workers = place.startsWith("process")
                        ? children.launcherFor(named, opening, 1.0)
                        : new InProcessLauncher(named, opening, Samplers.of(1.0, time), time);
                SchedulerClient client = SchedulerClient.of(scheduler, Backoff.DEFAULT, time);
                CheckpointStore store = opening.open();
                Atomizable job = named.create()) {
            AgentJob agentJob = new AgentJob(job.spec(), store, workers);
            AgentResult result =
                    new Agent(agentJob, AgentOptions.DEFAULT, new Counting(place + " " + model), time).run(client);
            String digest = store.latest().map(it -> it.sha256()).orElse("none");
            if (!(result instanceof AgentResult.Finished)) {
                wrong.add("%s %s did not finish: %s".formatted(place, model, result));
            } else if (!digest.equals(straight.get(model))) {
                wrong.add("%s %s ended in other bits than its straight run".formatted(place, model));
            }
        }
    }

    /** Counts grants, and explains each overrun. */
    private final class Counting implements AgentObserver {

        private final String who;
        private int mine;

        Counting(String who) {
            this.who = who;
        }

        @Override
        public void begins(Subjob subjob) {
            grants.incrementAndGet();
            mine++;
        }

        @Override
        public void ended(Subjob subjob, Report report, JobProfile profile) {
            if (report.atomsDone() == 0 && !(report.outcome() instanceof Outcome.Finished)) {
                grantsWithoutAtoms.incrementAndGet();
                System.out.printf("%s: no atom in %s: %s%n", who, subjob, report.outcome());
            }
        }

        @Override
        public void lost(Subjob subjob, Attribution attribution, List<Sample> learned, JobProfile profile) {
            overruns.add("%s, grant %s, %s atoms planned: %s (%s); seen: %s"
                    .formatted(who, mine, subjob.atoms(), attribution.evidence(), attribution.fault(), learned));
            if (mine > FIRST_GRANTS) {
                overrunsLater.incrementAndGet();
            }
        }
    }
}
