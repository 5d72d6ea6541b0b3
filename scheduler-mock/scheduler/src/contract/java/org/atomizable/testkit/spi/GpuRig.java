package org.atomizable.testkit.spi;

import java.util.function.UnaryOperator;
import org.atomizable.api.Bytes;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.gpu.GpuDriver;
import org.atomizable.scheduler.gpu.GpuException;

/** A driver over GPUs that a test can do things to. GPUs are numbered by index. */
public interface GpuRig extends AutoCloseable {

    GpuDriver driver();

    /** Something unseen holds an instance for so many tries to destroy it. */
    void hold(int gpu, int instance, int tries) throws GpuException;

    /** A destruction was cut off after its first half. */
    void halfDestroy(int gpu, int instance) throws GpuException;

    void start(int gpu, int instance, long pid, Bytes memory) throws GpuException;

    void stop(int gpu, int instance, long pid) throws GpuException;

    void privileged(boolean yes);

    void reset(int gpu) throws GpuException;

    void lose(int gpu) throws GpuException;

    void raiseXid(int gpu, long code) throws GpuException;

    /** Another version of the driver describes the same profiles otherwise. */
    void describe(UnaryOperator<MigGeometry> otherwise);

    @Override
    void close();
}
