package org.atomizable.engine.slurm;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.window.Slice;
import org.atomizable.core.engine.Allotment;
import org.atomizable.core.engine.Claim;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.EngineException;
import org.atomizable.core.engine.EnginePlace;
import org.atomizable.core.engine.Link;
import org.atomizable.core.engine.SubjobStart;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slurm. Times are compared by differences that its controller tells, not by clocks of several machines, wherever it tells them. */
final class SlurmEngine implements Engine {

    private static final Logger LOG = LoggerFactory.getLogger(SlurmEngine.class);
    private static final String NAMED = "atomizable-";
    private static final String NAME = "PartitionName";
    private static final Pattern VERSION = Pattern.compile("slurm[^0-9]*([0-9]+)\\..*");
    private static final int OLDEST = 20;
    private static final Duration UNLIMITED = Duration.ofDays(365);
    private static final int MOST_TRIES = 6;

    /** A job's program begins so soon after the job, unless its prolog is slow. */
    private static final Duration START_TAKES = Duration.ofMinutes(1);

    private static final long MIB = 1L << 20;

    private final SlurmCalls slurm;
    private final SlurmWish wish;
    private final Map<String, String> environment;
    private final TimeSource time;
    private final GpuListing listing;
    private volatile @Nullable SiteRules rules;

    /** Makes one of a process that Slurm has not started; asks Slurm nothing yet. */
    SlurmEngine(SlurmCalls slurm, SlurmWish wish, Map<String, String> environment, TimeSource time) {
        this(slurm, wish, environment, time, () -> {
            throw new IOException("no driver is asked here");
        });
    }

    /** Makes one; asks Slurm nothing yet. */
    SlurmEngine(
            SlurmCalls slurm, SlurmWish wish, Map<String, String> environment, TimeSource time, GpuListing listing) {
        this.slurm = slurm;
        this.wish = wish;
        this.environment = environment;
        this.time = time;
        this.listing = listing;
        this.rules = Link.in(environment)
                .flatMap(it -> SiteRules.of(environment.getOrDefault(SiteRules.VARIABLE, "")))
                .orElse(null);
    }

    /** Refuses a Slurm that is too old, or is not there, and a wish that each link would refuse. */
    SlurmEngine checked() throws EngineException, InterruptedException {
        wish.requireFree();
        String configuration = environment.getOrDefault("SLURM_CONF", "");
        if (!configuration.isEmpty() && !Files.exists(Path.of(configuration))) {
            throw EngineException.refused(
                    "SLURM_CONF names %s, which is not there".formatted(configuration),
                    "Name the cluster's slurm.conf, or unset SLURM_CONF");
        }
        String told = slurm.run(List.of("sinfo", "--version")).strip();
        Matcher version = VERSION.matcher(told);
        if (!version.matches() || Integer.parseInt(version.group(1)) < OLDEST) {
            throw EngineException.refused(
                    "Slurm here says that its version is \"%s\"".formatted(told), "Slurm 20.02 or newer is needed");
        }
        return this;
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public Duration longest() throws EngineException, InterruptedException {
        SiteRules known = rules;
        return known == null ? rules(SiteRules.OF_LINKS).longest() : known.longest();
    }

    private SiteRules rules(Duration within) throws EngineException, InterruptedException {
        SiteRules known = rules;
        if (known != null && known.isFresh(time.now(), within)) {
            return known;
        }
        Map<String, String> partition = partition();
        SiteRules asked = new SiteRules(
                partition.getOrDefault(NAME, ""),
                Field.length(partition.getOrDefault("MaxTime", "")).orElse(UNLIMITED),
                SiteRules.cycle(answer(List.of("scontrol", "show", "config"))),
                answer(List.of("scontrol", "-o", "show", "reservations"))
                        .lines()
                        .map(Reservation::of)
                        .flatMap(Optional::stream)
                        .toList(),
                time.now());
        rules = asked;
        return asked;
    }

    private Map<String, String> partition() throws EngineException, InterruptedException {
        String named = wish.partition();
        List<Map<String, String>> all = answer(List.of("scontrol", "-o", "show", "partitions"))
                .lines()
                .map(Field::all)
                .toList();
        return all.stream()
                .filter(it -> named == null ? "YES".equals(it.get("Default")) : named.equals(it.get(NAME)))
                .findFirst()
                .orElseThrow(() -> EngineException.refused(
                        named == null
                                ? "this cluster has no default partition"
                                : "this cluster has no partition %s, or this user may not see it".formatted(named),
                        "Name one with --partition: "
                                + all.stream()
                                        .map(it -> it.getOrDefault(NAME, ""))
                                        .collect(Collectors.joining(", "))));
    }

    @Override
    public Look look(String chain, Optional<String> ended) throws EngineException, InterruptedException {
        List<SlurmNode> nodes = nodes();
        List<QueuedJob> jobs = jobs("--all");
        List<Claimed> claims = claims(jobs, chain);
        if (claims.stream().anyMatch(it -> it.why().equals("PartitionTimeLimit"))) {
            rules = null;
        }
        SiteRules now = rules(SiteRules.OF_LINKS);
        return new Look(new Holes(nodes, jobs, now).windows(wish.type(), ended, time.now()), claims);
    }

    @Override
    public List<EnginePlace> places() throws EngineException, InterruptedException {
        SrunCommand.type(wish);
        wish.requireSharable();
        List<SlurmNode> nodes = nodes();
        List<QueuedJob> jobs = jobs("--all");
        SiteRules now = rules(SiteRules.OF_A_SCHEDULER);
        return new Holes(nodes, SrunCommand.withoutWaiting(jobs), now)
                .places(wish.kind(), wish.memory(Bytes.ZERO), time.now());
    }

    @Override
    public List<String> start(SubjobStart subjob) throws EngineException {
        return SrunCommand.of(subjob, NAMED + subjob.name(), wish, environment);
    }

    @Override
    public void tryStart() throws EngineException, InterruptedException {
        // In an allocation, srun would ask nobody.
        if (!environment.containsKey("SLURM_JOB_ID")) {
            answer(SrunCommand.trial(wish));
        }
    }

    private List<SlurmNode> nodes() throws EngineException, InterruptedException {
        List<SlurmNode> nodes = answer(List.of("scontrol", "-d", "-o", "show", "nodes"))
                .lines()
                .map(SlurmNode::of)
                .toList();
        requireType(nodes);
        wish.memory(Bytes.ZERO);
        return nodes;
    }

    private void requireType(List<SlurmNode> nodes) throws EngineException {
        Optional<String> type = wish.type();
        if (type.isEmpty() || nodes.stream().anyMatch(it -> it.has(type.get()))) {
            return;
        }
        TreeSet<String> types = new TreeSet<>();
        nodes.forEach(it -> types.addAll(it.slices().keySet()));
        throw EngineException.refused(
                "no node of this cluster has a slice of type %s".formatted(type.get()),
                types.isEmpty()
                        ? "Its nodes have no GPUs: leave out --gres"
                        : "Its types are " + String.join(", ", types));
    }

    private List<QueuedJob> jobs(String which) throws EngineException, InterruptedException {
        return answer(List.of("squeue", "--noheader", "--format=" + QueuedJob.FORMAT, which))
                .lines()
                .map(QueuedJob::of)
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public String claim(Claim claim) throws EngineException, InterruptedException {
        String comment = comment(claim);
        List<String> command = new ArrayList<>(List.of(
                "sbatch",
                "--parsable",
                "--job-name=" + NAMED + claim.chain(),
                "--comment=" + comment,
                "--time=" + minutes(claim.length()),
                "--output=" + claim.log(),
                "--open-mode=append",
                "--no-requeue"));
        if (minutesFor(claim.least()) < minutes(claim.length())) {
            command.add("--time-min=" + minutesFor(claim.least()));
        }
        rulesForLink().ifPresent(it -> command.add("--export=ALL," + SiteRules.VARIABLE + "=" + it));
        command.addAll(wish.options());
        claim.after().ifPresent(it -> command.add("--dependency=afterany:" + it));
        command.add(claim.script().toString());
        for (int tries = 1; ; tries++) {
            try {
                return slurm.run(command).strip().split(";", -1)[0];
            } catch (EngineException e) {
                if (e.isFinal()) {
                    rules = null;
                }
                if (e.isFinal() || tries == MOST_TRIES) {
                    throw e;
                }
                pause(tries);
            }
            // It may have been taken though no answer came.
            Optional<QueuedJob> taken = jobs("--name=" + NAMED + claim.chain()).stream()
                    .filter(it -> it.comment().equals(comment))
                    .findFirst();
            if (taken.isPresent()) {
                return taken.get().id();
            }
        }
    }

    /** Returns the rules for the environment of a link, unless its user has chosen that environment. */
    private Optional<String> rulesForLink() {
        return environment.containsKey("SBATCH_EXPORT")
                ? Optional.empty()
                : Optional.ofNullable(rules).flatMap(SiteRules::text);
    }

    /** Slurm counts whole minutes, and takes none at all for no limit. */
    private static long minutes(Duration length) {
        return Math.max(1, length.toMinutes());
    }

    private static long minutesFor(Duration least) {
        return minutes(least.plusSeconds(59));
    }

    private static String comment(Claim claim) {
        return "link " + claim.link();
    }

    @Override
    public void shorten(String id, Duration length) throws EngineException, InterruptedException {
        answer(List.of("scontrol", "update", "JobId=" + id, "TimeLimit=" + minutes(length), "TimeMin=0"));
    }

    @Override
    public void keepWhole(String id) throws EngineException, InterruptedException {
        // A job that backfill starts would get no more than its least time.
        answer(List.of("scontrol", "update", "JobId=" + id, "TimeMin=0"));
    }

    @Override
    public void startNow(String id, Duration length) throws EngineException, InterruptedException {
        answer(List.of(
                "scontrol", "update", "JobId=" + id, "TimeLimit=" + minutes(length), "TimeMin=0", "Dependency="));
    }

    @Override
    public List<Claimed> claims(String chain) throws EngineException, InterruptedException {
        return claims(jobs("--name=" + NAMED + chain), chain);
    }

    @Override
    public Map<String, List<Claimed>> claimsOf(Collection<String> chains) throws EngineException, InterruptedException {
        if (chains.isEmpty()) {
            return Map.of();
        }
        List<QueuedJob> jobs =
                jobs("--name=" + chains.stream().map(it -> NAMED + it).collect(Collectors.joining(",")));
        return chains.stream().distinct().collect(Collectors.toMap(it -> it, it -> claims(jobs, it)));
    }

    private static List<Claimed> claims(List<QueuedJob> jobs, String chain) {
        return jobs.stream()
                .filter(it -> it.name().equals(NAMED + chain) && (it.waits() || it.runs()))
                .map(it -> new Claimed(
                        it.id(), it.runs(), it.runs() ? "" : it.reason(), it.starts(), String.join(",", it.nodes())))
                .toList();
    }

    @Override
    public void cancel(String id) throws EngineException, InterruptedException {
        answer(List.of("scancel", "--quiet", id));
    }

    @Override
    public Allotment allotment() throws EngineException, InterruptedException {
        String id = environment.get("SLURM_JOB_ID");
        if (id == null) {
            throw EngineException.refused(
                    "this process was not started by Slurm: SLURM_JOB_ID is not set",
                    "Unset ATOMIZABLE_LINK to run this on a login node");
        }
        String node =
                environment.getOrDefault("SLURMD_NODENAME", environment.getOrDefault("SLURM_JOB_NODELIST", "node"));
        GivenDevice device = GivenDevice.of(wish.type(), environment, node, listing);
        device.unchecked()
                .ifPresent(it -> LOG.warn(
                        "nobody has checked that this job sees one {} on {}, where Slurm names device \"{}\": {}",
                        wish.kind().name(),
                        node,
                        device.name(),
                        it));
        Slice slice = new Slice(
                device.name().isEmpty() ? node : node + "." + device.name(), wish.kind(), wish.memory(ofThisProcess()));
        return new Allotment(id, slice, left(id));
    }

    /** Returns the memory that Slurm has given to the job on this node, or all of it. */
    private Bytes ofThisProcess() {
        String perNode = environment.getOrDefault("SLURM_MEM_PER_NODE", "");
        if (perNode.matches("[1-9]\\d{0,9}")) {
            return Bytes.of(Long.parseLong(perNode) * MIB);
        }
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean machine
                ? Bytes.of(machine.getTotalMemorySize())
                : Bytes.of(Runtime.getRuntime().maxMemory());
    }

    private Duration left(String id) throws EngineException, InterruptedException {
        Optional<Instant> starts = instant("SLURM_JOB_START_TIME");
        Optional<Instant> ends = instant("SLURM_JOB_END_TIME");
        Instant now = time.now();
        // Told from 23.02 on, by the controller's clock: used if this machine's clock seems to agree.
        if (starts.isPresent()
                && ends.isPresent()
                && !now.isBefore(starts.get())
                && now.isBefore(starts.get().plus(START_TAKES))) {
            return Duration.between(now, ends.get());
        }
        EngineException silent;
        try {
            Map<String, String> job = Field.all(answer(List.of("scontrol", "-o", "show", "job", id)));
            Optional<Duration> limit = Field.length(job.getOrDefault("TimeLimit", ""));
            Optional<Duration> ran = Field.length(job.getOrDefault("RunTime", ""));
            if (limit.isEmpty() || ran.isEmpty()) {
                return UNLIMITED;
            }
            return limit.get().minus(ran.get());
        } catch (EngineException e) {
            silent = e;
        }
        // Containers have no scontrol.
        if (ends.isEmpty()) {
            throw silent.isFinal()
                    ? EngineException.refused(
                            "this link cannot learn how long it may run: SLURM_JOB_END_TIME is not set, as before Slurm 23.02, and "
                                    + silent.getMessage(),
                            silent.remedy())
                    : silent;
        }
        // If this machine's clock is late, no more is left than there was at the start.
        Instant since = starts.filter(now::isBefore).orElse(now);
        return Duration.between(since, ends.get());
    }

    private Optional<Instant> instant(String variable) {
        return Optional.of(environment.getOrDefault(variable, ""))
                .filter(it -> it.matches("\\d{1,12}"))
                .map(it -> Instant.ofEpochSecond(Long.parseLong(it)));
    }

    /** Returns the answer to a command that may be given again. */
    private String answer(List<String> command) throws EngineException, InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return slurm.run(command);
            } catch (EngineException e) {
                if (e.isFinal() || tries == MOST_TRIES) {
                    throw e;
                }
            }
            pause(tries);
        }
    }

    private void pause(int tries) throws InterruptedException {
        time.sleep(Duration.ofSeconds(1L << tries));
    }
}
