package org.atomizable.scheduler.journal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.time.Instant;
import org.atomizable.api.Bytes;

/** How a grant is read from a row that was written before workers could stay on a slice, or stay longer than the grant. */
abstract class GrantRow {

    @JsonDeserialize(using = NothingIfAbsent.class)
    Bytes resident = Bytes.ZERO;

    @JsonDeserialize(using = NotLongerIfAbsent.class)
    Instant residentUntil = Instant.MIN;

    private static final class NotLongerIfAbsent extends StdDeserializer<Instant> {

        NotLongerIfAbsent() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser row, DeserializationContext context) throws IOException {
            return context.readValue(row, Instant.class);
        }

        @Override
        public Instant getAbsentValue(DeserializationContext context) {
            return Instant.MIN;
        }
    }

    private static final class NothingIfAbsent extends StdDeserializer<Bytes> {

        NothingIfAbsent() {
            super(Bytes.class);
        }

        @Override
        public Bytes deserialize(JsonParser row, DeserializationContext context) throws IOException {
            return context.readValue(row, Bytes.class);
        }

        @Override
        public Bytes getAbsentValue(DeserializationContext context) {
            return Bytes.ZERO;
        }
    }
}
