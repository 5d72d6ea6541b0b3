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

    private static final class NothingIfAbsent extends ValueIfAbsent<Bytes> {

        NothingIfAbsent() {
            super(Bytes.class, Bytes.ZERO);
        }
    }

    private static final class NotLongerIfAbsent extends ValueIfAbsent<Instant> {

        NotLongerIfAbsent() {
            super(Instant.class, Instant.MIN);
        }
    }

    private abstract static class ValueIfAbsent<T> extends StdDeserializer<T> {

        private final Class<T> type;
        private final transient T absent;

        ValueIfAbsent(Class<T> type, T absent) {
            super(type);
            this.type = type;
            this.absent = absent;
        }

        @Override
        public T deserialize(JsonParser row, DeserializationContext context) throws IOException {
            return context.readValue(row, type);
        }

        @Override
        public T getAbsentValue(DeserializationContext context) {
            return absent;
        }
    }
}
