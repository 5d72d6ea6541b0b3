package org.atomizable.core.state;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;
import org.jspecify.annotations.Nullable;

/** Packs the value of one field into bytes. Large arrays of primitives become tensors of their own. */
public final class PartWriter {

    static final int NULL = 0;
    static final int PRESENT = 1;
    static final int SHARED = 2;

    /** An array of fewer bytes is packed: a tensor of its own costs about as much as this. */
    static final int LARGE = 4096;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream packed = new DataOutputStream(bytes);
    private final String name;
    private final StateWriter to;
    private final Sharing sharing;
    private final boolean inPlace;
    private final boolean trial;
    private int depth;
    private int tensors;

    PartWriter(String name, StateWriter to, Sharing sharing, boolean inPlace) {
        this(name, to, sharing, inPlace, false);
    }

    private PartWriter(String name, StateWriter to, Sharing sharing, boolean inPlace, boolean trial) {
        this.trial = trial;
        this.name = name;
        this.to = to;
        this.sharing = sharing;
        this.inPlace = inPlace;
    }

    /** Returns a writer of what is only compared. */
    static PartWriter trial(String name, StateWriter to) {
        return new PartWriter(name, to, new Sharing(), false, true);
    }

    /** Returns whether what is written is only compared. */
    boolean isTrial() {
        return trial;
    }

    /** Writes a value that may be null. */
    public <T> void put(@Nullable T value, Part<T> part) throws IOException {
        if (value == null) {
            packed.writeByte(NULL);
            return;
        }
        if (!part.canChange()) {
            packed.writeByte(PRESENT);
            writeBelow(value, part);
            return;
        }
        int before = sharing.numberOf(value).orElse(-1);
        if (before >= 0) {
            putShared(before);
            return;
        }
        packed.writeByte(PRESENT);
        // Whether two fields hold one fixed value or two equal ones makes no difference, so the bytes show none either.
        int number = part.isFixed(value) ? sharing.reserve() : sharing.meet(value);
        writeBelow(value, part);
        sharing.complete(number, value);
    }

    /** Writes that the value is one that was written before. */
    void putShared(int number) throws IOException {
        if (sharing.value(number).isEmpty()) {
            throw unsavable("contains itself", "Keep the position in the collection instead of the collection");
        }
        packed.writeByte(SHARED);
        packed.writeInt(number);
    }

    private <T> void writeBelow(T value, Part<T> part) throws IOException {
        depth++;
        part.write(value, this);
        depth--;
    }

    /** Returns where to write primitive values. */
    DataOutputStream out() {
        return packed;
    }

    /** Returns whether the value that is written is that of a final field, which keeps its instance and its class. */
    boolean keepsInstance() {
        return inPlace && depth == 1;
    }

    /** Returns the name of the field. */
    String name() {
        return name;
    }

    /** Writes an array of primitives. */
    void array(Tensor tensor) throws IOException {
        long size = tensor.size().count();
        packed.writeInt((int) (size / tensor.type().bytes()));
        if (size >= LARGE) {
            to.tensor(name + "/" + tensors++, tensor);
        } else {
            byte[] small = new byte[(int) size];
            tensor.data().get(small);
            packed.write(small);
        }
    }

    /** Returns what to throw if a value cannot be saved. */
    UnsavableStateException unsavable(String what, String remedy) {
        return new UnsavableStateException(name, what, remedy);
    }

    void finish() throws IOException {
        to.bytes(name, bytes.toByteArray());
    }
}
