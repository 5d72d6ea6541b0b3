package org.atomizable.engine.slurm;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import org.atomizable.core.engine.Link;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atomizable slurm status}. */
@Command(
        name = "status",
        aliases = "explain",
        mixinStandardHelpOptions = true,
        description = "Shows for a job on Slurm what it asked, what it got, why it waits and when it will start.")
final class StatusCommand implements Callable<Integer> {

    private static final int SHOWN = 20;

    /** One link for machines; what it has not come to is left out. */
    record LinkStatus(
            int link, Link.@Nullable Asked asked, Link.@Nullable Began began, Link.@Nullable Ended ended, String log) {}

    /** A Slurm job that waits or runs, for machines. */
    record JobStatus(
            String slurmJob,
            boolean runs,
            String reason,
            @Nullable Instant starts,
            String nodes) {}

    /** All of it, for machines. */
    record ChainStatus(String job, List<JobStatus> now, List<LinkStatus> links) {}

    /** A job of a sweep, for machines. */
    record JobOfSweep(String job, String state, String message, List<String> slurmJobs) {}

    /** All jobs of a sweep, for machines. */
    record AllJobs(String sweep, List<JobOfSweep> jobs) {}

    @Mixin
    private ChainOptions options = new ChainOptions();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Optional<ChainSweep> sweep = options.sweep();
        if (sweep.isPresent()) {
            print(sweep.get(), options.engine());
            return 0;
        }
        Chain chain = options.chain();
        List<Claimed> live = options.engine().claims(chain.id());
        List<LinkStatus> links = new ArrayList<>();
        for (Link link : chain.links()) {
            links.add(status(link));
        }
        if (json) {
            List<JobStatus> now = live.stream()
                    .map(it -> new JobStatus(
                            it.id(), it.runs(), it.why(), it.starts().orElse(null), it.place()))
                    .toList();
            System.out.println(WireJson.mapper().writeValueAsString(new ChainStatus(options.job(), now, links)));
            return 0;
        }
        List<String> lines = lines(links, live.stream().map(Claimed::id).collect(Collectors.toSet()));
        lines.stream().skip(Math.max(0, lines.size() - SHOWN)).forEach(System.out::println);
        if (live.isEmpty()) {
            System.out.println(links.stream()
                    .map(LinkStatus::ended)
                    .filter(it -> it != null && !it.goesOn())
                    .reduce((older, newer) -> newer)
                    .map(it -> "no Slurm job of it waits or runs: it has ended (%s)".formatted(it.message()))
                    .orElse("no Slurm job of it waits or runs; the same run or sweep goes on from its checkpoints"));
        }
        live.stream().map(StatusCommand::line).forEach(System.out::println);
        return 0;
    }

    private void print(ChainSweep sweep, Engine engine) throws Exception {
        List<ChainSweep.Standing> standings = sweep.jobs();
        List<String> chains = new ArrayList<>();
        for (ChainSweep.Standing standing : standings) {
            if (standing.runs()) {
                chains.add(sweep.chain(standing.job().name()).id());
            }
        }
        Map<String, List<Claimed>> live = engine.claimsOf(chains);
        List<JobOfSweep> jobs = new ArrayList<>();
        for (ChainSweep.Standing it : standings) {
            String name = it.job().name();
            List<Claimed> claims =
                    it.runs() ? live.getOrDefault(sweep.chain(name).id(), List.of()) : List.of();
            String message = it.runs() && claims.isEmpty()
                    ? "no Slurm job of it waits or runs; a link of the sweep, or the same sweep, goes on with it"
                    : it.message();
            jobs.add(new JobOfSweep(
                    name,
                    it.state(),
                    message,
                    claims.stream().map(Claimed::message).toList()));
        }
        if (json) {
            System.out.println(WireJson.mapper().writeValueAsString(new AllJobs(sweep.name(), jobs)));
        } else {
            jobs.stream().map(StatusCommand::line).forEach(System.out::println);
        }
    }

    private static String line(JobOfSweep job) {
        String more = job.slurmJobs().isEmpty() ? job.message() : "Slurm job " + String.join("; ", job.slurmJobs());
        return "%s %s%s".formatted(job.job(), job.state(), more.isEmpty() ? "" : ": " + more);
    }

    private static LinkStatus status(Link link) throws IOException {
        return new LinkStatus(
                link.number(),
                link.asked().orElse(null),
                link.began().orElse(null),
                link.ended().orElse(null),
                link.log().toString());
    }

    /**
     * One line for each link. What a link has gained that was killed, is seen where the next one began. One that follows the end of the job has
     * nothing to do.
     */
    static List<String> lines(List<LinkStatus> links, Set<String> live) {
        List<String> lines = new ArrayList<>();
        boolean isNeeded = true;
        for (LinkStatus link : links) {
            Optional<Link.Began> later = links.stream()
                    .filter(it -> it.link() > link.link())
                    .map(LinkStatus::began)
                    .flatMap(Stream::ofNullable)
                    .findFirst();
            lines.add(line(link, later, !isNeeded || live.contains(id(link))));
            isNeeded = link.ended() == null || link.ended().goesOn();
        }
        return lines;
    }

    private static String id(LinkStatus link) {
        return link.asked() == null ? "" : link.asked().id();
    }

    private static String line(LinkStatus link, Optional<Link.Began> later, boolean mayBeIdle) {
        Link.Asked asked = link.asked();
        Link.Began began = link.began();
        Link.Ended ended = link.ended();
        if (asked == null) {
            return "link %s was not submitted".formatted(link.link());
        }
        if (asked.id().isEmpty()) {
            return "link %s was refused: %s".formatted(link.link(), asked.why());
        }
        StringBuilder line = new StringBuilder("link %s, Slurm job %s: asked %s min (%s)"
                .formatted(link.link(), asked.id(), asked.seconds() / 60, asked.why()));
        if (began != null) {
            line.append("; got %s s on %s after %s s"
                    .formatted(
                            Math.round(began.leftSeconds()),
                            began.slice(),
                            Duration.between(asked.at(), began.at()).toSeconds()));
        }
        if (began != null && ended != null) {
            line.append(atoms(began, ended.nextAtom())).append("; ").append(ended.message());
        } else if (began != null && later.isPresent()) {
            line.append(atoms(began, later.get().nextAtom())).append("; it did not end by itself");
        } else if (ended != null) {
            line.append("; ").append(ended.message());
        } else if (began == null && !mayBeIdle) {
            line.append("; it ended before its work began, see ").append(link.log());
        }
        return line.toString();
    }

    private static String atoms(Link.Began began, long next) {
        return next > began.nextAtom() ? "; atoms %s to %s".formatted(began.nextAtom(), next - 1) : "; no atom";
    }

    private static String line(Claimed claimed) {
        return claimed.runs()
                ? "Slurm job %s runs on %s".formatted(claimed.id(), claimed.place())
                : "Slurm job %s waits: %s. %s"
                        .formatted(
                                claimed.id(),
                                meaning(claimed.why()),
                                claimed.starts()
                                        .map(it -> "Slurm expects to start it at " + it)
                                        .orElse("Slurm has not planned its start"));
    }

    /** Explains the usual reasons; others are told as Slurm tells them. */
    private static String meaning(String reason) {
        return switch (reason) {
            case "Dependency" -> "the link before it still runs";
            case "Resources" -> "no slice is free for so long (Resources)";
            case "Priority" -> "other jobs come first (Priority)";
            case "JobHeldUser" -> "it is held: scontrol release starts it (JobHeldUser)";
            case "JobHeldAdmin" -> "an administrator holds it (JobHeldAdmin)";
            case "DependencyNeverSatisfied" ->
                "the job that it follows is unknown to Slurm: cancel it, and run the job again (DependencyNeverSatisfied)";
            case "PartitionTimeLimit" ->
                "it asks for more time than its partition allows: use --link-time (PartitionTimeLimit)";
            default -> reason.isEmpty() ? "Slurm tells no reason" : "Slurm says " + reason;
        };
    }
}
