package org.atomizable.lab.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.atomizable.api.Atomizable;
import org.atomizable.api.ElementType;
import org.atomizable.api.JobSpec;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.Tensor;

/** A state of F32 tensors of 4 MiB each, with numbers as weights have them. */
final class BenchState implements Atomizable {

    private static final int TENSOR = 4 << 20;

    private final List<ByteBuffer> tensors = new ArrayList<>();
    private int changes;

    BenchState(int mebibytes) {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < Math.max(1, mebibytes / (TENSOR >> 20)); i++) {
            ByteBuffer tensor = ByteBuffer.allocateDirect(TENSOR).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at < TENSOR; at += Float.BYTES) {
                tensor.putFloat(at, (float) (random.nextGaussian() * 0.02));
            }
            tensors.add(tensor);
        }
    }

    List<ByteBuffer> tensors() {
        return tensors;
    }

    long bytes() {
        return (long) tensors.size() * TENSOR;
    }

    /** Changes one number in every n-th tensor, where n is {@code every}. */
    void change(int every) {
        changes++;
        for (int i = 0; i < tensors.size(); i += every) {
            tensors.get(i).putFloat(changes * Float.BYTES % TENSOR, changes);
        }
    }

    @Override
    public JobSpec spec() {
        return JobSpec.openEnded("bench");
    }

    @Override
    public void run(long atom) {
        throw new UnsupportedOperationException("a state has no atoms");
    }

    @Override
    public void restore(StateReader from) {
        throw new UnsupportedOperationException("a restore is measured up to here");
    }

    @Override
    public void save(StateWriter to) throws IOException {
        for (int i = 0; i < tensors.size(); i++) {
            to.tensor("layer." + i, tensor(i));
        }
    }

    Tensor tensor(int index) {
        return Tensor.of(
                ElementType.F32,
                new long[] {TENSOR / Float.BYTES},
                tensors.get(index).duplicate());
    }
}
