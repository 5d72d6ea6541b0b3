package org.atomizable.scheduler.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.JobEnded;
import org.jspecify.annotations.Nullable;

/** Messages from and to JSON: nothing unknown, missing, doubled or of the wrong type is let in. */
final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    // Traits are keys: their table takes many numbered ones for an attack.
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(16)
                            .maxStringLength(16 * 1024)
                            .maxNumberLength(64)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build())
            .addModule(new JavaTimeModule())
            .addModule(new SimpleModule().addDeserializer(Instant.class, new InstantText()))
            .addMixIn(EventMessage.class, OlderEvents.class)
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    it -> it.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    /** Clients that do not know this property yet would refuse every event that has it. */
    @SuppressWarnings("UnusedMethod") // Jackson reads its annotation.
    private interface OlderEvents {
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        JobEnded ended();
    }

    /** A property of a message that is no number. */
    private record Property(String name, Method accessor, boolean optional) {

        static List<Property> ofAll(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .filter(it -> !it.getType().isPrimitive())
                    .map(Property::of)
                    .toList();
        }

        private static Property of(RecordComponent component) {
            Method accessor = component.getAccessor();
            // It is public anyway; this spares the check at every call.
            accessor.setAccessible(true);
            return new Property(
                    component.getName(), accessor, component.getAnnotatedType().isAnnotationPresent(Nullable.class));
        }

        @Nullable
        Object in(Record message) {
            try {
                return accessor.invoke(message);
            } catch (ReflectiveOperationException defect) {
                throw new IllegalStateException("a message's accessor failed: " + accessor, defect);
            }
        }
    }

    /** Reflection is slow, and messages are many. */
    private static final ClassValue<List<Property>> PROPERTIES = new ClassValue<>() {
        @Override
        protected List<Property> computeValue(Class<?> type) {
            return Property.ofAll(type);
        }
    };

    private Json() {}

    public static byte[] write(Object message) {
        try {
            return MAPPER.writeValueAsBytes(message);
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("a message of our own has no JSON: " + message, defect);
        }
    }

    /** Writes a document whose maps keep no order, with their keys in that of the alphabet: it is the same in every run. */
    static byte[] writeInOrder(Object document) {
        try {
            return MAPPER.writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).writeValueAsBytes(document);
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("a document of our own has no JSON: " + document, defect);
        }
    }

    public static <T extends Record> T read(byte[] body, Class<T> type) throws ProblemException {
        requireUnicode(body);
        T message;
        try {
            message = MAPPER.readValue(body, type);
        } catch (UnrecognizedPropertyException unknown) {
            throw malformed("property \"%s\" is not known".formatted(unknown.getPropertyName()));
        } catch (JsonMappingException mismatch) {
            String where = mismatch.getPath().stream()
                    .map(it -> String.valueOf(it.getFieldName()))
                    .collect(Collectors.joining("."));
            throw malformed(
                    where.isEmpty()
                            ? "it is no JSON object"
                            : "\"%s\" has no fitting value%s".formatted(where, expected(mismatch)));
        } catch (JsonProcessingException noJson) {
            if (noJson.getProcessor() instanceof JsonParser parser
                    && noJson.getOriginalMessage().startsWith("Duplicate field")) {
                throw malformed("property \"%s\" is there twice".formatted(nameAt(parser)));
            }
            // The error for a value that is too long or too deep has no location.
            throw malformed(Optional.ofNullable(noJson.getLocation())
                    .map(it -> "it is no JSON from line %s, column %s on".formatted(it.getLineNr(), it.getColumnNr()))
                    .orElse("a text or number in it is too long, or it is too deep"));
        } catch (IOException impossible) {
            throw new IllegalStateException("reading bytes in memory failed", impossible);
        }
        if (message == null) {
            throw malformed("it is null");
        }
        requireAllThere(message);
        return message;
    }

    /** Without its table of keys, Jackson replaces bytes that are no text. UTF-16 has zeros or a mark, and is read as well. */
    private static void requireUnicode(byte[] body) throws ProblemException {
        boolean isWide = body.length > 1 && (body[0] == 0 || body[1] == 0 || (body[0] & 0xFE) == 0xFE);
        try {
            if (!isWide) {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            }
        } catch (CharacterCodingException another) {
            throw malformed("it is not in UTF-8");
        }
    }

    private static String nameAt(JsonParser parser) {
        try {
            return String.valueOf(parser.currentName());
        } catch (IOException impossible) {
            throw new IllegalStateException("reading bytes in memory failed", impossible);
        }
    }

    private static String expected(JsonMappingException mismatch) {
        return mismatch instanceof MismatchedInputException it && it.getTargetType() == Instant.class
                ? "; an instant is a text such as \"2027-01-31T12:00:00Z\", with a year of four digits"
                : "";
    }

    private static void requireAllThere(Record message) throws ProblemException {
        for (Property property : PROPERTIES.get(message.getClass())) {
            Object value = property.in(message);
            if (!property.optional() && value == null) {
                throw malformed("property \"%s\" is missing".formatted(property.name()));
            }
            if (value instanceof List<?> list) {
                requireAllThere(list, property.name());
            }
        }
    }

    private static void requireAllThere(List<?> list, String property) throws ProblemException {
        for (Object each : list) {
            if (each == null) {
                throw malformed("one of \"%s\" is null".formatted(property));
            }
            if (each instanceof Record record) {
                requireAllThere(record);
            }
        }
    }

    private static ProblemException malformed(String how) {
        return new ProblemException(
                400,
                "malformed-body",
                "The body is not the JSON that this call takes: %s. Compare it with the protocol's reference."
                        .formatted(how));
    }
}
