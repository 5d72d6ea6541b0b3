package org.atomizable.profiler.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** How bounds were kept: counts that can be put together by generator, by length, or over all. */
public final class Judgement {

    /** The counts of one job. */
    record Judged(String generator, int length, Map<Regime, Map<Rule, Tally>> tallies) {
        Optional<Tally> tally(Regime regime, Rule rule) {
            return Optional.ofNullable(tallies.getOrDefault(regime, Map.of()).get(rule));
        }
    }

    /**
     * The results of one rule in one regime.
     *
     * @param jobs of which generator and length; "all" if of all
     * @param regime which of their subjobs
     * @param rule by which they were bounded
     * @param rates how often each bound was exceeded
     * @param reserved median over jobs of their median of bound divided by need
     * @param worst the generator of which most bounds of memory were exceeded; empty if none was
     * @param worstRate how often
     */
    public record Row(
            String jobs,
            String regime,
            String rule,
            Map<Measure, Rate> rates,
            double reserved,
            Optional<String> worst,
            double worstRate) {}

    private final List<Judged> all;

    Judgement(List<Judged> all) {
        this.all = List.copyOf(all);
    }

    /** Returns a row for each regime and rule, over all generators and lengths. */
    public List<Row> overAll() {
        return rows("all", it -> true);
    }

    /** Returns the same for each length of subjobs. */
    public List<Row> byLength() {
        return all.stream()
                .map(Judged::length)
                .distinct()
                .flatMap(length -> rows(atoms(length), it -> it.length() == length).stream())
                .toList();
    }

    /** Returns the same for each generator and length of subjobs. */
    public List<Row> byGenerator() {
        List<Row> rows = new ArrayList<>();
        for (String generator : generators()) {
            for (int length : all.stream().map(Judged::length).distinct().toList()) {
                rows.addAll(rows(
                        generator + ", " + atoms(length),
                        it -> it.generator().equals(generator) && it.length() == length));
            }
        }
        return rows;
    }

    private static String atoms(int length) {
        return length == 1 ? "1 atom" : length + " atoms";
    }

    private List<String> generators() {
        return all.stream().map(Judged::generator).distinct().toList();
    }

    private List<Row> rows(String name, Predicate<Judged> which) {
        List<Judged> jobs = all.stream().filter(which).toList();
        List<Row> rows = new ArrayList<>();
        for (Regime regime : Regime.values()) {
            for (Rule rule : Rule.values()) {
                List<Tally> tallies = tallies(jobs, regime, rule);
                if (!tallies.isEmpty()) {
                    rows.add(row(name, jobs, regime, rule, tallies));
                }
            }
        }
        return rows;
    }

    private static List<Tally> tallies(List<Judged> jobs, Regime regime, Rule rule) {
        return jobs.stream().flatMap(it -> it.tally(regime, rule).stream()).toList();
    }

    private Row row(String name, List<Judged> jobs, Regime regime, Rule rule, List<Tally> tallies) {
        Map<Measure, Rate> rates = new EnumMap<>(Measure.class);
        Arrays.stream(Measure.values()).forEach(measure -> rates.put(measure, rate(tallies, measure)));
        double reserved =
                Medians.of(tallies.stream().mapToDouble(Tally::medianReserved).toArray());
        Optional<Map.Entry<String, Double>> worst = generators().stream()
                .map(generator -> Map.entry(generator, memoryRate(jobs, generator, regime, rule)))
                .filter(it -> it.getValue() > 0)
                .max(Comparator.comparingDouble(Map.Entry::getValue));
        return new Row(
                name,
                regime.toString(),
                rule.toString(),
                rates,
                reserved,
                worst.map(Map.Entry::getKey),
                worst.map(Map.Entry::getValue).orElse(0.0));
    }

    private static double memoryRate(List<Judged> jobs, String generator, Regime regime, Rule rule) {
        List<Judged> its =
                jobs.stream().filter(it -> it.generator().equals(generator)).toList();
        return rate(tallies(its, regime, rule), Measure.MEMORY).rate();
    }

    private static Rate rate(List<Tally> tallies, Measure measure) {
        return Rate.of(tallies.stream().map(it -> it.count(measure)).toList());
    }
}
