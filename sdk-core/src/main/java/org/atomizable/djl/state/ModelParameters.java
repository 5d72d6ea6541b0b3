package org.atomizable.djl.state;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.util.Pair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of an initialized block, each once, in the block's order. They are named by their path in the block, because
 * DJL's own identifiers differ in every process.
 */
public final class ModelParameters {

    private final List<Named> all;
    private final Map<String, String> paths = new HashMap<>();

    /** A parameter and its path in the block. */
    public record Named(String path, Parameter parameter) {

        /** Returns the parameter's values. */
        public NDArray array() {
            return parameter.getArray();
        }

        /** Returns whether training changes it by gradients. */
        public boolean isTrained() {
            return parameter.requiresGradient();
        }
    }

    private ModelParameters(List<Named> all) {
        this.all = List.copyOf(all);
        all.forEach(one -> paths.put(one.parameter().getId(), one.path()));
    }

    /** Reads the parameters of a block. One that two blocks share is one parameter, under the first path. */
    public static ModelParameters of(Block block) {
        List<Named> found = new ArrayList<>();
        Set<Parameter> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pair<String, Parameter> entry : block.getParameters()) {
            if (seen.add(entry.getValue())) {
                found.add(new Named(entry.getKey(), entry.getValue()));
            }
        }
        return new ModelParameters(found);
    }

    /** Returns all parameters. */
    public List<Named> all() {
        return all;
    }

    /** Returns those that are trained. */
    public List<Named> trained() {
        return all.stream().filter(Named::isTrained).toList();
    }

    /** Returns the paths by DJL's identifiers. */
    public Map<String, String> paths() {
        return Collections.unmodifiableMap(paths);
    }
}
