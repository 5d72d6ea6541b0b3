package org.atomizable.lab.simulate.finding;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.lab.simulate.figure.Family;
import org.atomizable.lab.simulate.figure.Interval;

/** All experiments together: how often each market wins, and where running each job whole is better than every market. */
final class Scoreboard {

    private static final List<Family> RIVALS = List.of(Family.RIGID, Family.REQUEUE, Family.CENTRAL);

    private final List<Results> all;

    Scoreboard(List<Results> all) {
        this.all = List.copyOf(all);
    }

    /** Returns a table of how often each market is clearly sooner, not clearly different, and clearly later. */
    String table() {
        Set<String> markets = new LinkedHashSet<>();
        all.forEach(results -> results.experiment().schedulers().stream()
                .filter(it -> Family.of(it) == Family.MARKET)
                .filter(it ->
                        results.rows().stream().anyMatch(row -> row.scheduler().equals(it)))
                .forEach(markets::add));
        List<String> head = new ArrayList<>(List.of("market"));
        RIVALS.forEach(it -> head.add("best that " + it.words()));
        head.set(head.size() - 1, "best that is " + Family.CENTRAL.words());
        StringBuilder table = new StringBuilder(Wording.row(head) + Wording.rule(head.size()));
        for (String market : markets) {
            List<String> cells = new ArrayList<>(List.of(Wording.code(market)));
            RIVALS.forEach(it -> cells.add(score(market, it)));
            table.append(Wording.row(cells));
        }
        return table.toString();
    }

    private String score(String market, Family family) {
        int sooner = 0;
        int unclear = 0;
        int later = 0;
        for (Results results : all) {
            Comparison comparison = new Comparison(results);
            for (String point : results.experiment().points()) {
                Optional<String> rival = comparison.best(point, it -> it == family);
                if (rival.isPresent()
                        && comparison.compared(point, it -> it == Family.MARKET).contains(market)) {
                    Interval longer = comparison.longer(point, market, rival.get());
                    sooner += longer.high() < 0 ? 1 : 0;
                    later += longer.low() > 0 ? 1 : 0;
                    unclear += Comparison.isClear(longer) ? 0 : 1;
                }
            }
        }
        return sooner + " / " + unclear + " / " + later;
    }

    /** Returns where the best scheduler that runs each job whole is clearly sooner than every market, as Markdown. */
    String losses() {
        int measured = 0;
        int unclear = 0;
        List<String> rows = new ArrayList<>();
        for (Results results : all) {
            Comparison comparison = new Comparison(results);
            for (String point : results.experiment().points()) {
                Optional<String> rival = comparison.best(point, it -> it == Family.RIGID);
                Optional<String> best = comparison.best(point, it -> it == Family.MARKET);
                if (rival.isPresent() && best.isPresent()) {
                    List<Interval> longer = comparison.compared(point, it -> it == Family.MARKET).stream()
                            .map(it -> comparison.longer(point, it, rival.get()))
                            .toList();
                    measured++;
                    if (longer.stream().allMatch(it -> it.low() > 0)) {
                        rows.add(loss(results.experiment(), comparison, point, rival.get(), best.get()));
                    } else if (longer.stream().allMatch(it -> it.mean() > 0)) {
                        unclear++;
                    }
                }
            }
        }
        String head =
                ("Of the %s cells with a market and such a rival, that rival is clearly sooner than every market in %s, "
                                + "and sooner without a clear difference in %s.\n")
                        .formatted(measured, rows.size(), unclear);
        return rows.isEmpty()
                ? head
                : head
                        + "\n"
                        + Wording.row(List.of("experiment", "at", "rival", "best market", "takes longer by"))
                        + Wording.rule(5)
                        + String.join("", rows);
    }

    private static String loss(
            Experiment experiment, Comparison comparison, String point, String rival, String market) {
        return Wording.row(List.of(
                experiment.name(),
                experiment.label(point),
                Wording.code(rival),
                Wording.code(market),
                Wording.difference(comparison.longer(point, market, rival))));
    }
}
