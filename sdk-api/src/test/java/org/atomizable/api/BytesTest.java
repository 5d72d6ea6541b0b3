package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {

    @ParameterizedTest
    @CsvSource({
        "0B, 0",
        "123B, 123",
        "64KiB, 65536",
        "1.5GiB, 1610612736",
        "9.5 GiB, 10200547328",
        "2TiB, 2199023255552",
        "' 1 MiB ', 1048576"
    })
    void amountsAreReadInBinaryUnits(String text, long count) {
        assertThat(Bytes.parse(text)).isEqualTo(Bytes.of(count));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "-1B", "1GB", "1.GiB", ".5GiB", "GiB", "1e3B", "1 GiB free"})
    void whatIsNoAmountIsRefusedWithAnExample(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.parse(text)).withMessageContaining("1.5GiB");
    }

    @Test
    void largeCountsAreExact() {
        assertThat(Bytes.parse("9223372036854775807B")).isEqualTo(Bytes.of(Long.MAX_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.parse("9223372036854775808B"));
    }

    @Test
    void amountsAreShownWithTwoDecimals() {
        assertThat(Bytes.of(1023)).hasToString("1023B");
        assertThat(Bytes.of(1536)).hasToString("1.50KiB");
        assertThat(Bytes.gibi(20)).hasToString("20.00GiB");
    }

    @Test
    void productsAreRoundedUp() {
        assertThat(Bytes.of(10).times(0.11)).isEqualTo(Bytes.of(2));
        assertThat(Bytes.of(10).times(0)).isEqualTo(Bytes.ZERO);
        assertThat(Bytes.of(Long.MAX_VALUE).times(2)).isEqualTo(Bytes.of(Long.MAX_VALUE));
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.of(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.of(1).times(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.of(1).times(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Bytes.of(1).times(Double.POSITIVE_INFINITY));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Bytes.of(Long.MAX_VALUE).plus(Bytes.of(1)));
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> Bytes.gibi(Long.MAX_VALUE));
    }

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
