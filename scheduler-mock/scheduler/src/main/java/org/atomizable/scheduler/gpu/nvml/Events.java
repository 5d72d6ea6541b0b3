package org.atomizable.scheduler.gpu.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.atomizable.scheduler.gpu.GpuEvent;
import org.atomizable.scheduler.gpu.GpuException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events that NVML reports by itself. One thread at a time waits. */
final class Events {

    private static final long XID = 0x8;
    private static final long DOUBLE_BIT_ECC = 0x2;
    private static final long WHOLE_GPU = 0xFFFFFFFFL;
    /** No wait is longer, so that closing need not wait longer. */
    private static final long LONGEST_WAIT_MILLIS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private final NvmlLibrary nvml;
    private final Map<Pointer, String> names = new HashMap<>();
    private Optional<Pointer> set = Optional.empty();
    private boolean closed;

    Events(NvmlLibrary nvml) {
        this.nvml = nvml;
    }

    Optional<GpuEvent> next(List<Pointer> devices, Duration patience) throws GpuException {
        long left = patience.toMillis();
        Optional<GpuEvent> event = waitFor(devices, Math.min(left, LONGEST_WAIT_MILLIS));
        while (event.isEmpty() && left > LONGEST_WAIT_MILLIS) {
            left -= LONGEST_WAIT_MILLIS;
            event = waitFor(devices, Math.min(left, LONGEST_WAIT_MILLIS));
        }
        return event;
    }

    private synchronized Optional<GpuEvent> waitFor(List<Pointer> devices, long millis) throws GpuException {
        if (closed) {
            return Optional.empty();
        }
        if (set.isEmpty()) {
            set = Optional.of(registered(devices));
        }
        Memory data = Struct.EVENT.allocate();
        int code = nvml.code("nvmlEventSetWait_v2", set.get(), data, (int) millis);
        if (code == NvmlCode.TIMEOUT) {
            return Optional.empty();
        }
        if (code != NvmlCode.SUCCESS) {
            // After a reset, only a new set hears anything.
            free();
            throw nvml.failed("wait for an event", "nvmlEventSetWait_v2", code);
        }
        return Optional.of(event(data));
    }

    private Pointer registered(List<Pointer> devices) throws GpuException {
        PointerByReference created = new PointerByReference();
        nvml.call("make a set of events", "nvmlEventSetCreate", created);
        for (Pointer device : devices) {
            String uuid = uuid(device);
            names.put(device, uuid);
            int code = nvml.code("nvmlDeviceRegisterEvents", device, XID | DOUBLE_BIT_ECC, created.getValue());
            if (code != NvmlCode.SUCCESS && code != NvmlCode.NOT_SUPPORTED && code != NvmlCode.NO_PERMISSION) {
                // The others are heard all the same.
                LOG.warn(
                        "errors of GPU {} are not heard: {}",
                        uuid,
                        nvml.failed("register for events", "nvmlDeviceRegisterEvents", code)
                                .getMessage());
            }
        }
        return created.getValue();
    }

    private GpuEvent event(Memory data) {
        long type = Struct.EVENT.number(data, 0, "eventType");
        long instance = Struct.EVENT.number(data, 0, "gpuInstanceId");
        return new GpuEvent(
                name(data.getPointer(Struct.EVENT.field("device").offset())),
                kind(type),
                type == XID ? Struct.EVENT.number(data, 0, "eventData") : 0,
                instance == WHOLE_GPU ? OptionalInt.empty() : OptionalInt.of((int) instance));
    }

    private static GpuEvent.Kind kind(long type) {
        if (type == XID) {
            return GpuEvent.Kind.XID;
        }
        return type == DOUBLE_BIT_ECC ? GpuEvent.Kind.MEMORY_CORRUPTED : GpuEvent.Kind.OTHER;
    }

    /** A GPU that is lost does not even tell its name, but it told it before. */
    private String name(Pointer device) {
        String known = names.getOrDefault(device, "");
        return known.isEmpty() ? uuid(device) : known;
    }

    private String uuid(Pointer device) {
        try {
            return nvml.text("ask for a UUID", "nvmlDeviceGetUUID", device);
        } catch (GpuException lost) {
            return "";
        }
    }

    synchronized void close() {
        closed = true;
        free();
    }

    private void free() {
        set.ifPresent(it -> {
            try {
                nvml.code("nvmlEventSetFree", it);
            } catch (GpuException missing) {
                // A set that could not be freed is freed with the library.
            }
        });
        set = Optional.empty();
    }
}
