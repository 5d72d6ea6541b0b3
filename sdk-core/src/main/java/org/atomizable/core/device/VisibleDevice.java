package org.atomizable.core.device;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The one CUDA device that this process was given, if its environment names it as a slice's id does. */
final class VisibleDevice {

    /** A device by its UUID; a number says nothing about which device it is, and several devices are no slice. */
    private static final Pattern UUID = Pattern.compile("(MIG|GPU)-[^,]+");

    private VisibleDevice() {}

    static Optional<String> in(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("CUDA_VISIBLE_DEVICES"))
                .map(String::trim)
                .filter(it -> UUID.matcher(it).matches());
    }
}
