package org.atomizable.checkpoint.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;

/** JSON whose keys come from users: names of tensors, notes, parameters. No key is there twice. */
public final class UserKeys {

    private UserKeys() {}

    /**
     * Returns a factory of parsers.
     *
     * @param limits of depth and lengths
     */
    public static JsonFactory within(StreamReadConstraints limits) {
        return JsonFactory.builder()
                // Jackson's table of keys has a salt of each JVM's own, and takes many numbered keys for an attack: one
                // and the same
                // text would be good in one JVM and refused in another. It only spares memory where few keys come
                // often.
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                // A hostile text must not fill the JVM's table of strings.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(limits)
                .build();
    }
}
