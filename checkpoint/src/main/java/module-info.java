import org.jspecify.annotations.NullMarked;

/** Crash-safe checkpoints in safetensors, usable alone. */
@NullMarked
module org.atomizable.checkpoint {
    requires transitive org.atomizable.api;
    requires com.fasterxml.jackson.core;
    requires jdk.unsupported;

    exports org.atomizable.checkpoint;
    exports org.atomizable.checkpoint.manifest;
    exports org.atomizable.checkpoint.safetensors;
}
