package org.atomizable.scheduler.gpu;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.atomizable.scheduler.cluster.MigGeometry;
import org.atomizable.scheduler.cluster.Placement;

/**
 * The GPUs of one node. A call lasts as long as the device takes, seconds where instances are created or destroyed. Safe for
 * use by several threads. GPUs and MIG devices are named by their UUIDs, which is what outlives a reset; every call may
 * fail with any {@link GpuException}, {@link GpuException.Problem#GPU_LOST} among them.
 */
public interface GpuDriver extends AutoCloseable {

    /**
     * The versions of the driver's software.
     *
     * @param driver version of the driver
     * @param library version of the library that speaks with it
     */
    record Software(String driver, String library) {}

    /** Returns which software answers. */
    Software software() throws GpuException;

    /**
     * Returns the GPUs of the node that answer, in the order of their indices; one that is lost is left out. One about which the driver
     * fails to answer hides no other.
     */
    List<Gpu> gpus() throws GpuException;

    /**
     * Returns the instances that a GPU can be partitioned into, according to its driver. Needs privilege, because there is no other way to
     * learn the placements.
     *
     * @throws GpuException also {@link GpuException.Problem#NOT_SUPPORTED} if MIG is not switched on
     */
    MigGeometry geometry(String gpu) throws GpuException;

    /** Returns the GPU's instances with their places, those without a MIG device included. Needs privilege. */
    List<GpuInstance> instances(String gpu) throws GpuException;

    /** Returns the MIG devices that this process may use. Needs no privilege. */
    List<MigDevice> devices(String gpu) throws GpuException;

    /**
     * Creates an instance just there, and over all of it the one MIG device that programs see. If the second step fails, the
     * first is taken back.
     *
     * @param place as {@link #geometry} gave it
     * @throws GpuException also {@link GpuException.Problem#PLACE_TAKEN} if an instance is in the way
     */
    GpuInstance create(String gpu, Placement place) throws GpuException;

    /**
     * Destroys an instance with its MIG devices. Does nothing if it is gone; goes on where an earlier try stopped.
     *
     * @throws GpuException also {@link GpuException.Problem#IN_USE} while anything holds it; the MIG device may be gone then
     */
    void destroy(String gpu, int instance) throws GpuException;

    /**
     * Switches a GPU's MIG mode, which may reset it.
     *
     * @throws GpuException also {@link GpuException.Problem#IN_USE} while anything runs there
     */
    void switchMig(String gpu, boolean on) throws GpuException;

    /**
     * Returns the memory of a GPU or MIG device now.
     *
     * @param uuid of either
     */
    MemoryUse memory(String uuid) throws GpuException;

    /**
     * Returns the processes that compute on a GPU or MIG device now.
     *
     * @param uuid of either
     */
    List<GpuProcess> processes(String uuid) throws GpuException;

    /**
     * Waits for the next thing that goes wrong on any GPU.
     *
     * @param patience how long at most; zero returns at once
     */
    Optional<GpuEvent> nextEvent(Duration patience) throws GpuException;

    /** Lets go of the library; instances stay as they are. Does nothing the second time. */
    @Override
    void close();
}
