package org.atomizable.lab.simulate.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.AtomizableException;

/** The policies by name. */
enum Policies {
    RANDOM("random", "Random"),
    BEST_FIT("best-fit", "BestFit"),
    DOT_PRODUCT("dot-product", "DotProd"),
    GPU_CLUSTERING("gpu-clustering", "GpuClustering"),
    GPU_PACKING("gpu-packing", "GpuPacking"),
    FRAGMENTATION_DESCENT("fgd", "FGD");

    private final String word;
    private final String published;

    Policies(String word, String published) {
        this.word = word;
        this.published = published;
    }

    private static Policy descent(TypicalPods typical) {
        FragmentationDescent descent = new FragmentationDescent(typical);
        return new Policy(descent::node, false, descent::gpu);
    }

    /** Returns the name on the command line. */
    String word() {
        return word;
    }

    /** Returns the policy for a workload. */
    Policy of(TypicalPods typical) {
        return switch (this) {
            case RANDOM -> new Policy((node, demand) -> 0, true, GpuChoices::any);
            case BEST_FIT -> new Policy(PackingScores::bestFit, false, GpuChoices::fullest);
            case DOT_PRODUCT -> new Policy(PackingScores::dotProduct, false, GpuChoices::fullest);
            case GPU_CLUSTERING -> new Policy(PackingScores::gpuClustering, false, GpuChoices::fullest);
            case GPU_PACKING -> new Policy(PackingScores::gpuPacking, false, GpuChoices::fullest);
            case FRAGMENTATION_DESCENT -> descent(typical);
        };
    }

    /**
     * Returns policies by their names on the command line.
     *
     * @throws AtomizableException if there is none of a name
     */
    static List<Policies> named(List<String> words) throws AtomizableException {
        List<Policies> named = new ArrayList<>();
        for (String word : words) {
            named.add(Arrays.stream(values())
                    .filter(it -> it.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new AtomizableException(
                            "there is no policy called " + word,
                            "Use one of %s."
                                    .formatted(String.join(
                                            ", ",
                                            Arrays.stream(values())
                                                    .map(Policies::word)
                                                    .toList())))));
        }
        return named;
    }

    /** Returns the policy of a published result, whose name may begin with a number, such as 06-FGD. */
    static Optional<Policies> published(String name) {
        String bare = name.replaceFirst("^\\d+-", "");
        return Arrays.stream(values()).filter(it -> it.published.equals(bare)).findFirst();
    }
}
