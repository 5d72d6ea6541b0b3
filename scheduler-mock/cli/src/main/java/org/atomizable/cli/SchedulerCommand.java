package org.atomizable.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.Bytes;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.wire.WireJson;
import org.atomizable.scheduler.access.Network;
import org.atomizable.scheduler.access.TrustedProxies;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.BidClearingRules;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.device.SliceSource;
import org.atomizable.scheduler.lease.LeaseRules;
import org.atomizable.scheduler.market.pressure.PressureRules;
import org.atomizable.scheduler.market.tenant.TenantRules;
import org.atomizable.scheduler.node.pressure.HostNodeMemory;
import org.atomizable.scheduler.node.pressure.NodeMemory;
import org.atomizable.scheduler.offer.OfferRules;
import org.atomizable.scheduler.score.Composite;
import org.atomizable.scheduler.score.SchedulerFeature;
import org.atomizable.scheduler.server.AnchoredTime;
import org.atomizable.scheduler.server.Scheduler;
import org.atomizable.scheduler.server.SchedulerOptions;
import org.atomizable.scheduler.server.connection.AccessMode;
import org.atomizable.scheduler.server.connection.Tls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable scheduler}. */
@Command(
        name = "scheduler",
        mixinStandardHelpOptions = true,
        description =
                "Runs the reference scheduler over this machine's GPUs, a simulated MIG node, or what a cluster has free.")
final class SchedulerCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerCommand.class);

    private static final String HOST = "host";
    private static final int MOST_SECONDS = 3600;
    private static final double LONGEST = 30;

    /** To start a subjob on an engine may take most of a minute. */
    private static final double LONGEST_SHARED = 600;

    private static final double SHORTEST_SHARED = 60;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before it is called.
    private CommandSpec command;

    /** The message for machines when the scheduler listens. */
    record Started(String uri, String gpus, String layout, String policy, long seed) {}

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            defaultValue = "8080",
            description = "Port to listen on, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Mixin
    private SharedEngineOptions shared = new SharedEngineOptions();

    @Option(
            names = "--policy",
            defaultValue = "remaining",
            description =
                    "The policy for windows that jobs signal for: efficiency, fifo, remaining, slack, useful-share,"
                            + " weighted, or one that a jar on the class path provides (default: ${DEFAULT-VALUE}).")
    private String policy = "remaining";

    @Option(
            names = "--bid-clearing",
            defaultValue = "optimal",
            description =
                    "How windows are cleared that jobs bid for: optimal, published, or one that a jar on the class"
                            + " path provides (default: ${DEFAULT-VALUE}).")
    private String bidClearing = "optimal";

    @Option(
            names = "--lambda",
            paramLabel = "X",
            description =
                    "The weight of the jobs' own utility in the score of a bid, 0 to 1; the scheduler's has the rest "
                            + "(default: ${DEFAULT-VALUE}).")
    private double lambda = Composite.DEFAULT.lambda();

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description =
                    "With --bid-clearing published, the waiting time worth as much as the best possible bid; with "
                            + "--credits, the time within which each job has its turn (default: ${DEFAULT-VALUE}).")
    private double patience = 1 / Composite.DEFAULT.mu();

    @Option(
            names = "--weight",
            paramLabel = "FEATURE=X",
            split = ",",
            description =
                    "The weights of the scheduler's features in bids; repeatable; their sum must be 1: area-filled, "
                            + "no-remnant, earliness, fairness-deficit, no-reconfiguration.")
    private Map<String, Double> weights = Map.of();

    @Option(
            names = "--tenant",
            paramLabel = "NAME=WEIGHT",
            split = ",",
            description = "A tenant's weight in the fair shares where jobs bid; repeatable. Default: 1.")
    private Map<String, Double> tenants = Map.of();

    @Option(
            names = "--credits",
            paramLabel = "N",
            description =
                    "Let winners pay second prices, from this many credits per hour and tenant; one is a score of 1 "
                            + "for a second. Default: winning is free.")
    private @Nullable Double credits;

    @Option(
            names = "--quota",
            paramLabel = "NAME=SIZE",
            split = ",",
            description = "Slice memory that a tenant may hold at one time, such as red=40GiB; repeatable.")
    private Map<String, String> quotas = Map.of();

    @Option(
            names = "--longest-window",
            paramLabel = "SECONDS",
            description =
                    "A longer hole is offered in pieces of this length, or of 60 times what restore and checkpoint "
                            + "take if that is longer. If no job can use them, they grow, up to 64 times (default: "
                            + "30; with --engine 600).")
    private @Nullable Double longestWindow;

    @Option(
            names = "--audience",
            paramLabel = "N",
            description = "How many jobs are asked at a time about one window; tenants and jobs take turns (default: "
                    + "${DEFAULT-VALUE}).")
    private int audience = OfferRules.DEFAULT.inquiry().audience();

    @Option(
            names = "--answer-time",
            paramLabel = "SECONDS",
            description =
                    "How long to wait for answers to a window, 0.01 to 60; up to 2 s where half of the asked jobs "
                            + "need longer (default: ${DEFAULT-VALUE}).")
    private double answerTime = 0.2;

    @Option(
            names = "--watch-memory",
            arity = "0..1",
            fallbackValue = HOST,
            paramLabel = "host|CGROUP",
            description =
                    "Have jobs give way in the order of their worth when memory gets scarce: that of this machine, or "
                            + "of a cgroup (version 2), such as /sys/fs/cgroup/jobs.slice. For jobs on the CPU of this machine.")
    private @Nullable String watchedMemory;

    @Option(names = "--stay", description = "Let jobs stay on slices between subjobs where all fit.")
    private boolean stay;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of the node's load (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description =
                    "The file of jobs, grants, tokens and accounts, with which a scheduler continues. Without it, a "
                            + "restart loses them.")
    private @Nullable Path journal;

    @Option(
            names = "--no-tokens",
            description =
                    "Accept calls without a token from every program on this machine. Only for loopback addresses.")
    private boolean noTokens;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Use HTTPS with this certificate (PEM, followed by the certificates that signed it).")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The certificate's key (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--trusted-proxy",
            paramLabel = "CIDR",
            split = ",",
            description =
                    "Trust proxies in this network, such as 10.0.0.0/8, to report a caller's address; repeatable. "
                            + "Default: that of the connection.")
    private List<String> trustedProxies = List.of();

    @Option(
            names = "--proxy-header",
            paramLabel = "NAME",
            defaultValue = "X-Forwarded-For",
            description =
                    "The header in which those proxies report that address: X-Forwarded-For or Forwarded (default: "
                            + "${DEFAULT-VALUE}).")
    private String proxyHeader = "X-Forwarded-For";

    @SuppressWarnings("UnusedVariable") // Read before options are.
    @Option(
            names = SchedulerDefaults.CONFIG,
            paramLabel = "FILE",
            description = "Read options that are not given from this file, such as port = 8080. Environment "
                    + "variables, such as ATOMIZABLE_SCHEDULER_PORT, take precedence over the file.")
    private @Nullable Path config;

    @Option(names = "--json", description = "Print in JSON where it listens.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        TimeSource time = AnchoredTime.on(TimeSource.system());
        boolean isShared = shared.areGiven(command);
        if (stay && isShared) {
            throw new ParameterException(
                    command.commandLine(),
                    "--stay and --engine do not go together: the cluster's own scheduler gives a slice to others after each subjob. Leave one out");
        }
        OfferRules offers = offers(isShared);
        Optional<PressureRules> watched = watchedMemory == null
                ? Optional.empty()
                : Optional.of(PressureRules.ofOne(memory(watchedMemory, isShared)));
        SliceSource source = isShared ? shared.slices(command, time) : gpus.device(seed, journal, time);
        SchedulerOptions options = SchedulerOptions.of(source)
                .onHost(host)
                .onPort(port)
                .offering(offers)
                .selectedBy(OptionValue.of("--policy", () -> SelectionPolicy.named(policy)))
                .clearedBy(OptionValue.of("--bid-clearing", () -> BidClearing.named(bidClearing)))
                .scoredBy(scoring())
                .sharedBy(tenantRules())
                .accessedBy(access());
        if (stay) {
            options = options.leasing(LeaseRules.DEFAULT.staying());
        }
        if (watched.isPresent()) {
            options = options.watching(watched.get());
        }
        CountDownLatch asked = new CountDownLatch(1);
        Signals.handle("TERM", () -> {
            LOG.info("The scheduler stops: it was sent SIGTERM.");
            asked.countDown();
        });
        Scheduler scheduler = Scheduler.start(journal == null ? options : options.keptIn(journal), time);
        Runtime.getRuntime().addShutdownHook(new Thread(scheduler::close, "atomizable-shutdown"));
        // In a terminal, it is the end of the session.
        if (!Boolean.getBoolean("atomizable.terminal.out")) {
            Signals.handle("HUP", () -> reload(scheduler));
        }
        Started started = new Started(
                scheduler.uri().toString(), isShared ? shared.text() : gpus.text(), kinds(source), policy, seed);
        System.out.println(
                json
                        ? WireJson.mapper().writeValueAsString(started)
                        : "the scheduler listens on %s (%s as %s, policy %s); stop it with Ctrl-C"
                                .formatted(started.uri(), started.gpus(), started.layout(), policy));
        System.out.flush();
        asked.await();
        return 0;
    }

    private NodeMemory memory(String named, boolean isShared) throws AtomizableException {
        if (isShared || !gpus.areSimulated()) {
            throw new AtomizableException(
                    "--watch-memory is for jobs on the CPU of this machine: what jobs say of their memory is of "
                            + (isShared ? "other machines" : "their GPU"),
                    "Leave it out, or use simulated GPUs");
        }
        return named.equals(HOST) ? HostNodeMemory.ofMachine() : HostNodeMemory.ofCgroup(Path.of(named));
    }

    private void reload(Scheduler scheduler) {
        scheduler.reload();
        String others;
        try {
            List<String> changed = command.defaultValueProvider() instanceof SchedulerDefaults defaults
                    ? defaults.changed(command)
                    : List.of();
            others = changed.isEmpty()
                    ? "no other option has changed in the configuration"
                    : "the configuration has changed %s too, which needs a restart"
                            .formatted(String.join(", ", changed));
        } catch (IllegalArgumentException unreadable) {
            others = "for the other options: " + unreadable.getMessage();
        }
        LOG.info("SIGHUP: {}, access tokens always are read; {}.", certificateRead(scheduler), others);
    }

    private String certificateRead(Scheduler scheduler) {
        if (certificate == null) {
            return "there is no certificate";
        }
        return scheduler
                .certificateProblem()
                .map("the certificate from before is served on (%s)"::formatted)
                .orElse("the certificate was read again");
    }

    private static String kinds(SliceSource source) {
        return source.slices().stream().map(it -> it.kind().name()).distinct().collect(Collectors.joining("+"));
    }

    private AccessMode access() throws AtomizableException {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("--tls-cert and --tls-key go together");
        }
        TrustedProxies proxies = new TrustedProxies(
                OptionValue.of(
                        "--trusted-proxy",
                        () -> trustedProxies.stream().map(Network::parse).toList()),
                OptionValue.of("--proxy-header", () -> TrustedProxies.Header.named(proxyHeader)));
        AccessMode plain = (noTokens ? AccessMode.OPEN : AccessMode.BY_TOKEN).behind(proxies);
        return certificate == null || key == null ? plain : plain.with(new Tls(certificate, key));
    }

    private TenantRules tenantRules() throws AtomizableException {
        if (credits != null && !(credits > 0)) {
            throw new IllegalArgumentException("--credits must be more than 0, was " + credits);
        }
        Map<String, Bytes> parsed = quotas();
        return OptionValue.of("--tenant", () -> new TenantRules(tenants, parsed, Optional.ofNullable(credits)));
    }

    private Map<String, Bytes> quotas() {
        Map<String, Bytes> parsed = new HashMap<>();
        quotas.forEach((tenant, size) -> {
            if (tenant.isEmpty()) {
                throw new IllegalArgumentException(
                        "--quota: a tenant's quota has no name before the \"=\" of =" + size);
            }
            try {
                parsed.put(tenant, Bytes.parse(size));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        "--quota of tenant %s: %s".formatted(tenant, wrong.getMessage()), wrong);
            }
        });
        return parsed;
    }

    private OfferRules offers(boolean isShared) {
        double longest = longestWindow != null ? longestWindow : isShared ? LONGEST_SHARED : LONGEST;
        if (!(longest >= 1 && longest <= MOST_SECONDS)) {
            throw new IllegalArgumentException(
                    "--longest-window must be 1 to %s seconds, was %s".formatted(MOST_SECONDS, longest));
        }
        if (!(answerTime >= 0.01 && answerTime <= 60)) {
            throw new IllegalArgumentException("--answer-time must be 0.01 to 60 seconds, was " + answerTime);
        }
        if (audience < 1) {
            throw new IllegalArgumentException("--audience must be 1 or more, was " + audience);
        }
        return OfferRules.DEFAULT
                .withAnswers(Duration.ofMillis(Math.round(1000 * answerTime)))
                .withLengths(
                        isShared
                                ? Duration.ofMillis(Math.round(1000 * Math.min(SHORTEST_SHARED, longest)))
                                : OfferRules.DEFAULT.lengths().shortest(),
                        Duration.ofMillis(Math.round(1000 * longest)))
                .withAudience(audience);
    }

    private BidClearingRules scoring() {
        BidClearingRules rules = BidClearingRules.DEFAULT.composedBy(composite());
        return weights.isEmpty()
                ? rules
                : rules.weighing(
                        NamedWeights.of("--weight", SchedulerFeature.values(), SchedulerFeature::word, weights));
    }

    private Composite composite() {
        if (!(patience > 0)) {
            throw new IllegalArgumentException("--patience must be more than 0 seconds, was " + patience);
        }
        if (!(lambda >= 0 && lambda <= 1)) {
            throw new IllegalArgumentException("--lambda must lie in [0, 1], was " + lambda);
        }
        return new Composite(lambda, 1 / patience);
    }
}
