package org.atomizable.core.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/**
 * The JSON mapper of clients and workers. It refuses unknown properties and missing numbers, limits depth and lengths,
 * omits absent values, and writes instants as ISO-8601. The scheduler's server has its own, stricter mapper.
 */
public final class WireJson {

    private static final int MOST_CHARACTERS = 1 << 20;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // Parameters, traits and names of tensors are keys: their table takes many numbered ones for an
                    // attack.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(20)
                            .maxStringLength(MOST_CHARACTERS)
                            .build())
                    .build())
            .addModule(new JavaTimeModule())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private WireJson() {}

    /** Returns the mapper; it is shared, and safe for use by any number of threads. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }
}
