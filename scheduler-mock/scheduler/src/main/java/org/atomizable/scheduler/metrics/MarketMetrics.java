package org.atomizable.scheduler.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.atomizable.api.Shrinkable.Pressure.Level;
import org.atomizable.scheduler.device.Repartitions;
import org.atomizable.scheduler.market.Market;
import org.atomizable.scheduler.market.Statistics;
import org.atomizable.scheduler.market.UtilizationSample;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobState;

/** A market's metrics. The caller that scrapes them must synchronize. */
final class MarketMetrics {

    private static final double NANOS = 1e9;

    private final Market market;
    private final PrometheusMeterRegistry registry;
    private final SliceCounters slices;
    private final MultiGauge jobs;
    private final MultiGauge waiting;
    private final MultiGauge nextAtom;
    private final MultiGauge atoms;
    private final MultiGauge reliability;
    private final MultiGauge safePoint;
    private final MultiGauge safePointCost;
    private Statistics newest;

    MarketMetrics(Market market, PrometheusMeterRegistry registry) {
        this.market = market;
        this.registry = registry;
        this.slices = new SliceCounters(registry.getPrometheusRegistry());
        this.newest = market.statistics();
        this.jobs = gauge("atomizable.jobs", "Jobs by state");
        this.waiting = gauge(
                "atomizable.job.waiting.since.timestamp.seconds",
                "Since when a job that waits has no grant, Unix time");
        this.nextAtom = gauge("atomizable.job.next.atom", "First atom that is not in the last checkpoint");
        this.atoms = gauge("atomizable.job.atoms", "Atoms in all, of jobs that have an end");
        this.reliability = gauge("atomizable.job.reliability", "Reliability of the job's declarations");
        this.safePoint = gauge(
                "atomizable.job.last.safe.point.timestamp.seconds", "When the job was last at a safe point, Unix time");
        this.safePointCost = gauge(
                "atomizable.job.last.safe.point.cost.seconds",
                "Time that the subjob which ended there spent on restore and checkpoint");
        counter("atomizable.windows.offered", "Windows announced", Statistics::offered);
        counter("atomizable.windows.granted", "Windows given to a job", Statistics::granted);
        counter("atomizable.windows.lapsed", "Windows nobody got", Statistics::lapsed);
        counter("atomizable.answers.late", "Answers that came after their window was cleared", Statistics::late);
        counter(
                "atomizable.grants.ended.early",
                "Grants that ended early enough for the rest to be offered again",
                Statistics::endedEarly);
        counter("atomizable.grants.handed.back", "Grants that were never used", Statistics::handedBack);
        counter("atomizable.grants.failed", "Grants whose subjob committed nothing", Statistics::failed);
        counter("atomizable.grants.cut", "Grants whose subjob was stopped for their end", Statistics::cuts);
        counter(
                "atomizable.grants.cut.seconds",
                "Time of these subjobs that did not go into committed atoms",
                Statistics::cutSeconds);
        counter(
                "atomizable.grants.overrun",
                "Grants whose subjob still used the slice after their end",
                Statistics::overrun);
        counter(
                "atomizable.grants.silent",
                "Grants whose holder sent no message for too long, or no report",
                Statistics::silent);
        counter(
                "atomizable.grants.scheduler.away",
                "Grants whose end came while the scheduler was away, without a report afterwards",
                Statistics::schedulerAway);
        counter("atomizable.grants.out.of.memory", "Grants whose holder used too much memory", Statistics::outOfMemory);
        Gauge.builder("atomizable.journal.stuck", market, it -> it.stuck() ? 1 : 0)
                .description("1 while the journal cannot be written, so that nothing is granted")
                .register(registry);
        share("atomizable.memory.leased.share", "Share of the slices' memory under leases", UtilizationSample::leased);
        share(
                "atomizable.memory.reserved.share",
                "Share of it that is reserved or being repartitioned",
                UtilizationSample::reserved);
        share("atomizable.memory.free.share", "Share of it that is neither", UtilizationSample::free);
        share(
                "atomizable.memory.fragmented.share",
                "Share of it that is free but too fragmented for the jobs' needs",
                UtilizationSample::fragmented);
        repartitions(
                "atomizable.repartitions.made", "Instances created because jobs needed them", Repartitions::created);
        repartitions("atomizable.repartitions.destroyed", "Idle instances destroyed for them", Repartitions::destroyed);
        repartitions(
                "atomizable.repartitions.failed",
                "Creations and destructions that a driver refused",
                Repartitions::failed);
        repartitions(
                "atomizable.repartitions.seconds",
                "Time during which GPUs were being repartitioned",
                it -> seconds(it.took()));
        FunctionCounter.builder(
                        "atomizable.gpu.driver.errors",
                        market,
                        it -> it.troubles().errors())
                .description("Errors that a GPU or its driver reported, and calls that the driver refused")
                .register(registry);
        Gauge.builder("atomizable.gpus.lost", market, it -> it.troubles().lost())
                .description("GPUs that do not respond or need a reset")
                .register(registry);
        if (market.nodePressure().isPresent()) {
            watch();
        }
    }

    /** A scheduler that watches no memory has no such metrics. */
    private void watch() {
        Gauge.builder(
                        "atomizable.node.memory.used.share",
                        market,
                        it -> it.nodePressure()
                                .map(now -> now.share().orElse(Double.NaN))
                                .orElse(Double.NaN))
                .description("Used share of the memory that the workers share, or what its stalls mean if that is more")
                .register(registry);
        for (Level level : Level.values()) {
            Gauge.builder(
                            "atomizable.node.memory.level",
                            market,
                            it -> it.nodePressure()
                                    .filter(now -> now.level() == level)
                                    .map(now -> 1)
                                    .orElse(0))
                    .description("1 for the level of memory pressure that is reached")
                    .tag("level", level.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        for (String order : List.of("shrink", "suspend", "freeze", "kill", "reclaim")) {
            FunctionCounter.builder(
                            "atomizable.memory.orders",
                            market,
                            it -> it.pressureCounts().getOrDefault(order.toUpperCase(Locale.ROOT), 0L))
                    .description("Orders to jobs because memory was scarce")
                    .tag("order", order)
                    .register(registry);
        }
    }

    /** Reads the market again. */
    void look() {
        newest = market.statistics();
        List<JobFacts> facts = market.jobs();
        Map<JobState, Integer> states = new EnumMap<>(JobState.class);
        // A state that no job is in must be 0, or an alert on it would never end.
        Arrays.stream(JobState.values()).forEach(it -> states.put(it, 0));
        facts.forEach(it -> states.merge(it.state(), 1, Integer::sum));
        jobs.register(
                states.entrySet().stream()
                        .<MultiGauge.Row<?>>map(it -> MultiGauge.Row.of(
                                Tags.of("state", it.getKey().name().toLowerCase(Locale.ROOT)), it.getValue()))
                        .toList(),
                true);
        slices.look(newest.slices());
        List<JobFacts> active = facts.stream().filter(it -> it.state().active()).toList();
        each(
                waiting,
                active.stream().filter(it -> it.state() == JobState.WAITING).toList(),
                it -> it.idleSince().toEpochMilli() / 1e3);
        each(nextAtom, active, JobFacts::nextAtom);
        each(
                atoms,
                active.stream()
                        .filter(it -> it.request().totalAtoms().isPresent())
                        .toList(),
                it -> it.request().totalAtoms().orElse(0L));
        each(reliability, active, JobFacts::reliability);
        List<JobFacts> safe =
                active.stream().filter(it -> it.safePoint().isPresent()).toList();
        each(safePoint, safe, it -> it.safePoint().orElseThrow().at().toEpochMilli() / 1e3);
        each(safePointCost, safe, it -> seconds(it.safePoint().orElseThrow().cost()));
    }

    private static void each(MultiGauge gauge, List<JobFacts> jobs, ToDoubleFunction<JobFacts> figure) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (JobFacts job : jobs) {
            rows.add(MultiGauge.Row.of(
                    Tags.of(
                            "id",
                            job.id(),
                            "job",
                            job.request().name(),
                            "tenant",
                            job.request().tenant()),
                    figure.applyAsDouble(job)));
        }
        gauge.register(rows, true);
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<Statistics> figure) {
        FunctionCounter.builder(name, this, it -> figure.applyAsDouble(it.newest))
                .description(description)
                .register(registry);
    }

    private void share(String name, String description, ToDoubleFunction<UtilizationSample> share) {
        Gauge.builder(name, market, it -> {
                    List<UtilizationSample> trend = it.trend();
                    return trend.isEmpty() ? Double.NaN : share.applyAsDouble(trend.get(trend.size() - 1));
                })
                .description(description)
                .register(registry);
    }

    private void repartitions(String name, String description, ToDoubleFunction<Repartitions> figure) {
        FunctionCounter.builder(
                        name,
                        market,
                        it -> it.repartitions().map(figure::applyAsDouble).orElse(0.0))
                .description(description)
                .register(registry);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }
}
