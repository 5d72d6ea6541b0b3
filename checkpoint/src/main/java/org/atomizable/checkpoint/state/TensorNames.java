package org.atomizable.checkpoint.state;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.atomizable.checkpoint.safetensors.Header;

/** Which names a tensor may have. */
public final class TensorNames {

    private static final int LONGEST = 1000;

    private TensorNames() {}

    /**
     * Refuses a name that a reader could not give back, or that is taken.
     *
     * @throws IllegalArgumentException if it is unfit
     */
    public static void require(String name, Set<String> used) {
        if (name.isEmpty() || name.length() > LONGEST || name.equals(Header.METADATA)) {
            throw new IllegalArgumentException("a tensor's name has 1 to %s characters and is not %s, was \"%s\""
                    .formatted(LONGEST, Header.METADATA, name));
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("a tensor's name must be well-formed text, was \"%s\"".formatted(name));
        }
        if (used.contains(name)) {
            throw new IllegalArgumentException("the state has two tensors named \"%s\"".formatted(name));
        }
    }
}
