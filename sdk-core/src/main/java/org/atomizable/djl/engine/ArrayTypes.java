package org.atomizable.djl.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.atomizable.api.ElementType;

/**
 * The types that both a checkpoint and the engine support. Others are refused before the engine receives them: an array
 * of 16-bit integers would crash the JVM.
 */
public final class ArrayTypes {

    private static final Map<DataType, ElementType> KNOWN = new EnumMap<>(Map.of(
            DataType.FLOAT32, ElementType.F32,
            DataType.FLOAT64, ElementType.F64,
            DataType.FLOAT16, ElementType.F16,
            DataType.BFLOAT16, ElementType.BF16,
            DataType.INT8, ElementType.I8,
            DataType.UINT8, ElementType.U8,
            DataType.INT32, ElementType.I32,
            DataType.INT64, ElementType.I64,
            DataType.BOOLEAN, ElementType.BOOL));

    private ArrayTypes() {}

    public static Set<DataType> known() {
        return KNOWN.keySet();
    }

    public static Optional<ElementType> of(DataType type) {
        return Optional.ofNullable(KNOWN.get(type));
    }

    /** Returns the size of an array's elements, in bytes. */
    public static long bytes(NDArray array) {
        return array.size() * array.getDataType().getNumOfBytes();
    }
}
