package org.atomizable.api.wire;

import org.jspecify.annotations.Nullable;

/**
 * The node of a grant runs short of memory. Its holder ignores an order that it does not know.
 *
 * @param id the grant's
 * @param order {@code shrink}: the job is asked to give back memory and goes on; {@code suspend}: the subjob stops at its next safe point
 *     and releases its memory, its holder reports as usual and gets windows again when there is room; {@code freeze}: the worker's
 *     processes are stopped where they are; {@code carry-on}: a request is taken back, and a frozen worker goes on; {@code kill}: the
 *     worker's processes are ended; {@code rank}: only the rank changes
 * @param pressure how scarce memory is, and what is asked for; set if a job is to shrink or to be suspended
 * @param oomScore which the kernel's killer shall give the worker, from 0 to 1000; set with a rank
 */
public record PressureTold(
        String id,
        String order,
        @Nullable PressureMessage pressure,
        @Nullable Integer oomScore) {}
