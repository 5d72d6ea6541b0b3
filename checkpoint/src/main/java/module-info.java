import org.jspecify.annotations.NullMarked;

/** Crash-safe checkpoints in the safetensors format. This module can be used on its own. */
@NullMarked
@SuppressWarnings("requires-automatic")
module org.atomizable.checkpoint {
    requires transitive org.atomizable.api;
    requires com.fasterxml.jackson.core;
    requires jdk.unsupported;
    requires static com.github.luben.zstd_jni;
    requires static software.amazon.awssdk.auth;
    requires static software.amazon.awssdk.awscore;
    requires static software.amazon.awssdk.core;
    requires static software.amazon.awssdk.http;
    requires static software.amazon.awssdk.http.apache;
    requires static software.amazon.awssdk.profiles;
    requires static software.amazon.awssdk.regions;
    requires static software.amazon.awssdk.services.s3;
    requires static software.amazon.awssdk.utils;

    exports org.atomizable.checkpoint;
    exports org.atomizable.checkpoint.backend;
    exports org.atomizable.checkpoint.disk;
    exports org.atomizable.checkpoint.location;
    exports org.atomizable.checkpoint.manifest;
    exports org.atomizable.checkpoint.object;
    exports org.atomizable.checkpoint.safetensors;

    uses org.atomizable.checkpoint.location.CheckpointStoreProvider;

    provides org.atomizable.checkpoint.location.CheckpointStoreProvider with
            org.atomizable.checkpoint.location.S3Provider;
}
