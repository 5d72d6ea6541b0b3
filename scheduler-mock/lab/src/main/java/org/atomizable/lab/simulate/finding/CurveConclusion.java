package org.atomizable.lab.simulate.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.atomizable.lab.simulate.figure.Family;

/** Where on an axis each market finishes jobs sooner than the schedulers of another family, as one sentence. */
final class CurveConclusion {

    private static final List<Family> FAMILIES = List.of(Family.RIGID, Family.REQUEUE);

    /** A point at which a market and a scheduler of the other family were measured. */
    private record Place(String point, double longer) {

        boolean isSooner() {
            return longer < 0;
        }
    }

    private final Experiment experiment;
    private final Comparison comparison;
    private final Axis axis;

    CurveConclusion(Experiment experiment, Comparison comparison, Axis axis) {
        this.experiment = experiment;
        this.comparison = comparison;
        this.axis = axis;
    }

    String sentence() {
        List<String> clauses = experiment.schedulers().stream()
                .filter(it -> Family.of(it) == Family.MARKET)
                .map(this::clause)
                .flatMap(Optional::stream)
                .toList();
        return clauses.isEmpty()
                ? "No market was measured beside a rival."
                : "Jobs finish sooner with " + String.join("; with ", clauses) + ".";
    }

    private Optional<String> clause(String market) {
        List<String> parts = new ArrayList<>();
        for (Family family : FAMILIES) {
            List<Place> places = places(market, family);
            if (!places.isEmpty()) {
                parts.add("than with %s %s".formatted(rival(family), where(places)));
            }
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of("%s %s".formatted(Wording.code(market), Wording.list(parts)));
    }

    private String rival(Family family) {
        List<String> all = experiment.schedulers().stream()
                .filter(it -> Family.of(it) == family)
                .toList();
        return all.size() == 1 ? Wording.code(all.get(0)) : "the best scheduler that " + family.words();
    }

    private List<Place> places(String market, Family family) {
        List<Place> places = new ArrayList<>();
        for (String point : experiment.points()) {
            Optional<String> rival = comparison.best(point, it -> it == family);
            if (rival.isPresent()
                    && comparison.compared(point, it -> it == Family.MARKET).contains(market)) {
                places.add(new Place(
                        point, comparison.longer(point, market, rival.get()).mean()));
            }
        }
        return places;
    }

    private String where(List<Place> places) {
        List<Place> sooner = places.stream().filter(Place::isSooner).toList();
        if (sooner.size() == places.size()) {
            return "at every value tried";
        }
        if (sooner.isEmpty()) {
            return "at no value tried";
        }
        int[] changes = IntStream.range(1, places.size())
                .filter(it -> places.get(it).isSooner() != places.get(it - 1).isSooner())
                .toArray();
        if (changes.length > 1) {
            return "at "
                    + Wording.list(
                            sooner.stream().map(it -> axis.label(it.point())).toList());
        }
        Place before = places.get(changes[0] - 1);
        Place after = places.get(changes[0]);
        String crossing = axis.words(
                axis.crossing(axis.value(before.point()), before.longer(), axis.value(after.point()), after.longer()));
        return before.isSooner() ? "up to about " + crossing : "from about %s on".formatted(crossing);
    }
}
