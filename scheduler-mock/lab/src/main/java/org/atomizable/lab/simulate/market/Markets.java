package org.atomizable.lab.simulate.market;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.atomizable.api.subjob.Mode;
import org.atomizable.core.agent.AgentOptions;
import org.atomizable.lab.simulate.schedule.SimulatedScheduler;
import org.atomizable.lab.simulate.workload.Overheads;
import org.atomizable.scheduler.clear.BidClearing;
import org.atomizable.scheduler.clear.Fifo;
import org.atomizable.scheduler.clear.PublishedClearing;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.clear.ShortestRemaining;
import org.atomizable.scheduler.clear.UnknownPolicyException;
import org.atomizable.scheduler.clear.UsefulShare;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The market under the names that reports use.
 *
 * <ul>
 *   <li>{@code sja}, {@code jasda}: as it comes out of the box; a worker whose next subjob begins at once goes on without a restore
 *   <li>{@code sja:POLICY}, {@code jasda:CLEARING}: the same with another selection policy or bid clearing
 *   <li>{@code sja-eff-1h}, {@code sja-fifo-1h}, {@code jasda-1h}: with windows of at most an hour, answers within 500 ms, a pause of a
 *       minute after a window that nobody wanted, agents that never give up, calibrations that take no time, and profiles that take all
 *       slices for one kind
 *   <li>{@code sja-eff-1h} and {@code jasda-1h} choose as they did when the published figures were made: by {@code useful-share} and by
 *       the bid clearing {@code published}
 *   <li>{@code sja-remaining-1h}: the same with the policy that grants the job with the least work left by its own estimate
 *   <li>{@code sja-srpt-1h}: the same with a policy that grants the job with the least work left, which it knows
 *   <li>{@code sja-unnamed}, {@code jasda-unnamed}, {@code sja:POLICY-unnamed}: out of the box, but jobs declare the largest of their
 *       stages and name none; {@code -planned}: subjobs end at their planned atoms; {@code -restoring}: each subjob restores
 *   <li>{@code -run}: the same with subjobs that run on past their plan until a guard stops them; {@code 4h}: with windows of at most
 *       four hours
 * </ul>
 */
public final class Markets {

    private static OfferRules hours(long longest) {
        return new OfferRules(
                OfferRules.DEFAULT.lead(),
                new OfferRules.Lengths(OfferRules.DEFAULT.lengths().shortest(), Duration.ofHours(longest)),
                OfferRules.Inquiry.within(Duration.ofMillis(500)),
                new OfferRules.Pauses(OfferRules.DEFAULT.pauses().apart(), Duration.ofMinutes(1)));
    }

    private static final Duration NEVER = Duration.ofDays(36_500);

    private Markets() {}

    private static final Map<String, MarketSetup> HOURLY = Map.of(
            "sja-eff-1h", hourly("sja-eff-1h", Mode.SJA, UsefulShare::new, 1, false),
            "sja-fifo-1h", hourly("sja-fifo-1h", Mode.SJA, Fifo::new, 1, false),
            "sja-remaining-1h", hourly("sja-remaining-1h", Mode.SJA, ShortestRemaining::new, 1, false),
            "sja-srpt-1h", hourly("sja-srpt-1h", Mode.SJA, LeastKnownWork::new, 1, false),
            "sja-srpt-1h-run", hourly("sja-srpt-1h-run", Mode.SJA, LeastKnownWork::new, 1, true),
            "sja-srpt-4h-run", hourly("sja-srpt-4h-run", Mode.SJA, LeastKnownWork::new, 4, true),
            "jasda-1h", hourly("jasda-1h", Mode.JASDA, SelectionPolicy::usual, 1, false),
            "jasda-1h-run", hourly("jasda-1h-run", Mode.JASDA, SelectionPolicy::usual, 1, true));

    private static MarketSetup hourly(
            String name, Mode mode, Supplier<SelectionPolicy> policies, long longest, boolean runsOn) {
        return new MarketSetup(
                name,
                mode,
                policies,
                new PublishedClearing(),
                hours(longest),
                NEVER,
                true,
                new JobConduct(runsOn, false, false),
                Overheads.DEFAULT);
    }

    /** Names that are shown to a user who asks for another. */
    public static List<String> names() {
        return Stream.concat(
                        Stream.of("sja", "sja:POLICY", "jasda", "jasda:CLEARING"),
                        HOURLY.keySet().stream().sorted())
                .toList();
    }

    /** Returns the market of that name with the usual overheads. */
    public static Optional<SimulatedScheduler> named(String name) throws UnknownPolicyException {
        return named(name, Overheads.DEFAULT);
    }

    /**
     * Returns the market of that name; empty if it names no market.
     *
     * @param overheads mean times of restores and checkpoints; they vary with a standard deviation of 15 %
     * @throws UnknownPolicyException if the part after the colon names no policy
     */
    public static Optional<SimulatedScheduler> named(String name, Overheads overheads) throws UnknownPolicyException {
        return setup(name, overheads)
                .map(it -> (workload, seed, progress) -> MarketRun.of(workload, it, seed, progress));
    }

    /** Returns the market of that name, which fails if a message of a run breaks a rule of the protocol. */
    static Optional<SimulatedScheduler> watched(String name) throws UnknownPolicyException {
        return setup(name, Overheads.DEFAULT)
                .map(it -> (workload, seed, progress) -> MarketRun.watched(workload, it, it::overhead, seed));
    }

    static Optional<MarketSetup> setup(String name, Overheads overheads) throws UnknownPolicyException {
        MarketSetup hourly = HOURLY.get(name);
        return (hourly == null ? outOfTheBox(name) : Optional.of(hourly)).map(it -> it.with(overheads));
    }

    private static Optional<MarketSetup> outOfTheBox(String name) throws UnknownPolicyException {
        String market = name;
        JobConduct jobs = JobConduct.OUT_OF_THE_BOX;
        int dash = market.lastIndexOf('-');
        Optional<JobConduct> without = jobs.without(market.substring(dash + 1));
        while (dash > 0 && without.isPresent()) {
            jobs = without.get();
            market = market.substring(0, dash);
            dash = market.lastIndexOf('-');
            without = jobs.without(market.substring(dash + 1));
        }
        int colon = market.indexOf(':');
        Optional<Mode> mode = Mode.of(colon < 0 ? market : market.substring(0, colon));
        if (mode.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> rule = colon < 0 ? Optional.empty() : Optional.of(market.substring(colon + 1));
        boolean signals = mode.get() == Mode.SJA;
        SelectionPolicy policy =
                signals && rule.isPresent() ? SelectionPolicy.named(rule.get()) : SelectionPolicy.usual();
        BidClearing clearing = !signals && rule.isPresent() ? BidClearing.named(rule.get()) : BidClearing.optimal();
        return Optional.of(new MarketSetup(
                name,
                mode.get(),
                () -> policy,
                clearing,
                OfferRules.DEFAULT,
                AgentOptions.DEFAULT.longestInVain(),
                false,
                jobs,
                Overheads.DEFAULT));
    }
}
