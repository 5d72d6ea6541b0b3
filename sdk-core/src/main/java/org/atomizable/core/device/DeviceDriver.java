package org.atomizable.core.device;

import org.atomizable.api.AtomizableException;

/**
 * Tells how much of a CUDA device's memory is in use. A service: an implementation is found by {@link java.util.ServiceLoader}; it needs
 * to be public, with a public constructor without parameters. It may be called by several threads.
 */
public interface DeviceDriver {

    /**
     * Returns what is in use now.
     *
     * @param uuid of a GPU or MIG device, as {@code CUDA_VISIBLE_DEVICES} names it
     * @throws AtomizableException if there is no driver or no such device, or it tells neither
     */
    DeviceUse use(String uuid) throws AtomizableException;
}
