package org.atomizable.checkpoint.state;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Off-heap memory for one copy of a state, reused from checkpoint to checkpoint, because allocating new memory costs
 * more than the copy.
 */
public final class BufferPool {

    /** Smaller buffers are cheap on the heap, and each outside costs an object to clean it up. */
    private static final int SMALL = 4096;

    private final Map<Integer, Deque<ByteBuffer>> free = new HashMap<>();

    /** Makes an empty pool. */
    public BufferPool() {}

    /** Returns a buffer of exactly this capacity, of undefined content. */
    public ByteBuffer take(int bytes) {
        synchronized (free) {
            Deque<ByteBuffer> fitting = free.get(bytes);
            if (fitting != null && !fitting.isEmpty()) {
                return fitting.pop().clear();
            }
        }
        return fresh(bytes);
    }

    /** Returns memory outside the heap, or inside it where there is no more. */
    public static ByteBuffer fresh(int bytes) {
        if (bytes <= SMALL) {
            return ByteBuffer.allocate(bytes);
        }
        try {
            return ByteBuffer.allocateDirect(bytes);
        } catch (OutOfMemoryError e) {
            return ByteBuffer.allocate(bytes);
        }
    }

    /** Takes buffers back. */
    public void giveBack(Collection<ByteBuffer> buffers) {
        synchronized (free) {
            for (ByteBuffer buffer : buffers) {
                if (buffer.isDirect()) {
                    free.computeIfAbsent(buffer.capacity(), any -> new ArrayDeque<>())
                            .push(buffer);
                }
            }
        }
    }

    /** Lets go whatever is not in use now. */
    public void trim() {
        synchronized (free) {
            free.clear();
        }
    }
}
