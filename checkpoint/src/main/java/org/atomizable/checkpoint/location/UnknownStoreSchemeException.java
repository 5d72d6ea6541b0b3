package org.atomizable.checkpoint.location;

import java.util.List;
import java.util.SortedMap;
import org.atomizable.api.checkpoint.CheckpointException;

/** A location's URL has a scheme for which no {@link CheckpointStoreProvider} is known. */
public final class UnknownStoreSchemeException extends CheckpointException {

    private final List<String> known;

    /** The schemes that are known, each with how it is written. */
    UnknownStoreSchemeException(String location, String scheme, SortedMap<String, String> forms) {
        super(
                "checkpoints cannot be kept at \"%s\": the scheme \"%s\" is not known (known: %s)"
                        .formatted(location, scheme, forms.isEmpty() ? "none" : String.join(", ", forms.keySet())),
                "Write the path of a directory%s, or add a library with a CheckpointStoreProvider for %s to the class path"
                        .formatted(forms.isEmpty() ? "" : ", or " + String.join(", or ", forms.values()), scheme));
        this.known = List.copyOf(forms.keySet());
    }

    /** Returns the schemes that are known, in alphabetical order. */
    public List<String> known() {
        return known;
    }
}
