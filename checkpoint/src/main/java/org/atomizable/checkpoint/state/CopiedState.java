package org.atomizable.checkpoint.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** Copies each tensor of a state, in the order in which they are written. */
public final class CopiedState implements StateWriter {

    /** Two threads copy a block of this size faster than one, though they must be woken. */
    private static final int WORTH_SHARING = 16 << 20;

    private final BufferPool pool;
    private final ParallelRanges parallelRanges;
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final List<ByteBuffer> buffers = new ArrayList<>();
    private boolean sealed;

    /** Begins one in memory from this pool. */
    public CopiedState(BufferPool pool, ParallelRanges parallelRanges) {
        this.pool = pool;
        this.parallelRanges = parallelRanges;
    }

    @Override
    public void tensor(String name, Tensor tensor) throws IOException {
        if (sealed) {
            throw new IllegalStateException(
                    "tensor \"%s\" comes too late: the draft is committed or closed".formatted(name));
        }
        TensorNames.require(name, tensors.keySet());
        ByteBuffer data = tensor.data();
        ByteBuffer copy = pool.take(data.remaining());
        buffers.add(copy);
        copy(data, copy);
        tensors.put(name, Tensor.of(tensor.type(), tensor.shape(), copy));
    }

    private void copy(ByteBuffer from, ByteBuffer into) throws IOException {
        int length = from.remaining();
        if (length < WORTH_SHARING || parallelRanges.size() == 1) {
            into.duplicate().put(from);
            return;
        }
        List<ParallelRanges.Task> tasks = new ArrayList<>();
        int part = length / parallelRanges.size() + 1;
        for (int at = 0; at < length; at += part) {
            int begin = at;
            int count = Math.min(part, length - at);
            tasks.add(() -> into.slice(begin, count).put(from.slice(begin, count)));
        }
        parallelRanges.run(tasks);
    }

    /** From now on nothing can be added. */
    public void seal() {
        sealed = true;
    }

    /** Returns the tensors, over the pool's memory. */
    public Map<String, Tensor> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    /** Gives the memory of a whole state back, and lets go what the pool has besides: the next will be alike. */
    public void releaseWhole() {
        pool.trim();
        release();
    }

    /** Gives the memory back; the tensors must not be used from now on. */
    public void release() {
        sealed = true;
        tensors.clear();
        pool.giveBack(buffers);
        buffers.clear();
    }
}
