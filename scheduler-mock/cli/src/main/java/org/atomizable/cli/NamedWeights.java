package org.atomizable.cli;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.atomizable.api.score.Weighting;

/** Weights of features as a command line names them: in lower case, with hyphens. */
final class NamedWeights {

    private NamedWeights() {}

    /**
     * Returns the weights that are named; a feature that is not weighs nothing.
     *
     * @param option named in what is said about a wrong one
     */
    public static <F extends Enum<F>> Weighting<F> of(
            String option, F[] features, Function<F, String> word, Map<String, Double> named) {
        Map<String, F> known = Arrays.stream(features).collect(Collectors.toMap(word, it -> it));
        Map<F, Double> weights = new EnumMap<>(features[0].getDeclaringClass());
        named.forEach((name, weight) -> {
            F feature = known.get(name);
            if (feature == null) {
                throw new IllegalArgumentException("%s does not accept \"%s\"; it accepts %s"
                        .formatted(
                                option, name, known.keySet().stream().sorted().collect(Collectors.joining(", "))));
            }
            weights.put(feature, weight);
        });
        try {
            return new Weighting<>(weights);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("%s: %s".formatted(option, wrong.getMessage()), wrong);
        }
    }
}
