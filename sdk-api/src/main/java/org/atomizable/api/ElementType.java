package org.atomizable.api;

/** The types of a tensor's elements. Names and layouts are those of the safetensors format, little-endian. */
public enum ElementType {
    /** Boolean, one byte, 0 or 1. */
    BOOL(1),
    /** Unsigned 8-bit integer. */
    U8(1),
    /** Signed 8-bit integer. */
    I8(1),
    /** 8-bit float with 4 bits of exponent and 3 bits of mantissa, without infinities. */
    F8_E4M3(1),
    /** 8-bit float with 5 bits of exponent and 2 bits of mantissa. */
    F8_E5M2(1),
    /** Unsigned 16-bit integer. */
    U16(2),
    /** Signed 16-bit integer. */
    I16(2),
    /** IEEE 754 half precision. */
    F16(2),
    /** The upper half of an IEEE 754 single precision number. */
    BF16(2),
    /** Unsigned 32-bit integer. */
    U32(4),
    /** Signed 32-bit integer. */
    I32(4),
    /** IEEE 754 single precision. */
    F32(4),
    /** Unsigned 64-bit integer. */
    U64(8),
    /** Signed 64-bit integer. */
    I64(8),
    /** IEEE 754 double precision. */
    F64(8);

    private final int bytes;

    ElementType(int bytes) {
        this.bytes = bytes;
    }

    /** Returns the size of one element, in bytes. */
    public int bytes() {
        return bytes;
    }
}
