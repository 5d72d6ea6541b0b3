package org.atomizable.checkpoint.safetensors;

import java.util.List;

/** Pieces of headers, good and bad, to put where they do not belong. */
final class Tokens {

    static final List<String> ALL = List.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\",
            "\\u0000",
            "\\ud800",
            "null",
            "true",
            "1e9",
            "-1",
            "0.5",
            "\"dtype\"",
            "\"shape\"",
            "\"data_offsets\"",
            "\"__metadata__\"",
            "\"F32\"",
            "\"BOOL\"",
            "9223372036854775807",
            "18446744073709551616",
            "[0,4]",
            "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
            "../../x",
            "\u0000",
            "\ufeff",
            "[[[[[[[[");

    private Tokens() {}
}
