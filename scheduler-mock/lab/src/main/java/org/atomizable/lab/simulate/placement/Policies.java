package org.atomizable.lab.simulate.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.atomizable.api.AtomizableException;

/** The policies by name. */
enum Policies {
    /** Any node that fits, and any of its GPUs. */
    RANDOM("random", "Random", typical -> new Policy((node, demand) -> 0, true, GpuChoices::any)),
    BEST_FIT("best-fit", "BestFit", typical -> new Policy(PackingScores::bestFit, false, GpuChoices::fullest)),
    DOT_PRODUCT("dot-product", "DotProd", typical -> new Policy(PackingScores::dotProduct, false, GpuChoices::fullest)),
    GPU_CLUSTERING(
            "gpu-clustering",
            "GpuClustering",
            typical -> new Policy(PackingScores::gpuClustering, false, GpuChoices::fullest)),
    GPU_PACKING(
            "gpu-packing", "GpuPacking", typical -> new Policy(PackingScores::gpuPacking, false, GpuChoices::fullest)),
    FRAGMENTATION_DESCENT("fgd", "FGD", Policies::descent);

    private final String word;
    private final String published;
    private final Function<TypicalPods, Policy> made;

    Policies(String word, String published, Function<TypicalPods, Policy> made) {
        this.word = word;
        this.published = published;
        this.made = made;
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
        return made.apply(typical);
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
