package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class BytesProperties {

    @Property
    void theTextParsesBackWithinHalfAUnitOfItsLastDigit(@ForAll @LongRange(min = 0, max = 1L << 50) long count) {
        Bytes bytes = Bytes.of(count);
        String text = bytes.toString();
        double unit =
                Math.pow(1024, text.endsWith("TiB") ? 4 : text.endsWith("GiB") ? 3 : text.endsWith("MiB") ? 2 : 1);
        long error = Math.abs(Bytes.parse(text).count() - count);
        assertThat((double) error).isLessThanOrEqualTo(count < 1024 ? 0 : 0.005 * unit + 1);
    }

    @Property
    void theLargerOfTwoIsNotExceededByEither(
            @ForAll @LongRange(min = 0) long one, @ForAll @LongRange(min = 0) long other) {
        Bytes larger = Bytes.of(one).max(Bytes.of(other));
        assertThat(Bytes.of(one).exceeds(larger)).isFalse();
        assertThat(Bytes.of(other).exceeds(larger)).isFalse();
        assertThat(Bytes.of(one).compareTo(Bytes.of(other))).isEqualTo(Long.compare(one, other));
    }
}
