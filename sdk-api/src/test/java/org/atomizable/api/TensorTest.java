package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;

class TensorTest {

    @Test
    void aTensorCoversWhatRemainsOfABuffer() {
        ByteBuffer buffer = ByteBuffer.allocate(20);
        buffer.position(4).limit(12);
        buffer.put(4, (byte) 7);
        Tensor tensor = Tensor.of(ElementType.F32, new long[] {2}, buffer);
        assertThat(tensor.size()).isEqualTo(Bytes.of(8));
        assertThat(tensor.data().position()).isZero();
        assertThat(tensor.data().get(0)).isEqualTo((byte) 7);
        assertThat(tensor).hasToString("F32[2]");
    }

    @Test
    void theViewIsReadOnlyAndLittleEndianWhateverTheBufferWas() {
        Tensor tensor = Tensor.of(
                ElementType.I32,
                new long[] {1},
                ByteBuffer.wrap(new byte[] {1, 0, 0, 0}).order(ByteOrder.BIG_ENDIAN));
        assertThat(tensor.data().getInt(0)).isEqualTo(1);
        assertThatExceptionOfType(ReadOnlyBufferException.class)
                .isThrownBy(() -> tensor.data().put(0, (byte) 2));
    }

    @Test
    void viewsAreIndependentOfEachOther() {
        Tensor tensor = Tensor.of(ElementType.U8, new long[] {2}, ByteBuffer.wrap(new byte[] {1, 2}));
        tensor.data().get();
        assertThat(tensor.data().remaining()).isEqualTo(2);
        tensor.shape()[0] = 9;
        assertThat(tensor.shape()).containsExactly(2);
    }

    @Test
    void scalarsAndEmptyTensorsExist() {
        assertThat(Tensor.of(ElementType.F64, new long[0], ByteBuffer.allocate(8))
                        .shape())
                .isEmpty();
        assertThat(Tensor.of(ElementType.F64, new long[] {3, 0}, ByteBuffer.allocate(0))
                        .size())
                .isEqualTo(Bytes.ZERO);
    }

    @Test
    void equalityComparesTypeShapeAndEveryByte() {
        Tensor tensor = Tensor.of(ElementType.U8, new long[] {2}, ByteBuffer.wrap(new byte[] {1, 2}));
        Tensor same = Tensor.of(
                ElementType.U8,
                new long[] {2},
                ByteBuffer.allocateDirect(2).put(0, (byte) 1).put(1, (byte) 2));
        assertThat(tensor).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(tensor)
                .isNotEqualTo(Tensor.of(ElementType.I8, new long[] {2}, ByteBuffer.wrap(new byte[] {1, 2})))
                .isNotEqualTo(Tensor.of(ElementType.U8, new long[] {1, 2}, ByteBuffer.wrap(new byte[] {1, 2})))
                .isNotEqualTo(Tensor.of(ElementType.U8, new long[] {2}, ByteBuffer.wrap(new byte[] {1, 3})));
    }

    @Test
    void bytesThatDoNotMatchTheShapeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(ElementType.F32, new long[] {2}, ByteBuffer.allocate(7)))
                .withMessageContaining("needs 8 bytes, got 7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(ElementType.F32, new long[] {-1, -1}, ByteBuffer.allocate(4)));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Tensor.of(ElementType.F32, new long[] {Long.MAX_VALUE, 4}, ByteBuffer.allocate(4)));
    }
}
