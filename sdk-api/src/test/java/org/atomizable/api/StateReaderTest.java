package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StateReaderTest {

    /** A state in memory. */
    private static final class Notebook implements StateWriter, StateReader {

        private final Map<String, Tensor> tensors = new LinkedHashMap<>();

        @Override
        public void tensor(String name, Tensor tensor) {
            tensors.put(name, tensor);
        }

        @Override
        public Set<String> names() {
            return tensors.keySet();
        }

        @Override
        public Tensor tensor(String name) {
            return tensors.get(name);
        }
    }

    private final Notebook state = new Notebook();

    @Test
    void doublesComeBackBitForBit() throws IOException {
        double[] values = {
            0.0,
            -0.0,
            Double.MIN_VALUE,
            Double.NEGATIVE_INFINITY,
            Math.PI,
            Double.longBitsToDouble(0x7ff8_0000_dead_beefL),
            Double.longBitsToDouble(0xfff0_0000_0000_0001L)
        };
        state.doubles("values", values);
        double[] read = state.doubles("values");
        assertThat(read).hasSameSizeAs(values);
        for (int i = 0; i < values.length; i++) {
            assertThat(Double.doubleToRawLongBits(read[i])).isEqualTo(Double.doubleToRawLongBits(values[i]));
        }
        assertThat(state.tensor("values").data().getLong(5 * 8)).isEqualTo(0x7ff8_0000_dead_beefL);
    }

    @Test
    void floatsComeBackBitForBit() throws IOException {
        float[] values = {-0.0f, Float.MIN_VALUE, Float.intBitsToFloat(0x7fc0_beef), Float.intBitsToFloat(0xff80_0001)};
        state.floats("values", values);
        float[] read = state.floats("values");
        assertThat(read).hasSameSizeAs(values);
        for (int i = 0; i < values.length; i++) {
            assertThat(Float.floatToRawIntBits(read[i])).isEqualTo(Float.floatToRawIntBits(values[i]));
        }
    }

    @Test
    void integersBytesAndTextComeBack() throws IOException {
        state.longs("longs", Long.MIN_VALUE, -1, 0, Long.MAX_VALUE);
        state.bytes("bytes", (byte) -128, (byte) 127);
        state.text("text", "größer als \uD83D\uDE80");
        assertThat(state.longs("longs")).containsExactly(Long.MIN_VALUE, -1, 0, Long.MAX_VALUE);
        assertThat(state.bytes("bytes")).containsExactly(-128, 127);
        assertThat(state.text("text")).isEqualTo("größer als \uD83D\uDE80");
        assertThat(state.names()).containsExactly("longs", "bytes", "text");
    }

    @Test
    void nothingComesBackAsNothing() throws IOException {
        StateWriter writer = state;
        writer.doubles("none");
        state.text("empty", "");
        assertThat(state.doubles("none")).isEmpty();
        assertThat(state.text("empty")).isEmpty();
    }

    @Test
    void whatWasWrittenIsLittleEndian() throws IOException {
        state.longs("one", 1);
        assertThat(state.tensor("one").data().get(0)).isEqualTo((byte) 1);
        assertThat(state.tensor("one").type()).isEqualTo(ElementType.I64);
        assertThat(state.tensor("one").shape()).containsExactly(1);
    }

    @Test
    void anotherTypeThanExpectedNamesBoth() throws IOException {
        state.longs("step", 1);
        assertThatThrownBy(() -> state.doubles("step"))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("step")
                .hasMessageContaining("I64")
                .hasMessageContaining("F64");
    }

    @Test
    void halfOfASurrogatePairIsRefusedByName() throws IOException {
        state.text("note", "whole: \uD83D\uDE00");
        assertThat(state.text("note")).isEqualTo("whole: \uD83D\uDE00");

        assertThatThrownBy(() -> state.text("note", "half: \uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text note has half of a surrogate pair");
    }
}
